import { Collection } from '../../records/collection.ts'
import { Effect } from '../../records/effect.ts'
import { maxCount } from '../../records/fields.ts'
import { LiveRoom, LiveSearchResult, Streamer } from '../../records/live-room.ts'
import { liveStatuses } from '../../records/live-statuses.ts'
import { Place } from '../../records/place.ts'
import { ofAuthor, ofSound, Post } from '../../records/post.ts'
import { Sound } from '../../records/sound.ts'
import { UserProfile } from '../../records/user-profile.ts'
import { selection } from './columns.ts'
import {
  collectionMissing,
  effectMissing,
  liveRoomMissing,
  placeMissing,
  postMissing,
  soundMissing,
  userMissing
} from './missing-fields.ts'
import { isMadeUp } from './schema.ts'
import { shareUrl } from './share-url.ts'

/** Selection of each record. Aliases: p posts and places, u users, s sounds, l live rooms, c collections, e effects. */

/** An account without a known name shows its handle. */
const displayName = 'coalesce(u.display_name, u.username)'

const columnsOf = (alias: string, fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, column]) => [field, `${alias}.${column}`]))

/** A post's author and sound fields come from their tables. */
export const posts = selection(
  Post,
  'p',
  {
    ...columnsOf('s', ofSound),
    ...columnsOf('u', ofAuthor),
    author_display_name: displayName,
    share_url: shareUrl
  },
  postMissing
)
export const postJoins = 'LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk'

export const users = selection(
  UserProfile,
  'u',
  {
    display_name: displayName,
    // At least the sum over the available posts.
    total_likes: `coalesce(u.total_likes, CASE WHEN u.listed_likes > ${maxCount} THEN ${maxCount} ELSE u.listed_likes END)`,
    total_videos: 'coalesce(u.total_videos, u.listed_videos)'
  },
  userMissing
)

/** A sound that is not original is a licensed track. A sound with neither known counts as neither. */
export const isLicensed = 'coalesce(s.is_copyrighted, CASE s.is_original WHEN 0 THEN 1 ELSE 0 END)'

export const sounds = selection(
  Sound,
  's',
  {
    is_copyrighted: isLicensed
  },
  soundMissing
)

const room = {
  is_live: `l.status = ${liveStatuses.live}`,
  streamer: selection(Streamer, 'u', { display_name: displayName })
}
export const liveRooms = selection(LiveRoom, 'l', room, liveRoomMissing)
export const liveSearchResults = selection(LiveSearchResult, 'l', room, liveRoomMissing)
export const liveJoins = 'JOIN users u ON u.pk = l.user_pk'

/** A count from the source, or else one made on reading: collections are short, and posts may become hidden. Sample data are counted. */
export const collections = selection(
  Collection,
  'c',
  {
    posts_count: `coalesce(CASE WHEN NOT ${isMadeUp} THEN c.posts_count END,
      (SELECT count(*) FROM collection_posts m JOIN posts p ON p.pk = m.post_pk WHERE m.collection_pk = c.pk))`
  },
  collectionMissing
)
export const effects = selection(Effect, 'e', {}, effectMissing)
export const places = selection(Place, 'p', {}, placeMissing)
