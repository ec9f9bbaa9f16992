import { argumentsOf, type Variables } from './inputs.ts'
import type { FieldPlan, ObjectPlan, Plan, ValuePlan } from './plan.ts'

/** Values that count as much as one read. */
const valuesPerRead = 1_000

/**
 * What a plan may cost with these variables, before anything runs: the most reads it could make, plus one for every thousand values it
 * could return.
 */
export const estimateCost = ({ root }: Plan, variables: Variables): number =>
  Math.ceil(valuesOf(root, 1, 1, variables) / valuesPerRead)

/** Values of an object that is there so many times, reads counted in values; `items`: elements of the connection it is. */
const valuesOf = (object: ObjectPlan, times: number, items: number, variables: Variables): number => {
  let values = object.needsLookUp ? times * valuesPerRead : 0
  for (const field of object.fields) {
    if (field.value.kind === 'constant' || field.value.kind === 'introspection') continue
    values += times
    const { hints, reads } = field
    // Most fields hold a value, and that is all.
    if (field.value.kind === 'leaf' && reads === undefined) continue
    const isSteady = typeof reads !== 'function' && hints.items === undefined
    const args = isSteady ? noArguments : argumentsFor(field, variables)
    values += times * valuesPerRead * (typeof reads === 'function' ? reads(args) : (reads ?? 0))
    const inner = innermost(field.value)
    if (inner.kind !== 'object' && inner.kind !== 'abstract') continue
    const listed = hints.listsItems ? items : (hints.items?.(args) ?? 1)
    const isConnection = inner.kind === 'object' && inner.isConnection
    const innerTimes = isConnection ? times : times * listed
    const below = (each: ObjectPlan) => valuesOf(each, innerTimes, isConnection ? listed : 1, variables)
    // Every element of a list is a value itself; of an interface, the dearest type counts.
    values += innerTimes
    values += inner.kind === 'object' ? below(inner.object) : Math.max(0, ...[...inner.objects.values()].map(below))
  }
  return values
}

const noArguments = {}

const innermost = (value: ValuePlan): ValuePlan => (value.kind === 'list' ? innermost(value.items) : value)

/** Arguments as the resolver will get them; nothing for those that are going to be refused. */
const argumentsFor = (field: FieldPlan, variables: Variables): Readonly<Record<string, unknown>> => {
  try {
    return argumentsOf(field, variables)
  } catch {
    return {}
  }
}
