import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  type GraphQLField,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType
} from 'graphql'
import { hintsOf, hintValue } from './cost-hints.ts'
import { defaultValueOf } from './default-value.ts'
import { maxBatch } from './node.ts'

const names = new GraphQLList(new GraphQLNonNull(GraphQLString))

/** The directives of the GraphQL cost specification for gateways. The default cost of an object is 1. */
export const costDirective = new GraphQLDirective({
  name: 'cost',
  description: 'Maximum cost of the field, in reads. Without it an object costs 1, and a value nothing.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: { weight: { type: new GraphQLNonNull(GraphQLInt), description: 'Cost of one object or value, in reads.' } }
})

export const listSizeDirective = new GraphQLDirective({
  name: 'listSize',
  description: 'Maximum number of elements of a list.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    assumedSize: { type: GraphQLInt, description: 'Number of elements without a slicing argument.' },
    slicingArguments: { type: names, description: 'Arguments that give the number of elements.' },
    sizedFields: { type: names, description: 'Fields of the connection that list its elements.' },
    requireOneSlicingArgument: {
      type: GraphQLBoolean,
      defaultValue: true,
      description: 'Whether one slicing argument must be given.'
    }
  }
})

type Field = GraphQLField<unknown, unknown>

/** Assumes a source that filters lists itself, whose reads have the declared cost. */
const filtering = { hasFilters: true, maxScan: 0 }

/** The default arguments of a field, and the longest list for a required one. */
const assumedArguments = ({ args }: Field): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    args.map((arg) => [
      arg.name,
      isListType(getNullableType(arg.type)) ? Array.from({ length: maxBatch }, () => '') : defaultValueOf(arg)
    ])
  )

/** `@cost` and `@listSize` of a field, from its hints; empty if gateways assume the same by default. */
export const costDirectivesOf = (field: Field): string => {
  const { reads = 0, readCost = 1, items } = hintsOf(field)
  const args = assumedArguments(field)
  const isList = isListType(getNullableType(field.type))
  const size = items?.(args)
  const weight = Math.ceil(
    (hintValue(reads, args, filtering) * hintValue(readCost, args, filtering)) / Math.max(1, isList ? (size ?? 1) : 1)
  )
  const type = getNamedType(field.type)
  const parts = weight > (isLeafType(type) ? 0 : 1) ? [` @${costDirective.name}(weight: ${weight})`] : []
  if (size === undefined) return parts.join('')
  const listed =
    isList || !isObjectType(type)
      ? []
      : Object.values(type.getFields()).flatMap((inner) => (hintsOf(inner).listsItems ? [inner.name] : []))
  const slicing = field.args.some(({ name }) => name === 'first') ? 'slicingArguments: ["first"], ' : ''
  const sized = listed.length === 0 ? '' : `sizedFields: ${JSON.stringify(listed)}, `.replaceAll('","', '", "')
  parts.push(` @${listSizeDirective.name}(assumedSize: ${size}, ${slicing}${sized}requireOneSlicingArgument: false)`)
  return parts.join('')
}
