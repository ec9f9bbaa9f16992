import { drawHabits, type Habits } from './habits.ts'
import { day, hour, now, snowflake } from './moments.ts'
import { type Random, type Streams, Weighted } from './random.ts'
import {
  english,
  handleNouns,
  handlePrefixes,
  type Language,
  languages,
  type Name,
  type Topic,
  topicByKey,
  topics
} from './words.ts'

/** The facts about an account that other parts of the data set need. Its texts are generated when it is written (profiles.ts). */
export type SeedCreator = {
  readonly pk: number
  readonly id: string
  readonly username: string
  readonly givenName: Name
  readonly surname: Name
  readonly language: Language
  /** The first one is the main topic. */
  readonly topics: readonly [Topic, ...Topic[]]
  readonly followers: number
  readonly verified: boolean
  readonly isPrivate: boolean
  readonly joinedAt: number
  /** Share of all posts; 0 for accounts that never post. */
  readonly activity: number
  readonly habits: Habits
  readonly flag: string
  /** Offset of the creator's clock from UTC in seconds. */
  readonly zone: number
}

/** Followers of the most followed account. */
const mostFollowed = 151_400_000

/** Upper bound for private accounts, which are followed by acquaintances. */
const mostOfPrivate = 900

const showcaseTopics = [topicByKey('cooking'), topicByKey('streetfood'), topicByKey('travel')] as const

const languageWeights = new Weighted(languages.map((language) => language.weight))

/** All accounts. `pk` is approximately the rank by followers; account 1 is the showcase account. */
export const makeCreators = (streams: Streams, users: number): SeedCreator[] => {
  const handles = new Set<string>()
  return Array.from({ length: users }, (_, index) => makeCreator(streams, index + 1, users, handles))
}

const makeCreator = (streams: Streams, pk: number, users: number, handles: Set<string>): SeedCreator => {
  const random = streams.at('creator', pk)
  const showcase = pk === 1
  const drawn = languages[languageWeights.pick(random)] ?? english
  const language = showcase ? english : drawn
  const givenName = random.pick(language.givenNames)
  const surname = random.pick(language.surnames)
  const drawnTopics = drawTopics(random)
  const ownTopics = showcase ? showcaseTopics : drawnTopics
  const audience = followersOfRank(random, pk, users)
  // The last two accounts are edge cases even in the smallest data sets.
  const isPrivate = (pk > 12 && random.chance(0.03)) || (pk === users && users >= 3)
  // Accounts with an audience have posted something to get it.
  const silent = (pk > 12 && random.chance(0.06) && audience < 40_000) || (pk === users - 1 && users >= 4)
  const habits = drawHabits(streams, pk, audience)
  // Private accounts do not become well known.
  const followers = isPrivate ? audience % mostOfPrivate : audience
  const joinedAt = Math.floor(now - habits.silence - habits.career - random.between(day, 300 * day))
  const username = drawUsername(random, givenName[1], surname[1], ownTopics[0], handles)
  const badge = showcase || random.chance(audience > 400_000 ? 0.6 : 0.01)
  const activity = isPrivate || silent ? 0 : drawActivity(random, pk, audience)
  const [flag, zone] = random.pick(language.homes)
  return {
    pk,
    id: snowflake(joinedAt, streams.unique('user', pk)),
    username,
    givenName,
    surname,
    language,
    topics: ownTopics,
    followers,
    verified: badge && !isPrivate,
    isPrivate,
    joinedAt,
    activity,
    habits,
    flag,
    zone: zone * hour
  }
}

/** Number of posts at twenty per account: accounts with an audience post regularly, half of the others do. */
const drawActivity = (random: Random, pk: number, followers: number): number => {
  const regular = pk <= 10 || random.chance(followers > 100_000 ? 0.92 : 0.46)
  const u = random.float()
  if (pk === 1) return 150
  return regular ? 23 - 10 * Math.log(1 - u * 0.9999) : 2 + 16 * u * u
}

/** A power law at the top that thins out to unknown accounts at the end, for any number of accounts. */
const followersOfRank = (random: Random, rank: number, users: number): number => {
  const jitter = rank === 1 ? 1 : 0.72 + 0.5 * random.float()
  const rest = 1 - (rank - 1) / users
  return Math.floor(mostFollowed * ((rank + 3) / 4) ** -1.25 * rest * rest * jitter) + random.below(40)
}

const drawTopics = (random: Random): readonly [Topic, ...Topic[]] => {
  const [first, ...others] = random.sample(topics, random.pick([1, 1, 2, 2, 3]))
  return [first ?? topicByKey('comedy'), ...others]
}

const drawUsername = (random: Random, given: string, surname: string, topic: Topic, handles: Set<string>): string => {
  for (let attempt = 0; ; attempt++) {
    const plain = composeHandle(random, given, surname, random.pick(topic.handles))
    // Short handles run out: each failed attempt adds a digit.
    const digits = attempt === 0 ? '' : String(random.below(10 ** Math.min(8, attempt)))
    const handle = plain.slice(0, 24 - digits.length) + digits
    if (handles.has(handle)) continue
    handles.add(handle)
    return random.chance(0.03) ? capitalised(handle) : handle
  }
}

const composeHandle = (random: Random, given: string, surname: string, what: string): string => {
  switch (random.below(10)) {
    case 0:
      return `${given}.${what}`
    case 1:
      return `${given}${what}`
    case 2:
      return `${given}_${surname}`
    case 3:
      return `${given}.${surname}${random.pick(['', random.between(1, 99)])}`
    case 4:
      return `${random.pick(handlePrefixes)}${given}${random.pick(['', '_', '.x'])}`
    case 5:
      return `${given}${random.between(1985, 2009)}`
    case 6:
      return `${random.pick(handlePrefixes)}.${random.pick(handleNouns)}`
    case 7:
      return `${random.pick(handleNouns)}_${what}`
    case 8:
      return `${what}.with.${given}`
    default:
      return `_${given}.${random.pick(handleNouns)}_`
  }
}

const capitalised = (handle: string): string =>
  handle.replace(/[a-z]+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1))
