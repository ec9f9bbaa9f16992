import { latestTime } from '../../records/fields.ts'
import type { HashtagUse } from '../../records/post.ts'
import type { Decoded, DecodedAuthor, DecodedPost, DecodedSound, Decoder } from './decoder.ts'
import {
  type Fields,
  isFields,
  readCount,
  readFields,
  readFlag,
  readId,
  readInt,
  readText,
  readUrl,
  readUsername
} from './read-value.ts'

/** Keys that tell a bare list of collector posts from lists of other formats. */
const marks = ['createTime', 'authorMeta', 'musicMeta', 'videoMeta', 'webVideoUrl', 'text', 'playCount', 'diggCount']

const looksLikePost = (element: unknown) => isFields(element) && marks.some((mark) => Object.hasOwn(element, mark))

const decodeAuthor = (meta: unknown): DecodedAuthor | null => {
  const fields = readFields(meta)
  const username = readUsername(typeof meta === 'string' ? meta : fields.name)
  if (username === null) return null
  return {
    user_id: readId(fields.id),
    username,
    display_name: readText(fields.nickName),
    verified: readFlag(fields.verified),
    bio: readText(fields.signature),
    // The format has one size of the picture.
    avatar_url: readUrl(fields.avatar),
    avatar_thumb_url: readUrl(fields.avatar),
    followers: readCount(fields.fans),
    following: readCount(fields.following),
    total_likes: readCount(fields.heart),
    total_videos: readCount(fields.video)
  }
}

const namesSomeone = (meta: unknown) => {
  const name = typeof meta === 'string' ? meta : readFields(meta).name
  return typeof name === 'string' ? name !== '' : name !== undefined && name !== null
}

const decodeSound = (meta: unknown): DecodedSound | null => {
  const fields = readFields(meta)
  const sound_id = readId(fields.musicId)
  const title = readText(fields.musicName)
  const author = readText(fields.musicAuthor)
  // Without any of the three there is nothing that a post could show or a look-up could find.
  if (sound_id === null && title === null && author === null) return null
  return {
    sound_id,
    title,
    author,
    duration_seconds: readInt(fields.duration),
    is_original: readFlag(fields.musicOriginal),
    cover_url: readUrl(fields.coverLarge) ?? readUrl(fields.coverMedium) ?? readUrl(fields.coverThumb),
    play_url: readUrl(fields.playUrl)
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

/** Nothing to see, nothing to read and nobody who saw it: what collectors leave behind for removed posts. */
const isHollow = (post: DecodedPost) =>
  post.caption === null &&
  [post.duration_seconds, post.video_height, post.video_width].every((size) => !size) &&
  [post.plays, post.likes, post.comments, post.shares].every((count) => !count)

/** An invalid id for a message. Objects are only named: they may hold anything, their own `toString` included. */
const shown = (value: unknown) => {
  if (value === null || typeof value === 'object') return value === null ? 'null' : 'that is an object'
  return JSON.stringify(String(value).slice(0, 40).toWellFormed())
}

/**
 * Posts as a widespread collector of public feeds saves them: `{"collector": [post, …]}` for mixed feeds, `[post, …]` for one
 * creator. Ids are strings; the creator's profile is repeated in every post, with counts only in a creator's own list.
 */
export const collector: Decoder = {
  accepts: 'collector posts: {"collector": [post, …]} or [post, …]',

  elements(document) {
    if (Array.isArray(document)) return document.length === 0 || document.some(looksLikePost) ? document : null
    if (!isFields(document)) return null
    return Array.isArray(document.collector) ? document.collector : null
  },

  decode(element): Decoded {
    if (!isFields(element)) {
      return { skipped: { reason: 'not an object', example: element === null ? 'null' : typeof element } }
    }
    const post_id = readId(element.id)
    if (post_id === null) {
      const example = element.id === undefined ? 'no id' : `id ${shown(element.id)}`
      return { skipped: { reason: 'no valid post id', example } }
    }
    const created_at = readCount(element.createTime)
    if (created_at === null || created_at === 0) {
      return { skipped: { reason: 'hollow record: no creation time', example: post_id } }
    }
    if (created_at > latestTime) {
      return { skipped: { reason: 'creation time is not in Unix seconds', example: post_id } }
    }
    const video = readFields(element.videoMeta)
    const covers = readFields(element.covers)
    const author = decodeAuthor(element.authorMeta)
    const post: DecodedPost = {
      post_id,
      caption: readText(element.text),
      created_at,
      is_ad: readFlag(element.isAd),
      plays: readCount(element.playCount),
      likes: readCount(element.diggCount),
      comments: readCount(element.commentCount),
      shares: readCount(element.shareCount),
      saves: readCount(element.collectCount),
      reposts: readCount(element.repostCount),
      cover_url: readUrl(covers.default) ?? readUrl(covers.origin) ?? readUrl(covers.dynamic),
      share_url: readUrl(element.webVideoUrl),
      duration_seconds: readInt(video.duration),
      video_height: readInt(video.height),
      video_width: readInt(video.width),
      author,
      author_refused: author === null && namesSomeone(element.authorMeta),
      sound: decodeSound(element.musicMeta),
      hashtags: decodeHashtags(element.hashtags)
    }
    return isHollow(post)
      ? { skipped: { reason: 'hollow record: no video, no counts and no text', example: post_id } }
      : { post }
  }
}
