import type { Form } from './forms.ts'
import type { Output } from './output.ts'
import type { Walk } from './walk.ts'

export type WriteOptions = {
  walk: Walk
  form: Form
  output: Output
  /** Most records that are wanted; null for all. */
  limit: number | null
  /** Ends it between two pieces. */
  signal: AbortSignal
  /** Hears how many records are written. */
  onRecords: (records: number) => void
}

/** Writes what a walk comes by, from where an earlier run stopped, and tells how many records that are in all. */
export const writeAll = async ({ walk, form, output, limit, signal, onRecords }: WriteOptions): Promise<number> => {
  const { kept } = output
  const most = limit ?? Number.POSITIVE_INFINITY
  let records = kept?.records ?? 0
  const isComplete = records >= most || (kept !== null && kept.next === null)
  if (kept === null) await output.write(form.header)
  if (!isComplete) {
    for await (const { rows, next } of walk(kept?.next ?? null)) {
      const wanted = rows.slice(0, most - records)
      records += wanted.length
      if (wanted.length > 0) await output.write(wanted.map(form.row).join(''))
      onRecords(records)
      if (records >= most) break
      await output.note({ records, next })
      signal.throwIfAborted()
    }
  }
  await output.finish()
  return records
}
