import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWords } from '../src/engines/search/indexed-words.ts'
import { readPostings } from '../src/engines/search/lists.ts'
import { importFiles } from '../src/ingest/import.ts'
import { buildIndex } from '../src/ingest/index/build-index.ts'
import { fillSuggestions, suggestionTables } from '../src/ingest/index/suggestion-builder.ts'
import { indexTables } from '../src/ingest/sqlite/search-refresh.ts'
import { searchIndexes } from '../src/store/tables/search-indexes.ts'
import { writeFeed } from './campaign/import/feed.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-import-index-'))
const path = join(folder, 'data.db')
// More than a second thread is used for, so that it takes most of them before they are told again.
const posts = 4_500

type Collected = {
  id: string
  text: string
  createTime: number
  playCount: number
  authorMeta: { name: string }
  hashtags: { id: string; name: string }[]
}

/** Posts by handles alone, all of which are told again as they are by then: by whom, with other plays, and a third of them with other words. */
const writeFeeds = (files: readonly [string, string]) => {
  writeFeed(files[1], { posts, bytes: Number.POSITIVE_INFINITY })
  const collected = JSON.parse(readFileSync(files[1], 'utf8')) as Collected[]
  const before = collected.map(({ id, text, createTime, playCount, authorMeta, hashtags }, index) => ({
    post_id: id,
    created_at: createTime,
    caption: index % 3 === 0 ? `${text} as it was before` : text,
    plays: Math.floor(playCount / 2),
    author_username: authorMeta.name,
    hashtags: index % 4 === 0 ? [] : hashtags
  }))
  writeFileSync(files[0], before.map((post) => `${JSON.stringify(post)}\n`).join(''))
}

beforeAll(async () => {
  const feeds = [join(folder, 'before.ndjson'), join(folder, 'feed.json')] as const
  writeFeeds(feeds)
  await importFiles({ inputs: feeds, path })
  for (const feed of feeds) rmSync(feed)
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** There are a hundred thousand rows: told apart, they need not be shown. */
const digest = (rows: Iterable<Record<string, SQLOutputValue>>) => {
  const hash = createHash('sha256')
  for (const row of rows) {
    for (const cell of Object.values(row)) hash.update(cell instanceof Uint8Array ? cell : `${typeof cell} ${cell} `)
  }
  return hash.digest('hex')
}
const digests = (db: DatabaseSync, tables: readonly string[]) =>
  Object.fromEntries(tables.map((table) => [table, digest(db.prepare(`SELECT * FROM ${table}`).iterate())]))

const madeOf = (db: DatabaseSync) => db.prepare('SELECT documents FROM search_sizes WHERE kind = 0').get()?.documents

/** Takes out what search knows. */
const dropIndex = (db: DatabaseSync) => {
  for (const [, name] of searchIndexes.matchAll(/INDEX (\w+)/g)) db.exec(`DROP INDEX ${name}`)
  for (const table of indexTables) db.exec(`DELETE FROM ${table}`)
}

test('an index of posts as they came, and changed, is the one that is made of them as they are at last', () => {
  const db = new DatabaseSync(path)
  db.exec('BEGIN; DELETE FROM search_sizes WHERE kind = 0')
  const meanwhile = digests(db, indexTables)
  dropIndex(db)
  buildIndex({ rows: db, into: db })
  expect(meanwhile).toEqual(digests(db, indexTables))
  expect(db.prepare('SELECT count(*) AS n FROM search_stale').get()?.n).toBe(0)
  db.exec('ROLLBACK')
  db.close()
})

/** Fewer posts, which still take several rounds and fill several blocks of a list. */
const smallFolder = mkdtempSync(join(tmpdir(), 'clipgraph-import-index-'))
afterAll(() => rmSync(smallFolder, { recursive: true }))
const small = async () => {
  const [feed, target] = [join(smallFolder, 'feed.json'), join(smallFolder, 'data.db')]
  writeFeed(feed, { posts: 1_500, bytes: Number.POSITIVE_INFINITY })
  await importFiles({ inputs: [feed], path: target })
  return target
}

/** What each list has, and which of its blocks, the first of which is 0, are marked as the last one. */
const listsOf = (db: DatabaseSync) => {
  const lists = new Map<number, { keys: number[]; fields: number[]; blocks: number; ends: number[] }>()
  const blocks = db.prepare('SELECT list, is_last, data FROM search_blocks ORDER BY list, last')
  for (const { list, is_last, data } of blocks.iterate()) {
    const found = lists.get(Number(list)) ?? { keys: [], fields: [], blocks: 0, ends: [] }
    const { keys, fields } = readPostings(data as Uint8Array)
    found.keys.push(...keys)
    found.fields.push(...fields)
    if (is_last === 1) found.ends.push(found.blocks)
    found.blocks += 1
    lists.set(Number(list), found)
  }
  return lists
}

/** What search knows, told by words and not by their numbers. */
const matchedByWords = (db: DatabaseSync) => {
  const rows = (sql: string) => db.prepare(sql).all()
  const words = new Map(
    rows('SELECT id, kind, word FROM search_words').map(({ id, kind, word }) => [Number(id), `${kind} ${word}`])
  )
  const wordOf = (id: unknown) => words.get(Number(id)) ?? `nothing has the number ${id}`
  const told = {
    words: rows('SELECT id, documents FROM search_words').map(({ id, documents }) => `${wordOf(id)}: ${documents}`),
    lists: [...listsOf(db)].map(
      ([list, { keys, fields, ends }]) =>
        `${wordOf(Math.floor(list / 2))} ${list % 2}: ${keys} ${fields} ${ends.length}`
    ),
    documents: rows('SELECT kind, pk, key, words FROM search_documents').map(({ kind, pk, key, words }) => {
      const { words: ids, fields } = readWords(words as Uint8Array)
      return `${kind} ${pk} ${key}: ${ids.map((id, at) => `${wordOf(id)} ${fields[at]}`).sort()}`
    }),
    keys: rows('SELECT key, word FROM search_typo_keys').map(({ key, word }) => `${key} ${wordOf(word)}`),
    beginnings: rows('SELECT kind, beginning, rank, word FROM search_beginnings').map(
      ({ kind, beginning, rank, word }) => `${kind} ${beginning} ${rank} ${wordOf(word)}`
    ),
    sizes: rows('SELECT kind, documents FROM search_sizes').map(({ kind, documents }) => `${kind} ${documents}`)
  }
  return Object.fromEntries(
    Object.entries(told).map(([name, lines]) => [name, { lines: lines.length, ...digestOf(lines.sort()) }])
  )
}
const digestOf = (lines: readonly string[]) => ({ digest: digest(lines.map((line) => ({ line }))) })

test('an index of more postings than a round takes, or memory, knows the same', async () => {
  const db = new DatabaseSync(await small())
  db.exec('BEGIN; DELETE FROM search_sizes WHERE kind = 0')
  const expected = matchedByWords(db)
  for (const bounds of [[20_000], [5_000], [Infinity, 20_000], [20_000, 5_000]] as const) {
    dropIndex(db)
    buildIndex({ rows: db, into: db, bounds: [...bounds] })
    expect(matchedByWords(db)).toEqual(expected)
    const blocks = db
      .prepare('SELECT list, is_last, length(data) AS bytes FROM search_blocks ORDER BY list, last')
      .all()
    const isEnd = (at: number) => blocks[at + 1]?.list !== blocks[at]?.list
    expect(blocks.filter(({ is_last }, at) => is_last !== Number(isEnd(at)))).toEqual([])
  }
  db.exec('ROLLBACK')
  db.close()
})

test('accounts without posts are all found', async () => {
  const accounts = Array.from({ length: 2_000 }, (_, index) => ({
    ...{ user_id: String(6_800_000_000_000_000n + BigInt(index)), username: `account.${index}`, followers: index % 50 },
    ...{ display_name: `Name ${index}`, bio: 'hello', following: 3, total_likes: 10, total_videos: 2, verified: false }
  }))
  const alone = mkdtempSync(join(tmpdir(), 'clipgraph-import-index-'))
  const [file, target] = [join(alone, 'accounts.ndjson'), join(alone, 'data.db')]
  writeFileSync(file, accounts.map((account) => `${JSON.stringify(account)}\n`).join(''))
  await importFiles({ inputs: [file], path: target })
  const db = new DatabaseSync(target)
  expect(db.prepare('SELECT documents FROM search_sizes WHERE kind = 2').get()).toEqual({ documents: accounts.length })
  expect(db.prepare("SELECT documents FROM search_words WHERE word = 'hello'").get()).toEqual({
    documents: accounts.length
  })
  expect(db.prepare('SELECT count(DISTINCT key) AS keys FROM search_documents').get()).toEqual({
    keys: accounts.length
  })
  db.close()
  rmSync(alone, { recursive: true })
})

test('suggestions made beside the index are those that are made behind it', () => {
  const db = new DatabaseSync(path)
  const beside = digests(db, suggestionTables)
  expect(madeOf(db)).toBe(posts)
  db.exec('BEGIN')
  fillSuggestions(db)
  expect(digests(db, suggestionTables)).toEqual(beside)
  db.exec('ROLLBACK')
  db.close()
})

test('nothing of the making is left', () => {
  expect(readdirSync(folder)).toEqual(['data.db'])
})
