import { examples } from './examples.ts'
import { readFeed } from './feed-page.ts'
import { found } from './found.ts'
import { count, cursor, id } from './input.ts'
import { operation } from './operation.ts'

const collectionId = id('collection', examples.collectionId)

/** Playlists and the posts in them. */
export const collections = {
  byId: operation({ collectionId }, ({ reads }, scope, { collectionId }) =>
    found(reads.lookUp(scope, 'collection', collectionId), `Collection ${collectionId}`)
  ),

  posts: operation({ collectionId, count: count('collectionPosts'), cursor }, (deps, scope, input) =>
    readFeed(deps, scope, 'collectionPosts', input.collectionId, input, `Collection ${input.collectionId}`)
  )
}
