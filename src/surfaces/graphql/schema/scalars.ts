import { GraphQLError, Kind } from 'graphql'
import { maxCount } from '../../../records/fields.ts'
import { builder, type SchemaTypes } from './builder.ts'
import { momentText } from './moment-text.ts'

/** The TypeScript type of each scalar's JSON, for code generators; published as `schema/scalars.json`. */
export const scalarTypes = {
  ID: 'string',
  Count: 'number',
  DateTime: 'string',
  CountryCode: 'string'
} as const satisfies Record<keyof SchemaTypes['Scalars'], 'number' | 'string'>

// The services check the range, so that every surface gives the same answer, which names the argument.
const numberOf = (value: unknown): number => {
  // Exact integers have different limits in JavaScript and other languages, so some clients send large ones as text.
  if (typeof value === 'string' && /^\d+$/.test(value)) return Number(value)
  if (typeof value !== 'number') throw new GraphQLError('Count must be a number such as 1000000 or "1000000"')
  return value
}

builder.scalarType('Count', {
  description:
    'A whole number from 0 to 2^53 − 1: a JSON number, which may exceed the maximum of Int, 2^31 − 1. Inputs may be a string of digits.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
  serialize(value) {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxCount) return value
    throw new GraphQLError('a count must be a whole number from 0 to 2^53 − 1')
  },
  parseValue: numberOf,
  parseLiteral: (node) => {
    if (node.kind === Kind.STRING) return numberOf(node.value)
    return numberOf(node.kind === Kind.INT || node.kind === Kind.FLOAT ? Number(node.value) : undefined)
  }
})

// The services check the time.
const timeText = (value: unknown): string => {
  if (typeof value !== 'string') throw new GraphQLError('DateTime must be a string such as "2026-05-04T17:30:00Z"')
  return value
}

builder.scalarType('DateTime', {
  description:
    'A time in ISO 8601, in UTC, such as 2026-05-04T17:30:00.000Z. Inputs may have another offset, or be a date, which is its midnight in UTC.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
  serialize: (value) => (typeof value === 'number' ? momentText(value) : value),
  parseValue: timeText,
  parseLiteral: (node) => timeText(node.kind === Kind.STRING ? node.value : undefined)
})

const countryText = (value: unknown): string => {
  if (typeof value !== 'string') throw new GraphQLError('CountryCode must be a string such as "JP"')
  return value
}

// The services check whether the code exists, so that REST and GraphQL give the same answer.
builder.scalarType('CountryCode', {
  description: 'A country or territory as an ISO 3166-1 alpha-2 code, such as JP. Inputs may be in lower case.',
  specifiedByURL: 'https://www.iso.org/iso-3166-country-codes.html',
  serialize: countryText,
  parseValue: countryText,
  parseLiteral: (node) => countryText(node.kind === Kind.STRING ? node.value : undefined)
})
