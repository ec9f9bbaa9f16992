import type { GroupColumn } from '../filters/fields.ts'
import { type Column, groupSize } from './column-store.ts'
import { type NumberSet, RowSet } from './row-set.ts'
import { Selection } from './selection.ts'

/** A condition with everything looked up that it names: rows of names, sets of flags, search keys. Columns are numbered by `slots`. */
export type Plan =
  | { readonly kind: 'range'; readonly slot: number; readonly min: number; readonly max: number; readonly not: boolean }
  /** The number is a row in the set. Rows that refer to nothing are not, so they meet the negation. */
  | { readonly kind: 'members'; readonly slot: number; readonly set: RowSet; readonly not: boolean }
  /** The number is in the set; unknown ones are not. */
  | { readonly kind: 'numbers'; readonly slot: number; readonly set: NumberSet; readonly not: boolean }
  | {
      readonly kind: 'carries'
      readonly slot: number
      readonly keys: RowSet
      readonly list: Uint32Array
      readonly not: boolean
    }
  | { readonly kind: 'texts'; readonly slot: number; readonly texts: readonly Buffer[]; readonly not: boolean }
  /** Drops what cannot be on the page: numbers, or texts, beyond those of the last of the best rows so far and of the cursor. */
  | OrderPlan
  /** The row itself is in the set. */
  | { readonly kind: 'rows'; readonly set: RowSet; readonly not: boolean }
  | AllPlan
  | {
      readonly kind: 'any'
      readonly parts: readonly Plan[]
      readonly rest: Selection
      readonly passed: Selection
      readonly marks: Uint8Array
    }

export type OrderPlan = {
  readonly kind: 'order'
  readonly slot: number
  /** Null until enough rows are known to drop any. Unknown values are dropped. */
  bounds: { min: number; max: number } | { from: Uint8Array | null; to: Uint8Array | null } | null
}

export type AllPlan = { readonly kind: 'all'; readonly parts: PlanPart[] }

/** A part of a conjunction, with what is known of its selectivity: parts that keep few rows at little cost go first. */
export type PlanPart = { readonly plan: Plan; readonly cost: number; tested: number; passed: number }

/** Numbers the columns that a scan reads. */
export class Slots {
  readonly columns: Column[] = []

  of(column: Column): number {
    const known = this.columns.indexOf(column)
    return known === -1 ? this.columns.push(column) - 1 : known
  }
}

export const rangePlan = (slot: number, min: number, max: number, not = false): Plan => ({
  kind: 'range',
  slot,
  min,
  max,
  not
})

/** Rows of which the number is known. */
export const knownPlan = (slot: number): Plan => rangePlan(slot, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)

/** Rows of which the number is one of these. Those without one meet the negation. */
export const membersPlan = (slot: number, numbers: readonly number[], not: boolean): Plan => {
  const [number = 0] = numbers
  if (numbers.length === 1 && !not) return rangePlan(slot, number, number)
  return { kind: 'members', slot, set: RowSet.of(numbers), not }
}

/** Rows that refer to one of these rows, or are from one of these countries. Hashtags are a list; of the others a row has at most one. */
export const referencePlan = (slots: Slots, reference: GroupColumn, rows: readonly number[], not: boolean): Plan => {
  if (reference === 'hashtag') {
    return {
      kind: 'carries',
      slot: slots.of('hashtags'),
      keys: RowSet.of(rows),
      list: Uint32Array.from(rows).sort(),
      not
    }
  }
  return membersPlan(slots.of(reference), rows, not)
}

/** Conjunctions within become parts of this one, so that all parts are put in order together. */
export const allOf = (plans: readonly Plan[]): AllPlan => ({
  kind: 'all',
  parts: plans
    .flatMap((plan) => (plan.kind === 'all' ? plan.parts.map((part) => part.plan) : [plan]))
    .map((plan) => ({ plan, cost: costOf(plan), tested: 2, passed: 2 * shareOf(plan) }))
})

export const anyOf = (parts: readonly Plan[]): Plan => ({
  kind: 'any',
  parts,
  rest: new Selection(),
  passed: new Selection(),
  marks: new Uint8Array(groupSize)
})

/** Time of a plan for a row, relative to that of a range. */
const costOf = (plan: Plan): number => {
  if (plan.kind === 'all') return plan.parts.reduce((sum, { cost }) => sum + cost, 0)
  if (plan.kind === 'any') return plan.parts.reduce((sum, part) => sum + costOf(part) + 1, 0)
  return costs[plan.kind]
}
const costs = { range: 1, order: 1, carries: 0.2, rows: 1.5, members: 2, texts: 2, numbers: 6 } as const

/** Part of the rows that a plan is expected to keep, until it has run. */
const shareOf = (plan: Plan): number => {
  if (plan.kind === 'carries') return plan.not ? 0.95 : 0.02
  if (plan.kind === 'range') return plan.min === plan.max && !plan.not ? 0.1 : 0.5
  return 'not' in plan && plan.not ? 0.8 : 0.4
}
