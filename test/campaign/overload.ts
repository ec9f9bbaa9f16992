import { rows } from '../dataset.ts'
import { machineTicks, processorMs } from '../process-figures.ts'
import { serve } from '../served.ts'
import { testKey } from '../server.ts'
import { type Figure, percentile, round } from './figure.ts'
import { type Answer, best, Line, offer } from './open-loop.ts'

const seconds = 8
/** One alone says little of a machine that others share. */
const rounds = 5
/** A round in which the host gave more of the machine to others says more of them, and is done again: so many times in all. */
const mostStolen = 0.03
const mostRounds = 20
const connections = 512
/** Connections that get the most out of a server. */
const busyConnections = 32
const probeEveryMs = 50

const head = `host: 127.0.0.1\r\nx-gateway-key: ${testKey}\r\n`
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${head}\r\n`
const post = (body: string) =>
  `POST /graphql HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

/** Searches in one question. */
const searches = 10

/**
 * Some milliseconds of work each: searches for words that were not looked for together before, in a document that was never seen. Beside that, what
 * the operating system takes to carry a refusal is little; three times as much of what costs no more than a refusal would leave nobody any time.
 */
const questions = () => {
  const names = rows<{ name: string }>('select name from hashtags order by pk').map(({ name }) => name)
  let asked = 0
  return () => {
    const lists = Array.from({ length: searches }, (_, index) => {
      const number = asked * searches + index
      const [one, other] = [number % names.length, Math.floor(number / names.length)]
      const keyword = `${names[one]} ${names[(one + other + 1) % names.length]}`
      return `list${index}: search(keyword: "${keyword}") { posts(first: 20) { nodes { caption plays author { username } } } users { nodes { bio } } }`
    })
    asked += 1
    return post(JSON.stringify({ query: `query Q${asked} { ${lists.join(' ')} }` }))
  }
}

type Round = { most: number; share: number; others: number } & Record<
  'inTime' | 'refused' | 'health' | 'ready',
  Answer[]
>

/** Asks for health and for what is ready again and again, on connections of its own. */
const probe = (port: number, ready: string) => {
  const answers = { health: [] as Answer[], ready: [] as Answer[] }
  const lines = { health: new Line(port, 20), ready: new Line(port, 20) }
  const ask = (name: keyof typeof answers, request: string) => {
    const at = performance.now()
    lines[name].send(request, (status) => answers[name].push({ ms: performance.now() - at, status }))
  }
  const asking = setInterval(() => {
    ask('health', get('/healthz'))
    ask('ready', ready)
  }, probeEveryMs)
  return {
    stop() {
      clearInterval(asking)
      for (const line of Object.values(lines)) line.close()
      return answers
    }
  }
}

/** Three times as much as a server can do, offered by somebody who does not wait for answers. */
export const overload = async (dataset: string, hear: (figure: Figure) => void): Promise<void> => {
  process.env.TEST_DATASET = dataset
  const server = await serve(dataset)
  const port = Number(new URL(server.url).port)
  const next = questions()
  const ready = get('/api/v1/sounds/library')
  for (let times = 0; times < 3; times += 1) await best(port, () => ready, 1, 0.1)
  await best(port, next, busyConnections, 3)

  const measured = async <T>(work: Promise<T>) => {
    const before = processorMs(server.pid)
    const value = await work
    return { value, processor: processorMs(server.pid) - before }
  }
  const seen: Round[] = []
  let tried = 0
  for (; seen.length < rounds && tried < mostRounds; tried += 1) {
    const ticks = machineTicks()
    const alone = await measured(best(port, next, busyConnections, seconds))
    const most = alone.value
    const probes = probe(port, ready)
    const load = await measured(offer(port, next, { perSecond: 3 * most, seconds, connections }))
    const offered = load.value
    const inTime = offered.filter(({ status, ms }) => status === 200 && ms <= 1_000)
    const refused = offered.filter(({ status }) => status === 503)
    const probed = probes.stop()
    const { all, stolen } = machineTicks()
    if ((stolen - ticks.stolen) / (all - ticks.all) > mostStolen) continue
    seen.push({
      most,
      // What others do on the machine is not in processor time, and the whole of a busy server is.
      share: (100 * (inTime.length / load.processor)) / ((most * seconds) / alone.processor),
      inTime,
      refused,
      others: offered.length - refused.length - offered.filter(({ status }) => status === 200).length,
      ...probed
    })
  }

  const each = (read: (round: Round) => number) => seen.map(read).sort((a, b) => a - b)
  const middle = (read: (round: Round) => number) => each(read)[Math.floor(seen.length / 2)] ?? Number.NaN
  const sum = (read: (round: Round) => number) => each(read).reduce((total, number) => total + number, 0)
  const told = (read: (round: Round) => number) => `${round(middle(read))} (${each(read).map(round).join(', ')})`
  const what = `three times its best, ${Math.round(middle(({ most }) => most))} a second, offered ${seen.length} times for ${seconds} s${tried === seen.length ? '' : ` (and ${tried - seen.length} times while the host gave more than ${100 * mostStolen} % of the machine to others, which do not count)`}`
  const share = ({ share }: Round) => share
  hear({
    what: `${what}: answered within a second`,
    must: '≥ 90 % of its best, for the same processor time, in the median',
    seen: `${told(share)} %; p50 ${round(middle(({ inTime }) => percentile(inTime, 0.5)))} ms`,
    holds: middle(share) >= 90
  })
  const slowRefusal = ({ refused }: Round) => percentile(refused, 0.99)
  const others = sum(({ others }) => others)
  hear({
    what: `${what}: refused`,
    must: 'p99 ≤ 20 ms in the median; nothing but 200 and 503',
    seen: `p50 ${round(middle(({ refused }) => percentile(refused, 0.5)))} ms, p99 ${told(slowRefusal)} ms; ${others} others`,
    holds: middle(slowRefusal) <= 20 && others === 0
  })
  for (const name of ['health', 'ready'] as const) {
    const slow = (round: Round) => percentile(round[name], 0.99)
    const failed = sum((round) => round[name].filter(({ status }) => status !== 200).length)
    hear({
      what: `${what}: ${name === 'health' ? '/healthz' : 'what is ready'}, every ${probeEveryMs} ms`,
      must: 'all answered; p99 ≤ 50 ms in the median',
      seen: `${failed} failed; p99 ${told(slow)} ms`,
      holds: failed === 0 && middle(slow) <= 50
    })
  }
  server.kill('SIGKILL')
  await server.exited
}
