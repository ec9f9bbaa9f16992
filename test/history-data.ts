import type { Sample } from '../src/engines/history/samples.ts'
import { DatasetWriter, type PostTableRow, type UserRow } from '../src/ingest/sqlite/dataset-writer.ts'

/** A small data set whose past is written by hand. */

const daySeconds = 86_400

/** Unix seconds of a day of May 2026, and an hour of it. The 4th is a Monday. */
export const may = (day: number, hour = 0): number => Date.UTC(2026, 4, day, hour) / 1_000

/** The same as the graph writes it. */
export const moment = (seconds: number): string => new Date(seconds * 1_000).toISOString()

type Marks = { rounded?: number; negative?: number; source?: number }

export const sample = (at: number | null, values: readonly (number | null)[], marks: Marks = {}): Sample => ({
  at,
  values,
  rounded: marks.rounded ?? 0,
  negative: marks.negative ?? 0,
  source: marks.source ?? 1
})

const unknown = [null, null, null, null]
/** Plays and likes of a post; its other counts are unknown. */
const ofPost = (at: number | null, plays: number | null, likes: number | null, marks?: Marks) =>
  sample(at, [plays, likes, ...unknown], marks)

const userRow = (pk: number, username: string, isPrivate = false): UserRow => ({
  ...{ pk, user_id: String(pk), username, display_name: username, website_url: null, followers: 0, following: 0 },
  ...{ total_likes: 0, total_videos: 0, verified: false, is_private: isPrivate, bio: null },
  ...{ avatar_url: null, avatar_thumb_url: null }
})

/** Posts of ana, with the sound 71 and the hashtag "one", which is 11. */
const postRow = (pk: number, createdAt: number, more: Partial<PostTableRow> = {}): PostTableRow => ({
  ...{ pk, post_id: String(100 + pk), created_at: createdAt, author_pk: 1, sound_pk: 1, place_pk: null },
  ...{ caption: null, share_url: null, cover_url: null, duration_seconds: 1, video_height: 0, video_width: 0 },
  ...{ plays: 1, likes: 0, comments: 0, shares: 0, saves: 0, reposts: 0, is_ad: false },
  hashtags: [{ pk: 1, id: '11', name: 'one' }],
  ...more
})

/** When the posts were published: three on Monday, one on Thursday, one in the week after the next, and one in June. */
export const published = [may(4, 1), may(4, 2), may(4, 23), may(7), may(20), may(33)]

/** Ten years apart, on a Monday and on a Tuesday. */
export const oldPosts = [Date.UTC(2016, 4, 2) / 1_000, may(5)]

/** Hourly observations: more than an answer may have. */
export const manyObservations = 1_001

export const writeHistory = (path: string): void => {
  const writer = new DatasetWriter(path)
  writer.source({ name: 'first.json', collected_from: null, collected_to: null })
  writer.source({ name: 'second.json', collected_from: null, collected_to: null })
  writer.user(userRow(1, 'Ana'))
  writer.user(userRow(2, 'shy', true))
  writer.user(userRow(3, 'new'))
  writer.sound({
    ...{ pk: 1, sound_id: '71', title: 'A', author: 'B', is_original: true, is_copyrighted: false },
    ...{ duration_seconds: 3, play_url: null, cover_url: null, published_at: null }
  })
  writer.hashtag({ pk: 1, hashtag_id: '11', name: 'one' })
  for (const [index, createdAt] of published.entries()) writer.post(postRow(index + 1, createdAt))
  // Of another hashtag, over many years.
  writer.hashtag({ pk: 2, hashtag_id: '12', name: 'old' })
  const old = { sound_pk: null, hashtags: [{ pk: 2, id: '12', name: 'old' }] }
  for (const [index, createdAt] of oldPosts.entries()) writer.post(postRow(11 + index, createdAt, old))
  writer.asOf(may(40))
  // Followers, following, likes and posts of an account.
  writer.samples('users', 1, [
    sample(may(1, 6), [1_000, 0, 50, null]),
    sample(may(8, 6), [1_100, 5, 60, null]),
    sample(may(29, 6), [990, 5, 80, null])
  ])
  writer.samples('users', 2, [sample(may(1), [10, 1, 1, 1]), sample(may(2), [20, 1, 1, 1])])
  writer.samples('posts', 1, [
    ofPost(null, 7, 7),
    ofPost(may(4, 10), 100, 10),
    ofPost(may(4, 20), 150, null, { source: 2 }),
    ofPost(may(7, 12), 300, 1_000, { rounded: 2 }),
    ofPost(may(8, 12), null, 40, { negative: 1 }),
    ofPost(may(10), 280, 50)
  ])
  writer.samples(
    'posts',
    2,
    Array.from({ length: manyObservations }, (_, hour) => ofPost(may(4, hour), hour, 0))
  )
  // A clock that was wrong once: a grid of days over so long a time is refused.
  writer.samples('posts', 3, [ofPost(daySeconds, 1, 1), ofPost(may(4), 2, 2)])
  // The same every day, and then more.
  writer.samples('posts', 5, [
    ...Array.from({ length: 7 }, (_, day) => ofPost(may(20 + day), 5, 0)),
    ofPost(may(28), 6, 0)
  ])
  writer.finish()
}
