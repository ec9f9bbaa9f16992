import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Cache } from '../src/cache/cache.ts'
import { Reads } from '../src/cache/reads.ts'
import { Memory } from '../src/core/memory.ts'
import { Scope } from '../src/core/scope.ts'
import { Cursors } from '../src/services/cursors.ts'
import { users } from '../src/services/users.ts'
import { openSqlite } from '../src/source/sql/sqlite.ts'
import { loadDataset, mediaBase } from './dataset.ts'
import { median } from './load.ts'
import { serverCore } from './servers.ts'

/** Processor time of one look-up through the service, in µs: not read before, and read before. */
export type LookupResult = { cold: number; hot: number }

const rounds = 40

/** Asks for every creator of the data set, by handle and by id, of a service that has met none of them and then once more. */
const measure = async (path: string): Promise<LookupResult> => {
  const { creators } = await loadDataset(path)
  const profiles = [...creators.values()].map(({ profile }) => profile)
  const idle = new AbortController().signal
  const scope = () => new Scope({ requestId: 'bench', startedAt: 0, signal: idle })
  const cold: number[] = []
  const hot: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const source = openSqlite({ path, mediaBase: () => mediaBase })
    const reads = new Reads({ source, cache: new Cache({ memory: new Memory(256 * 1024 * 1024) }) })
    const deps = { reads, cursors: new Cursors([Buffer.alloc(32)]), now: Date.now }
    for (const times of [cold, hot]) {
      const before = process.cpuUsage()
      for (const { username, user_id } of profiles) {
        await users.byUsername(deps, scope(), { username })
        await users.byId(deps, scope(), { userId: user_id })
      }
      const { user, system } = process.cpuUsage(before)
      times.push((user + system) / profiles.length / 2)
    }
    await source.close()
  }
  // The compiler has seen by the second half what it needs to see.
  return { cold: median(cold.slice(rounds / 2)), hot: median(hot.slice(rounds / 2)) }
}

/** In a process of its own, on the core that servers are measured on. */
export const measureLookups = (path: string): LookupResult => {
  const command = [process.execPath, fileURLToPath(import.meta.url), path]
  const [program = '', ...rest] = serverCore === null ? command : ['taskset', '-c', serverCore, ...command]
  const { status, stdout, stderr } = spawnSync(program, rest, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`look-ups could not be measured:\n${stderr}`)
  return JSON.parse(stdout) as LookupResult
}

if (import.meta.main) process.stdout.write(JSON.stringify(await measure(process.argv[2] ?? '')))
