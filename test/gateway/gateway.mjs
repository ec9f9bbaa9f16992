import { once } from 'node:events'
import { createServer } from 'node:http'
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime'
import { composeServices } from '@theguild/federation-composition'
import { parse } from 'graphql'

/**
 * Composes the subgraphs given as `name=url` and serves the result with Hive Gateway, which sends the key of a request on to them. Writes its
 * address and the supergraph, or the errors of composition, as one line of JSON.
 */
const sdlAt = async (url) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-key': process.env.SUBGRAPH_KEY },
    body: JSON.stringify({ query: '{ _service { sdl } }' })
  })
  return (await response.json()).data._service.sdl
}

const services = process.argv.slice(2).map(async (given) => {
  const [name, url] = given.split('=')
  return { name, url, typeDefs: parse(await sdlAt(url)) }
})
const { supergraphSdl, errors = [] } = composeServices(await Promise.all(services))
if (errors.length === 0) {
  const gateway = createGatewayRuntime({
    supergraph: supergraphSdl,
    logging: false,
    propagateHeaders: {
      fromClientToSubgraphs: ({ request }) => ({ 'x-gateway-key': request.headers.get('x-gateway-key') })
    }
  })
  const server = createServer(gateway).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${server.address().port}/graphql`
  process.stdout.write(`${JSON.stringify({ url, supergraph: supergraphSdl })}\n`)
} else {
  process.stdout.write(`${JSON.stringify({ errors: errors.map(({ message }) => message) })}\n`)
}
