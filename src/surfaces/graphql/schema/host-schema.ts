import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isScalarType,
  isUnionType
} from 'graphql'
import { defaultValueOf } from './default-value.ts'
import * as host from './host-graphql.ts'

/**
 * The graph, rebuilt with the host's graphql-js, for executors and plugins, which may wrap its resolvers. It has no `@defer` and `@stream`,
 * because graphql-js's own executor refuses a schema with them.
 */
export const hostSchemaOf = (graph: GraphQLSchema): GraphQLSchema => {
  const types = new Map<string, GraphQLNamedType>(host.specifiedScalarTypes.map((type) => [type.name, type]))
  /** Converts a type of the graph to one of the host's, of the same kind. */
  const typeOf = <T extends GraphQLType>(type: T): T => {
    if (isListType(type)) return new host.GraphQLList(typeOf(type.ofType)) as GraphQLType as T
    if (isNonNullType(type)) return new host.GraphQLNonNull(typeOf(type.ofType)) as GraphQLType as T
    // Any other type has a name.
    const { name } = type as GraphQLNamedType
    const known = types.get(name) ?? namedType(type as GraphQLNamedType)
    types.set(name, known)
    return known as GraphQLType as T
  }
  const inputOf = (input: GraphQLArgument | GraphQLInputField) => {
    const { default: _, ...config } = input.toConfig()
    // graphql-js 16 supports only coerced defaults.
    return { ...config, type: typeOf(input.type), defaultValue: defaultValueOf(input) }
  }
  const inputsOf = (inputs: readonly (GraphQLArgument | GraphQLInputField)[]) =>
    Object.fromEntries(inputs.map((input) => [input.name, inputOf(input)]))
  const fieldsOf = (fields: Readonly<Record<string, GraphQLField<unknown, unknown>>>) => () =>
    Object.fromEntries(
      Object.values(fields).map((field) => [
        field.name,
        { ...field.toConfig(), type: typeOf(field.type), args: inputsOf(field.args) }
      ])
    )
  const namedType = (type: GraphQLNamedType): GraphQLNamedType => {
    if (isScalarType(type)) return new host.GraphQLScalarType(type.toConfig())
    if (isEnumType(type)) return new host.GraphQLEnumType(type.toConfig())
    if (isInputObjectType(type)) {
      return new host.GraphQLInputObjectType({
        ...type.toConfig(),
        fields: () => inputsOf(Object.values(type.getFields()))
      })
    }
    if (isUnionType(type)) {
      return new host.GraphQLUnionType({ ...type.toConfig(), types: () => type.getTypes().map(typeOf) })
    }
    const outline = { fields: fieldsOf(type.getFields()), interfaces: () => type.getInterfaces().map(typeOf) }
    return isInterfaceType(type)
      ? new host.GraphQLInterfaceType({ ...type.toConfig(), ...outline })
      : new host.GraphQLObjectType({ ...type.toConfig(), ...outline })
  }
  const { query, types: all, directives, ...config } = graph.toConfig()
  const specified = new Set([...host.specifiedDirectives.map(({ name }) => name), 'defer', 'stream'])
  return new host.GraphQLSchema({
    ...config,
    query: query && typeOf(query),
    types: all.filter((type) => !isIntrospectionType(type)).map(typeOf),
    directives: [
      ...host.specifiedDirectives,
      ...directives
        .filter(({ name }) => !specified.has(name))
        .map((directive) => new host.GraphQLDirective({ ...directive.toConfig(), args: inputsOf(directive.args) }))
    ]
  })
}
