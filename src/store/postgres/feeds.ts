import type { PageRequest } from '../../core/paging.ts'
import { readPosition } from '../../core/paging.ts'
import type { FeedKind, Feeds } from '../kinds.ts'
import type { Page } from '../source.ts'
import { postJoins, posts, sounds, users } from '../tables/selections.ts'
import type { Reader } from './database.ts'
import { type Range, rangeReader } from './listings.ts'
import { rankedSearches } from './search.ts'

type FeedReader<T> = (reader: Reader, key: string, request: PageRequest) => Promise<Page<T> | null>

const beyondAllTime = Number.MAX_SAFE_INTEGER

/** Reads a range from its beginning or from a position. */
const feed = <T>(range: Range<T>): FeedReader<T> => {
  const read = rangeReader(range)
  const beginning = range.position.map(() => (range.direction === 'DESC' ? beyondAllTime : 0))
  return async (reader, key, request) =>
    read(reader, key, request.after === null ? beginning : readPosition(request.after, range.position.length), request)
}

const noTotal = 'NULL::bigint AS total'
const owned = (table: string, column: string) => `SELECT pk, ${noTotal} FROM ${table} WHERE ${column} = wanted.key`
/** A private account exists but its lists are empty: no row belongs to key 0. */
const userOf = (total = noTotal) =>
  `SELECT CASE is_private WHEN 1 THEN 0 ELSE pk END AS pk, ${total} FROM users WHERE handle = wanted.key`

const newestPosts = { selection: posts, direction: 'DESC' } as const
const postsBy = (owner: string, column: string) =>
  feed({
    ...newestPosts,
    owner,
    from: `posts p ${postJoins}`,
    key: `p.${column}`,
    position: ['p.created_at', 'p.id_order', 'p.pk']
  })

const library = (rank: string) =>
  feed({
    owner: `SELECT coalesce(max(${rank}), 0) AS total FROM sounds`,
    selection: sounds,
    from: 'sounds s',
    position: [`s.${rank}`],
    direction: 'ASC'
  })
const libraries = { hot: library('hot_rank'), new: library('new_rank') }

/** How each feed reads one page: its owner and one index range, in one statement. */
export const feedReaders: { [K in FeedKind]: FeedReader<Feeds[K]> } = {
  userPosts: postsBy(userOf(), 'author_pk'),
  soundPosts: postsBy(owned('sounds', 'sound_id'), 'sound_pk'),
  placePosts: postsBy(owned('places', 'place_id'), 'place_pk'),
  hashtagPosts: feed({
    ...newestPosts,
    owner: owned('hashtags', 'hashtag_id'),
    from: `hashtag_posts h JOIN posts p ON p.pk = h.post_pk ${postJoins}`,
    key: 'h.hashtag_pk',
    position: ['h.created_at', 'h.id_order', 'h.post_pk']
  }),
  userReposts: feed({
    ...newestPosts,
    owner: userOf(),
    from: `reposts r JOIN posts p ON p.pk = r.post_pk ${postJoins}`,
    key: 'r.user_pk',
    position: ['r.reposted_at', 'r.id_order', 'r.post_pk']
  }),
  collectionPosts: feed({
    owner: owned('collections', 'collection_id'),
    selection: posts,
    from: `collection_posts c JOIN posts p ON p.pk = c.post_pk ${postJoins}`,
    key: 'c.collection_pk',
    position: ['c.place_in_list'],
    direction: 'ASC'
  }),
  userFollowers: feed({
    // Private accounts have empty lists and no totals.
    owner: userOf(
      `coalesce((SELECT listed FROM follower_counts WHERE user_pk = users.pk AND is_private IS DISTINCT FROM 1), 0) AS total`
    ),
    selection: users,
    from: 'followers f JOIN users u ON u.pk = f.follower_pk',
    key: 'f.user_pk',
    position: ['f.page_time'],
    direction: 'DESC'
  }),
  soundLibrary: (reader, key, request) => libraries[key === 'new' ? 'new' : 'hot'](reader, key, request),
  ...rankedSearches
}
