import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { writeQuery } from '../src/engines/filters/query.ts'
import { importFiles } from '../src/ingest/import.ts'
import { targetOf } from '../src/ingest/target.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import type { Source } from '../src/store/source.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { command } from './command.ts'
import { emptyDatabase, hasNoPostgres, onPostgres } from './own-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-again-'))
afterAll(() => rmSync(folder, { recursive: true }))
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Store = {
  /** As `--into` takes it, and as DATA_URL does. */
  path: string
  dataUrl: string
  open(): Source
  /** Runs SQL of one's own on the tables. */
  exec(sql: string): Promise<unknown>
  /** Makes the columns of plays unreadable. */
  damaging: string
  /** Statements that make every write of a block of the search index fail, and that let it succeed again. */
  breaking: readonly [fail: string, succeed: string]
}

let files = 0
const inFile = async (): Promise<Store> => {
  const path = join(folder, `${++files}.db`)
  const exec = async (sql: string) => {
    const db = new DatabaseSync(path)
    db.exec(sql)
    db.close()
  }
  return {
    path,
    dataUrl: `sqlite:${path}`,
    open: () => openSqlite({ path, mediaBase: () => null }),
    exec,
    damaging: "UPDATE column_chunks SET data = x'00' WHERE name = 'plays'",
    breaking: [
      "CREATE TRIGGER broken BEFORE INSERT ON search_blocks BEGIN SELECT RAISE(ABORT, 'broken'); END",
      'DROP TRIGGER broken'
    ]
  }
}
const inPostgres = (partitions: number) => async (): Promise<Store> => {
  const { url, close } = await emptyDatabase(partitions)
  closing.push(close)
  return {
    path: url,
    dataUrl: url,
    open: () => openPostgres({ urls: [url], mediaBase: () => null }),
    exec: (sql) => onPostgres(url, `SET search_path = clipgraph; ${sql}`),
    damaging: "UPDATE column_chunks SET data = '\\x00' WHERE name = 'plays'",
    breaking: [
      `CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
       CREATE TRIGGER broken BEFORE INSERT ON search_blocks FOR EACH ROW EXECUTE FUNCTION broken()`,
      'DROP TRIGGER broken ON search_blocks; DROP FUNCTION broken'
    ]
  }
}

/** Posts whose captions, authors, sounds and places say which feed they are of. */
const feed = (name: string, from: number, count: number, changes: Readonly<Record<string, unknown>> = {}) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(7_000_000_000_000_000_000n + BigInt(from + index)),
    text: `${name}caption number${index % 3} dance`,
    createTime: 1_600_000_000 + index,
    authorMeta: { id: String(900 + (from % 50)), name: `${name}handle`, nickName: `${name}nick` },
    musicMeta: { musicId: String(1 + (from % 50)), musicName: `${name}sound`, musicAuthor: 'a', musicOriginal: false },
    locationMeta: { locationName: `${name}place`, locationId: String(1 + (from % 50)) },
    hashtags: [{ id: '', name: `${name}tag` }],
    playCount: index,
    ...changes
  }))

let written = 0
const fileOf = (content: unknown): string => {
  const file = join(folder, `feed-${++written}.json`)
  writeFileSync(file, JSON.stringify(content))
  return file
}

const { signal } = new AbortController()
/** How many posts and accounts are found by a word. Where nobody is called so, accounts are found by what their posts are about. */
const found = async (store: Store, word: string) => {
  const source = store.open()
  try {
    const posts = await source.page('searchTop', word, { count: 50, after: null }, signal)
    const users = await source.page('searchUsers', word, { count: 50, after: null }, signal)
    return { posts: posts?.items.length, users: users?.items.length }
  } finally {
    await source.close()
  }
}

/** What `doctor` says of the data, and how it ends. */
const diagnosed = async ({ dataUrl }: Store) => {
  const { stdout, code } = await command(['doctor'], { env: { DATA_URL: dataUrl, PORT: '0' } })
  return { code, search: stdout.match(/^(\w+) +search +(.*\n(?: +→.*)?)/m)?.slice(1) ?? null }
}

describe.each([
  { where: 'a file', open: inFile, isSkipped: false },
  { where: 'a PostgreSQL', open: inPostgres(0), isSkipped: hasNoPostgres },
  { where: 'a PostgreSQL with partitions', open: inPostgres(3), isSkipped: hasNoPostgres }
])('a second import into $where', ({ open, isSkipped }) => {
  const size = 60

  test.skipIf(isSkipped).for([
    ['few records', 5],
    ['many records', 400]
  ] as const)('of %s is found by search, suggestions included', async ([, count]) => {
    const store = await open()
    await importFiles({ inputs: [fileOf(feed('first', 0, size))], path: store.path })
    expect(await found(store, 'firstcaption')).toEqual({ posts: 50, users: 1 })
    await importFiles({ inputs: [fileOf(feed('second', 1_001, count))], path: store.path })
    for (const word of ['secondcaption', 'secondtag', 'secondsound', 'secondplace', 'secondnick']) {
      expect({ word, posts: (await found(store, word)).posts }).toEqual({ word, posts: Math.min(count, 50) })
    }
    expect((await found(store, 'secondhandle')).users).toBe(1)
    expect(await found(store, 'firstcaption')).toEqual({ posts: 50, users: 1 })
    const source = store.open()
    expect(await source.lookUp('suggestions', ['secondh'], signal)).toEqual([['secondhandle']])
    await source.close()
    expect((await diagnosed(store)).search).toBeNull()
  })

  test.skipIf(isSkipped).for([
    ['few records', 5],
    ['all records', size]
  ] as const)('that changes %s is found by what they say now', async ([, count]) => {
    const store = await open()
    await importFiles({ inputs: [fileOf(feed('first', 0, size))], path: store.path })
    const newer = feed('newer', 0, count, { scrapedAt: 1_790_000_000 })
    await importFiles({ inputs: [fileOf(newer)], path: store.path })
    expect((await found(store, 'newercaption')).posts).toBe(Math.min(count, 50))
    expect((await found(store, '"firstcaption"')).posts).toBe(Math.min(size - count, 50))
    // Every post shows the account and the sound by their new names.
    for (const word of ['newernick', 'newersound', 'newerplace']) {
      expect({ word, posts: (await found(store, word)).posts }).toEqual({ word, posts: 50 })
    }
    expect((await found(store, 'newerhandle')).users).toBe(1)
    expect((await found(store, 'firsthandle')).users).toBe(0)
  })

  test.skipIf(isSkipped)('makes columns anew that are damaged', async () => {
    const store = await open()
    await importFiles({ inputs: [fileOf(feed('first', 0, size))], path: store.path })
    await store.exec(store.damaging)
    await importFiles({ inputs: [fileOf(feed('newer', 0, 1, { scrapedAt: 1_790_000_000 }))], path: store.path })
    const source = store.open()
    const where = { number: 'plays', min: 1, max: null, not: false } as const
    const key = writeQuery({ of: null, where, order: null })
    const page = await source.page('filteredPosts', key, { count: 100, after: null }, signal)
    expect(page?.items).toHaveLength(size - 1)
    await source.close()
  })

  test.skipIf(isSkipped)('whose refresh of search fails is reported by doctor, and --resume completes it', async () => {
    const store = await open()
    await importFiles({ inputs: [fileOf(feed('first', 0, size))], path: store.path })
    const [fail, succeed] = store.breaking
    await store.exec(fail)
    const failed = await command(['import', fileOf(feed('second', 1_001, 5)), '--into', store.path])
    expect(failed.code).toBe(1)
    expect((await found(store, 'secondcaption')).posts).toBe(0)

    const { code, search } = await diagnosed(store)
    expect({ code, search }).toEqual({
      code: 1,
      search: ['wrong', expect.stringMatching(/is outdated for \d+ .*\n +→ .*import --resume/)]
    })

    const running = await targetOf(store.path).then((target) => target.openSession({ replaces: false, resumes: true }))
    expect((await diagnosed(store)).search).toEqual(['note', expect.stringMatching(/→ Wait until the running import/)])
    await running.close()

    await store.exec(succeed)
    const resumed = await command(['import', '--resume', '--into', store.path])
    expect(resumed).toMatchObject({ code: 0 })
    expect((await found(store, 'secondcaption')).posts).toBe(5)
    expect((await diagnosed(store)).search).toBeNull()
  })
})
