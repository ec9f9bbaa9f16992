import type { DatasetWriter } from '../sqlite/dataset-writer.ts'
import type { Calendar } from './calendar.ts'
import { CaptionWriter, type SeedCaption } from './captions.ts'
import { drawCounts, drawHits, noCounts, type SeedCounts } from './counts.ts'
import { magnitudeOf } from './creator-samples.ts'
import type { SeedCreator } from './creators.ts'
import type { SeedHashtags, Tag } from './hashtags.ts'
import { snowflake } from './moments.ts'
import type { SeedPlaces } from './places.ts'
import { samplesOfPost } from './post-samples.ts'
import { countryOf, type SeedTotals } from './profiles.ts'
import type { Random, Streams } from './random.ts'
import type { Sounds } from './sounds.ts'
import type { SeedTimeline } from './timeline.ts'
import type { Trends } from './trends.ts'
import { english } from './words.ts'

export type World = {
  readonly streams: Streams
  readonly creators: readonly SeedCreator[]
  readonly timeline: SeedTimeline
  readonly hashtags: SeedHashtags
  readonly sounds: Sounds
  readonly places: SeedPlaces
  readonly trends: Trends
}

/**
 * Rare kinds of posts occur at fixed distances instead of randomly, so that even a small data set has each: one in `every`, from `first`.
 */
const rare = {
  unplayed: { every: 240, first: 9 },
  ad: { every: 70, first: 11 },
  longCaption: { every: 1_300, first: 19 },
  repeatedHashtag: { every: 90, first: 4 },
  withoutCover: { every: 230, first: 17 }
} as const

const isRare = (kind: keyof typeof rare, number: number): boolean => number % rare[kind].every === rare[kind].first

/** Maximum number of listed reposts per post, whatever its count: it fits a byte. */
const mostListedReposts = 255

const frames = [
  [1920, 1080],
  [1024, 576],
  [1024, 576],
  [1280, 720],
  [1280, 720],
  [1920, 1080],
  [960, 540],
  [1024, 768],
  [720, 1280],
  [1080, 1080],
  [1334, 750],
  [852, 480]
] as const

/** Writes the posts in time order and adds their counts to the tally. */
export const writePosts = (
  writer: DatasetWriter,
  world: World,
  tally: SeedTotals,
  calendar: Calendar,
  onProgress: (done: number) => void
): void => {
  const { streams, creators, timeline } = world
  const captions = new CaptionWriter(world.hashtags, creators)
  const hits = drawHits(streams.at('hits'), timeline.author, timeline.ofAuthor(1), creators.length)
  const total = timeline.author.length
  for (let number = 0; number < total; number++) {
    const random = streams.at('post', number)
    const pk = number + 1
    const authorPk = timeline.author[number] ?? 0
    const author = authorPk === 0 ? undefined : creators[authorPk - 1]
    const ownTime = timeline.ownTime[number] ?? 0
    // A post whose account is gone still has a language and topic.
    const voice = author ?? random.pick(creators)
    const topic = random.chance(0.5 + 0.5 * voice.habits.focus) ? voice.topics[0] : random.pick(voice.topics)
    const counts = countsOf(random, number, author, ownTime, hits.get(number))
    const request = {
      // Everyone writes English sometimes.
      language: random.chance(0.08) ? english : voice.language,
      topic,
      voice,
      at: ownTime,
      long: isRare('longCaption', number),
      twice: isRare('repeatedHashtag', number)
    }
    const written = captions.write(random, request, {
      others: () => streams.at('other words', number),
      wording: streams.at('wording', number)
    })
    const caption = withTag(written, world.trends.tagOf(number))
    const id = snowflake(ownTime, streams.unique('post', pk))
    const isImage = random.chance(0.06)
    const [height, width] = isImage ? [0, 0] : random.pick(frames)
    // Drawn in any case, so that later draws do not depend on trends.
    const drawnSound = world.sounds.draw(random, author, topic, ownTime)
    tally.videos[authorPk] = (tally.videos[authorPk] ?? 0) + 1
    tally.likes[authorPk] = (tally.likes[authorPk] ?? 0) + counts.likes
    tally.magnitudes[number] = magnitudeOf(counts.plays)
    tally.reposts[number] = Math.min(counts.reposts, mostListedReposts)
    const recorded = world.sounds.recordedFor(number, authorPk)
    const sound = recorded ?? world.trends.soundOf(number) ?? drawnSound
    writer.post({
      pk,
      post_id: id,
      author_pk: author?.pk ?? null,
      sound_pk: sound,
      place_pk: random.chance(topic.key === 'travel' || topic.key === 'hiking' ? 0.5 : 0.1)
        ? world.places.draw(random, voice.language.code)
        : null,
      caption: caption.text,
      country: countryOf(voice),
      language: request.language.code,
      created_at: timeline.createdAt[number] ?? 0,
      is_ad: isRare('ad', number),
      ...counts,
      cover_url: isRare('withoutCover', number) ? null : `/media/cover/${id}.svg`,
      share_url: shareUrl(random, author, id, isImage),
      duration_seconds: isImage ? 0 : world.sounds.durationWith(sound, recorded !== undefined, drawDuration(random)),
      video_height: height,
      video_width: width,
      hashtags: caption.tags
    })
    const samples = samplesOfPost(streams, number, timeline.createdAt[number] ?? 0, counts, calendar)
    if (samples.length > 0) writer.samples('posts', pk, samples)
    if (pk % 2_000 === 0) onProgress(pk)
  }
  onProgress(total)
}

/** A caption with a trend's hashtag, unless the caption is empty. */
const withTag = (caption: SeedCaption, tag: Tag | undefined): SeedCaption =>
  tag === undefined || caption.text === null
    ? caption
    : { text: `${caption.text} #${tag.name}`, tags: [...caption.tags, tag] }

const countsOf = (
  random: Random,
  number: number,
  author: SeedCreator | undefined,
  ownTime: number,
  hit: number | undefined
): SeedCounts => {
  const counts = drawCounts(random, author, ownTime, hit)
  return hit === undefined && isRare('unplayed', number) ? noCounts : counts
}

const shareUrl = (random: Random, author: SeedCreator | undefined, id: string, isImage: boolean): string | null => {
  const kind = isImage ? 'photo' : 'video'
  if (author !== undefined) return `https://www.clips.example/@${author.username}/${kind}/${id}`
  return random.chance(0.5) ? null : `https://www.clips.example/${kind}/${id}`
}

const drawDuration = (random: Random): number => {
  const roll = random.below(10)
  if (roll < 6) return random.between(5, 34)
  return roll < 9 ? random.between(35, 90) : random.between(91, 600)
}
