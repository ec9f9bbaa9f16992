import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trendWindows } from '../src/engines/history/growth.ts'
import { copyDataset } from '../src/ingest/postgres/copy.ts'
import { type TrendEntry, type TrendKind, trendKinds } from '../src/records/trending.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import type { Source } from '../src/store/source.ts'
import { startFacade } from './chain.ts'
import { manyObservations, may, moment, oldPosts, writeHistory } from './history-data.ts'
import { countParts, exact, interpolated, negative, rounded } from './observed-counts.ts'
import { createDatabase, hasNoPostgres, type OwnDatabase } from './own-postgres.ts'
import { startServer, type TestServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-history-'))
const dataset = join(folder, 'past.db')
writeHistory(dataset)

let server: TestServer
beforeAll(async () => {
  server = await startServer({ dataset })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

type Point = Record<string, unknown>

const historyOf = async (owner: string, args: string, fields: string): Promise<Point[]> => {
  const { data, errors } = await server.query<{ of: { history: Point[] } }>(
    `{ of: ${owner} { history${args} { ${fields} } } }`
  )
  expect(errors).toBe(undefined)
  return data?.of.history ?? []
}

const first = 'post(by: { postId: "101" })'
const ana = 'user(by: { username: "Ana" })'
const sound = 'sound(soundId: "71")'
const hashtag = 'hashtag(by: { hashtagId: "11" })'

/** A point of the first post: day and hour of May, plays and likes. */
const point = (at: number, plays: number | null, likes: number | null, more: Point = {}) => ({
  ...{ at: moment(at), observedAt: moment(at), source: 'first.json' },
  ...{ plays: exact(plays), likes: exact(likes), comments: null, ...more }
})
const postFields = `at observedAt source plays ${countParts} likes ${countParts} comments ${countParts}`
const gap = { observedAt: null, source: null }

describe('the history of a post', () => {
  const observed = [
    point(may(4, 10), 100, 10),
    point(may(4, 20), 150, null, { source: 'second.json' }),
    point(may(7, 12), 300, 1_000, { likes: rounded(1_000, 1_000) }),
    point(may(8, 12), null, 40, { plays: negative }),
    point(may(10), 280, 50)
  ]

  test('has one point for each observation with a time, with marks and unknown counts', async () => {
    expect(await historyOf(first, '', postFields)).toEqual(observed)
  })

  test('begins with `from` and ends before `to`', async () => {
    expect(await historyOf(first, '(from: "2026-05-04T20:00:00Z", to: "2026-05-08T12:00:00Z")', postFields)).toEqual(
      observed.slice(1, 3)
    )
    expect(await historyOf(first, '(to: "2026-05-04T12:00:00+02:00")', postFields)).toEqual([])
    expect(await historyOf(first, '(from: "2026-05-10")', postFields)).toEqual(observed.slice(4))
  })

  /** Days from the 4th to the 10th. */
  const days = [
    // Likes were observed in the morning only.
    point(may(4), 150, 10, { observedAt: moment(may(4, 20)), source: 'second.json' }),
    point(may(5), null, null, gap),
    point(may(6), null, null, gap),
    point(may(7), 300, 1_000, { observedAt: moment(may(7, 12)), likes: rounded(1_000, 1_000) }),
    point(may(8), null, 40, { observedAt: moment(may(8, 12)), plays: negative }),
    point(may(9), null, null, gap),
    point(may(10), 280, 50)
  ]

  test('by day has the last known counts of each day, and days without observation', async () => {
    expect(await historyOf(first, '(step: DAY)', postFields)).toEqual(days)
    expect(await historyOf(first, '(step: DAY, from: "2026-05-04T21:00:00Z")', postFields)).toEqual(days)
    expect(await historyOf(first, '(step: DAY, from: "2026-05-05", to: "2026-05-07T12:00:00Z")', postFields)).toEqual(
      days.slice(1, 4)
    )
  })

  test('by week and month has the last counts of each', async () => {
    const last = { observedAt: moment(may(10)) }
    expect(await historyOf(first, '(step: WEEK)', postFields)).toEqual([point(may(4), 280, 50, last)])
    expect(await historyOf(first, '(step: MONTH)', postFields)).toEqual([point(may(1), 280, 50, last)])
  })

  test('is interpolated only when asked, and each such count says so', async () => {
    const [d4, d5, d6, d7, d8, d9, d10] = days
    const filled = (plays: number, likes: number) => ({ plays: interpolated(plays), likes: interpolated(likes) })
    expect(await historyOf(first, '(step: DAY, fill: LINEAR)', postFields)).toEqual([
      d4,
      { ...d5, ...filled(200, 340) },
      { ...d6, ...filled(250, 670) },
      d7,
      // The source gave a negative number, which says that the count was not on the line.
      d8,
      { ...d9, ...filled(287, 45) },
      d10
    ])
    // Without a step: counts that an observation lacks, by its time.
    const [, second, , fourth] = await historyOf(first, '(fill: LINEAR)', postFields)
    expect(second).toEqual({ ...observed[1], likes: interpolated(144) })
    expect(fourth).toEqual(observed[3])
  })

  test('has as many points as an answer may have, and a reason where there would be more', async () => {
    const second = 'post(by: { postId: "102" })'
    expect(await historyOf(second, '(from: "2026-05-04T01:00:00Z")', 'at')).toHaveLength(1_000)
    expect(await refusal(`{ ${second} { history { at } } }`)).toMatchObject({
      ...{ path: ['post', 'history'], param: 'step', code: 'INVALID_PARAM' },
      message: expect.stringContaining(`step is needed: the period has ${manyObservations} observations`)
    })
    expect(await historyOf(second, '(step: WEEK)', 'at')).toHaveLength(6)
    const third = 'post(by: { postId: "103" })'
    for (const [step, points] of [
      ['DAY', 20_577],
      ['WEEK', 2_941]
    ] as const) {
      expect(await refusal(`{ ${third} { history(step: ${step}) { at } } }`)).toMatchObject({
        ...{ path: ['post', 'history'], param: 'step' },
        message: expect.stringContaining(`step gives ${points} points`)
      })
    }
    expect(await historyOf(third, '(step: MONTH)', 'at')).toHaveLength(677)
    // What is known long before the period counts within it.
    expect(await historyOf(third, '(step: DAY, fill: LINEAR, from: "2026-01-01")', `plays ${countParts}`)).toEqual(
      [...Array(123).fill(interpolated(2)), exact(2)].map((plays) => ({ plays }))
    )
  })

  test('of equal observations in a row has the first and the last, and their counts in between', async () => {
    const fifth = 'post(by: { postId: "105" })'
    const fields = `at observedAt plays ${countParts}`
    const ofDay = (day: number, plays: number | null, isObserved = false) => {
      const at = moment(may(day))
      return { at, observedAt: isObserved ? at : null, plays: exact(plays) }
    }
    expect(await historyOf(fifth, '', `at plays ${countParts}`)).toEqual([
      { at: moment(may(20)), plays: exact(5) },
      { at: moment(may(26)), plays: exact(5) },
      { at: moment(may(28)), plays: exact(6) }
    ])
    const days = [
      ofDay(20, 5, true),
      ...[21, 22, 23, 24, 25].map((day) => ofDay(day, 5)),
      ...[ofDay(26, 5, true), ofDay(27, null), ofDay(28, 6, true)]
    ]
    expect(await historyOf(fifth, '(step: DAY)', fields)).toEqual(days)
    // Of a period within the row too.
    expect(await historyOf(fifth, '(step: DAY, from: "2026-05-22", to: "2026-05-24")', fields)).toEqual(
      days.slice(2, 4)
    )
    expect(await historyOf(fifth, '(step: DAY, from: "2026-05-25", to: "2026-05-28")', fields)).toEqual(
      days.slice(5, 8)
    )
    expect(await historyOf(fifth, '(step: DAY, from: "2026-05-27", to: "2026-05-28")', fields)).toEqual(
      days.slice(7, 8)
    )
    expect(await historyOf(fifth, '(from: "2026-05-22", to: "2026-05-24")', fields)).toEqual([])
  })

  test('is empty where nothing was observed', async () => {
    expect(await historyOf('post(by: { postId: "104" })', '(step: DAY, fill: LINEAR)', 'at')).toEqual([])
  })
})

describe('the history of a creator', () => {
  test('by week, with the weeks in between', async () => {
    const fields = ['followers', 'following', 'totalLikes', 'totalVideos'].map((name) => `${name} { value kind }`)
    const weeks = await historyOf(ana, '(step: WEEK, fill: LINEAR)', `at ${fields.join(' ')}`)
    expect(weeks.map(({ at, followers, totalVideos }) => ({ at, followers, totalVideos }))).toEqual(
      [
        [may(-3), 1_000, 'EXACT'],
        [may(4), 1_100, 'EXACT'],
        [may(11), 1_063, 'INTERPOLATED'],
        [may(18), 1_027, 'INTERPOLATED'],
        [may(25), 990, 'EXACT']
      ].map(([at, value, kind]) => ({ at: moment(Number(at)), followers: { value, kind }, totalVideos: null }))
    )
    expect(weeks[2]).toMatchObject({ following: { kind: 'INTERPOLATED' }, totalLikes: { kind: 'INTERPOLATED' } })
  })

  test('is public for private accounts, as their profile is, and empty for one that nobody observed', async () => {
    expect(await historyOf('user(by: { username: "shy" })', '', `followers ${countParts}`)).toEqual([
      { followers: exact(10) },
      { followers: exact(20) }
    ])
    expect(await historyOf('user(by: { username: "new" })', '', 'at')).toEqual([])
  })
})

describe('the history of a sound and of a hashtag', () => {
  const days = [
    [may(4), 3, 3],
    [may(5), 3, 0],
    [may(6), 3, 0],
    [may(7), 4, 1]
  ].map(([at = 0, postsCount, newPosts]) => ({ at: moment(at), postsCount, newPosts }))
  const fields = 'at postsCount newPosts'
  /** Posts of a hashtag are always counted; those of a sound may be observed. */
  const countedOf = async (owner: string, args: string): Promise<Point[]> => {
    if (owner === hashtag) return historyOf(owner, args, fields)
    const points = await historyOf(owner, args, `at postsCount ${countParts} newPosts`)
    return points.map((point) => {
      const { value } = point.postsCount as { value: number }
      expect(point.postsCount).toEqual(exact(value))
      return { ...point, postsCount: value }
    })
  }

  test.each([sound, hashtag])('%s: counts public posts by the time of their publication', async (owner) => {
    const all = await countedOf(owner, '')
    expect(all.slice(0, 4)).toEqual(days)
    expect(all).toHaveLength(30)
    expect(all.at(-1)).toEqual({ at: moment(may(33)), postsCount: 6, newPosts: 1 })
    expect(await countedOf(owner, '(step: WEEK)')).toEqual(
      [
        [may(4), 4, 4],
        [may(11), 4, 0],
        [may(18), 5, 1],
        [may(25), 5, 0],
        [may(32), 6, 1]
      ].map(([at = 0, postsCount, newPosts]) => ({ at: moment(at), postsCount, newPosts }))
    )
    const months = await countedOf(owner, '(step: MONTH)')
    expect(months.map(({ postsCount }) => postsCount)).toEqual([5, 6])
  })

  test.each([sound, hashtag])(
    '%s: counts what was there before the period, in steps that it touches',
    async (owner) => {
      expect(await countedOf(owner, '(from: "2026-05-06", to: "2026-05-08")')).toEqual(days.slice(2))
      // Steps are whole.
      expect(await countedOf(owner, '(to: "2026-05-04T02:00:01Z")')).toEqual(days.slice(0, 1))
      expect(await countedOf(owner, '(from: "2026-05-05T12:00:00Z", to: "2026-05-07")')).toEqual(days.slice(1, 3))
      expect(await countedOf(owner, '(to: "2026-05-04")')).toEqual([])
      expect(await countedOf(owner, '(from: "2026-07-01")')).toEqual([])
    }
  )

  test('without a step, days that would be too many are weeks', async () => {
    const old = 'hashtag(by: { hashtagId: "12" })'
    const weeks = await historyOf(old, '', fields)
    expect(weeks).toHaveLength(523)
    expect(weeks[1]).toEqual({ at: moment((oldPosts[0] ?? 0) + trendWindows.WEEK), postsCount: 1, newPosts: 0 })
    expect(weeks.at(-1)).toEqual({ at: moment(may(4)), postsCount: 2, newPosts: 1 })
    expect(await historyOf(old, '(to: "2026-05-05")', fields)).toEqual(weeks)
    expect(await historyOf(old, '(from: "2026-05-04")', fields)).toEqual([
      { at: moment(may(4)), postsCount: 1, newPosts: 0 },
      { at: moment(may(5)), postsCount: 2, newPosts: 1 }
    ])
    expect(await refusal(`{ ${old} { history(step: DAY) { at } } }`)).toMatchObject({
      ...{ path: ['hashtag', 'history'], code: 'INVALID_PARAM', param: 'step' },
      message: expect.stringContaining('gives 3656 points')
    })
  })

  test('a sound has nothing there that was observed', async () => {
    expect(await historyOf(sound, '(step: MONTH, fill: LINEAR)', 'observedAt source')).toEqual(
      Array(2).fill({ observedAt: null, source: null })
    )
  })
})

describe('growth', () => {
  const growthOf = async (owner: string, args: string, count: string) => {
    const { data, errors } = await server.query<{ of: { growth: Record<string, unknown> } }>(
      `{ of: ${owner} { growth${args} { ${count} { earlier { at count } later { at count } absolute low high rate perDay } } } }`
    )
    expect(errors).toBe(undefined)
    return data?.of.growth[count]
  }
  const at = (seconds: number, count: number) => ({ at: moment(seconds), count })

  test('of a post is between two exact observations, and negative where a count fell', async () => {
    expect(await growthOf(first, '(days: 2.5)', 'plays')).toEqual({
      ...{ earlier: at(may(7, 12), 300), later: at(may(10), 280) },
      ...{ absolute: -20, low: -20, high: -20, rate: -20 / 300, perDay: -8 }
    })
    expect(await growthOf(first, '(days: 1.5)', 'likes')).toMatchObject({ earlier: at(may(8, 12), 40), rate: 0.25 })
  })

  test('of a rounded count has the bounds within which it is, where exact counts make none', async () => {
    expect(await growthOf(first, '(days: 2.5)', 'likes')).toEqual({
      ...{ earlier: at(may(7, 12), 1_000), later: at(may(10), 50) },
      ...{ absolute: -950, low: 50 - 1_999, high: 50 - 500, rate: -0.95, perDay: -380 }
    })
  })

  test('is null where no observation is near enough to the begin of the period', async () => {
    const ends = { earlier: at(may(4, 10), 10), later: at(may(10), 50) }
    const likes = { ...ends, absolute: 40, low: 40, high: 40, rate: 4, perDay: (40 * 24) / 134 }
    for (const [hours, growth] of [
      [107, null],
      [108, likes],
      [178, likes],
      [179, null],
      [87_600, null]
    ] as const) {
      expect(await growthOf(first, `(days: ${hours / 24})`, 'likes'), `${hours}`).toEqual(growth)
    }
    expect(await growthOf(first, '', 'comments')).toBe(null)
    expect(await growthOf('post(by: { postId: "104" })', '', 'plays')).toBe(null)
  })

  test('of a creator is over days, and has no rate from 0', async () => {
    expect(await growthOf(ana, '(days: 21)', 'followers')).toEqual({
      ...{ earlier: at(may(8, 6), 1_100), later: at(may(29, 6), 990) },
      ...{ absolute: -110, low: -110, high: -110, rate: -0.1, perDay: -110 / 21 }
    })
    expect(await growthOf(ana, '(days: 28)', 'following')).toMatchObject({
      earlier: at(may(1, 6), 0),
      absolute: 5,
      rate: null
    })
  })
})

/** The one error of a query, which leaves the rest of the answer. */
const refusal = async (query: string, from = server) => {
  const { errors } = await from.query(query)
  expect(errors).toHaveLength(1)
  const [error] = errors ?? []
  const { code, details } = error?.extensions ?? {}
  return { path: error?.path, message: error?.message, code, param: details?.param, reason: details?.reason }
}

describe('an argument that cannot be right', () => {
  const time = 'must be a time from 1970 to 9999'
  const order = 'from is not before `to`'
  test.each([
    ['(from: "2026-05-05", to: "2026-05-04")', 'from', order],
    ['(from: "2026-05-05", to: "2026-05-05")', 'from', order],
    ['(from: "1969-12-31T23:59:59Z")', 'from', time],
    ['(to: "-0001-01-01")', 'to', time],
    ['(to: "10000-01-01")', 'to', time],
    ['(from: "2026-02-30")', 'from', time],
    ['(to: "yesterday")', 'to', time]
  ])('history%s', async (args, param, message) => {
    for (const owner of [first, ana, sound, hashtag]) {
      const [field = ''] = owner.split('(')
      expect(await refusal(`{ ${owner} { __typename history${args} { at } } }`)).toMatchObject({
        ...{ path: [field, 'history'], code: 'INVALID_PARAM', param, message: expect.stringContaining(message) }
      })
    }
  })

  test.each([
    [`${first} { growth(days: 0) { plays { rate } } }`, ['post', 'growth'], 'days'],
    [`${first} { growth(days: 0.04) { plays { rate } } }`, ['post', 'growth'], 'days'],
    [`${first} { growth(days: 3650.1) { plays { rate } } }`, ['post', 'growth'], 'days'],
    [`${ana} { growth(days: -1) { followers { rate } } }`, ['user', 'growth'], 'days'],
    [`${ana} { growth(days: 3651) { followers { rate } } }`, ['user', 'growth'], 'days'],
    ['trending(kind: POST, first: 0) { endsAt }', ['trending'], 'first'],
    ['trending(kind: POST, first: 101) { endsAt }', ['trending'], 'first'],
    ['trending(kind: POST, after: "abc") { endsAt }', ['trending'], 'after']
  ])('%s', async (query, path, param) => {
    expect(await refusal(`{ ${query} }`)).toMatchObject({ path, code: 'INVALID_PARAM', param })
  })

  test.each(['history(step: YEAR) { at }', 'history(fill: SPLINE) { at }', 'history(from: 5) { at }'])(
    'is refused with the query: %s',
    async (field) => {
      const { errors, status } = await server.query(`{ ${first} { ${field} } }`)
      expect([status, errors?.[0]?.extensions?.code]).toEqual([200, 'GRAPHQL_VALIDATION_FAILED'])
    }
  )
})

describe('what rises', () => {
  const entry = (key: string, rate: number, more: Partial<TrendEntry> = {}): TrendEntry => ({
    ...{ key, name: null, rate, from: null, to: null, ...more }
  })
  const rankings: Readonly<Record<TrendKind, TrendEntry[]>> = {
    POST: [entry('101', 3), entry('102', 2), entry('999', 1.5), entry('103', 1)],
    CREATOR: [entry('ana', 0.5), entry('shy', 0.25)],
    SOUND: [entry('71', 0.2, { from: 5, to: 6 })],
    HASHTAG: [entry('11', 0.2, { name: 'one', from: 5, to: 6 })]
  }
  const endsAt = may(40)

  /** A source with rankings that are written by hand. */
  const withRankings = (source: Source): Source => ({
    hasFilters: () => true,
    hasWholeRecords: true,
    // The rankings are the answers of their kind.
    lookUp: ((kind, keys, signal) => {
      if (kind !== 'trending') return source.lookUp(kind, keys, signal)
      return Promise.resolve(keys.map((key) => ({ ends_at: endsAt, entries: ranked(key) })))
    }) as Source['lookUp'],
    page: (kind, key, request, signal) => source.page(kind, key, request, signal),
    ready: (signal) => source.ready(signal),
    close: () => source.close()
  })
  /** Only the week has any. */
  const ranked = (key: string): TrendEntry[] => {
    const [kind, window] = key.split(':')
    return window === 'WEEK' ? trendKinds.filter((each) => each === kind).flatMap((each) => rankings[each]) : []
  }

  let ranking: TestServer
  beforeAll(async () => {
    ranking = await startServer({ dataset, wrapSource: withRankings })
  })
  afterAll(() => ranking.close())

  type Trending = {
    endsAt: string
    edges: { rank: number; rate: number; cursor: string; growth: unknown; node: Record<string, unknown> | null }[]
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null }
  }
  const fields = `endsAt pageInfo { hasNextPage hasPreviousPage endCursor } edges { rank rate cursor
    growth { earlier { at count } later { at count } absolute low high rate perDay } node { __typename
      ... on Post { postId } ... on User { username } ... on Sound { soundId title } ... on Hashtag { hashtagId name } } }`
  const ask = (args: string) => ranking.query<{ trending: Trending }>(`{ trending(${args}) { ${fields} } }`)
  const pageOf = async (args: string): Promise<Trending> => {
    const { data, errors } = await ask(args)
    expect(errors).toBe(undefined)
    if (data?.trending == null) throw new Error('no ranking')
    return data.trending
  }

  test('is listed by rank, with what it is and what it grew by', async () => {
    const { edges, endsAt: end, pageInfo } = await pageOf('kind: CREATOR')
    expect([end, pageInfo.hasNextPage]).toEqual([moment(endsAt), false])
    expect(edges.map(({ rank, rate, node }) => [rank, rate, node])).toEqual([
      [1, 0.5, { __typename: 'User', username: 'Ana' }],
      [2, 0.25, { __typename: 'User', username: 'shy' }]
    ])
    // How much counts that were observed three weeks apart grew within one is unknown.
    expect(edges[0]?.growth).toBe(null)
    const [post] = (await ask('kind: POST')).data?.trending.edges ?? []
    expect(post?.growth).toMatchObject({ earlier: { count: 100 }, later: { count: 280 }, absolute: 180 })
    const counted = {
      earlier: { at: moment(endsAt - trendWindows.WEEK), count: 5 },
      later: { at: moment(endsAt), count: 6 },
      ...{ absolute: 1, rate: 0.2, perDay: 1 / 7 }
    }
    const [sounds] = (await pageOf('kind: SOUND')).edges
    expect(sounds).toMatchObject({ node: { __typename: 'Sound', soundId: '71', title: 'A' }, growth: counted })
    const [hashtags] = (await pageOf('kind: HASHTAG')).edges
    expect(hashtags).toMatchObject({ node: { __typename: 'Hashtag', hashtagId: '11', name: 'one' }, growth: counted })
    expect((await pageOf('kind: POST, window: DAY')).edges).toEqual([])
  })

  test('has an error in the place of what is gone, and the others', async () => {
    const { data, errors } = await ask('kind: POST')
    expect(data?.trending.edges.map(({ node }) => node?.postId ?? null)).toEqual(['101', '102', null, '103'])
    expect(errors).toMatchObject([{ path: ['trending', 'edges', 2, 'node'], extensions: { code: 'NOT_FOUND' } }])
    expect(data?.trending.edges[2]?.growth).toBe(null)
  })

  test('is walked page by page, and goes on after the same thing when ranks have changed', async () => {
    const ranks: number[] = []
    let after: string | null = null
    for (;;) {
      const { data } = await ask(`kind: POST, first: 3, after: ${JSON.stringify(after)}`)
      const page: Trending | undefined = data?.trending
      ranks.push(...(page?.edges.map(({ rank }) => rank) ?? []))
      expect(page?.pageInfo.hasPreviousPage).toBe(after !== null)
      after = page?.pageInfo.endCursor ?? null
      if (page?.pageInfo.hasNextPage !== true) break
    }
    expect(ranks).toEqual([1, 2, 3, 4])
    const { edges } = await pageOf('kind: CREATOR, first: 1')
    const [first] = edges
    rankings.CREATOR.reverse()
    try {
      // A cursor of a thing that was first and is last now.
      const moved = await startServer({ dataset, wrapSource: withRankings })
      const { data } = await moved.query<{ trending: Trending }>(`{ trending(kind: CREATOR) { ${fields} } }`)
      expect(data?.trending.edges.map(({ node }) => node?.username)).toEqual(['shy', 'Ana'])
      const next = await moved.query<{ trending: Trending }>(
        `{ trending(kind: CREATOR, after: ${JSON.stringify(first?.cursor)}) { ${fields} } }`
      )
      await moved.close()
      expect(next.data?.trending.edges).toEqual([])
    } finally {
      rankings.CREATOR.reverse()
    }
  })

  test('refuses cursors of another ranking', async () => {
    const [first] = (await pageOf('kind: CREATOR')).edges
    const after = JSON.stringify(first?.cursor)
    expect((await pageOf(`kind: CREATOR, after: ${after}`)).edges.map(({ rank }) => rank)).toEqual([2])
    for (const args of [`kind: POST, after: ${after}`, `kind: CREATOR, window: DAY, after: ${after}`]) {
      expect(await refusal(`{ trending(${args}) { endsAt } }`, ranking)).toMatchObject({
        ...{ path: ['trending'], code: 'INVALID_PARAM', param: 'after' }
      })
    }
    const other = (await refusal(`{ users(after: ${after}) { totalCount } }`, ranking)).param
    expect(other).toBe('after')
  })
})

describe('over another deployment', () => {
  let facade: TestServer
  beforeAll(async () => {
    facade = await startFacade(server.url)
  })
  afterAll(() => facade.close())

  const recorder = 'set HISTORY'
  test.each([
    [`${first} { postId history { at } }`, ['post', 'history'], recorder],
    [`${first} { postId growth { plays { rate } } }`, ['post', 'growth'], recorder],
    [`${ana} { username history(step: WEEK) { at } }`, ['user', 'history'], recorder],
    [`${ana} { username growth { followers { rate } } }`, ['user', 'growth'], recorder],
    [`${sound} { soundId history { at } }`, ['sound', 'history'], recorder],
    [`${hashtag} { hashtagId history { at } }`, ['hashtag', 'history'], 'no counts over time'],
    ['trending(kind: POST) { endsAt }', ['trending'], 'no list of everything']
  ])('%s is null, with a reason, and the rest is there', async (query, path, reason) => {
    expect(await refusal(`{ ${query} }`, facade)).toMatchObject({
      ...{ path, code: 'UNSUPPORTED', reason: expect.stringContaining(reason) }
    })
    const { data } = await facade.query<Record<string, unknown>>(`{ ${query} }`)
    const [root = '', field] = path
    if (field === undefined) expect(data?.[root]).toBe(null)
    else
      expect(data?.[root]).toEqual({
        [`${root === 'user' ? 'username' : `${root}Id`}`]: expect.anything(),
        [field]: null
      })
  })
})

describe.skipIf(hasNoPostgres)('over PostgreSQL', () => {
  let database: OwnDatabase
  let postgres: TestServer
  beforeAll(async () => {
    database = await createDatabase()
    await migrate(database.url, 0)
    await copyDataset(dataset, database.url, () => {})
    postgres = await startServer({ config: { data: { kind: 'postgres', urls: [database.url] } } })
  })
  afterAll(async () => {
    await postgres?.close()
    await database?.close()
  })

  test.each([
    `${first} { history(step: DAY, fill: LINEAR) { ${postFields} } growth { plays { absolute rate } } }`,
    `${first} { history { ${postFields} } growth(days: 2) { likes { earlier { at } absolute } } }`,
    `${ana} { history { at source followers following totalLikes } growth(days: 21) { followers { absolute rate } } }`,
    `${sound} { history(step: WEEK) { at postsCount newPosts } }`,
    `${hashtag} { history(from: "2026-05-06") { at postsCount newPosts } }`,
    'post(by: { postId: "102" }) { history { at } }',
    // Without any observation.
    'post(by: { postId: "104" }) { history { at } growth { plays { absolute } } }'
  ])('%s: the same answer', async (query) => {
    const { data, errors } = await postgres.query(`{ ${query} }`)
    const here = await server.query(`{ ${query} }`)
    expect({ data, errors }).toEqual({ data: here.data, errors: here.errors })
  })
})
