import type { HashtagUse } from '../../records/post.ts'
import type { Decoded, DecodedPlace, DecodedPost, DecodedSound, DecodedUser, Decoder } from '../decoder.ts'
import { Counts, withoutPlaceholders } from './counts.ts'
import { finished, readKey, skipped, unlessNameless } from './post-rules.ts'
import {
  type Fields,
  isFields,
  readFields,
  readFlag,
  readId,
  readInt,
  readText,
  readUrl,
  readUsername,
  readWebsite
} from './read-value.ts'

/** Keys that only this format has. */
const marks = ['authorMeta', 'musicMeta', 'videoMeta', 'webVideoUrl', 'playCount', 'text'] as const

const decodeUser = (meta: unknown, counts: Counts, prefix: '' | 'author.'): DecodedUser | null => {
  const fields = readFields(meta)
  const username = readUsername(typeof meta === 'string' ? meta : fields.name)
  if (username === null) return null
  // Old files have one picture size.
  const avatar = readUrl(fields.originalAvatarUrl) ?? readUrl(fields.avatar)
  return {
    user_id: readId(fields.id),
    username,
    display_name: readText(fields.nickName),
    website_url: readWebsite(fields.bioLink),
    verified: readFlag(fields.verified),
    is_private: readFlag(fields.privateAccount),
    bio: readText(fields.signature),
    avatar_url: avatar,
    avatar_thumb_url: readUrl(fields.avatar) ?? avatar,
    followers: counts.readShown(`${prefix}followers`, fields.fans),
    following: counts.readShown(`${prefix}following`, fields.following),
    total_likes: counts.readShown(`${prefix}total_likes`, fields.heart),
    total_videos: counts.readShown(`${prefix}total_videos`, fields.video)
  }
}

const namesSomeone = (meta: unknown) => {
  const name = typeof meta === 'string' ? meta : readFields(meta).name
  return typeof name === 'string' ? name !== '' : name !== undefined && name !== null
}

const decodeSound = (meta: unknown): DecodedSound | null => {
  const fields = readFields(meta)
  return unlessNameless({
    sound_id: readId(fields.musicId),
    title: readText(fields.musicName),
    author: readText(fields.musicAuthor),
    duration_seconds: readInt(fields.duration),
    is_original: readFlag(fields.musicOriginal),
    cover_url:
      readUrl(fields.coverLarge) ??
      readUrl(fields.coverMedium) ??
      readUrl(fields.coverThumb) ??
      readUrl(fields.originalCoverMediumUrl) ??
      readUrl(fields.coverMediumUrl),
    play_url: readUrl(fields.playUrl)
  })
}

const decodePlace = (meta: unknown): DecodedPlace | null => {
  const fields = readFields(meta)
  const place_id = readId(fields.locationId)
  if (place_id === null) return null
  return {
    place_id,
    name: readText(fields.locationName),
    address: readText(fields.address),
    city_code: readId(fields.cityCode),
    country_code: readId(fields.countryCode)
  }
}

const decodeHashtags = (list: unknown): HashtagUse[] => {
  const uses: HashtagUse[] = []
  for (const element of Array.isArray(list) ? list : []) {
    const fields: Fields = typeof element === 'string' ? { name: element } : readFields(element)
    const use = { id: readId(fields.id), name: readText(readText(fields.name)?.replace(/^#/, '')) }
    if (use.id !== null || use.name !== null) uses.push(use)
  }
  return uses
}

/**
 * Posts as a widespread collector of public feeds saves them, and its hosted successor with more fields. Ids are strings. Every post
 * repeats the creator's profile; old files have its counts only in the creator's own list.
 */
export const collectorPost: Decoder = {
  accepts: 'collector posts with "authorMeta", "musicMeta", "playCount"',

  knows: (element) => marks.some((mark) => element[mark] !== undefined),

  decode(element): readonly Decoded[] {
    // A profile without posts is a post with only an author.
    if (element.id === undefined && element.createTime === undefined && isFields(element.authorMeta)) {
      return collectorUser.decode(element.authorMeta)
    }
    const key = readKey(element.id, element.createTime ?? element.createTimeISO)
    if ('skipped' in key) return key.skipped
    const video = readFields(element.videoMeta)
    const covers = readFields(element.covers)
    const counts = new Counts()
    const likes = counts.readShown('likes', element.diggCount)
    const author = decodeUser(element.authorMeta, counts, 'author.')
    const post: DecodedPost = {
      ...key,
      caption: readText(element.text),
      is_ad: readFlag(element.isAd),
      plays: counts.readShown('plays', element.playCount),
      likes,
      comments: counts.readShown('comments', element.commentCount),
      shares: counts.readShown('shares', element.shareCount),
      saves: counts.readShown('saves', element.collectCount),
      reposts: counts.readShown('reposts', element.repostCount),
      cover_url:
        readUrl(covers.default) ??
        readUrl(covers.origin) ??
        readUrl(covers.dynamic) ??
        readUrl(video.coverUrl) ??
        readUrl(video.originalCoverUrl),
      share_url: readUrl(element.webVideoUrl),
      duration_seconds: readInt(video.duration),
      video_height: readInt(video.height),
      video_width: readInt(video.width),
      author: author && withoutPlaceholders(author, likes),
      author_refused: author === null && namesSomeone(element.authorMeta),
      sound: decodeSound(element.musicMeta),
      place: decodePlace(element.locationMeta),
      hashtags: decodeHashtags(element.hashtags)
    }
    return finished(post, counts.seen(element))
  }
}

/** Profiles as the same collector saves them. */
export const collectorUser: Decoder = {
  accepts: 'collector profiles with "name", "fans", "privateAccount"',

  knows: (element) =>
    element.name !== undefined && (element.fans !== undefined || element.privateAccount !== undefined),

  decode(element): readonly Decoded[] {
    const counts = new Counts()
    const user = decodeUser(element, counts, '')
    return user === null
      ? [skipped('no valid username', String(readText(element.name) ?? 'no name'))]
      : [{ kind: 'user', user, seen: counts.seen(element) }]
  }
}
