import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { PageRequest, Position } from '../src/core/paging.ts'
import { type Facet, type PostQuery, type UserQuery, writeQuery } from '../src/engines/filters/query.ts'
import type { FeedKind, LookupKind } from '../src/store/kinds.ts'
import { feeds, lookupKinds } from '../src/store/kinds.ts'
import { inTransaction } from '../src/store/postgres/client.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import type { Page, Source } from '../src/store/source.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { summarize } from '../src/store/tables/summary.ts'
import { anyPostQuery, anyUserQuery, readWorld } from './brute-force-filters.ts'
import { samples } from './cases.ts'
import { rows } from './dataset.ts'
import { type Fixtures, findFixtures, trendKeys, userFacets } from './fixtures.ts'
import { fillDatabase, hasNoPostgres, type OwnDatabase } from './own-postgres.ts'
import { written } from './relevance/written.ts'
import { sourceConformance } from './source-conformance.ts'
import { thirdOf } from './thorough.ts'

const mediaBase = () => 'http://media.test'
const { signal } = new AbortController()

/** What was judged by hand, as it is typed, without the judgement; also not typed to its end, and with a slip. */
const searched = (): string[] => {
  const nothing = new Map<string, number>()
  const records = { top: [], videos: [], users: [], live: [], suggestions: [] }
  const judged = written({ records, captionWords: nothing, tags: nothing, places: nothing }).map(({ query }) => query)
  return [
    ...new Set([
      ...judged,
      ...judged.map((query) => query.slice(0, -2)),
      ...judged.map((query) => query.replace(/(\p{L})(\p{L})(\p{L}*)$/u, '$2$1$3')),
      ...samples.keywords(),
      'a\0b',
      '\ud800',
      '%_\\',
      "'; --",
      '{"a",NULL}'
    ])
  ]
}

const everyKey = (sql: string): string[] => rows<{ key: string }>(sql).map(({ key }) => key)

/** Keys of each feed: those that tests are about, and others from all over the data set. */
const feedKeys = (fixtures: Fixtures): [FeedKind, string][] => {
  const some = <T>(keys: readonly T[]) => keys.filter((_, index) => index % 7 === 0)
  const users = some(samples.users().map((name) => name.toLowerCase()))
  const more: Partial<Record<FeedKind, readonly string[]>> = {
    userPosts: users,
    userReposts: users,
    userFollowers: users,
    userFollowing: users,
    soundPosts: some(samples.sounds()),
    placePosts: some(samples.places()),
    collectionPosts: some(samples.collections()),
    hashtagPosts: samples.hashtags()
  }
  return [
    ...[...fixtures.feeds, ...fixtures.emptyFeeds, ...fixtures.unknownFeeds].map(
      ({ kind, key }): [FeedKind, string] => [kind, key]
    ),
    ...Object.entries(more).flatMap(([kind, keys]) => keys.map((key): [FeedKind, string] => [kind as FeedKind, key]))
  ]
}

/** Random queries, the same in each run. */
const world = readWorld(async (sql) => rows(sql))
const queries = { posts: [] as PostQuery[], users: [] as UserQuery[] }
beforeAll(async () => {
  const found = await world
  queries.posts = fc.sample(anyPostQuery(found), { numRuns: 120, seed: 1 })
  queries.users = fc.sample(anyUserQuery(found), { numRuns: 120, seed: 2 })
})
const userQueries = () => queries.users

const summaryKeys = (): string[] => {
  const facets: Facet[] = [
    { kind: 'timeline', step: 'WEEK' },
    { kind: 'sums' },
    ...(['CREATOR', 'HASHTAG', 'SOUND', 'PLACE', 'COUNTRY', 'LANGUAGE'] as const).map((by) => ({
      kind: 'groups' as const,
      by,
      order: 'COUNT' as const,
      first: 20
    })),
    { kind: 'groups', by: 'CREATOR', order: 'SAVES', first: 20 },
    { kind: 'groups', by: 'SOUND', order: '-COUNT', first: 20 },
    ...(['plays', 'likes', 'duration_seconds', 'engagement_rate'] as const).map((kind) => ({ kind }))
  ]
  return queries.posts.flatMap((query, index) =>
    writeQuery({ query, facet: facets[index % facets.length] ?? { kind: 'count' } })
  )
}

const findLookupKeys = (): Record<LookupKind, readonly string[]> => {
  const handles = everyKey('SELECT handle AS key FROM users')
  const posts = everyKey('SELECT post_id AS key FROM posts')
  const sounds = everyKey('SELECT sound_id AS key FROM sounds WHERE sound_id IS NOT NULL')
  const places = everyKey('SELECT place_id AS key FROM places')
  return {
    user: [...handles, ...samples.variants().map(({ username, region }) => `${username.toLowerCase()}@${region}`)],
    userById: everyKey('SELECT user_id AS key FROM users'),
    post: posts,
    sound: sounds,
    liveRoom: samples.rooms(),
    liveStatus: [...handles, 'Nobody', 'a\0b'],
    effect: samples.effects(),
    place: places,
    collection: everyKey('SELECT collection_id AS key FROM collections'),
    playlists: handles,
    dataset: [''],
    suggestions: searched(),
    completions: searched(),
    nameMatches: searched(),
    ignoredTerms: searched(),
    scorecardInputs: handles,
    postSummary: summaryKeys(),
    userSummary: userQueries().map((query, index) =>
      writeQuery({ query, facet: userFacets[index % userFacets.length] ?? { kind: 'count' } })
    ),
    postHistory: posts,
    userHistory: handles,
    soundHistory: sounds,
    trending: trendKeys
  }
}

/** What is found in the data set, found once. */
let keysOfLookups: ReturnType<typeof findLookupKeys> | undefined
const lookupKeys = () => {
  keysOfLookups ??= findLookupKeys()
  return keysOfLookups
}
let found: Fixtures | undefined
const fixtures = () => {
  found ??= findFixtures()
  return found
}

describe.skipIf(hasNoPostgres).each([
  ['a PostgreSQL', 0],
  ['a PostgreSQL whose creators are divided', 3]
])('%s', (name, partitions) => {
  let database: Promise<OwnDatabase> | undefined
  const filled = () => {
    database ??= fillDatabase({ partitions })
    return database
  }
  /** All of it where creators are divided too, in a thorough run. */
  const some = <T>(all: readonly T[]): readonly T[] => (partitions === 0 ? all : thirdOf(all, 0))
  const open = async () => openPostgres({ urls: [(await filled()).url], mediaBase })
  afterAll(async () => (await database)?.close())

  sourceConformance(
    name,
    async () => {
      const source = await open()
      return { source, fixtures: fixtures(), close: () => source.close() }
    },
    { soundHistory: null }
  )

  describe('answers as the embedded data does:', () => {
    let source: Source
    let embedded: Source
    beforeAll(async () => {
      source = await open()
      embedded = openSqlite({ path: inject('defaultDataset'), mediaBase })
    })
    afterAll(async () => {
      await source.close()
      await embedded.close()
    })

    /** Page by page, each with its positions; tells how many there were. */
    const expectSameWalk = async (kind: FeedKind, key: string, count: number, most: number): Promise<number> => {
      let after: Position | null = null
      for (let pages = 1; ; pages += 1) {
        const request: PageRequest = { count, after }
        const expected: Page<unknown> | null = await embedded.page(kind, key, request, signal)
        expect(await source.page(kind, key, request, signal), `${kind} of ${key} behind ${after}`).toEqual(expected)
        after = expected?.next ?? null
        if (after === null || pages === most) return pages
      }
    }

    test.each([
      [1, 12],
      [7, 40],
      [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    ])('feeds in pages of %d', async (size, most) => {
      let pages = 0
      for (const [kind, key] of feedKeys(fixtures())) {
        pages += await expectSameWalk(kind, key, Math.min(size, feeds[kind].pageSize.max), most)
      }
      expect(pages).toBeGreaterThan(200)
    })

    test('and counts and ranks what there is as it does', async () => {
      const before = await embedded.lookUp('dataset', [''], signal)
      // When they are of was told, and is kept; all else is counted anew.
      await inTransaction((await filled()).url, async (client) => {
        await client.query("DELETE FROM popular; UPDATE dataset_facts SET value = 0 WHERE name <> 'as_of'")
        for (const sql of summarize) await client.query(sql)
      })
      expect(await source.lookUp('dataset', [''], signal)).toEqual(before)
    })

    test.each(lookupKinds)('look-ups of %s', async (kind) => {
      const keys = lookupKeys()[kind]
      if (kind !== 'dataset' && kind !== 'trending') expect(keys.length).toBeGreaterThan(40)
      const asked = some(keys)
      for (let start = 0; start < asked.length; start += 100) {
        const together = asked.slice(start, start + 100)
        expect(await source.lookUp(kind, together, signal)).toEqual(await embedded.lookUp(kind, together, signal))
      }
    })

    test('filtered lists', async () => {
      for (const query of some(queries.posts)) await expectSameWalk('filteredPosts', writeQuery(query), 20, 3)
      for (const query of some(queries.users)) await expectSameWalk('filteredUsers', writeQuery(query), 20, 3)
    })

    test.each(['searchTop', 'searchVideos', 'searchUsers', 'searchLive'] as const)('%s', async (kind) => {
      const queries = searched()
      expect(queries.length).toBeGreaterThan(250)
      for (const query of some(queries)) await expectSameWalk(kind, query, 20, 3)
    })
  })
})
