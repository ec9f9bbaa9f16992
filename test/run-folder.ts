import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const name = 'clipgraph-tests-'

/** Memory as a folder, as Linux has it. */
const memory = '/dev/shm'

/** What the largest runs write at a time. */
const neededBytes = 4 * 2 ** 30

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Where a process works; null where the system does not say. */
const folderOf = (pid: number): string | null => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

/** What runs that were killed have left, with a PostgreSQL that goes on in it. */
const removeLeftovers = (place: string): void => {
  for (const folder of readdirSync(place).filter((each) => each.startsWith(name))) {
    if (isRunning(Number.parseInt(folder.slice(name.length), 10))) continue
    const clusters = readdirSync(join(place, folder)).map((each) => join(place, folder, each, 'data/postmaster.pid'))
    for (const lock of clusters.filter((path) => existsSync(path))) {
      const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10)
      // Another program may have the number by now; a PostgreSQL works in its data.
      if (isRunning(pid) && folderOf(pid) === dirname(lock)) process.kill(pid, 'SIGQUIT')
    }
    rmSync(join(place, folder), { recursive: true, force: true })
  }
}

/**
 * A folder for all that a run of tests writes, in memory where there is room: nothing of it has to outlive the run, and thousands of
 * small data sets would each wait for the disk. Other users may look into it, such as the one whom PostgreSQL runs as.
 */
export const makeRunFolder = (): { path: string; remove(): void } => {
  const hasRoom = existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize > neededBytes
  const place = hasRoom ? memory : tmpdir()
  removeLeftovers(place)
  const path = mkdtempSync(join(place, `${name}${process.pid}-`))
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
