import { decodeThing } from '../../history/encoding.ts'
import { countFields, type Sample, type SampledKind } from '../../history/samples.ts'

/** Samples as both databases store them (`sample_blocks`): those of consecutive rows together, because most rows have few. */

export const sampledKinds: Readonly<Record<SampledKind, number>> = { posts: 1, users: 2, sounds: 3 }

/** Rows of a block. A row group has a whole number of them. */
export const blockSize = 16
export const blockOf = (pk: number): number => Math.floor(pk / blockSize)

/** Ids of the blocks of a kind are consecutive. */
export const blocksOfKind = 2 ** 40

export const blockId = (kind: SampledKind, block: number): number => sampledKinds[kind] * blocksOfKind + block

/** The id of the block of a row, in SQL that both databases share. */
export const blockIdOf = (kind: SampledKind, pk: string): string =>
  `${sampledKinds[kind] * blocksOfKind} + ${pk} / ${blockSize}`

/** Samples of a row in its block; empty without a block. */
export const samplesOfRow = (kind: SampledKind, pk: number, block: unknown): Sample[] =>
  block instanceof Uint8Array ? decodeThing(block, pk % blockSize, countFields[kind].length) : []

/** Rows with the block of each, if there is one. `from`: their table and alias; `besides`: further columns. */
export const rowsWithBlocks = (kind: SampledKind, alias: string, from: string, besides = ''): string =>
  `SELECT ${alias}.pk, b.data${besides} FROM ${from} LEFT JOIN sample_blocks b ON b.id = ${blockIdOf(kind, `${alias}.pk`)}`

/** Blocks of the rows from one up to before another: the block, and its data. Both are multiples of `blockSize`, in SQL. */
export const blocksOfRows = (kind: SampledKind, from: string, to: string): string => {
  const first = sampledKinds[kind] * blocksOfKind
  return `SELECT b.id - ${first}, b.data FROM sample_blocks b
    WHERE b.id >= ${first} + ${from} / ${blockSize} AND b.id < ${first} + ${to} / ${blockSize}`
}
