import type { Decoded, DecodedUser, Decoder } from '../decoder.ts'
import { type CountField, Counts } from './counts.ts'
import { finished, readKey, skipped } from './post-rules.ts'
import { type Fields, readFields, readFlag, readId, readInt, readText, readUrl, readUsername } from './read-value.ts'

const decodePost = (element: Fields): readonly Decoded[] => {
  const key = readKey(element.post_id, element.created_at)
  if ('skipped' in key) return key.skipped
  const counts = new Counts()
  const count = (field: CountField) => counts.read(field, element[field])
  const username = readUsername(element.author_username)
  const author: DecodedUser | null =
    username === null
      ? null
      : {
          username,
          user_id: null,
          display_name: readText(element.author_display_name),
          website_url: null,
          verified: readFlag(element.author_verified),
          is_private: null,
          bio: null,
          avatar_url: null,
          avatar_thumb_url: readUrl(element.author_avatar_url),
          followers: null,
          following: null,
          total_likes: null,
          total_videos: null
        }
  const sound = {
    sound_id: readId(element.sound_id),
    title: readText(element.sound_title),
    author: readText(element.sound_author)
  }
  const hasSound = sound.sound_id !== null || sound.title !== null || sound.author !== null
  const hashtags = (Array.isArray(element.hashtags) ? element.hashtags : []).map(readFields)
  return finished(
    {
      ...key,
      caption: readText(element.caption),
      is_ad: readFlag(element.is_ad),
      plays: count('plays'),
      likes: count('likes'),
      comments: count('comments'),
      shares: count('shares'),
      saves: count('saves'),
      reposts: count('reposts'),
      cover_url: readUrl(element.cover_url),
      share_url: readUrl(element.share_url),
      duration_seconds: readInt(element.duration_seconds),
      video_height: readInt(element.video_height),
      video_width: readInt(element.video_width),
      author,
      author_refused: author === null && readText(element.author_username) !== null,
      sound: hasSound
        ? {
            ...sound,
            duration_seconds: null,
            is_original: readFlag(element.sound_is_original),
            is_copyrighted: null,
            cover_url: null,
            play_url: null
          }
        : null,
      place: null,
      hashtags: hashtags
        .map(({ id, name }) => ({ id: readId(id), name: readText(name) }))
        .filter(({ id, name }) => id !== null || name !== null)
    },
    counts.seen(element)
  )
}

const decodeUser = (element: Fields): readonly Decoded[] => {
  const username = readUsername(element.username)
  if (username === null) return [skipped('no valid username', readId(element.user_id) ?? 'no id')]
  const counts = new Counts()
  const count = (field: CountField) => counts.read(field, element[field])
  return [
    {
      kind: 'user',
      user: {
        username,
        user_id: readId(element.user_id),
        display_name: readText(element.display_name),
        website_url: readUrl(element.website_url),
        verified: readFlag(element.verified),
        is_private: readFlag(element.is_private),
        bio: readText(element.bio),
        avatar_url: readUrl(element.avatar_url),
        avatar_thumb_url: readUrl(element.avatar_thumb_url),
        followers: count('followers'),
        following: count('following'),
        total_likes: count('total_likes'),
        total_videos: count('total_videos')
      },
      seen: counts.seen(element)
    }
  ]
}

const decodeSound = (element: Fields): readonly Decoded[] => {
  const sound_id = readId(element.sound_id)
  if (sound_id === null) return [skipped('no valid sound id', readText(element.title) ?? 'no title')]
  return [
    {
      kind: 'sound',
      sound: {
        sound_id,
        title: readText(element.title),
        author: readText(element.author),
        duration_seconds: readInt(element.duration_seconds),
        is_original: readFlag(element.is_original),
        is_copyrighted: readFlag(element.is_copyrighted),
        cover_url: readUrl(element.cover_url),
        play_url: readUrl(element.play_url)
      },
      seen: new Counts().seen(element)
    }
  ]
}

const decodePlace = (element: Fields): readonly Decoded[] => {
  const place_id = readId(element.place_id)
  if (place_id === null) return [skipped('no valid place id', readText(element.name) ?? 'no name')]
  return [
    {
      kind: 'place',
      place: {
        place_id,
        name: readText(element.name),
        address: readText(element.address),
        city_code: readId(element.city_code),
        country_code: readId(element.country_code)
      },
      seen: new Counts().seen(element)
    }
  ]
}

const isPost = (element: Fields) => element.post_id !== undefined && element.created_at !== undefined
const isUser = (element: Fields) => element.user_id !== undefined && element.username !== undefined
const isSound = (element: Fields) => element.sound_id !== undefined && element.title !== undefined
const isPlace = (element: Fields) => element.place_id !== undefined && element.name !== undefined

/** Records that the operations give and an import does not take, by their ids. */
const others = { room_id: 'a live room', effect_id: 'an effect', collection_id: 'a collection' } as const
const otherOf = (element: Fields) => Object.entries(others).find(([key]) => element[key] !== undefined)

/** Records as the REST operations of this server and of others with its contract give them. */
export const ownRecords: Decoder = {
  accepts: 'responses of this API, with "post_id", "user_id", "sound_id" or "place_id"',

  knows: (element) =>
    isPost(element) || isUser(element) || isSound(element) || isPlace(element) || otherOf(element) !== undefined,

  decode(element): readonly Decoded[] {
    if (isPost(element)) return decodePost(element)
    if (isUser(element)) return decodeUser(element)
    if (isSound(element)) return decodeSound(element)
    if (isPlace(element)) return decodePlace(element)
    const [key = '', what = 'something else'] = otherOf(element) ?? []
    return [skipped(`${what}, which is not imported`, readId(element[key]) ?? 'no id')]
  }
}
