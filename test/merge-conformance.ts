import type { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Decoded, DecodedLiveRoom, DecodedPost, DecodedSound, DecodedUser } from '../src/ingest/mapping/decoder.ts'
import { noObservations, type Observation, type Observations, observe } from '../src/ingest/merge/observe.ts'
import type { Tally } from '../src/ingest/merge/tally.ts'
import { derivedAddresses } from '../src/records/derived-address.ts'
import { dump } from './dump.ts'
import { checkSums } from './stored.ts'

const user = (more: Partial<DecodedUser> = {}): DecodedUser => ({
  user_id: '1',
  username: 'mona',
  ...more
})
const sound = (more: Partial<DecodedSound> = {}): DecodedSound => ({
  ...{ sound_id: '5', title: 'Waves', author: 'Sea' },
  ...more
})
const post = (more: Partial<DecodedPost> = {}): DecodedPost => ({
  ...{ post_id: '100', created_at: 1_600_000_000, author: user(), author_refused: false, sound: null, place: null },
  hashtags: [],
  ...more
})

const room = (more: Partial<DecodedLiveRoom> = {}): DecodedLiveRoom => ({
  ...{ room_id: '70', status: 2, streamer: user() },
  ...more
})

type Seen = Decoded extends infer D ? (D extends { seen: infer S } ? S : never) : never
const seen = (collectedAt: number | null = null, ...rounded: string[]): Seen => ({
  collectedAt,
  rounded: rounded.length === 0 ? null : new Set(rounded),
  negative: null
})
const posted = (more: Partial<DecodedPost>, how = seen(), source = 'a.json'): Observation => ({
  decoded: { kind: 'post', post: post(more), seen: how },
  source
})
const profile = (more: Partial<DecodedUser>, how = seen(), source = 'a.json'): Observation => ({
  decoded: { kind: 'user', user: user(more), seen: how },
  source
})

const streamed = (more: Partial<DecodedLiveRoom>, how = seen()): Observation => ({
  decoded: { kind: 'live_room', live_room: room(more), seen: how },
  source: 'a.json'
})

/** What the observations of a batch observe together. */
export const toldBy = (batch: readonly Observation[]): Observations => {
  const all = noObservations()
  for (const observation of batch) observe(all, observation)
  return all
}

// Few different keys and times, so that things meet in every way.
const time = fc.option(fc.integer({ min: 1_000, max: 1_004 }))
const handle = fc.constantFrom('mona', 'lisa', 'Mona', 'vera')
const id = fc.constantFrom('1', '2', '30')
const number = fc.option(fc.integer({ min: 0, max: 3 }))
const flag = fc.option(fc.boolean())
const origin = { country: fc.constantFrom(null, 'JP', 'BR'), language: fc.constantFrom(null, 'ja', 'pt') }
const text = fc.option(fc.constantFrom('a', 'b', 'é'))
const someOf = (...fields: string[]) => fc.option(fc.subarray(fields).map((some): ReadonlySet<string> => new Set(some)))

const anyUser = fc
  .record({
    user_id: fc.option(id),
    username: handle,
    followers: number,
    total_likes: number,
    bio: text,
    ...origin,
    is_private: flag
  })
  .map((fields) => user(fields))
const anySound = fc
  .record({ sound_id: fc.option(id), title: text, author: text, duration_seconds: number, is_original: flag })
  .filter((fields) => fields.sound_id !== null || fields.title !== null || fields.author !== null)
  .map((fields) => sound(fields))
const anyPlace = fc.record({
  place_id: id,
  name: text,
  address: text,
  city_code: fc.option(id),
  country_code: fc.option(id)
})
const anyHashtag = fc
  .record({ id: fc.option(id), name: fc.option(fc.constantFrom('fyp', 'FYP', 'cat', 'dog')) })
  .filter((use) => use.id !== null || use.name !== null)
const anyEffect = fc
  .record({ effect_id: id, name: fc.constantFrom('glow', 'zoom'), user_count: number, publish_time: number })
  .chain((effect) => fc.subarray(['x', 'y']).map((tags) => ({ ...effect, tags })))
const anyPost = fc
  .record({
    post_id: id,
    created_at: fc.integer({ min: 500, max: 502 }),
    author: fc.option(anyUser),
    sound: fc.option(anySound),
    place: fc.option(anyPlace),
    hashtags: fc.array(anyHashtag, { maxLength: 3 }),
    effects: fc.array(anyEffect, { maxLength: 2 }),
    share_url: fc.option(
      fc.constantFrom(...Object.values(derivedAddresses), 'https://a.example/1', 'https://a.example/2')
    ),
    caption: text,
    plays: number,
    likes: number,
    is_ad: flag,
    ...origin,
    is_private: flag
  })
  .map((fields) => post(fields))
const observation: fc.Arbitrary<Observation> = fc.record({
  source: fc.constantFrom('a.json', 'b.json'),
  decoded: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('post' as const),
        post: anyPost,
        seen: fc.record({
          collectedAt: time,
          rounded: someOf('plays', 'author.followers'),
          negative: someOf('plays', 'likes', 'author.following')
        })
      })
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('user' as const),
        user: anyUser,
        seen: fc.record({
          collectedAt: time,
          rounded: someOf('followers', 'total_likes'),
          negative: someOf('followers', 'following')
        })
      })
    },
    fc.record({
      kind: fc.constant('sound' as const),
      sound: anySound,
      seen: fc.record({ collectedAt: time, rounded: fc.constant(null), negative: fc.constant(null) })
    }),
    fc.record({
      kind: fc.constant('live_room' as const),
      live_room: fc
        .record({
          room_id: fc.constantFrom('70', '71'),
          status: fc.constantFrom(2, 4),
          streamer: anyUser,
          title: text,
          viewer_count: number,
          started_at: fc.option(fc.integer({ min: 500, max: 502 }))
        })
        .map((fields) => room(fields)),
      seen: fc.record({
        collectedAt: time,
        rounded: someOf('viewer_count', 'streamer.followers'),
        negative: someOf('viewer_count', 'streamer.followers')
      })
    }),
    fc.record({
      kind: fc.constant('effect' as const),
      effect: anyEffect,
      seen: fc.record({ collectedAt: time, rounded: fc.constant(null), negative: fc.constant(null) })
    }),
    fc.record({
      kind: fc.constant('place' as const),
      place: anyPlace,
      seen: fc.record({ collectedAt: time, rounded: fc.constant(null), negative: fc.constant(null) })
    })
  )
})

/** The same observations in another order, some of them again, in batches of all sizes. */
const told = fc.array(observation, { minLength: 1, maxLength: 14 }).chain((observations) =>
  fc.record({
    observations: fc.constant(observations),
    batches: fc
      .tuple(
        fc.shuffledSubarray(observations, { minLength: observations.length }),
        fc.subarray(observations),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 30, maxLength: 30 })
      )
      .map(([shuffled, again, sizes]) => {
        const rest = [...shuffled, ...again]
        const batches: Observation[][] = []
        for (const size of sizes) if (rest.length > 0) batches.push(rest.splice(0, size))
        return batches
      })
  })
)

type Flag = { of: DecodedUser; at: number }
/** Each observation of an account, with the time by which it ranks. */
const accountsIn = ({ decoded }: Observation): Flag[] => {
  const at = (since: number | null = 0) => decoded.seen.collectedAt ?? (since ?? 0) - 10 ** 12
  if (decoded.kind === 'user') return [{ of: decoded.user, at: at() }]
  if (decoded.kind === 'live_room') return [{ of: decoded.live_room.streamer, at: at(decoded.live_room.started_at) }]
  if (decoded.kind !== 'post' || decoded.post.author === null) return []
  return [{ of: decoded.post.author, at: at(decoded.post.created_at) }]
}
const newestFlag = (flags: readonly Flag[]): { at: number; value: number } | null =>
  flags
    .flatMap(({ of: { is_private }, at }) => (is_private == null ? [] : [{ at, value: Number(is_private) }]))
    .toSorted((a, b) => b.at - a.at || b.value - a.value)[0] ?? null

/** Whether each account is private, as docs/importing.md says, by id or handle. */
const privacyOf = (observations: readonly Observation[]): Record<string, number | null> => {
  const all = observations.flatMap(accountsIn)
  const handleOf = ({ of }: Flag) => of.username.toLowerCase()
  const byHandle = Map.groupBy(all, handleOf)
  const expected: Record<string, number | null> = {}
  for (const [id, own] of Map.groupBy(all, ({ of }) => of.user_id)) {
    if (id === null) continue
    const handles = [...Map.groupBy(own, handleOf)].map(([handle, seen]) => ({
      flag: newestFlag((byHandle.get(handle) ?? []).filter(({ of }) => of.user_id === null)),
      lastSeen: Math.max(...seen.map(({ at }) => at))
    }))
    const flag = newestFlag(own)
    const values = handles.flatMap(({ flag }) => flag?.value ?? [])
    // A newer flag of a handle that the account still had then closes it, and opens nothing.
    const isClosed = handles.some(
      ({ flag: newer, lastSeen }) => newer?.value === 1 && flag !== null && newer.at >= flag.at && lastSeen >= flag.at
    )
    expected[id] = isClosed ? 1 : (flag?.value ?? (values.includes(1) ? 1 : values.includes(0) ? 0 : null))
  }
  for (const [handle, flags] of byHandle) {
    if (flags.every(({ of }) => of.user_id === null)) expected[`@${handle}`] = newestFlag(flags)?.value ?? null
  }
  return expected
}
const storedPrivacy = (db: DatabaseSync): Record<string, number | null> =>
  Object.fromEntries(
    db
      .prepare("SELECT CASE has_id WHEN 1 THEN user_id ELSE '@' || handle END AS name, is_private FROM users")
      .all()
      .map(({ name, is_private }) => [String(name), is_private === null ? null : Number(is_private)])
  )

/** A store that is empty when it is opened. */
export type EmptyStore = {
  /** Gathers each of the batches, one after the other, in a transaction of its own. */
  gather(batches: readonly (readonly Observation[])[]): Promise<Tally>
  /** What came of it. */
  stored(): Promise<DatabaseSync>
}

/** Puts a store that gathers through what holds for all of them. */
export const mergeConformance = (open: () => Promise<EmptyStore>, runs: number): void => {
  const inBatches = async (batches: readonly (readonly Observation[])[]) => {
    const store = await open()
    const tally = await store.gather(batches)
    const db = await store.stored()
    expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
    const stored = dump(db)
    const sampled = [...stored.samples.posts, ...stored.samples.users]
    expect(sampled.map(({ key }) => key)).not.toContain(null)
    return { db, tally, ...stored }
  }
  const gathered = (...observations: Observation[]) => inBatches([observations])
  const oneByOne = (...observations: Observation[]) => inBatches(observations.map((each) => [each]))

  describe('whatever is told', () => {
    test('the store is the same in any order, in any batches, however often', async () => {
      await fc.assert(
        fc.asyncProperty(told, async ({ observations, batches }) => {
          const { db, tally: _, ...once } = await inBatches([observations])
          const { db: other, tally: _t, ...again } = await inBatches(batches)
          expect(again).toEqual(once)
          checkSums(db)
          checkSums(other)
        }),
        { numRuns: Number(process.env.RUNS ?? runs) }
      )
    })
  })
  test('country and language are those that were observed last, and stay when a newer observation says nothing', async () => {
    const { posts, users } = await inBatches([
      [posted({ country: 'JP', language: 'ja', author: user({ country: 'BR' }) }, seen(100))],
      [posted({ country: 'US', author: user({ language: 'pt' }) }, seen(200)), profile({ country: 'FR' }, seen(50))]
    ])
    expect(posts).toMatchObject([{ country: 'US', language: 'ja' }])
    expect(users).toMatchObject([{ country: 'BR', language: 'pt' }])
  })

  describe('whether an account is private', () => {
    test('is what was observed with its id last, unless a handle of it is private since, else what its handles are', async () => {
      await fc.assert(
        fc.asyncProperty(told, async ({ observations, batches }) => {
          const { db } = await inBatches(batches)
          expect(storedPrivacy(db)).toEqual(privacyOf(observations))
        }),
        { numRuns: Number(process.env.RUNS ?? runs) }
      )
    })

    test('is never loosened by observations that do not say it, and what hides with it stays hidden', async () => {
      const sayingNothing = fc.array(
        fc.record({ of: anyUser, at: time }).map(({ of, at }) => profile({ ...of, is_private: null }, seen(at))),
        { minLength: 1, maxLength: 8 }
      )
      await fc.assert(
        fc.asyncProperty(told, sayingNothing, fc.boolean(), async ({ observations, batches }, others, isFirst) => {
          const { db, posts } = await inBatches(batches)
          const later = others.map((each) => [each])
          const after = await inBatches(isFirst ? [...later, ...batches] : [...batches, ...later])
          const now = storedPrivacy(after.db)
          const holders = after.db.prepare(
            'SELECT user_id FROM handles h JOIN users u ON u.pk = h.user_pk WHERE h.handle = ?'
          )
          const flagged = observations.flatMap(accountsIn).filter(({ of }) => of.is_private !== null)
          for (const [name, isPrivate] of Object.entries(storedPrivacy(db))) {
            if (isPrivate !== 1) continue
            // An account that takes over a handle may be known by its id to be public.
            const ids = holders.all(name.slice(1)).map(({ user_id }) => String(user_id))
            const unknown = ids.filter((id) => flagged.every(({ of }) => of.user_id !== id))
            const found = !name.startsWith('@') || ids.length === 0 ? [name] : unknown
            expect(found.filter((each) => now[each] !== 1)).toEqual([])
          }
          const hidden = posts.filter((each) => each.is_hidden === 1 && each.author_handle === null)
          for (const { post_id } of hidden) {
            expect(after.posts.find((each) => each.post_id === post_id)).toMatchObject({ is_hidden: 1 })
          }
        }),
        { numRuns: Number(process.env.RUNS ?? runs) }
      )
    })

    test('stays known when an account that is private by its handle is seen with its id, however long ago', async () => {
      for (const at of [null, 50, 100, 200]) {
        const { users, posts } = await always(
          profile({ user_id: null, is_private: true }, seen(100)),
          posted({ author: user({ user_id: null }) }, seen(100)),
          posted({ post_id: '101', author: user({ user_id: '5' }) }, seen(at))
        )
        expect(users).toMatchObject([{ user_id: '5', is_private: 1 }])
        expect(posts).toMatchObject([{ is_hidden: 1 }, { is_hidden: 1 }])
      }
    })

    test('is what its handle says last, and what its id says rather than its handle', async () => {
      const byHandle = [
        profile({ user_id: null, is_private: true }, seen(100)),
        profile({ user_id: null, is_private: false }, seen(200)),
        profile({ user_id: '5' }, seen(150))
      ]
      expect((await always(...byHandle)).users).toMatchObject([{ user_id: '5', is_private: 0 }])
      const again = profile({ user_id: null, is_private: true }, seen(300))
      expect((await always(...byHandle, again)).users).toMatchObject([{ is_private: 1 }])
      const open = (at: number) => profile({ user_id: '5', is_private: false }, seen(at))
      expect((await always(...byHandle, again, open(301))).users).toMatchObject([{ is_private: 0 }])
      const closed = profile({ user_id: '5', is_private: true }, seen(50))
      expect((await always(...byHandle, closed)).users).toMatchObject([{ is_private: 1 }])
    })

    test('is what a handle of it says since, if it had the handle then, and only where that closes it', async () => {
      const open = profile({ user_id: '5', is_private: false }, seen(100))
      const closed = (at: number) => profile({ user_id: null, is_private: true }, seen(at))
      const ofHandle = posted({ author: user({ user_id: null }) }, seen(100))
      const isPrivate = async (...observations: Observation[]) => {
        const { users, posts } = await always(open, ofHandle, ...observations)
        const { is_private } = users.find(({ user_id }) => user_id === '5') ?? {}
        expect(posts).toMatchObject([{ is_hidden: is_private }])
        return is_private === 1
      }
      expect(await isPrivate(closed(99))).toBe(false)
      expect(await isPrivate(closed(100))).toBe(true)
      expect(await isPrivate(closed(101))).toBe(true)
      expect(await isPrivate(closed(200), profile({ user_id: null, is_private: false }, seen(201)))).toBe(false)
      const known = (at: number) => profile({ user_id: '5', bio: 'seen' }, seen(at))
      expect(await isPrivate(closed(200), known(300))).toBe(true)
      expect(await isPrivate(closed(200), known(300), profile({ user_id: '5', is_private: false }, seen(250)))).toBe(
        false
      )
      // Under its new name it was public when its former one no longer was its own.
      const renamed = profile({ user_id: '5', username: 'lisa', is_private: false }, seen(150))
      expect(await isPrivate(renamed, closed(200))).toBe(false)
      expect(await isPrivate(renamed, closed(200), known(160))).toBe(true)
      const own = profile({ user_id: '5', is_private: true }, seen(150))
      expect(await isPrivate(own, profile({ user_id: null, is_private: false }, seen(200)))).toBe(true)
    })

    test('is what any of its handles says, unless its id does', async () => {
      const byHandles = [
        profile({ user_id: null, is_private: true }, seen(100)),
        profile({ user_id: null, username: 'lisa', is_private: false }, seen(200)),
        profile({ user_id: '5' }, seen(50)),
        profile({ user_id: '5', username: 'lisa' }, seen(150)),
        posted({ author: user({ user_id: '5', username: 'lisa' }) }, seen(150))
      ]
      expect(await always(...byHandles)).toMatchObject({
        users: [{ user_id: '5', is_private: 1 }],
        posts: [{ is_hidden: 1 }]
      })
      const open = profile({ user_id: null, is_private: false }, seen(250))
      expect((await always(...byHandles, open)).users).toMatchObject([{ is_private: 0 }])
      const own = profile({ user_id: '5', username: 'lisa', is_private: false }, seen(300))
      expect(await always(...byHandles, own)).toMatchObject({
        users: [{ user_id: '5', is_private: 0 }],
        posts: [{ is_hidden: 0 }]
      })
    })

    test('stays with an account whose handle passes on, and does not pass on with it', async () => {
      const renamed = [
        profile({ user_id: '5', is_private: true }, seen(100)),
        profile({ user_id: '5', username: 'lisa', is_private: true }, seen(200)),
        posted({ post_id: '100', author: user({ user_id: '5', username: 'lisa' }) }, seen(200)),
        posted({ post_id: '101', author: user({ user_id: null, username: 'lisa' }) }, seen(210)),
        profile({ user_id: '6', username: 'lisa' }, seen(300)),
        posted({ post_id: '102', author: user({ user_id: '6', username: 'lisa' }) }, seen(300)),
        posted({ post_id: '103', author: user({ user_id: null, username: 'lisa' }) }, seen(310))
      ]
      const { users, posts } = await always(...renamed)
      expect(users).toMatchObject([
        { user_id: '5', is_private: 1 },
        { user_id: '6', handle: 'lisa', is_private: null }
      ])
      const hidden = posts.map(({ post_id, of_user, is_hidden }) => [post_id, of_user, is_hidden])
      // One that names the handle alone, and was seen before its new holder was, is of the private account.
      expect(hidden).toEqual([
        ['100', '5', 1],
        ['101', '6', 1],
        ['102', '6', 0],
        ['103', '6', 0]
      ])
      const open = profile({ user_id: '5', username: 'vera', is_private: false }, seen(400))
      expect((await always(...renamed, open)).posts).toMatchObject([0, 0, 0, 0].map((is_hidden) => ({ is_hidden })))
    })

    test('hides what names a handle alone while it may be of a private account', async () => {
      await fc.assert(
        fc.asyncProperty(told, async ({ batches }) => {
          const { db } = await inBatches(batches)
          const claims = db
            .prepare(
              `SELECT h.handle, h.user_pk, h.claimed_from, h.claimed_at, u.is_private FROM handles h JOIN users u ON u.pk = h.user_pk`
            )
            .all()
          const all = db.prepare(
            `SELECT p.post_id, p.is_hidden, p.is_private, p.author_handle, p.author_pk, p.collected_at, p.older, u.is_private AS of_private
             FROM all_posts p LEFT JOIN users u ON u.pk = p.author_pk`
          )
          for (const row of all.all()) {
            const others = claims.filter(({ handle }) => handle === row.author_handle)
            const own = others.find(({ user_pk }) => user_pk === row.author_pk)
            const older = JSON.parse(String(row.older ?? '{}'))
            const at = Number(row.collected_at)
            const mayBe = others.some(
              ({ is_private, claimed_at }) =>
                is_private === 1 &&
                ('author' in older || at <= Number(claimed_at) || (own !== undefined && at < Number(own.claimed_from)))
            )
            const isHidden = row.is_private === 1 || row.of_private === 1 || mayBe
            expect([row, row.is_hidden]).toEqual([row, isHidden ? 1 : 0])
          }
        }),
        { numRuns: Number(process.env.RUNS ?? runs) }
      )
    })

    test('is not forgotten when its handle passes to an account of which it is not known', async () => {
      const { users, posts } = await always(
        profile({ user_id: null, is_private: true }, seen(100)),
        profile({ user_id: '5' }, seen(50)),
        profile({ user_id: '6' }, seen(200)),
        posted({ author: user({ user_id: null }) }, seen(100))
      )
      expect(users).toMatchObject([
        { user_id: '5', handle: null, is_private: 1 },
        { user_id: '6', handle: 'mona', is_private: 1 }
      ])
      expect(posts).toMatchObject([{ of_user: '6', is_hidden: 1 }])
      const { posts: ofPrivate } = await always(
        profile({ user_id: '5', is_private: true }, seen(50)),
        posted({ author: user({ user_id: null }) }, seen(60)),
        profile({ user_id: '6' }, seen(200))
      )
      expect(ofPrivate).toMatchObject([{ of_user: '6', is_hidden: 1 }])
    })
  })

  /** The same whether it is told at once or one by one, and the other way round. */
  const always = async (...observations: Observation[]) => {
    const once = await gathered(...observations)
    const { db: _, tally: _t, ...stored } = once
    for (const way of [observations, observations.toReversed()]) {
      const { db: _d, tally: _a, ...other } = await oneByOne(...way)
      expect(other).toEqual(stored)
    }
    return once
  }

  describe('a field', () => {
    test('is known rather than unknown, exact rather than rounded, newer rather than older', async () => {
      const { posts } = await always(
        posted({ plays: 1_000, likes: 10, comments: 7 }, seen(300, 'plays', 'comments')),
        posted({ plays: 980, likes: 12, caption: 'old' }, seen(100)),
        posted({ plays: 900, likes: 11 }, seen(200))
      )
      expect(posts).toMatchObject([{ plays: 900, likes: 10, comments: 7, caption: 'old', seen_at: 300 }])
      expect(posts[0]?.older).toBe('{"caption":100,"plays":200,"comments":[300]}')
    })

    test('of an observation without a time gives way to any with one, and the younger post tells the later time', async () => {
      const { users } = await always(
        posted({ post_id: '1', created_at: 5_000, author: user({ display_name: 'later', followers: 9 }) }),
        posted({ post_id: '2', created_at: 4_000, author: user({ display_name: 'sooner', bio: 'b' }) }),
        profile({ followers: 3 }, seen(10))
      )
      expect(users).toMatchObject([{ display_name: 'later', bio: 'b', followers: 3, seen_at: 10 }])
    })

    test('that came at the same time is the larger number, and the text that sorts last', async () => {
      const { posts } = await always(
        posted({ plays: 5, caption: 'a' }, seen(1)),
        posted({ plays: 3, caption: 'b' }, seen(1))
      )
      expect(posts).toMatchObject([{ plays: 5, caption: 'b' }])
    })

    test('that nobody tells is null, and of a row that one feed tells nothing is noted beside it', async () => {
      const { posts, users } = await always(posted({ plays: 5 }, seen(1), 'feed.json'))
      expect(posts).toMatchObject([{ likes: null, is_ad: null, older: null, source_name: 'feed.json' }])
      expect(users).toMatchObject([{ followers: null, total_likes: null, is_private: null, older: null }])
    })
  })

  describe('accounts', () => {
    test('that change their name are found by the new one, and a post by the old name alone is still theirs', async () => {
      const { users, posts } = await always(
        profile({ user_id: '1', username: 'before' }, seen(100)),
        profile({ user_id: '1', username: 'after' }, seen(200)),
        posted({ post_id: '9', author: user({ user_id: null, username: 'Before' }) })
      )
      expect(users).toMatchObject([{ user_id: '1', handle: 'after', listed_videos: 1 }])
      expect(posts).toMatchObject([{ of_user: '1', author_handle: 'before' }])
    })

    test('that lose their name to another stay, with their posts, and what came by the name alone follows it', async () => {
      const { users, posts } = await always(
        posted({ post_id: '7', author: user({ user_id: '1' }) }, seen(100)),
        posted({ post_id: '8', author: user({ user_id: null }) }, seen(150)),
        posted({ post_id: '9', author: user({ user_id: '2', username: 'MONA' }) }, seen(200))
      )
      expect(users).toMatchObject([
        { user_id: '1', username: 'mona', handle: null, listed_videos: 1 },
        { user_id: '2', username: 'MONA', handle: 'mona', listed_videos: 2 }
      ])
      expect(posts.map(({ of_user }) => of_user)).toEqual(['1', '2', '2'])
    })

    test('that swap their names both have the new one', async () => {
      const { users } = await always(
        profile({ user_id: '1', username: 'a' }, seen(100)),
        profile({ user_id: '2', username: 'b' }, seen(100)),
        profile({ user_id: '1', username: 'b' }, seen(200)),
        profile({ user_id: '2', username: 'a' }, seen(200))
      )
      expect(users.map(({ user_id, handle }) => [user_id, handle])).toEqual([
        ['1', 'b'],
        ['2', 'a']
      ])
    })

    test('that are known by name alone are gone when somebody with an id has the name', async () => {
      const alone = await always(
        profile({ user_id: null, bio: 'by name' }),
        posted({ author: user({ user_id: null }) })
      )
      expect(alone.users).toMatchObject([{ handle: 'mona', has_id: 0, bio: 'by name', listed_videos: 1 }])
      expect(alone.users[0]?.user_id).toMatch(/^9[01]\d{17}$/)
      const { users } = await always(
        profile({ user_id: null, bio: 'by name' }, seen(300)),
        posted({ author: user({ user_id: null }) }, seen(300)),
        profile({ user_id: '5' }, seen(100))
      )
      expect(users).toMatchObject([{ user_id: '5', handle: 'mona', has_id: 1, bio: null, listed_videos: 1 }])
    })

    test('by an id that was made up elsewhere are known by their name alone', async () => {
      const { users } = await always(profile({ user_id: '9012345678901234567' }))
      expect(users).toMatchObject([{ has_id: 0, handle: 'mona' }])
    })
  })

  describe('what posts refer to', () => {
    test('is kept with its lists and sums when a post is told otherwise', async () => {
      const { sounds, hashtags, uses, db } = await always(
        posted({ sound: sound({ sound_id: null }), hashtags: [{ id: null, name: 'Fyp' }] }, seen(200)),
        posted(
          { sound: sound({ sound_id: '5' }), hashtags: [{ id: '1', name: 'fyp' }], created_at: 1_500_000_000 },
          seen(100)
        )
      )
      // By id rather than by name, however new.
      expect(sounds.map(({ sound_id, posts_count }) => [sound_id, posts_count])).toEqual([
        [null, 0],
        ['5', 1]
      ])
      expect(hashtags).toMatchObject([{ hashtag_id: '1', name: 'fyp' }])
      expect(uses).toEqual([{ hashtag_id: '1', name: 'fyp', created_at: 1_600_000_000, post_id: '100' }])
      checkSums(db)
    })

    const named = (post_id: string, more: Partial<DecodedSound> = {}) =>
      posted({ post_id, sound: sound({ sound_id: null, is_original: true, ...more }) })
    const withId = (post_id: string, sound_id: string, more: Partial<DecodedSound> = {}, how = seen()) =>
      posted({ post_id, sound: sound({ sound_id, is_original: true, ...more }) }, how)
    const soundsOf = ({ posts }: ReturnType<typeof dump>) => posts.map(({ of_sound }) => of_sound)

    test('by the facts of a sound alone is the one with an id that has them', async () => {
      const stored = await always(named('1'), withId('2', '5'))
      expect(soundsOf(stored)).toEqual(['5', '5'])
      expect(stored.posts.map(({ sound_facts }) => sound_facts)).toEqual(['Waves\u001fSea\u001f1', null])
      checkSums(stored.db)
    })

    test.each<[string, Observation[], ends: (string | null)[]]>([
      ['of which several have them', [named('1'), withId('2', '5'), withId('3', '6')], ['5', '6']],
      [
        'that is called otherwise by now',
        [named('1'), withId('2', '5'), withId('2', '5', { title: 'Tide' }, seen(9))],
        ['5']
      ],
      ['that differs in one of them', [named('1'), withId('2', '5', { is_original: false })], ['5']],
      ['that says less', [named('1'), withId('2', '5', { author: null })], ['5']],
      ['where the author is unknown', [named('1', { author: null }), withId('2', '5', { author: null })], ['5']]
    ])('by facts alone is none with an id %s', async (_, observations, ends) => {
      const stored = await always(...observations)
      const [first, ...others] = soundsOf(stored)
      expect(first).toMatch(/^\["Waves"/)
      expect(others).toEqual(ends)
      checkSums(stored.db)
    })

    test('by facts alone is again the one with an id when the other one is called otherwise', async () => {
      const stored = await always(
        named('1'),
        withId('2', '5'),
        withId('3', '6'),
        withId('3', '6', { title: 'Tide' }, seen(9))
      )
      expect(soundsOf(stored)).toEqual(['5', '5', '6'])
      checkSums(stored.db)
    })

    test('by the name of a hashtag alone is the one with the lowest id that was ever called so', async () => {
      const { names, uses } = await always(
        posted({ post_id: '1', hashtags: [{ id: null, name: 'CAT' }] }),
        posted({ post_id: '2', hashtags: [{ id: '30', name: 'cat' }] }),
        posted({ post_id: '3', hashtags: [{ id: '4', name: 'Cat' }] })
      )
      expect(names).toEqual([{ name: 'cat', hashtag_id: '4', called: 'Cat' }])
      expect(uses.map(({ hashtag_id, post_id }) => [hashtag_id, post_id])).toEqual([
        ['30', '2'],
        ['4', '1'],
        ['4', '3']
      ])
    })
  })

  describe('live rooms', () => {
    test('are as they were seen last, and one of an unknown time gives way to that', async () => {
      const { rooms, users } = await always(
        streamed({ status: 2, viewer_count: 9, title: 'a', streamer: user({ followers: 5 }) }, seen(100)),
        streamed({ status: 4, viewer_count: 0, title: null }, seen(200)),
        streamed({ status: 3, viewer_count: 8, like_count: 7, started_at: 1_600_000_000 })
      )
      expect(rooms).toMatchObject([
        { room_id: '70', status: 4, viewer_count: 0, title: 'a', like_count: 7, of_user: '1', seen_at: 200 }
      ])
      expect(users).toMatchObject([{ user_id: '1', followers: 5 }])
    })

    test('whose streamer is known by the name alone follow it', async () => {
      const { rooms } = await always(
        streamed({ streamer: user({ user_id: null }) }, seen(100)),
        profile({ user_id: '8', username: 'Mona' }, seen(50)),
        profile({ user_id: '9', username: 'mona' }, seen(200))
      )
      expect(rooms).toMatchObject([{ of_user: '9', streamer_handle: 'mona' }])
    })
  })

  test('an effect of a post is as it was seen last', async () => {
    const { effects } = await always(
      posted({ effects: [{ effect_id: '5', name: 'Glow', icon_url: 'https://a.example/i' }] }, seen(100)),
      posted({ effects: [{ effect_id: '5', name: 'Glow 2' }] }, seen(200))
    )
    expect(effects).toMatchObject([
      { effect_id: '5', name: 'Glow 2', icon_url: 'https://a.example/i', tags: '[]', user_count: null, seen_at: 200 }
    ])
  })

  test('a given address of a post stays where a newer observation has a derived one', async () => {
    const { posts } = await always(
      posted({ share_url: 'https://a.example/1' }, seen(100)),
      posted({ share_url: derivedAddresses.photo }, seen(200))
    )
    expect(posts).toMatchObject([{ share_url: 'https://a.example/1', older: '{"share_url":100}' }])
  })

  test('what became of records is counted', async () => {
    const { tally } = await inBatches([
      [posted({ plays: 1 }, seen(1)), posted({ post_id: '101' }, seen(1))],
      [posted({ plays: 1 }, seen(2)), posted({ post_id: '101', likes: 1 }, seen(2))]
    ])
    expect(tally).toMatchObject({ posts: { new: 2, changed: 1 }, users: { new: 1, changed: 0 } })
  })
}
