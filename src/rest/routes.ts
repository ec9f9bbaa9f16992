import { andThen } from '../core/awaitable.ts'
import { cachingHeaders, entityTag, freshnessOf, isKnown } from '../http/caching.ts'
import type { Incoming } from '../http/incoming.ts'
import { metaText } from '../http/meta.ts'
import { toPayload } from '../http/payload.ts'
import type { ReadyAnswer, ReadyAnswers } from '../http/ready-answers.ts'
import { bareReply, jsonType, type Reply } from '../http/reply.ts'
import type { Route } from '../http/route.ts'
import type { Deps } from '../services/operation.ts'
import { envelopeOpening, payloadJson, successEnd } from './envelope.ts'
import { operations, type RestOperation } from './operations.ts'
import { parametersOf } from './parameters.ts'

export type RestOptions = { deps: Deps; ready: ReadyAnswers; now: () => number }

/** The routes of all operations. */
export const restRoutes = (options: RestOptions): Route[] =>
  operations.map((operation) => ({
    surface: 'rest',
    pattern: patternOf(operation),
    answer: (incoming, params) => {
      const now = options.now()
      const ready = options.ready.get(incoming.url, now)
      if (ready !== undefined) return toReply(incoming, ready, true, now)
      const { scope } = incoming
      const result = operation.run(options.deps, scope, parametersOf(incoming.url, params))
      return andThen(result, (answer) => {
        const payload = payloadJson(answer)
        const made = {
          payload: toPayload(payload + successEnd, 'utf8'),
          tail: '',
          tag: entityTag(payload),
          ...freshnessOf(scope, now)
        }
        options.ready.keep(incoming.url, made, scope)
        return toReply(incoming, made, scope.cached, now)
      })
    }
  }))

/** The operation's path as routers write it. */
export const patternOf = ({ path }: Pick<RestOperation, 'path'>): string => path.replace(/\{(\w+)\}/g, ':$1')

const toReply = ({ requestId, heading }: Incoming, answer: ReadyAnswer, cached: boolean, now: number): Reply => {
  const second = Math.floor(now / 1_000)
  if (answer.caching?.second !== second) {
    answer.caching = { second, headers: [...cachingHeaders(answer, now), 'content-type', jsonType] }
  }
  const { headers } = answer.caching
  // Without the type of a body that is not sent.
  if (isKnown(heading.ifNoneMatch, answer.tag)) return bareReply(304, headers.slice(0, -2))
  const before = envelopeOpening(metaText({ requestId, cached }))
  return { status: 200, headers, body: { before, payload: answer.payload, behind: '' } }
}
