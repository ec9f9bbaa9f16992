import { mkdtempSync, rmSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * How far a request goes: the calls of functions it makes, and the files they are in, counted by the engine. `npm run walk`, or with the folder of
 * another checkout behind it.
 */
const checkout = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'))
const [src = '', packages = ''] = ['src', 'node_modules'].map((name) => pathToFileURL(`${join(checkout, name)}/`).href)

const { startApp } = await import(`${src}app.ts`)
const { readConfig } = await import(`${src}config.ts`)
const seedModule = await import(`${src}dataset/seed/seed.ts`).catch(() => import(`${src}seed/seed.ts`))
const { examples } = await import(`${src}services/examples.ts`)

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-walk-'))
const path = join(folder, 'walk.db')
await seedModule.seedDataset({ path, ...seedModule.seedDefaults, users: 200, posts: 4_000 })

const key = 'walk'
const log = { isLevelEnabled: () => false, error() {}, warn() {} }
const app = await startApp({
  config: readConfig({ PORT: '0', DATA_URL: `sqlite:${path}`, GATEWAY_KEYS: key }),
  log
})

const get = (address: string) => fetch(app.url + address, { headers: { 'x-gateway-key': key } })
const ask = (query: string) =>
  fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'x-gateway-key': key, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query })
  })
const found = await (await get('/api/v1/search/users?keyword=a&count=50')).json()
const [creator = examples.username, other = examples.username, third = examples.username] = found.data
  .filter(({ is_private }: { is_private: boolean }) => !is_private)
  .map(({ username }: { username: string }) => username)

const creatorQuery = (username: string, more: string) =>
  `{ user(by: {username: "${username}"}) { displayName posts(first: 5) { nodes { caption } } } ${more} }`
const hot = `/api/v1/users/${creator}`
const requests: [string, () => Promise<Response>][] = [
  ['REST, asked again', () => get(hot)],
  ['REST, a list that is not at hand', () => get(`/api/v1/users/${other}/posts?count=5`)],
  ['GraphQL, cold', () => ask(creatorQuery(third, ''))],
  ['GraphQL, with an error', () => ask(creatorQuery(creator, 'post(by: {postId: "1"}) { caption }'))]
]
for (let times = 0; times < 3; times += 1) await (await get(hot)).text()

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
/** Calls of functions and files they are in, of files whose address begins like this. */
const count = (result: readonly Profiler.ScriptCoverage[], beginning: string): string => {
  const files = result
    .filter(({ url }) => url.startsWith(beginning))
    // The first range of a function is the whole of it.
    .map(({ functions }) => functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0))
    .filter((calls) => calls > 0)
  return `${files.reduce((sum, calls) => sum + calls, 0)} in ${files.length} files`
}

process.stdout.write('| request | calls here | calls in packages |\n|---|---:|---:|\n')
for (const [name, send] of requests) {
  await session.post('Profiler.takePreciseCoverage')
  await (await send()).text()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  process.stdout.write(`| ${name} | ${count(result, src)} | ${count(result, packages)} |\n`)
}
session.disconnect()
await app.close()
rmSync(folder, { recursive: true, force: true })
process.exit()
