import {
  type Condition,
  type PostQuery,
  type UserFacet,
  type UserQuery,
  writeQuery
} from '../src/engines/filters/query.ts'
import { type TrendWindow, trendKey, trendWindows } from '../src/engines/history/growth.ts'
import { liveStatuses } from '../src/records/live-statuses.ts'
import { trendKinds } from '../src/records/trending.ts'
import { userKey } from '../src/records/user-key.ts'
import type { FeedKind, LookupKind } from '../src/store/kinds.ts'
import { row, rows } from './dataset.ts'

/** A feed of the data set, and what is known of it without asking a source. */
export type FeedFixture = {
  kind: FeedKind
  key: string
  /** Ids of its elements in their order; null for ranked searches, whose order is the source's own affair. */
  ids: readonly string[] | null
  /** The feed has at least so many elements. */
  atLeast: number
}

/** Keys found in the default data set, each chosen for a case that tests are about. */
export type Fixtures = {
  /** Feeds with several pages, and short ones. At least one for each kind. */
  feeds: readonly FeedFixture[]
  /** Feeds of things that exist and have nothing to list. */
  emptyFeeds: readonly { kind: FeedKind; key: string; because: string }[]
  /** Owners that do not exist. */
  unknownFeeds: readonly { kind: FeedKind; key: string }[]
  /** Keys that are there, several for each kind of look-up. */
  known: Readonly<Record<LookupKind, readonly string[]>>
  /** Keys of nothing. */
  unknown: Readonly<Record<LookupKind, readonly string[]>>
  /** A profile that looks different in one region, by its two keys, and the region without a variant. */
  variant: { plain: string; regional: string; elsewhere: string; changes: Readonly<Record<string, string>> }
  /** A handle with capitals in it. */
  mixedCase: { handle: string; username: string }
  privateHandle: string
  /** Rooms by status, and who streams in them. */
  rooms: Readonly<Record<'live' | 'paused' | 'ended', { roomId: string; status: number; handle: string }>>
  offAirHandle: string
}

const nobody = 'nobody.has.this.handle'
const noId = '99999999999999999999'

const strings = (sql: string, ...parameters: (string | number)[]): string[] =>
  rows<{ value: string }>(sql, ...parameters).map(({ value }) => value)

/** The key that a feed of about the wanted length belongs to. */
const owner = (from: string, value: string, groupBy: string, { min, max }: { min: number; max: number }) =>
  row<{ value: string }>(
    `SELECT ${value} AS value FROM ${from} GROUP BY ${groupBy} HAVING count(*) BETWEEN ? AND ? ORDER BY count(*) DESC LIMIT 1`,
    min,
    max
  ).value

const feed = (kind: FeedKind, key: string, sql: string): FeedFixture => {
  const ids = strings(sql, key)
  return { kind, key, ids, atLeast: ids.length }
}

const userPosts = (handle: string) =>
  feed(
    'userPosts',
    handle,
    `SELECT post_id AS value FROM posts p JOIN users u ON u.pk = p.author_pk
     WHERE u.handle = ? ORDER BY p.created_at DESC, p.id_order DESC, p.pk DESC`
  )

const userReposts = (handle: string) =>
  feed(
    'userReposts',
    handle,
    `SELECT post_id AS value FROM reposts r JOIN posts p ON p.pk = r.post_pk JOIN users u ON u.pk = r.user_pk
     WHERE u.handle = ? ORDER BY r.reposted_at DESC, p.id_order DESC, p.pk DESC`
  )

const userFollowers = (handle: string) =>
  feed(
    'userFollowers',
    handle,
    `SELECT f.user_id AS value FROM followers l JOIN users u ON u.pk = l.user_pk JOIN users f ON f.pk = l.follower_pk
     WHERE u.handle = ? ORDER BY l.followed_at DESC, l.page_time DESC`
  )

const userFollowing = (handle: string) =>
  feed(
    'userFollowing',
    handle,
    `SELECT f.user_id AS value FROM followers l JOIN users u ON u.pk = l.follower_pk JOIN users f ON f.pk = l.user_pk
     WHERE u.handle = ? AND f.is_private = 0 ORDER BY l.followed_at DESC, f.pk DESC`
  )

const postsOf = (kind: FeedKind, key: string, table: string, keyColumn: string, postColumn: string) =>
  feed(
    kind,
    key,
    `SELECT post_id AS value FROM posts p JOIN ${table} o ON o.pk = p.${postColumn}
     WHERE o.${keyColumn} = ? ORDER BY p.created_at DESC, p.id_order DESC, p.pk DESC`
  )

const findFeeds = (): FeedFixture[] => {
  const posts = 'posts p JOIN users u ON u.pk = p.author_pk'
  const sound = owner('posts p JOIN sounds s ON s.pk = p.sound_pk', 's.sound_id', 's.pk', { min: 70, max: 180 })
  const place = owner('posts p JOIN places l ON l.pk = p.place_pk', 'l.place_id', 'l.pk', { min: 30, max: 200 })
  const hashtag = owner('hashtag_posts p JOIN hashtags h ON h.pk = p.hashtag_pk', 'h.hashtag_id', 'h.pk', {
    min: 80,
    max: 200
  })
  const collection = owner('collection_posts p JOIN collections c ON c.pk = p.collection_pk', 'collection_id', 'c.pk', {
    min: 5,
    max: 1_000
  })
  // Followers who came within one second of one another.
  const rushed = row<{ handle: string }>(
    `SELECT u.handle FROM followers f JOIN users u ON u.pk = f.user_pk GROUP BY u.pk
     HAVING count(*) BETWEEN 60 AND 200 ORDER BY count(*) - count(DISTINCT followed_at) DESC LIMIT 1`
  ).handle
  const capitals = row<{ handle: string }>(
    `SELECT u.handle FROM ${posts} WHERE u.username <> u.handle AND u.is_private = 0 GROUP BY u.pk ORDER BY count(*) DESC LIMIT 1`
  ).handle
  // More than one window of the ranking, so that walks cross from one into the next.
  const common = owner(
    `hashtag_posts p JOIN hashtags h ON h.pk = p.hashtag_pk AND h.name GLOB '[a-z]*' AND h.name NOT GLOB '*[^a-z]*'`,
    'h.name',
    'h.pk',
    { min: 260, max: 500 }
  )
  const rare = owner(
    `hashtag_posts p JOIN hashtags h ON h.pk = p.hashtag_pk AND h.name GLOB '[a-z]*' AND h.name NOT GLOB '*[^a-z]*'`,
    'h.name',
    'h.pk',
    { min: 15, max: 40 }
  )
  // The lesser known of two creators whose handles differ in punctuation alone.
  const namesake = row<{ handle: string }>(
    `SELECT handle FROM users GROUP BY replace(replace(handle, '.', ''), '_', '') HAVING count(*) > 1 AND max(pk) = pk
     ORDER BY followers LIMIT 1`
  ).handle
  return [
    userPosts(owner(posts, 'u.handle', 'u.pk', { min: 60, max: 200 })),
    userPosts(capitals),
    userReposts(owner('reposts r JOIN users u ON u.pk = r.user_pk', 'u.handle', 'u.pk', { min: 50, max: 200 })),
    userFollowers(rushed),
    userFollowing(owner('followers f JOIN users u ON u.pk = f.follower_pk', 'u.handle', 'u.pk', { min: 60, max: 200 })),
    postsOf('soundPosts', sound, 'sounds', 'sound_id', 'sound_pk'),
    postsOf('placePosts', place, 'places', 'place_id', 'place_pk'),
    feed(
      'hashtagPosts',
      hashtag,
      `SELECT post_id AS value FROM hashtag_posts t JOIN posts p ON p.pk = t.post_pk JOIN hashtags h ON h.pk = t.hashtag_pk
       WHERE h.hashtag_id = ? ORDER BY p.created_at DESC, p.id_order DESC, p.pk DESC`
    ),
    feed(
      'collectionPosts',
      collection,
      `SELECT post_id AS value FROM collection_posts t JOIN posts p ON p.pk = t.post_pk
       JOIN collections c ON c.pk = t.collection_pk WHERE c.collection_id = ? ORDER BY t.place_in_list`
    ),
    feed(
      'soundLibrary',
      'hot',
      `SELECT sound_id AS value FROM sounds WHERE published_at IS NOT NULL AND sound_id IS NOT NULL AND ? = 'hot'
       ORDER BY posts_count DESC, published_at DESC, sound_id`
    ),
    feed(
      'soundLibrary',
      'new',
      `SELECT sound_id AS value FROM sounds WHERE published_at IS NOT NULL AND sound_id IS NOT NULL AND ? = 'new'
       ORDER BY published_at DESC, sound_id`
    ),
    { kind: 'searchTop', key: common, ids: null, atLeast: 260 },
    { kind: 'searchTop', key: rare, ids: null, atLeast: 15 },
    { kind: 'searchVideos', key: common, ids: null, atLeast: 260 },
    { kind: 'searchVideos', key: rare, ids: null, atLeast: 15 },
    { kind: 'searchUsers', key: 'a', ids: null, atLeast: 241 },
    { kind: 'searchUsers', key: 'mi', ids: null, atLeast: 2 },
    { kind: 'searchUsers', key: namesake, ids: null, atLeast: 2 },
    { kind: 'searchLive', key: 'a', ids: null, atLeast: 2 },
    ...filteredFeeds(hashtag)
  ]
}

/** Filtered lists, with conditions that have the same meaning in SQL. */
const filteredFeeds = (hashtag: string): FeedFixture[] => {
  const played = row<{ value: number }>('SELECT plays AS value FROM posts ORDER BY plays DESC LIMIT 1 OFFSET 150').value
  const followed = row<{ value: number }>(
    'SELECT followers AS value FROM users ORDER BY followers DESC LIMIT 1 OFFSET 120'
  ).value
  const atLeast = (number: 'plays' | 'followers' | 'likes', min: number): Condition => ({
    number,
    min,
    max: null,
    not: false
  })
  const posts = (query: PostQuery, sql: string, ...parameters: (string | number)[]): FeedFixture => {
    const ids = strings(sql, ...parameters)
    return { kind: 'filteredPosts', key: writeQuery(query), ids, atLeast: ids.length }
  }
  const users = (query: UserQuery, sql: string, ...parameters: (string | number)[]): FeedFixture => {
    const ids = strings(sql, ...parameters)
    return { kind: 'filteredUsers', key: writeQuery(query), ids, atLeast: ids.length }
  }
  const newest = 'created_at DESC, id_order DESC, pk DESC'
  return [
    posts(
      { of: null, where: atLeast('plays', played), order: 'PLAYS' },
      `SELECT post_id AS value FROM posts WHERE plays >= ? ORDER BY plays DESC, ${newest}`,
      played
    ),
    posts(
      { of: { feed: 'hashtagPosts', key: hashtag }, where: null, order: 'OLDEST' },
      `SELECT p.post_id AS value FROM posts p JOIN hashtag_posts t ON t.post_pk = p.pk JOIN hashtags h ON h.pk = t.hashtag_pk
       WHERE h.hashtag_id = ? ORDER BY p.created_at, p.id_order DESC, p.pk DESC`,
      hashtag
    ),
    users(
      { where: atLeast('followers', followed), order: null },
      `SELECT user_id AS value FROM users WHERE followers >= ? AND handle IS NOT NULL ORDER BY followers DESC, pk DESC`,
      followed
    ),
    users(
      { where: atLeast('followers', followed), order: 'USERNAME' },
      'SELECT user_id AS value FROM users WHERE followers >= ? AND handle IS NOT NULL ORDER BY handle',
      followed
    )
  ]
}

const anyPost: PostQuery = { of: null, where: null, order: null }
const neverPlayed: PostQuery = {
  ...anyPost,
  where: { number: 'plays', min: Number.MAX_SAFE_INTEGER, max: null, not: false }
}
const ofNobody: PostQuery = { ...anyPost, of: { feed: 'userPosts', key: 'nobody.has.this.handle' } }
const nobodyFollowed: UserQuery = {
  where: { number: 'followers', min: Number.MAX_SAFE_INTEGER, max: null, not: false },
  order: null
}

const postSummaries = (query: PostQuery): string[] =>
  (
    [
      { kind: 'count' },
      { kind: 'timeline', step: 'MONTH' },
      { kind: 'sums' },
      ...(['CREATOR', 'HASHTAG', 'SOUND', 'PLACE'] as const).map((by) => ({
        kind: 'groups' as const,
        by,
        order: 'COUNT' as const,
        first: 10
      })),
      { kind: 'groups', by: 'CREATOR', order: 'SAVES', first: 10 },
      { kind: 'groups', by: 'HASHTAG', order: '-LIKES', first: 10 },
      ...(['plays', 'likes', 'duration_seconds', 'engagement_rate'] as const).map((kind) => ({ kind }))
    ] as const
  ).map((facet) => writeQuery({ query, facet }))

const userSummaries = (): string[] =>
  [0, 1_000, 10_000, 100_000, 1_000_000].flatMap((min) =>
    userFacets.map((facet) =>
      writeQuery({
        query: { where: { number: 'followers', min, max: null, not: false }, order: null },
        facet
      })
    )
  )

/** One of each kind. */
export const userFacets: readonly UserFacet[] = [
  ...(['count', 'tiers', 'followers', 'engagement_rate', 'authority_score'] as const).map((kind) => ({ kind })),
  { kind: 'niches', first: 10 }
]

const emptyOwners: readonly [FeedKind, string, string][] = [
  [
    'userPosts',
    'the creator has no posts',
    'SELECT handle AS value FROM users u WHERE is_private = 0 AND NOT EXISTS (SELECT 1 FROM posts WHERE author_pk = u.pk)'
  ],
  [
    'userReposts',
    'the creator reposted nothing',
    'SELECT handle AS value FROM users u WHERE is_private = 0 AND NOT EXISTS (SELECT 1 FROM reposts WHERE user_pk = u.pk)'
  ],
  [
    'userFollowers',
    'nobody is listed as a follower',
    'SELECT handle AS value FROM users u WHERE is_private = 0 AND NOT EXISTS (SELECT 1 FROM followers WHERE user_pk = u.pk)'
  ],
  [
    'userFollowing',
    'the creator follows nobody',
    'SELECT handle AS value FROM users u WHERE is_private = 0 AND NOT EXISTS (SELECT 1 FROM followers WHERE follower_pk = u.pk)'
  ],
  [
    'soundPosts',
    'nobody used the sound',
    'SELECT sound_id AS value FROM sounds WHERE posts_count = 0 AND sound_id <> 0'
  ],
  ['placePosts', 'nobody was at the place', 'SELECT place_id AS value FROM places WHERE posts_count = 0'],
  [
    'collectionPosts',
    'the collection is empty',
    'SELECT collection_id AS value FROM collections WHERE posts_count = 0'
  ],
  [
    'hashtagPosts',
    'nobody used the hashtag',
    'SELECT hashtag_id AS value FROM hashtags h WHERE hashtag_id <> 0 AND NOT EXISTS (SELECT 1 FROM hashtag_posts WHERE hashtag_pk = h.pk)'
  ]
]

/** The private creator who would have the most to show. */
const findPrivate = () =>
  row<{ handle: string }>(
    `SELECT handle FROM users u WHERE is_private = 1 ORDER BY (SELECT count(*) FROM posts WHERE author_pk = u.pk) DESC LIMIT 1`
  ).handle

const findVariant = (): Fixtures['variant'] => {
  const { handle, region, display_name } = row<{ handle: string; region: string; display_name: string }>(
    `SELECT u.handle, v.region, v.display_name FROM user_variants v JOIN users u ON u.pk = v.user_pk
     WHERE v.display_name IS NOT NULL AND v.display_name <> u.display_name LIMIT 1`
  )
  const elsewhere = ['AQ', 'NU', 'TK'].find(
    (code) =>
      rows(
        'SELECT 1 FROM user_variants v JOIN users u ON u.pk = v.user_pk WHERE u.handle = ? AND region = ?',
        handle,
        code
      ).length === 0
  )
  return {
    plain: userKey(handle, null),
    regional: userKey(handle, region),
    elsewhere: userKey(handle, elsewhere ?? 'AQ'),
    changes: { display_name }
  }
}

const findRooms = (): Fixtures['rooms'] => {
  const room = (status: number) =>
    row<{ roomId: string; status: number; handle: string }>(
      `SELECT l.room_id AS roomId, l.status, u.handle FROM live_rooms l JOIN users u ON u.pk = l.user_pk
       WHERE l.status = ? AND (l.status = ? OR NOT EXISTS
         (SELECT 1 FROM live_rooms o WHERE o.user_pk = u.pk AND o.status = ?)) ORDER BY l.pk LIMIT 1`,
      status,
      liveStatuses.live,
      liveStatuses.live
    )
  return { live: room(liveStatuses.live), paused: room(liveStatuses.paused), ended: room(liveStatuses.ended) }
}

const findKnown = (): Fixtures['known'] => {
  const some = (sql: string) => strings(`${sql} LIMIT 120`)
  const handles = some('SELECT handle AS value FROM users ORDER BY (pk * 7919) % 1009')
  // Posts whose author is gone, without sound, without caption, with repeated or unregistered hashtags come first.
  const posts =
    some(`SELECT post_id AS value FROM posts ORDER BY (author_pk IS NULL) + (sound_pk IS NULL) + (caption IS NULL)
      + (hashtags LIKE '%"id":null%') + (cover_url IS NULL) DESC, pk`)
  const sounds = some(
    'SELECT sound_id AS value FROM sounds WHERE sound_id IS NOT NULL ORDER BY (title IS NULL) DESC, pk'
  )
  const places = some('SELECT place_id AS value FROM places ORDER BY (address IS NULL) + (city_code IS NULL) DESC, pk')
  return {
    user: handles,
    userById: some('SELECT user_id AS value FROM users'),
    post: posts,
    sound: sounds,
    liveRoom: some('SELECT room_id AS value FROM live_rooms'),
    liveStatus: handles,
    effect: some('SELECT effect_id AS value FROM effects'),
    place: places,
    collection: some('SELECT collection_id AS value FROM collections ORDER BY (cover_url IS NULL) DESC, pk'),
    playlists: handles,
    dataset: [''],
    suggestions: ['a', 'b', 'co', 'ba', 'the', 'fy'],
    completions: ['a', 'b', 'co', 'ba', 'the', 'fy'],
    nameMatches: ['a', 'co', 'ba', '#fy', 'original sound', 'pariss', 'soft glow'],
    ignoredTerms: ['sourdough', 'the kitchen', 'a', 'maya', 'cooking'],
    scorecardInputs: handles,
    postSummary: postSummaries(anyPost),
    userSummary: userSummaries(),
    postHistory: posts,
    userHistory: handles,
    soundHistory: sounds,
    trending: trendKeys
  }
}

/** Keys of all rankings of what rises. */
export const trendKeys: readonly string[] = trendKinds.flatMap((kind) =>
  // The keys of a record are of its key type.
  (Object.keys(trendWindows) as TrendWindow[]).map((window) => trendKey(kind, window))
)

/** Finds all cases in the default data set. */
export const findFixtures = (): Fixtures => {
  const privateHandle = findPrivate()
  const privateFeeds = (['userPosts', 'userReposts', 'userFollowers', 'userFollowing'] as const).map((kind) => ({
    kind,
    key: privateHandle,
    because: 'the account is private'
  }))
  const searches = (['searchTop', 'searchVideos', 'searchUsers', 'searchLive'] as const).flatMap((kind) => [
    { kind, key: 'xqzvwkjhgf', because: 'nothing matches' },
    { kind, key: '"*() 🏽', because: 'the keyword holds no term' }
  ])
  const owned = emptyOwners.flatMap(([kind, because, sql]) =>
    strings(`${sql} LIMIT 1`).map((key) => ({ kind, key, because }))
  )
  const filtered = [
    { kind: 'filteredPosts' as const, key: writeQuery(neverPlayed), because: 'no post meets the condition' },
    { kind: 'filteredUsers' as const, key: writeQuery(nobodyFollowed), because: 'no creator meets the condition' }
  ]
  const mixedCase = row<Fixtures['mixedCase']>(
    'SELECT handle, username FROM users WHERE username <> handle AND is_private = 0 LIMIT 1'
  )
  return {
    feeds: findFeeds(),
    emptyFeeds: [...owned, ...privateFeeds, ...searches, ...filtered],
    unknownFeeds: [
      ...(['userPosts', 'userReposts', 'userFollowers', 'userFollowing'] as const).map((kind) => ({
        kind,
        key: nobody
      })),
      ...(['soundPosts', 'placePosts', 'collectionPosts', 'hashtagPosts'] as const).map((kind) => ({
        kind,
        key: noId
      })),
      { kind: 'filteredPosts', key: writeQuery(ofNobody) }
    ],
    known: findKnown(),
    unknown: {
      user: [nobody, userKey(nobody, 'JP')],
      userById: [noId, '0'],
      post: [noId],
      sound: [noId],
      liveRoom: [noId],
      liveStatus: [nobody],
      effect: [noId],
      place: [noId],
      collection: [noId],
      playlists: [nobody],
      dataset: [],
      suggestions: ['xqzvwkjhgf', '🏽'],
      completions: ['xqzvwkjhgf', '🏽'],
      nameMatches: ['xqzvwkjhgf', '🏽'],
      ignoredTerms: ['🏽'],
      scorecardInputs: [nobody],
      postSummary: postSummaries(ofNobody),
      userSummary: [],
      postHistory: [noId],
      userHistory: [nobody],
      soundHistory: [noId],
      trending: []
    },
    variant: findVariant(),
    mixedCase,
    privateHandle,
    rooms: findRooms(),
    offAirHandle: row<{ handle: string }>(
      'SELECT handle FROM users u WHERE NOT EXISTS (SELECT 1 FROM live_rooms WHERE user_pk = u.pk) LIMIT 1'
    ).handle
  }
}
