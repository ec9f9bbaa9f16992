import { ApiError, invalidParam } from '../../core/errors.ts'
import { apiVersion } from '../../records/api-version.ts'
import type { Caller } from '../../surfaces/http/gateway-keys.ts'
import { bodyTooLarge, type Incoming } from '../../surfaces/http/incoming.ts'
import type { HttpRoute, Surface } from '../../surfaces/http/route.ts'

const methods: Readonly<Record<Surface, readonly string[]>> = {
  rest: ['GET', 'HEAD'],
  graphql: ['GET', 'HEAD', 'POST'],
  // MCP is stateless and does not stream here, so GET and DELETE are not needed.
  mcp: ['POST'],
  page: ['GET', 'HEAD']
}

export const methodsOf = (surface: Surface): readonly string[] => methods[surface]

const notForSurface = (surfaces: readonly Surface[]) =>
  new ApiError('SURFACE_NOT_ALLOWED', `The key may be used for ${surfaces.join(' and ')} only.`)

/** The caller of a request; null if it is not authorized. */
export type CallerOf = (incoming: Incoming) => Caller | null

/** Why a request may not reach its route; null when it may. The key is checked first, so that nothing is revealed without one. */
export const problemOf = (incoming: Incoming, { surface, isOpen }: HttpRoute, callerOf: CallerOf): ApiError | null => {
  const { heading, method } = incoming
  const needsKey = surface !== 'page' && isOpen?.(incoming) !== true
  incoming.caller = callerOf(incoming)
  if (needsKey) {
    if (incoming.caller === null) return new ApiError('UNAUTHORIZED')
    const { surfaces, allowance } = incoming.caller
    if (surfaces?.includes(surface) === false) return notForSurface(surfaces)
    // A request over its rate limit is refused before its body is read.
    const exhausted = allowance?.problem ?? null
    if (exhausted !== null) return exhausted
  }
  // Separate checks, so that a typical request allocates no list.
  if ((method !== 'GET' || surface === 'mcp') && !methodsOf(surface).includes(method)) {
    return new ApiError('METHOD_NOT_ALLOWED', `Use ${methodsOf(surface).join(' or ')}.`)
  }
  if (heading.host === undefined && incoming.httpVersion === '1.1') {
    return invalidParam('host', 'is a header that HTTP/1.1 requires')
  }
  if (heading.repeated !== undefined) return invalidParam(heading.repeated, 'is a header that may be sent once')
  if (surface !== 'page' && heading.version !== undefined && heading.version !== apiVersion) {
    return invalidParam('x-api-version', `must be ${apiVersion} when it is sent`)
  }
  // For every method: an unread body would still have to be received.
  if (incoming.announcesTooMuch) return bodyTooLarge()
  // Compressed bodies are refused: a small one may expand to a large one.
  const isPacked = method === 'POST' && heading.contentEncoding !== undefined && heading.contentEncoding !== 'identity'
  return isPacked ? new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the request body without content-encoding.') : null
}
