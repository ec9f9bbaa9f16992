import { codeNumber } from '../../records/origin.ts'
import type { Condition } from '../filters/query.ts'
import type { CachedChunks } from './cached-chunks.ts'
import type { Column, ColumnTable } from './column-store.ts'
import { keywordWords } from './keyword-words.ts'
import { selectRows } from './lookups.ts'
import { allOf, anyOf, knownPlan, membersPlan, type Plan, rangePlan, referencePlan, Slots } from './plan.ts'
import { NumberSet, type RowSet } from './row-set.ts'
import type { Turn } from './scan-turns.ts'

type ResolveOptions = {
  chunks: CachedChunks
  table: 'posts' | 'users'
  slots: Slots
  turn: Turn
}

/** Resolves the names in a condition. */
export const planOf = async (condition: Condition, options: ResolveOptions): Promise<Plan> => {
  const { chunks, table, slots, turn } = options
  if ('all' in condition) return allOf(await plansOf(condition.all, options))
  if ('any' in condition) return anyOf(await plansOf(condition.any, options))
  if ('number' in condition) {
    const { number, min, max, not } = condition
    return rangePlan(slots.of(number), min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY, not)
  }
  if ('reference' in condition) {
    const { reference, anyOf: names, not } = condition
    const plan = referencePlan(slots, reference, await chunks.store.rowsOf(reference, names), not)
    return not && reference === 'author' ? allOf([knownPlan(slots.of(reference)), plan]) : plan
  }
  if ('origin' in condition) {
    const slot = slots.of(condition.origin)
    const codes = membersPlan(slot, condition.anyOf.map(codeNumber), condition.not)
    return condition.not ? allOf([knownPlan(slot), codes]) : codes
  }
  if ('flag' in condition) {
    const value = Number(condition.is)
    const set = await rowsThat(options, 'sounds', (slots) => rangePlan(slots.of('is_original'), value, value))
    return { kind: 'members', slot: slots.of('sound'), set, not: false }
  }
  if ('author' in condition) {
    const set = await rowsThat(options, 'users', (slots) =>
      planOf(condition.author, { ...options, table: 'users', slots })
    )
    return { kind: 'members', slot: slots.of('author'), set, not: false }
  }
  if ('posts' in condition) {
    const { posts, not } = condition
    const plan = async (slots: Slots) => {
      const listed = rangePlan(slots.of('is_listed'), 1, 1)
      return posts === null ? listed : allOf([await planOf(posts, { ...options, table: 'posts', slots }), listed])
    }
    return { kind: 'rows', set: await rowsThat(options, 'posts', plan, 'author'), not }
  }
  if ('text' in condition) {
    const texts = condition.anyOf.map((text) => Buffer.from(text))
    return { kind: 'texts', slot: slots.of(condition.text), texts, not: condition.not }
  }
  const words = keywordWords(condition.keyword)
  const keys = words.length === 0 ? new Float64Array() : await chunks.store.containing(table, words, turn)
  return { kind: 'numbers', slot: slots.of('search_key'), set: await numberSet(keys, turn), not: condition.not }
}

/** Rows of another table that meet a plan, or the rows to which these refer. */
const rowsThat = async (
  { chunks, turn }: ResolveOptions,
  table: ColumnTable,
  planOver: (slots: Slots) => Plan | Promise<Plan>,
  reference: Column | null = null
): Promise<RowSet> => {
  const slots = new Slots()
  const plan = await planOver(slots)
  return selectRows({ chunks, table, slots, plan, turn }, reference)
}

const plansOf = async (conditions: readonly Condition[], options: ResolveOptions): Promise<Plan[]> => {
  const plans: Plan[] = []
  // Sequential, because a store has few connections, and a filter has few conditions.
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
