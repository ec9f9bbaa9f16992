import { DatabaseSync } from 'node:sqlite'
import { liveStatuses } from '../../src/records/live-statuses.ts'
import type { Indexed, IndexedKind } from './engine.ts'
import type { World } from './world.ts'

export type Everything = { readonly [K in IndexedKind]: readonly Indexed[] }

/** All that the other engines are given, from the records as they stand in the data set. What nobody told of counts as not popular at all. */
export const readEverything = (path: string, world: World): Everything => {
  const db = new DatabaseSync(path, { readOnly: true })
  // The statements name the columns of the type.
  const all = (sql: string) => db.prepare(sql).all() as Indexed[]
  const everything = {
    posts: all(
      `SELECT p.post_id AS id, coalesce(p.plays, 0) AS popularity, coalesce(p.caption, '') AS caption, coalesce((SELECT group_concat(value ->> 'name', ' ')
         FROM json_each(p.hashtags)), '') AS hashtags, coalesce(u.username, '') AS handle, coalesce(u.display_name, '') AS name,
         coalesce(s.title, '') AS sound, coalesce(s.author, '') AS artist, coalesce(l.name, '') AS place
       FROM posts p LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk LEFT JOIN places l ON l.pk = p.place_pk`
    ),
    users: all(
      `SELECT username AS id, coalesce(followers, 0) AS popularity, username AS handle, display_name AS name, coalesce(bio, '') AS bio FROM users`
    ),
    live: all(
      `SELECT l.room_id AS id, coalesce(l.viewer_count, 0) AS popularity, l.title, u.username AS handle, u.display_name AS name
       FROM live_rooms l JOIN users u ON u.pk = l.user_pk WHERE l.status = ${liveStatuses.live}`
    ),
    suggestions: world.records.suggestions.map(({ id, popularity }) => ({ id, popularity, text: id }))
  }
  db.close()
  return everything
}
