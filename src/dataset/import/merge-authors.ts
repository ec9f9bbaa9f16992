import { createHash } from 'node:crypto'
import { maxCount } from '../../records/fields.ts'
import type { UserRow } from '../../source/sql/writer.ts'
import type { DecodedAuthor, DecodedPost } from './decoder.ts'
import { newestFirst, told } from './newest-first.ts'

type Account = { pk: number; user_id: string | null; username: string; posts: DecodedPost[] }
type AuthoredPost = DecodedPost & { author: DecodedAuthor }

export type MergedAuthors = {
  users: UserRow[]
  /** The author's row for each post that has one. */
  pkOf: ReadonlyMap<DecodedPost, number>
  /** Accounts whose id the file does not tell, so that one was made up. */
  withoutId: number
  /** Accounts whose followers the file does not tell. */
  withoutFollowers: number
}

/**
 * Made-up ids lie in 9.0 to 9.2 × 10^18: they fit 63 bits, and the platform, whose ids begin with the time in seconds, does
 * not get there before 2036. The same handle gives the same id in every import.
 */
export const syntheticUserId = (handle: string, isTaken: (id: string) => boolean): string => {
  const hash = createHash('sha256').update(handle).digest().readBigUInt64BE()
  for (let step = 0n; ; step++) {
    const id = String(9_000_000_000_000_000_000n + ((hash + step) % 200_000_000_000_000_000n))
    if (!isTaken(id)) return id
  }
}

/**
 * One row for each account. An account is its id; its username is the one of its newest post. Where several ids claim one
 * username, the newest claim holds it and older posts under that username are listed with the holder, because nothing
 * but the username is left to tell them apart by. Authors without an id belong to whoever holds their username.
 */
export const mergeAuthors = (posts: readonly DecodedPost[]): MergedAuthors => {
  const byId = new Map<string, Account>()
  const byHandle = new Map<string, Account>()
  const pkOf = new Map<DecodedPost, number>()
  const accounts: Account[] = []

  const assign = (post: AuthoredPost) => {
    const { user_id, username } = post.author
    const handle = username.toLowerCase()
    let account = (user_id === null ? undefined : byId.get(user_id)) ?? byHandle.get(handle)
    if (account === undefined) {
      account = { pk: accounts.length + 1, user_id, username, posts: [] }
      accounts.push(account)
      byHandle.set(handle, account)
      if (user_id !== null) byId.set(user_id, account)
    }
    account.posts.push(post)
    pkOf.set(post, account.pk)
  }

  const authored = newestFirst(posts).filter((post): post is AuthoredPost => post.author !== null)
  // Ids first: an author without one must find the account that holds the username, however old its posts are.
  for (const post of authored) if (post.author.user_id !== null) assign(post)
  for (const post of authored) if (post.author.user_id === null) assign(post)

  let withoutId = 0
  let withoutFollowers = 0
  const users = accounts.map((account): UserRow => {
    const claims = newestFirst(account.posts)
      .map((post) => post.author)
      // A former holder of the username says nothing about this account.
      .filter((author) => author !== null && (author.user_id === null || author.user_id === account.user_id))
    const followers = told(claims, 'followers')
    if (followers === null) withoutFollowers++
    if (account.user_id === null) withoutId++
    const listedLikes = account.posts.reduce((sum, post) => Math.min(sum + (post.likes ?? 0), maxCount), 0)
    return {
      pk: account.pk,
      user_id: account.user_id ?? syntheticUserId(account.username.toLowerCase(), (id) => byId.has(id)),
      username: account.username,
      display_name: told(claims, 'display_name') ?? account.username,
      website_url: null,
      followers: followers ?? 0,
      following: told(claims, 'following') ?? 0,
      // At least what the listed posts add up to.
      total_likes: told(claims, 'total_likes') ?? listedLikes,
      total_videos: told(claims, 'total_videos') ?? account.posts.length,
      verified: told(claims, 'verified') ?? false,
      is_private: false,
      bio: told(claims, 'bio'),
      avatar_url: told(claims, 'avatar_url'),
      avatar_thumb_url: told(claims, 'avatar_thumb_url')
    }
  })
  return { users, pkOf, withoutId, withoutFollowers }
}
