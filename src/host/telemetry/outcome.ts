import type { Surface } from '../../surfaces/http/route.ts'

/** Where a response came from: the response cache, cached reads, reads of the source, or no reads at all. */
export type CacheUse = 'ready' | 'cached' | 'fetched' | 'none'

/** Result of a request. */
export type RequestOutcome = {
  surface: Surface
  /** The surface's operation name; null without one. Limited in length. */
  operation: string | null
  status: number
  bytes: number
  ms: number
  cache: CacheUse
}
