import { decodeThings, encodeThings } from '../../history/encoding.ts'
import { countFields, type Sample, type SampledKind } from '../../history/samples.ts'
import { sampledKinds } from '../tables/sample-blocks.ts'

/** Samples on their way to the worker thread. */

/** A thing with samples to be stored, in order. */
export type RecordedThing = { readonly kind: SampledKind; readonly key: string; readonly samples: Sample[] }

/** Things of one kind: their keys, and their samples as blocks have them, numbered as the keys are. */
type KindBatch = { readonly keys: string[]; readonly data: Uint8Array<ArrayBuffer> }

/** `now`: Unix seconds. */
export type Batch = { readonly now: number; readonly kinds: Partial<Record<SampledKind, KindBatch>> }

// The table has these kinds.
const kinds = Object.keys(sampledKinds) as SampledKind[]

export const writeBatch = (things: Iterable<RecordedThing>, now: number): Batch => {
  const byKind = Map.groupBy(things, ({ kind }) => kind)
  const batch: Batch = { now, kinds: {} }
  for (const [kind, those] of byKind) {
    batch.kinds[kind] = {
      keys: those.map(({ key }) => key),
      data: new Uint8Array(
        encodeThings(
          those.map(({ samples }, thing) => ({ thing, samples })),
          countFields[kind].length
        )
      )
    }
  }
  return batch
}

/** What moves to the other thread without being copied. */
export const buffersOf = ({ kinds }: Batch): ArrayBuffer[] => Object.values(kinds).map(({ data }) => data.buffer)

export const readBatch = (batch: Batch): RecordedThing[] =>
  kinds.flatMap((kind) => {
    const { keys, data } = batch.kinds[kind] ?? { keys: [], data: new Uint8Array() }
    return decodeThings(data, countFields[kind].length).map(({ thing, samples }) => ({
      kind,
      key: keys[thing] ?? '',
      samples: [...samples]
    }))
  })

export type WriteReport =
  /** `opening`: changes when the file was opened again. `samples`: stored by this write. `bytes`: size of the file. */
  | { readonly opening: number; readonly samples: number; readonly bytes: number }
  /** Nothing of the batch was stored. */
  | { readonly problem: string }

export type WriterOptions = { readonly path: string; readonly maxBytes: number; readonly maxDays: number }
