import { type Awaitable, andThen } from '../core/awaitable.ts'
import { unsupported } from '../core/errors.ts'
import { writeQuery } from '../engines/filters/query.ts'
import { userKey } from '../records/user-key.ts'
import type { UserProfile } from '../records/user-profile.ts'
import { examples } from './examples.ts'
import { type RecordList, readFeed } from './feed-page.ts'
import { userFilter, userOrder } from './filter-inputs.ts'
import { count, cursor, id, maxTime, region, username } from './input.ts'
import { type Deps, operation } from './operation.ts'
import { found } from './or-not-found.ts'
import { noListOfAll } from './post-lists.ts'

const handle = username(examples.username)

/** Whether all references to accounts have their id. Over another deployment, posts have only the handle of their author. */
export const knowsAccountIds = ({ reads }: Deps): boolean => reads.hasWholeRecords === true

export type FollowersByTime = {
  list: RecordList<UserProfile>
  /** Unix seconds for the next page, from the last follower. */
  nextMaxTime: number
  hasMore: boolean
  total: number
}

/** Profiles and lists of creators. */
export const users = {
  byUsername: operation({ username: handle, region: region(examples.region) }, ({ reads }, scope, input) =>
    found(reads.lookUp(scope, 'user', userKey(input.username, input.region)), `User ${input.username}`)
  ),

  byId: operation({ userId: id('account', examples.userId) }, ({ reads }, scope, { userId }) =>
    found(reads.lookUp(scope, 'userById', userId), `User ${userId}`)
  ),

  /** All creators, filtered and sorted; by followers without an order. `UNSUPPORTED` over a source without a graph. */
  all: operation(
    { filter: userFilter, orderBy: userOrder, count: count('filteredUsers'), cursor },
    (deps, scope, { filter, orderBy, ...request }) => {
      if (deps.reads.hasFilters !== true) throw noListOfAll('creators')
      const key = writeQuery({ where: filter, order: orderBy })
      return readFeed(deps, scope, 'filteredUsers', key, request, 'The list of all creators')
    }
  ),

  /** Posts, newest first. */
  posts: operation({ username: handle, count: count('userPosts'), cursor }, (deps, scope, input) =>
    readFeed(deps, scope, 'userPosts', input.username, input, `User ${input.username}`)
  ),

  reposts: operation({ username: handle, count: count('userReposts'), cursor }, (deps, scope, input) =>
    readFeed(deps, scope, 'userReposts', input.username, input, `User ${input.username}`)
  ),

  /** Followers, latest first, paged by cursor. */
  followers: operation({ username: handle, count: count('userFollowers'), cursor }, (deps, scope, input) =>
    readFeed(deps, scope, 'userFollowers', input.username, input, `User ${input.username}`)
  ),

  /** Creators that the creator follows, the latest first. REST does not have it: `UNSUPPORTED` over a source without a graph. */
  following: operation({ username: handle, count: count('userFollowing'), cursor }, (deps, scope, input) => {
    if (deps.reads.hasFilters !== true) {
      throw unsupported(
        'This server cannot list whom a creator follows',
        'the data come from a source without a graph, which has followers only'
      )
    }
    return readFeed(deps, scope, 'userFollowing', input.username, input, `User ${input.username}`)
  }),

  /** Followers, latest first, paged by time. */
  followersByTime: operation(
    { username: handle, count: count('userFollowers'), max_time: maxTime },
    (deps, scope, input): Awaitable<FollowersByTime> => {
      const request = { count: input.count, after: input.max_time === 0 ? null : String(input.max_time) }
      return andThen(
        readFeed(deps, scope, 'userFollowers', input.username, request, `User ${input.username}`),
        ({ list, lastPosition, hasMore, total }) => ({
          list,
          nextMaxTime: lastPosition === null ? input.max_time : Number.parseInt(lastPosition, 10),
          // A position without a time would make REST start over.
          hasMore: hasMore && lastPosition !== null && Number.parseInt(lastPosition, 10) > 0,
          total: total ?? 0
        })
      )
    }
  ),

  /** All public collections in one page. */
  collections: operation({ username: handle }, ({ reads }, scope, { username }) =>
    found(reads.lookUp(scope, 'playlists', username), `User ${username}`)
  )
}
