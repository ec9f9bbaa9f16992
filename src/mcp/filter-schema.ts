import {
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
 * A filter of the graph as JSON Schema, without references: fields with their descriptions, what they hold without. Filters within `and`,
 * `or` and `not` are plain objects, because not all providers of models accept a schema within itself.
 */
export const filterSchema = (name: string): ToolJson => {
  const filter = inputObject(name)
  const properties = Object.values(filter.getFields()).map(({ name, type, description }) => [
    name,
    { ...jsonOf(type, filter), description: description ?? '' }
  ])
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false }
}

const jsonOf = (type: GraphQLInputType, within: GraphQLInputObjectType): ToolJson => {
  if (isNonNullType(type)) return jsonOf(type.ofType, within)
  if (isListType(type)) return { type: 'array', items: jsonOf(type.ofType, within) }
  if (type === within) return { type: 'object' }
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
  if (isInputObjectType(type)) {
    const properties = Object.values(type.getFields()).map((field) => [field.name, jsonOf(field.type, within)])
    return { type: 'object', properties: Object.fromEntries(properties) }
  }
  const scalar = scalars[type.name]
  if (scalar === undefined) throw new Error(`no JSON type for ${type.name}`)
  return scalar
}
