import { listNames } from '../../records/missing-fields.ts'
import { accountKey } from '../../store/tables/account-key.ts'
import type { MergeStore } from './merge-store.ts'
import type { Observations } from './observe.ts'
import { count, type Tally } from './tally.ts'

/** What sources list is stored as they name it, and becomes lists at the end of an import: what it names may come later, or change hands. */

export const mergeRelations = async (store: MergeStore, { relations }: Observations, tally: Tally): Promise<void> => {
  if (relations.size === 0) return
  const rows = [...relations.values()]
  const known = await store.relations(rows)
  const written = rows.filter((row, index) => row.position > (known[index] ?? -1))
  for (const [index, { member }] of rows.entries())
    if (member !== '') count(tally, 'relations', { isNew: known[index] === null, isChanged: false })
  await store.writeRelations(written)
}

/**
 * The account that a reference means; null when it is not there. A handle that a private account had is nobody's: what was listed may be of
 * that one.
 */
const accountOf = (reference: string): string => `CASE WHEN ${reference} LIKE '@%'
  THEN (SELECT u.pk FROM users u WHERE ${accountKey('u')} = substr(${reference}, 2) AND (u.is_private = 1 OR NOT EXISTS (
    SELECT 1 FROM handles h JOIN users f ON f.pk = h.user_pk WHERE h.handle = substr(${reference}, 2) AND f.is_private = 1)))
  ELSE (SELECT u.pk FROM users u WHERE u.has_id = 1 AND u.user_id = ${reference}) END`

const hasRelations = 'EXISTS (SELECT 1 FROM relations)'
const bits = listNames.map((name, index) => `WHEN '${name.replace('_list', '')}' THEN ${1 << index}`).join(' ')

/** Followers by the keys of accounts, of which several references may mean one. */
const named = `SELECT ${accountOf('r.owner')} AS user_pk, ${accountOf('r.member')} AS follower_pk, r.position AS followed_at
  FROM relations r WHERE r.list = 'followers' AND r.member <> ''`
const areFollowersOthers = `(WITH named AS MATERIALIZED (${named})
  SELECT count(*) <> count(f.user_pk) OR count(*) <> (SELECT count(*) FROM followers)
  FROM named n LEFT JOIN followers f ON f.follower_pk = n.follower_pk AND f.followed_at = n.followed_at AND f.user_pk = n.user_pk
  WHERE n.user_pk IS NOT NULL AND n.follower_pk IS NOT NULL)`
const given = `(SELECT user_pk, sum(list) AS lists FROM (SELECT DISTINCT ${accountOf('r.owner')} AS user_pk, CASE r.list ${bits} END AS list
    FROM relations r WHERE r.member = '' AND r.list <> 'collection_posts') named WHERE user_pk IS NOT NULL GROUP BY user_pk) given`

/**
 * Makes the lists, in both databases; followers, who may be many, only where they are others than before. They are paged by whole seconds that
 * decrease down each list, and are not below 1: the time of one is at most that of the one before less a second.
 */
export const listRelations: readonly string[] = [
  ...['follower_counts', 'reposts', 'collection_posts'].map((table) => `DELETE FROM ${table} WHERE ${hasRelations}`),
  `DELETE FROM followers WHERE ${hasRelations} AND ${areFollowersOthers}`,
  `INSERT INTO followers (user_pk, page_time, follower_pk, followed_at)
    SELECT user_pk, CASE WHEN latest > total THEN latest - number ELSE total - number + 1 END, follower_pk, followed_at
    FROM (SELECT ranked.*, min(followed_at + number) OVER (PARTITION BY user_pk ORDER BY number) AS latest
      FROM (SELECT known.*, row_number() OVER (PARTITION BY user_pk ORDER BY followed_at DESC, follower_pk DESC) AS number,
          count(*) OVER (PARTITION BY user_pk) AS total
        FROM (SELECT user_pk, follower_pk, max(followed_at) AS followed_at
          FROM (${named} AND NOT EXISTS (SELECT 1 FROM followers)) named
          WHERE user_pk IS NOT NULL AND follower_pk IS NOT NULL GROUP BY user_pk, follower_pk) known) ranked) placed`,
  `INSERT INTO follower_counts (user_pk, listed) SELECT user_pk, count(*) FROM followers WHERE ${hasRelations} GROUP BY user_pk`,
  `INSERT INTO reposts (user_pk, reposted_at, id_order, post_pk)
    SELECT DISTINCT user_pk, 0, id_order, post_pk
    FROM (SELECT ${accountOf('r.owner')} AS user_pk, p.id_order, p.pk AS post_pk
      FROM relations r JOIN all_posts p ON p.post_id = r.member WHERE r.list = 'reposts') known WHERE user_pk IS NOT NULL`,
  `INSERT INTO collection_posts (collection_pk, place_in_list, post_pk)
    SELECT c.pk, row_number() OVER (PARTITION BY c.pk ORDER BY r.position, p.created_at, p.id_order, p.pk), p.pk
    FROM relations r JOIN all_collections c ON c.collection_id = r.owner JOIN all_posts p ON p.post_id = r.member
    WHERE r.list = 'collection_posts'`,
  `UPDATE all_collections SET user_pk = ${accountOf('all_collections.owner')}
    WHERE owner IS NOT NULL AND user_pk IS DISTINCT FROM ${accountOf('all_collections.owner')}`,
  `UPDATE users SET known_lists = 0
    WHERE known_lists <> 0 AND ${hasRelations} AND pk NOT IN (SELECT user_pk FROM ${given})`,
  `UPDATE users SET known_lists = given.lists FROM ${given} WHERE users.pk = given.user_pk AND users.known_lists <> given.lists`
]
