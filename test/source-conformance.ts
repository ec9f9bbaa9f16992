import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textOf } from '../src/core/byte-text.ts'
import { BadPosition, type Position } from '../src/core/paging.ts'
import { besideText } from '../src/records/missing-fields.ts'
import type { Post } from '../src/records/post.ts'
import { maxScoredPosts } from '../src/records/scorecard-inputs.ts'
import { ofWholePost } from '../src/services/whole-post.ts'
import type { FeedKind, Feeds, LookupKind, Lookups } from '../src/store/kinds.ts'
import { feedKinds, feeds, isScanned, lookupKinds, lookups } from '../src/store/kinds.ts'
import { type LookupResult, type Page, readWritten, type Source, type WrittenPage } from '../src/store/source.ts'
import type { FeedFixture, Fixtures } from './fixtures.ts'

const kindsWithTotal = feedKinds.filter((kind) => feeds[kind].hasTotal)
const newestFirst: readonly FeedKind[] = ['userPosts', 'soundPosts', 'placePosts', 'hashtagPosts']

type Shape = { type?: string; properties?: Readonly<Record<string, Shape>>; items?: Shape; anyOf?: readonly Shape[] }

/** Keys stand in the order in which the record declares them, all the way down. */
const expectKeysInOrder = (declared: Shape, value: unknown): void => {
  if (value === null || typeof value !== 'object') return
  const { properties = {}, items = {} } = declared.anyOf?.find(({ type }) => type !== 'null') ?? declared
  if (Array.isArray(value)) {
    for (const item of value) expectKeysInOrder(items, item)
    return
  }
  expect(Object.keys(value)).toEqual(Object.keys(properties))
  for (const [key, inner] of Object.entries(value)) expectKeysInOrder(properties[key] ?? {}, inner)
}

const checks = new Map<TSchema, ReturnType<typeof Compile>>()

const expectRecord = (schema: TSchema, value: unknown): void => {
  let check = checks.get(schema)
  if (check === undefined) {
    check = Compile(schema)
    checks.set(schema, check)
  }
  if (!check.Check(value)) {
    expect.fail(`${JSON.stringify(value)} does not fit: ${JSON.stringify(check.Errors(value))}`)
  }
  // The schemas are plain JSON Schema objects.
  expectKeysInOrder(schema as Shape, value)
}

type AnyItem = Feeds[FeedKind]

/** The first field of a record is its id. */
export const idOf = (item: AnyItem): string => String(Object.values(item)[0])

const record = <T>(found: LookupResult<T> | undefined): T => {
  if (found === null || found === undefined || found instanceof Error) {
    throw new Error(`a record must be found here, not ${String(found)}`)
  }
  return found
}

/**
 * What every source promises, whatever is behind it: an embedded database, or another deployment over HTTP. Positions are
 * taken as they come and only ever handed back. `open` must give a source over the default data set whose clock
 * stands still, because search measures freshness by it. `missing`: what it finds of kinds that it has nothing to say about.
 */
export const sourceConformance = (
  name: string,
  open: () => Promise<{ source: Source; fixtures: Fixtures; close(): Promise<void> }>,
  missing: Partial<Record<LookupKind, unknown>> = {}
) => {
  describe(`${name} is a source:`, () => {
    let source: Source
    let fixtures: Fixtures
    let close = async () => {}
    const { signal } = new AbortController()

    beforeAll(async () => {
      const opened = await open()
      source = opened.source
      fixtures = opened.fixtures
      close = opened.close
    })
    afterAll(() => close())

    const lookUp = async <K extends LookupKind>(
      kind: K,
      keys: readonly string[]
    ): Promise<LookupResult<Lookups[K]>[]> => {
      const found = await source.lookUp(kind, keys, signal)
      const { now } = source
      if (now !== undefined && !isScanned(kind)) expect(keys.map((key) => now.lookUp(kind, key))).toEqual(found)
      return found
    }

    const one = async <K extends LookupKind>(kind: K, key: string): Promise<Lookups[K]> =>
      record((await lookUp(kind, [key]))[0])

    const page = async (kind: FeedKind, key: string, count: number, after: Position | null): Promise<Page<AnyItem>> => {
      const found: Page<AnyItem> | null = await source.page(kind, key, { count, after }, signal)
      if (found === null) throw new Error(`${kind} of ${key} must exist`)
      expect(found.positions).toHaveLength(found.items.length)
      expect(found.items.length).toBeLessThanOrEqual(count)
      return found
    }

    /** From the beginning to the end, page by page, or as many pages as are wanted. */
    const walk = async (
      { kind, key }: { kind: FeedKind; key: string },
      count: number,
      pages = Number.POSITIVE_INFINITY
    ) => {
      const items: AnyItem[] = []
      const positions: Position[] = []
      const totals: (number | null)[] = []
      let after: Position | null = null
      do {
        const found: Page<AnyItem> = await page(kind, key, count, after)
        // A page that promises more has something to show, or the walk would not move.
        if (after !== null) expect(found.items.length, 'a promised page').toBeGreaterThan(0)
        items.push(...found.items)
        positions.push(...found.positions)
        totals.push(found.total)
        after = found.next
        expect(items.length, 'a walk that ends').toBeLessThan(20_000)
      } while (after !== null && totals.length < pages)
      return { items, positions, totals, ids: items.map(idOf) }
    }

    const walks = new Map<FeedFixture, ReturnType<typeof walk>>()
    /** The whole feed, read once in the largest pages. */
    const whole = (feed: FeedFixture) => {
      const known = walks.get(feed) ?? walk(feed, feeds[feed.kind].pageSize.max)
      walks.set(feed, known)
      return known
    }
    const feedsOf = (kind: FeedKind) => {
      const found = fixtures.feeds.filter((feed) => feed.kind === kind)
      expect(found.length).toBeGreaterThan(0)
      return found
    }

    test('it is ready', async () => {
      await expect(source.ready(signal)).resolves.toBeUndefined()
    })

    test.each(lookupKinds.filter((kind) => kind in missing))('it tells nothing of %s', async (kind) => {
      const keys = fixtures.known[kind]
      expect(await lookUp(kind, keys)).toEqual(keys.map(() => missing[kind]))
    })

    describe.each(lookupKinds.filter((kind) => !(kind in missing)))('a look-up of kind %s', (kind) => {
      test('finds records that fit their declaration, keys in order', async () => {
        const keys = fixtures.known[kind]
        // Of all there is there is one.
        if (kind !== 'dataset') expect(keys.length).toBeGreaterThan(4)
        for (const found of await lookUp(kind, keys.slice(0, 100))) expectRecord(lookups[kind].record, record(found))
      })

      test('answers in the order of the keys, one by one or up to a hundred at once', async () => {
        const keys = fixtures.known[kind].slice(0, 100)
        const together = await lookUp(kind, keys)
        expect(together).toHaveLength(keys.length)
        expect(await lookUp(kind, keys.toReversed())).toEqual(together.toReversed())
        const alone = await Promise.all(keys.slice(0, 20).map((key) => one(kind, key)))
        expect(together.slice(0, 20)).toEqual(alone)
      })

      test('answers a key that is given twice twice', async () => {
        const [a = '', b = ''] = fixtures.known[kind]
        const found = await lookUp(kind, [a, b, a, a])
        expect(found).toHaveLength(4)
        expect(found[2]).toEqual(found[0])
        expect(found[3]).toEqual(found[0])
      })

      test('finds nothing for what does not exist, without disturbing its neighbours', async () => {
        const [first = '', second = ''] = fixtures.known[kind]
        for (const unknown of fixtures.unknown[kind]) {
          const [before, missing, after] = await lookUp(kind, [first, unknown, second])
          expect(before).toEqual(await one(kind, first))
          expect(after).toEqual(await one(kind, second))
          if (kind === 'liveStatus') expect(missing).toEqual({ username: unknown, is_alive: false })
          else if (['suggestions', 'completions', 'ignoredTerms'].includes(kind)) expect(missing).toEqual([])
          else if (kind === 'nameMatches')
            expect(missing).toEqual({ sounds: [], hashtags: [], places: [], effects: [] })
          else expect(missing).toBe(null)
        }
      })

      test('answers no keys with nothing', async () => {
        expect(await lookUp(kind, [])).toEqual([])
      })

      test('is harmless when nobody waits for it any more', async () => {
        const keys = fixtures.known[kind].slice(0, 3)
        const expected = await lookUp(kind, keys)
        const gone = await source.lookUp(kind, keys, AbortSignal.abort()).catch((error: unknown) => error)
        if (!(gone instanceof Error)) expect(gone).toEqual(expected)
        expect(await lookUp(kind, keys)).toEqual(expected)
      })
    })

    test('a profile is the same by handle and by id', async () => {
      const profiles = (await lookUp('user', fixtures.known.user.slice(0, 50))).map(record)
      const byId = await lookUp(
        'userById',
        profiles.map((profile) => profile.user_id)
      )
      expect(byId).toEqual(profiles)
    })

    test('a handle is found in lower case and shown as its owner writes it', async () => {
      const { handle, username } = fixtures.mixedCase
      expect((await one('user', handle)).username).toBe(username)
      expect((await one('liveStatus', handle)).username).toBe(username)
    })

    test('a regional profile shows what the region changes and nothing else', async () => {
      const { plain, regional, elsewhere, changes } = fixtures.variant
      const [profile, variant, other] = (await lookUp('user', [plain, regional, elsewhere])).map(record)
      expect(variant).not.toEqual(profile)
      expect(variant).toMatchObject(changes)
      expect({ ...variant, display_name: '', bio: '', website_url: '' }).toEqual({
        ...profile,
        display_name: '',
        bio: '',
        website_url: ''
      })
      expect(other).toEqual(profile)
    })

    test('a private profile is shown while its lists are empty', async () => {
      expect((await one('user', fixtures.privateHandle)).is_private).toBe(true)
      expect(await one('playlists', fixtures.privateHandle)).toEqual({ playlists: [] })
    })

    test('a room is live exactly when its status says so, and so is who streams in it', async () => {
      const { live, paused, ended } = fixtures.rooms
      for (const { roomId, status, handle } of [live, paused, ended]) {
        const room = await one('liveRoom', roomId)
        expect(room.status).toBe(status)
        expect(room.is_live).toBe(status === live.status)
        expect(room.streamer.username.toLowerCase()).toBe(handle)
        expect((await one('liveStatus', handle)).is_alive).toBe(status === live.status)
      }
      expect((await one('liveStatus', fixtures.offAirHandle)).is_alive).toBe(false)
    })

    test('a collection is the same in the list of its creator and by itself', async () => {
      const lists = (await lookUp('playlists', fixtures.known.playlists.slice(0, 100))).map(record)
      const collections = lists.flatMap(({ playlists }) => playlists).slice(0, 100)
      expect(collections.length).toBeGreaterThan(5)
      expect(
        await lookUp(
          'collection',
          collections.map((collection) => collection.collection_id)
        )
      ).toEqual(collections)
    })

    test.skipIf('scorecardInputs' in missing)('what scores reckon with are the newest posts', async () => {
      const handles = fixtures.known.scorecardInputs.slice(0, 50)
      for (const [index, scorecardInputs] of (await lookUp('scorecardInputs', handles)).map(record).entries()) {
        const { items } = await page('userPosts', handles[index] ?? '', maxScoredPosts, null)
        const newest = (items as Post[]).map(ofWholePost).map(({ missing: _, ...told }) => told)
        expect(scorecardInputs.posts).toMatchObject(newest)
      }
    })

    test.skipIf('dataset' in missing)('what is popular is what its own look-up finds', async () => {
      const { top_creators, top_posts, top_sounds, top_places, top_effects } = await one('dataset', '')
      expect(top_creators.length).toBeGreaterThan(5)
      expect(top_creators).toEqual(
        await lookUp(
          'user',
          top_creators.map(({ username }) => username.toLowerCase())
        )
      )
      expect(top_posts).toEqual(
        await lookUp(
          'post',
          top_posts.map((post) => idOf(post))
        )
      )
      expect(top_sounds).toEqual(
        await lookUp(
          'sound',
          top_sounds.map((sound) => idOf(sound))
        )
      )
      expect(top_places).toEqual(
        await lookUp(
          'place',
          top_places.map(({ place_id }) => place_id)
        )
      )
      expect(top_effects).toEqual(
        await lookUp(
          'effect',
          top_effects.map(({ effect_id }) => effect_id)
        )
      )
    })

    test('suggestions are at most ten different terms', async () => {
      for (const key of fixtures.known.suggestions) {
        const terms = await one('suggestions', key)
        expect(terms.length).toBeGreaterThan(0)
        expect(terms.length).toBeLessThanOrEqual(10)
        expect(new Set(terms).size).toBe(terms.length)
      }
    })

    const hasFilters = !('postSummary' in missing)
    test.runIf(hasFilters)('it says that it has filters', () => {
      expect(source.hasFilters?.()).toBe(true)
    })

    describe.each(feedKinds.filter((kind) => hasFilters || feeds[kind].path !== null))('a feed of kind %s', (kind) => {
      const { max } = feeds[kind].pageSize

      test('lists records that fit their declaration, keys in order', async () => {
        for (const feed of feedsOf(kind)) {
          for (const item of (await whole(feed)).items) expectRecord(feeds[kind].record, item)
        }
      })

      test('lists everything that belongs to it once and in order', async () => {
        for (const feed of feedsOf(kind)) {
          const { ids } = await whole(feed)
          expect(ids.length).toBeGreaterThanOrEqual(feed.atLeast)
          expect(new Set(ids).size).toBe(ids.length)
          if (feed.ids !== null) expect(ids).toEqual(feed.ids)
        }
      })

      test.each([1, 2, 7, 20].filter((size) => size < max))('is the same walked in pages of %i', async (size) => {
        for (const feed of feedsOf(kind)) {
          const { items } = await whole(feed)
          // The rest of a long one says nothing more, and each page of a search ranks anew.
          expect((await walk(feed, size, 80)).items).toEqual(items.slice(0, 80 * size))
        }
      })

      test('goes on exactly behind every element', async () => {
        for (const feed of feedsOf(kind)) {
          const { ids, positions } = await whole(feed)
          // Every place of the first pages, and places further down in steps that hit all offsets into a page.
          for (let index = 0; index < positions.length; index += index < 60 ? 1 : 11) {
            const after = positions[index] ?? null
            const rest = await page(kind, feed.key, 5, after)
            expect(rest.items.map(idOf)).toEqual(ids.slice(index + 1, index + 6))
            expect(rest.next === null).toBe(index + 6 >= ids.length)
          }
        }
      })

      test('walks to the end from any element', async () => {
        for (const feed of feedsOf(kind)) {
          const { ids, positions } = await whole(feed)
          for (const share of [0.1, 0.5, 0.9]) {
            const index = Math.floor(ids.length * share)
            const rest: string[] = []
            let after: Position | null = positions[index] ?? null
            while (after !== null) {
              const found: Page<AnyItem> = await page(kind, feed.key, max, after)
              rest.push(...found.items.map(idOf))
              after = found.next
            }
            expect(rest).toEqual(ids.slice(index + 1))
          }
        }
      })

      test('ends exactly where its last element is', async () => {
        for (const feed of feedsOf(kind)) {
          const { ids, positions } = await whole(feed)
          const behindLast = await page(kind, feed.key, 1, positions.at(-1) ?? null)
          expect(behindLast).toMatchObject({ items: [], positions: [], next: null })
          // The last page, exactly full, one short of it, and with room to spare.
          const size = Math.min(ids.length - 1, max - 1)
          const start = positions[ids.length - size - 1] ?? null
          expect((await page(kind, feed.key, size, start)).next).toBe(null)
          expect((await page(kind, feed.key, size + 1, start)).next).toBe(null)
          if (size > 1) expect((await page(kind, feed.key, size - 1, start)).next).not.toBe(null)
        }
      })

      test(`${kindsWithTotal.includes(kind) ? 'tells' : 'does not tell'} how long it is`, async () => {
        for (const feed of feedsOf(kind)) {
          const { ids, totals } = await whole(feed)
          expect(new Set(totals)).toEqual(new Set([kindsWithTotal.includes(kind) ? ids.length : null]))
        }
        for (const feed of fixtures.emptyFeeds.filter((empty) => empty.kind === kind)) {
          expect((await page(kind, feed.key, 5, null)).total).toBe(kindsWithTotal.includes(kind) ? 0 : null)
        }
      })

      test('is an empty page when there is nothing to list', async () => {
        for (const { key, because } of fixtures.emptyFeeds.filter((empty) => empty.kind === kind)) {
          expect(await page(kind, key, 20, null), because).toMatchObject({ items: [], positions: [], next: null })
        }
      })

      test('is null when what it belongs to does not exist', async () => {
        for (const { key } of fixtures.unknownFeeds.filter((unknown) => unknown.kind === kind)) {
          expect(await source.page(kind, key, { count: 5, after: null }, signal)).toBe(null)
        }
      })

      test.each([
        '',
        'nonsense',
        '-1',
        '1e3',
        '0x10',
        ' 1',
        '1.2.3.4.5',
        '1..2',
        '٣',
        'NaN',
        'null',
        '../1',
        '\0',
        '9'.repeat(40)
      ])('refuses the position %j', async (position) => {
        for (const feed of feedsOf(kind)) {
          await expect(source.page(kind, feed.key, { count: 5, after: position }, signal)).rejects.toBeInstanceOf(
            BadPosition
          )
        }
      })

      test('gives the same page to everyone who asks at the same time', async () => {
        const [feed] = feedsOf(kind)
        const pages = await Promise.all(Array.from({ length: 10 }, () => page(kind, feed?.key ?? '', 5, null)))
        for (const other of pages) expect(other).toEqual(pages[0])
        const { now } = source
        if (now === undefined || isScanned(kind)) return
        expect(now.page(kind, feed?.key ?? '', { count: 5, after: null })).toEqual(pages[0])
        expect(now.page(kind, 'nothing', { count: 5, after: null })).toEqual(
          await source.page(kind, 'nothing', { count: 5, after: null }, signal)
        )
      })

      test('is written as what it reads as, wherever it begins', async () => {
        const { now } = source
        if (now === undefined || isScanned(kind)) return
        for (const { key } of feedsOf(kind)) {
          let after: Position | null = null
          do {
            const request = { count: 7, after }
            const { items, ...ends } = await page(kind, key, 7, after)
            const written = record<WrittenPage>(now.written(kind, key, request))
            const { items: again, ...writtenEnds } = readWritten<object>(written)
            expect(textOf(written.json)).toBe(JSON.stringify(items))
            expect(writtenEnds).toEqual(ends)
            // What stands beside the records is that of the records.
            expect(again.map(besideText)).toEqual(items.map(besideText))
            after = ends.next
          } while (after !== null)
        }
        expect(now.written(kind, 'nothing', { count: 7, after: null }) === null).toBe(
          (await source.page(kind, 'nothing', { count: 7, after: null }, signal)) === null
        )
        expect(() => now.written(kind, feedsOf(kind)[0]?.key ?? '', { count: 7, after: 'no position' })).toThrow(
          BadPosition
        )
      })

      test('is harmless when nobody waits for it any more', async () => {
        const [feed] = feedsOf(kind)
        const request = { count: 3, after: null }
        const expected = await page(kind, feed?.key ?? '', 3, null)
        const gone = await source
          .page(kind, feed?.key ?? '', request, AbortSignal.abort())
          .catch((error: unknown) => error)
        if (!(gone instanceof Error)) expect(gone).toEqual(expected)
        const controller = new AbortController()
        const leaving = source.page(kind, feed?.key ?? '', request, controller.signal).catch((error: unknown) => error)
        controller.abort()
        const left = await leaving
        if (!(left instanceof Error)) expect(left).toEqual(expected)
        expect(await page(kind, feed?.key ?? '', 3, null)).toEqual(expected)
      })
    })

    test.each(newestFirst)('%s lists the newest first', async (kind) => {
      for (const feed of feedsOf(kind)) {
        const times = (await whole(feed)).items.map((item) => ('created_at' in item ? item.created_at : 0))
        expect(times).toEqual(times.toSorted((a, b) => b - a))
      }
    })

    test('the sound library by use lists the most used first', async () => {
      for (const feed of feedsOf('soundLibrary')) {
        if (feed.key !== 'hot') continue
        const uses = (await whole(feed)).items.map((item) => ('posts_count' in item ? item.posts_count : 0))
        expect(uses).toEqual(uses.toSorted((a, b) => b - a))
      }
    })

    test('posts of a creator, a sound and a hashtag really belong to it', async () => {
      const belongs: Partial<Record<FeedKind, (post: Post) => (string | null)[]>> = {
        userPosts: (post) => [post.author_username?.toLowerCase() ?? null],
        soundPosts: (post) => [post.sound_id],
        hashtagPosts: (post) => post.hashtags.map((hashtag) => hashtag.id)
      }
      for (const [kind, keysOf] of Object.entries(belongs) as [FeedKind, (post: Post) => (string | null)[]][]) {
        for (const feed of feedsOf(kind)) {
          for (const item of (await whole(feed)).items) {
            if ('hashtags' in item) expect(keysOf(item)).toContain(feed.key)
          }
        }
      }
    })

    test('live search lists only rooms that are on the air', async () => {
      for (const feed of feedsOf('searchLive')) {
        for (const item of (await whole(feed)).items) {
          expect(item).toMatchObject({ status: fixtures.rooms.live.status, is_live: true })
        }
      }
    })

    test('what a feed lists is what a look-up finds', async () => {
      const sameAs: readonly [FeedKind, LookupKind][] = [
        ['userPosts', 'post'],
        ['searchTop', 'post'],
        ['userFollowers', 'userById'],
        ['userFollowing', 'userById'],
        ['soundLibrary', 'sound']
      ]
      for (const [kind, lookupKind] of sameAs) {
        const [feed] = feedsOf(kind)
        if (feed === undefined || !(hasFilters || feeds[kind].path !== null)) continue
        const { items } = await page(kind, feed.key, Math.min(20, feeds[kind].pageSize.max), null).then(
          (found) => found
        )
        expect(await lookUp(lookupKind, items.map(idOf))).toEqual(items)
      }
    })

    test('it closes, more than once if need be, and answers nothing afterwards', async () => {
      const other = await open()
      const [key = ''] = fixtures.known.user
      await other.source.close()
      await other.source.close()
      // The look-up may fail as a whole or for each key.
      const refused = other.source.lookUp('user', [key], signal).then(([found]) => {
        if (found instanceof Error) throw found
      })
      await expect(refused).rejects.toThrow()
      await expect(other.source.page('userPosts', key, { count: 1, after: null }, signal)).rejects.toThrow()
      await expect(other.source.ready(signal)).rejects.toThrow()
      await other.close()
      // The first one does not mind.
      await expect(source.ready(signal)).resolves.toBeUndefined()
    })
  })
}
