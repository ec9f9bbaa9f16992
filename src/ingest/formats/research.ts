import type { Decoded, Decoder } from '../decoder.ts'
import { Counts } from './counts.ts'
import { finished, readKey } from './post-rules.ts'
import { readFlag, readId, readInt, readText, readUsername } from './read-value.ts'

/** Posts of the platform's research interface. Ids are 64-bit JSON numbers. */
export const research: Decoder = {
  accepts: 'research posts with "video_description", "view_count"',

  knows: (element) =>
    element.video_description !== undefined || (element.view_count !== undefined && element.like_count !== undefined),

  decode(element): readonly Decoded[] {
    const key = readKey(element.id, element.create_time)
    if ('skipped' in key) return key.skipped
    const counts = new Counts()
    const username = readUsername(element.username)
    const sound_id = readId(element.music_id)
    const names = Array.isArray(element.hashtag_names) ? element.hashtag_names.map(readText) : []
    return finished(
      {
        ...key,
        caption: readText(element.video_description),
        is_ad: readFlag(element.is_ad),
        plays: counts.read('plays', element.view_count),
        likes: counts.read('likes', element.like_count),
        comments: counts.read('comments', element.comment_count),
        shares: counts.read('shares', element.share_count),
        saves: counts.read('saves', element.favorites_count),
        duration_seconds: readInt(element.video_duration),
        author: username === null ? null : { username, user_id: null },
        author_refused: username === null && readText(element.username) !== null,
        sound: sound_id === null ? null : { sound_id, title: null, author: null },
        place: null,
        hashtags: names.flatMap((name) => (name === null ? [] : [{ id: null, name }]))
      },
      counts.seen(element)
    )
  }
}
