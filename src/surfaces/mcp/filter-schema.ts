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

/** JSON types of the scalars that filters use: short, as models read them. Services check values, and say what is wrong with one. */
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
 * A filter of the graph as JSON Schema, without references: fields with their descriptions. What they hold is an object whose keys the
 * description of the filter says once for all of one form. Filters within it are plain objects, because not all providers of models accept a
 * schema within itself.
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

/** The keys of the objects in a filter: those of most fields first, the others with the fields that have them. */
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
