import {
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  lexicographicSortSchema
} from 'graphql'
import { andThen } from '../../core/awaitable.ts'

const made = new WeakMap<GraphQLSchema, GraphQLSchema>()

/**
 * The schema for the general executor. If a list element fails synchronously, that executor drops the promises of the others, and an
 * unhandled rejection ends the process; so every element is a promise here. Built on first use, which is rare.
 */
export const generalSchema = (schema: GraphQLSchema): GraphQLSchema => made.getOrInsertComputed(schema, make)

const make = (schema: GraphQLSchema): GraphQLSchema => {
  // The schema is already sorted; sorting makes a copy.
  const copy = lexicographicSortSchema(schema)
  for (const type of Object.values(copy.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field
      if (resolve === undefined || !isListType(getNullableType(field.type)) || isLeafType(getNamedType(field.type))) {
        continue
      }
      field.resolve = (...given) =>
        andThen(resolve(...given), (list: unknown) =>
          Array.isArray(list) ? list.map(async (element: unknown) => element) : list
        )
    }
  }
  return copy
}
