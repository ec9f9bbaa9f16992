import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../src/core/config/config.ts'
import { createLog } from '../src/core/log.ts'
import { openBackend } from '../src/host/backend.ts'
import { importFiles } from '../src/ingest/import.ts'
import { copyDataset } from '../src/ingest/postgres/copy.ts'
import type { Post } from '../src/records/post.ts'
import type { FeedKind } from '../src/store/kinds.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import type { Page, Source } from '../src/store/source.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { brought } from './brought.ts'
import { changingFeed } from './changing-feed.ts'
import { appFeed, creatorFeed, hashtagFeed, mixedFeed, userSearch, webProfile } from './collected.ts'
import { type Command, command, start } from './command.ts'
import { dump } from './dump.ts'
import { connectTo, createDatabase, emptyDatabase, hasNoPostgres, onPostgres } from './own-postgres.ts'
import { startServer } from './server.ts'
import { checkColumns, checkSums } from './stored.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-into-'))
afterAll(() => rmSync(folder, { recursive: true }))
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const kept = <T extends { close(): Promise<unknown> }>(thing: T): T => {
  closing.push(() => thing.close())
  return thing
}

/** An empty database with tables. */
const emptyTables = async (partitions = 0): Promise<string> => {
  const { url } = kept(await emptyDatabase(partitions))
  return url
}
const fileOf = (name: string, feed: unknown): string => {
  const file = join(folder, name)
  writeFileSync(file, typeof feed === 'string' ? feed : JSON.stringify(feed))
  return file
}

const count = 3_000
const [first, second, few] = [
  ['first.json', changingFeed(0, count)],
  ['second.json', changingFeed(1_500, count)],
  ['few.json', changingFeed(900, 700)]
].map(([name, feed]) => fileOf(String(name), feed)) as [string, string, string]

/** Rows by public keys, the words that search knows and what it suggests. */
const state = (db: DatabaseSync) => {
  checkSums(db)
  const all = (sql: string) => db.prepare(sql).all()
  return {
    ...dump(db),
    words: all('SELECT kind, word, documents FROM search_words ORDER BY 1, 2'),
    sizes: all('SELECT kind, documents FROM search_sizes WHERE kind > 0 ORDER BY 1'),
    beginnings: all(
      'SELECT b.kind, b.beginning, b.rank, w.word FROM search_beginnings b JOIN search_words w ON w.id = b.word ORDER BY 1, 2, 3'
    ),
    stale: all('SELECT * FROM search_stale')
  }
}
const inDatabase = async (url: string) => {
  const db = await brought(url)
  try {
    await checkColumns(db)
    return state(db)
  } finally {
    db.close()
  }
}
const inFile = (path: string) => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return state(db)
  } finally {
    db.close()
  }
}

const { signal } = new AbortController()
const pages: readonly [FeedKind, string][] = [
  ['soundLibrary', 'hot'],
  ['soundLibrary', 'new'],
  ...['post 12', 'tag3', 'sound 7', 'nmae5', 'pos', 'dance', 'love'].flatMap((keyword): [FeedKind, string][] => [
    ['searchTop', keyword],
    ['searchVideos', keyword],
    ['searchUsers', keyword]
  ])
]
/** What a source answers: lists with their positions, look-ups and suggestions. */
const answers = async (source: Source, handles: readonly string[]) => {
  const lists: unknown[] = []
  for (const [kind, key] of [...pages, ...handles.map((handle): [FeedKind, string] => ['userPosts', handle])]) {
    let after: string | null = null
    for (let page = 0; page < 3; page += 1) {
      const found: Page<unknown> | null = await source.page(kind, key, { count: 20, after }, signal)
      lists.push([kind, key, found])
      after = found?.next ?? null
      if (after === null) break
    }
  }
  return {
    lists,
    users: await source.lookUp('user', handles, signal),
    suggestions: await source.lookUp('suggestions', ['p', 'po', 'ta', 'name1', 'soudn'], signal)
  }
}

const collected = [mixedFeed, creatorFeed, appFeed, hashtagFeed, userSearch, webProfile]
const feeds = [first, second, ...collected.filter(({ isLeftOut }) => !isLeftOut).map(({ file }) => file)]

describe.skipIf(hasNoPostgres)('an import into a PostgreSQL', () => {
  test.each([0, 3])('comes to what it comes to in a file, answers included, with %s partitions', async (partitions) => {
    const url = await emptyTables(partitions)
    const path = join(folder, `equal-${partitions}.db`)
    // All at once, then a few that change what is there, round by round.
    for (const inputs of [feeds, [few]]) {
      const { notes: _, ...into } = await importFiles({ inputs, path: url })
      const { notes: _n, ...expected } = await importFiles({ inputs, path })
      expect(into).toEqual(expected)
    }
    const [there, here] = [await inDatabase(url), inFile(path)]
    for (const [part, rows] of Object.entries(here)) expect([part, there[part as 'posts']]).toEqual([part, rows])
    const postgres = kept(openPostgres({ urls: [url], mediaBase: () => null }))
    const sqlite = kept(openSqlite({ path, mediaBase: () => null }) as Source)
    const handles = here.users.map(({ handle }) => String(handle)).filter((_, index) => index % 20 === 0)
    expect(await answers(postgres, handles)).toEqual(await answers(sqlite, handles))
  })

  test('is told by doctor as one into a file is: where it came from, when that was collected, and that one has not finished', async () => {
    const url = await emptyTables()
    const path = join(folder, 'told.db')
    const collectedFile = fileOf('told.json', [{ ...changingFeed(1, 501)[0], scrapedAt: 1_700_000_000 }])
    for (const into of [url, path]) await importFiles({ inputs: [collectedFile, first], path: into })
    const told = async (data: string) => {
      const { stdout } = await command(['doctor'], { env: { DATA_URL: data, PORT: '0' } })
      return [...stdout.matchAll(/^\w+ +sources +(.*)$/gm)].map(([, found]) => found)
    }
    const expected = await told(`sqlite:${path}`)
    expect(expected).toEqual([expect.stringMatching(/told\.json.*, collected from .*; last import on /)])
    expect(await told(url)).toEqual(expected)

    const interrupted = 'UPDATE imports SET finished_at = NULL, started_at = 1700000000'
    await onPostgres(url, `SET search_path = clipgraph; ${interrupted}`)
    const db = new DatabaseSync(path)
    db.exec(interrupted)
    db.close()
    expect(await told(`sqlite:${path}`)).toContainEqual('an import that started on 2023-11-14 has not finished')
    expect(await told(url)).toEqual(await told(`sqlite:${path}`))
  })

  test('changes nothing when it is repeated, and comes to the same in another order', async () => {
    const [one, other] = [await emptyTables(), await emptyTables()]
    await importFiles({ inputs: [first, second], path: one })
    const before = await inDatabase(one)
    const { tally } = await importFiles({ inputs: [second, first], path: one })
    const changes = Object.values(tally).flatMap(({ new: added, changed }) => [added, changed])
    expect(Math.max(...changes)).toBe(0)
    expect(await inDatabase(one)).toEqual(before)
    for (const inputs of [[second], [first]]) await importFiles({ inputs, path: other })
    expect(await inDatabase(other)).toEqual(before)
  })

  test('finds each sound without an id by what is known of it, however many there are', async () => {
    const url = await emptyTables()
    const posts = changingFeed(0, 4_500).map((post, index) => ({
      ...post,
      musicMeta: { musicName: `sound ${index % 4_000}`, musicAuthor: 'a', musicOriginal: true }
    }))
    const { tally } = await importFiles({ inputs: [fileOf('without-ids.json', posts)], path: url })
    expect(tally.sounds.new).toBe(4_000)
    const counted = `SELECT idx_scan AS searches, idx_tup_read AS entries FROM pg_stat_user_indexes
      WHERE schemaname = 'clipgraph' AND indexrelname = 'sounds_by_key'`
    // Told by the database when the connection has ended.
    await expect
      .poll(async () => Number((await onPostgres(url, counted))[0]?.searches), { timeout: 10_000 })
      .toBeGreaterThan(3_000)
    const [{ searches, entries } = {}] = await onPostgres(url, counted)
    expect(Number(entries)).toBeLessThanOrEqual(Number(searches))
  })

  test.each([0, 4])('analyzes tables as they grow, and none that stays as it is; %i partitions', async (partitions) => {
    const url = await emptyTables(partitions)
    // Told by the database when the connection of an import has ended.
    const analysesAfter = async (imports: number) => {
      const rowsOf = (table: string) =>
        onPostgres(
          url,
          `SELECT max(analyze_count) AS analyses, sum(n_tup_ins) AS inserts FROM pg_stat_user_tables
            WHERE relid = 'clipgraph.${table}'::regclass OR pg_partition_root(relid) = 'clipgraph.${table}'::regclass`
        )
      await expect.poll(async () => Number((await rowsOf('imports'))[0]?.inserts)).toBe(imports)
      return Number((await rowsOf('all_posts'))[0]?.analyses)
    }
    await importFiles({ inputs: [fileOf('long.json', changingFeed(0, 9_000))], path: url })
    const analyses = await analysesAfter(1)
    // Before one of its later batches, and before search and columns are made of the posts.
    expect(analyses).toBeGreaterThanOrEqual(2)
    await importFiles({ inputs: [fileOf('one.json', changingFeed(9_000, 1))], path: url })
    expect(await analysesAfter(2)).toBe(analyses)
  })

  test('keeps a record whose text has what PostgreSQL keeps no text with, however often it comes', async () => {
    const url = await emptyTables()
    const [post] = changingFeed(1, 501)
    const file = fileOf('nul.json', [
      { ...post, text: 'a\0b\\N\t"c"\r\n\\.', hashtags: [{ id: '', name: 'x\0y' }], musicMeta: { musicName: 's\0' } }
    ])
    for (const added of [1, 0]) {
      const { tally } = await importFiles({ inputs: [file], path: url })
      expect(tally.posts).toEqual({ new: added, changed: 0 })
      expect(tally.sounds).toEqual({ new: added, changed: 0 })
    }
    const [row] = await onPostgres(url, 'SELECT caption FROM clipgraph.posts')
    expect(row).toEqual({ caption: 'ab\\N\t"c"\r\n\\.' })
  })

  test('is seen by a server that runs, which needs no restart for it', async () => {
    const url = await emptyTables()
    await importFiles({ inputs: [first], path: url })
    const server = kept(await startServer({ config: { data: { kind: 'postgres', urls: [url] } } }))
    const shown = async () => (await server.get<{ caption: string }>('/api/v1/posts?videoId=7000000000000000001')).body
    expect((await shown()).data.caption).toBe('post 1 of 2501')
    const [post] = changingFeed(1, 501)
    const newer = fileOf('newer.json', [{ ...post, text: 'told anew', collectTime: '1800000000' }])
    await importFiles({ inputs: [newer], path: url, replaces: true })
    await expect.poll(async () => (await shown()).data.caption).toBe('told anew')
  })
})

/** How many records an import that runs has put in, in the tables that are served or in those that take their place. */
const passed = async (url: string, schema: string): Promise<number> => {
  const [row] = await onPostgres(url, `SELECT passed::int FROM ${schema}.imports WHERE finished_at IS NULL`).catch(
    () => []
  )
  return Number(row?.passed ?? 0)
}
const runInto = (url: string, ...args: string[]): Command => start(['import', ...args, '--into', url])
/** Ends a process without a word as soon as so many records are in. */
const killAt = async (running: Command, url: string, records: number, schema = 'clipgraph') => {
  let hasEnded = false
  void running.finished.then(() => (hasEnded = true))
  while (!hasEnded && (await passed(url, schema)) < records) await pause(1)
  running.kill('SIGKILL')
  await running.finished
}

describe.skipIf(hasNoPostgres)('an import into a PostgreSQL that ends before its time', () => {
  let whole: Awaited<ReturnType<typeof inDatabase>>
  beforeAll(async () => {
    const { url, close } = await emptyDatabase()
    await importFiles({ inputs: [first, second], path: url })
    whole = await inDatabase(url)
    await close()
  })

  test('killed again and again, goes on where it was and comes to the same', async () => {
    const url = await emptyTables()
    await killAt(runInto(url, first, second), url, 1)
    for (const records of [2_500, 4_500, 2 * count]) await killAt(runInto(url, '--resume'), url, records)
    const { code, stdout } = await runInto(url, '--resume').finished
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Read 6,000 posts') })
    expect(await inDatabase(url)).toEqual(whole)
    expect((await runInto(url, '--resume').finished).stderr).toMatch(/No import into \S+ was interrupted/)
  })

  test('in place of other data, leaves those as they are until it is complete', async () => {
    const url = await emptyTables()
    await importFiles({ inputs: [few], path: url })
    await onPostgres(
      url,
      `CREATE ROLE r${process.pid}_reader; GRANT USAGE ON SCHEMA clipgraph TO r${process.pid}_reader;
      GRANT SELECT ON ALL TABLES IN SCHEMA clipgraph TO r${process.pid}_reader`
    )
    closing.push(() => onPostgres(url, `DROP OWNED BY r${process.pid}_reader; DROP ROLE r${process.pid}_reader`))
    const before = await inDatabase(url)
    await killAt(runInto(url, first, second, '--replace'), url, 1, 'clipgraph_next')
    expect(await inDatabase(url)).toEqual(before)
    // Somebody reads without a pause while all changes.
    const reader = await connectTo(url)
    closing.push(() => reader.end())
    await reader.query('BEGIN; SELECT count(*) FROM clipgraph.posts')
    const finished = runInto(url, '--resume').finished
    await expect
      .poll(async () => (await onPostgres(url, 'SELECT count(*)::int AS n FROM clipgraph.posts'))[0]?.n)
      .toBe(4_000)
    await reader.query('COMMIT')
    expect((await finished).code).toBe(0)
    expect(await inDatabase(url)).toEqual(whole)
    const [granted] = await onPostgres(
      url,
      `SELECT has_table_privilege('r${process.pid}_reader', 'clipgraph.posts', 'SELECT') AS reads,
      has_schema_privilege('r${process.pid}_reader', 'clipgraph', 'USAGE') AS uses`
    )
    expect(granted).toEqual({ reads: true, uses: true })
    expect(await onPostgres(url, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'clipgraph%'")).toEqual([
      { nspname: 'clipgraph' }
    ])
  })

  test('as the database is gone, says so and how it goes on', async () => {
    const url = await emptyTables()
    const running = runInto(url, first, second)
    while ((await passed(url, 'clipgraph')) === 0) await pause(1)
    await onPostgres(
      url,
      `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
    )
    const { code, stderr } = await running.finished
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/Writing to \S+ failed: PostgreSQL .*What was read so far is kept: use --resume/)
    })
    expect((await runInto(url, '--resume').finished).code).toBe(0)
    expect(await inDatabase(url)).toEqual(whole)
  })

  test('by Ctrl-C, keeps what was read and shows no password', async () => {
    const url = new URL(await emptyTables())
    url.password = 'sekret'
    const running = runInto(url.href, first, second)
    while ((await passed(url.href, 'clipgraph')) === 0) await pause(1)
    running.kill('SIGINT')
    const { stderr } = await running.finished
    url.password = ''
    expect(stderr).toContain(
      `Stopped. What was read so far is kept. Resume with: npm run clipgraph -- import --resume --into ${url.href}\n`
    )
    expect(stderr).not.toContain('sekret')
    expect((await runInto(url.href, '--resume').finished).stdout).toContain('Read 6,000 posts')
  })
})

test.skipIf(hasNoPostgres)('Ctrl-C leaves no temporary folder of an import behind', async () => {
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  const running = start(['import', first, '--into', await emptyTables()], { env: { TMPDIR: temporary } })
  const made = () => readdirSync(temporary).filter((name) => name.startsWith('clipgraph-'))
  await expect.poll(made, { interval: 1 }).toHaveLength(1)
  running.kill('SIGTERM')
  expect((await running.finished).stderr).toContain('Stopped.')
  expect(made()).toEqual([])
})

describe.skipIf(hasNoPostgres)('who exports from a PostgreSQL', () => {
  const ids = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line): string => JSON.parse(line).post_id)
  /** All posts of a hashtag, the first page of them before something happens, and the others after it. */
  const listDuring = async (url: string, happens: () => Promise<unknown>) => {
    const backend = await openBackend({
      config: { ...readConfig({}), data: { kind: 'postgres', urls: [url] } },
      log: createLog('silent'),
      keys: ['a'],
      mediaBase: null,
      isSnapshot: true
    })
    closing.push(backend.close)
    const read = (after: string | null) =>
      backend.source.page('hashtagPosts', '1', { count: 50, after }, AbortSignal.timeout(60_000))
    const posts: (string | null)[] = []
    for (let after: string | null = null; ; ) {
      const page: Page<Post> | null = await read(after)
      posts.push(...(page?.items ?? []).map(({ post_id }) => post_id))
      if (after === null) await happens()
      after = page?.next ?? null
      if (after === null) return { posts, confirm: () => backend.source.snapshot?.confirm() }
    }
  }

  test('has the data as of its beginning, whatever is imported meanwhile', async () => {
    const url = await emptyTables()
    await importFiles({ inputs: [first], path: url })
    const before = ids((await command(['export', 'hashtag:1/posts', '--from', url])).stdout)
    const { posts, confirm } = await listDuring(url, () => importFiles({ inputs: [second], path: url }))
    expect(posts).toEqual(before)
    await confirm()
    expect(ids((await command(['export', 'hashtag:1/posts', '--from', url])).stdout).length).toBeGreaterThan(
      before.length
    )
  })

  test('is told where other data took their place, which a transaction does not keep out', async () => {
    const url = await emptyTables()
    await importFiles({ inputs: [first], path: url })
    const { confirm } = await listDuring(url, () => importFiles({ inputs: [second], path: url, replaces: true }))
    await expect(confirm()).rejects.toThrow('the data were changed while they were read: start again')
  })
})

describe.skipIf(hasNoPostgres)('who imports into a PostgreSQL', () => {
  test('is told when somebody else does, and since when', async () => {
    const url = await emptyTables()
    const { mergeIntoPostgres } = await import('../src/ingest/postgres/import-session.ts')
    const running = await mergeIntoPostgres({ url, replaces: false, resumes: false })
    const year = new Date().getFullYear()
    const message = new RegExp(`Another import into \\S+ is running since ${year}-`)
    await expect(importFiles({ inputs: [few], path: url })).rejects.toThrow(message)
    await expect(copyDataset(inject('defaultDataset'), url, () => {})).rejects.toThrow(message)
    await running.close()
    expect((await importFiles({ inputs: [few], path: url })).tally.posts.new).toBeGreaterThan(0)
  })

  test('is told what is wrong with where it goes, without the password', async () => {
    const made = new URL(await emptyTables())
    made.password = 'sekret'
    const role = `r${process.pid}_only`
    await onPostgres(
      made.href,
      `CREATE ROLE ${role} LOGIN; GRANT USAGE ON SCHEMA clipgraph TO ${role}; GRANT SELECT ON ALL TABLES IN SCHEMA clipgraph TO ${role}`
    )
    closing.push(() => onPostgres(made.href, `DROP OWNED BY ${role}; DROP ROLE ${role}`))
    const reader = new URL(made)
    reader.username = role
    const replica = new URL(made)
    replica.searchParams.set('options', '-c default_transaction_read_only=on')
    const none = new URL(kept(await createDatabase()).url)
    none.password = 'sekret'
    const missing = new URL(made)
    missing.pathname = '/no_such_database'
    const closed = new URL(made)
    closed.port = '1'
    for (const [url, message] of [
      [reader.href, /has no write access to the tables at \S+: import as their owner/],
      [replica.href, /is read-only, probably a replica/],
      [none.href, /no tables of clipgraph.*migrate/],
      [missing.href, /no such database/],
      [closed.href, /cannot be reached \(ECONNREFUSED\)/],
      ['postgres://u:sekret@host:port/x', /--into has an invalid PostgreSQL URL/],
      ['postgres://u:sekret@host/x?sslmode=prefer', /--into has an sslmode/]
    ] as const) {
      const { code, stderr, stdout } = await command(['import', few, '--into', url])
      // An address that cannot be read is a command line that is not understood.
      const expected = message.source.startsWith('--into') ? 2 : 1
      expect({ url, stderr, code }).toEqual({ url, stderr: expect.stringMatching(message), code: expected })
      expect(stderr + stdout).not.toContain('sekret')
    }
    expect(await onPostgres(made.href, 'SELECT * FROM clipgraph.imports')).toEqual([])
  })
})
