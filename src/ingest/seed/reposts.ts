import type { DatasetWriter } from '../sqlite/dataset-writer.ts'
import type { Calendar } from './calendar.ts'
import type { SeedCreator } from './creators.ts'
import { day } from './moments.ts'
import type { Random, Streams } from './random.ts'
import type { SeedTimeline } from './timeline.ts'

/** Writes the reposts of accounts from `reposts`, the number per post that may be listed, and returns the number of entries. */
export const writeReposts = (
  writer: DatasetWriter,
  streams: Streams,
  creators: readonly SeedCreator[],
  timeline: SeedTimeline,
  reposts: Uint8Array,
  calendar: Calendar
): number => {
  let written = 0
  for (const creator of creators) {
    const random = streams.at('reposts', creator.pk)
    const joined = calendar.shown(creator.joinedAt)
    for (const number of drawPosts(random, creator, timeline, reposts)) {
      // Reposts come soon after the post or after joining, and never after the present.
      const from = Math.max(timeline.createdAt[number] ?? 0, joined)
      const delay = Math.min(calendar.until - 1 - from, Math.floor(random.float() * random.float() * 40 * day))
      writer.repost(creator.pk, number + 1, from + delay)
      written += 1
    }
  }
  return written
}

/** Decrements `left` for each draw. */
const drawPosts = (random: Random, creator: SeedCreator, timeline: SeedTimeline, left: Uint8Array): Set<number> => {
  const chosen = new Set<number>()
  const posts = timeline.author.length
  if (creator.isPrivate || (creator.pk > 1 && random.chance(0.7))) return chosen
  const u = random.float()
  const wanted = creator.pk === 1 ? 90 : Math.floor(1 + 150 * u * u * u)
  // A draw may be the creator's own post, a repetition, or a post nobody reposted; a tiny data set may have nothing else.
  for (let attempt = 0; chosen.size < wanted && attempt < wanted * 3 && posts > 0; attempt++) {
    const number = random.below(posts)
    if (timeline.author[number] === creator.pk || (left[number] ?? 0) === 0 || chosen.has(number)) continue
    chosen.add(number)
    left[number] = (left[number] ?? 0) - 1
  }
  return chosen
}
