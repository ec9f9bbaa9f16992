import { spawn, type ChildProcessWithoutNullStreams as Tool } from 'node:child_process'
import { once } from 'node:events'
import { oneByOne, saturate, type Traffic } from './load.ts'
import type { Running, ServerName, ServerSpec } from './servers.ts'

/** Of one request, on average; null for what is not counted on this machine. */
export type Counts = {
  /** In user space. */
  instructions: number | null
  systemCalls: number | null
  /** In the heap of V8. */
  allocatedBytes: number | null
}

/** Whose requests are counted, where they take part. */
export const counted: ReadonlySet<ServerName> = new Set([
  'bare',
  'clipgraph',
  'clipgraph-before',
  'clipgraph-unkept',
  'clipgraph-before-unkept',
  'fastify',
  'mercurius'
])

/** A server that can be counted. */
export const countable = (spec: ServerSpec): ServerSpec => ({ ...spec, preload: './allocated.ts' })

type Work = () => Promise<unknown>

/** Runs `work` while a tool looks on that says when it has begun, and what it has seen once it is ended; null if it fails. */
const lookOn = async (
  [program, ...args]: readonly [string, ...string[]],
  begun: (tool: Tool) => Promise<unknown>,
  end: (tool: Tool) => void,
  work: Work
): Promise<string | null> => {
  const tool = spawn(program, args)
  let told = ''
  tool.stderr.on('data', (text: Buffer) => {
    told += text
  })
  // It may not be there, and it may end at once when it is not allowed to look.
  tool.stdin.on('error', () => {})
  const closed = once(tool, 'close').then(
    () => false,
    () => false
  )
  if (!(await Promise.race([begun(tool).then(() => true), closed]))) return null
  await work()
  end(tool)
  await closed
  return told
}

/** `perf stat` counts for as long as its own command runs: `cat` gives back a line, and ends with its input. */
const perf = async (event: string, pid: number, work: Work): Promise<number | null> => {
  const told = await lookOn(
    ['perf', 'stat', '-x', ',', '-e', event, '-p', String(pid), 'cat'],
    (tool) => {
      tool.stdin.write('\n')
      return once(tool.stdout, 'data')
    },
    (tool) => tool.stdin.end(),
    work
  )
  const count = /^(\d+),/m.exec(told ?? '')?.[1]
  return count === undefined ? null : Number(count)
}

const strace = async (pid: number, work: Work): Promise<number | null> => {
  const told = await lookOn(
    ['strace', '-c', '-f', '-p', String(pid)],
    (tool) => once(tool.stderr, 'data'),
    (tool) => tool.kill('SIGINT'),
    work
  )
  const count = /^100\.00 +\S+ +\d+ +(\d+) .*total$/m.exec(told ?? '')?.[1]
  return count === undefined ? null : Number(count)
}

const first = (count: number, traffic: Traffic): Traffic => {
  let left = count
  return () => (left-- > 0 ? traffic() : undefined)
}

/** Counts over so many requests, and over a tenth of them where each has to come alone. */
export const countRequests = async (
  { port, pid, askPreload }: Running,
  traffic: Traffic,
  requests: number
): Promise<Counts> => {
  let allocatedBytes: number | null = null
  // The last round counts: the compiler is through by then.
  for (let round = 0; round < 4; round += 1) {
    const before = await askPreload()
    await saturate(port, first(requests, traffic), 600)
    const after = await askPreload()
    if (typeof before === 'number' && typeof after === 'number') allocatedBytes = (after - before) / requests
  }
  // How many requests a turn of the event loop finds depends on the machine, unless it is always one.
  const alone = Math.ceil(requests / 10)
  const work = () => oneByOne(port, traffic, alone)
  const perRequest = (count: number | null) => (count === null ? null : count / alone)
  return {
    instructions: perRequest(await perf('instructions:u', pid, work)),
    systemCalls: perRequest((await perf('raw_syscalls:sys_enter', pid, work)) ?? (await strace(pid, work))),
    allocatedBytes
  }
}
