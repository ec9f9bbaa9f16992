import { setImmediate as nextTurn } from 'node:timers/promises'
import { getNullableType, isNonNullType, isObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../src/core/errors.ts'
import type { Source } from '../src/store/source.ts'
import { hintsOf, mayFail } from '../src/surfaces/graphql/schema/cost-hints.ts'
import { isSemanticNonNull } from '../src/surfaces/graphql/schema/nullability.ts'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'
import { cases } from './cases.ts'
import { countedSource, type SourceCall } from './counted-source.ts'
import { exampleOperations } from './example-operations.ts'
import { failingSource } from './failing-source.ts'
import { type GraphQLAnswer, startServer } from './server.ts'
import { isThorough } from './thorough.ts'

/** One read of the source: a page, or one key of a look-up. */
const readsIn = (calls: readonly SourceCall[]): string[] => [
  ...new Set(
    calls.flatMap((call) =>
      call.method === 'page'
        ? [JSON.stringify([call.kind, call.key, call.request])]
        : call.keys.map((key) => JSON.stringify([call.kind, key]))
    )
  )
]

/** Of reads of one kind, the first and the last: a failing one in between is no other case. */
const someOfEachKind = (reads: readonly string[]): string[] =>
  [...Map.groupBy(reads, (read) => JSON.parse(read)[0])]
    .flatMap(([, ofKind]) => [...new Set([ofKind[0], ofKind.at(-1)])])
    .filter((read) => read !== undefined)

// One moment for all: scorecards and searches carry it.
const moment = Date.now()

type Way = { queryPlans: boolean; readyAnswers: boolean }

/** The answer of a server that has read nothing before, and what it reads for it. `broken` is a read that fails. */
const ask = async (way: Way, query: string, given: Record<string, unknown>, broken?: string) => {
  const counted = countedSource()
  const server = await startServer({
    config: way,
    now: () => moment,
    wrapSource: (source) =>
      counted.wrap(
        failingSource(source, (kind, key, request) => {
          const read = JSON.stringify(request === undefined ? [kind, key] : [kind, key, request])
          return read === broken ? { found: new ApiError('UPSTREAM_ERROR') } : undefined
        })
      )
  })
  try {
    // The address of its pictures has the server's port in it.
    const answer = await server.query(query, given)
    const data: unknown = JSON.parse(JSON.stringify(answer.data ?? null).replaceAll(server.url, ''))
    return { data, errors: answer.errors ?? [], reads: readsIn(counted.take()) }
  } finally {
    await server.close()
  }
}

type Path = readonly (string | number)[]

/** Where an answer is null and the whole one is not; anything else that differs fails the test. */
const lostBetween = (whole: unknown, found: unknown, path: Path = []): Path[] => {
  if (found === null && whole !== null) return [path]
  if (typeof whole !== 'object' || whole === null || typeof found !== 'object' || found === null) {
    expect(found, path.join('.')).toEqual(whole)
    return []
  }
  expect(Object.keys(found), path.join('.')).toEqual(Object.keys(whole))
  return Object.entries(whole).flatMap(([key, value]) =>
    lostBetween(value, (found as Record<string, unknown>)[key], [...path, Array.isArray(whole) ? Number(key) : key])
  )
}

const valueAt = (data: unknown, path: Path = []): unknown =>
  path.reduce((value, step) => (value as Record<string, unknown> | null)?.[step] ?? null, data)

const sorted = (paths: readonly (Path | undefined)[]) => paths.map((path) => path?.join('.')).sort()
const ways: [string, Way][] = [
  ['by plan', { queryPlans: true, readyAnswers: true }],
  ['interpreted', { queryPlans: false, readyAnswers: false }]
]

describe.each(ways)('what did not depend on a read that fails is there, %s', (_, way) => {
  test.each(exampleOperations)('$name', async ({ query, given }) => {
    const whole = await ask(way, query, given)
    expect(whole.reads.length).toBeGreaterThan(0)
    for (const read of isThorough ? whole.reads : someOfEachKind(whole.reads)) {
      const { data, errors } = await ask(way, query, given, read)
      const failed = errors.filter(({ extensions }) => extensions?.code === 'UPSTREAM_ERROR')
      expect(failed.length, read).toBeGreaterThan(0)
      const known = errors.filter((error) => !failed.includes(error))
      for (const error of known) expect(whole.errors, read).toContainEqual(error)
      // Null in the very places the errors tell of, whether or not something was there before, and nowhere above them.
      const places = failed.map(({ path }) => path).filter((path) => valueAt(whole.data, path) !== null)
      expect(sorted(lostBetween(whole.data, data)), read).toEqual(sorted(places))
    }
  })
})

describe.each(ways)('a failing part leaves its siblings untouched, %s', (_, config) => {
  const paths = ({ errors }: Pick<GraphQLAnswer, 'errors'>) => errors?.map(({ path }) => path?.join('.')).sort()

  test('a page that is too short is an error at its path and nothing else', async () => {
    const server = await startServer({ config })
    const list = '{ nodes { id } }'
    const text = (first: number) =>
      `{ search(keyword: "a") { live(first: ${first}) ${list} users(first: 2) ${list} suggestions } soundLibrary ${list} }`
    const whole = await server.query<{ search: object }>(text(1))
    expect(whole.errors).toBe(undefined)
    const answer = await server.query(text(0))
    await server.close()
    expect(answer.data).toEqual({ ...whole.data, search: { ...whole.data?.search, live: null } })
    expect(answer.errors).toMatchObject([
      { path: ['search', 'live'], extensions: { code: 'INVALID_PARAM', details: { param: 'first' } } }
    ])
  })

  test('nor do arguments that are wrong at the root take anything with them', async () => {
    const server = await startServer({ config })
    const name = `effect(effectId: "${cases.effect()}") { name }`
    const whole = await server.query(`{ ${name} }`)
    const answer = await server.query(
      `{ search(keyword: " ") { keyword } liveStatus(username: "@@") { isLive } nodes(ids: [${'"x",'.repeat(51)}]) { id }
         users: usersByUsername(usernames: [${'"x",'.repeat(51)}]) { id } ${name} }`
    )
    await server.close()
    expect(answer.data).toEqual({
      ...{ search: null, liveStatus: { isLive: false }, nodes: null, users: null },
      ...whole.data
    })
    expect(paths(answer)).toEqual(['nodes', 'search', 'users'])
    expect(new Set(answer.errors?.map(({ extensions }) => extensions?.code))).toEqual(new Set(['INVALID_PARAM']))
  })
})

describe('the schema', () => {
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })))
  /** Null without an error, for what is not there or not known. */
  const mayBeNothing = [
    ...[
      'Collection.owner',
      'Completion.node',
      'Hashtag.name',
      'Hashtag.postsCount',
      'LiveRoom.coverUrl',
      'LiveRoom.likeCount',
      'LiveRoom.missingFields',
      'LiveRoom.title',
      'LiveRoom.viewerCount',
      'LiveRoom.status',
      'PostConnection.facets',
      'PostConnection.totalCount',
      'PostFacets.durationSeconds',
      'PostFacets.engagementRate',
      'PostFacets.likes',
      'PostFacets.plays',
      'PostFacets.sum',
      'PostGroup.node',
      'Query.dataset',
      'Search.completions',
      'Search.effects',
      'Search.hashtags',
      'Search.ignoredTerms',
      'Search.places',
      'Search.sounds',
      'TrendingEdge.growth',
      'User.liveRoom',
      'UserConnection.totalCount',
      'UserFacets.authorityScore',
      'UserFacets.engagementRate',
      'UserFacets.followers',
      'UserFacets.liveCount',
      'UserFacets.verifiedCount'
    ],
    ...['User.avatarThumbUrl', 'User.avatarUrl', 'User.bio', 'User.missingFields', 'User.websiteUrl'],
    // What a source may lack.
    ...[
      'country',
      'displayName',
      'followersCount',
      'followingCount',
      'isPrivate',
      'language',
      'totalLikes',
      'totalVideos',
      'verified'
    ].map((each) => `User.${each}`),
    ...[
      'author',
      'coverUrl',
      'durationSeconds',
      'isCopyrighted',
      'isOriginal',
      'missingFields',
      'playUrl',
      'postsCount',
      'title'
    ].map((each) => `Sound.${each}`)
  ]

  test('lets every field that may cost a read be null', () => {
    const costly = fields.filter(({ field }) => mayFail(hintsOf(field)))
    expect(costly.length).toBeGreaterThan(40)
    expect(costly.filter(({ field }) => isNonNullType(field.type)).map(({ name }) => name)).toEqual([])
  })

  test('says of each of them whether it is null only beside an error', () => {
    const costly = fields.filter(({ field }) => mayFail(hintsOf(field)))
    const others = costly.filter(({ field }) => !isSemanticNonNull(field)).map(({ name }) => name)
    expect(others.sort()).toEqual(mayBeNothing.sort())
  })

  test('has connections at no field that cannot fail', () => {
    const connections = fields.filter(({ field }) => String(getNullableType(field.type)).endsWith('Connection'))
    expect(connections.length).toBeGreaterThan(10)
    for (const { name, field } of connections) expect(isSemanticNonNull(field), name).toBe(true)
  })
})

describe('a scorecard whose reads all fail', () => {
  test.each(['profile', 'posts'])('tells what is wrong with the profile, though the %s came last', async (last) => {
    const failing = (source: Source) =>
      failingSource(source, (kind) => ({ found: new ApiError(kind === 'user' ? 'UPSTREAM_ERROR' : 'UNAVAILABLE') }))
    const server = await startServer({
      wrapSource: (source) => ({
        ...failing(source),
        async lookUp(...given) {
          if (last === 'profile') await nextTurn()
          return failing(source).lookUp(...given)
        },
        async page(...given) {
          if (last === 'posts') await nextTurn()
          return failing(source).page(...given)
        }
      })
    })
    const { body } = await server.get(`/api/v1/intelligence/creator/${cases.busyUser()}`)
    expect(body.error?.code).toBe('UPSTREAM_ERROR')
    await server.close()
  })
})
