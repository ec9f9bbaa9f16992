/** Points per number of seconds. */
export type RateLimit = { points: number; seconds: number }

const form = /^([1-9]\d{0,8})\/([1-9]\d{0,4})s$/

/** Parses a limit such as `600/60s`. */
export const readRateLimit = (text: string): RateLimit => {
  const [, points, seconds] = form.exec(text) ?? []
  if (points === undefined) throw new Error('must be points over seconds, for example 600/60s')
  return { points: Number(points), seconds: Number(seconds) }
}

export const rateLimitText = ({ points, seconds }: RateLimit): string => `${points}/${seconds}s`
