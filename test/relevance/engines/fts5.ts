import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { asked, type Engine, fieldsOf, indexedKinds, indexOf, weightsOf } from '../engine.ts'
import type { Everything } from '../indexed.ts'
import { processorMs } from '../measures.ts'

type Way = { name: string; tokenize: string; isTuned: boolean }

/** SQLite's own full text as it comes: one table a kind, words by Unicode, all of them asked for, bm25, then what is best known. */
export const plainFts5: Way = { name: 'FTS5', tokenize: 'unicode61 remove_diacritics 2', isTuned: false }

/** The same with what its manual offers: stems; where nothing holds all words, their beginnings, then any of them, then what shares three letters. */
export const tunedFts5: Way = { name: 'FTS5, tuned', tokenize: 'porter unicode61 remove_diacritics 2', isTuned: true }

export const fts5 = (everything: Everything, path: string, { name: called, tokenize, isTuned }: Way): Engine => {
  const began = processorMs()
  const db = new DatabaseSync(path)
  for (const kind of indexedKinds) {
    const names = Object.keys(fieldsOf[kind])
    db.exec(`BEGIN; CREATE VIRTUAL TABLE ${kind} USING fts5 (id UNINDEXED, popularity UNINDEXED, ${names.join(', ')},
      ${kind === 'suggestions' ? "prefix='2 3', " : ''}tokenize="${tokenize}"); COMMIT`)
    fill(db, kind, everything[kind], names)
    if (!isTuned) continue
    db.exec(
      `CREATE VIRTUAL TABLE ${kind}_letters USING fts5 (id UNINDEXED, popularity UNINDEXED, ${names.join(', ')}, tokenize="trigram")`
    )
    fill(db, `${kind}_letters`, everything[kind], names)
  }
  const buildMs = processorMs() - began

  const kinds = ['top', 'videos', 'users', 'live', 'suggestions'] as const
  const statementsOf = (suffix: string) =>
    new Map(
      kinds.map((kind) => {
        const table = `${indexOf(kind)}${suffix}`
        const weights = weightsOf(kind)
        const bm25 = [0, 0, ...Object.keys(fieldsOf[indexOf(kind)]).map((name) => weights[name] ?? 0)].join(', ')
        const sql = `SELECT id FROM ${table} WHERE ${table} MATCH ? ORDER BY bm25(${table}, ${bm25}), popularity DESC LIMIT ${asked}`
        return [kind, db.prepare(sql)]
      })
    )
  const [byWords, byLetters] = [statementsOf(''), isTuned ? statementsOf('_letters') : null]
  return {
    name: called,
    buildMs,
    size: { mb: statSync(path).size / 1e6, in: 'file' },
    async find(kind, query) {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
      const words = query.split(/\s+/).map(quoted)
      const columns = Object.keys(weightsOf(kind)).join(' ')
      const matching = (statements: typeof byWords, text: string) =>
        (statements.get(kind)?.all(`{${columns}} : (${text})`) ?? []).map(({ id }) => String(id))
      const beginning = kind === 'suggestions' ? '*' : ''
      const found = matching(byWords, `${words.join(' AND ')}${beginning}`)
      if (byLetters === null) return found
      const letters = [...query.toLowerCase().replace(/\s+/gu, ' ')]
      const threes = letters.slice(2).map((letter, at) => quoted(`${letters[at]}${letters[at + 1]}${letter}`))
      const ways = [
        () => matching(byWords, words.map((word) => `${word}*`).join(' AND ')),
        () => matching(byWords, words.join(' OR ')),
        () => (threes.length === 0 ? [] : matching(byLetters, [...new Set(threes)].join(' OR ')))
      ]
      const all = new Set(found)
      for (const way of ways) {
        if (all.size > 0) break
        for (const id of way()) all.add(id)
      }
      return [...all].slice(0, asked)
    },
    close: () => db.close()
  }
}

const fill = (db: DatabaseSync, table: string, all: Everything[keyof Everything], names: readonly string[]): void => {
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ${names.map(() => '?').join(', ')})`)
  db.exec('BEGIN')
  for (const one of all) insert.run(one.id, one.popularity, ...names.map((name) => one[name] ?? ''))
  db.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize'); COMMIT`)
}
