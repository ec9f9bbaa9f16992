import type { ColumnStore } from '../../engines/columnar/column-store.ts'
import type { Reference } from '../../engines/filters/query.ts'
import { containingAll } from '../../engines/search/containing.ts'
import type { Page, PageEnds } from '../source.ts'
import { columnKinds, firstColumn } from '../tables/column-chunks.ts'
import * as sql from '../tables/column-reads.ts'
import { type RowReads, timeOf } from '../tables/scanned-reads.ts'
import * as select from '../tables/selections.ts'
import * as summary from '../tables/summary.ts'
import { type QueryReader, type Statement, statement } from './database.ts'
import { recordsReader } from './listings.ts'
import { searchStore } from './search-store.ts'

/** Rows, after a first row with the generation of their data. */
const withGeneration = (rows: string, columns: string) =>
  statement(`SELECT id, ${columns} FROM generation UNION ALL SELECT NULL, * FROM (${rows}) data`, {
    hasGeneration: true
  })
const lastGroup = withGeneration(sql.lastGroup('$1', '$2'), 'NULL')
const chunksBetween = withGeneration(sql.chunksBetween('$1', '$2', '$3', '$4'), 'NULL, NULL')
const collectionRows = statement(sql.collectionRows('$1'))
const blocksFrom = statement(sql.blocksFrom('$1', '$2', '$3'))

const ofReferences = (text: (reference: Reference) => string): Readonly<Record<Reference, Statement>> => ({
  author: statement(text('author')),
  hashtag: statement(text('hashtag')),
  sound: statement(text('sound')),
  place: statement(text('place'))
})
const rowsNamed = ofReferences((reference) => sql.rowsNamed[reference]('unnest($1::text[]) AS wanted (name)'))
const ownerRow = ofReferences((reference) => sql.ownerRow[reference]('$1'))

/** Maximum concurrent chunk reads: a scan requests all its columns together, and other reads need connections too. */
const readsAtOnce = 4

/** Runs at most `most` tasks at once, and the others in the order of arrival. */
const lanes = (most: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

/** Columns in PostgreSQL: each call is one round trip, except for keywords. */
export const postgresColumnStore = (reader: QueryReader): ColumnStore => {
  const { rows } = reader
  const inLane = lanes(readsAtOnce)
  return {
    async groups(table) {
      const last = (await rows(lastGroup, columnKinds[table], firstColumn(table))).at(-1)?.[1]
      return typeof last === 'number' ? last + 1 : 0
    },
    async chunks(table, column, from, to) {
      const chunks = Array.from({ length: Math.max(0, to - from) }, (): Uint8Array | null => null)
      const found = await inLane(() => rows(chunksBetween, columnKinds[table], column, from, to))
      for (const [, group, data] of found) {
        if (data instanceof Uint8Array) chunks[Number(group) - from] = data
      }
      return chunks
    },
    rowsOf: async (reference, names) => [
      ...new Set((await rows(rowsNamed[reference], names)).map(([pk]) => Number(pk)))
    ],
    async owner(reference, key) {
      const pk = (await rows(ownerRow[reference], key))[0]?.[0]
      return typeof pk === 'number' ? pk : null
    },
    async collection(id) {
      const found = await rows(collectionRows, id)
      return found.length === 0 ? null : found.flatMap(([pk]) => (typeof pk === 'number' ? [pk] : []))
    },
    containing: (kind, words) =>
      containingAll(
        {
          words: searchStore(reader).words,
          blocksFrom: async (list, key, most) =>
            (await rows(blocksFrom, list, key, most)).flatMap(([data]) => (data instanceof Uint8Array ? [data] : []))
        },
        kind,
        words
      )
  }
}

const posts = recordsReader(select.posts, `posts p ${select.postJoins} WHERE p.pk`, 'bigint', true)
const users = recordsReader(select.users, 'users u WHERE u.pk', 'bigint', true)
const rowsWanted = 'unnest($1::bigint[]) AS wanted (pk)'
const asOf = statement(summary.asOf)
const names = {
  posts: statement(sql.namesOfRows.posts(rowsWanted)),
  creators: statement(sql.namesOfRows.creators(rowsWanted)),
  hashtags: statement(sql.namesOfRows.hashtags(rowsWanted)),
  places: statement(sql.namesOfRows.places(rowsWanted)),
  sounds: statement(sql.namesOfRows.sounds(rowsWanted))
} as const

const pageOf = <T>(records: readonly (T | null)[], { positions, next, total }: PageEnds): Page<T> => {
  const page: Page<T> = { items: [], positions: [], next, total }
  for (const [index, record] of records.entries()) {
    if (record === null) continue
    page.items.push(record)
    page.positions.push(positions[index] ?? '')
  }
  return page
}

/** Reads of the rows that a scan found: each is one round trip. */
export const rowReads = (reader: QueryReader): RowReads => ({
  posts: async (rows, ends) => pageOf(rows.length === 0 ? [] : await posts(reader, rows), ends),
  users: async (rows, ends) => pageOf(rows.length === 0 ? [] : await users(reader, rows), ends),
  names: (of, rows) => reader.rows(names[of], rows),
  asOf: async () => timeOf((await reader.rows(asOf))[0])
})
