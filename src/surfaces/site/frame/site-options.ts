import type { Config } from '../../../core/config/config.ts'
import type { Log } from '../../../core/log.ts'
import type { Deps } from '../../../services/operation.ts'
import type { Queries } from '../../graphql/query/answer.ts'

/** Options of the pages. */
export type SiteOptions = {
  config: Pick<Config, 'publicUrl' | 'publicPreviews' | 'documentsOnly' | 'limits' | 'introspection' | 'suggestions'>
  log: Log
  deps: Deps
  /** Answers the examples of the docs like requests of clients. */
  queries: () => Promise<Queries>
  /** The key that pages may show to visitors on this machine; null when keys are configured. */
  demoKey: string | null
}
