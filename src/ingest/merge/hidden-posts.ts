import { type HashtagPks, tagsOf } from './hashtags.ts'
import type { MergeStore, PostHashtagUse, Turned, TurnedPost } from './merge-store.ts'
import { SumsOfPosts } from './sums.ts'

/**
 * Hides posts that are not public or belong to private accounts, and shows others: posts of the given authors, and the given posts. Hidden
 * posts disappear at once from lists, counts and derived data, but stay stored; shown posts return to columns, search and scores at the end of
 * the import. `closed`: accounts that became private, whose other records are hidden too.
 */
export const turnPosts = async (
  store: MergeStore,
  known: HashtagPks,
  among: Turned,
  closed: readonly number[]
): Promise<void> => {
  if (among.authors.length === 0 && among.posts.length === 0) return
  let posts: TurnedPost[] = []
  for (let accounts = closed; ; ) {
    const turned = await store.turnPosts(among)
    if (turned.length === 0 || posts.length >= hiddenAtOnce) {
      await store.hideDerived({ posts, accounts })
      ;[posts, accounts] = [[], []]
    }
    if (turned.length === 0) return
    const tags = await tagsOf(
      store,
      known,
      turned.map(({ hashtags }) => hashtags)
    )
    const usesOf = ({ pk: postPk, createdAt, idOrder, hashtags }: TurnedPost): PostHashtagUse[] =>
      [...tags(hashtags)].map((hashtagPk) => ({ hashtagPk, createdAt, idOrder, postPk }))
    const sums = new SumsOfPosts()
    for (const post of turned) sums.add(post, post.likes, post.isHidden ? -1 : 1)
    const hidden = turned.filter(({ isHidden }) => isHidden)
    await store.removeUses(hidden.flatMap(usesOf))
    await store.addUses(turned.filter(({ isHidden }) => !isHidden).flatMap(usesOf))
    await store.addSums(sums)
    await store.noteStale(
      'posts',
      turned.map(({ pk }) => pk)
    )
    posts = posts.concat(hidden)
  }
}

/** Bounds memory: the captions of so many posts are held. */
const hiddenAtOnce = 20_000
