import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** In bytes. With less in use, each of its two halves has become smaller than the 16 MB of the start. */
const enough = 16 * 1024 * 1024

const roomForNew = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0

const growBy = (factor: 1 | 2): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

/**
 * Keeps the room for what is new as large as it is when a server starts. V8 would double it, which costs 25 MB and saves nothing, for hardly anything
 * new is kept. But it takes that room away in a quiet time, and then may double what is left until it is enough: with 1 MB all would be looked through
 * each few milliseconds, and an answer takes a fifth more.
 */
export const keepYoungGeneration = (everyMs = 1_000): void => {
  growBy(1)
  setInterval(() => growBy(roomForNew() < enough ? 2 : 1), everyMs).unref()
}
