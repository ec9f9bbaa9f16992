import { examples } from './examples.ts'
import { found } from './found.ts'
import { id, optional, postUrl } from './input.ts'
import { operation } from './operation.ts'

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
  untold: operation({ postId: id('post', examples.postId) }, ({ reads }, scope, { postId }) =>
    found(reads.lookUp(scope, 'postUntold', postId), `Post ${postId}`)
  )
}
