import { getNamedType, getNullableType, isLeafType, isListType, isObjectType, lexicographicSortSchema } from 'graphql'
import { andThen } from '../../core/awaitable.ts'
import { schema } from '../schema/schema.ts'

/**
 * The graph for the general executor. That one forgets the promises of a list in which a later element fails at once, and a promise that
 * fails unheard ends the process; so every element is a promise here. The schema is in this order already, sorting it makes a copy.
 */
export const generalSchema = lexicographicSortSchema(schema)

for (const type of Object.values(generalSchema.getTypeMap())) {
  if (!isObjectType(type) || type.name.startsWith('__')) continue
  for (const field of Object.values(type.getFields())) {
    const { resolve } = field
    if (resolve === undefined || !isListType(getNullableType(field.type)) || isLeafType(getNamedType(field.type)))
      continue
    field.resolve = (...given) =>
      andThen(resolve(...given), (list: unknown) => (Array.isArray(list) ? list.map(async (element) => element) : list))
  }
}
