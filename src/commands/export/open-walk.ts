import type { ApiError } from '../../core/errors.ts'
import { createLog } from '../../core/log.ts'
import type { BackendOptions } from '../../host/backend-options.ts'
import { Post } from '../../records/post.ts'
import { UserProfile } from '../../records/user-profile.ts'
import { known } from '../../services/known.ts'
import type { RestOperation } from '../../surfaces/rest/operations.ts'
import { alone } from '../command-config.ts'
import { type Form, formOf } from './forms.ts'
import { historiesOf, historyRecords } from './histories.ts'
import type { ExportOptions, ExportOrder } from './order.ts'
import { type PagesOptions, pagesOf } from './pages.ts'
import { retryingRead } from './retry.ts'
import { handlesIn, scorecardsOf } from './scorecards.ts'
import { allPostsOf, allUsersOf, selectedPostsOf } from './selected-lists.ts'
import { readSince } from './since.ts'
import type { ExportTarget } from './targets.ts'
import type { Walk } from './walk.ts'

/** Receives events other than records. */
export type ExportListener = {
  onWait: (seconds: number, error: ApiError) => void
  /** Called if only `scanned` posts of a list could be read. */
  onIncomplete: (scanned: number) => void
  onFailed: (handle: string, reason: string, failed: number) => void
}

/** Open data with a walk over it. `startedAt`: start of the export in milliseconds. */
export type OpenedExport = {
  form: Form
  /** The record type of its rows. */
  operation: Pick<RestOperation, 'record' | 'isList'>
  /** Identifies the state of the data; null over a server. */
  version: string | null
  /** Total number of records; null when unknown. */
  total: number | null
  walk: (startedAt: number, signal: AbortSignal, listener: ExportListener) => Walk
  /** Throws `CommandError` unless all reads so far were of one state of the data. */
  confirm: () => Promise<void>
  close: () => Promise<void>
}

/** Opens the data of an export. */
export const openWalk = async (
  order: ExportOrder,
  options: ExportOptions,
  { collecting, pageSize }: Pick<BackendOptions, 'collecting'> & Pick<PagesOptions, 'pageSize'> = {}
): Promise<OpenedExport> => {
  const { target, selected, format, config } = order
  const { openBackend } = await import('../../host/backend.ts')
  const backend = await openBackend({
    config: alone(config),
    log: createLog('silent'),
    // Cursors are signed with a key. Those of an export appear only in its own notes.
    keys: ['export'],
    // Media of the embedded data need a server's public URL.
    mediaBase: config.publicUrl === null ? null : () => config.publicUrl ?? '',
    isSnapshot: true,
    collecting
  })
  const { deps, source } = backend
  const limit = options.limit ?? null
  return {
    form: formOf(format, options.plain === true, resultOf(target)),
    operation: resultOf(target),
    version: source.snapshot?.version() ?? null,
    total: options.limit ?? null,
    walk(startedAt, signal, { onWait, onIncomplete, onFailed }) {
      const read = retryingRead({ signal, onWait })
      if (target.kind === 'scorecards') {
        return scorecardsOf({ deps, read, handles: handlesIn(target.file, signal), onFailed })
      }
      const [since, until] = [options.since, options.until].map((text) =>
        text === undefined ? null : readSince(text, startedAt)
      ) as [number | null, number | null]
      if (target.kind === 'history') {
        const { of, file, key } = target
        const keys = file === null ? one(key ?? '') : handlesIn(file, signal, of === 'user' ? 'handles' : 'ids')
        return historiesOf({
          deps,
          read,
          of,
          keys,
          period: { since, until },
          onFailed: file === null ? null : onFailed
        })
      }
      const pages = { deps, read, limit, pageSize, since, onIncomplete }
      const recordsOf = (): Walk => {
        if (selected === null || selected.of === 'users') {
          if (target.kind === 'target') return pagesOf(target.target, pages)
          return allUsersOf({ filter: selected?.raw, orderBy: selected?.order }, pages)
        }
        return target.kind === 'target' ? selectedPostsOf(target.target, selected, pages) : allPostsOf(selected, pages)
      }
      const records = recordsOf()
      if (options.unknown !== 'empty' && format !== 'parquet') return records
      return async function* (from) {
        for await (const { rows, next } of records(from)) {
          yield { rows: rows.map(known), next }
        }
      }
    },
    confirm: async () => source.snapshot?.confirm(),
    close: backend.close
  }
}

async function* one(key: string): AsyncGenerator<string> {
  yield key
}

/** The record type of an export's rows. */
const resultOf = (target: ExportTarget): Pick<RestOperation, 'record' | 'isList'> => {
  if (target.kind === 'posts') return { record: Post, isList: true }
  if (target.kind === 'users') return { record: UserProfile, isList: true }
  if (target.kind === 'history') return { record: historyRecords[target.of], isList: true }
  return target.kind === 'target' ? target.target.operation : target.operation
}
