import { type Awaitable, andThen } from '../core/awaitable.ts'
import type { Scope } from '../core/scope.ts'
import { userKey } from '../records/user-key.ts'
import type { UserProfile } from '../records/user-profile.ts'
import { examples } from './examples.ts'
import { type FeedDependencies, type FeedRequest, readFeed } from './feed-page.ts'
import { found } from './found.ts'
import { count, cursor, id, maxTime, operation, region, username } from './input.ts'

const handle = username(examples.username)

export type FollowersByTime = {
  items: readonly UserProfile[]
  /** Unix seconds to go on with: those of the last follower shown. */
  nextMaxTime: number
  hasMore: boolean
  total: number
}

/** Profiles and what belongs to a creator. spec: Users 1 to 6. */
export const userServices = (dependencies: FeedDependencies) => {
  const { reads } = dependencies

  const followersPage = (scope: Scope, key: string, request: FeedRequest) =>
    readFeed(dependencies, scope, 'userFollowers', key, request, `User ${key}`)

  return {
    byUsername: operation({ username: handle, region: region(examples.region) }, (scope, input) =>
      found(reads.lookUp(scope, 'user', userKey(input.username, input.region)), `User ${input.username}`)
    ),

    byId: operation({ userId: id('account', examples.userId) }, (scope, { userId }) =>
      found(reads.lookUp(scope, 'userById', userId), `User ${userId}`)
    ),

    /** Most recent posts, newest first. */
    posts: operation({ username: handle, count: count('userPosts'), cursor }, (scope, input) =>
      readFeed(dependencies, scope, 'userPosts', input.username, input, `User ${input.username}`)
    ),

    reposts: operation({ username: handle, count: count('userReposts'), cursor }, (scope, input) =>
      readFeed(dependencies, scope, 'userReposts', input.username, input, `User ${input.username}`)
    ),

    /** Latest followers first, paged by cursor. */
    followers: operation({ username: handle, count: count('userFollowers'), cursor }, (scope, input) =>
      followersPage(scope, input.username, input)
    ),

    /** Latest followers first, paged by time. */
    followersByTime: operation(
      { username: handle, count: count('userFollowers'), max_time: maxTime },
      (scope, input): Awaitable<FollowersByTime> => {
        const after = input.max_time === 0 ? null : String(input.max_time)
        return andThen(followersPage(scope, input.username, { count: input.count, after }), (page) => ({
          items: page.items,
          nextMaxTime: page.lastPosition === null ? input.max_time : Number.parseInt(page.lastPosition, 10),
          hasMore: page.hasMore,
          total: page.total ?? 0
        }))
      }
    ),

    /** All public collections in one answer. */
    collections: operation({ username: handle }, (scope, input) =>
      found(reads.lookUp(scope, 'playlists', input.username), `User ${input.username}`)
    )
  }
}
