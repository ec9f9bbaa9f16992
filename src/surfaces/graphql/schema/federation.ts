import {
  assertInterfaceType,
  GraphQLError,
  type GraphQLFieldConfig,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  isObjectType,
  Kind,
  lexicographicSortSchema,
  type ValueNode
} from 'graphql'
import { type Awaitable, andThen } from '../../../core/awaitable.ts'
import { invalidParam } from '../../../core/errors.ts'
import { isRounded, roundedId } from '../../../records/identifiers.ts'
import { challenges } from '../../../services/challenges.ts'
import { users } from '../../../services/users.ts'
import type { Context } from './builder.ts'
import { costDirective, listSizeDirective } from './cost-directives.ts'
import { costHints, searchCost } from './cost-hints.ts'
import { batch, batchCost, type LoadNode, loaders, loadNode, NodeInterface } from './node.ts'
import { printSdl, semanticNonNull } from './nullability.ts'
import { HashtagReference, UserReference } from './references.ts'
import { schema } from './schema.ts'

/** Fields besides `id` that identify an object of a type, with their loaders. */
const naturalKeys: Readonly<Record<keyof typeof loaders, Readonly<Record<string, LoadNode>>>> = {
  User: {
    username: (username, { deps, scope }) => andThen(users.byUsername(deps, scope, { username }), UserReference.of)
  },
  Post: { postId: loaders.Post },
  Sound: { soundId: loaders.Sound },
  Hashtag: {
    hashtagId: loaders.Hashtag,
    name: (name, { deps, scope }) =>
      andThen(challenges.hashtag(deps, scope, { name }), (use) => new HashtagReference(use))
  },
  LiveRoom: { roomId: loaders.LiveRoom },
  Effect: { effectId: loaders.Effect },
  Place: { placeId: loaders.Place },
  Collection: { collectionId: loaders.Collection }
}

/** The key fields of every type with an id. `id` is the first: gateways use the first key that they have values for, and every object has one. */
const entities: ReadonlyMap<string, Readonly<Record<string, LoadNode>>> = new Map(
  Object.entries(naturalKeys).map(([type, keys]) => [
    type,
    { id: (id: string, context: Context) => loadNode(id, param, context, type), ...keys }
  ])
)

/** Representations in one request: a gateway collects them from whole lists. Each counts as a read and as a list element. */
export const maxRepresentations = 1_000

const param = 'representations'

/** A JSON object from another subgraph: the name of a type and the fields of one of its keys. */
type Representation = object

const valueIn = (representation: Representation, field: string): unknown =>
  Object.hasOwn(representation, field) ? (representation as Readonly<Record<string, unknown>>)[field] : undefined

/** The object of a representation. Further fields are ignored, and so is a key that is null: a hashtag or sound may have no number. */
const entityOf = (representation: Representation, context: Context): Awaitable<object> => {
  const type = valueIn(representation, '__typename')
  const keys = typeof type === 'string' ? entities.get(type) : undefined
  if (keys === undefined) throw invalidParam(param, 'must each have the __typename of a type with a key in this graph')
  for (const [field, load] of Object.entries(keys)) {
    const value = valueIn(representation, field)
    if (value !== undefined && value !== null) return load(keyText(field, value), context)
  }
  throw invalidParam(param, `must each have a key: for ${type}, ${Object.keys(keys).join(' or ')}`)
}

/** A hashtag without a number is found by its name, which takes a search. */
const costOf = (representation: Representation): number => {
  const isHashtag = valueIn(representation, '__typename') === 'Hashtag'
  return isHashtag && ['id', 'hashtagId'].every((key) => valueIn(representation, key) == null) ? searchCost : 1
}

const keyText = (field: string, value: unknown): string => {
  if (isRounded(value)) throw invalidParam(param, `must each have a valid key: ${field} ${roundedId}`)
  if (typeof value === 'string' || Number.isSafeInteger(value)) return String(value)
  throw invalidParam(param, `must each have a valid key: ${field} must be a string`)
}

/** The name of the scalar that the federation specification gives to representations. */
export const anyName = '_Any'

const toRepresentation = (value: unknown): Representation => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new GraphQLError('a representation must be an object with a __typename and the fields of a key')
}

const AnyScalar = new GraphQLScalarType({
  name: anyName,
  description: 'A reference from another subgraph: an object with `__typename` and the fields of one key of that type.',
  parseValue: toRepresentation,
  parseLiteral: (node, variables) => toRepresentation(literalValue(node, variables ?? {}))
})

/** The value of a literal, with whole numbers as texts, because ids exceed the safe integers. */
const literalValue = (node: ValueNode, variables: Readonly<Record<string, unknown>>): unknown => {
  switch (node.kind) {
    case Kind.VARIABLE:
      return valueIn(variables, node.name.value)
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, literalValue(value, variables)]))
    case Kind.LIST:
      return node.values.map((value) => literalValue(value, variables))
    case Kind.NULL:
      return null
    default:
      return node.value
  }
}

/** Composition treats `@oneOf` as an unknown directive unless the SDL defines it. */
const header = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@composeDirective", "@${costDirective.name}", "@${listSizeDirective.name}"])
  @link(url: "https://specs.apollo.dev/nullability/v0.4", import: ["@${semanticNonNull.name}"])
  @composeDirective(name: "@${semanticNonNull.name}")

directive @oneOf on INPUT_OBJECT
`

/** Federation directives of a type. Other subgraphs have a `PageInfo` too: it is a value, not an entity. */
const directivesOf = (type: string): string => {
  if (type === 'PageInfo') return ' @shareable'
  const keys = Object.keys(entities.get(type) ?? {})
  return keys.map((field) => ` @key(fields: "${field}")`).join('')
}

/** The SDL for composition. The first version with the directives of costs is 2.9, and every later gateway reads that. */
const subgraphSdl = (): string =>
  `${header}\n${printSdl(schema).replace(/^type (\w+)(?: implements Node)?(?= \{$)/gm, (head, type) => head + directivesOf(type))}`

const ServiceObject = new GraphQLObjectType({
  name: '_Service',
  description: 'The graph as a subgraph.',
  fields: {
    sdl: {
      type: GraphQLString,
      description: 'The schema in SDL, with the directives of Apollo Federation.'
    }
  }
})

const federate = (): GraphQLSchema => {
  const { query, types, ...config } = schema.toConfig()
  if (query == null) throw new Error('the graph has no root type')
  const EntityUnion = new GraphQLUnionType({
    name: '_Entity',
    description: 'A type that other subgraphs may refer to by a key.',
    types: types.filter(isObjectType).filter(({ name }) => entities.has(name)),
    resolveType: assertInterfaceType(schema.getType(NodeInterface.name)).resolveType
  })
  const sdl = subgraphSdl()
  const fields: Record<string, GraphQLFieldConfig<unknown, Context>> = {
    _service: {
      type: new GraphQLNonNull(ServiceObject),
      description: 'The schema, for gateways.',
      resolve: () => ({ sdl })
    },
    _entities: {
      type: new GraphQLNonNull(new GraphQLList(EntityUnion)),
      description: `Objects that other subgraphs refer to, in the order given, at most ${maxRepresentations}. Null in place of each that does not exist. One read each; a scan for a hashtag by name.`,
      args: {
        representations: {
          type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(AnyScalar))),
          description: 'References by key.'
        }
      },
      extensions: costHints({
        ...batchCost(param, maxRepresentations).cost,
        // Without valid arguments nothing is read.
        reads: ({ [param]: given = [] }) => (given as Representation[]).reduce((sum, each) => sum + costOf(each), 0)
      }),
      resolve: (_, { representations }, context) =>
        batch(representations as Representation[], param, (item) => entityOf(item, context), maxRepresentations)
    }
  }
  const rootConfig = query.toConfig()
  const root = new GraphQLObjectType({ ...rootConfig, fields: { ...fields, ...rootConfig.fields } })
  const others = types.filter((type) => type !== query)
  return lexicographicSortSchema(new GraphQLSchema({ ...config, query: root, types: others }))
}

let federated: GraphQLSchema | undefined

/** The active graph: the plain one, or a subgraph, which is built on first use. */
export const graphOf = (federation = false): GraphQLSchema => {
  if (!federation) return schema
  federated ??= federate()
  return federated
}
