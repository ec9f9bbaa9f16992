import { getNamedType, isNonNullType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserProfile } from '../src/records/user-profile.ts'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'
import { operations, type RestOperation } from '../src/surfaces/rest/operations.ts'
import { cases, samples } from './cases.ts'
import { fromGraph, graphFields, graphTypeOf, type Json, restSchema } from './graph-shape.ts'
import { addressOf, type Input, operationOf, sampleInputs } from './rest-address.ts'
import { startServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  // One moment for both surfaces, so that scorecards and search carry the same time.
  server = await startServer({ now: () => Date.parse('2026-06-01T12:00:00Z') })
})
afterAll(() => server.close())

/** How GraphQL is asked for what one REST operation answers: the fields that lead to it, from the root. */
type Question = { steps: readonly string[]; list: boolean; total: boolean }

/** Where GraphQL is asked otherwise than the table of operations says to people: for all that REST takes. */
const steps: Readonly<Record<string, readonly string[]>> = {
  getUser: ['user(by: {username: $username})'],
  getUserPlaylist: ['user(by: {username: $username})'],
  getPost: ['post(by: $by)'],
  listSoundLibrary: ['soundLibrary(sort: $sort, first: $first, after: $after)']
}
const questionFor = ({ id, graph, pagination }: RestOperation): Question => ({
  steps: steps[id] ?? graph.map((field) => field.replace('(first: $count)', '(first: $first, after: $after)')),
  list: pagination !== 'none',
  total: pagination === 'max_time' || pagination === 'page'
})

const variableTypes: Readonly<Record<string, string>> = {
  username: 'String!',
  keyword: 'String!',
  sort: 'SoundSort',
  by: 'PostBy!',
  first: 'Int',
  after: 'String'
}

/** The query for an operation: every field of its record, enumerated from the record's schema. */
const queryFor = (operation: RestOperation): string => {
  const { steps, list, total } = questionFor(operation)
  const fields = operation.record === 'strings' ? '' : `{ ${graphFields(restSchema(operation.record))} }`
  const answer = list ? `{ nodes ${fields} pageInfo { hasNextPage endCursor } ${total ? 'totalCount' : ''} }` : fields
  const text = `{ ${steps.join(' { ')} ${answer} ${'}'.repeat(steps.length)}`
  const variables = [...new Set(text.match(/\$\w+/g))].map(
    (name) => `${name}: ${variableTypes[name.slice(1)] ?? 'ID!'}`
  )
  return `query(${variables.join(', ')}) ${text}`
}

/** Variables for REST parameters. */
const variablesFor = ({ videoId, url, sort, count, cursor, ...input }: Input) => ({
  ...input,
  ...(videoId === undefined ? {} : { by: { postId: videoId } }),
  ...(url === undefined ? {} : { by: { url } }),
  ...(sort === undefined ? {} : { sort: String(sort).toUpperCase() }),
  ...(count === undefined ? {} : { first: count }),
  ...(cursor === undefined ? {} : { after: cursor })
})

type Answer = { data: Json; hasMore?: boolean; cursor?: unknown; total?: unknown; code?: string; message?: string }

const askRest = async (operation: RestOperation, input: Input): Promise<Answer> => {
  const { body } = await server.get<Json>(addressOf(operation, input))
  if (body.error !== null) return { data: null, code: body.error.code, message: body.error.message }
  const { pagination } = body
  if (pagination === null) return { data: body.data }
  return {
    data: body.data,
    hasMore: pagination.has_more === true,
    ...(operation.pagination === 'cursor' ? { cursor: pagination.cursor } : {}),
    ...('total' in pagination ? { total: pagination.total } : {})
  }
}

type Connection = {
  nodes: Json[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  totalCount?: number
}

/** What GraphQL answered at the end of the question's steps, or the error. */
const ask = async (operation: RestOperation, input: Input) => {
  const answer = await server.query(queryFor(operation), variablesFor(input))
  const [error] = answer.errors ?? []
  let found: unknown = answer.data
  if (error === undefined) {
    for (const step of questionFor(operation).steps)
      found = (found as Record<string, unknown>)[step.replace(/\(.*/, '')]
  }
  // The query above selected exactly this.
  return { error, found: found as Json }
}

/** A page with the records as REST has them. */
const connectionOf = async (operation: RestOperation, input: Input): Promise<Connection> => {
  const { found } = await ask(operation, input)
  return inRestForm(operation, found)
}

const inRestForm = ({ record }: RestOperation, found: Json): Connection => {
  const { nodes, ...rest } = found as unknown as Connection
  return { nodes: nodes.map((node) => (record === 'strings' ? node : fromGraph(restSchema(record), node))), ...rest }
}

const askGraphQL = async (operation: RestOperation, input: Input): Promise<Answer> => {
  const { error, found } = await ask(operation, input)
  if (error !== undefined) return { data: null, code: error.extensions?.code ?? '', message: error.message }
  if (operation.record === 'strings') return { data: found }
  if (!questionFor(operation).list) return { data: fromGraph(restSchema(operation.record), found) }
  const { nodes, pageInfo, totalCount } = inRestForm(operation, found)
  return {
    data: nodes,
    hasMore: pageInfo.hasNextPage,
    ...(operation.pagination === 'cursor' ? { cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null } : {}),
    ...(totalCount === undefined ? {} : { total: totalCount })
  }
}

/** Both surfaces are asked the same, in turn; the answers must be equal down to the order of keys. */
const expectSame = async (id: string, inputs: readonly Input[]) => {
  const operation = operationOf(id)
  expect(inputs.length).toBeGreaterThan(0)
  for (let start = 0; start < inputs.length; start += 20) {
    await Promise.all(
      inputs.slice(start, start + 20).map(async (input) => {
        const [rest, graph] = await Promise.all([askRest(operation, input), askGraphQL(operation, input)])
        expect(JSON.stringify(graph), addressOf(operation, input)).toBe(JSON.stringify(rest))
      })
    )
  }
}

describe('every record field of REST is in GraphQL', () => {
  const records = [...new Set(operations.flatMap(({ record }) => (record === 'strings' ? [] : [restSchema(record)])))]

  test.each(records.map((record) => ({ title: record.title, record })))(
    'each field of $title has a counterpart of the fitting type',
    ({ record }) => {
      for (const { key, typeName, fieldName, scalar, mayBeNull } of graphTypeOf(record)) {
        const type = schema.getType(typeName)
        if (!isObjectType(type)) throw new Error(`${typeName} is no object type`)
        const field = type.getFields()[fieldName]
        expect(field, `${record.title}.${key} as ${typeName}.${fieldName}`).toBeDefined()
        if (field === undefined || scalar === null) continue
        expect(getNamedType(field.type).name, `${record.title}.${key}`).toBe(scalar)
        // What REST may leave null must not be promised in GraphQL.
        if (mayBeNull) expect(isNonNullType(field.type), `${record.title}.${key}`).toBe(false)
      }
    }
  )
})

describe('REST and GraphQL give the same records', () => {
  const users = samples.users()

  test('profiles by handle, hard cases included', () =>
    expectSame(
      'getUser',
      users.map((username) => ({ username }))
    ))
  test('profiles by handle in any spelling', () =>
    expectSame(
      'getUser',
      users.slice(0, 20).flatMap((username) => [{ username: `@${username}` }, { username: username.toUpperCase() }])
    ))
  test('regional variants, and regions without one', async () => {
    for (const { username, region } of samples.variants()) {
      for (const spelled of [region, region.toLowerCase(), 'AQ']) {
        const { body } = await server.get<UserProfile>(`/api/v1/users/${username}?region=${spelled}`)
        const { display_name: displayName, bio, website_url: websiteUrl, ...others } = body.data
        const { data } = await server.query(
          `query($username: String!, $region: CountryCode!) {
            user(by: {username: $username}) { userId inRegion(region: $region) { displayName bio websiteUrl } }
          }`,
          { username, region: spelled }
        )
        expect(data).toEqual({ user: { userId: others.user_id, inRegion: { displayName, bio, websiteUrl } } })
      }
    }
  })
  test('profiles by id', async () => {
    const ids = await Promise.all(
      users.slice(0, 60).map(async (username) => {
        const { body } = await server.get<{ user_id: string }>(`/api/v1/users/${username}`)
        return { userId: body.data.user_id }
      })
    )
    await expectSame('getUserById', ids)
  })
  test('posts by id, hard cases included', () =>
    expectSame(
      'getPost',
      samples.posts().map((videoId) => ({ videoId }))
    ))
  test('posts by address', () =>
    expectSame(
      'getPost',
      samples
        .posts()
        .slice(0, 40)
        .map((id) => ({ url: `https://m.clips.example/@someone/video/${id}/?lang=en` }))
    ))
  test('sounds', () =>
    expectSame(
      'getSound',
      samples.sounds().map((soundId) => ({ soundId }))
    ))
  test('live rooms in every state', () =>
    expectSame(
      'getLiveRoom',
      samples.rooms().map((roomId) => ({ roomId }))
    ))
  test('live status, of unknown handles too', () =>
    expectSame(
      'getLiveStatus',
      [...users, 'nobody.has.this'].map((username) => ({ username }))
    ))
  test('effects', () =>
    expectSame(
      'getEffect',
      samples.effects().map((effectId) => ({ effectId }))
    ))
  test('places', () =>
    expectSame(
      'getPlace',
      samples.places().map((placeId) => ({ placeId }))
    ))
  test('collections', () =>
    expectSame(
      'getCollection',
      samples.collections().map((collectionId) => ({ collectionId }))
    ))
  test('playlists, empty ones and those of private accounts included', () =>
    expectSame(
      'getUserPlaylist',
      users.map((username) => ({ username }))
    ))
  test('scorecards, and the refusal for private accounts', () =>
    expectSame(
      'getCreatorScorecard',
      users.map((username) => ({ username }))
    ))
  test('suggestions', () =>
    expectSame(
      'suggest',
      samples.keywords().flatMap((keyword) => [{ keyword }, { keyword: [...keyword].slice(0, 2).join('') }])
    ))
})

describe('REST and GraphQL give the same pages', () => {
  const users = samples.users()
  const lists = operations.filter(({ pagination }) => pagination !== 'none')

  const inputsOf = (operation: RestOperation) => sampleInputs(operation, 'username' in operation.input ? 12 : 5)

  test.each(lists)('$id: first pages of $summary', (operation) => expectSame(operation.id, inputsOf(operation)))

  test('listSoundLibrary in either order', () =>
    expectSame('listSoundLibrary', [{}, { sort: 'hot' }, { sort: 'new', count: 3 }, { count: 1 }]))

  test.each(lists.filter(({ pagination }) => pagination === 'cursor'))(
    '$id: a cursor from one surface goes on with $summary on the other',
    async (operation) => {
      let compared = 0
      for (const input of inputsOf(operation)) {
        const small = { ...input, count: 1 }
        const first = await askGraphQL(operation, small)
        if (typeof first.cursor !== 'string') continue
        await expectSame(operation.id, [{ ...small, cursor: first.cursor }])
        compared += 1
        if (compared === 10) break
      }
      expect(compared).toBeGreaterThan(0)
    }
  )

  /** All elements of a list, page by page, over REST: `next` gives the parameters that lead on. */
  const walkRest = async (id: string, input: Input, next: (pagination: Record<string, unknown>) => Input) => {
    const found: Json[] = []
    let parameters = input
    while (true) {
      const { body } = await server.get<Json[]>(addressOf(operationOf(id), parameters))
      found.push(...body.data)
      if (body.pagination?.has_more !== true) return found
      parameters = { ...input, ...next(body.pagination) }
    }
  }

  const walkGraphQL = async (id: string, input: Input) => {
    const found: Json[] = []
    let after: string | null = null
    while (true) {
      const { nodes, pageInfo }: Connection = await connectionOf(operationOf(id), {
        ...input,
        ...(after === null ? {} : { cursor: after })
      })
      found.push(...nodes)
      if (!pageInfo.hasNextPage) return found
      after = pageInfo.endCursor
    }
  }

  test('followers walked by time are those walked by cursor', async () => {
    const followed = users.slice(40, 60)
    for (const username of [cases.followedUser(), ...followed]) {
      const byTime = await walkRest('listUserFollowers', { username, count: 25 }, ({ next_max_time }) => ({
        max_time: Number(next_max_time)
      }))
      expect(await walkGraphQL('listUserFollowers', { username, count: 40 })).toEqual(byTime)
    }
  })

  test('the sound library walked by number is the one walked by cursor', async () => {
    for (const sort of ['hot', 'new']) {
      const byNumber = await walkRest('listSoundLibrary', { sort }, ({ page }) => ({ page: Number(page) + 1 }))
      expect(byNumber.length).toBeGreaterThan(20)
      expect(await walkGraphQL('listSoundLibrary', { sort, count: 7 })).toEqual(byNumber)
    }
  })

  test('failures are the same: code and message', async () => {
    const nobody = 'nobody.has.this'
    await expectSame('getUser', [{ username: nobody }])
    await expectSame('listUserPosts', [{ username: nobody, count: 5 }])
    await expectSame('getPost', [{ videoId: '404' }, { url: 'https://clips.example/@a/video/404' }])
    await expectSame('getSound', [{ soundId: '404' }])
    await expectSame('getLiveRoom', [{ roomId: '404' }])
    await expectSame('getEffect', [{ effectId: '404' }])
    await expectSame('getPlace', [{ placeId: '404' }])
    await expectSame('getCollection', [{ collectionId: '404' }])
    await expectSame('listChallengePosts', [{ challengeId: '404', count: 5 }])
    await expectSame('getCreatorScorecard', [{ username: nobody }])
  })
})
