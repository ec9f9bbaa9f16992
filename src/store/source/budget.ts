import { type Awaitable, andThen, attempt } from '../../core/awaitable.ts'
import { ApiError } from '../../core/errors.ts'
import type { SourceBudget } from '../source.ts'
import type { BudgetRule } from './table.ts'

/** `most`: maximum count for this call; `all`: limit of the period; `known`: lower bound of the count, as known to this process. */
export type CallBounds = { readonly most: number; readonly all: number; readonly known: number }

/** Counter of calls, shared by all processes with the same budget. */
export type CallCounter = {
  /** Counts a call unless the count has reached `most`. Returns the new count, or null. `window`: names the period. */
  take(window: string, bounds: CallBounds, untilMs: number): Awaitable<number | null>
  used(window: string): Awaitable<number>
  /** Counts all remaining calls, because the source reports that none are left. */
  exhaust(window: string, most: number, untilMs: number): Awaitable<void>
  close(): Awaitable<void>
}

const lengthMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const

/** Begin and end of the period that a time is in. */
export const periodAt = ({ per, resets = '00:00Z' }: BudgetRule, now: number): { from: number; to: number } => {
  const [hours = 0, minutes = 0] = resets.slice(0, 5).split(':').map(Number)
  const offset = (hours * 60 + minutes) * 60_000
  if (per === 'month') {
    const moment = new Date(now - offset)
    const start = (months: number) => Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1) + offset
    return { from: start(0), to: start(1) }
  }
  const length = lengthMs[per]
  const shift = per === 'day' ? offset : 0
  const from = Math.floor((now - shift) / length) * length + shift
  return { from, to: from + length }
}

type BudgetOptions = {
  source: string
  rule: BudgetRule
  /** Identifies the address and the key, without revealing the key. */
  owner: string
  counter: CallCounter
  now: () => number
  /** Called after each counted call, and when none is left. */
  observe?: (state: SourceBudget) => void
}

/** Refuses a call that cannot be counted. */
const uncounted = (cause: unknown): never => {
  const message = 'The calls of the data source cannot be counted for the moment, so none is made.'
  throw new ApiError('UNAVAILABLE', message, { retryAfterSeconds: 1, cause })
}

/** A source with a slow clock may report the exhausted budget of the previous period for this long. */
const behindMs = 60_000

/** The calls that a source allows. Each is counted before it is made, so that a crash in between can only lose a call, not exceed the limit. */
export class Budget {
  readonly #options: BudgetOptions
  readonly #forLists: number
  #used = 0
  #from = 0

  constructor(options: BudgetOptions) {
    this.#options = options
    const { calls, reserve = '0%' } = options.rule
    this.#forLists = calls - Math.floor((calls * Number.parseFloat(reserve)) / 100)
  }

  get state(): SourceBudget {
    const { rule, source, now } = this.#options
    const { from, to } = periodAt(rule, now())
    const used = from === this.#from ? this.#used : 0
    // The limit may have been lowered since.
    return { source, limit: rule.calls, used, left: Math.max(0, rule.calls - used), resetsAt: to }
  }

  /** Loads the calls counted by other processes, and by this one before a restart. */
  async load(): Promise<void> {
    this.#note(await this.#options.counter.used(this.#window().window))
  }

  /** Counts a call, or fails with `RATE_LIMITED`. */
  take(isList: boolean): Awaitable<void> {
    const { rule, counter, now } = this.#options
    const { window, to } = this.#window()
    const from = this.#from
    const bounds = { most: isList ? this.#forLists : rule.calls, all: rule.calls, known: this.#used }
    const counted = attempt(() => counter.take(window, bounds, to))
    return andThen(counted instanceof Promise ? counted.catch(uncounted) : counted, (used) => {
      // A new period began meanwhile: the source counts a call when it is made.
      if (periodAt(rule, now()).from !== from) return this.take(isList)
      if (used !== null) return this.#note(Math.max(this.#used, used))
      this.#note(isList ? Math.max(this.#used, this.#forLists) : rule.calls)
      throw this.usedUp(isList)
    })
  }

  /** How long a source that reports no calls left may still mean the previous period; 0: it means this one. */
  get behindMs(): number {
    const { rule, now } = this.#options
    const { from, to } = periodAt(rule, now())
    return Math.max(0, from + Math.min(behindMs, (to - from) / 10) - now())
  }

  /** Called when the source reports that no calls are left. */
  async exhaust(): Promise<void> {
    const { rule, counter } = this.#options
    const { window, to } = this.#window()
    this.#note(rule.calls)
    try {
      await counter.exhaust(window, rule.calls, to)
    } catch {
      // The source will refuse the next call again.
    }
  }

  close(): Awaitable<void> {
    return this.#options.counter.close()
  }

  usedUp(isList: boolean): ApiError {
    const { source, rule, now } = this.#options
    const { calls, per, reserve } = rule
    const { resetsAt, left } = this.state
    const reserved = isList && left > 0 ? ` for lists; ${reserve} are kept for single records` : ''
    return new ApiError(
      'RATE_LIMITED',
      `The ${calls} calls a ${per} that the source ${source} allows are used up${reserved}. What is cached is still served.`,
      {
        details: { source, limit: calls, left, resets_at: new Date(resetsAt).toISOString() },
        retryAfterSeconds: Math.max(1, Math.ceil((resetsAt - now()) / 1_000))
      }
    )
  }

  #window(): { window: string; to: number } {
    const { rule, owner, now } = this.#options
    const { from, to } = periodAt(rule, now())
    if (from !== this.#from) {
      this.#from = from
      this.#used = 0
    }
    return { window: `${owner}:${from}`, to }
  }

  #note(used: number): void {
    this.#used = used
    this.#options.observe?.(this.state)
  }
}
