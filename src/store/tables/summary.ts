import { fromKeys, keysOf } from '../../core/keys-of.ts'
import { type Dataset, TopHashtag, topLength } from '../../records/dataset.ts'
import { liveStatuses } from '../../records/live-statuses.ts'
import { type Cells, selection } from './columns.ts'
import { hashtagKey, soundKey } from './facts-keys.ts'
import { type RowChange, type RowRead, rowChange, rowRead } from './row-statements.ts'
import { effects, liveJoins, liveSearchResults, places, postJoins, posts, sounds, users } from './selections.ts'

/**
 * Summary of a data set. Counting and ranking visit every row, so both happen once, when the data set is made; an import into it changes the
 * summary by what it changed (ingest/derived/keep-summary.ts). Of popular items only row keys are stored; their records are read when needed.
 */

const isOnAir = `status = ${liveStatuses.live}`

const count = (from: string) => `(SELECT count(*) FROM ${from})`

const counted = {
  creators_count: count('users WHERE handle IS NOT NULL'),
  // Computed from two indexes; counting visible posts would read all of them.
  posts_count: `${count('all_posts')} - ${count('all_posts WHERE is_hidden = 1')}`,
  sounds_count: count('sounds WHERE sound_id IS NOT NULL OR posts_count > 0'),
  hashtags_count: count('hashtags'),
  places_count: count('places'),
  effects_count: count('effects'),
  collections_count: count('collections'),
  live_rooms_count: count(`live_rooms WHERE ${isOnAir}`)
} as const

/** Counts that are computed again if rows of their kind change. Other counts are updated by the difference. */
const recounted = { collections_count: counted.collections_count, live_rooms_count: counted.live_rooms_count }
export type CountedFact = Exclude<keyof typeof counted, keyof typeof recounted>

const hashtags = 'hashtags h WHERE h.name IS NOT NULL'
/** Counts the uses of all hashtags at once. */
const usedHashtags = `(SELECT hashtag_pk, count(*) AS posts FROM hashtag_posts GROUP BY hashtag_pk) t
  JOIN ${hashtags.replace(' WHERE', ' ON h.pk = t.hashtag_pk WHERE')}`

/** Rows that may be popular, with `pk`, `weight` and natural key (`name`). */
const ranked = {
  top_creators: {
    ...{ pk: 'u.pk', weight: 'u.followers', name: 'u.handle' },
    from: 'users u WHERE u.handle IS NOT NULL AND EXISTS (SELECT 1 FROM posts p WHERE p.author_pk = u.pk)'
  },
  top_posts: {
    ...{ pk: 'p.pk', weight: 'p.plays', name: 'p.post_id' },
    from: 'posts p JOIN users u ON u.pk = p.author_pk WHERE u.handle IS NOT NULL'
  },
  top_sounds: {
    ...{ pk: 's.pk', weight: 's.posts_count', name: soundKey('s.') },
    from: 'sounds s WHERE true'
  },
  top_hashtags: {
    ...{ pk: 'h.pk', name: hashtagKey('h') },
    weight: '(SELECT count(*) FROM hashtag_posts t WHERE t.hashtag_pk = h.pk)',
    from: hashtags
  },
  top_places: { pk: 'l.pk', weight: 'l.posts_count', name: 'l.place_id', from: 'places l WHERE true' },
  top_effects: { pk: 'e.pk', weight: 'e.user_count', name: 'e.effect_id', from: 'effects e WHERE true' },
  top_live_rooms: {
    ...{ pk: 'l.pk', weight: 'l.viewer_count', name: 'l.room_id' },
    from: `live_rooms l WHERE l.${isOnAir}`
  }
} as const
export type PopularKind = keyof typeof ranked

const popularKinds = keysOf(ranked)

/** Length of the stored rankings, more than are shown. Spare rows replace removed ones; all rows are ranked again only when too few are left. */
export const rankedLength = 10 * topLength

/** Name of the fact with the maximum weight outside of a list; 0 if the list has all rows. */
export const boundOf = (kind: PopularKind): string => `${kind}_bound`

const rankedRows = (kind: PopularKind) => {
  const { pk, name } = ranked[kind]
  const { weight, from } = kind === 'top_hashtags' ? { weight: 't.posts', from: usedHashtags } : ranked[kind]
  return `SELECT row_number() OVER (ORDER BY top.weight DESC, top.name) AS rank, top.pk, top.weight
    FROM (SELECT c.* FROM (SELECT ${pk} AS pk, ${weight} AS weight, ${name} AS name FROM ${from}) c WHERE c.weight > 0
      ORDER BY c.weight DESC, c.name LIMIT ${rankedLength}) top`
}
const bound = (kind: PopularKind) =>
  `SELECT '${boundOf(kind)}', coalesce((SELECT weight FROM popular WHERE kind = '${kind}' AND rank = ${rankedLength}), 0)`

/** Statements that count and rank everything, in SQL that both databases share. */
export const summarize: readonly string[] = [
  `DELETE FROM dataset_facts WHERE name <> 'as_of'`,
  ...Object.entries(counted).map(([name, value]) => `INSERT INTO dataset_facts SELECT '${name}', ${value}`),
  // The time never decreases, and a source may have set it.
  `INSERT INTO dataset_facts SELECT 'as_of', max(known.at) FROM (SELECT max(created_at) AS at FROM posts
     UNION ALL SELECT max(collected_to) FROM sources UNION ALL SELECT value FROM dataset_facts WHERE name = 'as_of') known
   WHERE true ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  'DELETE FROM popular',
  ...popularKinds.flatMap((kind) => [
    `INSERT INTO popular (kind, rank, pk, weight) SELECT '${kind}', t.rank, t.pk, t.weight FROM (${rankedRows(kind)}) t`,
    `INSERT INTO dataset_facts ${bound(kind)}`
  ])
]

const byKind = <T>(of: (kind: PopularKind) => T) => fromKeys(popularKinds, of)
/** Reads of the weight and name of a row, of its name alone, and of the whole list again, for updates of a summary by its changes. */
export const weighed = byKind((kind) => {
  const { weight, name, from } = ranked[kind]
  return rowRead(
    { key: 'bigint' },
    ({ key }) => `SELECT ${weight}, ${name} FROM ${from} AND ${ranked[kind].pk} = ${key}`
  )
})
export const named = byKind((kind) => {
  const { name, from } = ranked[kind]
  return rowRead({ key: 'bigint' }, ({ key }) => `SELECT ${name} FROM ${from} AND ${ranked[kind].pk} = ${key}`)
})
export const rankAgain = byKind((kind) =>
  rowChange(
    { first: 'bigint' },
    ({ first }, join) => `INSERT INTO popular (kind, rank, pk, weight) SELECT '${kind}', t.rank, t.pk, t.weight
    FROM (${rankedRows(kind)}) t ${join('CROSS JOIN')} WHERE t.rank >= ${first}`
  )
)
export const listed = rowRead({ of: 'text' }, ({ of }) => `SELECT t.pk, t.weight FROM popular t WHERE t.kind = ${of}`)
export const removeListed = rowChange(
  { of: 'text' },
  ({ of }, join) => `DELETE FROM popular ${join('USING')} WHERE popular.kind = ${of}`
)
export const factOf = rowRead(
  { fact: 'text' },
  ({ fact }) => `SELECT f.value FROM dataset_facts f WHERE f.name = ${fact}`
)
export const setFact = rowChange(
  { fact: 'text', known: 'bigint' },
  ({ fact, known }, join) => `INSERT INTO dataset_facts (name, value) SELECT ${fact}, ${known} ${join('FROM')}
  WHERE true ON CONFLICT (name) DO UPDATE SET value = excluded.value`
)
export const addToFact = rowChange(
  { fact: 'text', more: 'bigint' },
  ({ fact, more }, join) => `UPDATE dataset_facts SET value = value + ${more} ${join('FROM')} WHERE name = ${fact}`
)
export const recount = rowChange(
  { fact: 'text' },
  ({ fact }, join) => `UPDATE dataset_facts SET value = CASE dataset_facts.name
    WHEN 'collections_count' THEN ${recounted.collections_count} ELSE ${recounted.live_rooms_count} END ${join('FROM')}
  WHERE dataset_facts.name = ${fact}`
)
/** Time of the data set, from its sources and its previous value. */
export const knownAsOf = rowRead(
  { fact: 'text' },
  ({ fact }) => `SELECT max(known.at) FROM (SELECT max(collected_to) AS at FROM sources
    UNION ALL SELECT value FROM dataset_facts WHERE name = ${fact}) known`
)
/** Visible posts of an account. */
export const postsOf = rowRead(
  { author: 'bigint' },
  ({ author }) => `SELECT p.pk FROM posts p WHERE p.author_pk = ${author}`
)
/** Posts of a sound without id, which is counted while it has posts. */
export const soundWithoutId = rowRead(
  { sound: 'bigint' },
  ({ sound }) => `SELECT s.posts_count FROM sounds s WHERE s.pk = ${sound} AND s.sound_id IS NULL`
)
/** Counts collections after all of them are written. */
export const recountCollections = `UPDATE dataset_facts SET value = ${counted.collections_count} WHERE name = 'collections_count'`
/** Creation time of a visible post. */
export const shownAt = rowRead(
  { post: 'bigint' },
  ({ post }) => `SELECT p.created_at FROM posts p WHERE p.pk = ${post}`
)

const factNames = ['as_of', ...Object.keys(counted)]

export const datasetFacts = `SELECT name, value FROM dataset_facts WHERE name IN (${factNames.map((name) => `'${name}'`)})`

/** Time of the data set. */
export const asOf = "SELECT value FROM dataset_facts WHERE name = 'as_of'"

/** How each list is read, most popular first. */
export const datasetLists = {
  top_creators: { selection: users, rows: 'users u ON u.pk = t.pk' },
  top_posts: { selection: posts, rows: `posts p ON p.pk = t.pk ${postJoins}` },
  top_sounds: { selection: sounds, rows: 'sounds s ON s.pk = t.pk' },
  top_hashtags: {
    selection: selection(TopHashtag, 'h', { id: 'h.hashtag_id', posts_count: 't.weight' }),
    rows: 'hashtags h ON h.pk = t.pk'
  },
  top_places: { selection: places, rows: 'places p ON p.pk = t.pk' },
  top_effects: { selection: effects, rows: 'effects e ON e.pk = t.pk' },
  top_live_rooms: { selection: liveSearchResults, rows: `live_rooms l ON l.pk = t.pk ${liveJoins}` }
} as const
export type DatasetList = keyof typeof datasetLists

export const datasetListKinds = keysOf(datasetLists)

export const datasetListRows = (kind: DatasetList): string =>
  `SELECT ${datasetLists[kind].selection.columns} FROM popular t JOIN ${datasetLists[kind].rows}
   WHERE t.kind = '${kind}' ORDER BY t.weight DESC, t.rank LIMIT ${topLength}`

/** The record from the rows read for it. */
export const readDataset = (
  facts: readonly Cells[],
  rowsOf: (kind: DatasetList) => readonly Cells[],
  base: string | null
): Dataset => {
  const values = new Map(facts.map(([name, value]) => [name, value]))
  const asOf = values.get('as_of')
  const counts = Object.keys(counted).map((name) => [name, Number(values.get(name) ?? 0)])
  const lists = datasetListKinds.map((kind) => [
    kind,
    rowsOf(kind).map((cells) => datasetLists[kind].selection.read(cells, base))
  ])
  // Each key has a value of its declared type.
  return { as_of: typeof asOf === 'number' ? asOf : null, ...Object.fromEntries([...counts, ...lists]) } as Dataset
}

/** Statements that PostgreSQL prepares. */
export const reads: readonly RowRead[] = [
  ...Object.values(weighed),
  ...Object.values(named),
  listed,
  factOf,
  knownAsOf,
  postsOf,
  shownAt,
  soundWithoutId
]
export const changes: readonly RowChange[] = [...Object.values(rankAgain), removeListed, setFact, addToFact, recount]
