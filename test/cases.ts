import { row, rows } from './dataset.ts'

/** Keys of the default data set, by what is special about the thing behind them. */
const found = new Map<string, string>()
const key = (sql: string): string => {
  const known = found.get(sql) ?? Object.values(row<Record<string, string>>(`${sql} LIMIT 1`))[0] ?? ''
  found.set(sql, known)
  return known
}
const keys = (sql: string): string[] => rows<Record<string, string>>(sql).map((each) => Object.values(each)[0] ?? '')

const postsBy = 'FROM users u WHERE (SELECT count(*) FROM posts p WHERE p.author_pk = u.pk)'

/** One of each, for tests about a single case. */
export const cases = {
  busyUser: () => key(`SELECT username ${postsBy} > 60 AND pk IN (SELECT user_pk FROM collections) ORDER BY pk`),
  userId: () => key('SELECT user_id FROM users ORDER BY pk'),
  privateUser: () => key('SELECT username FROM users WHERE is_private ORDER BY followers DESC'),
  userWithoutPosts: () => key(`SELECT username ${postsBy} = 0 AND NOT is_private ORDER BY pk`),
  mixedCaseUser: () => key('SELECT username FROM users WHERE username <> handle ORDER BY pk'),
  followedUser: () =>
    key('SELECT u.username FROM users u JOIN follower_counts f ON f.user_pk = u.pk ORDER BY f.listed DESC'),
  reposter: () =>
    key('SELECT u.username FROM users u JOIN reposts r ON r.user_pk = u.pk GROUP BY u.pk ORDER BY count(*) DESC'),
  liveUser: () => key('SELECT u.username FROM users u JOIN live_rooms l ON l.user_pk = u.pk WHERE l.status = 2'),
  variant: () =>
    row<{ username: string; region: string; bio: string }>(
      'SELECT u.username, v.region, v.bio FROM user_variants v JOIN users u ON u.pk = v.user_pk WHERE v.bio IS NOT NULL'
    ),
  post: () => key('SELECT post_id FROM posts WHERE author_pk IS NOT NULL AND sound_pk IS NOT NULL ORDER BY pk DESC'),
  orphanPost: () => key('SELECT post_id FROM posts WHERE author_pk IS NULL ORDER BY pk'),
  silentPost: () => key('SELECT post_id FROM posts WHERE sound_pk IS NULL ORDER BY pk'),
  namelessSoundPost: () =>
    key('SELECT p.post_id FROM posts p JOIN sounds s ON s.pk = p.sound_pk WHERE s.sound_id IS NULL ORDER BY p.pk'),
  namelessHashtagPost: () => key(`SELECT post_id FROM posts WHERE hashtags LIKE '%"id":null%' ORDER BY pk`),
  sound: () => key('SELECT sound_id FROM sounds WHERE sound_id IS NOT NULL ORDER BY posts_count DESC'),
  unusedSound: () => key('SELECT sound_id FROM sounds WHERE posts_count = 0 AND sound_id IS NOT NULL ORDER BY pk'),
  place: () => key('SELECT place_id FROM places ORDER BY posts_count DESC'),
  collection: () => key('SELECT collection_id FROM collections ORDER BY posts_count DESC'),
  emptyCollection: () => key('SELECT collection_id FROM collections WHERE posts_count = 0 ORDER BY pk'),
  hashtag: () =>
    key(`SELECT h.hashtag_id FROM hashtags h JOIN hashtag_posts p ON p.hashtag_pk = h.pk WHERE h.hashtag_id IS NOT NULL
         GROUP BY h.pk ORDER BY count(*) DESC`),
  hashtagName: () =>
    key(`SELECT h.name FROM hashtags h JOIN hashtag_posts p ON p.hashtag_pk = h.pk WHERE h.hashtag_id IS NOT NULL
         GROUP BY h.pk ORDER BY count(*) DESC`),
  effect: () => key('SELECT effect_id FROM effects ORDER BY pk'),
  room: () => key('SELECT room_id FROM live_rooms WHERE status = 2 ORDER BY pk'),
  keyword: () => key('SELECT term FROM suggestions ORDER BY rank')
}

const some = (columns: string, table: string, where: string, limit: number) =>
  keys(`SELECT ${columns} FROM ${table} WHERE ${where} ORDER BY t.pk * 7919 % 100003 LIMIT ${limit}`)

/** Many of each kind: ordinary ones from all over the data set, and several of every hard case. */
export const samples = {
  users: () => [
    ...new Set(
      [
        ['is_private', 40],
        ['username <> handle', 15],
        ['total_videos = 0', 15],
        ['NOT EXISTS (SELECT 1 FROM posts p WHERE p.author_pk = t.pk)', 15],
        ['bio IS NULL', 10],
        ['avatar_url IS NULL', 10],
        ['website_url IS NOT NULL', 10],
        ['followers > 2147483647 OR total_likes > 2147483647', 10],
        ['pk <= 10', 10],
        ['EXISTS (SELECT 1 FROM live_rooms l WHERE l.user_pk = t.pk)', 40],
        ['EXISTS (SELECT 1 FROM collections c WHERE c.user_pk = t.pk)', 20],
        ['1', 60]
      ].flatMap(([where, limit]) => some('username', 'users t', String(where), Number(limit)))
    )
  ],
  userIds: () => some('user_id', 'users t', '1', 40),
  posts: () => [
    ...new Set(
      [
        ['author_pk IS NULL', 40],
        ['sound_pk IS NULL', 40],
        ['sound_pk IN (SELECT pk FROM sounds WHERE sound_id IS NULL)', 40],
        ['duration_seconds = 0', 40],
        ['caption IS NULL', 40],
        ['cover_url IS NULL OR share_url IS NULL', 40],
        ["hashtags = '[]'", 20],
        [`hashtags LIKE '%"id":null%'`, 40],
        ['(SELECT count(*) > count(DISTINCT value) FROM json_each(t.hashtags))', 40],
        ['plays > 100000000', 40],
        ['plays = 0', 20],
        ['is_ad', 20],
        ['place_pk IS NOT NULL', 20],
        ['1', 200]
      ].flatMap(([where, limit]) => some('post_id', 'posts t', String(where), Number(limit)))
    )
  ],
  sounds: () => [
    ...new Set(
      [
        ['is_original', 30],
        ['is_copyrighted', 30],
        ['posts_count = 0', 10],
        ['cover_url IS NULL', 10],
        ['play_url IS NULL', 10],
        ['title IS NULL OR author IS NULL', 10],
        ['1', 30]
      ].flatMap(([where, limit]) => some('sound_id', 'sounds t', `sound_id IS NOT NULL AND (${where})`, Number(limit)))
    )
  ],
  places: () => [
    ...new Set(
      [
        ['posts_count = 0', 5],
        ['address IS NULL', 10],
        ['city_code IS NULL', 10],
        ['1', 20]
      ].flatMap(([where, limit]) => some('place_id', 'places t', String(where), Number(limit)))
    )
  ],
  collections: () => [
    ...new Set(
      [
        ['posts_count = 0', 20],
        ['cover_url IS NULL', 10],
        ['1', 30]
      ].flatMap(([where, limit]) => some('collection_id', 'collections t', String(where), Number(limit)))
    )
  ],
  hashtags: () => some('hashtag_id', 'hashtags t', 'hashtag_id IS NOT NULL', 60),
  rooms: () => keys('SELECT room_id FROM live_rooms'),
  effects: () => keys('SELECT effect_id FROM effects'),
  variants: () =>
    rows<{ username: string; region: string }>(
      'SELECT u.username, v.region FROM user_variants v JOIN users u ON u.pk = v.user_pk'
    ),
  keywords: () => [
    ...keys('SELECT term FROM suggestions ORDER BY rank * 7919 % 10007 LIMIT 25'),
    ...keys('SELECT username FROM users ORDER BY pk * 7919 % 10007 LIMIT 10'),
    ...keys('SELECT u.username FROM users u JOIN live_rooms l ON l.user_pk = u.pk WHERE l.status = 2 LIMIT 10'),
    'zzzznothingmatchesthis',
    ...'ams',
    '"',
    'a OR b',
    '🍞',
    '料理'
  ]
}

/** The same by the name of the parameter that takes them. */
export const samplesOf: Readonly<Record<string, () => string[]>> = {
  username: samples.users,
  userId: samples.userIds,
  videoId: samples.posts,
  soundId: samples.sounds,
  placeId: samples.places,
  collectionId: samples.collections,
  challengeId: samples.hashtags,
  roomId: samples.rooms,
  effectId: samples.effects,
  keyword: samples.keywords
}
