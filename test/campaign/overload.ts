import { rows } from '../dataset.ts'
import { processorMs } from '../process-figures.ts'
import { serve } from '../served.ts'
import { testKey } from '../server.ts'
import { type Figure, percentile, round } from './figure.ts'
import { type Answer, best, Line, offer } from './open-loop.ts'

const seconds = 10
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
  const alone = await measured(best(port, next, busyConnections, seconds))
  const most = alone.value

  const probes = { health: [] as Answer[], ready: [] as Answer[] }
  const lines = { health: new Line(port, 20), ready: new Line(port, 20) }
  const probe = (name: keyof typeof probes, request: string) => {
    const at = performance.now()
    lines[name].send(request, (status) => probes[name].push({ ms: performance.now() - at, status }))
  }
  const probing = setInterval(() => {
    probe('health', get('/healthz'))
    probe('ready', ready)
  }, probeEveryMs)
  const load = await measured(offer(port, next, { perSecond: 3 * most, seconds, connections }))
  clearInterval(probing)
  for (const line of Object.values(lines)) line.close()

  const offered = load.value
  const inTime = offered.filter(({ status, ms }) => status === 200 && ms <= 1_000)
  const refused = offered.filter(({ status }) => status === 503)
  // What others do on the machine is not in processor time, and the whole of a busy server is.
  const share = inTime.length / load.processor / ((most * seconds) / alone.processor)
  const times = (answers: readonly Answer[]) =>
    `p50 ${round(percentile(answers, 0.5))} ms, p99 ${round(percentile(answers, 0.99))} ms`
  const what = `three times its best, ${Math.round(most)} a second, offered for ${seconds} s`
  hear({
    what: `${what}: answered within a second`,
    must: '≥ 90 % of its best, for the same processor time',
    seen: `${Math.round(share * 100)} %; ${times(inTime)}`,
    holds: share >= 0.9
  })
  const neither = offered.length - refused.length - offered.filter(({ status }) => status === 200).length
  hear({
    what: `${what}: refused`,
    must: 'p99 ≤ 20 ms; nothing but 200 and 503',
    seen: `${refused.length} of ${offered.length}; ${times(refused)}; ${neither} others`,
    holds: percentile(refused, 0.99) <= 20 && neither === 0
  })
  for (const [name, answers] of Object.entries(probes)) {
    const failed = answers.filter(({ status }) => status !== 200).length
    hear({
      what: `${what}: ${name === 'health' ? '/healthz' : 'what is ready'}, ${answers.length} times`,
      must: 'all answered; p99 ≤ 50 ms',
      seen: `${failed} failed; p99 ${round(percentile(answers, 0.99))} ms, slowest ${round(percentile(answers, 1))} ms`,
      holds: failed === 0 && percentile(answers, 0.99) <= 50
    })
  }
  server.kill('SIGKILL')
  await server.exited
}
