import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFiles } from '../src/dataset/import/import.ts'
import { fillSuggestions, suggestionTables } from '../src/source/sql/suggestion-builder.ts'
import { writeFeed } from './campaign/import/feed.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-import-suggestions-'))
const path = join(folder, 'data.db')
// As many as a second thread is used for.
const posts = 20_000

beforeAll(async () => {
  const feed = join(folder, 'feed.json')
  writeFeed(feed, { posts, bytes: Number.POSITIVE_INFINITY })
  await importFiles({ inputs: [feed], path })
  rmSync(feed)
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** There are a hundred thousand rows: told apart, they need not be shown. */
const digest = (rows: readonly unknown[]) => createHash('sha256').update(JSON.stringify(rows)).digest('hex')

const suggestionsIn = (db: DatabaseSync) => ({
  ...Object.fromEntries(suggestionTables.map((table) => [table, digest(db.prepare(`SELECT * FROM ${table}`).all())])),
  madeOf: db.prepare('SELECT things FROM search_sizes WHERE kind = 0').get()?.things
})

test('suggestions made beside the index are those that are made behind it', () => {
  const db = new DatabaseSync(path)
  const beside = suggestionsIn(db)
  fillSuggestions(db)
  expect(suggestionsIn(db)).toEqual(beside)
  expect(beside.madeOf).toBe(posts)
  db.close()
})

test('nothing of the making is left', () => {
  expect(readdirSync(folder)).toEqual(['data.db'])
})
