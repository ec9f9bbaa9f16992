import { idOrderOf } from '../../store/tables/id-order.ts'
import type { Accounts } from './accounts.ts'
import { type HashtagPks, tagsOf } from './hashtags.ts'
import { turnPosts } from './hidden-posts.ts'
import { differing, type Merged, merge, place } from './merge.ts'
import type { Cell, MergeStore, PostHashtagUse, PostWrite, RowSamples, StoredPost } from './merge-store.ts'
import { countsObserved, type Observations } from './observe.ts'
import { SumsOfPosts } from './sums.ts'
import { count, type Tally } from './tally.ts'
import type { Pks } from './things.ts'

/** Rows that posts refer to. */
type References = { sounds: Pks; places: Pks; hashtags: HashtagPks; accounts: Accounts }

const at = {
  author: place('posts', 'author'),
  sound: place('posts', 'sound'),
  place: place('posts', 'place'),
  hashtags: place('posts', 'hashtags'),
  createdAt: place('posts', 'created_at'),
  likes: place('posts', 'likes'),
  isPrivate: place('posts', 'is_private')
}
const isStale = differing('posts', ['caption', 'hashtags', 'author', 'sound', 'place', 'plays', 'created_at'])
const isScoredAnew = differing('posts', [
  ...['created_at', 'plays', 'likes', 'comments', 'shares'],
  ...['hashtags', 'author', 'is_private']
])
const isListedElsewhere = differing('posts', ['hashtags', 'created_at'])

export const mergePosts = async (
  store: MergeStore,
  observations: Observations,
  found: References,
  tally: Tally
): Promise<void> => {
  const known = await store.posts([...observations.posts.keys()])
  const rows: PostWrite[] = []
  const sampled: RowSamples[] = []
  const stale: number[] = []
  const sums = new SumsOfPosts()
  const unsettled = new Set(found.accounts.turned)
  const turned: number[] = []
  const staleScores = new Set(found.accounts.staleScores)
  const moved: { row: PostWrite; before: Merged<StoredPost>['before'] }[] = []
  for (const [id, state] of observations.posts) {
    const merged = merge(state, known.get(id))
    const { stored, before } = merged
    const pk = stored?.pk ?? store.nextPk('posts')
    count(tally, 'posts', merged)
    // Older observations are samples too, although they do not change the row.
    const samples = countsObserved(observations, 'posts', state)
    if (samples.length > 0) sampled.push({ pk, isNew: merged.isNew, samples })
    if (!merged.isWritten) continue
    // An observed reference is among the found rows; otherwise it is unchanged.
    const refer = (field: number, pks: Pks, pk: number | null | undefined): number | null => {
      const value = merged.state.values[field] ?? null
      if (before !== null && value === before[field]) return pk ?? null
      return value === null ? null : (pks.get(String(value)) ?? null)
    }
    const row: PostWrite = {
      pk,
      id,
      state: merged.state,
      isNew: merged.isNew,
      isChanged: merged.isChanged,
      authorPk: refer(at.author, found.accounts.pks, stored?.authorPk),
      soundPk: refer(at.sound, found.sounds, stored?.soundPk),
      placePk: refer(at.place, found.places, stored?.placePk)
    }
    rows.push(row)
    if (isStale(merged)) stale.push(row.pk)
    const { authorPk } = row
    if (isScoredAnew(merged)) {
      for (const pk of [authorPk, stored?.authorPk]) if (typeof pk === 'number') staleScores.add(pk)
    }
    if ((before?.[at.isPrivate] === 1) !== (merged.state.values[at.isPrivate] === 1)) turned.push(pk)
    const author = String(merged.state.values[at.author] ?? '')
    if (authorPk !== null && author.startsWith('@') && found.accounts.shared.has(author.slice(1))) {
      turned.push(pk)
      staleScores.add(authorPk)
    }
    const isHidden = stored?.isHidden === true
    if (authorPk !== null && authorPk !== stored?.authorPk && (isHidden || !found.accounts.open.has(authorPk))) {
      unsettled.add(authorPk)
    }
    // Hidden posts are not listed or counted.
    if (isHidden) continue
    if (isListedElsewhere(merged)) moved.push({ row, before })
    if (stored !== undefined && before !== null) sums.add(stored, before[at.likes] ?? null, -1)
    sums.add(row, merged.state.values[at.likes] ?? null, 1)
  }
  await store.writePosts(rows)
  await store.addSamples('posts', sampled)
  await listUnderHashtags(store, found.hashtags, moved)
  await store.addSums(sums)
  await store.noteStale('posts', stale)
  // Includes accounts whose posts were hidden or shown: accounts or posts that became private or public, and new authors of a post.
  await store.noteStaleScores([...staleScores])
  const among = { authors: [...unsettled], posts: turned }
  await turnPosts(store, found.hashtags, among, found.accounts.closed)
}

const listUnderHashtags = async (
  store: MergeStore,
  known: HashtagPks,
  moved: readonly { row: PostWrite; before: readonly Cell[] | null }[]
): Promise<void> => {
  const listOf = (values: readonly Cell[] | null): string => String(values?.[at.hashtags] ?? '[]')
  const tags = await tagsOf(
    store,
    known,
    moved.flatMap(({ row, before }) => [listOf(row.state.values), listOf(before)])
  )
  const uses = ({ pk: postPk, id }: PostWrite, values: readonly Cell[]): PostHashtagUse[] => {
    const use = { createdAt: Number(values[at.createdAt]), idOrder: idOrderOf(id), postPk }
    return [...tags(listOf(values))].map((hashtagPk) => ({ hashtagPk, ...use }))
  }
  await store.removeUses(moved.flatMap(({ row, before }) => (before === null ? [] : uses(row, before))))
  await store.addUses(moved.flatMap(({ row }) => uses(row, row.state.values)))
}
