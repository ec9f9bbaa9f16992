import { readdirSync, readFileSync } from 'node:fs'

/** What Linux tells of a process in files. */

/** MiB in memory. */
export const residentMiB = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

const threadsMs = (pid: number, isCounted: (folder: string) => boolean): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => `/proc/${pid}/task/${thread}`)
    .filter(isCounted)
    .map((folder) => Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6

/** Milliseconds of processor time used, by all threads that still run. */
export const processorMs = (pid: number): number => threadsMs(pid, () => true)

/**
 * The same without V8's own threads. They look through all that is kept when enough garbage has gathered, of whatever requests, and one of them
 * happens to be the last before that.
 */
export const processorMsOfRequests = (pid: number): number =>
  threadsMs(pid, (folder) => !readFileSync(`${folder}/comm`, 'utf8').includes('V8Worker'))

/** Ticks of all processors since the machine began: how many there were, and how many of them its host gave to others. */
export const machineTicks = (): { all: number; stolen: number } => {
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/).slice(1, 9).map(Number) ?? []
  return { all: ticks.reduce((sum, number) => sum + number, 0), stolen: ticks[7] ?? 0 }
}

export const openDescriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** What came of some work, and how many MiB a process had in memory at most while it went on. */
export const mostResidentMiB = async <T>(
  pid: number,
  work: () => Promise<T>
): Promise<{ value: T; mostMiB: number }> => {
  let most = 0
  const look = () => {
    try {
      most = Math.max(most, Math.round(residentMiB(pid)))
    } catch {
      // It is gone; what that means is for others to say.
    }
  }
  const looking = setInterval(look, 250)
  const value = await work().finally(() => clearInterval(looking))
  look()
  return { value, mostMiB: most }
}
