import { CommandError } from '../../core/errors.ts'
import { madeUpSource } from '../../store/tables/schema.ts'
import { WouldReplace } from '../merge/replaced.ts'
import { DatasetWriter } from '../sqlite/dataset-writer.ts'
import { Calendar, isDay, untilLimits } from './calendar.ts'
import { writeCollections } from './collections.ts'
import { makeCreators } from './creators.ts'
import { writeEffects } from './effects.ts'
import { writeFollowers } from './followers.ts'
import { SeedHashtags } from './hashtags.ts'
import { writeLiveRooms } from './live-rooms.ts'
import { SeedPlaces } from './places.ts'
import { writePosts } from './posts.ts'
import { type SeedTotals, writeProfiles } from './profiles.ts'
import { Streams } from './random.ts'
import { writeReposts } from './reposts.ts'
import { Sounds } from './sounds.ts'
import { makeTimeline } from './timeline.ts'
import { Trends } from './trends.ts'

type SeedOptions = {
  /** The file to write; it appears or replaces the former one when complete. */
  path: string
  users: number
  posts: number
  seed: number
  /** Whether to replace imported data; otherwise throws `WouldReplace` if there are any. */
  replaces?: boolean
  /** The end day, such as 2026-06-01: the newest posts are from the evening before. */
  until: string
  onProgress?: (step: string, done: number, total: number) => void
}

/** Number of rows written per kind. */
export type SeedSummary = {
  users: number
  userVariants: number
  sounds: number
  places: number
  hashtags: number
  posts: number
  reposts: number
  followers: number
  collections: number
  liveRooms: number
  effects: number
}

/** The default data set. Commands end it on the current day; tests, contract examples and comparisons on this one. */
export const seedDefaults = { users: 1_000, posts: 20_000, seed: 1, until: '2026-06-01' } as const

export const seedLimits = {
  users: { min: 1, max: 1_000_000 },
  posts: { min: 0, max: 10_000_000 },
  seed: { min: 0, max: Number.MAX_SAFE_INTEGER }
} as const

/**
 * Writes an embedded data set. Equal users, posts, seed and day give equal rows on any machine; another day gives the same objects with
 * other times.
 */
export const seedDataset = (options: SeedOptions): SeedSummary => {
  checkOptions(options)
  const writer = new DatasetWriter(options.path, (contents) => {
    if (options.replaces !== true && contents?.isMadeUp === false) throw new WouldReplace(options.path, contents)
  })
  try {
    writer.source({ name: madeUpSource, collected_from: null, collected_to: null })
    // In its own function, so that its memory is free during indexing.
    const summary = writeRows(writer, options)
    writer.finish(options.onProgress)
    return summary
  } catch (error) {
    writer.abandon()
    throw error
  }
}

const writeRows = (
  writer: DatasetWriter,
  { users, posts, seed, until, onProgress = () => {} }: SeedOptions
): SeedSummary => {
  const streams = new Streams(seed)
  const calendar = new Calendar(until)
  writer.asOf(calendar.until)
  const creators = makeCreators(streams, users)
  const timeline = makeTimeline(streams, creators, posts, calendar)
  const hashtags = new SeedHashtags(streams)
  const places = new SeedPlaces(streams)
  const sounds = new Sounds(streams, creators, timeline)
  const trends = new Trends(streams, creators, timeline, sounds, hashtags)
  const tally: SeedTotals = {
    videos: new Uint32Array(users + 1),
    likes: new Float64Array(users + 1),
    follows: new Uint32Array(users + 1),
    magnitudes: new Uint8Array(posts),
    reposts: new Uint8Array(posts)
  }

  hashtags.write(writer)
  places.write(writer)
  const effects = writeEffects(writer, streams, calendar)
  const world = { streams, creators, timeline, hashtags, sounds, places, trends }
  writePosts(writer, world, tally, calendar, (done) => onProgress('posts', done, posts))
  // Durations of sounds follow from the posts they were recorded with.
  sounds.write(writer, calendar)
  const collections = writeCollections(writer, streams, creators, timeline)
  const reposts = writeReposts(writer, streams, creators, timeline, tally.reposts, calendar)
  const followers = writeFollowers(writer, streams, creators, tally.follows, calendar, (done) =>
    onProgress('followers', done, users)
  )
  const liveRooms = writeLiveRooms(writer, streams, creators)
  // Profiles come last, because they show totals of posts and follower lists.
  const userVariants = writeProfiles(writer, streams, creators, tally, timeline, calendar, (done) =>
    onProgress('profiles', done, users)
  )
  return {
    users,
    userVariants,
    sounds: sounds.count,
    places: places.count,
    hashtags: hashtags.all.length,
    posts,
    reposts,
    followers,
    collections,
    liveRooms,
    effects
  }
}

const checkOptions = (options: SeedOptions): void => {
  const problems = Object.entries(seedLimits).flatMap(([name, { min, max }]) => {
    const value = { users: options.users, posts: options.posts, seed: options.seed }[name]
    const fits = Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max
    return fits ? [] : [`${name} must be a whole number from ${min} to ${max}, not ${value}`]
  })
  if (!isDay(options.until)) {
    problems.push(`until must be a day from ${untilLimits.min} to ${untilLimits.max}, not ${options.until}`)
  }
  if (problems.length > 0) throw new CommandError(`The data set cannot be made: ${problems.join('; ')}.`)
}
