import { day, now } from './moments.ts'

/** First and last day that a data set can end on. */
export const untilLimits = { min: '2010-01-01', max: '2099-12-31' } as const

/** Today in the form of `--until`. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** Whether a text is a valid end day, such as 2026-06-01. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < untilLimits.min || text > untilLimits.max) return false
  const moment = Date.parse(text)
  // 2026-02-30 would parse as a day in March.
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
}

/** Maps the data set's internal calendar to the visible one, shifted by whole days so that it ends at the start of `until`. */
export class Calendar {
  readonly until: number
  readonly #moved: number

  constructor(until: string) {
    this.until = Date.parse(until) / 1000
    this.#moved = this.until - now
  }

  /** Converts an internal time to a visible one. */
  shown(moment: number): number {
    return moment + this.#moved
  }

  /** Day of the week of a visible time at `offset` seconds ahead of UTC; 0 is Monday. */
  static weekday(moment: number, offset: number): number {
    return (Math.floor((moment + offset) / day) + 3) % 7
  }
}
