import { examples } from './examples.ts'
import { postFilter, postOrder } from './filter-inputs.ts'
import { count, cursor, id, optional, postUrl } from './input.ts'
import { operation } from './operation.ts'
import { found } from './or-not-found.ts'
import { allPublicPosts, readPostList } from './post-lists.ts'

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

  /** All public posts, filtered and sorted; newest first without an order. `UNSUPPORTED` over a source without a graph. */
  all: operation(
    { filter: postFilter, orderBy: postOrder, count: count('filteredPosts'), cursor },
    (deps, scope, { filter, orderBy, ...request }) =>
      readPostList(deps, scope, allPublicPosts, { ...request, where: filter, order: orderBy })
  )
}
