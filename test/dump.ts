import type { DatabaseSync } from 'node:sqlite'
import type { ObservedKind } from '../src/engines/history/samples.ts'
import { storedSamples } from './stored-samples.ts'

/** All samples by the public key of their row, which is null for samples of no row. */
const dumpSamples = (db: DatabaseSync) => {
  const names = new Map(
    db
      .prepare('SELECT pk, name FROM sources')
      .all()
      .map(({ pk, name }) => [pk, name])
  )
  const of = (kind: ObservedKind, key: string) => {
    const keyOf = db.prepare(key)
    return [...storedSamples(db, kind)]
      .map(([pk, samples]) => ({
        key: keyOf.get(pk)?.key ?? null,
        samples: samples
          .map(({ source, ...sample }) => ({ ...sample, source: names.get(source) ?? null }))
          .toSorted((a, b) => (a.at ?? -1) - (b.at ?? -1) || (String(a.source) < String(b.source) ? -1 : 1))
      }))
      .toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1))
  }
  return {
    posts: of('posts', 'SELECT post_id AS key FROM all_posts WHERE pk = ?'),
    users: of('users', 'SELECT user_id AS key FROM users WHERE pk = ?')
  }
}

/** What a store holds, by public keys and without the keys inside it. */
export const dump = (db: DatabaseSync) => {
  const rows = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  const standing = (alias: string) =>
    `${alias}.collected_at AS seen_at, ${alias}.older, (SELECT name FROM sources WHERE pk = ${alias}.source) AS source_name`
  const plain = (found: Record<string, unknown>[]) =>
    found.map(
      ({ pk: _, author_pk: _a, user_pk: _u, sound_pk: _s, place_pk: _p, source: _o, collected_at: _c, ...row }) => row
    )
  return {
    samples: dumpSamples(db),
    posts: plain(
      rows(`SELECT p.*, ${standing('p')}, u.user_id AS of_user, l.place_id AS of_place,
          coalesce(s.sound_id, json_array(s.title, s.author, s.is_original)) AS of_sound
        FROM all_posts p LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk
        LEFT JOIN places l ON l.pk = p.place_pk ORDER BY p.post_id`)
    ),
    users: plain(rows(`SELECT u.*, ${standing('u')} FROM users u ORDER BY user_id`)),
    sounds: plain(rows(`SELECT s.*, ${standing('s')} FROM sounds s ORDER BY sound_id, title, author, is_original`)),
    places: plain(rows(`SELECT l.*, ${standing('l')} FROM places l ORDER BY place_id`)),
    hashtags: plain(rows('SELECT * FROM hashtags ORDER BY hashtag_id, name')),
    effects: plain(rows(`SELECT e.*, ${standing('e')} FROM effects e ORDER BY effect_id`)),
    rooms: plain(
      rows(`SELECT l.*, ${standing('l')}, u.user_id AS of_user FROM all_live_rooms l JOIN users u ON u.pk = l.user_pk
        ORDER BY room_id`)
    ),
    handles: rows(
      `SELECT h.handle, u.user_id, h.claimed_from, h.claimed_at, h.is_private, h.is_private_at FROM handles h
      JOIN users u ON u.pk = h.user_pk ORDER BY h.handle, u.user_id`
    ),
    names: rows(
      `SELECT n.name, h.hashtag_id, h.name AS called FROM hashtag_names n JOIN hashtags h ON h.pk = n.hashtag_pk ORDER BY n.name`
    ),
    uses: rows(`SELECT t.hashtag_id, t.name, h.created_at, p.post_id FROM hashtag_posts h JOIN hashtags t ON t.pk = h.hashtag_pk
      JOIN posts p ON p.pk = h.post_pk ORDER BY 1, 2, 3, 4`)
  }
}
