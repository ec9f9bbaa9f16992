import { andThen } from '../core/awaitable.ts'
import { authorKey } from '../records/user-key.ts'
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
   * The first post, whose author owns the collection; null when the owner cannot be found. The platform does not name the owner, so this checks
   * that the collections of that author include this one.
   */
  owner: operation({ collectionId }, (deps, scope, { collectionId }) => {
    const first = { count: 1, after: null }
    const page = readFeed(deps, scope, 'collectionPosts', collectionId, first, `Collection ${collectionId}`)
    return andThen(page, ({ items: [post] }) => {
      const key = post === undefined ? null : authorKey(post)
      if (post === undefined || key === null) return null
      return andThen(deps.reads.lookUp(scope, 'playlists', key), (list) =>
        list?.playlists.some(({ collection_id }) => collection_id === collectionId) ? post : null
      )
    })
  })
}
