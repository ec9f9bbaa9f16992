import { commandLine } from '../../core/command-line.ts'
import type { Config } from '../../core/config/config.ts'
import { ApiError, CommandError } from '../../core/errors.ts'
import { UpstreamFault } from '../../store/upstream/faults.ts'
import { quoted } from '../shell-word.ts'
import { adviceWords, problemWords } from '../source-words.ts'
import type { ExportOptions } from './order.ts'

/** Error message for the user who knows the data location; null for a programming error. */
export const reasonOf = (error: unknown, from: string | undefined): string | null => {
  if (error instanceof CommandError || (error instanceof Error && 'syscall' in error)) return error.message
  if (!(error instanceof ApiError)) return null
  // Messages about PostgreSQL include the remedy.
  if (error.cause instanceof CommandError) return error.cause.message
  if (!(error.cause instanceof UpstreamFault)) return error.code === 'INTERNAL_ERROR' ? null : error.message
  return problemWords(error.cause.message, from)
}

/** Advice for the error, as a further sentence; empty without any. */
export const adviceOn = async (error: unknown, { data }: Config, from: string | undefined): Promise<string> => {
  if (!(error instanceof ApiError && error.cause instanceof UpstreamFault) || data.kind !== 'upstream') return ''
  const { advices } = await import('../doctor/data.ts')
  return `. ${adviceWords(advices(data)[error.cause.fault], from)}`
}

/** The command that resumes an export. */
export const resumeLine = (what: string, { resume: _, ...options }: ExportOptions): string => {
  const given = Object.entries(options).map(
    ([name, value]) => `--${name === 'orderBy' ? 'order-by' : name}${value === true ? '' : ` ${quoted(String(value))}`}`
  )
  return commandLine(`export ${[quoted(what), ...given, '--resume'].join(' ')}`)
}
