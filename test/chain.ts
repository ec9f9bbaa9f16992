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

/** A server whose source is the deployment at an address, by REST unless a test says otherwise: the graph is noticed at some time. */
export const startFacade = (url: string, options: TestServerOptions & { key?: string | null } = {}) => {
  const { key = testKey, config, ...others } = options
  // What it reads comes from the deployment; its own data set is none.
  return startServer({
    dataset: 'none',
    ...others,
    config: { data: { kind: 'upstream', url: new URL(url), key }, upstreamBatch: false, ...config }
  })
}
