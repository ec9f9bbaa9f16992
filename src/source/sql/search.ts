import type { LiveSearchResult } from '../../records/live-room.ts'
import type { Post } from '../../records/post.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import { type FoundPage, type Ranking, search } from '../search/engine.ts'
import { liveRanking, topRanking, usersRanking, videosRanking } from '../search/rankings.ts'
import { run, type Steps } from '../search/store.ts'
import { understand } from '../search/understand.ts'
import type { PageRequest } from '../source.ts'
import type { Selection } from './columns.ts'
import type { Database } from './database.ts'
import { type Listing, listingsByKey } from './listings.ts'
import { searchStore } from './search-store.ts'
import * as select from './selections.ts'

type Search<T> = {
  ranking: Ranking
  selection: Selection<T>
  /** Where one record is selected from. */
  from: string
  /** The one row that is meant beyond doubt and comes first, whatever the ranking says. */
  exact?: { sql: string; key: (keyword: string) => string }
}

const ofPosts = { selection: select.posts, from: `posts p ${select.postJoins} WHERE p.pk` }
const top: Search<Post> = { ...ofPosts, ranking: topRanking }
const videos: Search<Post> = { ...ofPosts, ranking: videosRanking }

const users: Search<UserProfile> = {
  ranking: usersRanking,
  selection: select.users,
  from: 'users u WHERE u.pk',
  // Whoever types a whole handle means its owner, not a more popular namesake.
  exact: {
    sql: 'SELECT pk FROM users WHERE handle = ?',
    key: (keyword) => keyword.trim().replace(/^@/, '').toLowerCase()
  }
}

const live: Search<LiveSearchResult> = {
  ranking: liveRanking,
  selection: select.liveSearchResults,
  from: `live_rooms l ${select.liveJoins} WHERE l.pk`
}

export const rankedSearches = (db: Database) => {
  const store = searchStore(db)
  const searched = <T>({ ranking, selection, from, exact }: Search<T>) => {
    const list = listingsByKey(db, selection, from)
    return (keyword: string, request: PageRequest): Listing<T> => {
      const owner = exact && db.query(exact.sql).get(exact.key(keyword))?.pk
      const first = typeof owner === 'number' ? owner : null
      const { pks, positions, next } = atOnce(run(found(keyword, ranking, request, first), store))
      return list(pks, { positions, next, total: null })
    }
  }
  return {
    searchTop: searched(top),
    searchVideos: searched(videos),
    searchUsers: searched(users),
    searchLive: searched(live)
  }
}

function* found(keyword: string, ranking: Ranking, request: PageRequest, first: number | null): Steps<FoundPage> {
  const query = yield* understand(keyword, ranking.kind)
  return yield* search(query, ranking, request, first)
}

/** What is asked of a store in this process is answered at once. */
const atOnce = <T>(answer: T | PromiseLike<T>): T => {
  if (answer instanceof Promise) throw new Error('the store of the embedded data answers at once')
  return answer as T
}
