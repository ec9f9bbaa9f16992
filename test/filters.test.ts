import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../src/core/errors.ts'
import { readPostFilter, readUserFilter } from '../src/engines/filters/filters.ts'
import { examples } from '../src/services/examples.ts'
import { postOrder } from '../src/services/filter-inputs.ts'
import { startServer, type TestServer } from './server.ts'

const nested = (levels: number, inner: object): object => (levels === 0 ? inner : { and: [nested(levels - 1, inner)] })
const conditions = (count: number) => ({ and: Array.from({ length: count }, (_, i) => ({ plays: { min: i } })) })
const hashtags = (count: number) => ({ hashtags: { anyOf: Array.from({ length: count }, (_, i) => `tag${i}`) } })

/** What is refused, where, and a word of why. */
const badPosts: [unknown, string, RegExp][] = [
  [{ plays: { min: 5, max: 3 } }, 'filter.plays', /min 5, which is larger than its max 3/],
  [{ plays: { min: -1 } }, 'filter.plays.min', /whole number from 0/],
  [{ plays: { max: 1e30 } }, 'filter.plays.max', /whole number from 0/],
  [{ plays: { min: 0.5 } }, 'filter.plays.min', /whole number/],
  [{ durationSeconds: { min: 9, max: 1 } }, 'filter.durationSeconds', /larger/],
  [{ engagementRate: { min: -0.1 } }, 'filter.engagementRate.min', /number from 0/],
  [{ engagementRate: { min: 1e30 } }, 'filter.engagementRate.min', /number from 0/],
  [{ engagementRate: { min: 0.5, max: 0.05 } }, 'filter.engagementRate', /larger/],
  [{ createdAt: { from: '2026-05-02', to: '2026-05-01' } }, 'filter.createdAt', /not before/],
  [{ createdAt: { from: '2026-05-02', to: '2026-05-02T00:00:00Z' } }, 'filter.createdAt', /not before/],
  [{ createdAt: { from: 'yesterday' } }, 'filter.createdAt.from', /such as 2026/],
  [{ createdAt: { from: '2026-02-30' } }, 'filter.createdAt.from', /such as 2026/],
  [{ createdAt: { to: '2026-05-04T10:00' } }, 'filter.createdAt.to', /such as 2026/],
  [{ createdAt: { to: '1969-12-31' } }, 'filter.createdAt.to', /from 1970/],
  [{ hashtags: { anyOf: [] } }, 'filter.hashtags.anyOf', /empty/],
  [{ hashtags: { anyOf: ['fyp', '#'] } }, 'filter.hashtags.anyOf[1]', /letter besides #/],
  [{ hashtags: { allOf: [''] } }, 'filter.hashtags.allOf[0]', /1 to 200/],
  [{ authors: { noneOf: ['no handle'] } }, 'filter.authors.noneOf[0]', /letters, digits/],
  [{ soundIds: [] }, 'filter.soundIds', /empty/],
  [{ soundIds: ['x'] }, 'filter.soundIds[0]', /an id/],
  [{ placeIds: ['1'.repeat(21)] }, 'filter.placeIds[0]', /an id/],
  [{ keyword: ' ' }, 'filter.keyword', /1 to 200/],
  [{ keyword: '?! …' }, 'filter.keyword', /no word/],
  [{ keyword: 'a'.repeat(201) }, 'filter.keyword', /1 to 200/],
  [{ or: [] }, 'filter.or', /empty/],
  [{ not: {} }, 'filter.not', /without conditions/],
  [{ not: { plays: {} } }, 'filter.not', /without conditions/],
  [{ and: [{}, { or: [{ not: { likes: { min: 2, max: 1 } } }] }] }, 'filter.and[1].or[0].not.likes', /larger/],
  [nested(50, { isAd: true }), `filter${'.and[0]'.repeat(10)}`, /at most 10 levels/],
  [nested(10, { isAd: true }), `filter${'.and[0]'.repeat(10)}`, /at most 10 levels/]
]

/** What the types of the graph refuse already, over other surfaces. */
const badTypes: [unknown, string, RegExp][] = [
  [{ plays: { min: Number.NaN } }, 'filter.plays.min', /whole number/],
  [{ plays: { min: '5' } }, 'filter.plays.min', /whole number/],
  [{ plays: 5 }, 'filter.plays', /object/],
  [{ plays: { least: 5 } }, 'filter.plays.least', /fields are min, max/],
  [{ views: { min: 5 } }, 'filter.views', /fields are createdAt, plays/],
  [{ constructor: {} }, 'filter.constructor', /not a field/],
  [{ isAd: 'yes' }, 'filter.isAd', /true or false/],
  [{ hashtags: ['fyp'] }, 'filter.hashtags', /object/],
  [{ hashtags: { some: ['fyp'] } }, 'filter.hashtags.some', /anyOf, allOf, noneOf/],
  [{ hashtags: { anyOf: [5] } }, 'filter.hashtags.anyOf[0]', /text/],
  [{ keyword: '\ud800' }, 'filter.keyword', /surrogate/],
  [{ createdAt: { from: 5 } }, 'filter.createdAt.from', /such as 2026/],
  ['plays > 5', 'filter', /object/],
  [[{ isAd: true }], 'filter', /object/],
  [{ or: [conditions(51), conditions(50)] }, 'filter', /more than 100 conditions/],
  [hashtags(101), 'filter.hashtags.anyOf', /101 elements; at most 100/],
  [hashtags(10_000), 'filter.hashtags.anyOf', /10000 elements; at most 100/],
  [{ and: Array.from({ length: 90 }, () => hashtags(50)) }, 'filter', /more than 1000 elements/],
  [{ and: Array.from({ length: 5 }, () => ({ author: {} })) }, 'filter', /more than 4 conditions on authors/],
  [{ author: { followers: { min: 2, max: 1 } } }, 'filter.author.followers', /larger/],
  [{ author: { posts: { every: {} } } }, 'filter.author.posts.every', /not a field; fields are some, none/],
  [{ author: { not: {} } }, 'filter.author.not', /without conditions/]
]

const badUsers: [unknown, string, RegExp][] = [
  [{ followers: { min: 2, max: 1 } }, 'filter.followers', /larger/],
  [{ authorityScore: { max: 101 } }, 'filter.authorityScore.max', /from 0 to 100/],
  [{ tier: [] }, 'filter.tier', /empty/],
  [{ niche: ['#'] }, 'filter.niche[0]', /letter/],
  [{ lastPostAt: { from: '2026-05-02', to: '2025-05-02' } }, 'filter.lastPostAt', /not before/],
  [{ posts: { some: { hashtags: { anyOf: [] } } } }, 'filter.posts.some.hashtags.anyOf', /empty/],
  [{ posts: { none: { author: { posts: { some: { author: {}, or: [{ author: {} }] } } } } } }, 'filter', /more than 4/],
  [{ or: [] }, 'filter.or', /empty/],
  [{ not: {} }, 'filter.not', /without conditions/]
]

const problemOf = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, ...error.details }
    throw error
  }
  throw new Error('it was read')
}

describe('filters that mean nothing', () => {
  test.each([...badPosts, ...badTypes])('of posts: %#', (filter, param, reason) => {
    expect(problemOf(() => readPostFilter(filter))).toMatchObject({
      code: 'INVALID_PARAM',
      param,
      reason: expect.stringMatching(reason)
    })
  })

  test.each([
    ...badUsers,
    [{ tier: ['TIER_5'] }, 'filter.tier[0]', /TIER_1/],
    [{ plays: {} }, 'filter.plays', /not a field/]
  ])('of creators: %#', (filter, param, reason) => {
    expect(problemOf(() => readUserFilter(filter))).toMatchObject({
      code: 'INVALID_PARAM',
      param,
      reason: expect.stringMatching(reason)
    })
  })
})

describe('over GraphQL', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  const posts = (filter: unknown, more = '') =>
    server.query<{ user: { posts: unknown } | null }>(
      `query ($filter: PostFilter) { user(by: {username: "${examples.username}"}) { posts(filter: $filter${more}) { nodes { id } } } }`,
      { filter }
    )

  test.each(badPosts)('of posts are an error that names the argument: %#', async (filter, param, reason) => {
    const { data, errors } = await posts(filter)
    expect(data?.user?.posts ?? null).toBeNull()
    expect(errors).toHaveLength(1)
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_PARAM',
      details: { param, reason: expect.stringMatching(reason) }
    })
    expect(errors?.[0]?.message).toMatch(new RegExp(`^${param.replace(/[.[\]]/g, '\\$&')} `))
  })

  test.each([
    [{ views: 5 }],
    [{ isAd: 'yes' }],
    [{ plays: { min: 'five' } }],
    [hashtags(10_000)],
    [conditions(1_000)],
    [nested(300, {})]
  ])('are refused as a variable: %#', async (filter) => {
    const { status, errors } = await posts(filter)
    expect(status).toBeLessThan(500)
    expect(errors?.[0]?.extensions?.code).toBe('INVALID_PARAM')
    expect(errors?.[0]?.extensions?.details?.param).toMatch(/^filter/)
  })

  test.each(badUsers)('of creators are an error that names the argument: %#', async (filter, param, reason) => {
    const { errors } = await server.query('query ($filter: UserFilter) { users(filter: $filter) { nodes { id } } }', {
      filter
    })
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_PARAM',
      details: { param, reason: expect.stringMatching(reason) }
    })
  })

  test('numbers as text have the same bounds', async () => {
    const { errors } = await server.query('{ posts(filter: {plays: {min: "99999999999999999999"}}) { totalCount } }')
    expect(errors?.[0]?.message).toMatch(/^filter.plays.min must be a whole number from 0 to/)
  })

  test('numbers may be written in the document', async () => {
    const { errors } = await server.query(
      `{ user(by: {username: "${examples.username}"}) { posts(filter: {plays: {min: 1e30}}) { nodes { id } } } }`
    )
    expect(errors?.[0]?.extensions?.details?.param).toBe('filter.plays.min')
  })
})

describe('what filters mean', () => {
  test.each<[object | null, unknown]>([
    [null, null],
    [{}, null],
    [{ plays: null, and: null, or: null, not: null }, null],
    [{ plays: {}, hashtags: {}, createdAt: { from: null } }, null],
    [{ and: [] }, null],
    [{ and: [{}, { plays: { min: null } }] }, null],
    // An alternative that everything meets.
    [{ or: [{}, { isAd: true }] }, null],
    [{ hashtags: { allOf: [], noneOf: [] } }, null],
    [{ plays: { min: 5 } }, { number: 'plays', min: 5, max: null, not: false }],
    [{ plays: { min: 5, max: 5 } }, { number: 'plays', min: 5, max: 5, not: false }],
    [{ isAd: false }, { number: 'is_ad', min: 0, max: 0, not: false }],
    [{ not: { isAd: false } }, { number: 'is_ad', min: 1, max: 1, not: false }],
    // The first second of a period is in it, that after the last is not.
    [
      { createdAt: { from: '2026-05-01', to: '2026-05-02T00:00:00+00:00' } },
      { number: 'created_at', min: 1777593600, max: 1777679999, not: false }
    ],
    [
      { createdAt: { from: '2026-05-01T00:00:00.001Z' } },
      { number: 'created_at', min: 1777593601, max: null, not: false }
    ],
    [
      { hashtags: { anyOf: ['#FYP', 'fyp', ' Bread '] } },
      { reference: 'hashtag', anyOf: ['bread', 'fyp'], not: false }
    ],
    [
      { authors: { allOf: ['@B'], noneOf: ['a'] } },
      {
        all: [
          { reference: 'author', anyOf: ['a'], not: true },
          { reference: 'author', anyOf: ['b'], not: false }
        ]
      }
    ],
    [{ soundIds: ['2', '1'] }, { reference: 'sound', anyOf: ['1', '2'], not: false }],
    [
      { not: { author: { verified: true, followers: { min: 5 } } } },
      {
        author: {
          any: [
            { number: 'followers', min: 5, max: null, not: true },
            { number: 'verified', min: 0, max: 0, not: false }
          ]
        }
      }
    ],
    [{ author: {} }, null],
    [
      { author: { posts: { some: { isAd: true } } } },
      { author: { posts: { number: 'is_ad', min: 1, max: 1, not: false }, not: false } }
    ],
    [{ keyword: ' two\n words ' }, { keyword: 'two words', not: false }],
    [
      { not: { plays: { min: 5 }, or: [{ isAd: true }, { soundIsOriginal: true }] } },
      {
        any: [
          {
            all: [
              { flag: 'sound_is_original', is: false },
              { number: 'is_ad', min: 0, max: 0, not: false }
            ]
          },
          { number: 'plays', min: 5, max: null, not: true }
        ]
      }
    ]
  ])('%j', (filter, condition) => {
    expect(readPostFilter(filter)).toEqual(condition)
  })

  test('tiers and niches of creators', () => {
    expect(readUserFilter({ tier: ['TIER_2', 'tier_1'] })).toEqual({
      any: [
        { number: 'tier', min: 1, max: 1, not: false },
        { number: 'tier', min: 2, max: 2, not: false }
      ]
    })
    expect(readUserFilter({ niche: ['#Baking', 'ＢＡＫＩＮＧ'] })).toEqual({
      text: 'niche',
      anyOf: ['baking'],
      not: false
    })
  })

  test('an order is one of a list', () => {
    expect(postOrder.read('PLAYS', 'orderBy')).toBe('PLAYS')
    expect(postOrder.read(null, 'orderBy')).toBeNull()
    expect(problemOf(() => postOrder.read('VIEWS', 'orderBy'))).toMatchObject({ param: 'orderBy' })
  })
})

const leaf = fc.oneof(
  fc.record({ plays: fc.record({ min: fc.nat(9), max: fc.integer({ min: 10, max: 20 }) }, { requiredKeys: ['min'] }) }),
  fc.record({ isAd: fc.boolean() }),
  fc.record({ soundIsOriginal: fc.boolean() }),
  fc.record({ keyword: fc.constantFrom('bread', 'two words') }),
  fc.record({
    hashtags: fc.record(
      {
        anyOf: fc.array(fc.constantFrom('a', '#b', 'C'), { minLength: 1 }),
        noneOf: fc.array(fc.constantFrom('d', 'E'))
      },
      { requiredKeys: [] }
    )
  })
)
const { filter: anyFilter } = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    leaf,
    fc.tuple(leaf, leaf).map(([a, b]) => ({ ...a, ...b })),
    fc.array(tie('filter'), { maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
    tie('filter').map((not) => ({ not }))
  )
}))

/** The same filter with everything that has no order in another one. */
const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled).toReversed()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, shuffled(each)])
      .toReversed()
  )
}

const readOrNone = (filter: unknown) => {
  try {
    return readPostFilter(filter)
  } catch {
    return undefined
  }
}

describe('one form for equal filters', () => {
  test('whatever the order of fields and lists', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(JSON.stringify(readOrNone(shuffled(filter)))).toBe(JSON.stringify(readOrNone(filter)))
      })
    )
  })

  test('negated twice, repeated, and wrapped', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const condition = readOrNone(filter)
        fc.pre(condition !== undefined && condition !== null)
        const text = JSON.stringify(condition)
        expect(JSON.stringify(readOrNone({ not: { not: filter } }))).toBe(text)
        expect(JSON.stringify(readOrNone({ and: [filter, {}, filter] }))).toBe(text)
        expect(JSON.stringify(readOrNone({ or: [filter, filter] }))).toBe(text)
      })
    )
  })
})
