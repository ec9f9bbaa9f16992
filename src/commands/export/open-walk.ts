import type { Config } from '../../config.ts'
import { type ApiError, CommandError } from '../../core/errors.ts'
import { type Form, formOf, lines } from '../../export/forms.ts'
import { pagesOf } from '../../export/pages.ts'
import { retryingRead } from '../../export/retry.ts'
import { handlesIn, scorecardsOf } from '../../export/scorecards.ts'
import { readSince } from '../../export/since.ts'
import type { Walk } from '../../export/walk.ts'
import { ndjsonRow } from '../../rest/tables.ts'
import { createLog } from '../../telemetry/log.ts'
import type { ExportOptions, Order } from './order.ts'

/** Receives events other than records. */
export type Listener = {
  onWait: (seconds: number, error: ApiError) => void
  onFailed: (handle: string, reason: string, failed: number) => void
}

/** Open data and how to walk it. `startedAt`: start of the export in milliseconds. */
export type Opened = {
  form: Form
  /** Identifies the state of the data when a walk goes by rows; null when it goes by cursors. */
  version: string | null
  /** Total number of records; null when unknown. */
  total: number | null
  walk: (startedAt: number, signal: AbortSignal, listener: Listener) => Walk
  close: () => Promise<void>
}

/** Opens the data of an export. */
export const openWalk = async ({ target, format, config }: Order, options: ExportOptions): Promise<Opened> => {
  if (target.kind === 'all') return openWhole(config)
  const { openBackend } = await import('../../backend.ts')
  const backend = await openBackend({
    config: alone(config),
    log: createLog('silent'),
    // Cursors are signed with a key. Those of an export appear only in its own notes.
    keys: ['export'],
    // Media of the embedded data need a server's public URL.
    mediaBase: config.publicUrl === null ? null : () => config.publicUrl ?? ''
  })
  const { deps } = backend
  const limit = options.limit ?? null
  return {
    form: formOf(format, target.kind === 'target' ? target.target.operation : target.operation),
    version: null,
    total: options.limit ?? null,
    walk(startedAt, signal, { onWait, onFailed }) {
      const read = retryingRead({ signal, onWait })
      if (target.kind === 'scorecards') {
        return scorecardsOf({ deps, read, handles: handlesIn(target.file, signal), onFailed })
      }
      const since = options.since === undefined ? null : readSince(options.since, startedAt)
      return pagesOf(target.target, { deps, read, limit, since })
    },
    close: backend.close
  }
}

const openWhole = async ({ data }: Config): Promise<Opened> => {
  if (data.kind === 'upstream') {
    throw new CommandError(
      'all reads the tables of a data set, which a server does not expose: name a data set with --from, or export lists.'
    )
  }
  const { openStore, openTables } = await import('../../ingest/export/tables.ts')
  const { headerOf, wholeOf } = await import('../../ingest/export/whole.ts')
  const tables = data.kind === 'sqlite' ? openTables(data.path) : await openStore(data.urls[0])
  const header = await headerOf(tables)
  return {
    form: { ...lines, header: ndjsonRow(header) },
    version: tables.version,
    total: Object.values(header.counts).reduce((sum, count) => sum + count, 0),
    walk: () => (from) => wholeOf(tables, from),
    close: async () => tables.close()
  }
}

const cacheBytes = 16 * 2 ** 20

/** An export needs data only: it reads nothing twice, and must not fill a shared cache. */
const alone = (config: Config): Config => ({
  ...config,
  cache: { kind: 'memory' },
  cacheMaxBytes: cacheBytes,
  keyFile: null,
  rateLimit: null,
  documentsOnly: null
})
