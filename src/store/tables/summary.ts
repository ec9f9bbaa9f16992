import { type Dataset, TopHashtag, topLength } from '../../records/dataset.ts'
import { liveStatuses } from '../../records/live-statuses.ts'
import { type Cells, selection } from './columns.ts'
import { hashtagKey, soundKey } from './facts-keys.ts'
import { effects, liveJoins, liveSearchResults, places, postJoins, posts, sounds, users } from './selections.ts'

/**
 * Summary of a data set. Counting and ranking visit every row, so both happen once, when the data set is made or extended. Of popular items
 * only row keys are stored; their records are read when needed.
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

/** Counts that are made again while an import runs. */
export const recount = { collections_count: counted.collections_count, live_rooms_count: counted.live_rooms_count }

/** What is ranked: `pk`, `weight` and natural key of everything that may be popular. */
const ranked = {
  top_creators: `SELECT pk, followers AS weight, handle AS name FROM users u WHERE handle IS NOT NULL
    AND EXISTS (SELECT 1 FROM posts p WHERE p.author_pk = u.pk)`,
  top_posts: `SELECT p.pk, p.plays AS weight, p.post_id AS name FROM posts p JOIN users u ON u.pk = p.author_pk
    WHERE u.handle IS NOT NULL`,
  top_sounds: `SELECT pk, posts_count AS weight, ${soundKey('')} AS name FROM sounds`,
  top_hashtags: `SELECT h.pk, t.posts AS weight, ${hashtagKey('h')} AS name
    FROM (SELECT hashtag_pk, count(*) AS posts FROM hashtag_posts GROUP BY hashtag_pk) t JOIN hashtags h ON h.pk = t.hashtag_pk
    WHERE h.name IS NOT NULL`,
  top_places: 'SELECT pk, posts_count AS weight, place_id AS name FROM places',
  top_effects: 'SELECT pk, user_count AS weight, effect_id AS name FROM effects',
  top_live_rooms: `SELECT pk, viewer_count AS weight, room_id AS name FROM live_rooms WHERE ${isOnAir}`
} as const

/** More are ranked than are shown: an import that runs takes out what it hides, and the next ones take its place. */
const rankedLength = 10 * topLength

/** Statements that count and rank again, in SQL that both databases share. */
export const summarize: readonly string[] = [
  "DELETE FROM dataset_facts WHERE name <> 'as_of'",
  ...Object.entries(counted).map(([name, value]) => `INSERT INTO dataset_facts SELECT '${name}', ${value}`),
  // Never decreases; a source may have set it.
  `INSERT INTO dataset_facts SELECT 'as_of', max(known.at) FROM (SELECT max(created_at) AS at FROM posts
     UNION ALL SELECT max(collected_to) FROM sources UNION ALL SELECT value FROM dataset_facts WHERE name = 'as_of') known
   WHERE true ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  'DELETE FROM popular',
  ...Object.entries(ranked).map(
    ([kind, candidates]) => `INSERT INTO popular
      SELECT '${kind}', row_number() OVER (ORDER BY top.weight DESC, top.name), top.pk, top.weight
      FROM (SELECT * FROM (${candidates}) all_of_them WHERE weight > 0 ORDER BY weight DESC, name LIMIT ${rankedLength}) top`
  )
]

const factNames = ['as_of', ...Object.keys(counted)]

export const datasetFacts = `SELECT name, value FROM dataset_facts WHERE name IN (${factNames.map((name) => `'${name}'`)})`

/** The time as of which the data set is. */
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

export const datasetListKinds = Object.keys(datasetLists) as DatasetList[]

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
