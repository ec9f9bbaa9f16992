import { sampleDataHeader } from '../../core/sample-data.ts'
import type { SourceBudget } from '../../store/source.ts'
import type { Reply } from '../../surfaces/http/reply.ts'
import type { CrossOrigin } from './cross-origin.ts'
import type { Exchange } from './exchange.ts'

/** State that the headers of every response show. */
export type Notices = {
  crossOrigin: CrossOrigin
  /** Whether answers are of sample data. */
  isSampleData: () => boolean
  /** The remaining calls that a live source allows. */
  budget: () => SourceBudget | null
}

/** The headers of a reply and those of every response: request id, CORS, sample data, rate limit. Lower-case names and values, alternating. */
export const headersOf = (
  { incoming, route }: Exchange,
  { headers, secret = null }: Reply,
  { crossOrigin, isSampleData, budget }: Notices
): string[] => {
  const { requestId, heading } = incoming
  const needsCrossOrigin = secret === null && (heading.origin !== undefined || route.readers !== undefined)
  const corsHeaders = needsCrossOrigin ? crossOrigin.withHeaders(headers, route, heading.origin) : headers
  const all = ['x-request-id', requestId, ...corsHeaders]
  if (route.surface === 'page') return all
  if (isSampleData()) all.push(sampleDataHeader, 'true')
  const left = budget()
  if (left !== null) all.push('x-source-budget', standingOf(left))
  const allowance = incoming.caller?.allowance
  if (allowance != null) all.push('ratelimit-policy', allowance.policy, 'ratelimit', allowance.standing)
  return all
}

/** In the form of `RateLimit`: `r` of `q` calls are left for `t` seconds. */
const standingOf = ({ source, limit, left, resetsAt }: SourceBudget): string =>
  `"${source}";q=${limit};r=${left};t=${Math.max(0, Math.ceil((resetsAt - Date.now()) / 1_000))}`
