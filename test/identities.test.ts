import {
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isUnionType,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examples } from '../src/services/examples.ts'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'
import { cases, samples } from './cases.ts'
import { exampleOperations } from './example-operations.ts'
import { limitsBut } from './rules.ts'
import { startServer, type TestServer } from './server.ts'

/**
 * Every `id` that the graph gives is found by `node`, and the object is the same with the same values wherever it is met: what caches
 * of clients rely on.
 */

let server: TestServer
// Scorecards tell when they were computed, and rooms on the air come and go.
const moment = Date.now()
beforeAll(async () => {
  server = await startServer({
    now: () => moment,
    config: { limits: limitsBut({ cost: 1_000_000, rootFields: 100, aliases: 100, tokens: 10_000 }) }
  })
})
afterAll(() => server.close())

const node = schema.getType('Node')
const types = isInterfaceType(node) ? schema.getPossibleTypes(node) : []
const isNode = (type: unknown): type is GraphQLObjectType => types.some((each) => each === type)

/** Fields that are an object's own: its values. */
const ownFields = (type: GraphQLObjectType): string =>
  Object.values(type.getFields())
    .filter(({ type }) => isLeafType(getNamedType(type)))
    .map(({ name }) => name)
    .join(' ')

const selectionsOf = (text: string) =>
  // A query has one definition here, and that is its operation.
  (parse(`{ ${text} }`).definitions[0] as { selectionSet: SelectionSetNode }).selectionSet.selections

/** The same operation with all that is an object's own asked for, wherever something with an id is. */
const widened = (query: string): string => {
  const info = new TypeInfo(schema)
  return print(
    visit(
      parse(query),
      visitWithTypeInfo(info, {
        SelectionSet: {
          leave(set, _key, parent) {
            const type = info.getParentType()
            // Beside each other in one answer, types have fields of one name that differ in type.
            const isBeside = parent !== undefined && 'kind' in parent && parent.kind === Kind.INLINE_FRAGMENT
            const own = !isNode(type)
              ? abstractFields(type)
              : isBeside
                ? '__typename id'
                : `__typename ${ownFields(type)}`
            return own === '' ? undefined : { ...set, selections: [...set.selections, ...selectionsOf(own)] }
          }
        }
      })
    )
  )
}

/** What can be asked of an object whatever its type. */
const abstractFields = (type: unknown): string =>
  type === node ? '__typename id' : isUnionType(type) ? '__typename' : ''

type Met = { __typename: string; id: string } & Record<string, unknown>

/** What an object says of itself: without the objects it leads to, which say it themselves. */
const own = (object: Met): Met => {
  const type = types.find(({ name }) => name === object.__typename)
  const fields = type?.getFields() ?? {}
  const isOwn = (key: string) => {
    const field = fields[key]
    return key === '__typename' || (field !== undefined && isLeafType(getNamedType(field.type)))
  }
  // Filtered entries of what has these keys still have them.
  return Object.fromEntries(Object.entries(object).filter(([key]) => isOwn(key))) as Met
}

/** Everything with an id in an answer. */
const metIn = (value: unknown): Met[] => {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(metIn)
  return '__typename' in value && 'id' in value ? [own(value as Met), ...below] : below
}

const documents: { name: string; query: string; given?: Record<string, unknown> }[] = [
  ...exampleOperations,
  {
    name: 'things without a number of their own',
    query: `query ($ids: [ID!]!) { posts: postsById(postIds: $ids) { author { username } sound { title } hashtags { name } } }`,
    given: {
      ids: [cases.namelessSoundPost(), cases.namelessHashtagPost(), cases.silentPost(), cases.orphanPost()]
    }
  },
  {
    name: 'rooms by their number, whatever their state',
    query: samples
      .rooms()
      .reduce((text, room, index) => `${text} r${index}: liveRoom(roomId: "${room}") { streamer { username } }`, '{')
      .concat('}')
  },
  {
    name: 'rooms that search finds',
    query: '{ search(keyword: "a") { live(first: 50) { edges { node { streamer { liveRoom { title } } } } } } }'
  },
  {
    name: 'creators on the air and off it, and what they collected',
    query: `query ($names: [String!]!) { users: usersByUsername(usernames: $names) {
      liveRoom { title streamer { username } } scorecard { user { username } }
      collections { owner { username } posts(first: 1) { nodes { caption } } }
    } }`,
    given: { names: [cases.liveUser(), cases.busyUser(), cases.userWithoutPosts(), cases.mixedCaseUser()] }
  },
  {
    name: 'hashtags by number and by name, creators by number and by handle, however they are spelled',
    query: `query ($id: ID!, $name: String!, $handle: String!, $userId: ID!) {
      byNumber: hashtag(by: { hashtagId: $id }) { name } byName: hashtag(by: { name: $name }) { name }
      byHandle: user(by: { username: $handle }) { bio } byUserId: user(by: { userId: $userId }) { bio }
      completed: search(keyword: "ma") { completions { node { id } } } }`,
    given: {
      ...{ id: cases.hashtag(), name: `#${cases.hashtagName().toUpperCase()}` },
      ...{ handle: `@${examples.username.toUpperCase()}`, userId: examples.userId }
    }
  }
]

const met = new Map<string, Met>()

describe('an object is the same wherever it is met', () => {
  test.each(documents)('$name', async ({ query, given }) => {
    const { data, errors } = await server.query(widened(query), given)
    for (const { extensions } of errors ?? []) expect(['NOT_FOUND', 'ACCOUNT_PRIVATE']).toContain(extensions?.code)
    const found = metIn(data)
    for (const object of found) {
      const known = met.get(object.id)
      expect({ ...known, ...object }, `${object.__typename} met again`).toEqual({ ...object, ...known })
      met.set(object.id, { ...known, ...object })
    }
  })

  test('and is found again by its id', async () => {
    for (const type of types) {
      const all = [...met.values()].filter(({ __typename }) => __typename === type.name)
      expect(all.length, `${type.name} was met`).toBeGreaterThan(0)
      const whole = `__typename ... on ${type.name} { ${ownFields(type)} }`
      for (let from = 0; from < all.length; from += 50) {
        const some = all.slice(from, from + 50)
        const { data, errors } = await server.query<{ nodes: Met[] }>(
          `query ($ids: [ID!]!) { nodes(ids: $ids) { ${whole} } }`,
          { ids: some.map(({ id }) => id) }
        )
        expect(errors).toBe(undefined)
        // What was met behind an interface was met in part.
        for (const [index, object] of some.entries()) expect(data?.nodes[index]).toMatchObject(object)
      }
      const { data } = await server.query<{ node: Met }>(`query ($id: ID!) { node(id: $id) { ${whole} } }`, {
        id: all[0]?.id
      })
      expect(data?.node).toMatchObject(all[0] ?? {})
    }
  })
})
