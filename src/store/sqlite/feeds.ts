import type { PageRequest } from '../../core/paging.ts'
import { readPosition } from '../../core/paging.ts'
import type { Post } from '../../records/post.ts'
import type { FeedKind, Feeds } from '../kinds.ts'
import { postJoins, posts, sounds, users } from '../tables/selections.ts'
import type { Database } from './database.ts'
import { type Listing, listings } from './listings.ts'
import { rankedSearches } from './search.ts'

type FeedReader<T> = (key: string, request: PageRequest) => Listing<T> | null

const beyondAllTime = Number.MAX_SAFE_INTEGER
const beforeAll = [beyondAllTime, beyondAllTime, beyondAllTime]

/** How each feed reads one page: its owner, then one index range. */
export const feedReaders = (db: Database): { [K in FeedKind]: FeedReader<Feeds[K]> } => {
  /** The owner's row. A private account exists but its lists are empty: no row belongs to key 0. */
  const owner = (table: string, column: string) => {
    const sql = `SELECT ${table === 'users' ? 'iif(is_private, 0, pk)' : 'pk'} FROM ${table} WHERE ${column} = ?`
    return (key: string) => db.cells(sql).get(key)?.[0]
  }

  /** An owner's posts, newest first; those of one second in id order. */
  const newestPosts = (ownerOf: ReturnType<typeof owner>, position: string, from: string): FeedReader<Post> => {
    const list = listings(db, posts, position, from)
    return (key, { after, count }) => {
      const pk = ownerOf(key)
      if (pk === undefined) return null
      return list([pk, ...(after === null ? beforeAll : readPosition(after, 3))], count)
    }
  }

  const postsBy = (table: string, key: string, column: string) =>
    newestPosts(
      owner(table, key),
      "p.created_at || '.' || p.id_order || '.' || p.pk",
      `posts p ${postJoins}
       WHERE p.${column} = ? AND (p.created_at, p.id_order, p.pk) < (?, ?, ?)
       ORDER BY p.created_at DESC, p.id_order DESC, p.pk DESC`
    )

  const userOf = owner('users', 'handle')
  const collectionOf = owner('collections', 'collection_id')
  const collectionPosts = listings(
    db,
    posts,
    'c.place_in_list',
    `collection_posts c JOIN posts p ON p.pk = c.post_pk ${postJoins}
     WHERE c.collection_pk = ? AND c.place_in_list > ? ORDER BY c.place_in_list`
  )
  const followers = listings(
    db,
    users,
    'f.page_time',
    `followers f JOIN users u ON u.pk = f.follower_pk
     WHERE f.user_pk = ? AND f.page_time < ? ORDER BY f.page_time DESC`
  )
  const library = (rank: string) => {
    const list = listings(db, sounds, `s.${rank}`, `sounds s WHERE s.${rank} > ? ORDER BY s.${rank}`)
    // Most sounds are not in the library; a partial index finds the last rank directly.
    const total = `SELECT coalesce(max(${rank}), 0) FROM sounds WHERE ${rank} IS NOT NULL`
    return (passed: number, count: number) => list([passed], count, Number(db.cells(total).get()?.[0]))
  }
  const libraries = { hot: library('hot_rank'), new: library('new_rank') }

  return {
    userPosts: postsBy('users', 'handle', 'author_pk'),
    soundPosts: postsBy('sounds', 'sound_id', 'sound_pk'),
    placePosts: postsBy('places', 'place_id', 'place_pk'),
    hashtagPosts: newestPosts(
      owner('hashtags', 'hashtag_id'),
      "h.created_at || '.' || h.id_order || '.' || h.post_pk",
      `hashtag_posts h JOIN posts p ON p.pk = h.post_pk ${postJoins}
       WHERE h.hashtag_pk = ? AND (h.created_at, h.id_order, h.post_pk) < (?, ?, ?)
       ORDER BY h.created_at DESC, h.id_order DESC, h.post_pk DESC`
    ),
    userReposts: newestPosts(
      userOf,
      "r.reposted_at || '.' || r.id_order || '.' || r.post_pk",
      `reposts r JOIN posts p ON p.pk = r.post_pk ${postJoins}
       WHERE r.user_pk = ? AND (r.reposted_at, r.id_order, r.post_pk) < (?, ?, ?)
       ORDER BY r.reposted_at DESC, r.id_order DESC, r.post_pk DESC`
    ),
    collectionPosts(key, { count, after }) {
      const pk = collectionOf(key)
      if (pk === undefined) return null
      const [place = 0] = after === null ? [0] : readPosition(after, 1)
      return collectionPosts([pk, place], count)
    },
    userFollowers(key, { count, after }) {
      const pk = userOf(key)
      if (pk === undefined) return null
      const [time = 0] = after === null ? [beyondAllTime] : readPosition(after, 1)
      const listed = db.cells('SELECT listed FROM follower_counts WHERE user_pk = ?').get(pk)?.[0]
      return followers([pk, time], count, Number(listed ?? 0))
    },
    soundLibrary(key, { count, after }) {
      const [passed = 0] = after === null ? [0] : readPosition(after, 1)
      return libraries[key === 'new' ? 'new' : 'hot'](passed, count)
    },
    ...rankedSearches(db)
  }
}
