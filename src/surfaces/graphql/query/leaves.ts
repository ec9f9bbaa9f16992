import type { GraphQLLeafType } from 'graphql'

/** The JSON value of a scalar or enum; throws for an invalid value. */
export type LeafForm = (value: unknown) => unknown

/** The type's own serializer decides; the most common values take an equivalent fast path. */
export const leafForm = (type: GraphQLLeafType): LeafForm => {
  const form: LeafForm = (value) => type.coerceOutputValue(value)
  switch (type.name) {
    case 'String':
    case 'ID':
      return (value) => (typeof value === 'string' ? value : form(value))
    case 'Boolean':
      return (value) => (typeof value === 'boolean' ? value : form(value))
    case 'Int':
      // 32-bit integers are unchanged; the serializer refuses larger ones.
      return (value) => (typeof value === 'number' && (value | 0) === value ? value : form(value))
    case 'Count':
      return (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? value : form(value))
    default:
      return form
  }
}

/** The JSON text of a leaf. */
export const leafText = (form: unknown): string =>
  typeof form === 'number' || typeof form === 'boolean' ? String(form) : JSON.stringify(form)

/** Expected length of a value's JSON, in bytes, by its type alone. */
export const expectedBytes = ({ name }: GraphQLLeafType): number => lengths[name] ?? 10

const lengths: Readonly<Record<string, number>> = { String: 32, ID: 32, DateTime: 26, Count: 8, Boolean: 5, Int: 4 }
