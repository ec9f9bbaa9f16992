import { type ErrorCode, errorCodes } from '../../../core/errors.ts'
import { keysOf } from '../../../core/keys-of.ts'
import { tableTypes } from '../forms.ts'
import type { RestOperation } from '../operations.ts'
import { tableOf } from '../tables.ts'
import type { ContractExamples } from './examples.ts'
import { headerRefs, type Json, responseRef, schemaRef } from './json.ts'
import { successSchema } from './schemas.ts'

export const headers = {
  'x-request-id': {
    description: 'Unique id of this request; equals `meta.request_id`.',
    required: true,
    schema: { type: 'string', format: 'uuid' }
  },
  'Cache-Control': {
    description:
      'How long the client may keep the answer: `private, max-age` with the seconds its data is fresh, of which `Age` have passed, or `no-store` for errors.',
    required: true,
    schema: { type: 'string' },
    example: 'private, max-age=1800'
  },
  ETag: {
    description:
      'Identifies the content of the response without `meta`. Send it back as `If-None-Match` to get 304 while the content is the same.',
    required: true,
    schema: { type: 'string' },
    example: 'W/"VkxfBRvHQLfTt0iHl3tM4Gp2tXg"'
  },
  Age: {
    description: 'Seconds since the oldest of the data was fetched.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 0
  },
  Vary: {
    description:
      'Request headers that the response depends on. The key is one of them: responses are never shared between clients.',
    required: true,
    schema: { type: 'string' },
    example: 'x-gateway-key, authorization, accept, accept-encoding, origin'
  },
  Link: {
    description: 'URL of the next page, with `rel="next"`. Absent on the last page.',
    schema: { type: 'string' },
    example: '</api/v1/sounds/library?page=2>; rel="next"'
  },
  'x-ignored-parameters': {
    description:
      'Names of ignored query parameters, including `q` if `keyword` is sent too, percent-encoded and comma-separated; `...` at the end means more. Absent when there are none.',
    schema: { type: 'string' },
    example: 'limit'
  },
  'x-sample-data': {
    description: '`true` where the data are sample data, whose people and numbers are invented. Absent otherwise.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true'
  },
  'x-source-budget': {
    description:
      'What is left of the calls that a live source allows: `r` of `q`, for `t` seconds. Absent over other data.',
    schema: { type: 'string' },
    example: '"research";q=1000;r=976;t=3600'
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry, if known.',
    schema: { type: 'integer', minimum: 0 },
    example: 5
  },
  'RateLimit-Policy': {
    description:
      'What the key may use: `q` points in `w` seconds. A call costs one. Not there where nothing limits the key, or none is known.',
    schema: { type: 'string' },
    example: '"default";q=60000;w=60'
  },
  RateLimit: {
    description: 'Remaining points, `r`, and seconds until the reset, `t`.',
    schema: { type: 'string' },
    example: '"default";r=59999;t=60'
  },
  Allow: {
    description: 'The methods that this path supports.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, HEAD'
  },
  'WWW-Authenticate': {
    description: 'The key goes into the header `x-gateway-key`, or into `Authorization` as a bearer token.',
    required: true,
    schema: { type: 'string' },
    example: 'ApiKey realm="clipgraph", Bearer realm="clipgraph"'
  }
} satisfies Record<string, Json>

type HeaderName = keyof typeof headers

const limited: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit']
const cacheable: readonly HeaderName[] = [
  'x-request-id',
  'x-sample-data',
  'x-source-budget',
  'ETag',
  'Cache-Control',
  'Age',
  'Vary',
  ...limited
]
const refused: readonly HeaderName[] = [
  'x-request-id',
  'x-sample-data',
  'x-source-budget',
  'Cache-Control',
  'x-ignored-parameters',
  ...limited
]

/** `description`: when the code's message does not say when it occurs. `header`: a header of this response only. */
type Refusal = { description?: string; header?: HeaderName }

/** Codes of every operation; further ones are in an operation's row. */
const common = {
  INVALID_PARAM: {},
  UNAUTHORIZED: { header: 'WWW-Authenticate' },
  SURFACE_NOT_ALLOWED: { description: 'The key is not valid for REST.' },
  METHOD_NOT_ALLOWED: { description: 'The request uses a method other than GET and HEAD.', header: 'Allow' },
  REQUEST_TIMEOUT: {},
  PAYLOAD_TOO_LARGE: { description: 'The request declares a body of more than 256 KiB. No operation takes one.' },
  RATE_LIMITED: { description: 'The key has used up its points.', header: 'Retry-After' },
  INTERNAL_ERROR: {},
  UPSTREAM_ERROR: {},
  UNAVAILABLE: { header: 'Retry-After' },
  UPSTREAM_TIMEOUT: {},
  HTTP_VERSION_NOT_SUPPORTED: { description: 'The request uses a version of HTTP other than 1.0 and 1.1.' }
} satisfies { [C in ErrorCode]?: Refusal }
const commonCodes = keysOf(common)

const refusals: { readonly [C in ErrorCode]?: Refusal } = {
  ...common,
  // Shares its status with another code, and OpenAPI has one response per status.
  ACCOUNT_PRIVATE: {
    description: 'The account is private; or the key is not valid for REST, and the code is `SURFACE_NOT_ALLOWED`.'
  }
}

const failure = (
  code: ErrorCode,
  { failures }: ContractExamples,
  description = refusals[code]?.description ?? errorCodes[code].message
): Json => {
  const { header } = refusals[code] ?? {}
  return {
    description,
    headers: headerRefs(header === undefined ? refused : [...refused, header]),
    content: { 'application/json': { schema: schemaRef('Failure'), example: failures[code] } }
  }
}

/** All responses except successes, by name. Other surfaces have codes that no operation has. */
export const responses = (operations: readonly RestOperation[], examples: ContractExamples): Json => {
  const codes = new Set(operations.flatMap(codesOf))
  return {
    NotModified: {
      description: 'The response equals the one that `If-None-Match` names. There is no body.',
      headers: headerRefs(cacheable)
    },
    ...Object.fromEntries([...codes].map((code) => [code, failure(code, examples)])),
    HeadersTooLarge: failure('PAYLOAD_TOO_LARGE', examples, 'Address and headers have more than 16 KiB.')
  }
}

const codesOf = ({ errors }: RestOperation): ErrorCode[] => [...commonCodes, ...errors]

/** Responses of an operation by status. */
export const responsesOf = (operation: RestOperation, examples: ContractExamples): Json => ({
  '200': {
    description: `${operation.summary}.${formsOf(operation)}`,
    headers: headerRefs([...cacheable, 'x-ignored-parameters', ...(operation.pagination === 'none' ? [] : ['Link'])]),
    content: contentOf(operation, examples)
  },
  '304': responseRef('NotModified'),
  ...Object.fromEntries(codesOf(operation).map((code) => [String(errorCodes[code].status), responseRef(code)])),
  '431': responseRef('HeadersTooLarge')
})

/** The JSON form of a success. Listing the other media types would make each response a union of types. */
const contentOf = (operation: RestOperation, { answers }: ContractExamples): Json => ({
  'application/json': { schema: successSchema(operation), example: answers[operation.id] }
})

/** Describes the table forms of a list in words. */
const formsOf = (operation: RestOperation): string => {
  const table = tableOf(operation)
  if (table === null) return ''
  const types = Object.keys(tableTypes).map((type) => `\`${type}\``)
  const columns = table.columns.map(({ name }) => `\`${name}\``)
  return ` With ${types.slice(0, -1).join(', ')} or ${types.at(-1)} in \`Accept\` it comes as a table without envelope, whose columns are ${columns.join(', ')}. With \`escape=none\`, ids and formulas have no apostrophe in front; with \`unknown=empty\`, numbers and flags that no source gave are empty.`
}
