import type { GroupColumn } from '../filters/fields.ts'
import { type Column, groupSize } from './column-store.ts'
import { type NumberSet, RowSet } from './row-set.ts'
import { Selection } from './selection.ts'

/** A condition with all names resolved to rows, sets of rows or search keys. Columns are numbered by `slots`. */
export type Plan =
  | { readonly kind: 'range'; readonly slot: number; readonly min: number; readonly max: number; readonly not: boolean }
  /** The number is a row in the set. Rows without a reference meet the negation. */
  | { readonly kind: 'members'; readonly slot: number; readonly set: RowSet; readonly not: boolean }
  /** The number is in the set. Unknown numbers meet the negation. */
  | { readonly kind: 'numbers'; readonly slot: number; readonly set: NumberSet; readonly not: boolean }
  | {
      readonly kind: 'carries'
      readonly slot: number
      readonly keys: RowSet
      readonly list: Uint32Array
      readonly not: boolean
    }
  | { readonly kind: 'texts'; readonly slot: number; readonly texts: readonly Buffer[]; readonly not: boolean }
  /** Drops rows that cannot be on the page: values beyond that of the worst of the best rows so far, or before the cursor. */
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

/** A part of a conjunction, with statistics of its selectivity: cheap parts that keep few rows run first. */
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

/** Matches rows whose number is known. */
export const knownPlan = (slot: number): Plan => rangePlan(slot, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)

/** Matches rows whose number is one of these. Rows without a number meet the negation. */
export const membersPlan = (slot: number, numbers: readonly number[], not: boolean): Plan => {
  const [number = 0] = numbers
  if (numbers.length === 1 && !not) return rangePlan(slot, number, number)
  return { kind: 'members', slot, set: RowSet.of(numbers), not }
}

/** Matches rows that refer to one of these rows, or are from one of these countries. A row has a list of hashtags, but at most one of the others. */
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

/** Flattens nested conjunctions, so that all parts are ordered together. */
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

/** Cost of a plan per row, relative to that of a range. */
const costOf = (plan: Plan): number => {
  if (plan.kind === 'all') return plan.parts.reduce((sum, { cost }) => sum + cost, 0)
  if (plan.kind === 'any') return plan.parts.reduce((sum, part) => sum + costOf(part) + 1, 0)
  return costs[plan.kind]
}
const costs = { range: 1, order: 1, carries: 0.2, rows: 1.5, members: 2, texts: 2, numbers: 6 } as const

/** Share of the rows that a plan is expected to keep, until it has run. */
const shareOf = (plan: Plan): number => {
  if (plan.kind === 'carries') return plan.not ? 0.95 : 0.02
  if (plan.kind === 'range') return plan.min === plan.max && !plan.not ? 0.1 : 0.5
  return 'not' in plan && plan.not ? 0.8 : 0.4
}
