import type { HashtagUse } from '../../records/post.ts'
import type { Decoded, DecodedSound, DecodedUser, Decoder } from '../decoder.ts'
import { type CountField, Counts, withoutPlaceholders } from './counts.ts'
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

/** From `statsV2`, which is exact, or else from `stats`, as the page shows them. */
const totalsOf = (exact: Fields, shown: Fields, counts: Counts) => (field: CountField, key: string) =>
  counts.read(field, exact[key]) ?? counts.readShown(field, shown[key])

type Prefix = '' | 'author.'

const decodeUser = (
  user: Fields,
  username: string,
  stats: ReturnType<typeof totalsOf>,
  prefix: Prefix
): DecodedUser => {
  const avatar = readUrl(user.avatarLarger) ?? readUrl(user.avatarMedium) ?? readUrl(user.avatarThumb)
  return {
    user_id: readId(user.id),
    username,
    display_name: readText(user.nickname),
    website_url: readWebsite(user.bioLink),
    verified: readFlag(user.verified),
    is_private: readPrivate(user),
    bio: readText(user.signature),
    avatar_url: avatar,
    avatar_thumb_url: readUrl(user.avatarThumb) ?? avatar,
    followers: stats(`${prefix}followers`, 'followerCount'),
    following: stats(`${prefix}following`, 'followingCount'),
    total_likes: stats(`${prefix}total_likes`, 'heartCount') ?? stats(`${prefix}total_likes`, 'heart'),
    total_videos: stats(`${prefix}total_videos`, 'videoCount')
  }
}

/** Private if any of the names this flag has had says so. */
const readPrivate = (user: Fields): boolean | null => {
  const flags = [user.privateAccount, user.private, user.secret].map(readFlag)
  return flags.includes(true) ? true : (flags.find((flag) => flag !== null) ?? null)
}

const decodeSound = (value: unknown): DecodedSound | null => {
  const music = readFields(value)
  return unlessNameless({
    sound_id: readId(music.id),
    title: readText(music.title),
    author: readText(music.authorName),
    duration_seconds: readInt(music.duration),
    is_original: readFlag(music.original),
    cover_url: readUrl(music.coverLarge) ?? readUrl(music.coverMedium) ?? readUrl(music.coverThumb),
    play_url: readUrl(music.playUrl)
  })
}

const decodeHashtags = (challenges: unknown, extra: unknown): HashtagUse[] => {
  const uses: HashtagUse[] = []
  const add = (id: unknown, name: unknown) => {
    const use = { id: readId(id), name: readText(name) }
    if (use.id !== null || use.name !== null) uses.push(use)
  }
  for (const part of Array.isArray(extra) ? extra.map(readFields) : []) add(part.hashtagId, part.hashtagName)
  if (uses.length > 0) return uses
  for (const challenge of Array.isArray(challenges) ? challenges.map(readFields) : [])
    add(challenge.id, challenge.title)
  return uses
}

/** A post's author is an object or a username. */
const decodeAuthor = (element: Fields, counts: Counts): DecodedUser | null => {
  const author = readFields(element.author)
  const username = readUsername(isFields(element.author) ? author.uniqueId : element.author)
  if (username === null) return null
  const stats = totalsOf(readFields(element.authorStatsV2), readFields(element.authorStats), counts)
  const user = decodeUser(author, username, stats, 'author.')
  return {
    ...user,
    followers: user.followers ?? counts.readShown('author.followers', author.followers),
    following: user.following ?? counts.readShown('author.following', author.following),
    total_likes: user.total_likes ?? counts.readShown('author.total_likes', author.heartCount),
    total_videos: user.total_videos ?? counts.readShown('author.total_videos', author.videoCount)
  }
}

/** Posts of the platform's pages, and of hashtag feeds made from them. */
export const webPost: Decoder = {
  accepts: 'web posts with "id", "desc", "stats", or "video_id", "description", "statistics"',

  knows: (element) =>
    (element.video_id !== undefined && isFields(element.statistics)) ||
    (element.desc !== undefined &&
      element.aweme_id === undefined &&
      (isFields(element.stats) || isFields(element.statsV2))),

  decode(element): readonly Decoded[] {
    const key = readKey(element.video_id ?? element.id, element.create_time ?? element.createTime)
    if ('skipped' in key) return key.skipped
    const counts = new Counts()
    const video = readFields(element.video)
    const statistics = readFields(element.statistics)
    const ofPage = totalsOf(readFields(element.statsV2), readFields(element.stats), counts)
    const total = (field: CountField, name: string) => counts.readShown(field, statistics[name]) ?? ofPage(field, name)
    const likes = total('likes', 'diggCount')
    const author = decodeAuthor(element, counts)
    const username = isFields(element.author) ? element.author.uniqueId : element.author
    return finished(
      {
        ...key,
        caption: readText(element.description ?? element.desc),
        is_ad: readFlag(element.isAd),
        plays: total('plays', 'playCount'),
        likes,
        comments: total('comments', 'commentCount'),
        shares: total('shares', 'shareCount'),
        saves: total('saves', 'collectCount'),
        reposts: total('reposts', 'repostCount'),
        cover_url: readUrl(video.cover) ?? readUrl(video.originCover) ?? readUrl(video.dynamicCover),
        share_url: readUrl(element.share_url ?? element.shareUrl),
        duration_seconds: readInt(video.duration),
        video_height: readInt(video.height),
        video_width: readInt(video.width),
        author: author && withoutPlaceholders(author, likes),
        author_refused: author === null && username !== undefined && username !== null && username !== '',
        sound: decodeSound(element.music),
        place: null,
        hashtags: decodeHashtags(element.challenges, element.textExtra)
      },
      counts.seen(element)
    )
  }
}

/** A profile page: the account with rounded and exact totals, and some posts. */
export const webUser: Decoder = {
  accepts: 'web profiles: {"user": {"uniqueId", …}, "stats": {…}, "statsV2": {…}}',

  knows: (element) => isFields(element.user) && element.user.uniqueId !== undefined,

  decode(element): readonly Decoded[] {
    const user = readFields(element.user)
    const username = readUsername(user.uniqueId)
    if (username === null) return [skipped('no valid username', readId(user.id) ?? 'no id')]
    const counts = new Counts()
    const stats = totalsOf(readFields(element.statsV2), readFields(element.stats), counts)
    const account: Decoded = { kind: 'user', user: decodeUser(user, username, stats, ''), seen: counts.seen(element) }
    const items = [element.items, element.itemList].find(Array.isArray) ?? []
    return [account, ...items.filter(isFields).flatMap((item) => webPost.decode(item))]
  }
}
