import type { DirectKind, FeedKind, LookupKind } from '../src/store/kinds.ts'
import { type QueryReader, type RunStatement, readKeys } from '../src/store/postgres/database.ts'
import { feedReaders } from '../src/store/postgres/feeds.ts'
import { lookupReaders } from '../src/store/postgres/lookups.ts'
import { openReading, Server } from '../src/store/postgres/server.ts'
import { storable } from '../src/store/postgres/values.ts'
import { defaultPageBytes } from '../src/store/source.ts'
import { cases, samples } from './cases.ts'
import { connectTo } from './own-postgres.ts'

/** What one read cost within the database. */
type Cost = {
  read: string
  /** Statements, which are round trips. */
  statements: number
  /** Pages of tables and indexes that were looked at. */
  pages: number
  /** Parts of `posts` that were asked. */
  parts: number
  ms: number
  /** Tables that were read from one end to the other. */
  scanned: string[]
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Loops': number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Plan[]
}
type Explained = { Plan: Plan; 'Execution Time': number }

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

type Work = [name: string, work: (reader: QueryReader) => Promise<unknown>]

const page = (kind: DirectKind<FeedKind>, key: string): Work => [
  `${kind}, a page of 20`,
  (reader) => feedReaders[kind](reader, key, { count: 20, after: null })
]
const lookUp = (kind: DirectKind<LookupKind>, keys: readonly string[]): Work => [
  `${kind}, ${keys.length === 1 ? 'one' : `${keys.length} at once`}`,
  (reader) => lookupReaders[kind](reader, keys)
]

/** Each kind of read, over the default data set. */
const works = (): Work[] => {
  const handles = samples.users().map((name) => name.toLowerCase())
  const keys: Partial<Record<LookupKind, readonly string[]>> = {
    user: handles,
    userById: samples.userIds(),
    post: samples.posts(),
    sound: samples.sounds(),
    liveRoom: samples.rooms(),
    liveStatus: handles,
    effect: samples.effects(),
    place: samples.places(),
    collection: samples.collections(),
    playlists: handles,
    scorecardInputs: handles
  }
  const busy = cases.busyUser().toLowerCase()
  return [
    page('userPosts', busy),
    page('userReposts', cases.reposter().toLowerCase()),
    page('userFollowers', cases.followedUser().toLowerCase()),
    page('soundPosts', cases.sound()),
    page('placePosts', cases.place()),
    page('collectionPosts', cases.collection()),
    page('hashtagPosts', cases.hashtag()),
    page('soundLibrary', 'hot'),
    page('searchTop', 'sourdough'),
    page('searchVideos', 'morning routine'),
    page('searchUsers', 'mia'),
    page('searchLive', 'cooking'),
    ...Object.entries(keys).flatMap(([kind, all]) => [
      lookUp(kind as DirectKind<LookupKind>, all.slice(0, 1)),
      lookUp(kind as DirectKind<LookupKind>, all.slice(0, 20))
    ]),
    lookUp('suggestions', ['co']),
    lookUp('suggestions', ['sourdouhg']),
    lookUp('nameMatches', ['co']),
    lookUp('nameMatches', ['original sound']),
    lookUp('ignoredTerms', ['sourdough starter zzzz'])
  ]
}

/** Asks each kind of read once and has the database tell what it did for it. */
export const costsOf = async (url: string): Promise<Cost[]> => {
  const server = new Server({ url, maxConnections: 4, maxPageBytes: defaultPageBytes })
  const explaining = await connectTo(url)
  await explaining.query(openReading)
  const { signal } = new AbortController()
  const costs: Cost[] = []
  try {
    for (const [read, work] of works()) {
      const explained: Explained[] = []
      // One after the other, for there is one connection that explains.
      let last: Promise<unknown> = Promise.resolve()
      const rows: RunStatement = async (statement, ...values) => {
        const before = last
        const { promise, resolve } = Promise.withResolvers<void>()
        last = promise
        await before
        try {
          const { rows } = await explaining.query<{ 'QUERY PLAN': Explained[] }>(
            `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement.text}`,
            values.map(storable)
          )
          explained.push(...(rows[0]?.['QUERY PLAN'] ?? []))
        } finally {
          resolve()
        }
        return server.rows(statement, values, signal)
      }
      await work({
        base: null,
        rows,
        rowsOf: (statement, keys, most) => readKeys(rows, statement, keys, most)
      })
      const nodes = explained.flatMap(({ Plan }) => nodesOf(Plan)).filter((node) => node['Actual Loops'] > 0)
      const relations = (of: (node: Plan) => boolean) => [
        ...new Set(nodes.filter(of).flatMap((node) => node['Relation Name'] ?? []))
      ]
      costs.push({
        read,
        statements: explained.length,
        pages: explained.reduce(
          (sum, { Plan }) => sum + (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0),
          0
        ),
        parts: relations((node) => /^posts(_\d+)?$/.test(node['Relation Name'] ?? '')).length,
        ms: explained.reduce((sum, each) => sum + each['Execution Time'], 0),
        scanned: relations((node) => node['Node Type'] === 'Seq Scan')
      })
    }
  } finally {
    await explaining.end()
    await server.close()
  }
  return costs
}
