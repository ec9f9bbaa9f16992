import type { FastifyInstance, FastifyRequest } from 'fastify'
import { andThen } from '../core/awaitable.ts'
import { invalidParam } from '../core/errors.ts'
import type { Scope } from '../core/scope.ts'
import { cachingHeaders, entityTag, isKnown } from '../http/caching.ts'
import { metaOf } from '../http/meta.ts'
import type { Deps } from '../services/operation.ts'
import { type Answer, envelopeType, payloadJson, successJson } from './envelope.ts'
import { operations, type RestOperation } from './operations.ts'

export type RestOptions = {
  deps: Deps
  scopeOf: (request: FastifyRequest) => Scope
  now: () => number
  /** What was begun for a request before it came here. */
  begun: (request: FastifyRequest) => Promise<Answer> | null
  /** Hears of answers that may be given again. */
  keep: (url: string, payload: string, tag: string, scope: Scope) => void
}

/** Routes for all operations. Errors go to the server's error handler, which knows the form of each surface. */
export const registerRest = (app: FastifyInstance, { deps, scopeOf, now, begun, keep }: RestOptions) => {
  for (const operation of operations) {
    app.get(patternOf(operation), (request, reply) => {
      const scope = scopeOf(request)
      const run = () => operation.run(deps, scope, parametersOf(request.raw.url ?? '', request.params as Parameters))
      return andThen(begun(request) ?? run(), (answer) => {
        const payload = payloadJson(answer)
        const tag = entityTag(payload)
        if (request.method === 'GET') keep(request.raw.url ?? '', payload, tag, scope)
        reply.headers(cachingHeaders(scope, tag, now()))
        if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
        reply.type(envelopeType)
        return successJson(metaOf(scope), payload)
      })
    })
  }
}

type Parameters = Readonly<Record<string, string | undefined>>

/** The operation's path as routers write it. */
export const patternOf = ({ path }: Pick<RestOperation, 'path'>): string => path.replace(/\{(\w+)\}/g, ':$1')

/** What an operation is given. Path parameters win: a query parameter of the same name cannot stand in for them. */
export const parametersOf = (url: string, path: Parameters) => ({ ...readQuery(url), ...path })

/** Query parameters by name; a name given twice has an array, which no operation takes. */
export const readQuery = (url: string): Record<string, string | string[]> => {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const query: Record<string, string | string[]> = Object.create(null)
  for (const part of url.slice(start + 1).split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = decode(equals < 0 ? part : part.slice(0, equals), 'query')
    const value = decode(equals < 0 ? '' : part.slice(equals + 1), name)
    const before = query[name]
    query[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return query
}

const decode = (text: string, param: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidParam(param, 'has percent-encoding that does not decode to text')
  }
}
