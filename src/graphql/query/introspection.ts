import {
  type DocumentNode,
  executeSync,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  print,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef
} from 'graphql'

/** Fields that are on no type of ours. Valid documents have the latter two at the root only. */
export const metaFields = new Map(
  [TypeNameMetaFieldDef, SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field])
)

export const isIntrospection = (field: GraphQLField<unknown, unknown>): boolean =>
  field === SchemaMetaFieldDef || field === TypeMetaFieldDef

/** Asks graphql's own executor for a field of introspection, which reads nothing and waits for nothing. */
export const introspect =
  (
    schema: GraphQLSchema,
    { definitions }: DocumentNode,
    operation: OperationDefinitionNode,
    nodes: readonly FieldNode[]
  ): GraphQLFieldResolver<unknown, unknown> =>
  (_parent, _args, _context, { variableValues }) => {
    const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
    // Only texts and flags can be meant; what variables of other types were read as would not be read again.
    const variableDefinitions = (operation.variableDefinitions ?? []).filter(({ type }) =>
      /^(String|Boolean)!?$/.test(print(type))
    )
    const alone = {
      ...operation,
      variableDefinitions,
      selectionSet: { kind: Kind.SELECTION_SET, selections: nodes }
    } as const
    const document = { kind: Kind.DOCUMENT, definitions: [alone, ...fragments] } as const
    const { data, errors } = executeSync({ schema, document, variableValues })
    if (errors?.[0] !== undefined) throw errors[0]
    return Object.values(data ?? {})[0]
  }
