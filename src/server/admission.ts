import { ApiError, invalidParam } from '../core/errors.ts'
import type { GatewayKeys } from '../http/gateway-keys.ts'
import type { Incoming } from '../http/incoming.ts'
import type { Route, Surface } from '../http/route.ts'
import { apiVersion } from '../records/api-version.ts'

export const methodsOf = (surface: Surface): readonly string[] =>
  surface === 'graphql' ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD']

/** Throws the refusal of a request that may not go on to the route. The key comes first: without it nothing is told. */
export const admit = (incoming: Incoming, { surface, isOpen }: Route, keys: GatewayKeys): void => {
  const { heading, method } = incoming
  const needsKey = surface !== 'page' && isOpen?.(incoming) !== true
  if (needsKey && !keys.accepts(heading.key)) throw new ApiError('UNAUTHORIZED')
  // Asked one by one: what almost every request is costs no list.
  if (method !== 'GET' && !methodsOf(surface).includes(method)) {
    throw new ApiError('METHOD_NOT_ALLOWED', `Use ${methodsOf(surface).join(' or ')}.`)
  }
  if (heading.host === undefined && incoming.httpVersion === '1.1') {
    throw invalidParam('host', 'is a header that HTTP/1.1 requires')
  }
  if (surface !== 'page' && heading.version !== undefined && heading.version !== apiVersion) {
    throw invalidParam('x-api-version', `must be ${apiVersion} when it is sent`)
  }
}
