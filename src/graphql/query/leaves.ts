import type { GraphQLLeafType } from 'graphql'

/** Writes a scalar or enum value as JSON; throws for a value the type cannot have. */
export type WriteLeaf = (value: unknown) => string

/** The type's own serializer decides; the commonest values take a short cut to the same text. */
export const leafWriter = (type: GraphQLLeafType): WriteLeaf => {
  const write: WriteLeaf = (value) => JSON.stringify(type.serialize(value))
  switch (type.name) {
    case 'String':
    case 'ID':
      return (value) => (typeof value === 'string' ? JSON.stringify(value) : write(value))
    case 'Boolean':
      return (value) => (value === true ? 'true' : value === false ? 'false' : write(value))
    case 'Int':
      // Small whole numbers are written as they are; the serializer refuses those beyond 32 bits.
      return (value) => (typeof value === 'number' && (value | 0) === value ? String(value) : write(value))
    case 'Count':
      return (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : write(value))
    default:
      return write
  }
}

/** How long the JSON of a value is expected to be, in bytes, where nothing more is known than its type. */
export const expectedBytes = ({ name }: GraphQLLeafType): number => lengths[name] ?? 10

const lengths: Readonly<Record<string, number>> = { String: 32, ID: 32, DateTime: 26, Count: 8, Boolean: 5, Int: 4 }
