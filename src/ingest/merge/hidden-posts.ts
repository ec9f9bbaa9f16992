import { type HashtagPks, tagsOf } from './hashtags.ts'
import type { MergeStore, TurnedPost, Use } from './merge-store.ts'
import { SumsOfPosts } from './sums.ts'

/**
 * Posts of private accounts are hidden everywhere: hides posts of private accounts among the given ones and shows hidden posts of the
 * others. Hidden posts leave hashtag lists, counts and search, but stay stored.
 */
export const turnPosts = async (store: MergeStore, known: HashtagPks, authors: ReadonlySet<number>): Promise<void> => {
  if (authors.size === 0) return
  const pks = [...authors]
  for (;;) {
    const turned = await store.turnPosts(pks)
    if (turned.length === 0) return
    const tags = await tagsOf(
      store,
      known,
      turned.map(({ hashtags }) => hashtags)
    )
    const uses = ({ pk: postPk, createdAt, idOrder, hashtags }: TurnedPost): Use[] =>
      [...tags(hashtags)].map((hashtagPk) => ({ hashtagPk, createdAt, idOrder, postPk }))
    const sums = new SumsOfPosts()
    for (const post of turned) sums.add(post, post.likes, post.isHidden ? -1 : 1)
    await store.removeUses(turned.filter(({ isHidden }) => isHidden).flatMap(uses))
    await store.addUses(turned.filter(({ isHidden }) => !isHidden).flatMap(uses))
    await store.addSums(sums)
    await store.noteStale(
      'posts',
      turned.map(({ pk }) => pk)
    )
  }
}
