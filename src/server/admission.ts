import { ApiError, invalidParam } from '../core/errors.ts'
import type { GatewayKeys } from '../http/gateway-keys.ts'
import { bodyTooLarge, type Incoming } from '../http/incoming.ts'
import type { Route, Surface } from '../http/route.ts'
import { apiVersion } from '../records/api-version.ts'

const methods: Readonly<Record<Surface, readonly string[]>> = {
  rest: ['GET', 'HEAD'],
  graphql: ['GET', 'HEAD', 'POST'],
  // Nothing is streamed and no session kept, which is what its other methods are for.
  mcp: ['POST'],
  page: ['GET', 'HEAD']
}

export const methodsOf = (surface: Surface): readonly string[] => methods[surface]

/** Why a request may not go on to its route; null when it may. The key comes first: without it nothing is told. */
export const problemOf = (incoming: Incoming, { surface, isOpen }: Route, keys: GatewayKeys): ApiError | null => {
  const { heading, method } = incoming
  const needsKey = surface !== 'page' && isOpen?.(incoming) !== true
  if (needsKey && !keys.accepts(heading.key)) return new ApiError('UNAUTHORIZED')
  // Asked one by one: what almost every request is costs no list.
  if ((method !== 'GET' || surface === 'mcp') && !methodsOf(surface).includes(method)) {
    return new ApiError('METHOD_NOT_ALLOWED', `Use ${methodsOf(surface).join(' or ')}.`)
  }
  if (heading.host === undefined && incoming.httpVersion === '1.1') {
    return invalidParam('host', 'is a header that HTTP/1.1 requires')
  }
  if (surface !== 'page' && heading.version !== undefined && heading.version !== apiVersion) {
    return invalidParam('x-api-version', `must be ${apiVersion} when it is sent`)
  }
  // Whatever the method: what nobody reads would still have to be taken in.
  return incoming.announcesTooMuch ? bodyTooLarge() : null
}
