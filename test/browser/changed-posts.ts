import type { Post } from '../../src/records/post.ts'
import type { Page, Source } from '../../src/store/source.ts'

/** The same source, with other posts of creators: `change` is given a page of them. */
export const withPosts =
  (change: (posts: readonly Post[]) => Post[]) =>
  (source: Source): Source => ({
    lookUp: (kind, keys, signal) => source.lookUp(kind, keys, signal),
    page: async (kind, key, request, signal) => {
      const page = await source.page(kind, key, request, signal)
      // The posts of creators are posts.
      return kind === 'userPosts' && page !== null
        ? ({ ...page, items: change(page.items as readonly Post[]) } as Page<never>)
        : page
    },
    ready: (signal) => source.ready(signal),
    close: () => source.close()
  })
