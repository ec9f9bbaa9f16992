import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { install } from '../packages/install.ts'
import { createClipgraph } from '../src/host/clipgraph.ts'
import { loadDataset, makeDataset, mediaBase } from './dataset.ts'
import { median } from './load.ts'
import { key } from './servers.ts'
import { makeWorkloads } from './workloads.ts'

/**
 * What a query costs through `fetch`, without a socket, with one plugin on: clipgraph beside Yoga as it comes, each in a process of its own.
 * Run it with `node bench/fetch.ts`; the table is Markdown.
 */

type Side = 'clipgraph' | 'yoga'
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, side: { type: 'string' }, dataset: { type: 'string' } }
})

/** Counts executions: every request has to go through Yoga's pipeline. */
const counter = () => {
  const plugin = {
    executed: 0,
    onExecute() {
      plugin.executed += 1
    }
  }
  return plugin
}

const openSide = async (side: Side, path: string) => {
  const plugin = counter()
  if (side === 'clipgraph') {
    const { fetch } = await createClipgraph({
      dataUrl: `sqlite:${path}`,
      keys: [key],
      rateLimit: 'off',
      publicUrl: mediaBase,
      plugins: [plugin]
    })
    return { fetch, plugin }
  }
  process.env.BENCH_DATASET = path
  // Packages of the peers, which have no types here.
  const load = (file: string) => import(new URL(file, import.meta.url).href)
  const [{ createYoga }, { createSchema }] = await Promise.all([
    load('peers/node_modules/graphql-yoga/esm/index.js'),
    load('peers/schema.mjs')
  ])
  const yoga = createYoga({ schema: await createSchema(), plugins: [plugin] })
  return { fetch: (request: Request): Promise<Response> => yoga.fetch(request), plugin }
}

const workloadsOf = async (path: string) =>
  makeWorkloads(await loadDataset(path), () => {
    throw new Error('no cold reads are measured')
  })
    .filter(({ group }) => group === 'GraphQL vary')
    .map(({ title, samples }) => ({ title, bodies: samples().flatMap((ask) => ('body' in ask ? [ask.body] : [])) }))

/** A child: runs rounds for its parent, and tells the processor time of a request in µs. */
const serveRounds = async (side: Side, path: string): Promise<void> => {
  const { fetch, plugin } = await openSide(side, path)
  const workloads = await workloadsOf(path)
  const headers = { 'content-type': 'application/json', 'x-gateway-key': key }
  process.on('message', async ({ title, requests }: { title: string; requests: number }) => {
    const bodies = workloads.find((each) => each.title === title)?.bodies ?? []
    const executedBefore = plugin.executed
    const before = process.cpuUsage()
    for (let index = 0; index < requests; index += 1) {
      const body = bodies[index % bodies.length] ?? ''
      const response = await fetch(new Request('http://127.0.0.1/graphql', { method: 'POST', headers, body }))
      const text = await response.text()
      if (!text.includes('"data":{')) throw new Error(text.slice(0, 500))
    }
    const { user, system } = process.cpuUsage(before)
    if (plugin.executed - executedBefore !== requests) throw new Error('the plugin was passed by')
    process.send?.((user + system) / requests)
  })
  process.send?.('ready')
}

const compare = async (): Promise<void> => {
  install('bench/peers')
  const folder = makeDataset({ users: 1_000, posts: 20_000 })
  const titles = (await workloadsOf(folder.path)).map(({ title }) => title)
  const sides = (['clipgraph', 'yoga'] as const).map((side) =>
    fork(new URL(import.meta.url), ['--side', side, '--dataset', folder.path])
  )
  for (const child of sides) await once(child, 'message')
  for (const child of sides) child.once('exit', (code) => process.exit(code ?? 1))
  const round = async (child: (typeof sides)[number], title: string, requests: number): Promise<number> => {
    child.send({ title, requests })
    const [us] = await once(child, 'message')
    return us
  }
  const lines: string[] = []
  for (const title of titles) {
    const requests = options.quick ? 20 : title.startsWith('100') ? 200 : 1_000
    for (const child of sides) await round(child, title, requests * 3)
    const all: [number, number][] = []
    for (let index = 0; index < (options.quick ? 1 : 15); index += 1) {
      const [ours, theirs] = sides as [(typeof sides)[number], (typeof sides)[number]]
      all.push([await round(ours, title, requests), await round(theirs, title, requests)])
    }
    const [ours, theirs] = [median(all.map(([us]) => us)), median(all.map(([, us]) => us))]
    const ratio = median(all.map(([us, other]) => other / us))
    lines.push(`| ${title} | ${Math.round(ours)} | ${Math.round(theirs)} | ${ratio.toFixed(1)} |`)
  }
  for (const child of sides) child.removeAllListeners('exit').kill()
  folder.remove()
  const head =
    '| through `fetch` with one plugin, µs of processor time | clipgraph | Yoga as it comes | times as fast |'
  process.stdout.write([head, '|---|--:|--:|--:|', ...lines, ''].join('\n'))
}

const { side, dataset } = options
if ((side === 'clipgraph' || side === 'yoga') && dataset !== undefined) await serveRounds(side, dataset)
else await compare()
