import { type FieldSchema, withoutNull } from '../../records/fields.ts'
import { paginations } from '../rest/openapi/schemas.ts'
import type { RestOperation } from '../rest/operations.ts'
import type { Tool, ToolJson } from './tool.ts'

/** The result of a tool: `data` and pagination, as in REST. `isKnown`: whether unknown values are null. */
export const outputSchema = (
  { record, isList, pagination }: Pick<RestOperation, 'record' | 'isList' | 'pagination'>,
  isKnown = false
): NonNullable<Tool['outputSchema']> => {
  // Both are JSON Schema, declared by types that do not describe the content.
  const item = record === 'strings' ? { type: 'string' } : shapeOf(record as FieldSchema, isKnown)
  const data = isList ? { type: 'array', items: item } : item
  if (pagination === 'none') return { type: 'object', properties: { data }, required: ['data'] }
  const more = { type: ['string', 'null'], description: 'How to get the next page; null on the last one.' }
  const properties = { data, pagination: shapeOf(paginations[pagination] as FieldSchema), more }
  return { type: 'object', properties, required: ['data', 'pagination', 'more'] }
}

/**
 * Keys and their types. No key is required, as an agent may select fields. Descriptions are in the contracts only, because agents read the
 * list of tools before any call.
 */
const shapeOf = (schema: FieldSchema, isKnown = false): ToolJson => {
  const inner = withoutNull(schema)
  // No nullable field is an enum.
  if (inner !== undefined) return { ...shapeOf(inner), type: [inner.type, 'null'] }
  const { type, enum: words, items, properties } = schema
  const mayBeUnknown = isKnown && ['integer', 'number', 'boolean', 'string'].includes(type ?? '')
  return {
    type: mayBeUnknown ? [type, 'null'] : type,
    ...(words === undefined ? {} : { enum: words }),
    ...(items === undefined ? {} : { items: shapeOf(items) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, field]) => [name, shapeOf(field, isKnown)])
          )
        })
  }
}
