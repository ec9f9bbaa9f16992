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
import { schema } from '../schema/schema.ts'

let made: GraphQLSchema | undefined

/**
 * The graph for the general executor. That one forgets the promises of a list in which a later element fails at once, and a promise that
 * fails unheard ends the process; so every element is a promise here. Made when it is needed, which is seldom.
 */
export const generalSchema = (): GraphQLSchema => {
  made ??= make()
  return made
}

const make = (): GraphQLSchema => {
  // It is in this order already; sorting makes a copy.
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
