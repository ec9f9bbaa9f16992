import type { Form } from './forms.ts'
import type { Output } from './output.ts'
import type { Walk } from './walk.ts'

export type WriteOptions = {
  walk: Walk
  form: Form
  output: Output
  /** Maximum number of records; null for all. */
  limit: number | null
  /** Stops between two pieces. */
  signal: AbortSignal
  /** Throws unless all reads were of one state of the data. */
  confirm: () => Promise<void>
  /** Called with the number of records written so far. */
  onRecords: (records: number) => void
}

/** Writes everything a walk yields, continuing an earlier run, and returns the total number of records. */
export const writeAll = async ({
  walk,
  form,
  output,
  limit,
  signal,
  confirm,
  onRecords
}: WriteOptions): Promise<number> => {
  const { resumed } = output
  const most = limit ?? Number.POSITIVE_INFINITY
  let records = resumed?.records ?? 0
  const isComplete = records >= most || (resumed !== null && resumed.next === null)
  if (resumed === null) await output.write(form.header)
  if (!isComplete) {
    for await (const { rows, next } of walk(resumed?.next ?? null)) {
      const wanted = rows.slice(0, most - records)
      records += wanted.length
      if (wanted.length > 0) await (output.writeRows?.(wanted) ?? output.write(wanted.map(form.row).join('')))
      onRecords(records)
      if (records >= most) break
      await output.note({ records, next })
      signal.throwIfAborted()
    }
  }
  await confirm()
  await output.finish()
  return records
}
