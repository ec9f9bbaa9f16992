import type { Config } from '../../config.ts'
import type { Queries } from '../../graphql/query/answer.ts'
import type { Deps } from '../../services/operation.ts'
import type { Log } from '../../telemetry/log.ts'

/** What the pages are given. */
export type SiteOptions = {
  config: Pick<Config, 'publicUrl' | 'publicPreviews' | 'documentsOnly' | 'limits' | 'introspection' | 'suggestions'>
  log: Log
  deps: Deps
  /** Answers the examples of the docs as it answers clients. */
  queries: Queries
  /** A key that pages may show to whoever opens them on this machine; null where keys are configured. */
  demoKey: string | null
}
