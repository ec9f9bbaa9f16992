import { type RowChange, type RowRead, rowChange, rowRead } from '../../store/tables/row-statements.ts'

/** Statements that merge new samples into blocks, in SQL that both databases share. */

/** Row groups a transaction: one whose rows all have new samples takes some ten milliseconds. */
const groupsAtOnce = 16
/** Batches a read: each has the samples of a few thousand observations at most. */
export const batchesAtOnce = 16

/** The next row groups with new samples after one, in order. */
export const nextGroups = rowRead(
  { kind: 'bigint', after: 'bigint' },
  ({ kind, after }) =>
    `SELECT n.row_group FROM new_samples n WHERE n.kind = ${kind} AND n.row_group > ${after} GROUP BY n.row_group`,
  'row_group',
  groupsAtOnce
)
export const lastGroup = rowRead(
  { kind: 'bigint' },
  ({ kind }) => `SELECT max(n.row_group) FROM new_samples n WHERE n.kind = ${kind}`
)
export const bytesOfGroup = rowRead(
  { kind: 'bigint', group: 'bigint' },
  ({ kind, group }) => `SELECT sum(length(n.data)) FROM new_samples n WHERE n.kind = ${kind} AND n.row_group = ${group}`
)
/** The next batches of a row group after one, in the order in which they came. */
export const nextBatches = rowRead(
  { kind: 'bigint', group: 'bigint', after: 'bigint' },
  ({ kind, group, after }) => `SELECT n.batch, n.data FROM new_samples n
  WHERE n.kind = ${kind} AND n.row_group = ${group} AND n.batch > ${after}`,
  'batch',
  batchesAtOnce
)
export const removeNew = rowChange(
  { kind: 'bigint', group: 'bigint' },
  ({ kind, group }, join) => `DELETE FROM new_samples ${join('USING')}
  WHERE new_samples.kind = ${kind} AND new_samples.row_group = ${group}`
)

export const blockById = rowRead({ id: 'bigint' }, ({ id }) => `SELECT b.data FROM sample_blocks b WHERE b.id = ${id}`)
export const writeBlocks = rowChange(
  { id: 'bigint', data: 'bytea' },
  ({ id, data }, join) => `INSERT INTO sample_blocks (id, data) SELECT ${id}, ${data} ${join('FROM')}
  WHERE true ON CONFLICT (id) DO UPDATE SET data = excluded.data`
)
export const removeBlocks = rowChange(
  { id: 'bigint' },
  ({ id }, join) => `DELETE FROM sample_blocks ${join('USING')} WHERE sample_blocks.id = ${id}`
)

export const reads: readonly RowRead[] = [nextGroups, lastGroup, bytesOfGroup, nextBatches, blockById]
export const changes: readonly RowChange[] = [removeNew, writeBlocks, removeBlocks]
