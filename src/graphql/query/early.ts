import { type FieldNode, type GraphQLResolveInfo, getNamedType, isObjectType } from 'graphql'
import type { Awaitable } from '../../core/awaitable.ts'
import type { Context } from '../schema/builder.ts'
import { argumentsOf, type CostHints, selectedFields } from './cost.ts'

/**
 * While an object has to be waited for, starts what the fields below it will read, so that it runs beside the look-up instead of after it.
 * `stub` stands for the object before it is known: it must carry the key that the fields read by. The request remembers what was started,
 * so the fields find it under way; what fails here fails again, and is reported, where it belongs.
 */
export const withReadsBelow = <T>(
  object: Awaitable<T>,
  stub: object,
  context: Context,
  info: GraphQLResolveInfo
): Awaitable<T> => {
  if (object instanceof Promise) startReads(stub, context, info)
  return object
}

const startReads = (stub: object, context: Context, info: GraphQLResolveInfo): void => {
  for (const { field, nodes } of readsBelow(info)) {
    try {
      const started: unknown = field.resolve?.(stub, argumentsOf(field, nodes[0], info.variableValues), context, info)
      if (started instanceof Promise) started.catch(() => {})
    } catch {
      // The field itself will say so.
    }
  }
}

type Selected = ReturnType<typeof selectedFields> extends Iterable<infer T> ? T : never

/** By the field nodes of plans, which are the same array each time a plan runs and have no conditions. */
const known = new WeakMap<readonly FieldNode[], readonly Selected[]>()

const readsBelow = (info: GraphQLResolveInfo): readonly Selected[] => {
  const found = known.get(info.fieldNodes)
  if (found !== undefined) return found
  const type = getNamedType(info.returnType)
  if (!isObjectType(type)) return []
  const below = info.fieldNodes.flatMap((node) => (node.selectionSet === undefined ? [] : [node.selectionSet]))
  const selected = [...selectedFields(info.schema, type, below, info.fragments, info.variableValues)].filter(
    ({ field }) => ((field.extensions.cost ?? {}) as CostHints).reads !== undefined
  )
  known.set(info.fieldNodes, selected)
  return selected
}
