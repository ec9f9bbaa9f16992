import { accountKey } from '../../store/tables/account-key.ts'
import { namesOfSound, soundKey } from '../../store/tables/facts-keys.ts'
import { type RowChange, type RowRead, rowChange, rowRead } from '../../store/tables/row-statements.ts'
import { sampleTables } from '../../store/tables/stored-samples.ts'
import { recordSeparator } from '../../store/tables/suggestions.ts'

/** Statements that remove records, in SQL that both databases share. */

export const removalColumns = ['kind', 'id', 'along_with', 'removed_at', 'why', 'until'] as const
export const allRemovals = `SELECT ${removalColumns} FROM removals`
export const removalsSince = rowRead({ since: 'bigint' }, ({ since }) => `${allRemovals} WHERE removed_at >= ${since}`)
export const noteRemoval = rowChange(
  { kind: 'text', id: 'text', alongWith: 'text', at: 'bigint', why: 'text', until: 'bigint' },
  (row, join) => `INSERT INTO removals (${removalColumns}) SELECT ${Object.values(row)} ${join('FROM')} WHERE true
  ON CONFLICT (kind, id, along_with) DO UPDATE SET
    until = CASE WHEN removals.until > excluded.until THEN removals.until ELSE excluded.until END`
)
export const undoRemoval = rowChange(
  { kind: 'text', id: 'text' },
  ({ kind, id }, join) => `DELETE FROM removals ${join('USING')} WHERE removals.along_with = ${kind} || ':' || ${id}
    OR removals.kind = ${kind} AND removals.id = ${id} AND removals.along_with = ''`
)

/** Existing rows of removed records, and their ids. */
const thatAreRemoved = (kind: string, table: string) =>
  rowRead(
    { since: 'bigint' },
    ({ since }) => `SELECT DISTINCT t.pk, r.id FROM removals r JOIN ${table} t ON t.${kind}_id = r.id
    WHERE r.kind = '${kind}' AND r.removed_at >= ${since}`
  )
export const removedRows = {
  users: thatAreRemoved('user', 'users'),
  posts: thatAreRemoved('post', 'all_posts'),
  sounds: thatAreRemoved('sound', 'sounds')
} as const

const postsOf = (hidden: number) =>
  `(SELECT count(*) FROM all_posts p WHERE p.author_pk = u.pk AND p.is_hidden = ${hidden})`
const account = (key: string) =>
  rowRead(
    { key: 'text' },
    (row) => `SELECT u.user_id, '@' || u.username || coalesce(' (' || u.display_name || ')', '') ||
    CASE u.has_id WHEN 1 THEN ', account ' || u.user_id ELSE ', known by this handle alone' END ||
    ', posts: ' || (${postsOf(0)} + ${postsOf(1)}) AS shown FROM users u WHERE ${key} = ${row.key}`
  )
/** The id of a record, and the text that is shown before its removal. */
export const shown = {
  handle: account(accountKey('u')),
  user: account('u.user_id'),
  post: rowRead(
    { id: 'text' },
    ({ id }) => `SELECT p.post_id, 'post ' || p.post_id || coalesce(' of @' || u.username, '') ||
    coalesce(': ' || substr(p.caption, 1, 60), '') AS shown FROM all_posts p LEFT JOIN users u ON u.pk = p.author_pk WHERE p.post_id = ${id}`
  ),
  sound: rowRead(
    { id: 'text' },
    ({
      id
    }) => `SELECT s.sound_id, 'sound ' || s.sound_id || coalesce(': ' || s.title, '') || coalesce(', ' || s.author, '') ||
    ', posts: ' || s.posts_count AS shown FROM sounds s WHERE s.sound_id = ${id}`
  )
} as const

/** Whether a row that names its account by a handle alone may belong to another account that had the handle (`h`), as in `mayBeOfPrivate`. */
const mayBeOf = (row: string, reference: 'author' | 'streamer', key: string) => `EXISTS (SELECT 1 FROM handles own
    WHERE own.handle = ${row}.${reference}_handle AND own.user_pk = ${row}.${key} AND own.user_pk <> h.user_pk
      AND (${row}.collected_at <= h.claimed_at OR ${row}.collected_at < coalesce(own.claimed_from, own.claimed_at)
        OR ${row}.older LIKE '%"${reference}"%'))`
const removedPost = 'p.pk, p.post_id, p.sound_pk, p.place_pk, p.hashtags, p.sound_facts'
/** Posts of an account, which are all hidden at this point. */
export const postsOfAccount = rowRead(
  { account: 'bigint' },
  (row) => `SELECT ${removedPost} FROM all_posts p WHERE p.author_pk = ${row.account} AND p.is_hidden = 1
  UNION ALL SELECT ${removedPost} FROM handles h JOIN all_posts p ON p.author_handle = h.handle
    WHERE h.user_pk = ${row.account} AND p.is_hidden = 1 AND ${mayBeOf('p', 'author', 'author_pk')}`
)
export const post = rowRead({ pk: 'bigint' }, ({ pk }) => `SELECT ${removedPost} FROM all_posts p WHERE p.pk = ${pk}`)
export const postsOfSound = rowRead(
  { sound: 'bigint' },
  ({ sound }) => `SELECT p.pk FROM all_posts p WHERE p.sound_pk = ${sound}`
)
/** The facts that may identify a sound with an id. */
export const namesOf = rowRead({ sound: 'bigint' }, ({ sound }) => namesOfSound(sound))
/** The sound without an id that has these facts. */
export const soundByFacts = rowRead(
  { facts: 'text' },
  ({ facts }) => `SELECT s.pk FROM sounds s WHERE ${soundKey('s.')} = ${facts}`
)

const update = (table: string, change: string, key = 'pk') =>
  rowChange(
    { pk: 'bigint' },
    ({ pk }, join) => `UPDATE ${table} SET ${change} ${join('FROM')} WHERE ${table}.${key} = ${pk}`
  )
const remove = (table: string, unless = '') =>
  rowChange(
    { pk: 'bigint' },
    ({ pk }, join) => `DELETE FROM ${table} ${join('USING')} WHERE ${table}.pk = ${pk}${unless}`
  )
const noHiddenPost = (has: string) => ` AND NOT EXISTS (SELECT 1 FROM all_posts p WHERE p.is_hidden = 1 AND ${has})`
const unused = (table: 'sounds' | 'places', key: string) =>
  remove(
    table,
    ` AND ${table}.posts_count = 0 AND ${table}.source IS NOT NULL${noHiddenPost(`p.${key} = ${table}.pk`)}`
  )

export const steps = {
  hideUser: update('users', 'is_private = 1'),
  hidePost: update('all_posts', 'is_private = 1'),
  silencePosts: update('all_posts', 'sound_pk = NULL', 'sound_pk'),
  removeUser: remove('users'),
  removePost: remove('all_posts'),
  removeSound: remove('sounds'),
  // Records that were added for posts are removed with the last of these.
  removeUnusedSound: unused('sounds', 'sound_pk'),
  removeUnusedPlace: unused('places', 'place_pk'),
  removeUnusedHashtag: remove(
    'hashtags',
    ` AND NOT EXISTS (SELECT 1 FROM hashtag_posts u WHERE u.hashtag_pk = hashtags.pk)${noHiddenPost(
      `p.hashtags LIKE '%"' || coalesce(hashtags.hashtag_id, hashtags.name) || '"%'`
    )}`
  ),
  // Lists refer to an account by its handle if its id is unknown.
  removeRelations: rowChange(
    { account: 'bigint' },
    (row, join) => `DELETE FROM relations ${join('USING')} WHERE EXISTS (SELECT 1 FROM users u
    WHERE u.pk = ${row.account} AND '@' || u.handle IN (relations.owner, relations.member))`
  ),
  removeRooms: rowChange(
    { account: 'bigint' },
    (row, join) => `DELETE FROM all_live_rooms ${join('USING')} WHERE EXISTS (SELECT 1 FROM handles h
    WHERE h.user_pk = ${row.account} AND h.handle = streamer_handle AND ${mayBeOf('all_live_rooms', 'streamer', 'user_pk')})`
  ),
  removeSuggestions: rowChange(
    { sound: 'text' },
    ({ sound }, join) => `DELETE FROM suggestions ${join('USING')} WHERE suggestions.kind = 'sound'
    AND '${recordSeparator}' || suggestions.record || '${recordSeparator}' LIKE '%${recordSeparator}' || ${sound} || '${recordSeparator}%'`
  )
} as const

/** A statement that runs once, for 1. It scans whole tables, as rewriting the file does too. */
const sweep = (text: (isRun: string, join: (keyword: string) => string) => string) =>
  rowChange({ one: 'bigint' }, ({ one }, join) => text(`${one} = 1`, join))
const isGone = (table: string, key: string, owner: string, ownKey = 'pk') =>
  `${table}.${key} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${owner} o WHERE o.${ownKey} = ${table}.${key})`
const without = (table: string, key: string, owner: string, ownKey?: string) =>
  sweep(
    (isRun, join) => `DELETE FROM ${table} ${join('USING')} WHERE ${isRun} AND ${isGone(table, key, owner, ownKey)}`
  )
/** Remove rows that refer to deleted rows, in an order that leaves none. */
export const sweeps: readonly RowChange[] = [
  sweep(
    (
      isRun,
      join
    ) => `UPDATE all_collections SET posts_count = CASE WHEN posts_count > gone.posts THEN posts_count - gone.posts ELSE 0 END
    FROM (SELECT collection_pk, count(*) AS posts FROM collection_posts WHERE ${isGone('collection_posts', 'post_pk', 'all_posts')}
      GROUP BY collection_pk) gone ${join(',')} WHERE ${isRun} AND gone.collection_pk = all_collections.pk`
  ),
  sweep(
    (isRun, join) => `DELETE FROM relations ${join('USING')} WHERE ${isRun} AND EXISTS (SELECT 1 FROM removals r
    WHERE r.kind IN ('user', 'post') AND r.id IN (relations.owner, relations.member))`
  ),
  sweep(
    (isRun, join) => `DELETE FROM all_collections ${join('USING')} WHERE ${isRun}
    AND EXISTS (SELECT 1 FROM removals r WHERE r.kind = 'user' AND r.id = all_collections.owner)`
  ),
  ...[
    'user_variants',
    'handles',
    'follower_counts',
    'creator_scores',
    'stale_scores',
    'all_live_rooms',
    'all_collections'
  ]
    .concat('followers', 'reposts')
    .map((table) => without(table, 'user_pk', 'users')),
  without('followers', 'follower_pk', 'users'),
  without(sampleTables.users, 'pk', 'users'),
  ...['collection_posts', 'reposts'].map((table) => without(table, 'post_pk', 'all_posts')),
  without('collection_posts', 'collection_pk', 'all_collections'),
  without(sampleTables.posts, 'pk', 'all_posts'),
  sweep((isRun, join) => {
    const listed = '(SELECT count(*) FROM followers f WHERE f.user_pk = follower_counts.user_pk)'
    return `UPDATE follower_counts SET listed = ${listed} ${join('FROM')} WHERE ${isRun} AND listed <> ${listed}`
  }),
  without('hashtag_names', 'hashtag_pk', 'hashtags'),
  sweep(
    (isRun, join) => `DELETE FROM suggestions ${join('USING')} WHERE ${isRun} AND suggestions.kind = 'creator'
    AND NOT EXISTS (SELECT 1 FROM users u WHERE ${accountKey('u')} = lower(suggestions.record))`
  ),
  ...['keys', 'tops', 'typos'].map((name) => without(`suggestion_${name}`, 'rank', 'suggestions', 'rank'))
]

export const reads: readonly RowRead[] = [
  ...[
    removalsSince,
    postsOfAccount,
    post,
    postsOfSound,
    namesOf,
    soundByFacts,
    ...Object.values(removedRows),
    ...Object.values(shown)
  ]
]
export const changes: readonly RowChange[] = [noteRemoval, undoRemoval, ...Object.values(steps), ...sweeps]
