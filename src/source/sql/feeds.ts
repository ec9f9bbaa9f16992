import type { Post } from '../../records/post.ts'
import type { FeedKind, Feeds, Page, PageRequest } from '../source.ts'
import { type Database, type Row, readPosition } from './database.ts'
import { postColumns, postJoins, readPost, readSound, readUser, soundColumns, userColumns } from './rows.ts'
import { rankedSearches } from './search.ts'

type FeedReader<T> = (key: string, request: PageRequest) => Page<T> | null

/** Cuts the one row more than asked for, which only tells that there is a next page. */
const toPage = <T>(
  rows: readonly Row[],
  count: number,
  read: (row: Row) => T,
  positionOf: (row: Row) => string,
  total: number | null = null
): Page<T> => {
  const shown = rows.length > count ? rows.slice(0, count) : rows
  const positions = shown.map(positionOf)
  return { items: shown.map(read), positions, next: rows.length > count ? (positions.at(-1) ?? null) : null, total }
}

const beyondAllTime = Number.MAX_SAFE_INTEGER

/** How each feed reads one page: find what it belongs to, then one range of one index. */
export const feedReaders = (db: Database): { [K in FeedKind]: FeedReader<Feeds[K]> } => {
  const asPost = (row: Row): Post => readPost(row, db.mediaBase())
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
      return toPage(db.query(select).all(pk, time, row, count + 1), count, asPost, (r) => `${r.at}.${r.pk}`)
    }
  }

  const postsBy = (column: string) => `
    SELECT ${postColumns}, p.created_at AS at FROM posts p ${postJoins}
    WHERE p.${column} = ? AND (p.created_at, p.pk) < (?, ?) ORDER BY p.created_at DESC, p.pk DESC LIMIT ?`

  return {
    userPosts: newestPosts('users', 'handle', postsBy('author_pk')),
    soundPosts: newestPosts('sounds', 'sound_id', postsBy('sound_pk')),
    placePosts: newestPosts('places', 'place_id', postsBy('place_pk')),
    hashtagPosts: newestPosts(
      'hashtags',
      'hashtag_id',
      `SELECT ${postColumns}, h.created_at AS at FROM hashtag_posts h JOIN posts p ON p.pk = h.post_pk ${postJoins}
       WHERE h.hashtag_pk = ? AND (h.created_at, h.post_pk) < (?, ?) ORDER BY h.created_at DESC, h.post_pk DESC LIMIT ?`
    ),
    userReposts: newestPosts(
      'users',
      'handle',
      `SELECT ${postColumns}, r.reposted_at AS at FROM reposts r JOIN posts p ON p.pk = r.post_pk ${postJoins}
       WHERE r.user_pk = ? AND (r.reposted_at, r.post_pk) < (?, ?) ORDER BY r.reposted_at DESC, r.post_pk DESC LIMIT ?`
    ),
    collectionPosts(key, { count, after }) {
      const pk = owner('collections', 'collection_id', key)
      if (pk === undefined) return null
      const [place = 0] = after === null ? [0] : readPosition(after, 1)
      const rows = db
        .query(
          `SELECT ${postColumns}, c.place_in_list AS place FROM collection_posts c JOIN posts p ON p.pk = c.post_pk ${postJoins}
           WHERE c.collection_pk = ? AND c.place_in_list > ? ORDER BY c.place_in_list LIMIT ?`
        )
        .all(pk, place, count + 1)
      return toPage(rows, count, asPost, (row) => String(row.place))
    },
    userFollowers(key, { count, after }) {
      const pk = owner('users', 'handle', key)
      if (pk === undefined) return null
      const [time = 0] = after === null ? [beyondAllTime] : readPosition(after, 1)
      const rows = db
        .query(
          `SELECT ${userColumns}, f.page_time FROM followers f JOIN users u ON u.pk = f.follower_pk
           WHERE f.user_pk = ? AND f.page_time < ? ORDER BY f.page_time DESC LIMIT ?`
        )
        .all(pk, time, count + 1)
      const listed = db.query('SELECT listed FROM follower_counts WHERE user_pk = ?').get(pk)?.listed
      const asUser = (row: Row) => readUser(row, db.mediaBase())
      return toPage(rows, count, asUser, (row) => String(row.page_time), Number(listed ?? 0))
    },
    soundLibrary(key, { count, after }) {
      const rank = key === 'new' ? 'new_rank' : 'hot_rank'
      const [passed = 0] = after === null ? [0] : readPosition(after, 1)
      const rows = db
        .query(`SELECT ${soundColumns}, s.${rank} AS rank FROM sounds s WHERE s.${rank} > ? ORDER BY s.${rank} LIMIT ?`)
        .all(passed, count + 1)
      const total = db.query(`SELECT coalesce(max(${rank}), 0) AS total FROM sounds`).get()?.total
      return toPage(
        rows,
        count,
        (row) => readSound(row, db.mediaBase()),
        (row) => String(row.rank),
        Number(total)
      )
    },
    ...rankedSearches(db)
  }
}
