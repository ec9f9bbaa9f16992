import type { GraphQLLeafType } from 'graphql'

/** What a scalar or enum value is in JSON; throws for a value the type cannot have. */
export type LeafForm = (value: unknown) => unknown

/** The type's own serializer decides; the commonest values take a short cut to the same. */
export const leafForm = (type: GraphQLLeafType): LeafForm => {
  const form: LeafForm = (value) => type.serialize(value)
  switch (type.name) {
    case 'String':
    case 'ID':
      return (value) => (typeof value === 'string' ? value : form(value))
    case 'Boolean':
      return (value) => (typeof value === 'boolean' ? value : form(value))
    case 'Int':
      // Small whole numbers are themselves; the serializer refuses those beyond 32 bits.
      return (value) => (typeof value === 'number' && (value | 0) === value ? value : form(value))
    case 'Count':
      return (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? value : form(value))
    default:
      return form
  }
}

/** What a form is as text. */
export const leafText = (form: unknown): string =>
  typeof form === 'number' || typeof form === 'boolean' ? String(form) : JSON.stringify(form)

/** How long the JSON of a value is expected to be, in bytes, where nothing more is known than its type. */
export const expectedBytes = ({ name }: GraphQLLeafType): number => lengths[name] ?? 10

const lengths: Readonly<Record<string, number>> = { String: 32, ID: 32, DateTime: 26, Count: 8, Boolean: 5, Int: 4 }
