import { isFuture } from '../../cache/entry.ts'
import { BoundedCache, type Memory } from '../../core/memory.ts'
import { RecentlySeen } from '../../core/recently-seen.ts'
import type { Scope } from '../../core/scope.ts'
import type { RequestSubject } from './incoming.ts'
import type { Payload } from './payload.ts'

/** A response that can be sent again while everything read for it is fresh. */
export type ReadyAnswer = {
  /** The constant part of the body, UTF-8. */
  payload: Payload
  /** ASCII after the part that changes with every request. */
  tail: string
  tag: string
  subject: RequestSubject
  /** Further headers, the media type last. */
  headers?: readonly string[]
  readAt: number
  freshUntil: number
  /** Caching headers computed for one second, because some count seconds. */
  caching?: { second: number; headers: readonly string[] }
}

type ReadyAnswersOptions = { isOn: boolean; memory: Memory; now: () => number }

/** Estimated memory per entry besides its payload. */
const answerBytes = 1_000

/** Responses by request, limited in memory. Responses that read nothing, read past the cache, or are stale are not stored. */
export class ResponseCache {
  readonly #ready: BoundedCache<ReadyAnswer>
  readonly #asked = new RecentlySeen()
  readonly #now: () => number
  readonly #isOn: boolean
  /** Time of the last clear. Responses whose reads are older must not be stored. */
  #forgottenAt = 0
  /** Responses served, for the metrics. */
  given = 0

  constructor(options: ReadyAnswersOptions) {
    this.#now = options.now
    this.#isOn = options.isOn
    this.#ready = new BoundedCache({
      memory: options.memory,
      share: 1 / 8,
      // Twice the payload, because its compressed form is added later and is never larger.
      bytesOf: ({ payload, headers = [] }, key) =>
        (payload.length + key.length + headers.join('').length) * 2 + answerBytes
    })
  }

  get(question: string, now: number): ReadyAnswer | undefined {
    const answer = this.#ready.get(question)
    if (answer === undefined) return undefined
    if (answer.freshUntil <= now || isFuture(answer.readAt, now)) {
      this.#ready.delete(question)
      return undefined
    }
    this.given += 1
    return answer
  }

  /** The first occurrence of a request is not stored: much is never requested again, and storing costs more than answering. */
  keep(question: string, answer: ReadyAnswer, { cached }: Scope): void {
    if (!this.#isOn || !this.#asked.note(question)) return
    if (cached && answer.readAt > this.#forgottenAt && answer.freshUntil > this.#now())
      this.#ready.set(question, answer)
  }

  /** Forgets everything after the data set was replaced. */
  clear(): void {
    this.#forgottenAt = this.#now()
    this.#ready.clear()
  }
}
