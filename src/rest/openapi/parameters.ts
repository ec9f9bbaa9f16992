import { apiVersion } from '../../records/api-version.ts'
import type { RestOperation } from '../operations.ts'
import type { Json } from './json.ts'

/** Headers that any operation takes besides the key. */
export const headerParameters = {
  ApiVersion: {
    name: 'x-api-version',
    in: 'header',
    required: false,
    description: 'The version the client was made for. Anything but the version that is served is refused.',
    schema: { type: 'string', const: apiVersion },
    example: apiVersion
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'Entity tags of answers the client has. When one of them still stands, the answer is 304 without a body.',
    schema: { type: 'string' },
    example: 'W/"VkxfBRvHQLfTt0iHl3tM4Gp2tXg"'
  }
} satisfies Record<string, Json>

/**
 * Parameters of the path and the query. Of a parameter with other names the contract has the one: no client forgets what is required,
 * and OpenAPI has no word for "either". For the same reason two parameters of which one is needed are both optional here. Written as one
 * parameter, an exploded object with alternatives, they would be typed as they should be, but what generators make of it sends
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
