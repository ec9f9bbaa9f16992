import type { Condition } from '../filters/query.ts'
import type { CachedChunks } from './cached-chunks.ts'
import { keywordWords } from './keyword-words.ts'
import { rowsWithFlag, usersWithPosts } from './lookups.ts'
import { allOf, anyOf, type Plan, rangePlan, referencePlan, type Slots } from './plan.ts'
import { NumberSet, RowSet } from './row-set.ts'
import type { Turn } from './scan-turns.ts'

type Options = {
  chunks: CachedChunks
  table: 'posts' | 'users'
  slots: Slots
  turn: Turn
}

/** Looks up everything that a condition names. */
export const planOf = async (condition: Condition, options: Options): Promise<Plan> => {
  const { chunks, table, slots, turn } = options
  if ('all' in condition) return allOf(await plansOf(condition.all, options))
  if ('any' in condition) return anyOf(await plansOf(condition.any, options))
  if ('number' in condition) {
    const { number, min, max, not } = condition
    return rangePlan(slots.of(number), min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY, not)
  }
  if ('reference' in condition) {
    const { reference, anyOf: names, not } = condition
    const rows = await chunks.store.rowsOf(reference, names)
    if (table === 'posts') return referencePlan(slots, reference, rows, not)
    if (reference === 'author') return { kind: 'rows', set: RowSet.of(rows), not }
    return { kind: 'rows', set: await usersWithPosts(chunks, reference, rows, turn), not }
  }
  if ('flag' in condition) {
    const { flag, is } = condition
    const isAuthors = flag === 'author_verified'
    const set = isAuthors
      ? await rowsWithFlag(chunks, { table: 'users', column: 'verified' }, is, turn)
      : await rowsWithFlag(chunks, { table: 'sounds', column: 'is_original' }, is, turn)
    return { kind: 'members', slot: slots.of(isAuthors ? 'author' : 'sound'), set, not: false }
  }
  if ('text' in condition) {
    const texts = condition.anyOf.map((text) => Buffer.from(text))
    return { kind: 'texts', slot: slots.of(condition.text), texts, not: condition.not }
  }
  const words = keywordWords(condition.keyword)
  const keys = words.length === 0 ? new Float64Array() : await chunks.store.containing(table, words, turn)
  return { kind: 'numbers', slot: slots.of('search_key'), set: await numberSet(keys, turn), not: condition.not }
}

const plansOf = async (conditions: readonly Condition[], options: Options): Promise<Plan[]> => {
  const plans: Plan[] = []
  // One after the other: a store has few connections, and a filter has few conditions.
  for (const condition of conditions) plans.push(await planOf(condition, options))
  return plans
}

const numberSet = async (numbers: Float64Array, turn: Turn): Promise<NumberSet> => {
  const set = new NumberSet(numbers.length)
  for (const [at, number] of numbers.entries()) {
    set.add(number)
    if (at % 4_096 === 4_095 && turn.isOver) await turn.rest()
  }
  return set
}
