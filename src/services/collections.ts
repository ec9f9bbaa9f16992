import { andThen } from '../core/awaitable.ts'
import { examples } from './examples.ts'
import { readFeed } from './feed-page.ts'
import { count, cursor, id } from './input.ts'
import { operation } from './operation.ts'
import { found } from './or-not-found.ts'

const collectionId = id('collection', examples.collectionId)

/** Collections and their posts. */
export const collections = {
  byId: operation({ collectionId }, ({ reads }, scope, { collectionId }) =>
    found(reads.lookUp(scope, 'collection', collectionId), `Collection ${collectionId}`)
  ),

  posts: operation({ collectionId, count: count('collectionPosts'), cursor }, (deps, scope, input) =>
    readFeed(deps, scope, 'collectionPosts', input.collectionId, input, `Collection ${input.collectionId}`)
  ),

  /**
   * Handle of the creator; null when it cannot be found. The platform does not give a collection's owner, so the collections of its first
   * post's author must contain it.
   */
  owner: operation({ collectionId }, (deps, scope, { collectionId }) => {
    const first = { count: 1, after: null }
    const page = readFeed(deps, scope, 'collectionPosts', collectionId, first, `Collection ${collectionId}`)
    return andThen(page, ({ items: [post] }) => {
      const author = post?.author_username ?? null
      if (author === null) return null
      return andThen(deps.reads.lookUp(scope, 'playlists', author.toLowerCase()), (list) =>
        list?.playlists.some(({ collection_id }) => collection_id === collectionId) ? author : null
      )
    })
  })
}
