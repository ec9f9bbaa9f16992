import { examples } from './examples.ts'
import { readFeed } from './feed-page.ts'
import { count, cursor, id } from './input.ts'
import { operation } from './operation.ts'
import { found } from './or-not-found.ts'

const placeId = id('place', examples.placeId)

/** Places and their posts. */
export const places = {
  byId: operation({ placeId }, ({ reads }, scope, { placeId }) =>
    found(reads.lookUp(scope, 'place', placeId), `Place ${placeId}`)
  ),

  posts: operation({ placeId, count: count('placePosts'), cursor }, (deps, scope, input) =>
    readFeed(deps, scope, 'placePosts', input.placeId, input, `Place ${input.placeId}`)
  )
}
