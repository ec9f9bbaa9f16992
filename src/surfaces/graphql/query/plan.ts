import type { FieldNode, GraphQLField, GraphQLResolveInfo, GraphQLTypeResolver } from 'graphql'
import type { CostHints } from '../schema/cost-hints.ts'
import type { FieldArguments } from './inputs.ts'
import type { LeafForm } from './leaves.ts'
import { Memo } from './result-cache.ts'

/**
 * A compiled operation: one walk over its selections collects all that later steps need. The cost estimate, the run and the prefetching
 * of reads use it. Conditions (`@skip`, `@include`, and those of `@defer` and `@stream`) are already resolved; everything else waits for the variables.
 */
export type QueryPlan = {
  root: ObjectPlan
  /** Levels of selections, except those of introspection, which has its own limit. */
  depth: number
  /** Number of selections after fragments are expanded. */
  size: number
  /** The most aliases of one field in one object, and that field. */
  aliases: { count: number; coordinate: string }
}

export type ObjectPlan = {
  fields: readonly FieldPlan[]
  /** Fragments with `@defer`: each is an object of its own that is delivered later. */
  deferred: readonly DeferredPlan[]
  /** Whether a selected field is not carried by the parent and costs one look-up. */
  needsLookUp: boolean
  /** Whether all selected fields are computed from the object alone: no reads, no arguments that depend on variables. */
  isSynchronous: boolean
  /** Whether it has a global id. */
  isRecord: boolean
  /** Bytes of its JSON without the values: braces, keys and commas. */
  frameBytes: number
  /** Cached JSON texts; only for objects whose text depends on one immutable record. */
  memo: Memo | null
}

export type DeferredPlan = { label: string | null; object: ObjectPlan }

export type FieldPlan = {
  /** The response name, and the JSON before the value: the key with its colon, after a comma unless it is the first. */
  name: string
  lead: string
  definition: GraphQLField<unknown, unknown>
  nodes: readonly FieldNode[]
  hints: CostHints
  /** Reads of the resolver, considering that the parent may carry the value. */
  reads: CostHints['reads']
  resolve: (parent: unknown, args: unknown, context: unknown, info: GraphQLResolveInfo) => unknown
  /** Constant arguments, or a function of the variables. */
  args: FieldArguments
  value: ValuePlan
  /** `Type.field`, for messages. */
  coordinate: string
}

/** `bytes` of a leaf: expected length of its JSON. */
export type ValuePlan =
  | { kind: 'leaf'; nullable: boolean; form: LeafForm; bytes: number }
  | { kind: 'constant'; nullable: false; text: string }
  | { kind: 'object'; nullable: boolean; object: ObjectPlan; isConnection: boolean }
  | AbstractPlan
  | ListPlan

/** An interface: the type is only known at run time. */
export type AbstractPlan = {
  kind: 'abstract'
  nullable: boolean
  typeOf: GraphQLTypeResolver<unknown, unknown>
  objects: ReadonlyMap<string, ObjectPlan>
}

/** `memo`: cached texts of whole lists, for immutable lists. */
export type ListPlan = {
  kind: 'list'
  nullable: boolean
  items: ValuePlan
  memo: Memo | null
  /** `@stream`: elements after the first ones are delivered later. */
  stream: { label: string | null; initialCount: number } | null
}

/** Adds memos where caching pays off: at the topmost records, and at lists that stay the same object as long as their page. */
export const keepTexts = (object: ObjectPlan): void => {
  if (object.isRecord && object.isSynchronous) object.memo = new Memo()
  else {
    for (const { value, hints } of object.fields) keepTextsIn(value, hints.staysSame === true)
    for (const deferred of object.deferred) keepTexts(deferred.object)
  }
}

const keepTextsIn = (value: ValuePlan, staysSame: boolean): void => {
  if (value.kind === 'object') keepTexts(value.object)
  else if (value.kind === 'abstract') value.objects.forEach(keepTexts)
  else if (value.kind === 'list') {
    keepTextsIn(value.items, false)
    if (staysSame && value.stream === null && value.items.kind === 'object' && value.items.object.memo !== null)
      value.memo = new Memo()
  }
}
