import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { install } from '../packages/install.ts'
import { loadDataset, makeDataset } from './dataset.ts'
import { median, saturate } from './load.ts'
import { clipgraphEnv, facades, key, loadCore, pinThisProcess, type Running, start } from './servers.ts'

/**
 * How many requests facades answer over a REST upstream that answers at once, each for a key that it has not met. Run it with
 * `node bench/facade-load.ts`; the table is Markdown.
 */

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const seconds = options.quick ? 0.5 : 2
const rounds = options.quick ? 1 : 7
const names = ['clipgraph', 'apollo-rest', 'hive'] as const

const folder = makeDataset({ users: 200, posts: 2_000 })
const { creators } = await loadDataset(folder.path)
const [username, creator] = [...creators].find(([, { posts }]) => posts.length >= 20) ?? []
if (username === undefined || creator === undefined) throw new Error('some creator has 20 posts')

// Asked of clipgraph itself, and then given for any username.
const templates = async (): Promise<{ profile: string; posts: string }> => {
  const upstream = await start(facades.clipgraph, clipgraphEnv(`sqlite:${folder.path}`), loadCore)
  const textOf = async (path: string) =>
    (await fetch(`${upstream.url}/api/v1${path}`, { headers: { 'x-gateway-key': key } })).text()
  const profile = await textOf(`/users/${username}`)
  const posts = await textOf(`/users/${username}/posts?count=20`)
  await upstream.stop()
  return { profile, posts }
}

const startUpstream = async () => {
  const { profile, posts } = await templates()
  const parts = { profile: profile.split(username), posts: posts.split(username) }
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    const [, asked = '', isPosts] = /^\/api\/v1\/users\/([^/?]+)(\/posts)?/.exec(request.url ?? '') ?? []
    const body = parts[isPosts === undefined ? 'profile' : 'posts'].join(asked)
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body)
    })
    response.end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close, calls: () => calls }
}

const queries = {
  graph: `query Creator($key: String!) {
    user(by: {username: $key}) { username displayName followersCount posts(first: 20) { nodes { caption plays likes } } }
  }`,
  restShaped: `query Creator($key: queryInput_getUser_username!, $again: queryInput_listUserPosts_username!) {
    getUser(username: $key) { data { username display_name followers } }
    listUserPosts(username: $again, count: 20) { data { caption plays likes } }
  }`
}

let asked = 0
const traffic = (name: (typeof names)[number]) => () => {
  asked += 1
  const variables = { key: `creator.${asked}`, ...(name === 'hive' ? { again: `creator.${asked}` } : {}) }
  const body = JSON.stringify({ query: name === 'hive' ? queries.restShaped : queries.graph, variables })
  return [
    'POST /graphql HTTP/1.1',
    'host: 127.0.0.1',
    `x-gateway-key: ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body
  ].join('\r\n')
}

await install('bench/peers')
pinThisProcess()
const upstream = await startUpstream()
const env = { ...clipgraphEnv(upstream.url), BENCH_UPSTREAM: upstream.url, BENCH_KEY: key }
const running: { name: (typeof names)[number]; server: Running; rates: number[]; cpuUs: number[]; calls: number[] }[] =
  []
for (const name of names) {
  running.push({ name, server: await start(facades[name], env), rates: [], cpuUs: [], calls: [] })
}
for (const { name, server } of running) await saturate(server.port, traffic(name), seconds * 2)
for (let round = 0; round < rounds; round += 1) {
  for (const { name, server, rates, cpuUs, calls } of running) {
    const [cpuBefore, callsBefore] = [server.cpuMs() ?? Number.NaN, upstream.calls()]
    const run = await saturate(server.port, traffic(name), seconds)
    rates.push(run.requests / run.seconds)
    cpuUs.push((((server.cpuMs() ?? Number.NaN) - cpuBefore) * 1_000) / run.requests)
    calls.push((upstream.calls() - callsBefore) / run.requests)
  }
}
for (const { server } of running) await server.stop()
upstream.close()
folder.remove()

const ours = running[0]?.rates ?? []
const lines = running.map(({ name, rates, cpuUs, calls }) => {
  const ratio = median(rates.map((rate, round) => (ours[round] ?? Number.NaN) / rate))
  return `| ${facades[name].title} | ${Math.round(median(rates)).toLocaleString('en')} | ${Math.round(median(cpuUs))} | ${median(calls).toFixed(1)} | ${ratio.toFixed(1)} |`
})
process.stdout.write(
  [
    '| user + 20 posts, no key twice | requests a second | µs of processor time | upstream calls | clipgraph is so many times as fast |',
    '|---|--:|--:|--:|--:|',
    ...lines,
    ''
  ].join('\n')
)
