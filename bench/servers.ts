import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { mediaBase } from './dataset.ts'
import { programIn } from './program.ts'

export const key = 'bench-key'

/** A server under test: what is started, and with what in its environment. */
export type ServerSpec = {
  title: string
  file: string
  arguments?: readonly string[]
  env?: Record<string, string>
  /** Over the large data set of cold reads. */
  isCold?: true
  /** Loaded before it; may talk with whoever started it. */
  preload?: string
}

const clipgraph = { file: '../src/commands/main.js', arguments: ['serve'] }
const unkept = { file: 'uncached-answers.ts' }

/**
 * Its cache holds so little that of thousands of things that take turns none is still there when its turn comes again.
 * All connections are to be answered, however slow a search is on a busy machine.
 */
const cold = { ...clipgraph, env: { CACHE_MAX_MB: '4', MAX_WAIT_MS: '60000' }, isCold: true } as const

/** Over the data set itself. */
export const servers = {
  clipgraph: { title: 'clipgraph', ...clipgraph },
  'clipgraph-before': { title: 'clipgraph before', ...clipgraph },
  'clipgraph-unkept': { title: 'clipgraph, answers not kept', ...unkept },
  'clipgraph-before-unkept': { title: 'clipgraph before, answers not kept', ...unkept },
  'clipgraph-limited': { title: 'clipgraph, rate limits on', ...clipgraph, env: { RATE_LIMIT: '999999999/3600s' } },
  'clipgraph-logged': {
    title: 'clipgraph, every request logged',
    ...clipgraph,
    env: { LOG_LEVEL: 'info', LOG_REQUESTS: 'all' }
  },
  'clipgraph-cold': { title: 'clipgraph, small cache', ...cold },
  'clipgraph-before-cold': { title: 'clipgraph before, small cache', ...cold },
  bare: { title: 'bare node:http, ready bytes', file: 'bare.ts' },
  statements: { title: 'the bare statements', file: 'bare-statements.ts', isCold: true },
  mercurius: { title: 'Mercurius + JIT', file: 'peers/mercurius.mjs' },
  apollo: { title: 'Apollo Server 5 on Fastify', file: 'peers/apollo.mjs' },
  yoga: { title: 'Yoga as it comes', file: 'peers/yoga.mjs' },
  fastify: { title: 'Fastify', file: 'peers/fastify.mjs' },
  express: { title: 'Express 5', file: 'peers/express.mjs' },
  'fastify-sqlite': { title: 'Fastify over node:sqlite', file: 'peers/fastify-sqlite.mjs', isCold: true },
  'mercurius-sqlite': {
    title: 'Mercurius + JIT + loaders over node:sqlite',
    file: 'peers/mercurius-sqlite.mjs',
    isCold: true
  },
  'yoga-sqlite': { title: 'Yoga + Pothos + DataLoader over node:sqlite', file: 'peers/yoga-sqlite.mjs', isCold: true }
} as const satisfies Record<string, ServerSpec>
export type ServerName = keyof typeof servers

/** Over one and the same REST upstream. */
export const facades = {
  clipgraph: { title: 'clipgraph', ...clipgraph },
  'clipgraph-before': { title: 'clipgraph before', ...clipgraph },
  'apollo-rest': { title: 'Apollo Server 5 with @apollo/datasource-rest', file: 'peers/apollo-rest.mjs' },
  'yoga-rest': { title: 'Yoga with undici and an LRU', file: 'peers/yoga-rest.mjs' },
  'mercurius-rest': { title: 'Mercurius with JIT, undici and an LRU', file: 'peers/mercurius-rest.mjs' },
  hive: { title: 'Hive Gateway with an OpenAPI source (GraphQL Mesh)', file: 'peers/hive.mjs' }
} as const satisfies Record<string, ServerSpec>
export type FacadeName = keyof typeof facades

/** What takes part beside each clipgraph when another checkout is measured against. */
export const before: Partial<
  Record<ServerName, 'clipgraph-before' | 'clipgraph-before-unkept' | 'clipgraph-before-cold'>
> = {
  clipgraph: 'clipgraph-before',
  'clipgraph-unkept': 'clipgraph-before-unkept',
  'clipgraph-cold': 'clipgraph-before-cold'
}

/** The same server out of the folder of another checkout. */
export const outOf = (folder: string, spec: ServerSpec): ServerSpec =>
  spec.file === unkept.file
    ? { ...spec, arguments: [folder] }
    : { ...spec, file: pathToFileURL(programIn(folder)).href }

export type Running = {
  title: string
  pid: number
  port: number
  url: string
  /** The last it wrote on standard error. */
  told(): string
  /** From the start of the process to its first 200 on /healthz. */
  startMs: number
  /** Processor time of all threads so far; null where the system does not tell. */
  cpuMs(): number | null
  memoryMiB(): number | null
  /** What its preload answers. */
  askPreload(): Promise<unknown>
  stop(): Promise<void>
}

/** One core for the server under test, another one for everything else: the load, and the upstream of facades. */
const canPin = availableParallelism() >= 2 && spawnSync('taskset', ['-V']).status === 0
export const serverCore = canPin ? '0' : null
export const loadCore = canPin ? '1' : null

export const pinThisProcess = () => {
  if (loadCore !== null) spawnSync('taskset', ['-acp', loadCore, String(process.pid)])
}

const alive = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const nodeOn = (core: string | null, args: readonly string[]): [program: string, args: readonly string[]] =>
  core === null ? [process.execPath, args] : ['taskset', ['-c', core, process.execPath, ...args]]

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const timeOf = async (args: readonly string[]): Promise<number> => {
  const startedAt = performance.now()
  await once(spawn(...nodeOn(serverCore, args), { cwd: tmpdir(), stdio: 'ignore' }), 'exit')
  return performance.now() - startedAt
}

/** How long Node itself takes, with nothing to run. */
export const startNothing = () => timeOf(['-e', '0'])

/** How long the shortest command takes. */
export const showHelp = () => timeOf([pathOf(clipgraph.file), '--help'])

/** Starts a server on a free port and waits until it answers. */
export const start = async (
  spec: ServerSpec,
  env: Record<string, string>,
  core: string | null = serverCore
): Promise<Running> => {
  const port = await freePort()
  const preload = spec.preload === undefined ? [] : ['--import', pathOf(spec.preload)]
  const [program, args] = nodeOn(core, [...preload, pathOf(spec.file), ...(spec.arguments ?? [])])
  const startedAt = performance.now()
  const child = spawn(program, args, {
    // Away from anybody's `.env`.
    cwd: tmpdir(),
    env: { ...process.env, NODE_ENV: 'production', ...env, ...spec.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe', ...(spec.preload === undefined ? [] : (['ipc'] as const))]
  })
  alive.add(child)
  let told = ''
  child.stderr?.on('data', (text: Buffer) => {
    told = (told + text).slice(-4_000)
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isHealthy(`${url}/healthz`))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${spec.title} did not start:\n${told}`)
    if (performance.now() - startedAt > 60_000) throw new Error(`${spec.title} does not answer:\n${told}`)
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
  const startMs = performance.now() - startedAt
  const proc = `/proc/${child.pid}`
  return {
    title: spec.title,
    pid: child.pid ?? 0,
    port,
    url,
    startMs,
    told: () => (told === '' ? '' : `\n${told}`),
    cpuMs: () => {
      if (!existsSync(`${proc}/task`)) return null
      // Nanoseconds on a core, thread by thread.
      const threads = readdirSync(`${proc}/task`).map((id) => readFileSync(`${proc}/task/${id}/schedstat`, 'utf8'))
      return threads.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e6
    },
    memoryMiB: () => {
      if (!existsSync(`${proc}/status`)) return null
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`${proc}/status`, 'utf8'))?.[1]) / 1024
    },
    askPreload: async () => {
      const answered = once(child, 'message')
      child.send('')
      return (await answered)[0]
    },
    stop: async () => {
      alive.delete(child)
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${spec.title} ended by itself:\n${told}`)
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
  }
}

/** What clipgraph needs in its environment to serve `data`. */
export const clipgraphEnv = (data: string): Record<string, string> => ({
  HOST: '127.0.0.1',
  DATA_URL: data,
  UPSTREAM_KEY: key,
  GATEWAY_KEYS: key,
  PUBLIC_URL: mediaBase,
  LOG_LEVEL: 'error'
})

const isHealthy = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    }).on('error', () => resolve(false))
  })

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
