import type { DatasetWriter } from '../sqlite/dataset-writer.ts'
import type { Calendar } from './calendar.ts'
import { usualLikes } from './counts.ts'
import { samplesOfCreator } from './creator-samples.ts'
import type { SeedCreator } from './creators.ts'
import { day, now } from './moments.ts'
import { fill } from './phrases.ts'
import type { Random, Streams } from './random.ts'
import type { SeedTimeline } from './timeline.ts'
import { faces, type Language, languages } from './words.ts'

/** Totals from posts and lists: per account by `pk`, and per post by number. */
export type SeedTotals = {
  readonly videos: Uint32Array
  readonly likes: Float64Array
  /** Accounts of the data set that this account follows. */
  readonly follows: Uint32Array
  /** Plays of each post, encoded by `magnitudeOf`. */
  readonly magnitudes: Uint8Array
  /** Number of reposts of each post that may be listed. */
  readonly reposts: Uint8Array
}

const variantRegions: readonly (readonly [region: string, language: string])[] = [
  ['JP', 'ja'],
  ['BR', 'pt'],
  ['DE', 'de'],
  ['ES', 'es'],
  ['FR', 'fr']
]
const accountsWithVariants = 12
/** The first bios of each language mean the same (words.ts). */
const commonBios = 3

/** Writes all accounts and returns the number of regional profile variants. */
export const writeProfiles = (
  writer: DatasetWriter,
  streams: Streams,
  creators: readonly SeedCreator[],
  tally: SeedTotals,
  timeline: SeedTimeline,
  calendar: Calendar,
  onProgress: (done: number) => void
): number => {
  let variants = 0
  for (const creator of creators) {
    const random = streams.at('profile', creator.pk)
    const avatar = random.chance(0.02) && creator.pk > 1 ? null : `/media/avatar/${creator.id}`
    const website = drawWebsite(random, creator)
    const following = Math.max(drawFollowing(random), tally.follows[creator.pk] ?? 0)
    const listed = { videos: tally.videos[creator.pk] ?? 0, likes: tally.likes[creator.pk] ?? 0 }
    const unlisted = drawUnlisted(streams.at('unlisted', creator.pk), creator, listed)
    const likes = listed.likes + unlisted.likes
    const videos = listed.videos + unlisted.videos
    writer.user({
      pk: creator.pk,
      user_id: creator.id,
      username: creator.username,
      display_name: displayName(streams, creator),
      website_url: website,
      followers: creator.followers,
      following,
      total_likes: likes,
      total_videos: videos,
      verified: creator.verified,
      is_private: creator.isPrivate,
      bio: bioIn(creator.language, streams, creator),
      country: countryOf(creator),
      language: creator.language.code,
      avatar_url: avatar === null ? null : `${avatar}.svg`,
      avatar_thumb_url: avatar === null ? null : `${avatar}/thumb.svg`
    })
    const counts = { followers: creator.followers, following, likes, videos, listed }
    writer.samples(
      'users',
      creator.pk,
      samplesOfCreator(streams, creator, counts, timeline, tally.magnitudes, calendar)
    )
    if (creator.pk <= accountsWithVariants && !creator.isPrivate)
      variants += writeVariants(writer, streams, creator, website)
    if (creator.pk % 1_000 === 0) onProgress(creator.pk)
  }
  onProgress(creators.length)
  return variants
}

/** The country code in a flag, whose letters have a constant distance from Latin ones. */
export const countryOf = ({ flag }: SeedCreator): string =>
  [...flag].map((letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 65)).join('')

/** Drawn from its own stream, because sounds use it too. */
export const displayName = (streams: Streams, creator: SeedCreator): string => {
  const random = streams.at('name', creator.pk)
  const { language } = creator
  const [given] = creator.givenName
  const [surname] = creator.surname
  const gap = /^(ja|zh|ko)$/.test(language.code) ? '' : ' '
  const whole = language.surnameFirst ? surname + gap + given : `${given} ${surname}`
  const [topic] = creator.topics
  if (creator.pk === 1) return `${whole} ${topic.emoji[0]}`
  switch (random.below(9)) {
    case 0:
      return given
    case 1:
      return `${given} ${random.pick(topic.emoji)}`
    case 2:
      return `${given} | ${language.topics[topic.key]}`
    case 3:
      return `${random.pick(topic.emoji)} ${whole} ${random.pick(topic.emoji)}`
    case 4:
      return `${whole} ${creator.flag}`
    case 5:
      return language.code === 'en' ? given.toLowerCase() : `${given} ${random.pick(faces)}`
    default:
      return whole
  }
}

const writeVariants = (
  writer: DatasetWriter,
  streams: Streams,
  creator: SeedCreator,
  website: string | null
): number => {
  let written = 0
  for (const [index, [region, code]] of variantRegions.entries()) {
    const language = languages.find((one) => one.code === code)
    const random = streams.at(`variant ${region}`, creator.pk)
    // The showcase account has every variant; others have some.
    if (language === undefined || language === creator.language || (creator.pk > 1 && random.chance(0.5))) continue
    const [topic] = creator.topics
    writer.userVariant({
      user_pk: creator.pk,
      region,
      display_name: index % 2 === 0 ? `${creator.givenName[0]} | ${language.topics[topic.key]}` : null,
      bio: bioIn(language, streams, creator),
      website_url:
        website !== null && random.chance(0.5) ? `https://${region.toLowerCase()}.${host(creator)}.example/` : null
    })
    written += 1
  }
  return written
}

/** Drawn from its own stream, so that it is independent of the number of posts and has the same meaning in every language. */
const bioIn = (language: Language, streams: Streams, creator: SeedCreator): string | null => {
  const random = streams.at('bio', creator.pk)
  if (creator.pk > accountsWithVariants && random.chance(0.14)) return null
  const [topic] = creator.topics
  const templates = creator.pk <= accountsWithVariants ? language.bios.slice(0, commonBios) : language.bios
  const bio = fill(language, random.pick(templates), (gap) =>
    gap === 'topic'
      ? language.topics[topic.key]
      : gap === 'flag'
        ? creator.flag
        : // Years that somebody has been at it, whatever the year in the handle.
          String(random.between(2, 9))
  )
  const text = random.chance(0.55) ? `${bio} ${random.pick(topic.emoji)}` : bio
  return random.chance(0.12) ? `${text}\n📩 ${host(creator)}@mail.example` : text
}

const host = (creator: SeedCreator): string => creator.username.toLowerCase().replace(/[^a-z0-9]/g, '')

const drawWebsite = (random: Random, creator: SeedCreator): string | null => {
  const likely = creator.pk === 1 ? 1 : creator.verified ? 0.45 : 0.08
  if (!random.chance(likely)) return null
  return random.pick([`https://${host(creator)}.example/`, `https://links.example/${host(creator)}`])
}

const drawFollowing = (random: Random): number => {
  const u = random.float()
  return Math.floor(2 + 1_800 * u * u * u * u)
}

type Videos = { readonly videos: number; readonly likes: number }

/** Maximum mean number of videos per day since joining. */
const mostVideosADay = 2

/** Counts of videos that are not listed, so that likes fit the followers. Many accounts list all. */
const drawUnlisted = (random: Random, creator: SeedCreator, listed: Videos): Videos => {
  const { followers, habits, isPrivate, joinedAt, pk } = creator
  const listsAll =
    !isPrivate && (listed.videos === 0 || (pk > accountsWithVariants && random.chance(followers < 20_000 ? 0.5 : 0.15)))
  const likes = usualLikes(creator)
  const missing = isPrivate
    ? random.between(0, 120)
    : Math.min((followers * habits.likesPerFollower - listed.likes) / likes, (mostVideosADay * (now - joinedAt)) / day)
  if (listsAll || missing < 1) return { videos: 0, likes: 0 }
  const videos = Math.floor(missing)
  return { videos, likes: Math.floor(videos * likes * (0.8 + 0.4 * random.float())) }
}
