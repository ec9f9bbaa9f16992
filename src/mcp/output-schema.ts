import { type FieldSchema, withoutNull } from '../records/fields.ts'
import { paginations } from '../rest/openapi/schemas.ts'
import type { RestOperation } from '../rest/operations.ts'
import type { Json, Tool } from './tool.ts'

/** What a tool answers with: `data` and how to go on, as REST has them. */
export const outputSchema = ({ record, isList, pagination }: RestOperation): NonNullable<Tool['outputSchema']> => {
  // Both are declared as JSON Schema, by types that leave open what is in it.
  const item = record === 'strings' ? { type: 'string' } : shapeOf(record as FieldSchema)
  const data = isList ? { type: 'array', items: item } : item
  if (pagination === 'none') return { type: 'object', properties: { data }, required: ['data'] }
  const more = { type: ['string', 'null'], description: 'How to get the next page; null on the last one.' }
  const properties = { data, pagination: shapeOf(paginations[pagination] as FieldSchema), more }
  return { type: 'object', properties, required: ['data', 'pagination', 'more'] }
}

/**
 * Which keys there are and of which types. Nothing is required, as an agent may ask for some of the fields; descriptions stand in the
 * contracts, for the list of tools is read before any of them is called.
 */
const shapeOf = (schema: FieldSchema): Json => {
  const inner = withoutNull(schema)
  // No field that may be null is one of a few words.
  if (inner !== undefined) return { ...shapeOf(inner), type: [inner.type, 'null'] }
  const { type, enum: words, items, properties } = schema
  return {
    type,
    ...(words === undefined ? {} : { enum: words }),
    ...(items === undefined ? {} : { items: shapeOf(items) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, shapeOf(field)])) })
  }
}
