import { examples } from './examples.ts'
import { type FeedDependencies, readFeed } from './feed-page.ts'
import { found } from './found.ts'
import { count, cursor, id, operation } from './input.ts'

const collectionId = id('collection', examples.collectionId)

/** Playlists and the posts in them. spec: collections 21 and 22. */
export const collectionServices = (dependencies: FeedDependencies) => ({
  byId: operation({ collectionId }, (scope, input) =>
    found(dependencies.reads.lookUp(scope, 'collection', input.collectionId), `Collection ${input.collectionId}`)
  ),

  posts: operation({ collectionId, count: count('collectionPosts'), cursor }, (scope, input) =>
    readFeed(dependencies, scope, 'collectionPosts', input.collectionId, input, `Collection ${input.collectionId}`)
  )
})
