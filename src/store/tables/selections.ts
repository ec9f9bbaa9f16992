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

/** How each record is selected. Aliases: p posts, u users, s sounds, l live rooms, c collections, e effects; places are p as well. */

/** An account that no feed told the name of goes by its handle. */
const displayName = 'coalesce(u.display_name, u.username)'

const columnsOf = (alias: string, fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, column]) => [field, `${alias}.${column}`]))

/** What a post shows of its author and its sound stands in their tables. */
export const posts = selection(Post, 'p', {
  ...columnsOf('s', ofSound),
  ...columnsOf('u', ofAuthor),
  author_display_name: displayName
})
export const postJoins = 'LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk'

export const users = selection(UserProfile, 'u', {
  display_name: displayName,
  // At least what the posts add up to that are here.
  total_likes: `coalesce(u.total_likes, CASE WHEN u.listed_likes > ${maxCount} THEN ${maxCount} ELSE u.listed_likes END)`,
  total_videos: 'coalesce(u.total_videos, u.listed_videos)'
})

/** Not original means licensed as a track. A sound of which neither is known is not claimed to be either. */
export const isLicensed = 'coalesce(s.is_copyrighted, CASE s.is_original WHEN 0 THEN 1 ELSE 0 END)'

export const sounds = selection(Sound, 's', {
  // Titles and names of things are never null, and an import may lack them.
  title: "coalesce(s.title, 'Untitled')",
  author: "coalesce(s.author, 'Unknown')",
  is_copyrighted: isLicensed
})

const room = {
  is_live: `l.status = ${liveStatuses.live}`,
  streamer: selection(Streamer, 'u', { display_name: displayName })
}
export const liveRooms = selection(LiveRoom, 'l', room)
export const liveSearchResults = selection(LiveSearchResult, 'l', room)
export const liveJoins = 'JOIN users u ON u.pk = l.user_pk'

export const collections = selection(Collection, 'c')
export const effects = selection(Effect, 'e')
export const places = selection(Place, 'p')
