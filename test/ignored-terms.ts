const isCi = process.env.CI === 'true'

/**
 * Whether tests are left out for want of what they need, which the output of the run then says. In CI everything must run but what
 * cannot come with the project: there the tests are tried, and fail.
 */
export const isLeftOut = (isThere: boolean, why: string, { evenInCi = false } = {}): boolean => {
  if (isThere || (isCi && !evenInCi)) return false
  process.stderr.write(`Not tested: ${why}\n`)
  return true
}
