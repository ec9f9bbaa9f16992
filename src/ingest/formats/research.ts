import type { Decoded, DecodedUser, Decoder } from '../decoder.ts'
import { Counts } from './counts.ts'
import { finished, readKey } from './post-rules.ts'
import { readFlag, readId, readInt, readText, readUsername } from './read-value.ts'

const namedOnly = (username: string): DecodedUser => ({
  username,
  user_id: null,
  display_name: null,
  website_url: null,
  verified: null,
  is_private: null,
  bio: null,
  avatar_url: null,
  avatar_thumb_url: null,
  followers: null,
  following: null,
  total_likes: null,
  total_videos: null
})

/** Posts as the platform's interface for research tells them. Ids are JSON numbers of 64 bits. */
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
        reposts: null,
        cover_url: null,
        share_url: null,
        duration_seconds: readInt(element.video_duration),
        video_height: null,
        video_width: null,
        author: username === null ? null : namedOnly(username),
        author_refused: username === null && readText(element.username) !== null,
        sound:
          sound_id === null
            ? null
            : {
                sound_id,
                title: null,
                author: null,
                duration_seconds: null,
                is_original: null,
                is_copyrighted: null,
                cover_url: null,
                play_url: null
              },
        place: null,
        hashtags: names.flatMap((name) => (name === null ? [] : [{ id: null, name }]))
      },
      counts.seen(element)
    )
  }
}
