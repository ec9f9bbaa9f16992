import {
  coerceInputLiteral,
  type FieldNode,
  GraphQLBoolean,
  GraphQLError,
  type GraphQLField,
  GraphQLID,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLSchema,
  GraphQLString,
  getArgumentValues,
  getNullableType,
  getVariableValues,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  type TypeNode,
  type ValueNode,
  type VariableDefinitionNode,
  type VariableValues
} from 'graphql'
import { defaultValueOf } from '../schema/default-value.ts'
import { anyName } from '../schema/federation.ts'
import { maxErrors, requestError } from './errors.ts'
import { fixedLimits, variableBeyond } from './limits.ts'
import { roundedIdIn } from './rounded-ids.ts'

export type Variables = Readonly<Record<string, unknown>>

const noSources: VariableValues['sources'] = {}

/** Coerced variables for functions of graphql-js. It reads their sources only for scalars that coerce literals themselves. */
export const toVariableValues = (coerced: Variables): VariableValues => ({ sources: noSources, coerced })

/** A value in a query as a function of the variables; undefined where the query omits it. */
type Build = (variables: Variables) => unknown

/** Constant arguments, or a function of the variables. */
type ArgumentValues = Readonly<Record<string, unknown>>
export type FieldArguments = ArgumentValues | ((variables: Variables) => ArgumentValues)

/** A required value is null. */
class MissingValue extends Error {}

/** The arguments of a field for these variables; throws graphql-js's own errors. */
export const argumentsOf = (
  {
    args,
    definition,
    nodes
  }: { args: FieldArguments; definition: GraphQLField<unknown, unknown>; nodes: readonly FieldNode[] },
  variables: Variables
): Readonly<Record<string, unknown>> => {
  if (typeof args !== 'function') return args
  try {
    return args(variables)
  } catch {
    return getArgumentValues(definition, nodes[0] as FieldNode, toVariableValues(variables))
  }
}

/** Compiles the arguments of a field, so that nothing is interpreted when it runs. */
export const compileArguments = (field: GraphQLField<unknown, unknown>, node: FieldNode): FieldArguments => {
  const given = new Map((node.arguments ?? []).map((argument) => [argument.name.value, argument.value]))
  const parts = field.args.map((argument) => ({
    name: argument.name,
    build: build(argument.type, given.get(argument.name), defaultValueOf(argument))
  }))
  const make = (variables: Variables): ArgumentValues => {
    const args: Record<string, unknown> = {}
    for (const { name, build: value } of parts) {
      const built = value(variables)
      if (built !== undefined) args[name] = built
    }
    return args
  }
  return [...given.values()].some(usesVariables) ? make : make({})
}

const build = (type: GraphQLInputType, node: ValueNode | undefined, fallback: unknown): Build => {
  if (node === undefined) return () => fallback
  const required = isNonNullType(type)
  if (node.kind === Kind.VARIABLE) {
    const name = node.name.value
    return (variables) => {
      // The name may be a property of every object, such as `toString`.
      const value = Object.hasOwn(variables, name) ? variables[name] : fallback
      if (required && (value === null || value === undefined)) throw new MissingValue(name)
      return value
    }
  }
  if (!usesVariables(node)) {
    const value: unknown = coerceInputLiteral(node, type)
    return () => value
  }
  const inner = getNullableType(type)
  if (node.kind === Kind.OBJECT && isInputObjectType(inner)) {
    const given = new Map(node.fields.map((field) => [field.name.value, field.value]))
    const parts = Object.values(inner.getFields()).map((field) => ({
      name: field.name,
      build: build(field.type, given.get(field.name), defaultValueOf(field))
    }))
    return (variables) => {
      const object: Record<string, unknown> = {}
      for (const { name, build: value } of parts) {
        const built = value(variables)
        if (built !== undefined) object[name] = built
      }
      // One of several keys must have a value; a null variable would leave none.
      if (inner.isOneOf && Object.values(object).some((value) => value === null)) throw new MissingValue(inner.name)
      if (inner.isOneOf && (given.size !== 1 || Object.keys(object).length !== 1)) throw new MissingValue(inner.name)
      return object
    }
  }
  if (node.kind === Kind.LIST && isListType(inner)) {
    const items = node.values.map((value) => build(inner.ofType, value, undefined))
    return (variables) => items.map((item) => item(variables) ?? null)
  }
  return (variables) => coerceInputLiteral(node, type, toVariableValues(variables))
}

const usesVariables = (node: ValueNode): boolean => {
  if (node.kind === Kind.VARIABLE) return true
  if (node.kind === Kind.LIST) return node.values.some(usesVariables)
  return node.kind === Kind.OBJECT && node.fields.some(({ value }) => usesVariables(value))
}

/** Coerced variables, or their errors in the client's form. */
export type Coerced = { coerced: Variables; errors?: never } | { coerced?: never; errors: readonly GraphQLError[] }

/** Coerces the variables of an operation. Values already in their coerced form are used as they are; graphql-js coerces the others. */
export const compileVariables = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  { suggestions }: { suggestions: boolean }
): ((given: Variables) => Coerced) => {
  const definitions = operation.variableDefinitions ?? []
  const options = { maxErrors, hideSuggestions: !suggestions }
  const parts = definitions.map(({ variable, type }) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type
    const namedType = named.kind === Kind.NAMED_TYPE ? schema.getType(named.name.value) : undefined
    return { name: variable.name.value, isCoerced: isInputType(namedType) ? coercedFormOf(namedType) : () => false }
  })
  // graphql-js assigns values to object properties, which would lose this one.
  const lost = definitions.find(({ variable }) => variable.name.value === '__proto__')
  if (lost !== undefined) {
    const errors = [requestError(new GraphQLError('Variable "$__proto__" must have another name', { nodes: lost }))]
    return () => ({ errors })
  }
  return (given) => {
    if (parts.every(({ name, isCoerced }) => isCoerced(given[name]))) {
      return {
        coerced:
          parts.length === Object.keys(given).length
            ? given
            : Object.fromEntries(parts.map(({ name }) => [name, given[name]]))
      }
    }
    const excess = excessOf(definitions, given)
    if (excess !== null) return { errors: [excess] }
    const rounded = roundedIdIn(schema, definitions, given)
    if (rounded !== null) return { errors: [requestError(rounded)] }
    const { variableValues, errors } = getVariableValues(schema, definitions, given, options)
    return errors === undefined
      ? { coerced: variableValues.coerced }
      : { errors: errors.map((error) => requestError(error)) }
  }
}

/** Whether a value is certainly equal to its coerced form. */
const coercedFormOf = (type: GraphQLInputType): ((value: unknown) => boolean) => {
  if (type === GraphQLString || type === GraphQLID) return (value) => typeof value === 'string'
  // 32-bit integers.
  if (type === GraphQLInt) return (value) => typeof value === 'number' && (value | 0) === value
  if (type === GraphQLBoolean) return (value) => typeof value === 'boolean'
  if (!isInputObjectType(type) || !type.isOneOf) return () => false
  const fields = new Map(
    Object.values(type.getFields()).flatMap(({ name, type }) =>
      isScalarType(type) ? [[name, coercedFormOf(type)]] : []
    )
  )
  return (value) => {
    if (typeof value !== 'object' || value === null) return false
    const [[name, part] = [], ...others] = Object.entries(value)
    return name !== undefined && others.length === 0 && fields.get(name)?.(part) === true
  }
}

/** Refuses values before coercion when there are more than any query can use. */
const excessOf = (definitions: readonly VariableDefinitionNode[], given: Variables): GraphQLError | null => {
  const counts = { values: 0, representationValues: 0 }
  const excessOfVariable = ({ variable, type }: VariableDefinitionNode): GraphQLError | null => {
    const name = variable.name.value
    const [length, values] =
      namedType(type) === anyName
        ? (['representations', 'representationValues'] as const)
        : (['listLength', 'values'] as const)
    const excessIn = (value: unknown, nesting: number): GraphQLError | null => {
      counts[values] += 1
      if (counts[values] > fixedLimits[values]) return variableBeyond(name, values, counts[values])
      if (typeof value !== 'object' || value === null) return null
      if (nesting > fixedLimits.nesting) return variableBeyond(name, 'nesting', nesting)
      if (Array.isArray(value) && value.length > fixedLimits[length]) return variableBeyond(name, length, value.length)
      return firstOf(Object.values(value), (member) => excessIn(member, nesting + 1))
    }
    return excessIn(given[name], 1)
  }
  return firstOf(definitions, excessOfVariable)
}

const namedType = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type))

/** The first non-null result. */
const firstOf = <T, R>(all: readonly T[], find: (candidate: T) => R | null): R | null => {
  for (const candidate of all) {
    const found = find(candidate)
    if (found !== null) return found
  }
  return null
}
