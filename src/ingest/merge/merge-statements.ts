import { accountKey } from '../../store/tables/account-key.ts'
import { soundKey, soundOf } from '../../store/tables/facts-keys.ts'
import { type RowChange, type RowRead, rowChange, rowRead } from '../../store/tables/row-statements.ts'
import { mayBeOfPrivate } from '../../store/tables/schema.ts'
import { listed, mergedColumns, postFields, roomFields, tableOf } from './merge-rows.ts'
import { type MergedKind, mostLikesOfPost } from './merge-store.ts'

/** Statements of merging, in SQL that both databases share. */

const lookUp = (columns: string, from: string, key: string) =>
  rowRead({ key: 'text' }, (row) => `SELECT ${columns} FROM ${from} WHERE ${key} = ${row.key}`)
const users = `u.pk, ${listed('u', mergedColumns.users)}`
const hashtags = 'h.pk, h.hashtag_id, h.name, h.named_at'
const thingsBy = (kind: 'sounds' | 'places' | 'effects' | 'collections', key: string) =>
  lookUp(`t.pk, ${listed('t', mergedColumns[kind].slice(1))}`, `${tableOf[kind]} t`, key)

/** The row of each key. */
export const lookUps = {
  users: lookUp(users, 'users u', 'u.has_id = 1 AND u.user_id'),
  nameless: lookUp(users, 'users u', `u.has_id = 0 AND ${accountKey('u')}`),
  takenIds: lookUp('u.pk', 'users u', 'u.user_id'),
  handles: lookUp(
    'h.user_pk, u.user_id, h.claimed_from, h.claimed_at, h.is_private, h.is_private_at',
    'handles h JOIN users u ON u.pk = h.user_pk',
    'h.handle'
  ),
  handlesOf: lookUp(
    'h.handle, h.is_private, h.is_private_at, h.claimed_at',
    'handles h JOIN users u ON u.pk = h.user_pk',
    'u.has_id = 1 AND u.user_id'
  ),
  sounds: thingsBy('sounds', soundKey('t.')),
  places: thingsBy('places', 't.place_id'),
  effects: thingsBy('effects', 't.effect_id'),
  collections: thingsBy('collections', 't.collection_id'),
  rooms: lookUp(
    `l.pk, l.user_pk, ${listed('l', roomFields)}, l.streamer_handle, u.user_id, l.collected_at, l.source, l.older`,
    'all_live_rooms l JOIN users u ON u.pk = l.user_pk',
    'l.room_id'
  ),
  hashtags: lookUp(hashtags, 'hashtags h', 'h.hashtag_id'),
  hashtagsNamed: lookUp(hashtags, 'hashtag_names n JOIN hashtags h ON h.pk = n.hashtag_pk', 'n.name'),
  posts: lookUp(
    `p.pk, p.author_pk, p.sound_pk, p.place_pk, ${listed('p', postFields)},
      p.author_handle, u.user_id, CASE WHEN s.pk IS NOT NULL THEN coalesce(p.sound_facts, ${soundKey('s.')}) END, l.place_id,
      p.collected_at, p.source, p.older, p.is_hidden`,
    `all_posts p LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk
      LEFT JOIN places l ON l.pk = p.place_pk`,
    'p.post_id'
  )
} as const

export const relationPosition = rowRead(
  { list: 'text', owner: 'text', member: 'text' },
  ({ list, owner, member }) =>
    `SELECT r.position FROM relations r WHERE r.list = ${list} AND r.owner = ${owner} AND r.member = ${member}`
)
export const writeRelation = rowChange(
  { list: 'text', owner: 'text', member: 'text', position: 'bigint' },
  ({ list, owner, member, position }, join) => `INSERT INTO relations (list, owner, member, position)
  SELECT ${list}, ${owner}, ${member}, ${position} ${join('FROM')}
  WHERE true ON CONFLICT (list, owner, member) DO UPDATE SET position = excluded.position`
)

/** Holders of handles: pk and whether they have an id. */
export const accountsByHandle = lookUp('u.pk, u.has_id', 'users u', accountKey('u'))
export const handleOf = rowRead({ pk: 'bigint' }, ({ pk }) => `SELECT u.handle FROM users u WHERE u.pk = ${pk}`)
export const freeHandle = rowChange(
  { pk: 'bigint' },
  ({ pk }, join) => `UPDATE users SET handle = NULL ${join('FROM')} WHERE users.pk = ${pk}`
)
export const removeAccount = rowChange(
  { pk: 'bigint' },
  ({ pk }, join) => `DELETE FROM users ${join('USING')} WHERE users.pk = ${pk}`
)
export const noteClaim = rowChange(
  { handle: 'text', pk: 'bigint', from: 'bigint', at: 'bigint', isPrivate: 'bigint', isPrivateAt: 'bigint' },
  (
    { handle, pk, from, at, isPrivate, isPrivateAt },
    join
  ) => `INSERT INTO handles (handle, user_pk, claimed_from, claimed_at, is_private, is_private_at)
  SELECT ${handle}, ${pk}, ${from}, ${at}, ${isPrivate}, ${isPrivateAt} ${join('FROM')} WHERE true ON CONFLICT (handle, user_pk) DO UPDATE SET
    claimed_from = excluded.claimed_from, claimed_at = excluded.claimed_at, is_private = excluded.is_private, is_private_at = excluded.is_private_at`
)

/** Accounts that were seen with a handle of an account. */
export const sharingHandles = rowRead(
  { account: 'bigint' },
  ({ account }) =>
    `SELECT DISTINCT o.user_pk FROM handles h JOIN handles o ON o.handle = h.handle WHERE h.user_pk = ${account}`
)

/** Likes of a post in its account's sum. */
export const summedLikes = `CASE WHEN likes > ${mostLikesOfPost} THEN ${mostLikesOfPost} ELSE coalesce(likes, 0) END`
/** Sums of visible posts that name their author by handle only, by author. */
export const sumsByHandle = rowRead(
  { handle: 'text' },
  ({ handle }) => `SELECT author_pk, sum(1 - is_hidden) AS videos, sum(${summedLikes} * (1 - is_hidden)) AS likes
  FROM all_posts WHERE author_handle = ${handle} GROUP BY author_pk`
)
export const moveRooms = rowChange(
  { handle: 'text', pk: 'bigint' },
  ({ handle, pk }, join) =>
    `UPDATE all_live_rooms SET user_pk = ${pk} ${join('FROM')} WHERE streamer_handle = ${handle}`
)
export const movePosts = rowChange(
  { handle: 'text', pk: 'bigint' },
  ({ handle, pk }, join) => `UPDATE all_posts SET author_pk = ${pk} ${join('FROM')} WHERE author_handle = ${handle}`
)

/** The row of the sound that facts refer to, and the posts with these facts alone that have another sound. */
export const soundOfFacts = rowRead({ facts: 'text' }, ({ facts }) => soundOf(facts))
export const postsOfOtherSounds = rowRead(
  { facts: 'text', sound: 'bigint' },
  // Compares each sound by the index, because nearly all posts already have the right one.
  ({ facts, sound }) =>
    [`< ${sound}`, `> ${sound}`, 'IS NULL']
      .map(
        (other) => `SELECT pk, sound_pk, is_hidden FROM all_posts WHERE sound_facts = ${facts} AND sound_pk ${other}`
      )
      .join(' UNION ALL ')
)
export const moveToSound = rowChange(
  { facts: 'text', sound: 'bigint' },
  ({ facts, sound }, join) =>
    `UPDATE all_posts SET sound_pk = ${sound} ${join('FROM')} WHERE sound_facts = ${facts} AND sound_pk IS DISTINCT FROM ${sound}`
)

export const nameHashtag = rowChange(
  { name: 'text', pk: 'bigint' },
  ({ name, pk }, join) => `INSERT INTO hashtag_names (name, hashtag_pk) SELECT ${name}, ${pk} ${join('FROM')}
  WHERE true ON CONFLICT (name) DO UPDATE SET hashtag_pk = excluded.hashtag_pk`
)
export const removeHashtag = rowChange(
  { pk: 'bigint' },
  ({ pk }, join) => `DELETE FROM hashtags ${join('USING')} WHERE hashtags.pk = ${pk}`
)
export const useColumns = ['hashtag_pk', 'created_at', 'id_order', 'post_pk'] as const
/** Statements over posts of hashtags, which may be in another table than the served one during an import. */
export const usesIn = (table: string) => ({
  copyUses: rowChange(
    { merged: 'bigint', other: 'bigint' },
    (
      { merged, other },
      join
    ) => `INSERT INTO ${table} (${useColumns}) SELECT ${other}, u.created_at, u.id_order, u.post_pk
    FROM ${table} u ${join('CROSS JOIN')} WHERE u.hashtag_pk = ${merged} ON CONFLICT DO NOTHING`
  ),
  removeUsesOf: rowChange(
    { hashtag: 'bigint' },
    ({ hashtag }, join) => `DELETE FROM ${table} ${join('USING')} WHERE hashtag_pk = ${hashtag}`
  ),
  removeUse: rowChange(
    { hashtag: 'bigint', time: 'bigint', id: 'bigint', post: 'bigint' },
    ({ hashtag, time, id, post }, join) => `DELETE FROM ${table} ${join('USING')}
    WHERE hashtag_pk = ${hashtag} AND created_at = ${time} AND id_order = ${id} AND post_pk = ${post}`
  ),
  postsOf: rowRead(
    { hashtag: 'bigint' },
    ({ hashtag }) => `SELECT p.pk, p.created_at, p.id_order, p.hashtags
    FROM ${table} u JOIN all_posts p ON p.pk = u.post_pk WHERE u.hashtag_pk = ${hashtag}`
  )
})
export const servedUses = usesIn('hashtag_posts')

const addPosts = (table: 'sounds' | 'places') =>
  rowChange(
    { pk: 'bigint', posts: 'bigint' },
    ({ pk, posts }, join) =>
      `UPDATE ${table} SET posts_count = posts_count + ${posts} ${join('FROM')} WHERE ${table}.pk = ${pk}`
  )
export const addSums = {
  users: rowChange(
    { pk: 'bigint', videos: 'bigint', likes: 'bigint' },
    (
      { pk, videos, likes },
      join
    ) => `UPDATE users SET listed_videos = listed_videos + ${videos}, listed_likes = listed_likes + ${likes}
    ${join('FROM')} WHERE users.pk = ${pk}`
  ),
  sounds: addPosts('sounds'),
  places: addPosts('places')
}

const isOfPrivate = mayBeOfPrivate('p', 'author', 'author_pk')
const isShown = `u.is_private IS DISTINCT FROM 1 AND p.is_private IS DISTINCT FROM 1 AND NOT ${isOfPrivate}`
/**
 * Reads posts whose `is_hidden` changes, among posts of some authors and among some posts: posts that are not public, or that do or may belong
 * to private accounts, are hidden, all others visible. `p`: the posts, `u`: their authors.
 */
export const turnings = [
  { among: 'authors', isHidden: 1, where: `(u.is_private = 1 OR ${isOfPrivate})` },
  { among: 'posts', isHidden: 1, where: `(p.is_private = 1 OR ${isOfPrivate})` },
  { among: 'authors', isHidden: 0, where: isShown },
  { among: 'posts', isHidden: 0, where: isShown }
] as const
export type Turning = (typeof turnings)[number]

export const noteTimes = rowChange(
  { pk: 'bigint', first: 'bigint', last: 'bigint' },
  ({ pk, first, last }, join) => `UPDATE sources SET
    collected_from = CASE WHEN collected_from < ${first} THEN collected_from ELSE ${first} END,
    collected_to = CASE WHEN collected_to > ${last} THEN collected_to ELSE ${last} END
  ${join('FROM')} WHERE sources.pk = ${pk}`
)
export const reads: readonly RowRead[] = [
  ...Object.values(lookUps),
  ...[accountsByHandle, handleOf, relationPosition, sharingHandles, sumsByHandle, servedUses.postsOf],
  ...[soundOfFacts, postsOfOtherSounds]
]
export const changes: readonly RowChange[] = [
  ...[
    freeHandle,
    removeAccount,
    noteClaim,
    writeRelation,
    movePosts,
    moveRooms,
    moveToSound,
    nameHashtag,
    removeHashtag
  ],
  ...[servedUses.copyUses, servedUses.removeUsesOf, servedUses.removeUse],
  ...[...Object.values(addSums), noteTimes]
]

const kinds: readonly MergedKind[] = [
  ...(['posts', 'users', 'sounds', 'places', 'hashtags', 'live_rooms', 'effects', 'collections'] as const)
]
export const sourceRows = 'SELECT pk, name FROM sources'
/** The highest pk of each kind, one row per kind. */
export const lastPks = kinds
  .map((kind) => `SELECT '${kind}', coalesce(max(pk), 0) FROM ${tableOf[kind]}`)
  .join(' UNION ALL ')
