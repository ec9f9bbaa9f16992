import {
  GraphQLError,
  GraphQLID,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  typeFromAST,
  type VariableDefinitionNode
} from 'graphql'
import { isRounded, roundedId } from '../../../records/identifiers.ts'

/** The error for the first id given as a rounded JSON number, which graphql-js would use; null without one. */
export const roundedIdIn = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  given: Readonly<Record<string, unknown>>
): GraphQLError | null => {
  for (const { variable, type: node } of definitions) {
    const name = variable.name.value
    const type = typeFromAST(schema, node)
    const path = isInputType(type) ? pathToRoundedId(type, given[name], name) : null
    if (path === null) continue
    const at = path === name ? '' : ` at "${path}"`
    return new GraphQLError(`Variable "$${name}" got an invalid value${at}: an ID ${roundedId}`, { nodes: variable })
  }
  return null
}

const pathToRoundedId = (type: GraphQLInputType, value: unknown, path: string): string | null => {
  const inner = getNullableType(type)
  if (inner === GraphQLID) return isRounded(value) ? path : null
  if (isListType(inner)) {
    // A single value counts as a list of one.
    if (!Array.isArray(value)) return pathToRoundedId(inner.ofType, value, path)
    for (const [index, item] of value.entries()) {
      const found = pathToRoundedId(inner.ofType, item, `${path}[${index}]`)
      if (found !== null) return found
    }
    return null
  }
  if (!isInputObjectType(inner) || typeof value !== 'object' || value === null) return null
  const values = new Map(Object.entries(value))
  for (const field of Object.values(inner.getFields())) {
    const found = pathToRoundedId(field.type, values.get(field.name), `${path}.${field.name}`)
    if (found !== null) return found
  }
  return null
}
