import { listNames } from '../../records/missing-fields.ts'
import { accountKey } from '../../store/tables/account-key.ts'
import { type RowChange, type RowRead, rowChange, rowRead } from '../../store/tables/row-statements.ts'
import type { MergeStore } from './merge-store.ts'
import type { Observations } from './observe.ts'
import { count, type Tally } from './tally.ts'

/** Lists of sources are stored with the names in them, and resolved at the end of an import, because named records may come later or change owners. */

export const mergeRelations = async (store: MergeStore, { relations }: Observations, tally: Tally): Promise<void> => {
  if (relations.size === 0) return
  const rows = [...relations.values()]
  const known = await store.relations(rows)
  const written = rows.filter((row, index) => row.position > (known[index] ?? -1))
  for (const [index, { member }] of rows.entries())
    if (member !== '') count(tally, 'relations', { isNew: known[index] === null, isChanged: false })
  await store.writeRelations(written)
}

/** Whether a private account had a handle: a list member with the handle alone may be that account. */
const isOfPrivate = (handle: string): string => `EXISTS (
  SELECT 1 FROM handles h JOIN users f ON f.pk = h.user_pk WHERE h.handle = ${handle} AND f.is_private = 1)`

/** The account of a reference; null if it does not exist. */
const accountOf = (reference: string): string => `CASE WHEN ${reference} LIKE '@%'
  THEN (SELECT u.pk FROM users u WHERE ${accountKey('u')} = substr(${reference}, 2)
    AND (u.is_private = 1 OR NOT ${isOfPrivate(`substr(${reference}, 2)`)}))
  ELSE (SELECT u.pk FROM users u WHERE u.has_id = 1 AND u.user_id = ${reference}) END`

/** Kinds in `stale_lists`: the lists of an account, and the posts of a collection. */
export const listKinds = { account: 1, collection: 2 } as const

const isOfCollection = (list: string) => `${list} = 'collection_posts'`
const kindOf = (list: string) =>
  `CASE WHEN ${isOfCollection(list)} THEN ${listKinds.collection} ELSE ${listKinds.account} END`
const ownerOf = (list: string, owner: string) => `CASE WHEN ${isOfCollection(list)}
  THEN (SELECT c.pk FROM all_collections c WHERE c.collection_id = ${owner}) ELSE ${accountOf(owner)} END`
const noteStale = (named: string) => `INSERT INTO stale_lists (kind, pk)
  SELECT named.kind, named.pk FROM (${named}) named WHERE named.pk IS NOT NULL ON CONFLICT DO NOTHING`
const listOf = (row: string) => `${kindOf(`${row}.list`)} AS kind, ${ownerOf(`${row}.list`, `${row}.owner`)} AS pk`

/** Notes lists to rebuild at the end of an import: by owner, by named account or collection, and by named post. */
export const noteList = rowChange({ kind: 'bigint', pk: 'bigint' }, ({ kind, pk }, join) =>
  noteStale(`SELECT ${kind} AS kind, ${pk} AS pk ${join('FROM')}`)
)
export const noteListOf = rowChange({ list: 'text', owner: 'text' }, ({ list, owner }, join) =>
  noteStale(`SELECT ${kindOf(list)} AS kind, ${ownerOf(list, owner)} AS pk ${join('FROM')}`)
)
export const noteListsNaming = rowChange({ reference: 'text' }, ({ reference }, join) =>
  noteStale(`SELECT ${listOf('r')} FROM relations r ${join('CROSS JOIN')} WHERE r.member = ${reference}
    UNION ALL SELECT ${listOf('r')} FROM relations r ${join('CROSS JOIN')}
    WHERE r.list IN ('followers', 'following', 'reposts', 'collections') AND r.owner = ${reference}`)
)
export const noteListsWithPost = rowChange({ post: 'bigint', isNew: 'bigint' }, ({ post, isNew }, join) =>
  noteStale(`SELECT ${listOf('r')} FROM all_posts p JOIN relations r ON r.member = p.post_id ${join('CROSS JOIN')}
    WHERE p.pk = ${post} AND (${isNew} = 1 OR ${isOfCollection('r.list')})`)
)
/** References to an account in lists: current ones, and each handle that it was seen with. */
export const referencesOf = rowRead(
  { account: 'bigint' },
  ({ account }) => `SELECT '@' || h.handle FROM handles h WHERE h.user_pk = ${account}
    UNION SELECT CASE WHEN u.has_id = 1 THEN u.user_id ELSE '@' || u.handle END FROM users u WHERE u.pk = ${account}`
)
export const anyRelation = rowRead(
  { one: 'bigint' },
  ({ one }) => `SELECT ${one} WHERE EXISTS (SELECT 1 FROM relations)`
)
export const reads: readonly RowRead[] = [referencesOf, anyRelation]
export const changes: readonly RowChange[] = [noteList, noteListOf, noteListsNaming, noteListsWithPost]

/** Notes all lists of accounts and collections to rebuild them, except those of a data set created at once. */
export const noteAllLists = noteStale(`SELECT ${listOf('r')} FROM (SELECT DISTINCT list, owner FROM relations) r
  UNION SELECT * FROM (${[
    ...['followers', 'reposts'].map(
      (table) => `SELECT DISTINCT ${listKinds.account} AS kind, user_pk AS pk FROM ${table}`
    ),
    `SELECT ${listKinds.account}, pk FROM users WHERE known_lists <> 0`,
    `SELECT DISTINCT ${listKinds.collection}, collection_pk FROM collection_posts`
  ].join(' UNION ALL ')}) listed WHERE EXISTS (SELECT 1 FROM relations)`)

const stale = (kind: keyof typeof listKinds) => `(SELECT s.pk FROM stale_lists s WHERE s.kind = ${listKinds[kind]})`
/** Stale accounts with all references to them. */
const owners = `(SELECT u.pk AS user_pk, u.user_id AS owner FROM stale_lists s CROSS JOIN users u
    WHERE s.kind = ${listKinds.account} AND u.pk = s.pk AND u.has_id = 1
  UNION ALL SELECT u.pk, '@' || u.handle FROM stale_lists s CROSS JOIN users u
    WHERE s.kind = ${listKinds.account} AND u.pk = s.pk AND (u.is_private = 1 OR NOT ${isOfPrivate('u.handle')})) o`
const bits = listNames.map((name, index) => `WHEN '${name.replace('_list', '')}' THEN ${1 << index}`).join(' ')
const given = `(SELECT user_pk, sum(list) AS lists FROM (SELECT DISTINCT o.user_pk, CASE r.list ${bits} END AS list
    FROM ${owners} CROSS JOIN relations r WHERE r.list IN ('followers', 'following', 'reposts', 'collections')
    AND r.owner = o.owner AND r.member = '') named GROUP BY user_pk) given`

/**
 * Rebuilds the stale lists, in both databases. Followers are paged by whole seconds, which must decrease down each list and stay above 0: each
 * time is at least one second less than the previous one.
 */
export const listRelations: readonly string[] = [
  ...['followers', 'follower_counts', 'reposts'].map(
    (table) => `DELETE FROM ${table} WHERE user_pk IN ${stale('account')}`
  ),
  `DELETE FROM collection_posts WHERE collection_pk IN ${stale('collection')}`,
  `INSERT INTO followers (user_pk, page_time, follower_pk, followed_at)
    SELECT user_pk, CASE WHEN latest > total THEN latest - number ELSE total - number + 1 END, follower_pk, followed_at
    FROM (SELECT ranked.*, min(followed_at + number) OVER (PARTITION BY user_pk ORDER BY number) AS latest
      FROM (SELECT known.*, row_number() OVER (PARTITION BY user_pk ORDER BY followed_at DESC, reference) AS number,
          count(*) OVER (PARTITION BY user_pk) AS total
        FROM (SELECT user_pk, follower_pk, max(followed_at) AS followed_at, min(member) AS reference
          FROM (SELECT o.user_pk, ${accountOf('r.member')} AS follower_pk, r.member, r.position AS followed_at FROM ${owners}
            CROSS JOIN relations r WHERE r.list = 'followers' AND r.owner = o.owner AND r.member <> '') named
          WHERE follower_pk IS NOT NULL GROUP BY user_pk, follower_pk) known) ranked) placed`,
  `INSERT INTO follower_counts (user_pk, listed)
    SELECT user_pk, count(*) FROM followers WHERE user_pk IN ${stale('account')} GROUP BY user_pk`,
  `INSERT INTO reposts (user_pk, reposted_at, id_order, post_pk)
    SELECT DISTINCT o.user_pk, 0, p.id_order, p.pk FROM ${owners} CROSS JOIN relations r CROSS JOIN all_posts p
    WHERE r.list = 'reposts' AND r.owner = o.owner AND p.post_id = r.member`,
  `INSERT INTO collection_posts (collection_pk, place_in_list, post_pk)
    SELECT c.pk, row_number() OVER (PARTITION BY c.pk ORDER BY r.position, p.created_at, p.id_order, p.pk), p.pk
    FROM stale_lists s CROSS JOIN all_collections c CROSS JOIN relations r CROSS JOIN all_posts p
    WHERE s.kind = ${listKinds.collection} AND c.pk = s.pk AND r.list = 'collection_posts' AND r.owner = c.collection_id
      AND p.post_id = r.member`,
  `UPDATE all_collections SET user_pk = ${accountOf('all_collections.owner')}
    WHERE owner IS NOT NULL AND user_pk IS DISTINCT FROM ${accountOf('all_collections.owner')}`,
  `UPDATE users SET known_lists = 0
    WHERE known_lists <> 0 AND pk IN ${stale('account')} AND pk NOT IN (SELECT user_pk FROM ${given})`,
  `UPDATE users SET known_lists = given.lists FROM ${given} WHERE users.pk = given.user_pk AND users.known_lists <> given.lists`,
  'DELETE FROM stale_lists'
]
