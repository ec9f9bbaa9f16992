import type { SourceTable } from '../table.ts'
import { display } from './display.ts'
import { research } from './research.ts'

/** Tables that `DATA_URL=source:NAME` names. */
export const builtInTables: readonly SourceTable[] = [research, display]
