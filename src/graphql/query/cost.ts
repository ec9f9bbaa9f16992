import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode
} from 'graphql'
import { maxSelections } from './limits.ts'

/**
 * What a field may cost, kept in its `extensions.cost`. An estimate is made before anything runs: the most reads the
 * query could make, plus one for every thousand values it could return.
 */
export type CostHints = {
  /** Reads of the source that resolving the field makes, once for each parent. */
  reads?: number | ((args: Arguments) => number)
  /** The field is on a record that may have to be looked up: free when the parent carries it, one read for all such fields. */
  lookUp?: boolean
  /** Fields of the object returned that are at hand without a look-up; leave out when all of them are. */
  carries?: readonly string[]
  /** How many elements the field returns; for a connection, how many its `edges` and `nodes` have. */
  items?: (args: Arguments) => number
  /** The field lists the elements of the connection it is on. */
  listsItems?: boolean
}

export const costHints = (hints: CostHints) => ({ cost: hints })

type Arguments = Readonly<Record<string, unknown>>
type Variables = Readonly<Record<string, unknown>>

/** `isPartial`: the query spells out so much that the estimate was given up; it counts as too expensive. */
export type Estimate = { cost: number; depth: number; isPartial: boolean }

const valuesPerRead = 1_000

export const estimateCost = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  variables: Variables
): Estimate => {
  let reads = 0
  let values = 0
  let deepest = 0
  const budget = { selections: maxSelections }

  const visit = (
    type: GraphQLCompositeType,
    selections: readonly SelectionSetNode[],
    times: number,
    items: number,
    carries: readonly string[] | undefined,
    depth: number
  ) => {
    deepest = Math.max(deepest, depth)
    let needsLookUp = false
    for (const { field, nodes, on } of selectedFields(schema, type, selections, fragments, variables, budget)) {
      if (budget.selections < 0) return
      values += times
      const hints = (field.extensions.cost ?? {}) as CostHints
      const args = argumentsOf(field, nodes[0], variables)
      reads += times * (typeof hints.reads === 'function' ? hints.reads(args) : (hints.reads ?? 0))
      if (hints.lookUp && carries !== undefined && !carries.includes(field.name)) needsLookUp = true

      const inner = getNamedType(field.type)
      if (!isCompositeType(inner)) continue
      const listed = hints.listsItems ? items : (hints.items?.(args) ?? 1)
      const isConnection = isObjectType(inner) && 'pageInfo' in inner.getFields()
      const innerTimes = isConnection ? times : times * listed
      // Every element of a list is a value itself.
      values += innerTimes
      const below = nodes.flatMap((node) => (node.selectionSet === undefined ? [] : [node.selectionSet]))
      // What a node carries is told by the connection and handed through its edges.
      const innerCarries = hints.carries ?? (hints.listsItems || on === 'edge' ? carries : undefined)
      visit(inner, below, innerTimes, isConnection ? listed : 1, innerCarries, depth + 1)
    }
    if (needsLookUp) reads += times
  }

  const root = schema.getRootType(operation.operation)
  if (root != null) visit(root, [operation.selectionSet], 1, 1, undefined, 1)
  return { cost: reads + Math.ceil(values / valuesPerRead), depth: deepest, isPartial: budget.selections < 0 }
}

type Collected = { field: GraphQLField<unknown, unknown>; nodes: FieldNode[]; on: 'edge' | 'other' }

/** The fields of merged selections as the executor would see them: fragments once, same response names together. */
export const selectedFields = (
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  selections: readonly SelectionSetNode[],
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  variables: Variables,
  budget = { selections: maxSelections }
): Iterable<Collected> => {
  const found = new Map<string, Collected>()
  const visited = new Set<string>()
  const walk = (set: SelectionSetNode, on: GraphQLCompositeType) => {
    for (const selection of set.selections) {
      budget.selections -= 1
      if (budget.selections < 0) return
      if (isLeftOut(selection, variables)) continue
      if (selection.kind === Kind.FIELD) {
        const fields = isObjectType(on) || isInterfaceType(on) ? on.getFields() : {}
        const field = fields[selection.name.value]
        // Introspection fields read nothing.
        if (field === undefined) continue
        const name = `${on.name}.${selection.alias?.value ?? field.name}`
        const entry = found.get(name)
        if (entry !== undefined) entry.nodes.push(selection)
        else found.set(name, { field, nodes: [selection], on: on.name.endsWith('Edge') ? 'edge' : 'other' })
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        walk(selection.selectionSet, narrowed(schema, on, selection.typeCondition?.name.value))
      } else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value)
        const fragment = fragments[selection.name.value]
        if (fragment !== undefined) walk(fragment.selectionSet, narrowed(schema, on, fragment.typeCondition.name.value))
      }
    }
  }
  for (const set of selections) walk(set, type)
  return found.values()
}

const narrowed = (schema: GraphQLSchema, on: GraphQLCompositeType, name: string | undefined): GraphQLCompositeType => {
  const type = name === undefined ? undefined : schema.getType(name)
  return isCompositeType(type) ? type : on
}

const isLeftOut = (selection: { directives?: FieldNode['directives'] }, variables: Variables): boolean =>
  (selection.directives ?? []).some((directive) => {
    const value = directive.arguments?.[0]?.value
    const condition =
      value?.kind === Kind.BOOLEAN
        ? value.value
        : value?.kind === Kind.VARIABLE
          ? variables[value.name.value]
          : undefined
    return (
      (directive.name.value === 'skip' && condition === true) ||
      (directive.name.value === 'include' && condition === false)
    )
  })

/** Arguments as the resolver will get them; nothing for those the executor is going to refuse. */
export const argumentsOf = (
  field: GraphQLField<unknown, unknown>,
  node: FieldNode | undefined,
  variables: Variables
): Arguments => {
  if (node === undefined || field.args.length === 0) return {}
  try {
    return getArgumentValues(field, node, variables)
  } catch {
    return {}
  }
}
