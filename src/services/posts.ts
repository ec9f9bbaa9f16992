import { examples } from './examples.ts'
import { id, optional, postUrl } from './input.ts'
import { operation } from './operation.ts'
import { found } from './or-not-found.ts'

/** Single posts. */
export const posts = {
  byIdOrUrl: operation(
    { videoId: optional(id('post', examples.postId)), url: optional(postUrl(examples.postUrl)) },
    ({ reads }, scope, { videoId, url }) => {
      const postId = videoId ?? url ?? ''
      return found(reads.lookUp(scope, 'post', postId), `Post ${postId}`)
    },
    ['videoId', 'url']
  ),

  /** Fields of a post that no source has given. */
  missing: operation({ postId: id('post', examples.postId) }, ({ reads }, scope, { postId }) =>
    found(reads.lookUp(scope, 'postMissingFields', postId), `Post ${postId}`)
  )
}
