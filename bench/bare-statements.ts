import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { coldKeys } from './cold.ts'
import { median } from './load.ts'
import { serverCore } from './servers.ts'
import { openStatements } from './statements.ts'
import { titles } from './workloads.ts'

/**
 * The limit of cold reads: the statements alone, with nothing around them. Processor time in µs by the title of the workload that has to ask them.
 */
export type StatementTimes = Readonly<Record<string, number>>

const rounds = 20

const measure = (path: string): StatementTimes => {
  const ask = openStatements(path)
  for (const statement of Object.values(ask)) statement.setReturnArrays(true)
  const keys = coldKeys(path)
  // The declarations know nothing of rows as arrays.
  const ownerOf = (handle: string) => Number((ask.owner.get(handle) as unknown as unknown[])[0])
  const page = (handle: string, count: number) => ask.page.all(ownerOf(handle), count + 1)
  const work: Record<string, [count: number, one: (index: number) => unknown]> = {
    [titles.user]: [keys.handles.length, (index) => ask.profile.get(keys.handles[index] ?? '')],
    [titles.posts]: [
      keys.pages.length,
      (index) => page(keys.pages[index]?.handle ?? '', keys.pages[index]?.count ?? 0)
    ],
    [titles.scorecard]: [
      keys.open.length,
      (index) => {
        ask.profile.get(keys.open[index] ?? '')
        page(keys.open[index] ?? '', 29)
      }
    ],
    [titles.search]: [
      keys.searches.length,
      (index) => {
        for (const pk of keys.searches[index]?.posts ?? []) ask.post.get(pk)
      }
    ]
  }
  const times = Object.entries(work).map(([title, [count, one]]): [string, number] => {
    const micros: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = process.cpuUsage()
      for (let index = round; index < count; index += rounds) one(index)
      const { user, system } = process.cpuUsage(before)
      micros.push((user + system) / Math.ceil((count - round) / rounds))
    }
    // The compiler has seen by the second half what it needs to see.
    return [title, median(micros.slice(rounds / 2))]
  })
  return Object.fromEntries(times)
}

/** In a process of its own, on the core that servers are measured on. */
export const measureStatements = (path: string): StatementTimes => {
  const command = [process.execPath, fileURLToPath(import.meta.url), path]
  const [program = '', ...rest] = serverCore === null ? command : ['taskset', '-c', serverCore, ...command]
  const { status, stdout, stderr } = spawnSync(program, rest, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the bare statements could not be measured:\n${stderr}`)
  return JSON.parse(stdout) as StatementTimes
}

if (import.meta.main) process.stdout.write(JSON.stringify(measure(process.argv[2] ?? '')))
