/** What a process of its own takes over from this one: nothing that was set for servers where the tests run. */
export const bareEnvironment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  ...(process.env.TMPDIR === undefined ? {} : { TMPDIR: process.env.TMPDIR })
})
