import type { Surface } from '../http/route.ts'

/** Where an answer came from: ready bytes, reads that the cache had, reads that the source was asked for; or nothing was read for it. */
export type CacheUse = 'ready' | 'cached' | 'fetched' | 'none'

/** What came of a request. */
export type Outcome = {
  surface: Surface
  /** As the surface calls it; null where it knows of none. Bounded in length, whatever the client sent. */
  operation: string | null
  status: number
  bytes: number
  ms: number
  cache: CacheUse
}
