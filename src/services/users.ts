import { notFound } from '../errors.ts'
import type { Collection } from '../records/collection.ts'
import type { UserProfile } from '../records/user-profile.ts'
import type { Scope } from '../scope.ts'
import { userKey } from '../source/keys.ts'
import { examples } from './examples.ts'
import { type FeedDependencies, readFeed } from './feed-page.ts'
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

  const followersPage = (scope: Scope, key: string, request: { count: number; cursor: string | null }) =>
    readFeed(dependencies, scope, 'userFollowers', key, request, `User ${key}`)

  return {
    byUsername: operation({ username: handle, region: region(examples.region) }, async (scope, input) => {
      const profile = await reads.lookUp(scope, 'user', userKey(input.username, input.region))
      if (profile === null) throw notFound(`User ${input.username}`)
      return profile
    }),

    byId: operation({ userId: id('account', examples.userId) }, async (scope, { userId }) => {
      const profile = await reads.lookUp(scope, 'userById', userId)
      if (profile === null) throw notFound(`User ${userId}`)
      return profile
    }),

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
      async (scope, input): Promise<FollowersByTime> => {
        const after = input.max_time === 0 ? null : String(input.max_time)
        const request = { count: input.count, after }
        const page = await readFeed(
          dependencies,
          scope,
          'userFollowers',
          input.username,
          request,
          `User ${input.username}`
        )
        return {
          items: page.items,
          nextMaxTime: page.lastPosition === null ? input.max_time : Number.parseInt(page.lastPosition, 10),
          hasMore: page.hasMore,
          total: page.total ?? 0
        }
      }
    ),

    /** All public collections in one answer. */
    collections: operation({ username: handle }, async (scope, input): Promise<{ playlists: Collection[] }> => {
      const list = await reads.lookUp(scope, 'playlists', input.username)
      if (list === null) throw notFound(`User ${input.username}`)
      return list
    })
  }
}
