import { LRUCache } from 'lru-cache'
import type { Scope } from '../core/scope.ts'
import type { Payload } from './payload.ts'

/** What an answer says, ready to be sent again while all that was read for it is fresh. */
export type Answer = {
  /** The part of the body that does not change from one request to the next, as UTF-8. */
  payload: Payload
  tag: string
  /** ASCII that ends the body, behind what is new each time. */
  tail: string
  at: number
  freshUntil: number
  /** The headers as they were in one second: those of a 304, and those of the answer. */
  headers?: { second: number; known: readonly string[]; full: readonly string[] }
}

/**
 * Ready answers by what was asked, bounded by bytes. What was not read from anywhere, or is no longer fresh, is not kept, nor is what was
 * asked for the first time: much of that is never asked for again.
 */
export class Answers {
  readonly #kept: LRUCache<string, Answer>
  readonly #now: () => number
  readonly #isOn: boolean
  /** Answers given, for the metrics. */
  given = 0

  constructor(options: { isOn: boolean; maxBytes: number; now: () => number }) {
    this.#now = options.now
    this.#isOn = options.isOn
    this.#kept = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ payload }, key) => payload.length * 2 + key.length * 2 + 200
    })
  }

  get(question: string, now: number): Answer | undefined {
    const answer = this.#kept.get(question)
    if (answer === undefined) return undefined
    if (answer.freshUntil <= now) {
      this.#kept.delete(question)
      return undefined
    }
    return answer
  }

  keep(question: string, parts: () => Pick<Answer, 'payload' | 'tag' | 'tail'>, scope: Scope): void {
    const { readAt, freshUntil } = scope
    if (!this.#isOn || !scope.cached || readAt === null || freshUntil === null || freshUntil <= this.#now()) return
    this.#kept.set(question, { ...parts(), at: readAt, freshUntil })
  }
}
