import {
  GraphQLError,
  getNullableType,
  isInputObjectType,
  isNonNullType,
  Kind,
  print,
  type ValidationContext,
  type ValidationRule
} from 'graphql'

/**
 * Variables for one of several keys must not be null. graphql-js checks that only if the input object itself may be null; this rule checks the
 * others, with the same message.
 */
export const OneOfVariablesRule: ValidationRule = (context: ValidationContext) => ({
  OperationDefinition: {
    leave(operation) {
      for (const { node, parentType } of context.getRecursiveVariableUsages(operation)) {
        const object = getNullableType(parentType)
        if (!isNonNullType(parentType) || !isInputObjectType(object) || !object.isOneOf) continue
        const name = node.name.value
        const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name)
        if (definition === undefined || definition.type.kind === Kind.NON_NULL_TYPE) continue
        const message = `Variable "$${name}" is of type "${print(definition.type)}" but must be non-nullable to be used for OneOf Input Object "${object.name}".`
        context.reportError(new GraphQLError(message, { nodes: [definition, node] }))
      }
    }
  }
})
