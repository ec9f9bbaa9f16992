/** What came of some work, and the milliseconds of processor time it cost this thread, servers in it and all: others' work is not in it. */
export const effortOf = async <T>(work: () => T | Promise<T>): Promise<{ value: T; ms: number }> => {
  const before = process.threadCpuUsage()
  const value = await work()
  const { user, system } = process.threadCpuUsage(before)
  return { value, ms: (user + system) / 1_000 }
}

/**
 * The same of work that may take so much: it is tried again, up to three times, when it took more, as virtual machines charge a
 * process with the time that others took from them. `work` is told how often it was tried, so that nothing is known from before.
 */
export const effortWithin = async <T>(
  ms: number,
  work: (tried: number) => T | Promise<T>
): Promise<{ value: T; ms: number }> => {
  for (let tried = 0; ; tried += 1) {
    const effort = await effortOf(() => work(tried))
    if (effort.ms < ms || tried === 2) return effort
  }
}
