import { type Deps, defaultMaxScan } from '../../../services/operation.ts'
import { type Filtering, hintValue } from '../schema/cost-hints.ts'
import { argumentsOf, type Variables } from './inputs.ts'
import type { FieldPlan, ObjectPlan, QueryPlan, ValuePlan } from './plan.ts'

/** Upper estimate of a run: reads in units of look-ups, list elements, and bytes of JSON from the expected lengths of values. */
export type Estimate = { reads: number; nodes: number; bytes: number }

/** Bytes that count as one read: a page of about ten records. */
export const bytesPerRead = 8 * 1024

/** Bytes of a deferred part besides its data: path, label and the frame of a payload. */
const partBytes = 150

/** Expected strings in a list without other hints. */
const expectedLeaves = 10

/** The cost: one for each read, more for a search, and one for every 8 KiB of expected output. */
export const costOf = ({ reads, bytes }: Estimate): number => reads + Math.ceil(bytes / bytesPerRead)

/** How the source filters lists. */
export const filteringOf = ({ reads, maxScan = defaultMaxScan }: Deps): Filtering => ({
  hasFilters: reads.hasFilters === true,
  maxScan
})

/** Memoized estimates that do not depend on variables. Only one server, with one source, runs a plan. */
const steady = new WeakMap<QueryPlan, Estimate>()

/** Estimates a plan with these variables before it runs. */
export const estimate = (plan: QueryPlan, variables: Variables, filtering: Filtering): Estimate => {
  const memoized = steady.get(plan)
  if (memoized !== undefined) return memoized
  const sum = nothing()
  addObject(sum, plan.root, 1, 1, { variables, filtering })
  const { isSteady, ...estimates } = sum
  if (isSteady) steady.set(plan, estimates)
  return estimates
}

/** Inputs of an estimate besides the plan. */
type CostInputs = { variables: Variables; filtering: Filtering }

type Sum = Estimate & { isSteady: boolean }

const nothing = (): Sum => ({ reads: 0, nodes: 0, bytes: 0, isSteady: true })

/** Adds an object that occurs `times` times; `items`: elements of the connection it is. */
const addObject = (sum: Sum, object: ObjectPlan, times: number, items: number, given: CostInputs): void => {
  if (object.needsLookUp) sum.reads += times
  // Braces, keys and commas.
  sum.bytes += times * object.frameBytes
  for (const field of object.fields) {
    const { hints, reads } = field
    const { readCost = 1 } = hints
    const isAsked = typeof reads === 'function' || typeof readCost === 'function' || hints.items !== undefined
    if (isAsked && typeof field.args === 'function') sum.isSteady = false
    const args = isAsked ? argumentsFor(field, given.variables) : noArguments
    const owners = hints.listsItems ? times * items : times
    sum.reads += owners * hintValue(reads ?? 0, args, given.filtering) * hintValue(readCost, args, given.filtering)
    const listed = hints.listsItems ? items : hints.items?.(args)
    addValue(sum, field.value, times, listed, given)
  }
  for (const deferred of object.deferred) {
    sum.bytes += times * partBytes
    addObject(sum, deferred.object, times, items, given)
  }
}

/** `listed`: elements of the list or connection; undefined without a hint. */
const addValue = (sum: Sum, value: ValuePlan, times: number, listed: number | undefined, given: CostInputs): void => {
  switch (value.kind) {
    case 'leaf':
      sum.bytes += times * value.bytes
      return
    case 'constant':
      sum.bytes += times * value.text.length
      return
    case 'list': {
      const elements = times * (listed ?? (value.items.kind === 'leaf' ? expectedLeaves : 1))
      if (value.items.kind !== 'leaf') sum.nodes += elements
      // Brackets and commas.
      sum.bytes += times + elements
      if (value.stream !== null) sum.bytes += elements * partBytes
      addValue(sum, value.items, elements, undefined, given)
      return
    }
    case 'object':
      addObject(sum, value.object, times, listed ?? 1, given)
      return
    case 'abstract':
      addLargest(sum, [...value.objects.values()], times, given)
  }
}

/** For an interface, the largest of each measure over its types. */
const addLargest = (sum: Sum, objects: readonly ObjectPlan[], times: number, given: CostInputs): void => {
  const largest = nothing()
  for (const object of objects) {
    const own = nothing()
    addObject(own, object, times, 1, given)
    sum.isSteady &&= own.isSteady
    for (const measure of measures) largest[measure] = Math.max(largest[measure], own[measure])
  }
  for (const measure of measures) sum[measure] += largest[measure]
}

const measures = ['reads', 'nodes', 'bytes'] as const

const noArguments = {}

/** Arguments as the resolver will receive them; none if they will be refused. */
export const argumentsFor = (field: FieldPlan, variables: Variables): Readonly<Record<string, unknown>> => {
  try {
    return argumentsOf(field, variables)
  } catch {
    return {}
  }
}
