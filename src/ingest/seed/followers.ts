import type { DatasetWriter } from '../sqlite/dataset-writer.ts'
import type { Calendar } from './calendar.ts'
import type { SeedCreator } from './creators.ts'
import { day, now } from './moments.ts'
import type { Random, Streams } from './random.ts'

/** Length of the longest list. The counts on profiles are platform-wide and far larger. */
const longestList = 1_500

/** Writes the follower lists, records in `follows` who follows whom, and returns the number of entries. */
export const writeFollowers = (
  writer: DatasetWriter,
  streams: Streams,
  creators: readonly SeedCreator[],
  follows: Uint32Array,
  calendar: Calendar,
  onProgress: (done: number) => void
): number => {
  let written = 0
  for (const creator of creators) {
    const random = streams.at('followers', creator.pk)
    const length = listLength(random, creator, creators.length)
    if (length > 0) {
      const followers = drawFollowers(random, creator, creators.length, length)
      writer.followers(creator.pk, withTimes(random, creator, followers, creators, calendar))
      for (const follower of followers) follows[follower] = (follows[follower] ?? 0) + 1
      written += followers.length
    }
    if (creator.pk % 1_000 === 0) onProgress(creator.pk)
  }
  onProgress(creators.length)
  return written
}

const listLength = (random: Random, creator: SeedCreator, users: number): number => {
  // Private accounts show no list, and some others have none on record.
  if (creator.isPrivate || (creator.pk > 3 && random.chance(0.06))) return 0
  const length = longestList * creator.pk ** -0.55 * (creator.pk === 1 ? 1 : 0.7 + 0.4 * random.float())
  return Math.floor(Math.min(length, longestList, creator.followers, 0.7 * (users - 1) + 0.5))
}

const drawFollowers = (random: Random, creator: SeedCreator, users: number, length: number): number[] => {
  const chosen = new Set<number>()
  while (chosen.size < length) {
    const pk = random.between(1, users)
    if (pk !== creator.pk) chosen.add(pk)
  }
  return [...chosen]
}

/** Most of a list is recent, with bursts within one second. Nobody follows before joining. */
const withTimes = (
  random: Random,
  creator: SeedCreator,
  followers: readonly number[],
  creators: readonly SeedCreator[],
  calendar: Calendar
) => {
  const span = now - creator.joinedAt - day
  let rush = 0
  let time = 0
  return followers.map((follower_pk) => {
    if (rush > 0) rush -= 1
    else {
      const u = random.float()
      time = now - 1 - Math.floor(span * u * u * u)
      if (random.chance(0.04)) rush = random.between(1, 5)
    }
    const joinedAt = creators[follower_pk - 1]?.joinedAt ?? 0
    const after = joinedAt < time ? time : joinedAt + Math.floor((now - 1 - joinedAt) * random.float())
    return { follower_pk, followed_at: calendar.shown(after) }
  })
}
