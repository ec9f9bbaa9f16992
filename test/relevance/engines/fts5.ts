import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { asked, type Engine, fieldsOf, indexedKinds, indexOf, weightsOf } from '../engine.ts'
import type { Everything } from '../indexed.ts'
import { processorMs } from '../measures.ts'

/** SQLite's own full text as it comes: one table a kind, words by Unicode, all of them asked for, bm25, then what is best known. */
export const fts5 = (everything: Everything, path: string): Engine => {
  const began = processorMs()
  const db = new DatabaseSync(path)
  for (const kind of indexedKinds) {
    const names = Object.keys(fieldsOf[kind])
    db.exec(`BEGIN; CREATE VIRTUAL TABLE ${kind} USING fts5 (id UNINDEXED, popularity UNINDEXED, ${names.join(', ')},
      ${kind === 'suggestions' ? "prefix='2 3', " : ''}tokenize="unicode61 remove_diacritics 2")`)
    const insert = db.prepare(`INSERT INTO ${kind} VALUES (?, ?, ${names.map(() => '?').join(', ')})`)
    for (const one of everything[kind]) insert.run(one.id, one.popularity, ...names.map((name) => one[name] ?? ''))
    db.exec(`INSERT INTO ${kind} (${kind}) VALUES ('optimize'); COMMIT`)
  }
  const buildMs = processorMs() - began

  const statements = new Map(
    (['top', 'videos', 'users', 'live', 'suggestions'] as const).map((kind) => {
      const table = indexOf(kind)
      const weights = weightsOf(kind)
      const bm25 = [0, 0, ...Object.keys(fieldsOf[table]).map((name) => weights[name] ?? 0)].join(', ')
      const sql = `SELECT id FROM ${table} WHERE ${table} MATCH ? ORDER BY bm25(${table}, ${bm25}), popularity DESC LIMIT ${asked}`
      return [kind, db.prepare(sql)]
    })
  )
  return {
    name: 'FTS5',
    buildMs,
    size: { mb: statSync(path).size / 1e6, in: 'file' },
    async find(kind, query) {
      const words = query.split(/\s+/).map((word) => `"${word.replaceAll('"', '""')}"`)
      const columns = Object.keys(weightsOf(kind)).join(' ')
      const beginning = kind === 'suggestions' ? '*' : ''
      const found = statements.get(kind)?.all(`{${columns}} : (${words.join(' AND ')}${beginning})`) ?? []
      return found.map(({ id }) => String(id))
    },
    close: () => db.close()
  }
}
