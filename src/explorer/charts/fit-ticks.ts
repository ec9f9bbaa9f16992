import type { Scale, Tick } from './scales.ts'

/** The most marks that anybody reads on one axis. */
const most = 12

/** Width of a character of an axis, in pixels, rather too much than too little. */
const character = 7
const lineHeight = 22
const gap = 10

/** Where the middle of a label is and how much room it takes, in pixels along its axis. */
export type FittedTick = Tick & { place: number; room: number }

const textRoom = ({ label, below = '' }: Tick) => Math.max(label.length, below.length) * character

const overlap = (ticks: readonly FittedTick[]) =>
  ticks.some((tick, index) => {
    const before = ticks[index - 1]
    return before !== undefined && tick.place - before.place < (tick.room + before.room) / 2 + gap
  })

/** The first of them, and each that does not overlap the one before. */
const withoutCrowd = (ticks: readonly FittedTick[]): readonly FittedTick[] => {
  const kept: FittedTick[] = []
  for (const tick of ticks) if (!overlap([...kept.slice(-1), tick])) kept.push(tick)
  return kept
}

/** As many marks of a scale as do not overlap. `mayMiss`: so many of them may be left out for it. */
const fitted = (scale: Scale, mayMiss: number, toFitted: (tick: Tick) => FittedTick): readonly FittedTick[] => {
  for (let count = most; count > 0; count--) {
    const ticks = scale.ticks(count).map(toFitted)
    const kept = withoutCrowd(ticks)
    if (ticks.length <= most * 1.5 && kept.length >= ticks.length - mayMiss) return kept
  }
  return scale.ticks(1).slice(0, 1).map(toFitted)
}

/** The marks along an axis of so many pixels; their labels keep within `before` pixels left of it and `behind` right of it. */
export const ticksAcross = (scale: Scale, pixels: number, before: number, behind: number): readonly FittedTick[] =>
  fitted(scale, 0, (tick) => {
    const room = textRoom(tick)
    const place = Math.min(Math.max(tick.at * pixels, room / 2 - before), pixels + behind - room / 2)
    return { ...tick, place, room }
  })

/** The marks up an axis of so many pixels, from the bottom as the values go. The one that crowds a zero on its own baseline is left out. */
export const ticksUp = (scale: Scale, pixels: number): readonly FittedTick[] =>
  fitted(scale, 1, (tick) => ({ ...tick, place: tick.at * pixels, room: lineHeight - gap }))
