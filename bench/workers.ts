import { parseArgs } from 'node:util'
import { loadDataset, makeDataset } from './dataset.ts'
import { median, saturate } from './load.ts'
import { clipgraphEnv, key, servers, start } from './servers.ts'

/**
 * Cached responses a second of two workers beside one, in alternating rounds. Two workers, their primary and the load need four processors of
 * their own: on fewer the ratio says little. The table is Markdown.
 *
 * `node bench/workers.ts [--quick]`
 */

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const rounds = options.quick ? 3 : 9
const seconds = options.quick ? 1 : 5

const folder = makeDataset({ users: 200, posts: 2_000 })
const { creators } = await loadDataset(folder.path)
const [username] = creators.keys()
const query = JSON.stringify({
  query: `{ user(by: { username: "${username}" }) { displayName posts(first: 10) { nodes { id caption } } } }`
})
const head = (line: string) => `${line} HTTP/1.1\r\nhost: bench\r\nx-gateway-key: ${key}\r\n`
const requests = {
  'hot REST': `${head(`GET /api/v1/users/${username}`)}\r\n`,
  'hot GraphQL': `${head('POST /graphql')}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(query)}\r\n\r\n${query}`
}

const running = await Promise.all(
  ['1', '2'].map((workers) =>
    start(servers.clipgraph, { ...clipgraphEnv(`sqlite:${folder.path}`), WORKERS: workers }, null)
  )
)
const portOf = (at: number) => Number(new URL(running[at]?.url ?? '').port)
const perSecond = async (at: number, request: string) => {
  const run = await saturate(portOf(at), () => request, seconds, { sharesCore: true })
  return run.requests / run.seconds
}

process.stdout.write('| | 1 worker | 2 workers | ratio |\n|---|---:|---:|---:|\n')
for (const [title, request] of Object.entries(requests)) {
  const rates: [number, number][] = []
  // The first round fills caches.
  for (let round = 0; round <= rounds; round += 1) {
    const pair: [number, number] = [await perSecond(0, request), await perSecond(1, request)]
    if (round > 0) rates.push(pair)
  }
  const [one, two] = [median(rates.map(([rate]) => rate)), median(rates.map(([, rate]) => rate))]
  const ratio = median(rates.map(([single, both]) => both / single))
  process.stdout.write(`| ${title} | ${Math.round(one)}/s | ${Math.round(two)}/s | ${ratio.toFixed(2)} |\n`)
}
for (const { stop } of running) await stop()
folder.remove()
