import { argumentsOf, type Variables } from './inputs.ts'
import type { FieldPlan, ObjectPlan, Plan, ValuePlan } from './plan.ts'

/** What a run may come to: what is read, counted as look-ups, and elements of lists at most, and bytes of JSON by the expected lengths of values. */
export type Estimate = { reads: number; nodes: number; bytes: number }

/** Bytes that count as much as one read: a page of some ten records. */
export const bytesPerRead = 8 * 1024

/** Strings in a list of which nothing else is known. */
const expectedLeaves = 10

/** What it may cost: one for each read, more for a search, and one for every 8 KiB it is expected to write. */
export const costOf = ({ reads, bytes }: Estimate): number => reads + Math.ceil(bytes / bytesPerRead)

/** Of plans for which no variable changes it: estimates once. */
const steady = new WeakMap<Plan, Estimate>()

/** What a plan may come to with these variables, before anything runs. */
export const estimate = (plan: Plan, variables: Variables): Estimate => {
  const known = steady.get(plan)
  if (known !== undefined) return known
  const sum = nothing()
  addObject(sum, plan.root, 1, 1, variables)
  const { isSteady, ...estimates } = sum
  if (isSteady) steady.set(plan, estimates)
  return estimates
}

type Sum = Estimate & { isSteady: boolean }

const nothing = (): Sum => ({ reads: 0, nodes: 0, bytes: 0, isSteady: true })

/** Adds an object that is there so many times; `items`: elements of the connection it is. */
const addObject = (sum: Sum, object: ObjectPlan, times: number, items: number, variables: Variables): void => {
  if (object.needsLookUp) sum.reads += times
  // Braces, keys and commas.
  sum.bytes += times * object.frameBytes
  for (const field of object.fields) {
    const { hints, reads } = field
    const isAsked = typeof reads === 'function' || hints.items !== undefined
    if (isAsked && typeof field.args === 'function') sum.isSteady = false
    const args = isAsked ? argumentsFor(field, variables) : noArguments
    sum.reads += times * (typeof reads === 'function' ? reads(args) : (reads ?? 0)) * (hints.readCost ?? 1)
    const listed = hints.listsItems ? items : hints.items?.(args)
    addValue(sum, field.value, times, listed, variables)
  }
}

/** `listed`: elements of the list, or of the connection, that the value is; undefined where nothing tells. */
const addValue = (
  sum: Sum,
  value: ValuePlan,
  times: number,
  listed: number | undefined,
  variables: Variables
): void => {
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
      addValue(sum, value.items, elements, undefined, variables)
      return
    }
    case 'object':
      addObject(sum, value.object, times, listed ?? 1, variables)
      return
    case 'abstract':
      addDearest(sum, [...value.objects.values()], times, variables)
  }
}

/** Of an interface the dearest type counts. */
const addDearest = (sum: Sum, objects: readonly ObjectPlan[], times: number, variables: Variables): void => {
  let dearest: Estimate = nothing()
  for (const object of objects) {
    const each = nothing()
    addObject(each, object, times, 1, variables)
    sum.isSteady &&= each.isSteady
    if (weightOf(each) > weightOf(dearest)) dearest = each
  }
  sum.reads += dearest.reads
  sum.nodes += dearest.nodes
  sum.bytes += dearest.bytes
}

const weightOf = ({ reads, bytes }: Estimate): number => reads * bytesPerRead + bytes

const noArguments = {}

/** Arguments as the resolver will get them; nothing for those that are going to be refused. */
export const argumentsFor = (field: FieldPlan, variables: Variables): Readonly<Record<string, unknown>> => {
  try {
    return argumentsOf(field, variables)
  } catch {
    return {}
  }
}
