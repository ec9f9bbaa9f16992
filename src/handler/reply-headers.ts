import type { Reply } from '../http/reply.ts'
import type { CrossOrigin } from './cross-origin.ts'
import type { Exchange } from './exchange.ts'

/** The headers of a reply and those of every response: request id, CORS, rate limit. Lower-case names and values, alternating. */
export const headersOf = (
  { incoming, route }: Exchange,
  { headers, secret = null }: Reply,
  crossOrigin: CrossOrigin
): string[] => {
  const { requestId, heading } = incoming
  const needsCrossOrigin = secret === null && (heading.origin !== undefined || route.readers !== undefined)
  const corsHeaders = needsCrossOrigin ? crossOrigin.withHeaders(headers, route, heading.origin) : headers
  const all = ['x-request-id', requestId, ...corsHeaders]
  const allowance = route.surface === 'page' ? null : incoming.caller?.allowance
  if (allowance != null) all.push('ratelimit-policy', allowance.policy, 'ratelimit', allowance.standing)
  return all
}
