import { accountKey } from '../../store/tables/account-key.ts'
import { type RowChange, type RowRead, rowChange, rowRead } from '../../store/tables/row-statements.ts'

/** Statements that remove records, in SQL that both databases share. */

export const removalColumns = ['kind', 'id', 'along_with', 'removed_at', 'why', 'until'] as const

/** All removals since a time. */
export const removalsSince = rowRead(
  { since: 'bigint' },
  ({ since }) => `SELECT ${removalColumns.map((name) => `r.${name}`)} FROM removals r WHERE r.removed_at >= ${since}`
)
export const noteRemoval = rowChange(
  { kind: 'text', id: 'text', alongWith: 'text', at: 'bigint', why: 'text', until: 'bigint' },
  ({ kind, id, alongWith, at, why, until }, join) => `INSERT INTO removals (${removalColumns})
  SELECT ${kind}, ${id}, ${alongWith}, ${at}, ${why}, ${until} ${join('FROM')} WHERE true
  ON CONFLICT (kind, id, along_with) DO UPDATE SET
    until = CASE WHEN removals.until > excluded.until THEN removals.until ELSE excluded.until END`
)
export const undoRemoval = rowChange(
  { kind: 'text', id: 'text' },
  ({ kind, id }, join) => `DELETE FROM removals ${join('USING')}
  WHERE removals.kind = ${kind} AND removals.id = ${id} AND removals.along_with = '' OR removals.along_with = ${kind} || ':' || ${id}`
)

/** Rows that are there although they are removed. */
const thatAreRemoved = (kind: string, table: string, key: string) =>
  rowRead(
    { since: 'bigint' },
    ({ since }) => `SELECT DISTINCT t.pk FROM removals r JOIN ${table} t ON t.${key} = r.id
    WHERE r.kind = '${kind}' AND r.removed_at >= ${since}`
  )
export const removedRows = {
  accounts: thatAreRemoved('user', 'users', 'user_id'),
  posts: thatAreRemoved('post', 'all_posts', 'post_id'),
  sounds: thatAreRemoved('sound', 'sounds', 'sound_id')
} as const

const postsOfAccount = ['0', '1']
  .map((hidden) => `(SELECT count(*) FROM all_posts p WHERE p.author_pk = u.pk AND p.is_hidden = ${hidden})`)
  .join(' + ')
const account = (key: string) =>
  rowRead(
    { key: 'text' },
    (row) =>
      `SELECT u.user_id, u.has_id, u.username, u.display_name, ${postsOfAccount} AS posts FROM users u WHERE ${key} = ${row.key}`
  )
/** What is shown of a record before it is removed. */
export const shown = {
  handle: account(accountKey('u')),
  user: account('u.user_id'),
  post: rowRead(
    { id: 'text' },
    ({ id }) => `SELECT p.post_id, u.username, p.created_at, p.caption
    FROM all_posts p LEFT JOIN users u ON u.pk = p.author_pk WHERE p.post_id = ${id}`
  ),
  sound: rowRead(
    { id: 'text' },
    ({ id }) => `SELECT s.sound_id, s.title, s.author, s.posts_count FROM sounds s WHERE s.sound_id = ${id}`
  )
} as const

export const accountOf = rowRead(
  { pk: 'bigint' },
  ({ pk }) => `SELECT u.pk, u.user_id, u.has_id, u.username, u.display_name FROM users u WHERE u.pk = ${pk}`
)
const removedPost = 'p.pk, p.post_id, p.sound_pk, p.place_pk, p.hashtags'
/** Whether what names its account by a handle alone may be of an account that had it (`h`), as in `mayBeOfPrivate`. */
const mayBeOfFormer = (row: string, reference: string, key: string) => `EXISTS (SELECT 1 FROM handles own
    WHERE own.handle = ${row}.${reference}_handle AND own.user_pk = ${row}.${key} AND own.user_pk <> h.user_pk
      AND (${row}.collected_at <= h.claimed_at OR ${row}.collected_at < coalesce(own.claimed_from, own.claimed_at)
        OR ${row}.older LIKE '%"${reference}"%'))`
/** Posts, all of which are hidden by then. */
export const postsOf = {
  account: rowRead(
    { account: 'bigint' },
    (row) => `SELECT ${removedPost} FROM all_posts p WHERE p.author_pk = ${row.account} AND p.is_hidden = 1`
  ),
  formerHandles: rowRead(
    { account: 'bigint' },
    (row) => `SELECT ${removedPost} FROM handles h JOIN all_posts p ON p.author_handle = h.handle
    WHERE h.user_pk = ${row.account} AND p.is_hidden = 1 AND ${mayBeOfFormer('p', 'author', 'author_pk')}`
  ),
  itself: rowRead({ post: 'bigint' }, ({ post }) => `SELECT ${removedPost} FROM all_posts p WHERE p.pk = ${post}`)
} as const
export const roomsOf = rowRead(
  { account: 'bigint' },
  (row) => `SELECT l.pk FROM all_live_rooms l WHERE l.user_pk = ${row.account}
  UNION SELECT l.pk FROM handles h JOIN all_live_rooms l ON l.streamer_handle = h.handle
  WHERE h.user_pk = ${row.account} AND ${mayBeOfFormer('l', 'streamer', 'user_pk')}`
)
export const soundOf = rowRead(
  { pk: 'bigint' },
  ({ pk }) => `SELECT s.pk, s.sound_id, s.title, s.author, s.is_original FROM sounds s WHERE s.pk = ${pk}`
)
export const postsOfSound = rowRead(
  { sound: 'bigint' },
  ({ sound }) => `SELECT p.pk FROM all_posts p WHERE p.sound_pk = ${sound}`
)

const update = (table: string, change: string) =>
  rowChange(
    { pk: 'bigint' },
    ({ pk }, join) => `UPDATE ${table} SET ${change} ${join('FROM')} WHERE ${table}.pk = ${pk}`
  )
const remove = (table: string, key = 'pk', unless = '') =>
  rowChange(
    { pk: 'bigint' },
    ({ pk }, join) => `DELETE FROM ${table} ${join('USING')} WHERE ${table}.${key} = ${pk}${unless}`
  )
export const hide = {
  accounts: update('users', 'is_private = 1'),
  posts: update('all_posts', 'is_private = 1')
} as const
export const silence = rowChange(
  { sound: 'bigint' },
  ({ sound }, join) => `UPDATE all_posts SET sound_pk = NULL ${join('FROM')} WHERE all_posts.sound_pk = ${sound}`
)
export const removePost = remove('all_posts')
export const removeSound = remove('sounds')
export const removeRoom = remove('all_live_rooms')

/** Accounts that an account follows have one follower less in their lists. */
const unfollow = rowChange(
  { pk: 'bigint' },
  ({ pk }, join) => `UPDATE follower_counts SET listed = listed - 1 ${join('FROM')}
  WHERE EXISTS (SELECT 1 FROM followers f WHERE f.follower_pk = ${pk} AND f.user_pk = follower_counts.user_pk)`
)
/** All that an account has beside posts and live rooms, and the account. */
export const removeAccount: readonly RowChange[] = [
  unfollow,
  remove('followers', 'follower_pk'),
  ...[
    'followers',
    'follower_counts',
    'reposts',
    'all_collections',
    'user_variants',
    'handles',
    'creator_scores',
    'stale_scores'
  ].map((table) => remove(table, 'user_pk')),
  remove('users')
]

/** A name that no post has, hidden ones included. */
const noPostHas = (condition: string) =>
  ` AND NOT EXISTS (SELECT 1 FROM all_posts p WHERE p.is_hidden = 1 AND ${condition})`
/** What posts alone have brought goes with the last of them. */
export const removeUnused = {
  hashtags: remove(
    'hashtags',
    'pk',
    ` AND NOT EXISTS (SELECT 1 FROM hashtag_posts u WHERE u.hashtag_pk = hashtags.pk)${noPostHas(
      `(p.hashtags LIKE '%"id":"' || hashtags.hashtag_id || '"%' OR hashtags.hashtag_id IS NULL AND p.hashtags LIKE '%"name":"' || hashtags.name || '"%')`
    )}`
  ),
  sounds: remove(
    'sounds',
    'pk',
    ` AND sounds.posts_count = 0 AND sounds.source IS NOT NULL${noPostHas('p.sound_pk = sounds.pk')}`
  ),
  places: remove(
    'places',
    'pk',
    ` AND places.posts_count = 0 AND places.source IS NOT NULL${noPostHas('p.place_pk = places.pk')}`
  )
} as const

/** Run once, for `true`. */
const sweep = (text: (isRun: string, join: (keyword: string) => string) => string) =>
  rowChange({ one: 'bigint' }, ({ one }, join) => text(`${one} = 1`, join))
const without = (table: string, key: string, other: string, otherKey: string) =>
  sweep(
    (isRun, join) => `DELETE FROM ${table} ${join('USING')}
    WHERE ${isRun} AND NOT EXISTS (SELECT 1 FROM ${other} o WHERE o.${otherKey} = ${table}.${key})`
  )
/** Rows that refer to rows which are gone, in an order in which none is left. */
export const sweeps: readonly RowChange[] = [
  sweep(
    (
      isRun,
      join
    ) => `UPDATE all_collections SET posts_count = CASE WHEN posts_count > gone.posts THEN posts_count - gone.posts ELSE 0 END
    FROM (SELECT c.collection_pk, count(*) AS posts FROM collection_posts c
      WHERE NOT EXISTS (SELECT 1 FROM all_posts p WHERE p.pk = c.post_pk) GROUP BY c.collection_pk) gone ${join(',')}
    WHERE ${isRun} AND gone.collection_pk = all_collections.pk`
  ),
  without('collection_posts', 'post_pk', 'all_posts', 'pk'),
  without('collection_posts', 'collection_pk', 'all_collections', 'pk'),
  without('reposts', 'post_pk', 'all_posts', 'pk'),
  without('hashtag_names', 'hashtag_pk', 'hashtags', 'pk'),
  sweep(
    (isRun, join) => `DELETE FROM suggestions ${join('USING')} WHERE ${isRun} AND suggestions.kind = 'creator'
    AND NOT EXISTS (SELECT 1 FROM users u WHERE ${accountKey('u')} = lower(suggestions.thing))`
  ),
  ...['suggestion_keys', 'suggestion_tops', 'suggestion_typos'].map((table) =>
    without(table, 'rank', 'suggestions', 'rank')
  )
]
/** Suggestions of a sound, which may stand for several. */
export const removeSuggestionsOf = rowChange(
  { sound: 'text' },
  ({ sound }, join) => `DELETE FROM suggestions ${join('USING')} WHERE suggestions.kind = 'sound'
  AND ' ' || suggestions.thing || ' ' LIKE '% ' || ${sound} || ' %'`
)

export const reads: readonly RowRead[] = [
  ...[removalsSince, accountOf, roomsOf, soundOf, postsOfSound],
  ...[removedRows, shown, postsOf].flatMap((statements) => Object.values<RowRead>(statements))
]
export const changes: readonly RowChange[] = [
  ...[noteRemoval, undoRemoval, silence, removePost, removeSound, removeRoom, removeSuggestionsOf],
  ...[hide, removeUnused].flatMap((statements) => Object.values<RowChange>(statements)),
  ...removeAccount,
  ...sweeps
]
