import { day, now } from './moments.ts'

/** The first and the last day a data set can be made for. */
export const untilLimits = { min: '2010-01-01', max: '2099-12-31' } as const

/** The day it is, as `--until` takes it. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** Whether a text is a day that a data set can be made for, like 2026-06-01. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < untilLimits.min || text > untilLimits.max) return false
  const moment = Date.parse(text)
  // 2026-02-30 is read as a day of March.
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
}

/** The calendar that is shown: the data set's own, moved by whole days so that it ends where the day `until` begins. */
export class Calendar {
  readonly until: number
  readonly #moved: number

  constructor(until: string) {
    this.until = Date.parse(until) / 1000
    this.#moved = this.until - now
  }

  /** A moment of the data set's own calendar as it is shown. */
  shown(moment: number): number {
    return moment + this.#moved
  }

  /** The day of the week of a shown moment, where clocks are `offset` seconds ahead of UTC: 0 is Monday. */
  static weekday(moment: number, offset: number): number {
    return (Math.floor((moment + offset) / day) + 3) % 7
  }
}
