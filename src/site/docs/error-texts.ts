import { type ErrorCode, errorCodes, type GraphQLOnlyCode, graphqlOnlyCodes } from '../../core/errors.ts'

export type DocumentedCode = ErrorCode | GraphQLOnlyCode
export const documentedCodes: readonly DocumentedCode[] = [
  // The table's keys are codes.
  ...(Object.keys(errorCodes) as ErrorCode[]),
  ...graphqlOnlyCodes
]

/** How GraphQL over HTTP reports it. */
export type GraphQLStatus =
  /** The request is refused, with the same status as in REST. */
  | 'same'
  /** One field failed: status 200, the field is null, the rest of the data is there. */
  | 'field'
  /** The query cannot run: 400, or 200 for clients that accept only plain JSON. */
  | 'query'
  /** The request or its variables are invalid: always 400. */
  | 'variables'

export type ErrorText = {
  /** Its meaning in a sentence. */
  means: string
  /** Its causes. */
  happens: readonly string[]
  /** What to do about it. */
  doThis: readonly string[]
  /** Whether a retry may help. */
  again: string
  graphql: readonly GraphQLStatus[]
}

const upstreamOnly = 'Only deployments whose `DATA_URL` names another deployment: the embedded data does not do this.'

/** Documentation of each code. `Backticks` mark code. */
export const errorTexts: Readonly<Record<DocumentedCode, ErrorText>> = {
  INVALID_PARAM: {
    means: 'A parameter, argument or header has a value that is not allowed.',
    happens: [
      'A number is out of its range, or no whole number: `count=0`, `count=abc`. Values are never cut down silently.',
      'An id, a username, an address or a region is not well formed, or a required parameter is missing.',
      'An id comes as a JSON number beyond 2^53 − 1, which lost its last digits when it was read. Ids are texts: `"7633399491942701016"`.',
      'A parameter is given twice, or `videoId` and `url` are both given.',
      'A cursor belongs to another list, to other arguments or to a deployment with other keys, or was changed on its way.',
      'A GraphQL query or the values of its variables are beyond one of the [limits](/docs/limits): `details` name the `limit`, its value as `max` and what was `found`.',
      'An answer would be larger than any may be: `details.limit` is `answerBytes`. Ask for fewer elements.',
      '`x-api-version` is sent and is not the version that is served.',
      'The request cannot be read in one way only: `Transfer-Encoding` is not `chunked` over HTTP/1.1, there are two lengths, or a chunk is broken. The connection is closed then.'
    ],
    doThis: [
      'Read `details.param` and `details.reason`: which one, what is allowed, and an example. In GraphQL `param` is the argument’s name.',
      'When a parameter is missing that you did send: a misspelled one counts as none, and the header `x-ignored-parameters` names it.',
      'The ranges stand in the [REST reference](/docs) and the [GraphQL schema](/docs/schema).',
      'For a refused cursor: begin anew without one.'
    ],
    again: 'No. The same request gets the same answer.',
    graphql: ['field', 'variables', 'query']
  },
  UNAUTHORIZED: {
    means: 'The request has no key, or one this server does not accept.',
    happens: [
      'The header `x-gateway-key` is missing, empty, misspelled or sent twice.',
      'The key is from an earlier run: without `GATEWAY_KEYS` every start makes a new one.',
      'The key has expired, or was taken out of `GATEWAY_KEYS` or of the key file.'
    ],
    doThis: [
      'Send the key as `x-gateway-key: …`. `Authorization` is not read.',
      'On the machine the server runs on, the terminal and the [first page](/) show the key of this run.',
      'Else ask whoever runs this deployment.'
    ],
    again: 'No, not with the same key.',
    graphql: ['same']
  },
  SURFACE_NOT_ALLOWED: {
    means: 'The key is good, but not for this surface: REST, GraphQL or the endpoint for agents.',
    happens: ['The key was made for some of them only, as the message says.'],
    doThis: [
      'Ask the surface that the key is for; both have the same data.',
      'Whoever runs this deployment can make a key for more: see [keys and rate limits](/docs/keys).'
    ],
    again: 'No, not with the same key.',
    graphql: ['same']
  },
  ACCOUNT_PRIVATE: {
    means: 'The account exists, but what was asked for is computed from posts that are not public.',
    happens: ['The scorecard of a private account is asked for. Its profile is served, and its lists are empty.'],
    doThis: ['Look at `is_private` (`isPrivate`) of the profile before asking.', 'Show the profile without scores.'],
    again: 'No, not soon: it changes only when the creator opens the account.',
    graphql: ['field']
  },
  ORIGIN_NOT_ALLOWED: {
    means: 'A page of another origin asks this server, and it may not.',
    happens: [
      'A browser asked before a call, or says with the call (`sec-fetch-site: cross-site`) that it comes from another site.',
      'The page’s origin is not among those of `CORS_ORIGINS`: scheme, host and port have to be the same.',
      'The page has no origin of its own, as files and sandboxed frames: browsers send `null`.',
      'What is asked for is a page of this server, which no other page may read.'
    ],
    doThis: [
      'Whoever runs this deployment adds the origin to `CORS_ORIGINS`, as the browser writes it: `https://app.example`, for example.',
      'Or let the page’s own server ask: calls between servers need no origin, and the key stays there. See [browsers on other origins](/docs/browsers).'
    ],
    again: 'No, not from the same origin.',
    graphql: ['same']
  },
  NOT_FOUND: {
    means: 'There is nothing under this id, name or path.',
    happens: [
      'The account, post, sound, room, effect, place or collection does not exist, was deleted, or is not in this data set.',
      'The path is none of this server’s; paths are spelled exactly, without a slash at the end.'
    ],
    doThis: [
      'Check the id: ids are texts of digits, and a language that reads them as numbers rounds them.',
      'In GraphQL the field is null and `errors[].path` says which one; the rest of the answer is good.',
      'For paths, see the [REST reference](/docs).'
    ],
    again: 'No, not at once: that something is missing is remembered for 30 seconds.',
    graphql: ['field']
  },
  METHOD_NOT_ALLOWED: {
    means: 'The path does not take this method. The data is read-only.',
    happens: ['POST, PUT, PATCH, DELETE or OPTIONS to REST or a page; anything but GET, HEAD and POST to `/graphql`.'],
    doThis: [
      'Use a method that the answer’s header `Allow` lists.',
      'OPTIONS is answered where a browser asks for a page of another origin, with `Origin` and `Access-Control-Request-Method`.'
    ],
    again: 'No, not with the same method.',
    graphql: ['same']
  },
  REQUEST_TIMEOUT: {
    means: 'The request did not arrive completely in time, and the connection is closed.',
    happens: ['Headers or body stop coming for 30 seconds, over a broken connection for example.'],
    doThis: ['Send the request again over a new connection.', 'Check what stands between client and server.'],
    again: 'Yes. Nothing was done.',
    graphql: ['same']
  },
  PAYLOAD_TOO_LARGE: {
    means: 'The request is larger than the server reads.',
    happens: [
      'A request body has more than 256 KiB. Only `/graphql` takes one; elsewhere it is refused where its length says so.',
      'Address and headers have more than 16 KiB; the status is 431 then.'
    ],
    doThis: [
      'Split the query, or ask for fewer ids at once: batches take 50.',
      'Put values into variables, and fragments in place of repetition.'
    ],
    again: 'No, not unless it is smaller.',
    graphql: ['same']
  },
  UNSUPPORTED_MEDIA_TYPE: {
    means: 'The body of a request to `/graphql` or `/mcp` is in a form the server does not read.',
    happens: [
      '`content-type` is missing or is not JSON in UTF-8: `text/plain`, a form or another `charset`, for example.',
      '`content-encoding` says that the body is packed. Bodies are read as they are.',
      'A GET says `content-type` of something other than JSON: pages may send that without asking first.'
    ],
    doThis: ['Send JSON with `content-type: application/json`. Most clients do it by themselves; curl needs `-H`.'],
    again: 'No, not with the same header.',
    graphql: ['same']
  },
  RATE_LIMITED: {
    means: 'Too much was asked in too short a time.',
    happens: [
      'The points that the key may use in a time are used up: a REST call costs one, a GraphQL query its estimated cost.',
      'What was asked costs more than is left of them, as the message says; something smaller may still be answered.',
      'The deployment this server reads from says so.'
    ],
    doThis: [
      'Wait as many seconds as the header `Retry-After` says, when there is one; else a little longer each time.',
      'Look at the header `RateLimit`, or ask the graph for `rateLimit`, before it comes to this: see [keys and rate limits](/docs/keys).',
      'Ask for several things in one GraphQL query; repeat GET requests with `If-None-Match`.'
    ],
    again: 'Yes, after waiting.',
    graphql: ['same', 'field']
  },
  INTERNAL_ERROR: {
    means: 'The server made a mistake. Your request need not be wrong.',
    happens: [
      'Something failed that nobody foresaw. What it was stands in the server’s log, under the request’s id, and is not shown.'
    ],
    doThis: ['Try once more, then tell whoever runs this deployment `meta.request_id`.'],
    again: 'Once. If it fails again, more attempts will not help.',
    graphql: ['same', 'field']
  },
  UPSTREAM_ERROR: {
    means: 'The deployment this server reads from answered with something that cannot be used.',
    happens: [
      'It failed itself, refused this server’s key, broke off in the middle of an answer, sent records that break the contract or are of another thing than the one asked for, or a cursor that is too long to be passed back. One that cannot be reached is `UNAVAILABLE`.',
      upstreamOnly
    ],
    doThis: [
      'Try again in a while; answers kept in the cache go on being served.',
      'Whoever runs this deployment finds the cause in the log, and should check `DATA_URL` and `UPSTREAM_KEY`.'
    ],
    again: 'Yes, in a while.',
    graphql: ['same', 'field']
  },
  UNAVAILABLE: {
    means: 'The server cannot answer at the moment.',
    happens: [
      'It is shutting down.',
      'It has more to do than it can: what would have to wait too long for its turn is refused at once.',
      'The deployment or database it reads from cannot be reached, has failed several times in a row and is left alone for a moment, or says that it is busy. What is in the cache is still served.',
      'The file with its data cannot be read.'
    ],
    doThis: ['Wait as many seconds as the header `Retry-After` says, when there is one.', 'See [readiness](/readyz).'],
    again: 'Yes, after waiting.',
    graphql: ['same', 'field']
  },
  UPSTREAM_TIMEOUT: {
    means: 'The data could not be read in the time a request may take.',
    happens: [
      'The deployment this server reads from is slow, or the query needs many reads of it.',
      'The time is `REQUEST_TIMEOUT_MS`, ten seconds unless configured.'
    ],
    doThis: [
      'Ask for less at once: fewer elements, fewer nested lists.',
      'Try again: what was read until then is in the cache.'
    ],
    again: 'Yes.',
    graphql: ['same', 'field']
  },
  HTTP_VERSION_NOT_SUPPORTED: {
    means: 'The request is written in a version of HTTP that this server does not speak, and the connection is closed.',
    happens: [
      'The request says HTTP/2 or later over a connection without TLS (`curl --http2-prior-knowledge`), or HTTP/0.9.',
      'A proxy is configured to speak HTTP/2 to this server.'
    ],
    doThis: ['Use HTTP/1.1. Where clients want HTTP/2, a proxy in front of this server offers it.'],
    again: 'No, not with the same version.',
    graphql: ['same']
  },
  GRAPHQL_PARSE_FAILED: {
    means: 'The query is not GraphQL: it cannot be read.',
    happens: [
      'A brace is missing, a name is misspelled with a sign that names cannot have, or the query was cut off.',
      'The query is longer than the server reads.'
    ],
    doThis: [
      '`errors[].locations` says where reading stopped; what is wrong often stands just before it.',
      'Write it in [GraphiQL](/graphql), which marks errors while you type.'
    ],
    again: 'No. The same query gets the same answer.',
    graphql: ['query']
  },
  GRAPHQL_VALIDATION_FAILED: {
    means: 'The query can be read, but does not fit the schema.',
    happens: [
      'A field or argument does not exist, or an argument that is needed is missing.',
      'A value has another type than the argument takes.',
      'An object is asked for without saying which of its fields.'
    ],
    doThis: [
      'The message names what does not fit, and often what was meant.',
      'Look it up in the [GraphQL schema](/docs/schema), or let [GraphiQL](/graphql) complete names.'
    ],
    again: 'No. The same query gets the same answer.',
    graphql: ['query']
  },
  PERSISTED_QUERY_NOT_FOUND: {
    means: 'The request names a document by its id or hash, and the server does not know the text.',
    happens: [
      'Nobody sent this text with its hash in the last day, or the cache that held it was emptied.',
      'The text is longer than the 50,000 characters that are kept, or is not valid.',
      'The deployment answers documents of a manifest only, and the id is not in it.'
    ],
    doThis: [
      'Send the text along with its hash. Clients with automatic persisted queries do it by themselves.',
      'Where there is a manifest: build it anew from the client’s documents, and start the server with it. The guide on documents says how.'
    ],
    again: 'Yes, with the text.',
    graphql: ['query']
  },
  PERSISTED_QUERY_NOT_SUPPORTED: {
    means: 'The request names a document by its hash, and this deployment does not keep what clients send.',
    happens: ['`AUTOMATIC_DOCUMENTS` is `off`.'],
    doThis: ['Send the text, without a hash. Clients with automatic persisted queries do it by themselves.'],
    again: 'Yes, with the text instead of the hash.',
    graphql: ['query']
  },
  PERSISTED_QUERY_ONLY: {
    means: 'The deployment answers documents of its manifest only, and the text that was sent is none of them.',
    happens: [
      '`DOCUMENTS_ONLY` is set, and the text differs from every document of the manifest, be it by a space.',
      'The client was built anew, and the server was not given its new manifest.'
    ],
    doThis: [
      'Send the id that the manifest has for the document as `documentId`, or its text exactly as it stands there.',
      'Add the document to the manifest and start the server anew. The guide on documents says how.'
    ],
    again: 'No. The same text gets the same answer.',
    graphql: ['query']
  }
}
