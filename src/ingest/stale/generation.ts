import { randomUUID } from 'node:crypto'
import type { RowTables } from '../tables/row-tables.ts'
import { setGeneration } from './stale-statements.ts'

/** Row of `search_sizes` with the number of posts that suggestions were made from. */
export const suggestedPosts = 0
export const neverMade = -1

/** Processes with parts of the index in memory drop them when the generation changes. */
export const renewGeneration = (tables: RowTables): void => tables.change(setGeneration, [[randomUUID()]])
