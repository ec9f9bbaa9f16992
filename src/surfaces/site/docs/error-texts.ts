import { type ErrorCode, errorCodes, type GraphQLOnlyCode, graphqlOnlyCodes } from '../../../core/errors.ts'
import { keysOf } from '../../../core/keys-of.ts'

export type DocumentedCode = ErrorCode | GraphQLOnlyCode
export const documentedCodes: readonly DocumentedCode[] = [...keysOf(errorCodes), ...graphqlOnlyCodes]

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
      'A number is out of its range or not a whole number: `count=0`, `count=abc`. Values are never silently clamped.',
      'An id, a username, a URL or a region is malformed, or a required parameter is missing.',
      'An id is a JSON number beyond 2^53 − 1, which lost its last digits during parsing. Ids are strings: `"7633399491942701016"`.',
      'A parameter is sent twice, or both `videoId` and `url` are sent.',
      'A cursor belongs to another list, to other arguments or to a deployment with other keys, or was altered.',
      'A GraphQL query or its variables exceed one of the [limits](/docs/limits): `details` contains the `limit`, its value as `max` and the value `found`.',
      'The response would exceed the size limit: `details.limit` is `answerBytes`. Request fewer elements.',
      '`x-api-version` is sent and is not the version of this server.',
      'The request is ambiguous: `Transfer-Encoding` is not `chunked` over HTTP/1.1, there are two lengths, or a chunk is malformed. The server closes the connection.'
    ],
    doThis: [
      'Read `details.param` and `details.reason`: the parameter, the allowed values, and an example. In GraphQL `param` is the argument’s name.',
      'If a parameter that you sent is reported missing, check its spelling: the header `x-ignored-parameters` lists unknown parameters.',
      'The [REST reference](/docs) and the [GraphQL schema](/docs/schema) list the ranges.',
      'For a refused cursor: start again without one.'
    ],
    again: 'No. The same request gets the same response.',
    graphql: ['field', 'variables', 'query']
  },
  UNSUPPORTED: {
    means: 'The data source of this server cannot answer this.',
    happens: [
      'A query has `posts` or `users`, and the data come from a source without a graph: it has lists of owners, but no list of everything. `details.reason` says so.',
      'A query has `history`, `growth` or `trending` over such a server: the contract has no counts over time.'
    ],
    doThis: [
      'Filter the posts of a creator, hashtag, sound, place or collection, or those that a search finds: `posts` and `videos` take the same `filter` and `orderBy`.',
      'To query everything, serve the data from SQLite or PostgreSQL.',
      'For `history` and `growth` of posts and creators, set `HISTORY` on the server: it then records the counts that it reads.'
    ],
    again: 'No. The same request gets the same response.',
    graphql: ['field']
  },
  UNAUTHORIZED: {
    means: 'The request has no key, or a key that this server does not accept.',
    happens: [
      'The header `x-gateway-key` is missing, empty, misspelled or sent twice, and `Authorization` has no bearer token instead.',
      'The key is from an earlier run: without `GATEWAY_KEYS` every start generates a new one.',
      'The key has expired, or was removed from `GATEWAY_KEYS` or the key file.'
    ],
    doThis: [
      'Send the key as `x-gateway-key: …`, or as `Authorization: Bearer …`.',
      'On the machine that runs the server, the terminal and the [explorer](/) show the key of this run.',
      'Otherwise ask the operator of this deployment.'
    ],
    again: 'No, not with the same key.',
    graphql: ['same']
  },
  SURFACE_NOT_ALLOWED: {
    means: 'The key is valid, but not for this surface: REST, GraphQL or MCP.',
    happens: ['The key was created for other surfaces; the message lists them.'],
    doThis: [
      'Use a surface that the key is for; all have the same data.',
      'The operator can create a key for more surfaces: see [keys and rate limits](/docs/keys).'
    ],
    again: 'No, not with the same key.',
    graphql: ['same']
  },
  ACCOUNT_PRIVATE: {
    means: 'The account exists, but the requested data is computed from posts that are not public.',
    happens: ['The request is for the scorecard of a private account. Its profile is served, and its lists are empty.'],
    doThis: ['Check `is_private` (`isPrivate`) of the profile first.', 'Show the profile without scores.'],
    again: 'No, unless the creator makes the account public.',
    graphql: ['field']
  },
  ORIGIN_NOT_ALLOWED: {
    means: 'A page of another origin sent the request, and that origin is not allowed.',
    happens: [
      'The browser sent a preflight request, or marked the request as coming from another site (`sec-fetch-site: cross-site`).',
      'The page’s origin is not in `CORS_ORIGINS`: scheme, host and port must match.',
      'The page has no origin, like files and sandboxed frames: browsers send `null`.',
      'The request is for a page of this server, which no other page may read.'
    ],
    doThis: [
      'Ask the operator to add the origin to `CORS_ORIGINS`, as the browser writes it: `https://app.example`, for example.',
      'Or call through the page’s own server: calls between servers need no origin, and the key stays there. See [calling from a browser](/docs/browsers).'
    ],
    again: 'No, not from the same origin.',
    graphql: ['same']
  },
  NOT_FOUND: {
    means: 'Nothing exists under this id, name or path.',
    happens: [
      'The account, post, sound, room, effect, place or collection does not exist, was deleted, or is not in this data set.',
      'The path does not exist; paths must match exactly, without a trailing slash.'
    ],
    doThis: [
      'Check the id: ids are strings of digits, and languages that parse them as numbers round them.',
      'In GraphQL the field is null and `errors[].path` names it; the rest of the response is valid.',
      'For paths, see the [REST reference](/docs).'
    ],
    again: 'No, not at once: a missing record is cached for 30 seconds.',
    graphql: ['field']
  },
  METHOD_NOT_ALLOWED: {
    means: 'The path does not support this method. The data is read-only.',
    happens: ['POST, PUT, PATCH, DELETE or OPTIONS to REST or a page; anything but GET, HEAD and POST to `/graphql`.'],
    doThis: [
      'Use a method that the response header `Allow` lists.',
      'OPTIONS is supported only as a preflight request, with `Origin` and `Access-Control-Request-Method`.'
    ],
    again: 'No, not with the same method.',
    graphql: ['same']
  },
  REQUEST_TIMEOUT: {
    means: 'The request did not arrive completely in time, and the server closes the connection.',
    happens: ['Headers or body stop arriving for 30 seconds, for example over a broken connection.'],
    doThis: ['Send the request again over a new connection.', 'Check the proxies between client and server.'],
    again: 'Yes. The request had no effect.',
    graphql: ['same']
  },
  PAYLOAD_TOO_LARGE: {
    means: 'The request is larger than the server accepts.',
    happens: [
      'The request body has more than 256 KiB. Only `/graphql` and `/mcp` read a body; other paths refuse one whose declared length exceeds the limit.',
      'URL and headers have more than 16 KiB together; the status is then 431.'
    ],
    doThis: [
      'Split the query, or request fewer ids at once: batches take 50.',
      'Use variables for values, and fragments instead of repetition.'
    ],
    again: 'Only with a smaller request.',
    graphql: ['same']
  },
  UNSUPPORTED_MEDIA_TYPE: {
    means: 'The body of a request to `/graphql` or `/mcp` is in a format that the server does not support.',
    happens: [
      '`content-type` is missing or is not JSON in UTF-8: `text/plain`, a form or another `charset`, for example.',
      '`content-encoding` says that the body is compressed, which is not supported.',
      'A GET has a `content-type` other than JSON: pages may send that without a preflight.'
    ],
    doThis: ['Send JSON with `content-type: application/json`. Most clients do so by default; curl needs `-H`.'],
    again: 'No, not with the same header.',
    graphql: ['same']
  },
  RATE_LIMITED: {
    means: 'Too many requests in too short a time.',
    happens: [
      'The key has used up its points: a REST call costs one, a GraphQL query its estimated cost.',
      'The request costs more than the remaining points, as the message says; a cheaper one may still succeed.',
      'The deployment that this server reads from limits it.'
    ],
    doThis: [
      'Wait as many seconds as the header `Retry-After` says; without it, wait longer after each attempt.',
      'Watch the header `RateLimit`, or query `rateLimit`: see [keys and rate limits](/docs/keys).',
      'Request several records in one GraphQL query; repeat GET requests with `If-None-Match`.'
    ],
    again: 'Yes, after waiting.',
    graphql: ['same', 'field']
  },
  INTERNAL_ERROR: {
    means: 'The server failed unexpectedly. Your request may be correct.',
    happens: [
      'An unexpected error occurred. The server’s log has its cause under the request id; the response does not show it.'
    ],
    doThis: ['Retry once, then report `meta.request_id` to the operator of this deployment.'],
    again: 'Once. If it fails again, more attempts will not help.',
    graphql: ['same', 'field']
  },
  UPSTREAM_ERROR: {
    means: 'The deployment that this server reads from gave an unusable response.',
    happens: [
      'It failed itself, refused this server’s key, closed the connection in the middle of a response, sent records that violate the contract or differ from the requested one, or sent a cursor that is too long to return. If it is unreachable, the code is `UNAVAILABLE`.',
      upstreamOnly
    ],
    doThis: [
      'Retry later; cached responses are still served.',
      'Operators find the cause in the log, and should check `DATA_URL` and `UPSTREAM_KEY`.'
    ],
    again: 'Yes, later.',
    graphql: ['same', 'field']
  },
  UNAVAILABLE: {
    means: 'The server cannot answer at the moment.',
    happens: [
      'It is shutting down.',
      'It is overloaded: requests that would wait too long are refused at once.',
      'The deployment or database it reads from is unreachable, has failed several times in a row so that the circuit breaker is open, or reports that it is busy. Cached data is still served.',
      'The file with its data cannot be read.'
    ],
    doThis: ['Wait as many seconds as the header `Retry-After` says, if there is one.', 'See [readiness](/readyz).'],
    again: 'Yes, after waiting.',
    graphql: ['same', 'field']
  },
  UPSTREAM_TIMEOUT: {
    means: 'The data could not be read in the time a request may take.',
    happens: [
      'The deployment that this server reads from is slow, or the query needs many reads.',
      'The limit is `REQUEST_TIMEOUT_MS`, ten seconds by default.'
    ],
    doThis: ['Request less at once: fewer elements, fewer nested lists.', 'Retry: the results so far are cached.'],
    again: 'Yes.',
    graphql: ['same', 'field']
  },
  HTTP_VERSION_NOT_SUPPORTED: {
    means:
      'The request uses a version of HTTP that this server does not support, and the server closes the connection.',
    happens: [
      'The request uses HTTP/2 or later over a connection without TLS (`curl --http2-prior-knowledge`), or HTTP/0.9.',
      'A proxy is configured to use HTTP/2 to this server.'
    ],
    doThis: ['Use HTTP/1.1. To offer HTTP/2 to clients, put a proxy in front of this server.'],
    again: 'No, not with the same version.',
    graphql: ['same']
  },
  GRAPHQL_PARSE_FAILED: {
    means: 'The query is not valid GraphQL syntax.',
    happens: [
      'A brace is missing, a name contains an invalid character, or the query was cut off.',
      'The query is longer than the server accepts.'
    ],
    doThis: [
      '`errors[].locations` says where parsing stopped; the mistake is often just before it.',
      'Write it in [GraphiQL](/graphql), which marks errors while you type.'
    ],
    again: 'No. The same query gets the same response.',
    graphql: ['query']
  },
  GRAPHQL_VALIDATION_FAILED: {
    means: 'The query parses, but does not match the schema.',
    happens: [
      'A field or argument does not exist, or a required argument is missing.',
      'A value has the wrong type for its argument.',
      'An object is selected without any of its fields.'
    ],
    doThis: [
      'The message names the mistake, and often suggests a correction.',
      'Check the [GraphQL schema](/docs/schema), or let [GraphiQL](/graphql) complete names.'
    ],
    again: 'No. The same query gets the same response.',
    graphql: ['query']
  },
  PERSISTED_QUERY_NOT_FOUND: {
    means: 'The request names a document by its id or hash, and the server does not have its text.',
    happens: [
      'No client sent this text with its hash in the last day, or the cache was cleared.',
      'The text is longer than 50,000 characters, or is not valid, and so was not stored.',
      'The deployment accepts only the documents of a manifest, and the id is not in it.'
    ],
    doThis: [
      'Send the text along with its hash. Clients with automatic persisted queries do this themselves.',
      'If there is a manifest: rebuild it from the client’s documents and restart the server with it. See [persisted queries](/docs/documents).'
    ],
    again: 'Yes, with the text.',
    graphql: ['query']
  },
  PERSISTED_QUERY_NOT_SUPPORTED: {
    means: 'The request names a document by its hash, and this deployment does not store documents of clients.',
    happens: ['`AUTOMATIC_DOCUMENTS` is `off`.'],
    doThis: ['Send the text, without a hash. Clients with automatic persisted queries do this themselves.'],
    again: 'Yes, with the text instead of the hash.',
    graphql: ['query']
  },
  PERSISTED_QUERY_ONLY: {
    means: 'The deployment accepts only the documents of its manifest, and the text is not one of them.',
    happens: [
      '`DOCUMENTS_ONLY` is set, and the text differs from every document of the manifest, even if only by a space.',
      'The client was rebuilt, and the server does not have its new manifest.'
    ],
    doThis: [
      'Send the document’s id in the manifest as `documentId`, or its exact text.',
      'Add the document to the manifest and restart the server. See [persisted queries](/docs/documents).'
    ],
    again: 'No. The same text gets the same response.',
    graphql: ['query']
  }
}
