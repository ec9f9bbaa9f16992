import type { FastifyInstance, FastifyRequest } from 'fastify'
import { andThen } from '../awaitable.ts'
import { invalidParam } from '../errors.ts'
import { cachingHeaders, entityTag, isKnown } from '../http-caching.ts'
import { metaOf } from '../meta.ts'
import type { Scope } from '../scope.ts'
import type { Services } from '../services/services.ts'
import { payloadJson, successJson } from './envelope.ts'
import { operations } from './operations.ts'

export type RestOptions = {
  services: Services
  scopeOf: (request: FastifyRequest) => Scope
  now: () => number
  /** Hears of answers that may be given again. */
  keep: (url: string, payload: string, tag: string, scope: Scope) => void
}

/** Routes for all operations. Errors go to the server's error handler, which knows the form of each surface. */
export const registerRest = (app: FastifyInstance, { services, scopeOf, now, keep }: RestOptions) => {
  for (const operation of operations) {
    app.get(operation.path.replace(/\{(\w+)\}/g, ':$1'), (request, reply) => {
      const scope = scopeOf(request)
      // Path parameters win: a query parameter of the same name cannot stand in for them.
      const raw = { ...readQuery(request.raw.url ?? ''), ...(request.params as Record<string, string>) }
      return andThen(operation.run(services, scope, raw), (answer) => {
        const payload = payloadJson(answer)
        const tag = entityTag(payload)
        if (request.method === 'GET') keep(request.raw.url ?? '', payload, tag, scope)
        reply.headers(cachingHeaders(scope, tag, now()))
        if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
        reply.type('application/json; charset=utf-8')
        return successJson(metaOf(scope), payload)
      })
    })
  }
}

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
