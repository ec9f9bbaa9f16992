import { apiVersion } from '../../records/api-version.ts'
import { contractExamples } from './openapi/examples.ts'
import { type Json, parameterRef } from './openapi/json.ts'
import { headerParameters, parametersOf } from './openapi/parameters.ts'
import { headers, responses, responsesOf } from './openapi/responses.ts'
import { schemas } from './openapi/schemas.ts'
import { type OperationGroup, operations, type RestOperation } from './operations.ts'

const groups: Readonly<Record<OperationGroup, string>> = {
  Users: 'Profiles of creators, and the lists that belong to them.',
  Posts: 'Single posts.',
  Sounds: 'Sounds, the posts that use them, and the library of licensed ones.',
  Search: 'Posts, creators and live rooms for a keyword, and terms that complete it.',
  Live: 'Live rooms, and who is on the air.',
  Effects: 'Camera effects.',
  Places: 'Places, and the posts tagged with them.',
  Collections: 'Playlists of creators, and the posts in them.',
  Challenges: 'Posts of a hashtag.',
  Intelligence: 'What is computed from the data of a creator.'
}

const describe = (operation: RestOperation, examples: typeof contractExamples): Json => ({
  operationId: operation.id,
  tags: [operation.group],
  summary: operation.summary,
  description: operation.description,
  parameters: parametersOf(operation),
  responses: responsesOf(operation, examples)
})

/** Parameters of every operation, declared on the path. */
const ofEveryPath = Object.keys(headerParameters).map(parameterRef)

/**
 * The REST contract as OpenAPI 3.1, derived from the operations table, records and inputs. Examples are answers of the default data set,
 * recorded by `npm run generate`.
 */
export const openApi = (examples = contractExamples): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'clipgraph',
    version: apiVersion,
    description:
      'Public data of a short-video platform, read-only. The same data is one typed graph at `/graphql`. Every answer, success or failure, has the same envelope. A number that no source has given is 0, and a flag false. HEAD answers like GET, without a body.',
    contact: { name: 'Operator of this deployment' },
    license: { name: 'MIT', identifier: 'MIT' }
  },
  servers: [{ url: '/', description: 'The server this document came from.' }],
  security: [{ gatewayKey: [] }],
  tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
  paths: Object.fromEntries(
    operations.map((operation) => [operation.path, { parameters: ofEveryPath, get: describe(operation, examples) }])
  ),
  components: {
    securitySchemes: {
      gatewayKey: {
        type: 'apiKey',
        in: 'header',
        name: 'x-gateway-key',
        description:
          'A key of this deployment. A gateway in front of it may add it. `Authorization: Bearer KEY` is accepted as well; beside this header it is ignored.'
      }
    },
    parameters: headerParameters,
    headers,
    responses: responses(operations, examples),
    schemas
  }
})
