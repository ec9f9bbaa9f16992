import { readFilePath } from '../../config/data-location.ts'
import { settings } from '../../config/settings.ts'
import { type Config, environment, readConfig } from '../../config.ts'
import type { FormName } from '../../export/forms.ts'
import { readSince } from '../../export/since.ts'
import { type ExportTarget, readExportTarget } from '../../export/targets.ts'
import { Post } from '../../records/post.ts'

/** Options as given. */
export type ExportOptions = {
  from?: string
  format?: FormName
  out?: string
  since?: string
  limit?: number
  resume?: true
}

/** Reports a usage error and ends the process. */
export type Misuse = (problem: string) => never

/** A validated export request. */
export type Order = {
  target: ExportTarget
  format: FormName
  config: Config
  /** The data location as written. */
  dataUrl: string
  /** The output file; null for standard output. */
  file: string | null
}

export const readOrder = (what: string, options: ExportOptions, misuse: Misuse): Order => {
  const { from, since, limit, resume } = options
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
  const format = options.format ?? (file?.toLowerCase().endsWith('.csv') ? 'csv' : 'ndjson')
  if (resume === true && file === null) misuse('--resume needs a file: name it with --out')
  if (since !== undefined) {
    understood('--since ', () => readSince(since, Date.now()))
    const operation = target.kind === 'target' ? target.target.operation : null
    if (operation === null || operation.record !== Post || !operation.isList) {
      misuse(`--since applies only to lists of posts; ${what} is not one`)
    }
  }
  if (target.kind === 'all' && format === 'csv')
    misuse('all has records of every kind, which do not fit one table: use ndjson')
  if (target.kind === 'all' && limit !== undefined)
    misuse('--limit applies only to lists; a part of all would have dangling references')
  const env = environment()
  if (from !== undefined) understood('--from ', () => settings.DATA_URL.read(from))
  const config = readConfig(from === undefined ? env : { ...env, DATA_URL: from })
  return { target, format, config, dataUrl: from ?? env.DATA_URL ?? settings.DATA_URL.default, file }
}
