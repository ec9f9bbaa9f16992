import { type Clipgraph, createClipgraph } from 'clipgraph'

let opened: Promise<Clipgraph> | undefined

/** On the first request, because a build loads this file as well. */
const open = () => {
  opened ??= createClipgraph({
    dataUrl: process.env.DATA_URL,
    keys: process.env.GATEWAY_KEYS,
    basePath: '/api/clipgraph'
  })
  return opened
}

const handler = async (request: Request): Promise<Response> => (await open()).fetch(request)

export { handler as GET, handler as HEAD, handler as OPTIONS, handler as POST }
