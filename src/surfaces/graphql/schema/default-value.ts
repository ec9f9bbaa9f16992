import { coerceInputLiteral, coerceInputValue, type GraphQLArgument, type GraphQLInputField } from 'graphql'

/** The coerced default of an argument or input field, however it is declared; undefined without one. */
export const defaultValueOf = (input: GraphQLArgument | GraphQLInputField): unknown => {
  const { type, default: declared, defaultValue } = input
  if (declared?.literal !== undefined) return coerceInputLiteral(declared.literal, type)
  return declared === undefined ? defaultValue : coerceInputValue(declared.value, type)
}
