import type Type from 'typebox'
import { count, id, list, nullable, record, text, url } from './fields.ts'

export const Collection = record('Collection', 'A public playlist of one creator.', {
  collection_id: id('Numeric id of the collection.'),
  name: text('Name of the collection.'),
  posts_count: count('Number of posts in the collection.'),
  cover_url: nullable(url('URL of the cover image. Null when none is known.'))
})
export type Collection = Type.Static<typeof Collection>

export const PlaylistList = record('PlaylistList', 'All public collections of one creator.', {
  playlists: list(Collection, 'The collections in the creator’s order; empty when there are none.')
})
export type PlaylistList = Type.Static<typeof PlaylistList>
