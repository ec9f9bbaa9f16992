import { dayText } from './list-state.ts'

const dayMs = 86_400_000

/** The day on which a post was published, which its id begins with, and the next one, since clocks differ. */
export const daysOfPost = (id: string): { day: string | null; nextDay: string | null } => {
  const seconds = Number(BigInt(id) >> 32n)
  const ms = seconds * 1_000
  return ms > Date.UTC(2014) && ms < Date.UTC(2100)
    ? { day: dayText(ms), nextDay: dayText(ms + dayMs) }
    : { day: null, nextDay: null }
}
