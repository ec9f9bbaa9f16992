import { notFound } from '../errors.ts'
import { examples } from './examples.ts'
import { type FeedDependencies, readFeed } from './feed-page.ts'
import { count, cursor, id, operation } from './input.ts'

const placeId = id('place', examples.placeId)

/** Places and the posts tagged with them. spec: places 19 and 20. */
export const placeServices = (dependencies: FeedDependencies) => ({
  byId: operation({ placeId }, async (scope, input) => {
    const place = await dependencies.reads.lookUp(scope, 'place', input.placeId)
    if (place === null) throw notFound(`Place ${input.placeId}`)
    return place
  }),

  posts: operation({ placeId, count: count('placePosts'), cursor }, (scope, input) =>
    readFeed(dependencies, scope, 'placePosts', input.placeId, input, `Place ${input.placeId}`)
  )
})
