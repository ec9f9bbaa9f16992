import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { isLeftOut } from './ignored-terms.ts'
import { emptyDatabase, fillDatabase, hasNoPostgres, type OwnDatabase, onPostgres } from './own-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-sql-'))
afterAll(() => rmSync(folder, { recursive: true }))

const page = readFileSync(new URL('../docs/sql.md', import.meta.url), 'utf8')
const hasNo = (program: string) =>
  isLeftOut(spawnSync(program, ['--version']).status === 0, `questions of docs/sql.md, as there is no ${program}`, {
    evenInCi: true
  })

/** The views by name, with their columns, as the page has them. */
const documented = Object.fromEntries(
  [...page.matchAll(/^\| `(public_\w+)` \| (.+) \|$/gm)].map(([, name = '', columns = '']) => [
    name,
    [...columns.matchAll(/`(\w+)`/g)].map(([, column]) => column)
  ])
)

describe('the questions of the page', () => {
  const dataset = process.env.TEST_DATASET ?? inject('defaultDataset')
  /** Each with the queries by program and the answer. */
  const questions = page
    .split(/^### /m)
    .slice(1)
    .map((text) => {
      const [question = ''] = text.split('\n')
      const [, answer = ''] = /```csv\n([^`]+)```/.exec(text) ?? []
      const queries = [...text.matchAll(/```sql\n-- (.+)\n([^`]+)```/g)].flatMap(([, programs = '', sql = '']) =>
        programs.split(', ').map((program) => [program, sql] as const)
      )
      return { question, answer: parse(answer), queries: Object.fromEntries(queries) }
    })
  const asked = (program: string) =>
    questions.map(
      ({ question, answer, queries }) => [question, { answer, sql: queries[program] ?? expect.fail(program) }] as const
    )

  const hasNoPsql = hasNoPostgres || hasNo('psql')
  let database: OwnDatabase
  beforeAll(async () => {
    if (!hasNoPsql) database = await fillDatabase()
  })
  afterAll(() => database?.close())
  const run = async (program: string, args: readonly string[], input: string, env = {}) => {
    const running = promisify(execFile)(program, args, { cwd: folder, env: { ...process.env, ...env } })
    running.child.stdin?.end(input)
    return parse((await running).stdout)
  }

  test('are six', () => expect(questions).toHaveLength(6))

  test.skipIf(hasNo('sqlite3')).each(asked('sqlite3'))('%s by sqlite3', async (_, { sql, answer }) => {
    expect(await run('sqlite3', ['-readonly', '-csv', '-header', dataset], sql)).toEqual(answer)
  })

  test.skipIf(hasNoPsql).each(asked('psql'))('%s by psql', async (_, { sql, answer }) => {
    const env = { PGOPTIONS: '--search_path=clipgraph' }
    expect(await run('psql', ['--no-psqlrc', '--quiet', '--csv', database.url], sql, env)).toEqual(answer)
  })

  test.each(asked('DuckDB'))('%s as DuckDB is asked', async (_, { sql, answer }) => {
    // DuckDB takes the bare word for `AT (VERSION => …)`.
    expect(sql).not.toMatch(/(?<!")\bat\b/)
    const db = new DatabaseSync(dataset, { readOnly: true })
    db.function('make_timestamp', (micros) => new Date(Number(micros) / 1_000).toISOString())
    const found = db.prepare(sql).all()
    db.close()
    expect([Object.keys(found[0] ?? {}), ...found.map((row) => Object.values(row).map(String))]).toEqual(answer)
  })
})

const created = 1_767_225_600
const accounts = {
  open: { id: '6900000000000000501', uniqueId: 'birch_bench', privateAccount: false },
  closed: { id: '6900000000000000502', uniqueId: 'hidden_bench', privateAccount: true }
}
const profile = (author: object) => ({ user: author, stats: { followingCount: 12 } })
/** A post with a sound, a place and a hashtag of its own. */
const webPost = (number: number, author: object, more = {}) => ({
  id: String(7_700_000_000_000_000_000n + BigInt(number)),
  desc: `post #own${number}`,
  createTime: created + number,
  author,
  music: { id: `71000000000000000${number}`, title: `sound ${number}`, authorName: 'Oak' },
  poi: { id: `220${number}`, name: `place ${number}` },
  challenges: [{ id: `410${number}`, title: `own${number}` }],
  stats: { commentCount: 7 },
  ...more
})
const feed = join(folder, 'feed.json')
writeFileSync(
  feed,
  JSON.stringify([
    webPost(1, accounts.open),
    webPost(2, accounts.open, { privateItem: true }),
    webPost(3, accounts.closed),
    profile(accounts.open),
    profile(accounts.closed)
  ])
)

type Rows = (sql: string) => Promise<Record<string, unknown>[]>

const itHolds = (rowsOf: () => Promise<Rows>) => {
  let rows: Rows
  beforeAll(async () => {
    rows = await rowsOf()
  })

  test('have the columns that the page lists', async () => {
    expect(Object.keys(documented)).toHaveLength(7)
    for (const [view, columns] of Object.entries(documented)) {
      expect([view, Object.keys((await rows(`SELECT * FROM ${view}`))[0] ?? {})]).toEqual([view, columns])
    }
  })

  test('have what is public, and nothing of private accounts and posts', async () => {
    const names = async (column: string, view: string) =>
      (await rows(`SELECT ${column} AS name FROM ${view}`)).map(({ name }) => name)
    expect(await names('username', 'public_users')).toEqual(['birch_bench'])
    expect(await names('post_id', 'public_posts')).toEqual(['7700000000000000001'])
    expect(await names('name', 'public_hashtags')).toEqual(['own1'])
    expect(await names('name', 'public_post_hashtags')).toEqual(['own1'])
    expect(await names('title', 'public_sounds')).toEqual(['sound 1'])
    expect(await names('name', 'public_places')).toEqual(['place 1'])
    expect(await names('post_id', 'public_counts_over_time')).toEqual(['7700000000000000001', null])
    expect(await names('username', 'public_counts_over_time')).toEqual([null, 'birch_bench'])
  })

  test('are joined by ids and handles', async () => {
    const joined = `SELECT p.post_id FROM public_posts p JOIN public_users u ON u.username = p.author_username AND u.user_id = p.author_id
      JOIN public_places l ON l.place_id = p.place_id JOIN public_sounds s ON s.sound_id = p.sound_id`
    expect(await rows(joined)).toHaveLength(1)
  })

  test('have NULL for what no source has given', async () => {
    const [post] = await rows(
      'SELECT comments, plays, likes, duration_seconds, author_username, place_id FROM public_posts'
    )
    expect({ ...post, comments: Number(post?.comments) }).toEqual({
      ...{ comments: 7, plays: null, likes: null, duration_seconds: null },
      ...{ author_username: 'birch_bench', place_id: '2201' }
    })
    const [sound] = await rows('SELECT posts_count, is_copyrighted, collected_at FROM public_sounds')
    expect({ ...sound }).toEqual({ posts_count: null, is_copyrighted: null, collected_at: null })
    const [user] = await rows('SELECT followers, total_likes, total_videos FROM public_users')
    expect({ ...user }).toEqual({ followers: null, total_likes: null, total_videos: null })
    const [counts, ofUser] = await rows('SELECT at, comments, plays, following FROM public_counts_over_time')
    expect({ ...counts, comments: Number(counts?.comments) }).toEqual({
      ...{ at: null, comments: 7, plays: null, following: null }
    })
    expect({ ...ofUser, following: Number(ofUser?.following) }).toEqual({
      ...{ at: null, comments: null, plays: null, following: 12 }
    })
  })
}

describe('views for SQL in a file', () =>
  itHolds(async () => {
    const path = join(folder, 'data.db')
    await importFiles({ inputs: [feed], path })
    return async (sql) => {
      const db = new DatabaseSync(path, { readOnly: true })
      try {
        return db.prepare(sql).all()
      } finally {
        db.close()
      }
    }
  }))

test('every column has a type in SQLite, which DuckDB reads', () => {
  const db = new DatabaseSync(join(folder, 'data.db'), { readOnly: true })
  const types = Object.keys(documented).flatMap((view) => db.prepare('SELECT type FROM pragma_table_info(?)').all(view))
  db.close()
  expect(new Set(types.map(({ type }) => type))).toEqual(new Set(['TEXT', 'INTEGER', 'INT']))
})

describe.skipIf(hasNoPostgres)('views for SQL in PostgreSQL', () => {
  let database: OwnDatabase
  afterAll(() => database?.close())
  itHolds(async () => {
    database = await emptyDatabase()
    await importFiles({ inputs: [feed], path: database.url })
    return (sql) => onPostgres(database.url, sql.replace(/ public_/g, ' clipgraph.public_'))
  })

  test('show nothing private to a function of a query, however cheap it says that it is', async () => {
    await onPostgres(
      database.url,
      `CREATE FUNCTION public.seen(text) RETURNS boolean LANGUAGE plpgsql COST 0.0000001 AS
        $$ BEGIN IF $1 ~ 'hidden_bench' THEN RAISE EXCEPTION 'seen: %', $1; END IF; RETURN true; END $$`
    )
    for (const [view, columns] of Object.entries(documented)) {
      for (const column of columns) {
        await onPostgres(database.url, `SELECT count(*) FROM clipgraph.${view} WHERE public.seen(${column}::text)`)
      }
    }
  })
})
