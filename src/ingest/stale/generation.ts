import { randomUUID } from 'node:crypto'
import type { RowTables } from '../tables/row-tables.ts'
import { setGeneration } from './stale-statements.ts'

/** Row of `search_sizes` with the number of posts from which suggestions were built. */
export const suggestedPosts = 0
export const neverMade = -1

/** Changes the generation, so that processes drop parts of the index from memory. */
export const renewGeneration = (tables: RowTables): void => tables.change(setGeneration, [[randomUUID()]])
