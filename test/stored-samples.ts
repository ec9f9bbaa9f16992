import type { DatabaseSync } from 'node:sqlite'
import { countFields, type ObservedKind, type Sample } from '../src/engines/history/samples.ts'

/** All samples of a kind in a data set, by row. `rows`: of `SELECT *` in the order of rows and times. */
export const samplesByRow = (
  kind: ObservedKind,
  rows: readonly Readonly<Record<string, unknown>>[]
): Map<number, readonly Sample[]> =>
  new Map(
    [...Map.groupBy(rows, ({ pk }) => Number(pk))].map(([pk, own]) => [
      pk,
      own.map((row) => ({
        at: Number(row.at) < 0 ? null : Number(row.at),
        source: Number(row.source),
        values: countFields[kind].map((field) => (row[field] === null ? null : Number(row[field]))),
        rounded: Number(row.rounded),
        negative: Number(row.negative)
      }))
    ])
  )

export const samplesSql: Readonly<Record<ObservedKind, string>> = {
  posts: 'SELECT * FROM post_samples ORDER BY pk, at, source',
  users: 'SELECT * FROM user_samples ORDER BY pk, at, source'
}

export const storedSamples = (db: DatabaseSync, kind: ObservedKind): Map<number, readonly Sample[]> =>
  samplesByRow(kind, db.prepare(samplesSql[kind]).all())
