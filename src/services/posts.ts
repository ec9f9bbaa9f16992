import { examples } from './examples.ts'
import { id, optional, postUrl } from './input.ts'
import { operation } from './operation.ts'
import { found } from './or-not-found.ts'

/** One post. */
export const posts = {
  byIdOrUrl: operation(
    { videoId: optional(id('post', examples.postId)), url: optional(postUrl(examples.postUrl)) },
    ({ reads }, scope, { videoId, url }) => {
      const postId = videoId ?? url ?? ''
      return found(reads.lookUp(scope, 'post', postId), `Post ${postId}`)
    },
    ['videoId', 'url']
  ),

  /** What no feed told of the post. */
  missing: operation({ postId: id('post', examples.postId) }, ({ reads }, scope, { postId }) =>
    found(reads.lookUp(scope, 'postMissingFields', postId), `Post ${postId}`)
  )
}
