import type { Post } from '../../records/post.ts'
import { readPosition } from '../positions.ts'
import type { FeedKind, Feeds, Page, PageRequest } from '../source.ts'
import type { Cells, Selection } from './columns.ts'
import type { Database } from './database.ts'
import { rankedSearches } from './search.ts'
import { postJoins, posts, sounds, users } from './selections.ts'

type FeedReader<T> = (key: string, request: PageRequest) => Page<T> | null

const beyondAllTime = Number.MAX_SAFE_INTEGER

/** How each feed reads one page: find what it belongs to, then one range of one index. */
export const feedReaders = (db: Database): { [K in FeedKind]: FeedReader<Feeds[K]> } => {
  /** Cuts the one row more than asked for, which only tells that there is a next page. The position stands behind the record's columns. */
  const toPage = <T>(
    { read, width }: Selection<T>,
    rows: readonly Cells[],
    count: number,
    total: number | null = null
  ): Page<T> => {
    const base = db.mediaBase()
    const shown = rows.length > count ? rows.slice(0, count) : rows
    const positions = shown.map((row) => row.slice(width).join('.'))
    return {
      items: shown.map((row) => read(row, base)),
      positions,
      next: rows.length > count ? (positions.at(-1) ?? null) : null,
      total
    }
  }

  /** The row a feed belongs to. A private account exists, but its lists are empty: nothing belongs to row 0. */
  const owner = (table: string, column: string, key: string) =>
    db
      .query(`SELECT ${table === 'users' ? 'iif(is_private, 0, pk) AS pk' : 'pk'} FROM ${table} WHERE ${column} = ?`)
      .get(key)?.pk

  /** Posts behind an owner, newest first; the position is the moment and the row, so that equal moments do not mix. */
  const newestPosts = (table: string, column: string, select: string): FeedReader<Post> => {
    return (key, { count, after }) => {
      const pk = owner(table, column, key)
      if (pk === undefined) return null
      const [time = 0, row = 0] = after === null ? [beyondAllTime, beyondAllTime] : readPosition(after, 2)
      return toPage(posts, db.cells(select).all(pk, time, row, count + 1), count)
    }
  }

  const postsBy = (column: string) => `
    SELECT ${posts.columns}, p.created_at, p.pk FROM posts p ${postJoins}
    WHERE p.${column} = ? AND (p.created_at, p.pk) < (?, ?) ORDER BY p.created_at DESC, p.pk DESC LIMIT ?`

  return {
    userPosts: newestPosts('users', 'handle', postsBy('author_pk')),
    soundPosts: newestPosts('sounds', 'sound_id', postsBy('sound_pk')),
    placePosts: newestPosts('places', 'place_id', postsBy('place_pk')),
    hashtagPosts: newestPosts(
      'hashtags',
      'hashtag_id',
      `SELECT ${posts.columns}, h.created_at, h.post_pk FROM hashtag_posts h JOIN posts p ON p.pk = h.post_pk ${postJoins}
       WHERE h.hashtag_pk = ? AND (h.created_at, h.post_pk) < (?, ?) ORDER BY h.created_at DESC, h.post_pk DESC LIMIT ?`
    ),
    userReposts: newestPosts(
      'users',
      'handle',
      `SELECT ${posts.columns}, r.reposted_at, r.post_pk FROM reposts r JOIN posts p ON p.pk = r.post_pk ${postJoins}
       WHERE r.user_pk = ? AND (r.reposted_at, r.post_pk) < (?, ?) ORDER BY r.reposted_at DESC, r.post_pk DESC LIMIT ?`
    ),
    collectionPosts(key, { count, after }) {
      const pk = owner('collections', 'collection_id', key)
      if (pk === undefined) return null
      const [place = 0] = after === null ? [0] : readPosition(after, 1)
      const rows = db
        .cells(
          `SELECT ${posts.columns}, c.place_in_list FROM collection_posts c JOIN posts p ON p.pk = c.post_pk ${postJoins}
           WHERE c.collection_pk = ? AND c.place_in_list > ? ORDER BY c.place_in_list LIMIT ?`
        )
        .all(pk, place, count + 1)
      return toPage(posts, rows, count)
    },
    userFollowers(key, { count, after }) {
      const pk = owner('users', 'handle', key)
      if (pk === undefined) return null
      const [time = 0] = after === null ? [beyondAllTime] : readPosition(after, 1)
      const rows = db
        .cells(
          `SELECT ${users.columns}, f.page_time FROM followers f JOIN users u ON u.pk = f.follower_pk
           WHERE f.user_pk = ? AND f.page_time < ? ORDER BY f.page_time DESC LIMIT ?`
        )
        .all(pk, time, count + 1)
      const listed = db.query('SELECT listed FROM follower_counts WHERE user_pk = ?').get(pk)?.listed
      return toPage(users, rows, count, Number(listed ?? 0))
    },
    soundLibrary(key, { count, after }) {
      const rank = key === 'new' ? 'new_rank' : 'hot_rank'
      const [passed = 0] = after === null ? [0] : readPosition(after, 1)
      const rows = db
        .cells(`SELECT ${sounds.columns}, s.${rank} FROM sounds s WHERE s.${rank} > ? ORDER BY s.${rank} LIMIT ?`)
        .all(passed, count + 1)
      const total = db.query(`SELECT coalesce(max(${rank}), 0) AS total FROM sounds`).get()?.total
      return toPage(sounds, rows, count, Number(total))
    },
    ...rankedSearches(db)
  }
}
