import { fromKeys, keysOf } from '../../core/keys-of.ts'
import { type PageRequest, readPosition } from '../../core/paging.ts'
import type { Post } from '../../records/post.ts'
import type { Sound } from '../../records/sound.ts'
import type { FeedKind, Feeds } from '../kinds.ts'
import { accountKey } from './account-key.ts'
import type { Selection } from './columns.ts'
import { hashtagOf, soundOf } from './facts-keys.ts'
import { isListUnknown } from './missing-fields.ts'
import { postJoins, posts, sounds, users } from './selections.ts'

/** The rows of a feed: one range of one index. */
export type Range<T> = {
  /**
   * SQL that selects the owner's `pk` and `total`, given the SQL of its key, which the sound library ignores. No row means that the owner
   * does not exist.
   */
  owner: (key: string) => string
  selection: Selection<T>
  /** Everything after FROM. */
  from: string
  /** Column with the owner. */
  key?: string
  /** Columns that form a position. */
  position: readonly string[]
  direction: 'ASC' | 'DESC'
}

/** The position before the page: the requested one, or one before all rows. */
export const startOf = <T>({ position, direction }: Range<T>, { after }: PageRequest): readonly number[] =>
  after === null
    ? position.map(() => (direction === 'DESC' ? Number.MAX_SAFE_INTEGER : 0))
    : readPosition(after, position.length)

/** Condition and order of the rows after a position. `owner` and `after` are SQL. */
export const conditionOf = <T>(
  { key, position, direction }: Range<T>,
  owner: string,
  after: readonly string[]
): string =>
  `${key === undefined ? '' : `${key} = ${owner} AND `}(${position}) ${direction === 'DESC' ? '<' : '>'} (${after})
  ORDER BY ${orderOf(position, direction)}`

export const orderOf = (columns: readonly string[], direction: 'ASC' | 'DESC'): string =>
  columns.map((column) => `${column} ${direction}`).join(', ')

const noTotal = 'CAST(NULL AS bigint) AS total'
const ownerOf = (row: (key: string) => string) => (key: string) => `SELECT pk, ${noTotal} FROM (${row(key)}) found`
const owned = (table: string, column: string) => (key: string) =>
  `SELECT pk, ${noTotal} FROM ${table} WHERE ${column} = ${key}`
/** A private account exists but its lists are empty: no row belongs to key 0. */
const user =
  (total = noTotal) =>
  (key: string) =>
    `SELECT CASE is_private WHEN 1 THEN 0 ELSE pk END AS pk, ${total} FROM users WHERE ${accountKey('users')} = ${key}`

/** Posts, newest first; those of one second in id order. */
const newestPosts = (
  owner: Range<Post>['owner'],
  from: string,
  key: string,
  position: readonly string[]
): Range<Post> => ({
  ...{ owner, selection: posts, from: `${from} ${postJoins}`, key, position },
  direction: 'DESC'
})
const postsBy = (owner: Range<Post>['owner'], column: string) =>
  newestPosts(owner, 'posts p', `p.${column}`, ['p.created_at', 'p.id_order', 'p.pk'])

const library = (rank: string): Range<Sound> => ({
  // Most sounds are not in the library; a partial index finds the last rank directly.
  owner: () => `SELECT 0 AS pk, coalesce(max(${rank}), 0) AS total FROM sounds WHERE ${rank} IS NOT NULL`,
  selection: sounds,
  from: 'sounds s',
  position: [`s.${rank}`],
  direction: 'ASC'
})

/** Every feed that is one range, by its kind. */
export const ranges = {
  userPosts: postsBy(user(), 'author_pk'),
  soundPosts: postsBy(ownerOf(soundOf), 'sound_pk'),
  placePosts: postsBy(owned('places', 'place_id'), 'place_pk'),
  hashtagPosts: newestPosts(ownerOf(hashtagOf), 'hashtag_posts h JOIN posts p ON p.pk = h.post_pk', 'h.hashtag_pk', [
    'h.created_at',
    'h.id_order',
    'h.post_pk'
  ]),
  userReposts: newestPosts(user(), 'reposts r JOIN posts p ON p.pk = r.post_pk', 'r.user_pk', [
    ...['r.reposted_at', 'r.id_order', 'r.post_pk']
  ]),
  collectionPosts: {
    owner: owned('collections', 'collection_id'),
    selection: posts,
    from: `collection_posts c JOIN posts p ON p.pk = c.post_pk ${postJoins}`,
    key: 'c.collection_pk',
    position: ['c.place_in_list'],
    direction: 'ASC'
  },
  userFollowers: {
    owner: user(
      `CASE WHEN NOT (${isListUnknown('users', 'followers_list')})
        THEN coalesce((SELECT listed FROM follower_counts WHERE user_pk = users.pk AND is_private IS DISTINCT FROM 1), 0) END AS total`
    ),
    selection: users,
    from: 'followers f JOIN users u ON u.pk = f.follower_pk',
    key: 'f.user_pk',
    position: ['f.page_time'],
    direction: 'DESC'
  },
  userFollowing: {
    owner: user(),
    selection: users,
    from: 'followers f JOIN users u ON u.pk = f.user_pk AND u.is_private IS DISTINCT FROM 1',
    key: 'f.follower_pk',
    position: ['f.followed_at', 'f.user_pk'],
    direction: 'DESC'
  }
} as const satisfies { readonly [K in FeedKind]?: Range<Feeds[K]> }
export type RangeKind = keyof typeof ranges

/** The ranges of the sound library, by its order. */
export const libraries = { hot: library('hot_rank'), new: library('new_rank') } as const

/** Something made of each range, by its kind. */
export const ofEachRange = <R>(make: (range: Range<unknown>) => R) =>
  fromKeys(keysOf(ranges), (kind) => make(ranges[kind]))
