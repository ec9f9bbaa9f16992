import { GraphQLError, Kind } from 'graphql'
import { maxCount } from '../../records/fields.ts'
import { builder, type SchemaTypes } from './builder.ts'
import { momentText } from './moment-text.ts'

/** The TypeScript type of each scalar's JSON, as code generators take it; published as `schema/scalars.json`. */
export const scalarTypes = {
  ID: 'string',
  Count: 'number',
  DateTime: 'string',
  CountryCode: 'string'
} as const satisfies Record<keyof SchemaTypes['Scalars'], 'number' | 'string'>

const outputOnly = (name: string) => () => {
  throw new GraphQLError(`${name} is never an input`)
}

builder.scalarType('Count', {
  description: 'A count: a whole JSON number from 0 to 2^53 − 1. Counts can exceed the maximum of Int, 2^31 − 1.',
  serialize(value) {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxCount) return value
    throw new GraphQLError('a count must be a whole number from 0 to 2^53 − 1')
  },
  parseValue: outputOnly('Count'),
  parseLiteral: outputOnly('Count')
})

builder.scalarType('DateTime', {
  description: 'A time in ISO 8601, UTC, for example 2026-05-04T17:30:00.000Z.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
  serialize: (value) => (typeof value === 'number' ? momentText(value) : value),
  parseValue: outputOnly('DateTime'),
  parseLiteral: outputOnly('DateTime')
})

const countryText = (value: unknown): string => {
  if (typeof value !== 'string') throw new GraphQLError('CountryCode must be a string such as "JP"')
  return value
}

// The services check whether the code exists, so that REST and GraphQL give the same answer.
builder.scalarType('CountryCode', {
  description: 'A country or territory as an ISO 3166-1 alpha-2 code, for example JP.',
  specifiedByURL: 'https://www.iso.org/iso-3166-country-codes.html',
  serialize: countryText,
  parseValue: countryText,
  parseLiteral: (node) => countryText(node.kind === Kind.STRING ? node.value : undefined)
})
