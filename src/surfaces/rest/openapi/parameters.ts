import { apiVersion } from '../../../records/api-version.ts'
import type { RestOperation } from '../operations.ts'
import type { Json } from './json.ts'

/** Request headers of all operations besides the key. */
export const headerParameters = {
  ApiVersion: {
    name: 'x-api-version',
    in: 'header',
    required: false,
    description: 'The API version that the client expects. Any other version than the served one is refused.',
    schema: { type: 'string', const: apiVersion },
    example: apiVersion
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'Entity tags of responses that the client has. If one of them is still valid, the response is 304 without a body.',
    schema: { type: 'string' },
    example: 'W/"VkxfBRvHQLfTt0iHl3tM4Gp2tXg"'
  }
} satisfies Record<string, Json>

/**
 * Path and query parameters. Aliases are left out: clients do not omit what is required, and OpenAPI cannot express "either". For the same reason
 * two alternative parameters are both optional. As one exploded object with alternatives they would be typed exactly, but generators would send
 * `by[videoId]=` or `[object Object]`.
 */
export const parametersOf = ({ path, input, exactlyOneOf }: RestOperation): Json[] =>
  Object.entries(input).map(([name, { schema, description, example, required }]) => ({
    name,
    in: path.includes(`{${name}}`) ? 'path' : 'query',
    required,
    description: exactlyOneOf?.includes(name)
      ? `${description} Give exactly one of ${exactlyOneOf.join(' and ')}.`
      : description,
    schema,
    example
  }))
