import { keysOf } from '../../core/keys-of.ts'
import { countFields } from '../../engines/history/samples.ts'
import type { HistoryOwner } from './history-file.ts'
import type { QueuedSample } from './sample-queue.ts'

/** Samples on their way to the worker thread. */

/**
 * `numbers`: a row of `width` numbers per sample: kind, time, rounded fields and counts, with NaN for an unknown count. Copying objects would
 * cost time on both threads. `now`: Unix seconds.
 */
export type Batch = {
  readonly now: number
  readonly keys: readonly string[]
  readonly numbers: Float64Array<ArrayBuffer>
}

const kinds = keysOf(countFields)
const beforeCounts = 3
const width = beforeCounts + Math.max(...kinds.map((kind) => countFields[kind].length))

export const writeBatch = (queued: readonly QueuedSample[], now: number): Batch => {
  const numbers = new Float64Array(queued.length * width)
  let start = 0
  for (const { kind, sample } of queued) {
    numbers[start] = kinds.indexOf(kind)
    numbers[start + 1] = sample.at ?? 0
    numbers[start + 2] = sample.rounded
    for (let index = 0; index < sample.values.length; index += 1) {
      numbers[start + beforeCounts + index] = sample.values[index] ?? Number.NaN
    }
    start += width
  }
  return { now, keys: queued.map(({ key }) => key), numbers }
}

/** The buffers that move to the other thread without being copied. */
export const buffersOf = ({ numbers }: Batch): ArrayBuffer[] => [numbers.buffer]

export const readBatch = ({ keys, numbers }: Batch): QueuedSample[] =>
  keys.flatMap((key, index) => {
    const row = numbers.subarray(index * width, (index + 1) * width)
    const kind = kinds[row[0] ?? 0]
    if (kind === undefined) return []
    const given = [...row.subarray(beforeCounts, beforeCounts + countFields[kind].length)]
    const values = given.map((count) => (Number.isNaN(count) ? null : count))
    return { kind, key, sample: { at: row[1] ?? 0, source: 0, values, rounded: row[2] ?? 0, negative: 0 } }
  })

export type WriteReport =
  /** `opening`: changes each time the file is opened. `samples`: stored by this write. `bytes`: size of the file. */
  | { readonly opening: number; readonly samples: number; readonly bytes: number }
  /** The batch may not be stored. */
  | { readonly problem: string }

export type WriterOptions = HistoryOwner & {
  readonly path: string
  readonly maxBytes: number
  readonly maxDays: number
}
