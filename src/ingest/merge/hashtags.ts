import { canonicalHashtag } from '../../records/hashtag-name.ts'
import type { HashtagUse } from '../../records/post.ts'
import type { HashtagWrite, MergeStore, PostHashtagUse, StoredHashtag } from './merge-store.ts'
import { isBetter, isLower, type Observations } from './observe.ts'
import { count, type Tally } from './tally.ts'

/** Hashtags of a list of uses (JSON). */
type TagsOf = (hashtags: string) => ReadonlySet<number>

/** Rows of observed hashtags, by id and by canonical name. */
export type HashtagPks = { readonly byId: ReadonlyMap<string, number>; readonly byName: ReadonlyMap<string, number> }

export const mergeHashtags = async (
  store: MergeStore,
  observations: Observations,
  tally: Tally
): Promise<HashtagPks> => {
  const known = await store.hashtags([...observations.hashtags.keys()])
  const hashtagByName = new Map(
    await store.hashtagsNamed([...new Set([...observations.names.keys(), ...observations.loose.keys()])])
  )
  const pks = new Map<string, number>()
  const rows: HashtagWrite[] = []
  const write = (to: HashtagWrite[], before: StoredHashtag | undefined, row: StoredHashtag) => {
    if (before !== undefined && !isBetter(row.state, before.state)) return
    const isNew = before === undefined
    count(tally, 'hashtags', { isNew, isChanged: before?.state.name !== row.state.name })
    to.push({ ...row, isNew })
  }
  for (const [id, state] of observations.hashtags) {
    const pk = known.get(id)?.pk ?? store.nextPk('hashtags')
    pks.set(id, pk)
    write(rows, known.get(id), { pk, id, state })
  }
  await store.writeHashtags(rows)

  const renamed = new Map<string, number>()
  for (const [name, id] of observations.names) {
    const before = hashtagByName.get(name)
    if (before !== undefined && before.id !== null && !isLower(id, before.id)) continue
    const pk = pks.get(id) ?? 0
    renamed.set(name, pk)
    if (before !== undefined && before.id === null) await store.mergeHashtag(before.pk, pk)
  }
  const loose: HashtagWrite[] = []
  for (const [name, state] of observations.loose) {
    const before = hashtagByName.get(name)
    if (renamed.has(name) || (before !== undefined && before.id !== null)) continue
    const pk = before?.pk ?? store.nextPk('hashtags')
    write(loose, before, { pk, id: null, state })
    if (before === undefined) renamed.set(name, pk)
  }
  const byName = new Map([...hashtagByName].map(([name, { pk }]) => [name, pk]))
  for (const [name, pk] of renamed) byName.set(name, pk)
  const found = { byId: pks, byName }
  await store.writeHashtags(loose)
  await store.writeHashtagNames(renamed)

  // Two hashtag ids with one name, which do not occur on the platform. Uses by name alone are merged one by one.
  for (const [name, id] of observations.names) {
    const before = hashtagByName.get(name)
    if (before === undefined || before.id === null || !isLower(id, before.id)) continue
    const removed: PostHashtagUse[] = []
    const added: PostHashtagUse[] = []
    for (const { pk, createdAt, idOrder, hashtags } of await store.postsOfHashtag(before.pk)) {
      if (!usesOf(hashtags).some((use) => use.id === null && canonicalHashtag(use.name ?? '') === name)) continue
      const tags = await tagsOf(store, found, [hashtags])
      const use = { createdAt, idOrder, postPk: pk }
      if (!tags(hashtags).has(before.pk)) removed.push({ ...use, hashtagPk: before.pk })
      added.push({ ...use, hashtagPk: pks.get(id) ?? 0 })
    }
    await store.removeUses(removed)
    await store.addUses(added)
  }
  return found
}

// Written by `observe`.
export const usesOf = (hashtags: string): readonly HashtagUse[] => JSON.parse(hashtags) as HashtagUse[]

/** Looks up the hashtags of several lists that are not known yet. */
export const tagsOf = async (store: MergeStore, known: HashtagPks, lists: Iterable<string>): Promise<TagsOf> => {
  const ids = new Set<string>()
  const names = new Set<string>()
  const parsed = new Map<string, readonly HashtagUse[]>()
  for (const list of lists) {
    if (parsed.has(list)) continue
    const uses = usesOf(list)
    parsed.set(list, uses)
    for (const { id, name } of uses) {
      if (id !== null) {
        if (!known.byId.has(id)) ids.add(id)
      } else if (name !== null && !known.byName.has(canonicalHashtag(name))) names.add(canonicalHashtag(name))
    }
  }
  const byId = await store.hashtags([...ids])
  const byName = await store.hashtagsNamed([...names])
  return (list) => {
    const pks = new Set<number>()
    for (const { id, name } of parsed.get(list) ?? usesOf(list)) {
      const key = id ?? canonicalHashtag(name ?? '')
      const pk =
        id === null ? (known.byName.get(key) ?? byName.get(key)?.pk) : (known.byId.get(key) ?? byId.get(key)?.pk)
      if (pk !== undefined) pks.add(pk)
    }
    return pks
  }
}
