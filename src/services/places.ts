import { examples } from './examples.ts'
import { type FeedDependencies, readFeed } from './feed-page.ts'
import { found } from './found.ts'
import { count, cursor, id, operation } from './input.ts'

const placeId = id('place', examples.placeId)

/** Places and the posts tagged with them. spec: places 19 and 20. */
export const placeServices = (dependencies: FeedDependencies) => ({
  byId: operation({ placeId }, (scope, input) =>
    found(dependencies.reads.lookUp(scope, 'place', input.placeId), `Place ${input.placeId}`)
  ),

  posts: operation({ placeId, count: count('placePosts'), cursor }, (scope, input) =>
    readFeed(dependencies, scope, 'placePosts', input.placeId, input, `Place ${input.placeId}`)
  )
})
