import { type RowChange, type RowRead, rowChange } from '../../store/tables/row-statements.ts'

export const setGeneration = rowChange(
  { id: 'text' },
  ({ id }, join) => `UPDATE generation SET id = ${id} ${join('FROM')}`
)
export const setSize = rowChange(
  { kind: 'bigint', things: 'bigint' },
  ({ kind, things }, join) =>
    `UPDATE search_sizes SET things = ${things} ${join('FROM')} WHERE search_sizes.kind = ${kind}`
)
export const reads: readonly RowRead[] = []
export const changes: readonly RowChange[] = [setGeneration, setSize]
