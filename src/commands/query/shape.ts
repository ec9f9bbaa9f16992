import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isListType,
  Kind,
  type SelectionSetNode
} from 'graphql'

/** What a query selects at one place of its answer, whatever the data are. */
export type Shape = {
  isList: boolean
  /** By response key; null for a value. */
  fields: ReadonlyMap<string, Shape> | null
  /** Name of the type that the field belongs to. */
  parent: string
}

type Selections = { type: GraphQLCompositeType; set: SelectionSetNode }

/** The shape of `data`. The document is valid, because it has been run. */
export const shapeOf = (schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): Shape => {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }

  /** Fields of all selections of one object; those with one key are one field. */
  const fieldsOf = (selections: readonly Selections[]): ReadonlyMap<string, Shape> => {
    const found = new Map<string, { type: GraphQLOutputType; parent: string; below: Selections[] }>()
    const visit = ({ type, set }: Selections): void => {
      for (const node of set.selections) {
        if (node.kind !== Kind.FIELD) {
          const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node
          const on = fragment?.typeCondition?.name.value
          // A fragment is on a type with fields.
          const within = on === undefined ? type : (schema.getType(on) as GraphQLCompositeType)
          if (fragment !== undefined) visit({ type: within, set: fragment.selectionSet })
          continue
        }
        const field = schema.getField(type, node.name.value)
        if (field === undefined) continue
        const key = node.alias?.value ?? node.name.value
        const known = found.get(key) ?? { type: field.type, parent: type.name, below: [] }
        found.set(key, known)
        // Only such types have selections.
        const named = getNamedType(field.type) as GraphQLCompositeType
        if (node.selectionSet !== undefined) known.below.push({ type: named, set: node.selectionSet })
      }
    }
    for (const each of selections) visit(each)
    return new Map(
      [...found].map(([key, { type, parent, below }]) => [
        key,
        {
          isList: isListType(getNullableType(type)),
          fields: below.length === 0 ? null : fieldsOf(below),
          parent
        }
      ])
    )
  }

  const operation = getOperationAST(document, operationName)
  const type = schema.getQueryType()
  const selections =
    operation === null || operation === undefined || !type ? [] : [{ type, set: operation.selectionSet }]
  return { isList: false, fields: fieldsOf(selections), parent: '' }
}
