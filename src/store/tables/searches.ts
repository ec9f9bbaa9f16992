import type { LiveSearchResult } from '../../records/live-room.ts'
import type { Post } from '../../records/post.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import type { Ranking } from '../../search/ranking.ts'
import { liveRanking, topRanking, usersRanking, videosRanking } from '../../search/rankings.ts'
import type { SearchKind } from '../../search/store.ts'
import type { Selection } from './columns.ts'
import { kindNumbers } from './search-keys.ts'
import * as select from './selections.ts'

export type Search<T> = {
  ranking: Ranking
  selection: Selection<T>
  /** Where one record is selected from: all behind FROM up to the column that is compared with its key in the lists of search. */
  from: string
  /** The handle whose owner is meant beyond doubt and comes first, whatever the ranking says. */
  handle?: (keyword: string) => string
}

/** The key of the account with a handle, up to the column that is compared with that. */
export const ownerKey = `SELECT t.key FROM users u JOIN search_things t ON t.kind = ${kindNumbers.users} AND t.pk = u.pk WHERE u.handle`

const byKey = (kind: SearchKind, from: string, pk: string) =>
  `search_things t CROSS JOIN ${from} WHERE t.kind = ${kindNumbers[kind]} AND ${pk} = t.pk AND t.key`

const ofPosts = { selection: select.posts, from: byKey('posts', `posts p ${select.postJoins}`, 'p.pk') }
const searchTop: Search<Post> = { ...ofPosts, ranking: topRanking }
const searchVideos: Search<Post> = { ...ofPosts, ranking: videosRanking }

const searchUsers: Search<UserProfile> = {
  ranking: usersRanking,
  selection: select.users,
  from: byKey('users', 'users u', 'u.pk'),
  // Whoever types a whole handle means its owner, not a more popular namesake.
  handle: (keyword) => keyword.trim().replace(/^@/, '').toLowerCase()
}

const searchLive: Search<LiveSearchResult> = {
  ranking: liveRanking,
  selection: select.liveSearchResults,
  from: byKey('live', `live_rooms l ${select.liveJoins}`, 'l.pk')
}

/** What each search looks through, and what its records are read from. */
export const searches = { searchTop, searchVideos, searchUsers, searchLive }
