import type { DatasetWriter } from '../../source/sql/writer.ts'
import type { Calendar } from './calendar.ts'
import type { Creator } from './creators.ts'
import { day } from './moments.ts'
import type { Random, Streams } from './random.ts'
import type { Timeline } from './timeline.ts'

/** Writes what accounts have reposted and returns the number of entries. */
export const writeReposts = (
  writer: DatasetWriter,
  streams: Streams,
  creators: readonly Creator[],
  timeline: Timeline,
  { until }: Calendar
): number => {
  let written = 0
  for (const creator of creators) {
    const random = streams.at('reposts', creator.pk)
    for (const number of drawPosts(random, creator, timeline)) {
      const postedAt = timeline.createdAt[number] ?? until
      // Reposts come soon after the post, and never after the data set's present.
      const age = until - 1 - postedAt
      const delay = Math.min(age, Math.floor(random.float() * random.float() * 40 * day))
      writer.repost(creator.pk, number + 1, postedAt + delay)
      written += 1
    }
  }
  return written
}

const drawPosts = (random: Random, creator: Creator, timeline: Timeline): Set<number> => {
  const chosen = new Set<number>()
  const posts = timeline.author.length
  if (creator.isPrivate || (creator.pk > 1 && random.chance(0.7))) return chosen
  const u = random.float()
  const wanted = creator.pk === 1 ? 90 : Math.floor(1 + 150 * u * u * u)
  // Every second try may be the creator's own post or a repeated one; in a tiny data set there may be nothing else.
  for (let attempt = 0; chosen.size < wanted && attempt < wanted * 2 && posts > 0; attempt++) {
    const number = random.below(posts)
    if (timeline.author[number] !== creator.pk) chosen.add(number)
  }
  return chosen
}
