import { atOnce } from '../../core/awaitable.ts'
import type { ObservedKind } from '../../engines/history/samples.ts'
import { firstDropped } from '../../engines/search/engine.ts'
import { ignoredTerms } from '../../engines/search/ignored-terms.ts'
import { nameMatches } from '../../engines/search/name-matches.ts'
import { topRanking } from '../../engines/search/rankings.ts'
import { run } from '../../engines/search/store.ts'
import { completions, suggest } from '../../engines/search/suggest.ts'
import type { Completion } from '../../records/completion.ts'
import type { CountHistory } from '../../records/count-history.ts'
import { liveStatuses } from '../../records/live-statuses.ts'
import { withGiven } from '../../records/missing-fields.ts'
import { readUserKey } from '../../records/user-key.ts'
import type { LookupKind, Lookups, ScannedKind } from '../kinds.ts'
import { accountKey } from '../tables/account-key.ts'
import { type FoundIn, foundIn, type Readable } from '../tables/columns.ts'
import { soundOf } from '../tables/facts-keys.ts'
import { namedThings } from '../tables/name-matches.ts'
import {
  collections,
  effects,
  liveJoins,
  liveRooms,
  places,
  postJoins,
  posts,
  sounds,
  users
} from '../tables/selections.ts'
import { historyOrder, historyRows, readHistory } from '../tables/stored-samples.ts'
import { datasetFacts, datasetListRows, readDataset } from '../tables/summary.ts'
import type { Database } from './database.ts'
import { scorecardInputsOf } from './scorecard-inputs.ts'
import { searchStore } from './search-store.ts'
import { suggestionStore } from './suggestions.ts'

/** How each lookup kind reads one key. */
export const lookupReaders = (
  db: Database
): { [K in Exclude<LookupKind, ScannedKind>]: (key: string) => Lookups[K] | null } => {
  const one = <T>(selection: Readable<T>, from: FoundIn) => {
    const sql = `SELECT ${selection.columns} FROM ${foundIn(from, '?')}`
    return (key: string): T | null => {
      const row = db.cells(sql).get(key)
      return row === undefined ? null : selection.read(row, db.mediaBase())
    }
  }

  const user = one(users, `users u WHERE ${accountKey('u')}`)
  const variant = `SELECT v.display_name, v.bio, v.website_url FROM user_variants v JOIN users u ON u.pk = v.user_pk
    WHERE ${accountKey('u')} = ? AND v.region = ?`

  const history = (kind: ObservedKind, alias: string, table: string, key: string) => {
    const { columns, from } = historyRows(kind, alias, `${table} ${alias}`)
    const sql = `SELECT ${columns} FROM ${from} WHERE ${key} = ? ORDER BY ${historyOrder}`
    return (key: string): CountHistory | null => {
      const rows = db.cells(sql).all(key)
      return rows.length === 0 ? null : readHistory(kind, rows)
    }
  }

  const suggesting = suggestionStore(db)
  const searching = searchStore(db)
  const named = {
    sound: one(namedThings.sound.selection, namedThings.sound.from),
    hashtag: one(namedThings.hashtag.selection, namedThings.hashtag.from),
    place: one(namedThings.place.selection, namedThings.place.from),
    effect: one(namedThings.effect.selection, namedThings.effect.from)
  }

  return {
    user(key) {
      const { username, region } = readUserKey(key)
      const profile = user(username)
      if (profile === null || region === null) return profile
      const regional = Object.entries(db.query(variant).get(username, region) ?? {})
      return withGiven(profile, Object.fromEntries(regional.filter(([, value]) => value !== null)))
    },
    userById: one(users, 'users u WHERE u.user_id'),
    post: one(posts, `posts p ${postJoins} WHERE p.post_id`),
    sound: one(sounds, (key) => `sounds s WHERE s.pk = (${soundOf(key)})`),
    liveRoom: one(liveRooms, `live_rooms l ${liveJoins} WHERE l.room_id`),
    liveStatus(key) {
      const row = db
        .query(
          `SELECT u.username, EXISTS (SELECT 1 FROM live_rooms l WHERE l.user_pk = u.pk AND l.status = ?) AS is_alive
           FROM users u WHERE ${accountKey('u')} = ?`
        )
        .get(liveStatuses.live, key)
      return row === undefined
        ? { username: key, is_alive: false }
        : { username: String(row.username), is_alive: row.is_alive === 1 }
    },
    effect: one(effects, 'effects e WHERE e.effect_id'),
    place: one(places, 'places p WHERE p.place_id'),
    collection: one(collections, 'collections c WHERE c.collection_id'),
    playlists(key) {
      const owner = db.query(`SELECT pk FROM users WHERE ${accountKey('users')} = ?`).get(key)?.pk
      if (owner === undefined) return null
      const rows = db
        .cells(`SELECT ${collections.columns} FROM collections c WHERE c.user_pk = ? ORDER BY c.place_in_list`)
        .all(owner)
      return { playlists: rows.map((row) => collections.read(row, db.mediaBase())) }
    },
    dataset: () =>
      readDataset(db.cells(datasetFacts).all(), (kind) => db.cells(datasetListRows(kind)).all(), db.mediaBase()),
    // Synchronous, because the store is.
    suggestions: (key) => run(suggest(key), suggesting) as string[],
    completions: (key) => run(completions(key), suggesting) as Completion[],
    nameMatches(key) {
      const ids = atOnce(run(nameMatches(key), suggesting))
      return {
        sounds: ids.sound.flatMap((id) => named.sound(id) ?? []),
        hashtags: ids.hashtag.flatMap((id) => named.hashtag(id) ?? []),
        places: ids.place.flatMap((id) => named.place(id) ?? []),
        effects: ids.effect.flatMap((id) => named.effect(id) ?? [])
      }
    },
    ignoredTerms: (key) =>
      run(
        ignoredTerms(key, topRanking, (query) => firstDropped(query, topRanking)),
        searching
      ) as string[],
    scorecardInputs: (key) => scorecardInputsOf(db, key),
    postHistory: history('posts', 'p', 'posts', 'p.post_id'),
    userHistory: history('users', 'u', 'users', accountKey('u')),
    // The posts of a data set say when its sounds were used.
    soundHistory: () => null
  }
}
