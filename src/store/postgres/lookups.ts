import type { Awaitable } from '../../core/awaitable.ts'
import type { ObservedKind } from '../../engines/history/samples.ts'
import { firstDropped } from '../../engines/search/engine.ts'
import { ignoredTerms } from '../../engines/search/ignored-terms.ts'
import { nameMatches } from '../../engines/search/name-matches.ts'
import { topRanking } from '../../engines/search/rankings.ts'
import { run } from '../../engines/search/store.ts'
import { completions, suggest } from '../../engines/search/suggest.ts'
import type { CountHistory } from '../../records/count-history.ts'
import { liveStatuses } from '../../records/live-statuses.ts'
import { withGiven } from '../../records/missing-fields.ts'
import type { NameMatches } from '../../records/name-matches.ts'
import { readUserKey } from '../../records/user-key.ts'
import { regionalFields } from '../../records/user-profile.ts'
import type { LookupKind, Lookups, ScannedKind } from '../kinds.ts'
import { accountKey } from '../tables/account-key.ts'
import type { FoundIn, Readable } from '../tables/columns.ts'
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
import { datasetFacts, datasetListKinds, datasetListRows, readDataset } from '../tables/summary.ts'
import { type QueryReader, statement } from './database.ts'
import { recordsReader } from './listings.ts'
import { scorecardInputsOf } from './scorecard-inputs.ts'
import { searchStore } from './search-store.ts'
import { suggestionStore } from './suggestions.ts'

type LookupReader<T> = (reader: QueryReader, keys: readonly string[]) => Promise<(T | null)[]>

const regional = Object.keys(regionalFields)
const user = statement(`SELECT ${users.columns}, ${regional.map((column) => `v.${column}`)}, wanted.number
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (key, region, number)
  JOIN users u ON ${accountKey('u')} = wanted.key LEFT JOIN user_variants v ON v.user_pk = u.pk AND v.region = wanted.region`)

const liveStatus = statement(`SELECT u.username,
    EXISTS (SELECT 1 FROM live_rooms l WHERE l.user_pk = u.pk AND l.status = ${liveStatuses.live}), wanted.number
  FROM unnest($1::text[]) WITH ORDINALITY AS wanted (key, number) JOIN users u ON ${accountKey('u')} = wanted.key`)

// An account without collections has one row without one.
const playlists = statement(`SELECT ${collections.columns}, wanted.number
  FROM unnest($1::text[]) WITH ORDINALITY AS wanted (key, number) JOIN users u ON ${accountKey('u')} = wanted.key
  LEFT JOIN collections c ON c.user_pk = u.pk
  ORDER BY wanted.number, c.place_in_list`)

const facts = statement(datasetFacts)
const popular = datasetListKinds.map((kind) => [kind, statement(datasetListRows(kind))] as const)

const historyReader = (kind: ObservedKind, alias: string, table: string, key: string): LookupReader<CountHistory> => {
  const wanted = 'unnest($1::text[]) WITH ORDINALITY AS wanted (key, number)'
  const { columns, from } = historyRows(kind, alias, `${wanted} JOIN ${table} ${alias} ON ${key} = wanted.key`)
  const reading = statement(`SELECT ${columns}, wanted.number FROM ${from} ORDER BY wanted.number, ${historyOrder}`)
  return async ({ rowsOf }, keys) => {
    const found = await rowsOf(
      reading,
      keys.map((key) => [key])
    )
    return found.map((rows) => (rows.length === 0 ? null : readHistory(kind, rows)))
  }
}

const namedReader = <T>({ selection, from }: { selection: Readable<T>; from: FoundIn }) => {
  const read = recordsReader(selection, from, 'text')
  return async (reader: QueryReader, ids: readonly string[]): Promise<T[]> =>
    // A statement takes at least one key.
    ids.length === 0 ? [] : (await read(reader, ids)).filter((record) => record !== null)
}
const named = {
  sound: namedReader(namedThings.sound),
  hashtag: namedReader(namedThings.hashtag),
  place: namedReader(namedThings.place),
  effect: namedReader(namedThings.effect)
}
const namedBy = async (reader: QueryReader, keyword: string): Promise<NameMatches> => {
  const ids = await run(nameMatches(keyword), suggestionStore(reader))
  const [sounds, hashtags, places, effects] = await Promise.all([
    named.sound(reader, ids.sound),
    named.hashtag(reader, ids.hashtag),
    named.place(reader, ids.place),
    named.effect(reader, ids.effect)
  ])
  return { sounds, hashtags, places, effects }
}

/** How each lookup kind reads its keys: all keys in one statement, except search. */
export const lookupReaders: { [K in Exclude<LookupKind, ScannedKind>]: LookupReader<Lookups[K]> } = {
  async user({ rowsOf, base }, keys) {
    const wanted = keys.map(readUserKey)
    const found = await rowsOf(
      user,
      wanted.map(({ username, region }) => [username, region])
    )
    return found.map(([cells]) => {
      if (cells === undefined) return null
      const changes = regional.map((key, index) => [key, cells[users.width + index]] as const)
      return withGiven(users.read(cells, base), Object.fromEntries(changes.filter(([, value]) => value !== null)))
    })
  },
  userById: recordsReader(users, 'users u WHERE u.user_id', 'text'),
  post: recordsReader(posts, `posts p ${postJoins} WHERE p.post_id`, 'text'),
  sound: recordsReader(sounds, (key) => `sounds s WHERE s.pk = (${soundOf(key)})`, 'text'),
  liveRoom: recordsReader(liveRooms, `live_rooms l ${liveJoins} WHERE l.room_id`, 'text'),
  async liveStatus({ rowsOf }, keys) {
    const found = await rowsOf(
      liveStatus,
      keys.map((key) => [key])
    )
    return keys.map((key, index) => {
      const [username, isAlive] = found[index]?.[0] ?? [key, 0]
      return { username: String(username), is_alive: isAlive === 1 }
    })
  },
  effect: recordsReader(effects, 'effects e WHERE e.effect_id', 'text'),
  place: recordsReader(places, 'places p WHERE p.place_id', 'text'),
  collection: recordsReader(collections, 'collections c WHERE c.collection_id', 'text'),
  async playlists({ rowsOf, base }, keys) {
    const found = await rowsOf(
      playlists,
      keys.map((key) => [key])
    )
    return found.map((rows) => {
      if (rows.length === 0) return null
      // Every collection has an id.
      return { playlists: rows.filter(([id]) => id !== null).map((cells) => collections.read(cells, base)) }
    })
  },
  async dataset({ rows, base }, keys) {
    const known = await rows(facts)
    const lists = new Map<string, Awaited<ReturnType<typeof rows>>>()
    for (const [kind, statement] of popular) lists.set(kind, await rows(statement))
    const dataset = readDataset(known, (kind) => lists.get(kind) ?? [], base)
    return keys.map(() => dataset)
  },
  suggestions: (reader, keys) => oneByOne(keys, (key) => run(suggest(key), suggestionStore(reader))),
  completions: (reader, keys) => oneByOne(keys, (key) => run(completions(key), suggestionStore(reader))),
  nameMatches: (reader, keys) => oneByOne(keys, (key) => namedBy(reader, key)),
  ignoredTerms: (reader, keys) =>
    oneByOne(keys, (key) =>
      run(
        ignoredTerms(key, topRanking, (query) => firstDropped(query, topRanking)),
        searchStore(reader)
      )
    ),
  scorecardInputs: scorecardInputsOf,
  postHistory: historyReader('posts', 'p', 'posts', 'p.post_id'),
  userHistory: historyReader('users', 'u', 'users', accountKey('u')),
  // The posts of a data set say when its sounds were used.
  soundHistory: async (_, keys) => keys.map(() => null)
}

/** Maximum number of concurrent keys for kinds that need several statements per key, to leave connections to others. */
const atOnce = 4

export const oneByOne = async <T>(keys: readonly string[], read: (key: string) => Awaitable<T>): Promise<T[]> => {
  const answers: T[] = []
  const rest = keys.entries()
  const lane = async () => {
    for (const [index, key] of rest) answers[index] = await read(key)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, keys.length) }, lane))
  return answers
}
