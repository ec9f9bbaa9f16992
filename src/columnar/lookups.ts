import type { Reference } from '../filters/query.ts'
import type { CachedChunks } from './cached-chunks.ts'
import { numberAt } from './decoded-chunks.ts'
import { allOf, rangePlan, referencePlan, Slots } from './plan.ts'
import { RowSet } from './row-set.ts'
import { scan } from './scan.ts'
import type { Turn } from './scan-turns.ts'

/** Row groups of a table in ascending order. */
export const groupsOf = async (chunks: CachedChunks, table: 'posts' | 'users' | 'sounds'): Promise<number[]> =>
  Array.from({ length: await chunks.groups(table) }, (_, group) => group)

/** Rows of a table whose flag is known and says so. */
export const rowsWithFlag = async (
  chunks: CachedChunks,
  flag: { table: 'users'; column: 'verified' } | { table: 'sounds'; column: 'is_original' },
  is: boolean,
  turn: Turn
): Promise<RowSet> => {
  const { table, column } = flag
  const slots = new Slots()
  const value = is ? 1 : 0
  const plan = rangePlan(slots.of(column), value, value)
  const set = new RowSet()
  await scan({
    ...{ chunks, table, slots, turn, plan, groups: await groupsOf(chunks, table) },
    begin: (group, selection) => selection.all(group.numbers(0).rows),
    visit: ({ first }, selection) => {
      for (const row of selection.written()) set.add(first + row)
    }
  })
  return set
}

/** Authors of the public posts that refer to one of these rows. */
export const usersWithPosts = async (
  chunks: CachedChunks,
  reference: Exclude<Reference, 'author'>,
  rows: readonly number[],
  turn: Turn
): Promise<RowSet> => {
  const slots = new Slots()
  const [listed, author] = [slots.of('is_listed'), slots.of('author')]
  const plan = allOf([referencePlan(slots, reference, rows, false), rangePlan(listed, 1, 1)])
  const set = new RowSet()
  await scan({
    ...{ chunks, table: 'posts', slots, turn, plan, groups: await groupsOf(chunks, 'posts') },
    begin: (group, selection) => selection.all(group.numbers(listed).rows),
    visit: (group, selection) => {
      const authors = group.numbers(author)
      for (const row of selection.written()) {
        const user = numberAt(authors, row)
        if (!Number.isNaN(user)) set.add(user)
      }
    }
  })
  return set
}
