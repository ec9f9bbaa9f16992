import type { HashtagUse } from '../../records/post.ts'
import type { HashtagRow } from '../../source/sql/writer.ts'
import type { DecodedPost } from './decoder.ts'

export type MergedHashtags = {
  hashtags: HashtagRow[]
  pkOf: (use: HashtagUse) => number | null
}

/**
 * One row for each hashtag id, named as the file names it first. A use without an id belongs to the hashtag of the same name,
 * whatever the case; names that never come with an id are hashtags of their own.
 */
export const mergeHashtags = (posts: readonly DecodedPost[]): MergedHashtags => {
  const byId = new Map<string, HashtagRow>()
  const byName = new Map<string, HashtagRow>()
  const hashtags: HashtagRow[] = []

  const add = ({ id, name }: HashtagUse) => {
    const row: HashtagRow = { pk: hashtags.length + 1, hashtag_id: id, name }
    hashtags.push(row)
    return row
  }

  const uses = posts.flatMap((post) => post.hashtags)
  for (const use of uses) {
    if (use.id === null) continue
    let row = byId.get(use.id)
    if (row === undefined) {
      row = add(use)
      byId.set(use.id, row)
    }
    row.name ??= use.name
    const name = use.name?.toLowerCase()
    if (name !== undefined && !byName.has(name)) byName.set(name, row)
  }
  // Only now is it known which names belong to an id.
  for (const use of uses) {
    const name = use.name?.toLowerCase()
    if (use.id === null && name !== undefined && !byName.has(name)) byName.set(name, add(use))
  }

  const pkOf = ({ id, name }: HashtagUse) =>
    ((id === null ? undefined : byId.get(id)) ?? (name === null ? undefined : byName.get(name.toLowerCase())))?.pk ??
    null
  return { hashtags, pkOf }
}
