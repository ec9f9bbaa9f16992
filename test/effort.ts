/** What came of some work, and the milliseconds of processor time it cost this thread, servers in it and all: others' work is not in it. */
export const effortOf = async <T>(work: () => T | Promise<T>): Promise<{ value: T; ms: number }> => {
  const before = process.threadCpuUsage()
  const value = await work()
  const { user, system } = process.threadCpuUsage(before)
  return { value, ms: (user + system) / 1_000 }
}
