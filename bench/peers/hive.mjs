import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime'
import { getComposedSchemaFromConfig } from '@graphql-mesh/compose-cli'
import { loadOpenAPISubgraph } from '@omnigraph/openapi'

/**
 * Hive Gateway over the published OpenAPI document, composed by GraphQL Mesh. The graph has the shape of the REST
 * operations; what the document cannot tell, that a post's author is a profile, is added as their documentation says.
 */
const fail = (...told) => process.stderr.write(`${told.join(' ')}\n`)
const log = { log() {}, debug() {}, info() {}, warn: fail, error: fail, child: () => log }

const supergraph = await getComposedSchemaFromConfig(
  {
    subgraphs: [
      {
        sourceHandler: loadOpenAPISubgraph('clips', {
          source: fileURLToPath(new URL('../../schema/openapi.json', import.meta.url)),
          endpoint: process.env.BENCH_UPSTREAM,
          ignoreErrorResponses: true,
          operationHeaders: { 'x-gateway-key': process.env.BENCH_KEY }
        })
      }
    ],
    additionalTypeDefs: /* GraphQL */ `
      extend type Post {
        author: getUser_200_response
          @resolveTo(
            sourceName: "clips"
            sourceTypeName: "Query"
            sourceFieldName: "getUser"
            requiredSelectionSet: "{ author_username }"
            sourceArgs: { username: "{root.author_username}" }
          )
      }
    `
  },
  log
)
const gateway = createGatewayRuntime({ supergraph, logging: false, healthCheckEndpoint: '/healthz' })
createServer(gateway).listen(Number(process.env.PORT), '127.0.0.1')
