import { setTimeout as pause } from 'node:timers/promises'
import { openUpstream, type UpstreamOptions } from '../src/store/upstream/upstream.ts'
import { startServer, type TestServer, type TestServerOptions, testKey } from './server.ts'

/** Search measures freshness by the clock, so both ends of a chain read the same one, and it stands still. */
export const stillNow = 1_780_000_000_000

/** A deployment over the default data set, started for real, to be the upstream of something. */
export const startDeployment = (options: TestServerOptions = {}): Promise<TestServer> =>
  startServer({ now: () => stillNow, ...options })

/** A source over a deployment, by REST unless a test says otherwise. Closing it does not close the deployment. */
export const openOver = (url: string, options: Partial<UpstreamOptions> = {}) =>
  openUpstream({ url: new URL(url), key: testKey, connections: 64, isBatched: false, ...options })

/** How a deployment is asked. */
export const ways = ['REST', 'graph'] as const
export type Way = (typeof ways)[number]

/** A server whose source is the deployment at an address, by REST unless a test says otherwise: the graph is noticed at some time. */
export const startFacade = async (
  url: string,
  options: TestServerOptions & { key?: string | null; way?: Way } = {}
): Promise<TestServer> => {
  const { key = testKey, way = 'REST', config, ...others } = options
  // What it reads comes from the deployment; its own data set is none.
  const server = await startServer({
    dataset: 'none',
    ...others,
    config: { data: { kind: 'upstream', url: new URL(url), key }, upstreamBatch: way === 'graph', ...config }
  })
  if (way === 'graph') {
    // It looks for the graph after its first answer by REST.
    await server.get('/api/v1/live/readiness.probe/alive')
    const counts = async () => (await fetch(`${server.url}/metrics`)).text()
    while (!(await counts()).includes('event="graph_used"')) await pause(5)
  }
  return server
}
