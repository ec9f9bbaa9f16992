import type Type from 'typebox'
import { count, flag, id, int, nullable, record, text, url } from './fields.ts'

export const Streamer = record('Streamer', 'Who streams in a live room.', {
  username: text('Handle without the leading @.'),
  display_name: text('Name that the account shows.'),
  avatar_url: nullable(url('URL of the profile picture. Null when none is known.'))
})
export type Streamer = Type.Static<typeof Streamer>

const room = {
  room_id: id('Numeric id of the room.'),
  title: text('Title that the streamer gave the room.'),
  status: int('State of the room: 2 live, 3 paused, 4 ended.', {}),
  viewer_count: count('Number of people in the room now.'),
  is_live: flag('Whether the room is live now.'),
  streamer: Streamer
}

export const LiveRoom = record('LiveRoom', 'One live room in detail.', {
  room_id: room.room_id,
  title: room.title,
  status: room.status,
  viewer_count: room.viewer_count,
  like_count: count('Number of likes that the room has received.'),
  is_live: room.is_live,
  streamer: room.streamer
})
export type LiveRoom = Type.Static<typeof LiveRoom>

export const LiveSearchResult = record('LiveSearchResult', 'A live room in search results.', {
  room_id: room.room_id,
  title: room.title,
  status: room.status,
  is_live: room.is_live,
  viewer_count: room.viewer_count,
  cover_url: nullable(url('URL of the cover image. Null when none is known.')),
  streamer: room.streamer
})
export type LiveSearchResult = Type.Static<typeof LiveSearchResult>

export const LiveStatus = record('LiveStatus', 'Whether a creator is live now.', {
  username: text('Handle without the leading @.'),
  is_alive: flag('Whether the creator is live. False for unknown handles as well.')
})
export type LiveStatus = Type.Static<typeof LiveStatus>
