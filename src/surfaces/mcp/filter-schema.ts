import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType
} from 'graphql'
import { schema } from '../graphql/schema/schema.ts'
import type { ToolJson } from './tool.ts'

/** JSON types of the scalars in filters, kept short for models. Services check values and report problems. */
const scalars: Readonly<Record<string, ToolJson>> = {
  Boolean: { type: 'boolean' },
  String: { type: 'string' },
  ID: { type: 'string' },
  DateTime: { type: 'string' },
  Count: { type: 'integer' },
  Int: { type: 'integer' },
  Float: { type: 'number' }
}

const inputObject = (name: string): GraphQLInputObjectType => {
  const type = schema.getType(name)
  if (!isInputObjectType(type)) throw new Error(`the graph has no input ${name}`)
  return type
}

/**
 * A filter of the graph as JSON Schema, without references: fields with their descriptions. Their values are objects, whose keys are in the
 * description of the filter, once for all fields with the same keys. Nested filters are plain objects, because not all providers of models
 * accept recursive schemas.
 */
export const filterSchema = (name: string, description: string): ToolJson => {
  const fields = Object.values(inputObject(name).getFields())
  const properties = fields.map(({ name, type, description }) => [name, { ...jsonOf(type), description }])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
    description: `${description} ${formsOf(fields)}`
  }
}

/** Describes the keys of the objects in a filter: first the most common keys, then others with their fields. */
const formsOf = (fields: readonly GraphQLInputField[]): string => {
  const holding = fields.filter(({ type }) => isInputObjectType(type) && !isFilter(type))
  const byForm = Map.groupBy(holding, ({ type }) =>
    isInputObjectType(type) ? `{ ${Object.keys(type.getFields()).join(', ')} }` : ''
  )
  const [[most] = [''], ...others] = [...byForm].sort(([, one], [, other]) => other.length - one.length)
  const named = others.map(([form, those]) => `${those.map(({ name }) => name).join(', ')} ${form}`)
  return `Numbers are ${most}; ${named.join('; ')}.`
}

const isFilter = (type: GraphQLInputType): boolean => isInputObjectType(type) && 'and' in type.getFields()

const jsonOf = (type: GraphQLInputType): ToolJson => {
  if (isNonNullType(type)) return jsonOf(type.ofType)
  if (isListType(type)) return { type: 'array', items: jsonOf(type.ofType) }
  if (isInputObjectType(type)) return { type: 'object' }
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
  const scalar = scalars[type.name]
  if (scalar === undefined) throw new Error(`no JSON type for ${type.name}`)
  return scalar
}
