import { invalidParam } from '../core/errors.ts'
import { examples } from './examples.ts'
import type { FeedDependencies } from './feed-page.ts'
import { found } from './found.ts'
import { id, operation, optional, postUrl } from './input.ts'

/** One post. spec: Posts 7. */
export const postServices = ({ reads }: FeedDependencies) => ({
  /** By id or by public address, exactly one of them. */
  byIdOrUrl: operation(
    { videoId: optional(id('post', examples.postId)), url: optional(postUrl(examples.postUrl)) },
    (scope, { videoId, url }) => {
      if ((videoId === null) === (url === null)) {
        throw invalidParam('videoId', 'or url is required, exactly one of the two')
      }
      const postId = videoId ?? url ?? ''
      return found(reads.lookUp(scope, 'post', postId), `Post ${postId}`)
    }
  )
})
