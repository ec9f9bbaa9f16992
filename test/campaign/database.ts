import { setTimeout as pause } from 'node:timers/promises'
import { copyDataset } from '../../src/ingest/postgres/copy.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { rows } from '../dataset.ts'
import { hasPostgresServer, startCluster } from '../own-cluster.ts'
import { startServer } from '../server.ts'
import { type Answered, type Figure, load, percentile, round } from './figure.ts'

const phaseMs = 15_000
const perSecond = 150

/** A connection attempt and a statement that is given up, and what is asked again. */
const inTimeMs = 4_000

/** What an answer says that a database did not give. */
const codes = ['UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT', 'UNAVAILABLE']
const isInForm = ({ status, refusal }: Answered) =>
  status === 200 || codes.some((code) => refusal?.includes(`"code":"${code}"`))

/** The database stopped, killed and restarted under load. Every second request is for something that is not in the cache. */
export const database = async (dataset: string, hear: (figure: Figure) => void): Promise<void> => {
  if (!hasPostgresServer()) {
    hear({ what: 'PostgreSQL', must: 'be there to be stopped', seen: 'none on this machine', holds: true })
    return
  }
  process.env.TEST_DATASET = dataset
  const cluster = await startCluster()
  await migrate(cluster.url, null)
  await copyDataset(dataset, cluster.url, () => {})
  const server = await startServer({
    dataset: 'none',
    config: { data: { kind: 'postgres', urls: [cluster.url] }, requestTimeoutMs: 10_000 }
  })
  const handles = rows<{ handle: string }>('SELECT handle FROM users WHERE is_private = 0 ORDER BY pk LIMIT 20').map(
    ({ handle }) => handle
  )
  const warm = handles.flatMap((handle) => [`/api/v1/users/${handle}`, `/api/v1/users/${handle}/posts?count=5`])
  for (const path of warm) await server.get(path)
  let turn = 0
  const isCold = ({ path }: Answered) => path.includes('not.there')
  const running = load(server.url, perSecond, () => {
    turn += 1
    return turn % 2 === 0 ? `/api/v1/live/not.there.${turn}/alive` : (warm[(turn >> 1) % warm.length] ?? '')
  })
  await pause(3_000)
  const usual = percentile(
    (await running.during(phaseMs)).filter((answer) => !isCold(answer)),
    0.99
  )
  const phase = async (what: string, change: () => unknown) => {
    await change()
    const answers = await running.during(phaseMs)
    const cached = answers.filter((answer) => !isCold(answer))
    const cold = answers.filter(isCold)
    const failed = cached.filter(({ status }) => status !== 200).length
    const p99 = percentile(cached, 0.99)
    hear({
      what: `PostgreSQL ${what}, ${cached.length} requests for what was cached`,
      must: 'no 5xx; p99 within 60 ms of normal',
      seen: `${failed} failed; p99 ${round(p99)} ms (normal ${round(usual)} ms)`,
      holds: failed === 0 && p99 <= usual + 60
    })
    const answered = cold.filter(({ status }) => status === 200).length
    const unformed = cold.filter((answer) => !isInForm(answer)).length
    const slowest = percentile(cold, 1)
    hear({
      what: `PostgreSQL ${what}, ${cold.length} requests for what was not`,
      must: `answered, or refused in form, within ${inTimeMs / 1_000} s`,
      seen: `${answered} answered, ${cold.length - answered - unformed} refused in form, ${unformed} otherwise; slowest ${round(slowest)} ms`,
      holds: unformed === 0 && slowest <= inTimeMs
    })
  }
  const back = async (what: string, change: () => unknown) => {
    let seconds = Number.POSITIVE_INFINITY
    await phase(what, async () => {
      await change()
      const began = performance.now()
      while (seconds === Number.POSITIVE_INFINITY) {
        turn += 1
        const { status } = await server.get(`/api/v1/live/not.there.probe.${turn}/alive`)
        if (status === 200 || performance.now() - began > phaseMs) seconds = (performance.now() - began) / 1_000
        else await pause(20)
      }
    })
    hear({
      what: `PostgreSQL ${what}: asked again without anyone’s help`,
      must: 'answers within 10 s',
      seen: `the first after ${seconds.toFixed(1)} s`,
      holds: seconds <= 10
    })
  }
  await phase('stopped (SIGSTOP)', () => cluster.signal('SIGSTOP'))
  await back('going on (SIGCONT)', () => cluster.signal('SIGCONT'))
  await phase('killed (SIGKILL)', () => cluster.signal('SIGKILL'))
  await back('restarted', () => cluster.start())
  await running.stop()
  await server.close()
  await cluster.close()
}
