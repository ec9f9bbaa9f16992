import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadDataset, makeDataset } from './dataset.ts'
import { median, saturate } from './load.ts'
import { clipgraphEnv, facades, key, loadCore, pinThisProcess, type Running, start } from './servers.ts'

/**
 * What recording costs a facade over an upstream that answers at once: requests a second with HISTORY, as a part of those without. Server
 * and writing thread share one core. Run it with `node bench/recording.ts`; the table is Markdown.
 */

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const seconds = options.quick ? 0.5 : 2
const rounds = options.quick ? 3 : 9

const folder = makeDataset({ users: 200, posts: 2_000 })
const { creators } = await loadDataset(folder.path)
const [username] = [...creators].find(([, { posts }]) => posts.length >= 20) ?? []
if (username === undefined) throw new Error('some creator has 20 posts')
const files = mkdtempSync(join(tmpdir(), 'clipgraph-recording-'))

/** Answers of clipgraph itself, given for any creator. Each creator has posts of its own, or all have the same. */
const startUpstream = async () => {
  const origin = await start(facades.clipgraph, clipgraphEnv(`sqlite:${folder.path}`), loadCore)
  const bodyOf = async (path: string) =>
    (await fetch(`${origin.url}/api/v1${path}`, { headers: { 'x-gateway-key': key } })).json()
  const profile = (await bodyOf(`/users/${username}`)) as { data: { username: string } }
  const list = (await bodyOf(`/users/${username}/posts?count=20`)) as { data: { post_id: string }[] }
  await origin.stop()
  const server = createServer((request, response) => {
    const [, name = '', number = '', isList] = /\/users\/([a-z]+\.(\d+))(\/posts)?/.exec(request.url ?? '') ?? []
    if (isList === undefined) profile.data.username = name
    else for (const [index, post] of list.data.entries()) post.post_id = postIdOf(name, Number(number), index)
    const body = JSON.stringify(isList === undefined ? profile : list)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
const postIdOf = (name: string, number: number, index: number): string =>
  String(7_000_000_000_000_000n + BigInt(name.startsWith('new') ? number * 20 + index : index))

const query = `query Creator($key: String!) {
  user(by: {username: $key}) { username displayName followersCount posts(first: 20) { nodes { caption plays likes } } }
}`
let asked = 0
const asking = (nameOf: () => string) => () => {
  const body = JSON.stringify({ query, variables: { key: nameOf() } })
  const head = `host: 127.0.0.1\r\nx-gateway-key: ${key}\r\ncontent-type: application/json`
  return `POST /graphql HTTP/1.1\r\n${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}
const numbered = (name: string) => () => {
  asked += 1
  return `${name}.${asked}`
}
const workloads = {
  'nothing cached, every creator and post for the first time': asking(numbered('new')),
  'nothing cached, posts that were read before': asking(numbered('same')),
  'all cached': asking(() => 'hot.1')
}

pinThisProcess()
const upstream = await startUpstream()
const env = clipgraphEnv(upstream.url)
const off = await start(facades.clipgraph, env)
const on = await start(facades.clipgraph, { ...env, HISTORY: join(files, 'history.db') })
/** Processor time of the thread that serves and of all threads, in microseconds. */
const processorUs = ({ pid, cpuMs }: Running) => ({
  serving: Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000,
  all: (cpuMs() ?? Number.NaN) * 1_000
})
const measure = async (server: Running, traffic: () => string, time = seconds) => {
  const before = processorUs(server)
  const run = await saturate(server.port, traffic, time)
  const after = processorUs(server)
  return {
    rate: run.requests / run.seconds,
    serving: (after.serving - before.serving) / run.requests,
    all: (after.all - before.all) / run.requests
  }
}
type Measured = Awaited<ReturnType<typeof measure>>

const lines: string[] = []
for (const [title, traffic] of Object.entries(workloads)) {
  const runs: { off: Measured; on: Measured }[] = []
  for (const server of [off, on]) await measure(server, traffic, seconds * 2)
  for (let round = 0; round < rounds; round += 1) {
    // Neither is always the first.
    const first = await measure(round % 2 === 0 ? off : on, traffic)
    const second = await measure(round % 2 === 0 ? on : off, traffic)
    runs.push(round % 2 === 0 ? { off: first, on: second } : { off: second, on: first })
  }
  const cells = [
    ...(['off', 'on'] as const).map((side) =>
      Math.round(median(runs.map((run) => run[side].rate))).toLocaleString('en')
    ),
    median(runs.map((run) => run.on.rate / run.off.rate)).toFixed(2),
    ...(['serving', 'all'] as const).map((threads) =>
      median(runs.map((run) => run.on[threads] / run.off[threads])).toFixed(2)
    )
  ]
  lines.push(`| ${title} | ${cells.join(' | ')} |`)
}
const metrics = await (await fetch(`${on.url}/metrics`)).text()
for (const server of [off, on]) await server.stop()
upstream.close()
folder.remove()
rmSync(files, { recursive: true })
process.stdout.write(
  [
    '| user + 20 posts | off, requests a second | on | on : off | processor time a request of the serving thread, on : off | of all threads |',
    '|---|--:|--:|--:|--:|--:|',
    ...lines,
    '',
    ...metrics.split('\n').filter((line) => line.startsWith('clipgraph_history')),
    ''
  ].join('\n')
)
