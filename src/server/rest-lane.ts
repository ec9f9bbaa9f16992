import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import findMyWay from 'find-my-way'
import { attempt } from '../core/awaitable.ts'
import { openScope } from '../core/deadline.ts'
import type { Scope } from '../core/scope.ts'
import { entityTag, freshness, isKnown } from '../http/caching.ts'
import { type Heading, isPlain, readHeading } from '../http/heading.ts'
import { metaText } from '../http/meta.ts'
import { endWith, toPayload } from '../http/payload.ts'
import type { Answer, Answers } from '../http/ready-answers.ts'
import { envelopeType, payloadJson } from '../rest/envelope.ts'
import { operations, type RestOperation } from '../rest/operations.ts'
import { parametersOf, patternOf } from '../rest/router.ts'
import type { FrontOptions, Taken } from './front.ts'

/** An address without anything to decode, or to wonder about. */
const plainAddress = /^[\w.@~/-]+(?:\?[\w.@~=&,-]*)?$/

/** REST addresses asked for again, and operations whose data is at hand. */
export class RestLane {
  readonly answers: Answers
  readonly #options: FrontOptions
  readonly #taken: Taken
  readonly #router = findMyWay()

  constructor(options: FrontOptions, answers: Answers, taken: Taken) {
    this.#options = options
    this.answers = answers
    this.#taken = taken
    for (const operation of operations) this.#router.on('GET', patternOf(operation), () => {}, operation)
  }

  keep(url: string, payload: string, tag: string, scope: Scope): void {
    this.answers.keep(url, () => ready(payload, tag), scope)
  }

  /** Whether the request was answered; it goes on to the server otherwise. */
  answer(request: IncomingMessage, response: ServerResponse, url: string): boolean {
    const heading = readHeading(request)
    if (!isPlain(heading, this.#options.keys)) return false
    const now = this.#options.now()
    const answer = this.answers.get(url, now)
    if (answer === undefined) return this.#options.shortWays && this.#run(request, response, url, heading, now)
    this.answers.given += 1
    send(response, { heading, answer, now, requestId: randomUUID(), cached: true })
    return true
  }

  #run(request: IncomingMessage, response: ServerResponse, url: string, heading: Heading, now: number): boolean {
    const startedAt = performance.now()
    const found = plainAddress.test(url) ? this.#router.find('GET', url) : null
    if (found === null) return false
    const opened = openScope(randomUUID(), request.socket, this.#options.timeoutMs)
    const { scope } = opened
    const { run } = found.store as RestOperation
    const result = attempt(() => run(this.#options.deps, scope, parametersOf(url, found.params)))
    if (result instanceof Promise) {
      // How a failure is told is for the server, which takes it over; meanwhile it must not be one that nobody listens for.
      result.catch(() => {})
      this.#taken.set(request, { body: '', opened, answer: result })
      return false
    }
    opened.end()
    const { requestId, cached, readAt, freshUntil } = scope
    const payload = payloadJson(result)
    const parts = ready(payload, entityTag(payload))
    this.answers.keep(url, () => parts, scope)
    const answer = { ...parts, at: readAt ?? now, freshUntil: freshUntil ?? now }
    const status = send(response, { heading, answer, now, requestId, cached })
    this.#options.observe({ surface: 'rest', requestId, method: 'GET', status, ms: performance.now() - startedAt })
    return true
  }
}

const ready = (payload: string, tag: string): Pick<Answer, 'payload' | 'tag' | 'tail'> => ({
  payload: toPayload(`${payload},"error":null}`, 'utf8'),
  tag,
  tail: ''
})

const send = (
  response: ServerResponse,
  given: { heading: Heading; answer: Answer; now: number; requestId: string; cached: boolean }
): number => {
  const { heading, answer, now, requestId, cached } = given
  const meta = `{"meta":${metaText(requestId, cached)},`
  const { known, full } = answerHeaders(answer, meta.length, now)
  const own = ['x-request-id', requestId]
  const status = isKnown(heading.ifNoneMatch, answer.tag) ? 304 : 200
  if (status === 304) response.writeHead(status, own.concat(known)).end()
  else endWith(response.writeHead(status, own.concat(full)), meta, answer.payload, '')
  return status
}

/** Headers of a kept answer; some count seconds, so they are made anew once a second. What is new in each kept answer has the same length in all. */
const answerHeaders = (answer: Answer, newLength: number, now: number): NonNullable<Answer['headers']> => {
  const second = Math.floor(now / 1_000)
  if (answer.headers?.second === second) return answer.headers
  const known = Object.entries({ etag: answer.tag, ...freshness(answer.at, answer.freshUntil, now) }).flat()
  const length = String(newLength + answer.payload.length)
  answer.headers = { second, known, full: [...known, 'content-type', envelopeType, 'content-length', length] }
  return answer.headers
}
