import type { DatabaseSync } from 'node:sqlite'
import { decodeThings } from '../src/history/encoding.ts'
import { countFields, type Sample, type SampledKind } from '../src/history/samples.ts'
import { blockId, blockSize } from '../src/store/tables/sample-blocks.ts'

/** All samples of a kind in a data set, by row. */
export const storedSamples = (db: DatabaseSync, kind: SampledKind): Map<number, readonly Sample[]> => {
  const first = blockId(kind, 0)
  const blocks = db
    .prepare('SELECT id, data FROM sample_blocks WHERE id >= ? AND id < ? ORDER BY id')
    .all(first, first + 2 ** 40)
  return new Map(
    blocks.flatMap(({ id, data }) =>
      data instanceof Uint8Array
        ? decodeThings(data, countFields[kind].length).map(({ thing, samples }): [number, readonly Sample[]] => [
            (Number(id) - first) * blockSize + thing,
            samples
          ])
        : []
    )
  )
}
