import type { Config } from '../../core/config/config.ts'
import { readFilePath } from '../../core/config/data-location.ts'
import type { PostSorting, UserSorting } from '../../engines/filters/fields.ts'
import { readPostFilter, readUserFilter } from '../../engines/filters/filters.ts'
import type { Condition } from '../../engines/filters/query.ts'
import { Post } from '../../records/post.ts'
import { postOrder, userOrder } from '../../services/filter-inputs.ts'
import { configFrom, type Misuse } from '../command-config.ts'
import { type FormName, formNames } from './forms.ts'
import { readSince } from './since.ts'
import { type ExportTarget, readExportTarget, selectableForms } from './targets.ts'

/** Options as given. */
export type ExportOptions = {
  from?: string
  format?: FormName
  plain?: true
  unknown?: 'zero' | 'empty'
  out?: string
  since?: string
  until?: string
  filter?: string
  orderBy?: string
  limit?: number
  resume?: true
}

/** A validated filter and order of posts or creators. `raw`: the filter as given. */
export type Selected = { raw: unknown; where: Condition | null } & (
  | { of: 'posts'; order: PostSorting | null }
  | { of: 'users'; order: UserSorting | null }
)

/** A validated export request. */
export type ExportOrder = {
  target: ExportTarget
  /** Null for plain lists and other targets. */
  selected: Selected | null
  format: FormName
  config: Config
  /** The data location as written. */
  dataUrl: string
  /** The output file; null for standard output. */
  file: string | null
}

export const readOrder = (what: string, options: ExportOptions, misuse: Misuse): ExportOrder => {
  const { from, since, until, resume } = options
  const understood = <T>(before: string, read: () => T): T => {
    try {
      return read()
    } catch (error) {
      return misuse(before + (error instanceof Error ? error.message : String(error)))
    }
  }
  const target = understood('', () => readExportTarget(what))
  const { out } = options
  const file = out === undefined || out === '-' ? null : understood('--out ', () => readFilePath(out))
  const format = options.format ?? formNames.find((name) => file?.toLowerCase().endsWith(`.${name}`)) ?? 'ndjson'
  if (options.plain === true && format !== 'csv') misuse('--plain is a form of CSV: add --format csv')
  if (options.unknown !== undefined && !['target', 'posts', 'users'].includes(target.kind)) {
    misuse(`--unknown applies only to records and lists of them; ${what} is neither`)
  }
  if (format === 'parquet') {
    if (resume === true) misuse('--resume cannot continue Parquet, which is complete only at its end')
    if (options.unknown === 'zero') misuse('--unknown zero does not apply to Parquet, where unknown is null')
    if (file === null && process.stdout.isTTY) misuse('Parquet is not text: name a file with --out')
  }
  if (resume === true && file === null) misuse('--resume needs a file: name it with --out')
  if (since !== undefined) {
    understood('--since ', () => readSince(since, Date.now()))
    if (!isListOfPosts(target) && target.kind !== 'history') {
      misuse(`--since applies only to lists of posts and to histories; ${what} is neither`)
    }
  }
  if (until !== undefined) {
    const now = Date.now()
    const end = understood('--until ', () => readSince(until, now))
    if (target.kind !== 'history') misuse(`--until applies only to histories; ${what} is none`)
    if (since !== undefined && readSince(since, now) >= end) misuse('--since must be before --until')
  }
  const selected = understood('', () => readSelected(what, target, options))
  return { target, selected, format, ...configFrom(from, misuse), file }
}

const isListOfPosts = (target: ExportTarget): boolean => {
  if (target.kind !== 'target') return target.kind === 'posts'
  const { record, isList } = target.target.operation
  return record === Post && isList
}

/** The records that `--filter` and `--order-by` apply to; null if they do not apply. */
const selectableOf = (target: ExportTarget): Selected['of'] | null => {
  if (target.kind === 'posts' || target.kind === 'users') return target.kind
  return target.kind === 'target' && target.target.feed !== null ? 'posts' : null
}

const readSelected = (what: string, target: ExportTarget, { filter, orderBy }: ExportOptions): Selected | null => {
  const of = selectableOf(target)
  const isGiven = filter !== undefined || orderBy !== undefined
  if (of === null && isGiven) {
    const name = filter === undefined ? '--order-by' : '--filter'
    throw new Error(`${name} applies only to ${selectableForms.join(', ')}; ${what} is none of them`)
  }
  // Lists of all posts or creators are always filtered lists.
  if (of === null || (!isGiven && target.kind === 'target')) return null
  const raw = filter === undefined ? null : readJson(filter)
  return of === 'posts'
    ? { of, raw, where: readPostFilter(raw, '--filter'), order: postOrder.read(orderBy, '--order-by') }
    : { of, raw, where: readUserFilter(raw, '--filter'), order: userOrder.read(orderBy, '--order-by') }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\s+/g, ' ') : ''
    throw new Error(`--filter must be JSON, such as '{"plays":{"min":100000}}': ${reason}`)
  }
}
