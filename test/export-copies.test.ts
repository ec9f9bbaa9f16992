import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { seedDataset } from '../src/ingest/seed/seed.ts'
import { commandInProcess } from './command-in-process.ts'
import { createDatabase, hasNoPostgres } from './own-postgres.ts'
import { startServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-copies-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)

const here = (line: string, env: Record<string, string> = {}) => commandInProcess(line, folder, env)

/** Every table of a data set, row by row. */
const tablesOf = (path: string) => {
  const db = new DatabaseSync(path, { readOnly: true })
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  const tables = names
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_'))
    .map(
      (name) =>
        [
          name,
          db
            .prepare(`SELECT * FROM ${name}`)
            .all()
            .map((row) => JSON.stringify(row))
            .sort()
        ] as const
    )
  const declared = db.prepare('SELECT type, name FROM sqlite_schema ORDER BY type, name').all()
  db.close()
  return { tables: Object.fromEntries(tables), declared }
}

const expectEqual = (copy: string, original: string) => {
  const [{ tables, declared }, expected] = [tablesOf(copy), tablesOf(original)]
  expect(declared).toEqual(expected.declared)
  // Compared as wholes first, for a difference of a hundred thousand rows is nothing to look at.
  for (const [name, rows] of Object.entries(expected.tables)) {
    if (JSON.stringify(tables[name]) !== JSON.stringify(rows)) expect([name, tables[name]]).toEqual([name, rows])
  }
}

/** A data set with what is hidden: a private account, its post, and a post that is not public. */
const original = at('original.db')
const post = (id: number, more: object) => ({
  ...{ id: `69072287498722${id}`, createTime: 1_600_000_000, text: `post ${id}`, scrapedAt: 1_610_000_000 },
  ...more
})
const feed = at('feed.json')
const later = at('later.json')
beforeAll(async () => {
  const ann = { id: '1001', name: 'ann', fans: 20_300 }
  const bob = { id: '1002', name: 'bob', privateAccount: true }
  writeFileSync(feed, JSON.stringify([post(301, { playCount: 7, authorMeta: ann }), post(302, { authorMeta: bob })]))
  writeFileSync(later, JSON.stringify([post(301, { playCount: 9, scrapedAt: 1_620_000_000, authorMeta: ann })]))
  await importFiles({ inputs: [feed], path: original })
})

describe('a backup', () => {
  test('is the data set with everything in it, and an import goes on with it', async () => {
    const { code, stdout } = await here(`backup new/backup.db --from ${original}`)
    expect([code, stdout]).toEqual([0, `new/backup.db: ${stdout.match(/[\d.]+ MiB/)?.[0]}, copied from ${original}\n`])
    const copy = at('new/backup.db')
    expectEqual(copy, original)
    const continued = at('continued.db')
    await here(`backup continued.db`, { DATA_URL: `sqlite:${original}` })
    for (const path of [copy, continued]) await importFiles({ inputs: [later], path })
    expect(tablesOf(copy).tables.all_posts).toEqual(tablesOf(continued).tables.all_posts)
    expect(tablesOf(copy).tables.all_posts).not.toEqual(tablesOf(original).tables.all_posts)
  })

  test('has the permissions of the data set, and its name only once it is whole', async () => {
    copyFileSync(original, at('own.db'))
    chmodSync(at('own.db'), 0o600)
    expect((await here('backup own-backup.db --from own.db')).code).toBe(0)
    expect(statSync(at('own-backup.db')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('takes nothing over from a file that had its name', async () => {
    const db = new DatabaseSync(at('former.db'))
    db.exec('PRAGMA journal_mode = WAL; CREATE TABLE former (a); INSERT INTO former VALUES (1)')
    copyFileSync(at('former.db-wal'), at('again.db-wal'))
    db.close()
    expect((await here(`backup again.db --from ${original}`)).code).toBe(0)
    expect(existsSync(at('again.db-wal'))).toBe(false)
    expectEqual(at('again.db'), original)
  })

  test('removes what one that was killed has left, and leaves alone what is being written', async () => {
    const [left, written] = ['kept.db.0123456789ab.part', 'kept.db.ba9876543210.part'].map(at) as [string, string]
    for (const path of [left, written]) writeFileSync(path, 'half')
    const before = new Date(Date.now() - 2 * 3_600_000)
    utimesSync(left, before, before)
    expect((await here(`backup kept.db --from ${original}`)).code).toBe(0)
    expect([existsSync(left), existsSync(written)]).toEqual([false, true])
    rmSync(written)
  })

  test.each([1, 2])('of several to one name, one is made and the others are refused: %i', async (round) => {
    const made = await Promise.all(Array.from({ length: 3 }, () => here(`backup one${round}.db --from ${original}`)))
    expect(made.map(({ code }) => code).toSorted()).toEqual([0, 1, 1])
    expectEqual(at(`one${round}.db`), original)
  })

  test('serves the same cursors', async () => {
    await here(`backup served.db --from ${inject('defaultDataset')}`)
    const [one, other] = await Promise.all([startServer(), startServer({ dataset: at('served.db') })])
    const path = '/api/v1/search?keyword=cooking&count=50'
    const next = `${path}&cursor=${(await one.get(path)).body.pagination?.cursor}`
    const local = async ({ get, url }: typeof one) => {
      const { body } = await get(next)
      return JSON.stringify([body.data, body.pagination]).replaceAll(url, '')
    }
    expect(await local(other)).toBe(await local(one))
    await Promise.all([one.close(), other.close()])
  })

  test.each([
    ['over a file that is there', `backup feed.json --from ${original}`, 1, 'feed.json exists: name another file'],
    ['over itself', `backup original.db --from ${original}`, 1, 'original.db exists'],
    ['of what is not there', 'backup never.db --from nothing.db', 1, 'nothing.db cannot be opened'],
    ['of something else', `backup never.db --from ${feed}`, 1, 'is not a clipgraph data set'],
    ['into no file', `backup feed.json/never.db --from ${original}`, 1, 'feed.json/never.db cannot be written: '],
    ['of a PostgreSQL', 'backup never.db --from postgres://u:sekret@127.0.0.1:1/x', 1, 'pg_dump --schema=clipgraph'],
    ['without a name', 'backup', 2, "missing required argument 'file'"],
    ['by a server', 'backup never.db --from https://host', 2, '--from must be sqlite:FILE']
  ])('%s is refused, and nothing is written', async (_, line, code, message) => {
    const before = readdirSync(folder)
    const refused = await here(line)
    expect(refused).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) })
    expect(refused.stderr).not.toContain('sekret')
    expect(readdirSync(folder)).toEqual(before)
  })
})

describe.skipIf(hasNoPostgres)('a copy into a PostgreSQL and back', () => {
  const seeded = at('seeded.db')
  seedDataset({ path: seeded, users: 60, posts: 1_000, seed: 5, until: '2026-06-01' })
  test.each([
    ['0', original],
    ['3', seeded]
  ])('is the same data set, with %s partitions', async (partitions, data) => {
    const { url, close } = await createDatabase()
    try {
      await here(`migrate --partitions ${partitions} --into ${url}`)
      expect((await here(`copy ${data} --into ${url}`)).code).toBe(0)
      const back = `back${partitions}.db`
      expect(await here(`copy ${url} --into ${back}`)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^PostgreSQL: [\d,]+ posts, [\d,]+ rows in all, copied in /)
      })
      expectEqual(at(back), data)
      expect(await here(`copy ${url} --into ${back}`)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`${back} exists: name another file`)
      })
    } finally {
      await close()
    }
  })

  test('of tables that are not there says so, and writes nothing', async () => {
    const { url, close } = await createDatabase()
    try {
      const { code, stderr } = await here(`copy ${url} --into never.db`)
      expect([code, stderr]).toEqual([1, expect.stringMatching(/no tables of clipgraph/)])
      expect(existsSync(at('never.db'))).toBe(false)
    } finally {
      await close()
    }
  })
})
