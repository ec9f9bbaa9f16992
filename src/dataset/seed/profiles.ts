import type { DatasetWriter } from '../../source/sql/writer.ts'
import { fill } from './captions.ts'
import type { Creator } from './creators.ts'
import type { Random, Streams } from './random.ts'
import { faces } from './words/emoji.ts'
import type { Language } from './words/language.ts'
import { languages } from './words/languages.ts'

/** What the posts say of their authors, by `pk`. */
export type Tally = {
  readonly videos: Uint32Array
  readonly likes: Float64Array
  /** Accounts of the data set that this one is seen to follow. */
  readonly follows: Uint32Array
}

const variantRegions: readonly (readonly [region: string, language: string])[] = [
  ['JP', 'ja'],
  ['BR', 'pt'],
  ['DE', 'de'],
  ['ES', 'es'],
  ['FR', 'fr']
]
const accountsWithVariants = 12

/** Writes all accounts. Returns how many variants of profiles came with them. */
export const writeProfiles = (
  writer: DatasetWriter,
  streams: Streams,
  creators: readonly Creator[],
  tally: Tally,
  onProgress: (done: number) => void
): number => {
  let variants = 0
  for (const creator of creators) {
    const random = streams.at('profile', creator.pk)
    const avatar = random.chance(0.02) && creator.pk > 1 ? null : `/media/avatar/${creator.id}`
    const likes = tally.likes[creator.pk] ?? 0
    const videos = tally.videos[creator.pk] ?? 0
    writer.user({
      pk: creator.pk,
      user_id: creator.id,
      username: creator.username,
      display_name: displayName(streams, creator),
      website_url: drawWebsite(random, creator),
      followers: creator.followers,
      following: Math.max(drawFollowing(random), tally.follows[creator.pk] ?? 0),
      // Likes of posts that are gone still count, which is why the total is above the sum.
      total_likes: drawTotalLikes(random, creator, likes, videos),
      total_videos: creator.isPrivate ? random.between(0, 120) : videos,
      verified: creator.verified,
      is_private: creator.isPrivate,
      bio: ownBio(streams, creator),
      avatar_url: avatar === null ? null : `${avatar}.svg`,
      avatar_thumb_url: avatar === null ? null : `${avatar}/thumb.svg`
    })
    if (creator.pk <= accountsWithVariants && !creator.isPrivate) variants += writeVariants(writer, streams, creator)
    if (creator.pk % 1_000 === 0) onProgress(creator.pk)
  }
  onProgress(creators.length)
  return variants
}

/** Drawn from a stream of its own, because sounds show it too. */
export const displayName = (streams: Streams, creator: Creator): string => {
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
      return `${whole} ${random.pick(language.flags)}`
    case 5:
      return language.code === 'en' ? given.toLowerCase() : `${given} ${random.pick(faces)}`
    default:
      return whole
  }
}

const writeVariants = (writer: DatasetWriter, streams: Streams, creator: Creator): number => {
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
      bio: drawBio(random, creator, language),
      website_url: random.chance(0.3) ? `https://${region.toLowerCase()}.${host(creator)}.example/` : null
    })
    written += 1
  }
  return written
}

/** From a stream of its own as well, so that it does not hang on how many posts there are. */
const ownBio = (streams: Streams, creator: Creator): string | null => {
  const random = streams.at('bio', creator.pk)
  return creator.pk > 1 && random.chance(0.14) ? null : drawBio(random, creator, creator.language)
}

const drawBio = (random: Random, creator: Creator, language: Language): string => {
  const [topic] = creator.topics
  const bio = fill(language, random.pick(language.bios), (gap) =>
    gap === 'topic'
      ? language.topics[topic.key]
      : gap === 'flag'
        ? random.pick(language.flags)
        : // Years that somebody has been at it, whatever the year in the handle.
          String(random.between(2, 9))
  )
  const text = random.chance(0.55) ? `${bio} ${random.pick(topic.emoji)}` : bio
  return random.chance(0.12) ? `${text}\n📩 ${host(creator)}@mail.example` : text
}

const host = (creator: Creator): string => creator.username.toLowerCase().replace(/[^a-z0-9]/g, '')

const drawWebsite = (random: Random, creator: Creator): string | null => {
  const likely = creator.pk === 1 ? 1 : creator.verified ? 0.45 : 0.08
  if (!random.chance(likely)) return null
  return random.pick([`https://${host(creator)}.example/`, `https://links.example/${host(creator)}`])
}

const drawFollowing = (random: Random): number => {
  const u = random.float()
  return Math.floor(2 + 1_800 * u * u * u * u)
}

const drawTotalLikes = (random: Random, creator: Creator, likes: number, videos: number): number => {
  if (creator.isPrivate) return random.below(40 * (creator.followers + 20))
  if (videos === 0) return 0
  const atLeast = creator.followers * creator.habits.likesPerFollower
  return Math.floor(Math.max(likes * (1 + 0.04 * random.float()), atLeast))
}
