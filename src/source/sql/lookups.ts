import { liveStatuses } from '../../records/live-room.ts'
import { readUserKey } from '../../records/user-key.ts'
import type { LookupKind, Lookups } from '../source.ts'
import type { Database, Row } from './database.ts'
import {
  liveColumns,
  liveJoins,
  postColumns,
  postJoins,
  readCollection,
  readEffect,
  readLiveRoom,
  readPlace,
  readPost,
  readSound,
  readUser,
  soundColumns,
  userColumns
} from './rows.ts'
import { matchQuery } from './search-terms.ts'

const suggestionCount = 10

/** How each kind of look-up reads one key. */
export const lookupReaders = (db: Database): { [K in LookupKind]: (key: string) => Lookups[K] | null } => {
  const one = <T>(sql: string, read: (row: Row, base: string) => T) => {
    return (key: string): T | null => {
      const row = db.query(sql).get(key)
      return row === undefined ? null : read(row, db.mediaBase())
    }
  }

  const userByHandle = one(`SELECT ${userColumns} FROM users u WHERE u.handle = ?`, (row) => row)
  const variant = 'SELECT display_name, bio, website_url FROM user_variants WHERE user_pk = ? AND region = ?'

  return {
    user(key) {
      const { username, region } = readUserKey(key)
      const row = userByHandle(username)
      if (row === null) return null
      const regional = region === null ? undefined : db.query(variant).get(row.pk ?? null, region)
      for (const [column, value] of Object.entries(regional ?? {})) if (value !== null) row[column] = value
      return readUser(row, db.mediaBase())
    },
    userById: one(`SELECT ${userColumns} FROM users u WHERE u.user_id = ?`, readUser),
    post: one(`SELECT ${postColumns} FROM posts p ${postJoins} WHERE p.post_id = ?`, readPost),
    sound: one(`SELECT ${soundColumns} FROM sounds s WHERE s.sound_id = ?`, readSound),
    liveRoom: one(`SELECT ${liveColumns} FROM live_rooms l ${liveJoins} WHERE l.room_id = ?`, readLiveRoom),
    liveStatus(key) {
      const row = db
        .query(
          `SELECT u.username, EXISTS (SELECT 1 FROM live_rooms l WHERE l.user_pk = u.pk AND l.status = ?) AS is_alive
           FROM users u WHERE u.handle = ?`
        )
        .get(liveStatuses.live, key)
      return row === undefined
        ? { username: key, is_alive: false }
        : { username: String(row.username), is_alive: row.is_alive === 1 }
    },
    effect: one('SELECT * FROM effects e WHERE e.effect_id = ?', readEffect),
    place: one('SELECT * FROM places p WHERE p.place_id = ?', readPlace),
    collection: one('SELECT * FROM collections c WHERE c.collection_id = ?', readCollection),
    playlists(key) {
      const user = userByHandle(key)
      if (user === null) return null
      if (user.is_private === 1) return { playlists: [] }
      const rows = db
        .query('SELECT * FROM collections c WHERE c.user_pk = ? ORDER BY c.place_in_list')
        .all(user.pk ?? null)
      return { playlists: rows.map((row) => readCollection(row, db.mediaBase())) }
    },
    suggestions(key) {
      const match = matchQuery(key, { prefix: true })
      if (match === null) return []
      return db
        .query(
          `SELECT s.term FROM suggestion_terms t JOIN suggestions s ON s.rank = t.rowid
           WHERE suggestion_terms MATCH ? ORDER BY t.rowid LIMIT ?`
        )
        .all(match, suggestionCount)
        .map((row) => String(row.term))
    }
  }
}
