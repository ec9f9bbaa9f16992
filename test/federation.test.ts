import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLSchema, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { graphOf } from '../src/surfaces/graphql/schema/federation.ts'
import { toGlobalId } from '../src/surfaces/graphql/schema/global-ids.ts'
import { printSdl } from '../src/surfaces/graphql/schema/nullability.ts'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'
import { countedSource, describeCall } from './counted-source.ts'
import { findFixtures } from './fixtures.ts'
import { type GraphQLAnswer, startServer, type TestServer } from './server.ts'

const fixtures = findFixtures()
const { known, privateHandle } = fixtures
const handles = known.user.slice(0, 50)
const creator = handles.find((handle) => handle !== privateHandle) ?? ''

const counted = countedSource()
let subgraph: TestServer
/** The same without plans, so that graphql-js runs the queries. */
let executed: TestServer
let plain: TestServer
beforeAll(async () => {
  ;[subgraph, executed, plain] = await Promise.all([
    startServer({ config: { federation: true }, wrapSource: counted.wrap }),
    startServer({ config: { federation: true, queryPlans: false } }),
    startServer()
  ])
})
afterAll(() => Promise.all([subgraph, executed, plain].map((server) => server.close())))

type Entity = { __typename: string; id: string } | null

const entitiesQuery = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename ... on Node { id } } }'

/** The same answer by plan and by graphql-js. */
const entities = async (r: unknown) => {
  const answer = await subgraph.query<{ _entities: Entity[] }>(entitiesQuery, { r })
  const other = await executed.query<{ _entities: Entity[] }>(entitiesQuery, { r })
  const comparable = ({ data, errors, status }: GraphQLAnswer & { status: number }) => ({ data, errors, status })
  expect(comparable(answer)).toEqual(comparable(other))
  return answer
}

const reasons = ({ errors = [] }: GraphQLAnswer) =>
  errors.map(({ path, extensions }) => [path?.[1], extensions?.code, extensions?.details?.reason])

describe('without the setting', () => {
  test('nothing of federation is there', async () => {
    const answers = await Promise.all([
      plain.query('{ _service { sdl } }'),
      plain.query('{ _entities(representations: []) { __typename } }'),
      plain.query(entitiesQuery, { r: [] })
    ])
    for (const { data, errors } of answers) {
      expect(data).toBeUndefined()
      expect(errors?.[0]?.message).toMatch(/_service|_entities|_Any/)
    }
    const { data } = await plain.query('{ _: __type(name: "_Entity") { name } any: __type(name: "_Any") { name } }')
    expect(data).toEqual({ _: null, any: null })
    expect(graphOf()).toBe(schema)
  })
})

describe('the SDL for composition', () => {
  const federationSdl = /* GraphQL */ `
    directive @link(url: String!, import: [String!]) repeatable on SCHEMA
    directive @key(fields: String!) repeatable on OBJECT
    directive @shareable on OBJECT
    directive @composeDirective(name: String!) repeatable on SCHEMA
  `
  const guide = readFileSync(new URL('../src/surfaces/site/docs/guides/federation.md', import.meta.url), 'utf8')
  const oneOf = 'directive @oneOf on INPUT_OBJECT'
  const plainText = printSdl(schema)
  let sdl: string
  let built: GraphQLSchema
  beforeAll(async () => {
    const { data } = await subgraph.query<{ _service: { sdl: string } }>('{ _service { sdl } }')
    sdl = data?._service.sdl ?? ''
    built = buildSchema(federationSdl + sdl.replace(oneOf, ''))
  })

  test('is the published schema with directives', () => {
    expect(sdl).toContain(oneOf)
    expect(Object.keys(built.getTypeMap())).toEqual(Object.keys(buildSchema(plainText).getTypeMap()))
    expect(sdl.match(/@semanticNonNull(?!")/g)?.length).toBe(plainText.match(/@semanticNonNull/g)?.length)
  })

  test('gives every type with an id at least the key `id`, and only fields as keys, as the guide lists them', () => {
    const nodes = schema.getPossibleTypes(schema.getType('Node') as never)
    const keysOf = new Map<string, string[]>()
    for (const { name } of nodes) {
      const head = new RegExp(`^type ${name} implements Node(.*) \\{$`, 'm').exec(sdl)?.[1] ?? ''
      const keys = [...head.matchAll(/@key\(fields: "(\w+)"\)/g)].map(([, field]) => field ?? '')
      keysOf.set(name, keys)
      expect(keys[0], name).toBe('id')
      const type = built.getType(name)
      for (const field of keys) expect(isObjectType(type) && type.getFields()[field], `${name}.${field}`).toBeTruthy()
    }
    expect(sdl.match(/^type .*@key/gm)).toHaveLength(nodes.length)
    const rows = guide.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| (`\w+`(?:, `\w+`)*) \|$/gm)
    const wordsIn = (cell = '') => [...cell.matchAll(/\w+/g)].map(String)
    const documented = [...rows].flatMap(([, types, keys]) => wordsIn(types).map((type) => [type, wordsIn(keys)]))
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(keysOf))
    expect(sdl).toMatch(/^type PageInfo @shareable \{$/m)
  })
})

describe('entities', () => {
  test('of every type are found by each of their keys', async () => {
    const { data } = await plain.query<Record<string, Record<string, unknown>>>(
      `query ($user: String!, $post: ID!, $sound: ID!, $room: ID!, $effect: ID!, $place: ID!, $collection: ID!) {
        user(by: {username: $user}) { id username }
        post(by: {postId: $post}) { id postId }
        sound(soundId: $sound) { id soundId }
        liveRoom(roomId: $room) { id roomId }
        effect(effectId: $effect) { id effectId }
        place(placeId: $place) { id placeId }
        collection(collectionId: $collection) { id collectionId }
        dataset { topHashtags { node { id hashtagId name } } }
      }`,
      {
        user: creator,
        post: known.post[0],
        sound: known.sound[0],
        room: known.liveRoom[0],
        effect: known.effect[0],
        place: known.place[0],
        collection: known.collection[0]
      }
    )
    expect(data).toBeTruthy()
    const found: Record<string, unknown>[] = []
    const collect = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return
      if ('id' in value) found.push(value as Record<string, unknown>)
      Object.values(value).forEach(collect)
    }
    collect(data)
    const representations = found.flatMap(({ id, ...fields }) => {
      const __typename = Buffer.from(String(id), 'base64url').toString().split(':')[0]
      const scalars = Object.entries(fields).filter(
        ([field, value]) => field !== '__typename' && typeof value === 'string'
      )
      return [{ id }, ...scalars.map(([field, value]) => ({ [field]: value }))].map((key) => ({ id, __typename, key }))
    })
    const types = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name)
    expect([...new Set(representations.map(({ __typename }) => __typename))].sort()).toEqual(types.sort())
    const answer = await entities(representations.map(({ __typename, key }) => ({ __typename, ...key })))
    expect(answer.errors).toBeUndefined()
    expect(answer.data?._entities).toEqual(representations.map(({ id, __typename }) => ({ __typename, id })))
  })

  test('of one type are one batch', async () => {
    counted.take()
    await subgraph.query(entitiesQuery, {
      r: [
        ...handles.map((username) => ({ __typename: 'User', username })),
        ...known.post.slice(0, 50).map((postId) => ({ __typename: 'Post', postId }))
      ]
    })
    expect(counted.take().map(describeCall).toSorted()).toEqual(
      ['lookUp post', 'lookUp user'].map((start) => expect.stringMatching(new RegExp(`^${start}`)))
    )
  })

  test('come in the order given, null for each that does not exist', async () => {
    const answer = await entities([
      { __typename: 'User', username: 'nobody.has.this.handle' },
      { __typename: 'User', username: creator },
      { __typename: 'Post', postId: '99999999999999999999' }
    ])
    expect(answer.data?._entities.map((entity) => entity?.__typename ?? null)).toEqual([null, 'User', null])
    expect(answer.errors).toBe(undefined)
  })

  test('by id are found by the text of a hashtag without a number, where posts have it', async () => {
    const { data } = await subgraph.query<{
      search: { posts: { nodes: { hashtags: { id: string; hashtagId: string | null }[] }[] } }
    }>('{ search(keyword: "thirdtimesnotthecharm") { posts { nodes { hashtags { id hashtagId name } } } } }')
    const [used] =
      data?.search.posts.nodes.flatMap(({ hashtags }) => hashtags.filter((each) => each.hashtagId === null)) ?? []
    const ids = [String(used?.id), toGlobalId('Hashtag', '~"nobodyusesthis"')]
    const answer = await entities(ids.map((id) => ({ __typename: 'Hashtag', id, hashtagId: null })))
    expect(answer.data?._entities.map((entity) => entity?.id ?? null)).toEqual([ids[0], null])
    expect(answer.errors).toBeUndefined()
  })

  test('of private accounts list nothing, as everywhere', async () => {
    const query =
      'query ($r: [_Any!]!) { _entities(representations: $r) { ... on User { isPrivate posts { nodes { id } } } } }'
    const { data } = await subgraph.query(query, { r: [{ __typename: 'User', username: privateHandle }] })
    expect(data).toEqual({ _entities: [{ isPrivate: true, posts: { nodes: [] } }] })
  })

  test('may be literals, with variables within and ids as numbers', async () => {
    const query = `query ($handle: String) { _entities(representations: [
      {__typename: "User", username: $handle}, {__typename: "Post", postId: ${known.post[0]}}
    ]) { ... on User { username } ... on Post { postId } } }`
    for (const server of [subgraph, executed]) {
      const { data, errors } = await server.query(query, { handle: creator })
      expect(errors).toBeUndefined()
      expect(data).toEqual({ _entities: [{ username: creator }, { postId: known.post[0] }] })
    }
  })
})

describe('bad representations', () => {
  test('fail one by one', async () => {
    const noType = 'must each have the __typename of a type with a key in this graph'
    const noKey = 'must each have a key: for User, id or username'
    const answer = await entities([
      {},
      { __typename: 'Nothing', id: '1' },
      { __typename: 'PageInfo' },
      { __typename: 'constructor' },
      { __typename: ['User'], username: creator },
      { __typename: 'User' },
      { __typename: 'User', username: null },
      { __typename: 'User', postId: known.post[0] },
      JSON.parse(`{"__typename": "User", "__proto__": {"username": "${creator}"}}`),
      { __typename: 'User', username: { text: creator } },
      { __typename: 'User', username: '@' },
      { __typename: 'User', id: toGlobalId('Post', known.post[0] ?? '') },
      { __typename: 'User', id: 'x' },
      { __typename: 'Post', postId: '762x' },
      { __typename: 'User', username: creator, postId: { further: ['fields'] } }
    ])
    expect(answer.data?._entities.map((entity) => entity?.__typename ?? null)).toEqual([
      ...Array(14).fill(null),
      'User'
    ])
    const told = reasons(answer)
    expect(told.map(([at]) => at)).toEqual([...Array(14).keys()])
    expect(told.map(([, code]) => code)).toEqual(Array(14).fill('INVALID_PARAM'))
    expect(told.slice(0, 9).map(([, , reason]) => reason)).toEqual([...Array(5).fill(noType), ...Array(4).fill(noKey)])
    expect(told[9]?.[2]).toBe('must each have a valid key: username must be a string')
    for (const [, , reason] of told.slice(11, 13)) expect(reason).toContain('is not the id of an object in this graph')
  })

  test('an id that was rounded finds nothing', async () => {
    const answer = await entities([{ __typename: 'Post', postId: Number('7620000000000000215') }])
    expect(reasons(answer)).toEqual([[0, 'INVALID_PARAM', expect.stringContaining('has lost its last digits')]])
  })

  test.each([[['text']], [[1]], [[null]], [[['list']]], [null]])('%j is refused as a whole', async (r) => {
    const { status, data, errors } = await subgraph.query(entitiesQuery, { r })
    expect({ status, data }).toEqual({ status: 200, data: undefined })
    expect(errors?.[0]?.extensions?.code).toBe('INVALID_PARAM')
  })

  const many = (count: number) => Array.from({ length: count }, () => ({}))
  test.each([
    ['representations', many(10_000), 1_000, 10_000],
    ['representations', many(1_001), 1_000, 1_001],
    ['representationValues', many(1_000).map(() => ({ a: many(10) })), 10_000, 10_001]
  ])('more than the limit of %s is refused', async (limit, r, max, found) => {
    const { status, errors } = await subgraph.query(entitiesQuery, { r })
    expect(status).toBe(200)
    expect(errors?.[0]?.extensions?.details).toMatchObject({ limit, max, found })
  })

  test('a hashtag by name costs as much as in other fields', async () => {
    const r = [
      { __typename: 'Hashtag', name: 'fyp' },
      { __typename: 'Hashtag', hashtagId: null, name: 'yoga' }
    ]
    const { extensions } = await entities(r)
    const other = await subgraph.query('{ hashtagsByName(names: ["fyp", "yoga"]) { __typename id } }')
    expect(extensions?.cost?.estimated).toBe(other.extensions?.cost?.estimated)
  })

  test('each counts as a read and as an element', async () => {
    const r = Array(1_000).fill({ __typename: 'User', username: creator })
    const dear = await subgraph.query(entitiesQuery, { r })
    expect(dear.errors?.[0]?.extensions?.details).toMatchObject({ limit: 'cost', max: 1_000 })
    const query =
      'query ($r: [_Any!]!) { _entities(representations: $r) { ... on User { posts(first: 50) { nodes { id } } } } }'
    const wide = await subgraph.query(query, { r: r.slice(0, 300) })
    expect(wide.errors?.[0]?.extensions?.details).toMatchObject({ limit: 'nodes', found: 300 + 300 * 50 })
  })
})
