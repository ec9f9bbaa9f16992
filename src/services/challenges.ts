import { andThen } from '../core/awaitable.ts'
import { invalidParam, notFound } from '../core/errors.ts'
import { forOneRequest } from '../core/one-request.ts'
import { keyOfHashtag } from '../records/facts-key.ts'
import { canonicalHashtag, hashtagText } from '../records/hashtag-name.ts'
import type { HashtagUse, Post } from '../records/post.ts'
import { feeds } from '../store/kinds.ts'
import { examples } from './examples.ts'
import { type FeedPage, readFeed } from './feed-page.ts'
import { count, cursor, id, keyword, optional } from './input.ts'
import { operation } from './operation.ts'

const challengeId = id('hashtag challenge', examples.challengeId)
const hashtagName = keyword(examples.keyword)

const firstPage = { count: feeds.hashtagPosts.pageSize.fallback, after: null }

const usesIn = ({ items }: FeedPage<Post>): readonly HashtagUse[] => items.flatMap(({ hashtags }) => hashtags)

/** Operations on hashtag challenges. */
export const challenges = {
  posts: operation({ challengeId, count: count('hashtagPosts'), cursor }, (deps, scope, input) =>
    readFeed(deps, scope, 'hashtagPosts', input.challengeId, input, `Hashtag challenge ${input.challengeId}`)
  ),

  /**
   * A hashtag by id or name. The platform has no such lookup, so posts are used: the first page of an id's posts shows whether the id exists and
   * its name, and serves a query for these posts too. A name is looked up in search results, unless the source finds posts by name. If a post
   * there has an id for the name, that is the hashtag.
   */
  hashtag: operation(
    { hashtagId: optional(challengeId), name: optional(hashtagName) },
    (deps, scope, { hashtagId, name }) => {
      if (hashtagId !== null) {
        const posts = readFeed(deps, scope, 'hashtagPosts', hashtagId, firstPage, `Hashtag challenge ${hashtagId}`)
        return andThen(
          posts,
          (page): HashtagUse =>
            usesIn(page).find(({ id }) => id === hashtagId) ?? forOneRequest({ id: hashtagId, name: null })
        )
      }
      const canonical = canonicalHashtag(name ?? '')
      if (canonical === '') throw invalidParam('name', `must have a letter besides #, for example ${examples.keyword}`)
      // Some letters become several in this form.
      const wanted = hashtagName.read(canonical, 'name')
      const what = `Hashtag ${hashtagText(name ?? '')}`
      const results = { count: feeds.searchVideos.pageSize.max, after: null }
      const posts =
        deps.reads.findsHashtagsByName === true
          ? readFeed(deps, scope, 'hashtagPosts', keyOfHashtag(wanted).key, firstPage, what)
          : readFeed(deps, scope, 'searchVideos', wanted, results, 'The search')
      return andThen(posts, (page): HashtagUse => {
        const uses = usesIn(page).filter((use) => use.name !== null && canonicalHashtag(use.name) === wanted)
        const use = uses.find(({ id }) => id !== null) ?? uses[0]
        if (use === undefined) throw notFound(what)
        return use
      })
    },
    ['hashtagId', 'name']
  )
}
