import { BoundedCache, type Memory } from '../core/memory.ts'
import { RecentlySeen } from '../core/recently-seen.ts'
import type { Scope } from '../core/scope.ts'
import type { Subject } from './incoming.ts'
import type { Payload } from './payload.ts'

/** What an answer says, ready to be sent again while all that was read for it is fresh. */
export type ReadyAnswer = {
  /** The part of the body that does not change from one request to the next, as UTF-8. */
  payload: Payload
  /** ASCII that ends the body, behind what is new each time. */
  tail: string
  tag: string
  subject: Subject
  /** Headers of the answer besides those of caching, the media type last. */
  headers?: readonly string[]
  readAt: number
  freshUntil: number
  /** Caching headers as they were in one second: some count seconds. */
  caching?: { second: number; headers: readonly string[] }
}

type ReadyAnswersOptions = { isOn: boolean; memory: Memory; now: () => number }

/** What an answer takes besides what it says, caching headers included. */
const answerBytes = 1_000

/** Ready answers by what was asked, bounded by bytes. What was not read from anywhere, or anew, or is no longer fresh, is not kept. */
export class ResponseCache {
  readonly #kept: BoundedCache<ReadyAnswer>
  readonly #asked = new RecentlySeen()
  readonly #now: () => number
  readonly #isOn: boolean
  /** When everything was forgotten for the last time. Answers read before that may still be on their way. */
  #forgottenAt = 0
  /** Answers given, for the metrics. */
  given = 0

  constructor(options: ReadyAnswersOptions) {
    this.#now = options.now
    this.#isOn = options.isOn
    this.#kept = new BoundedCache({
      memory: options.memory,
      share: 1 / 8,
      // Twice the payload: its compressed form comes later, and is never larger.
      bytesOf: ({ payload, headers = [] }, key) =>
        (payload.length + key.length + headers.join('').length) * 2 + answerBytes
    })
  }

  get(question: string, now: number): ReadyAnswer | undefined {
    const answer = this.#kept.get(question)
    if (answer === undefined) return undefined
    if (answer.freshUntil <= now) {
      this.#kept.delete(question)
      return undefined
    }
    this.given += 1
    return answer
  }

  /**
   * What was asked for the first time is not kept: much of that is never asked for again, and to hold on to it costs more than
   * to answer it.
   */
  keep(question: string, answer: ReadyAnswer, { cached }: Scope): void {
    if (!this.#isOn || !this.#asked.note(question)) return
    if (cached && answer.readAt > this.#forgottenAt && answer.freshUntil > this.#now()) this.#kept.set(question, answer)
  }

  /** For data that have changed as a whole. */
  clear(): void {
    this.#forgottenAt = this.#now()
    this.#kept.clear()
  }
}
