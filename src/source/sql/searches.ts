import type { LiveSearchResult } from '../../records/live-room.ts'
import type { Post } from '../../records/post.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import type { Ranking } from '../search/ranking.ts'
import { liveRanking, topRanking, usersRanking, videosRanking } from '../search/rankings.ts'
import type { Selection } from './columns.ts'
import * as select from './selections.ts'

export type Search<T> = {
  ranking: Ranking
  selection: Selection<T>
  /** Where one record is selected from: all behind FROM up to the column that is compared with its key. */
  from: string
  /** The handle whose owner is meant beyond doubt and comes first, whatever the ranking says. */
  handle?: (keyword: string) => string
}

const ofPosts = { selection: select.posts, from: `posts p ${select.postJoins} WHERE p.pk` }
const searchTop: Search<Post> = { ...ofPosts, ranking: topRanking }
const searchVideos: Search<Post> = { ...ofPosts, ranking: videosRanking }

const searchUsers: Search<UserProfile> = {
  ranking: usersRanking,
  selection: select.users,
  from: 'users u WHERE u.pk',
  // Whoever types a whole handle means its owner, not a more popular namesake.
  handle: (keyword) => keyword.trim().replace(/^@/, '').toLowerCase()
}

const searchLive: Search<LiveSearchResult> = {
  ranking: liveRanking,
  selection: select.liveSearchResults,
  from: `live_rooms l ${select.liveJoins} WHERE l.pk`
}

/** What each search looks through, and what its records are read from. */
export const searches = { searchTop, searchVideos, searchUsers, searchLive }
