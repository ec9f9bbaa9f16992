import type { Scale, Tick } from './scales.ts'

/** Maximum number of ticks on an axis. */
const most = 12

/** Approximate width of an axis character in pixels, an upper estimate. */
const character = 7
const lineHeight = 22
const gap = 10

/** The centre of a label and its extent, in pixels along the axis. */
export type FittedTick = Tick & { place: number; extent: number }

const textRoom = ({ label, below = '' }: Tick) => Math.max(label.length, below.length) * character

const overlap = (ticks: readonly FittedTick[]) =>
  ticks.some((tick, index) => {
    const before = ticks[index - 1]
    return before !== undefined && tick.place - before.place < (tick.extent + before.extent) / 2 + gap
  })

/** The first tick, and each that does not overlap the previous one. */
const withoutCrowd = (ticks: readonly FittedTick[]): readonly FittedTick[] => {
  const spaced: FittedTick[] = []
  for (const tick of ticks) if (!overlap([...spaced.slice(-1), tick])) spaced.push(tick)
  return spaced
}

/** The largest set of ticks that do not overlap. `mayMiss`: how many may be omitted for that. */
const fitted = (scale: Scale, mayMiss: number, toFitted: (tick: Tick) => FittedTick): readonly FittedTick[] => {
  for (let count = most; count > 0; count--) {
    const ticks = scale.ticks(count).map(toFitted)
    const spaced = withoutCrowd(ticks)
    if (ticks.length <= most * 1.5 && spaced.length >= ticks.length - mayMiss) return spaced
  }
  return scale.ticks(1).slice(0, 1).map(toFitted)
}

/** Ticks of a horizontal axis; their labels extend at most `before` pixels beyond its left end and `after` beyond its right. */
export const ticksAcross = (scale: Scale, pixels: number, before: number, after: number): readonly FittedTick[] =>
  fitted(scale, 0, (tick) => {
    const extent = textRoom(tick)
    const place = Math.min(Math.max(tick.at * pixels, extent / 2 - before), pixels + after - extent / 2)
    return { ...tick, place, extent }
  })

/** Ticks of a vertical axis, from the bottom. A tick that overlaps the zero baseline is omitted. */
export const ticksUp = (scale: Scale, pixels: number): readonly FittedTick[] =>
  fitted(scale, 1, (tick) => ({ ...tick, place: tick.at * pixels, extent: lineHeight - gap }))
