import type { SearchRanking } from '../../engines/search/ranking.ts'
import { liveRanking, topRanking, usersRanking, videosRanking } from '../../engines/search/rankings.ts'
import type { SearchKind } from '../../engines/search/store.ts'
import type { LiveSearchResult } from '../../records/live-room.ts'
import type { Post } from '../../records/post.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import { accountKey } from './account-key.ts'
import type { Selection } from './columns.ts'
import { kindNumbers } from './search-keys.ts'
import * as select from './selections.ts'

export type Search<T> = {
  ranking: SearchRanking
  selection: Selection<T>
  /** Source of one record: everything after FROM up to the column compared with its search key. */
  from: string
  /** The handle whose owner comes first regardless of ranking. */
  handle?: (keyword: string) => string
}

/** The key of the account with a handle, up to the compared column. */
export const ownerKey = `SELECT t.key FROM users u JOIN search_documents t ON t.kind = ${kindNumbers.users} AND t.pk = u.pk WHERE ${accountKey('u')}`

const byKey = (kind: SearchKind, from: string, pk: string) =>
  `search_documents t CROSS JOIN ${from} WHERE t.kind = ${kindNumbers[kind]} AND ${pk} = t.pk AND t.key`

const ofPosts = { selection: select.posts, from: byKey('posts', `posts p ${select.postJoins}`, 'p.pk') }
const searchTop: Search<Post> = { ...ofPosts, ranking: topRanking }
const searchVideos: Search<Post> = { ...ofPosts, ranking: videosRanking }

const searchUsers: Search<UserProfile> = {
  ranking: usersRanking,
  selection: select.users,
  from: byKey('users', 'users u', 'u.pk'),
  // A complete handle finds its owner first, not a more popular account.
  handle: (keyword) => keyword.trim().replace(/^@/, '').toLowerCase()
}

const searchLive: Search<LiveSearchResult> = {
  ranking: liveRanking,
  selection: select.liveSearchResults,
  from: byKey('live', `live_rooms l ${select.liveJoins}`, 'l.pk')
}

/** The documents that each search covers, and how its records are read. */
export const searches = { searchTop, searchVideos, searchUsers, searchLive }
