import type Type from 'typebox'
import type { PostTableRow, SoundRow, UserRow } from '../src/ingest/sqlite/dataset-writer.ts'
import type { ExactJson } from '../src/records/exact-json.ts'
import { type BorrowedField, borrowedFields, Post } from '../src/records/post.ts'
import { readRecord } from '../src/records/reading.ts'
import { Sound } from '../src/records/sound.ts'
import { UserProfile } from '../src/records/user-profile.ts'

/** Rows that say no more than they have to, for data sets that are written directly. */

const bare = <T extends Type.TSchema>(schema: T, given: ExactJson): Type.Static<T> => {
  const record = readRecord(schema, given)
  if (record === null) throw new Error('a bare record needs more')
  return record
}

const profile = bare(UserProfile, { user_id: '1', username: 'a', display_name: '' })
const { posts_count: _, ...sound } = bare(Sound, { sound_id: '1', title: '', author: '' })
// What a post shows of others is in no column of its own, and that is all its row lacks of the record.
const post = Object.fromEntries(
  Object.entries(bare(Post, { caption: '', created_at: 0 })).filter(
    ([key]) => !borrowedFields.some((field) => field === key)
  )
) as Omit<Post, BorrowedField>

export const bareUser = (pk: number, more: Partial<UserRow> = {}): UserRow => ({
  ...profile,
  pk,
  user_id: String(68_000_000 + pk),
  username: `creator.${pk}`,
  ...more
})

export const bareSound = (pk: number, more: Partial<SoundRow> = {}): SoundRow => ({
  ...sound,
  pk,
  sound_id: String(71_000_000 + pk),
  published_at: null,
  ...more
})

/** Of nobody, without sound, place or hashtag. */
export const barePost = (pk: number, more: Partial<PostTableRow> = {}): PostTableRow => ({
  ...post,
  pk,
  post_id: String(7_300_000_000_000_000_000n + BigInt(pk)),
  author_pk: null,
  sound_pk: null,
  place_pk: null,
  hashtags: [],
  ...more
})
