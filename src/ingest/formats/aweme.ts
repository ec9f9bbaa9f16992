import type { HashtagUse } from '../../records/post.ts'
import type { Decoded, DecodedSound, Decoder } from '../decoder.ts'
import { appProfile } from './app-user.ts'
import { Counts, withoutPlaceholders } from './counts.ts'
import { finished, readKey, unlessNameless } from './post-rules.ts'
import { readAsset, readFields, readFlag, readId, readInt, readText, readUrl, readUsername } from './read-value.ts'

/** `id` may have been rounded by some tool; only the text is exact. */
const decodeSound = (value: unknown): DecodedSound | null => {
  const music = readFields(value)
  return unlessNameless({
    sound_id: readId(music.id_str) ?? readId(music.mid),
    title: readText(music.title),
    author: readText(music.author),
    duration_seconds: readInt(music.duration),
    is_original: readFlag(music.is_original_sound) ?? readFlag(music.is_original),
    cover_url: readAsset(music.cover_large) ?? readAsset(music.cover_medium) ?? readAsset(music.cover_thumb),
    play_url: readAsset(music.play_url)
  })
}

const usesIn = (list: unknown, id: string, name: string): HashtagUse[] =>
  (Array.isArray(list) ? list : []).flatMap((element) => {
    const fields = readFields(element)
    const use = { id: readId(fields[id]), name: readText(fields[name]) }
    return use.id === null && use.name === null ? [] : [use]
  })

/** From the caption's parts, in order and with repetitions, if present; the list of hashtags has each only once. */
const decodeHashtags = (extra: unknown, list: unknown): HashtagUse[] => {
  const uses = usesIn(extra, 'hashtag_id', 'hashtag_name')
  return uses.length > 0 ? uses : usesIn(list, 'cid', 'cha_name')
}

/** A video's duration is in milliseconds, unlike a sound's. */
const readMilliseconds = (value: unknown): number | null => {
  const ms = readInt(value)
  return ms === null ? null : Math.floor(ms / 1000)
}

const withoutQuery = (url: string | null) => url?.replace(/[?#].*$/, '') ?? null

/** Posts as the platform's app receives them. */
export const aweme: Decoder = {
  accepts: 'app posts with "aweme_id"',

  knows: (element) => element.aweme_id !== undefined,

  decode(element): readonly Decoded[] {
    const key = readKey(element.aweme_id, element.create_time)
    if ('skipped' in key) return key.skipped
    const counts = new Counts()
    const statistics = readFields(element.statistics)
    const video = readFields(element.video)
    const author = readFields(element.author)
    const named = typeof element.author === 'string' ? element.author : author.unique_id
    const username = readUsername(named)
    const likes = counts.read('likes', statistics.digg_count)
    return finished(
      {
        ...key,
        caption: readText(element.desc),
        is_ad: readFlag(element.is_ads),
        plays: counts.read('plays', statistics.play_count),
        likes,
        comments: counts.read('comments', statistics.comment_count),
        shares: counts.read('shares', statistics.share_count),
        saves: counts.read('saves', statistics.collect_count),
        reposts: counts.read('reposts', statistics.repost_count),
        cover_url: readAsset(video.cover) ?? readAsset(video.origin_cover),
        // Its query identifies the sharing account and app.
        share_url: withoutQuery(readUrl(element.share_url)),
        duration_seconds: readMilliseconds(video.duration),
        video_height: readInt(video.height),
        video_width: readInt(video.width),
        author: username === null ? null : withoutPlaceholders(appProfile(author, username, counts, 'author.'), likes),
        author_refused: username === null && named !== undefined && named !== null && named !== '',
        sound: decodeSound(element.music),
        place: null,
        hashtags: decodeHashtags(element.text_extra, element.cha_list)
      },
      counts.seen(element)
    )
  }
}
