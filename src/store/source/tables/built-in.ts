import type { SourceTable } from '../table.ts'

/** Tables that `DATA_URL=source:NAME` names. */
export const builtInTables: readonly SourceTable[] = []
