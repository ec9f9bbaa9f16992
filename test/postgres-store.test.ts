import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { copyDataset } from '../src/ingest/postgres/copy.ts'
import { seedDataset } from '../src/ingest/seed/seed.ts'
import { missingIn } from '../src/records/missing-fields.ts'
import { examples } from '../src/services/examples.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import { sharedSnapshot } from '../src/store/postgres/snapshot.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { tables } from '../src/store/tables/schema.ts'
import { schemaVersion } from '../src/store/tables/schema-version.ts'
import { cases } from './cases.ts'
import { closedAfter } from './closed-after.ts'
import { idsWithMissingFields, importWithMissingFields } from './missing-fields.ts'
import { createDatabase, fillDatabase, hasNoPostgres, type OwnDatabase, onPostgres } from './own-postgres.ts'
import { costsOf } from './postgres-costs.ts'
import { startServer, type TestServer } from './server.ts'

const { signal } = new AbortController()
const silent = () => {}

const kept = closedAfter()

const directory = mkdtempSync(join(tmpdir(), 'clipgraph-postgres-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const small = join(directory, 'small.db')
seedDataset({ path: small, users: 60, posts: 1_000, seed: 5, until: '2026-06-01' })

describe.skipIf(hasNoPostgres)('tables in a PostgreSQL', () => {
  const columnsOf = (url: string) =>
    onPostgres(
      url,
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = 'clipgraph' AND table_name !~ '(_\\d+|version)$' ORDER BY table_name, ordinal_position`
    )
  const rowsIn = async (url: string, table: string) =>
    Number((await onPostgres(url, `SELECT count(*)::int AS n FROM clipgraph.${table}`))[0]?.n)

  test.each([null, 4])('are those of the embedded data, with %s partitions', async (partitions) => {
    const { url } = kept(await createDatabase())
    expect(await migrate(url, partitions)).toMatchObject({ isNew: true, partitions: partitions ?? 0 })
    const embedded = new DatabaseSync(':memory:')
    embedded.exec(tables)
    const expected = embedded
      .prepare(
        `SELECT t.name AS table_name, c.name AS column_name FROM sqlite_schema t, pragma_table_info(t.name) c
         WHERE t.type IN ('table', 'view') ORDER BY t.name, c.cid`
      )
      .all()
    embedded.close()
    expect(await columnsOf(url)).toEqual(expected.map((row) => ({ ...row })))
  })

  test('that hold sample data say so, and others do not, before anything is answered from them', async () => {
    const { url } = kept(await createDatabase())
    await migrate(url, null)
    const read = async () => {
      const source = kept(openPostgres({ urls: [url], mediaBase: () => null }))
      await source.lookUp('user', ['nobody'], signal)
      return source
    }
    const running = await read()
    expect(running.isSampleData?.()).toBe(false)
    await copyDataset(small, url, silent)
    expect((await read()).isSampleData?.()).toBe(true)
    // One that runs looks for new data once a second.
    await expect.poll(() => running.isSampleData?.()).toBe(true)
    const feed = join(directory, 'one-post.json')
    writeFileSync(
      feed,
      JSON.stringify([
        { id: '6907228749872000001', text: 'hello', createTime: 1_608_214_517, authorMeta: { name: 'someone' } }
      ])
    )
    await importFiles({ inputs: [feed], path: url, replaces: true })
    await expect.poll(() => running.isSampleData?.()).toBe(false)
  })

  test('are made once, and stay as they are', async () => {
    const { url } = kept(await createDatabase())
    const both = await Promise.all([migrate(url, null), migrate(url, null)])
    expect(both.map(({ isNew }) => isNew).sort()).toEqual([false, true])
    expect(await migrate(url, 0)).toEqual({ version: schemaVersion, partitions: 0, isNew: false })
  })

  test('are divided anew while they are empty, and not any more when they hold data', async () => {
    const { url } = kept(await createDatabase())
    await migrate(url, null)
    expect(await migrate(url, 2)).toMatchObject({ isNew: true, partitions: 2 })
    expect(await migrate(url, null)).toMatchObject({ isNew: false, partitions: 2 })
    await copyDataset(small, url, silent)
    await expect(migrate(url, 3)).rejects.toThrow(/2 partitions and hold data/)
    expect(await rowsIn(url, 'all_posts_1')).toBeGreaterThan(0)
  })

  test('of other versions are made anew while they are empty; newer ones are left alone', async () => {
    const { url } = kept(await createDatabase())
    await migrate(url, null)
    await onPostgres(url, 'UPDATE clipgraph.store_version SET version = 123456789')
    expect(await migrate(url, null)).toMatchObject({ isNew: true })
    await onPostgres(url, 'UPDATE clipgraph.store_version SET version = 1000')
    await expect(migrate(url, null)).rejects.toThrow(/version 1000/)
    await expect(copyDataset(small, url, silent)).rejects.toThrow(/newer version/)
  })

  test('are filled once, and whole or not at all', async () => {
    const { url } = kept(await createDatabase())
    await expect(copyDataset(small, url, silent)).rejects.toThrow(/no tables.*migrate/)
    await migrate(url, null)
    const text = join(directory, 'text.db')
    writeFileSync(text, 'This is no data set.\n'.repeat(200))
    await expect(copyDataset(text, url, silent)).rejects.toThrow(/not a clipgraph data set/)
    let ending: Promise<unknown> | undefined
    const ended = copyDataset(inject('defaultDataset'), url, (step) => {
      if (step !== 'indexes') return
      // Until it has gone, and with it its lock.
      ending ??= onPostgres(
        url,
        `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
      )
    })
    await expect(ended).rejects.toThrow(/PostgreSQL/)
    await ending
    expect(await rowsIn(url, 'posts')).toBe(0)
    const { posts, rows } = await copyDataset(small, url, silent)
    expect(await rowsIn(url, 'posts')).toBe(posts)
    expect(rows).toBeGreaterThan(posts)
    await expect(copyDataset(small, url, silent)).rejects.toThrow(/already have data/)
    expect(await rowsIn(url, 'posts')).toBe(posts)
  })

  test('are read as of one moment by who asks for that, also after connections were lost, or not at all', async () => {
    const { url } = kept(await fillDatabase())
    const loseConnections = () =>
      onPostgres(
        url,
        `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
      )
    const snapshot = sharedSnapshot(url)
    const source = openPostgres({ urls: [url], mediaBase: () => null, snapshot: snapshot.share })
    try {
      const read = async () => (await source.lookUp('post', [cases.post()], signal))[0]
      const first = await read()
      expect(first).toMatchObject({ post_id: cases.post() })
      await loseConnections()
      expect(await read()).toEqual(first)
      await snapshot.confirm()
      await onPostgres(url, "UPDATE clipgraph.generation SET id = 'other'")
      await loseConnections()
      await expect(read()).rejects.toThrow(/changed while they were read/)
    } finally {
      await source.close()
      await snapshot.close()
    }
  })

  test('keep every record, with a mark for the one character that PostgreSQL keeps no text with', async () => {
    const path = join(directory, 'odd.db')
    copyFileSync(small, path)
    const odd = 'a\0b\\N\t"c"\r\n\u{1f35e}\\.'
    const db = new DatabaseSync(path)
    const id = String(db.prepare('SELECT post_id FROM posts').get()?.post_id)
    db.prepare('UPDATE all_posts SET caption = ? WHERE post_id = ?').run(odd, id)
    db.close()
    const { url } = kept(await createDatabase())
    await migrate(url, null)
    await copyDataset(path, url, silent)
    const source = kept(openPostgres({ urls: [url], mediaBase: () => null }))
    const [post] = await source.lookUp('post', [id], signal)
    expect(post).toMatchObject({ caption: odd.replace('\0', '\ufffd') })
  })
})

describe.skipIf(hasNoPostgres)('gathered data in a PostgreSQL', () => {
  test('tell what no feed told as the embedded data do', async () => {
    const path = await importWithMissingFields(directory)
    const { url } = kept(await createDatabase())
    await migrate(url, null)
    await copyDataset(path, url, silent)
    const handles = ['partly', 'nobody', 'whole', 'hardly', 'partly']
    const [source, embedded] = [
      kept(openPostgres({ urls: [url], mediaBase: () => null })),
      kept(openSqlite({ path, mediaBase: () => null }))
    ]
    const found = await source.lookUp('scorecardInputs', handles, signal)
    expect(found).toEqual(await embedded.lookUp('scorecardInputs', handles, signal))
    expect(found[1]).toBe(null)
    expect(found[3]).toMatchObject({ posts: { length: 12 } })
    const { withoutLikes, withoutPlays, sound, place, liveRoom, effect } = idsWithMissingFields
    for (const [kind, keys] of [
      ['user', ['hardly', 'nobody', 'partly']],
      ['post', [withoutLikes, '1', withoutPlays]],
      ['sound', [sound, '1']],
      ['place', [place, '1']],
      ['liveRoom', [liveRoom, '1']],
      ['effect', [effect, '1']]
    ] as const) {
      const [ours, theirs] = [await source.lookUp(kind, keys, signal), await embedded.lookUp(kind, keys, signal)]
      expect(ours).toEqual(theirs)
      const missing = ours.map((record) => (record === null ? null : missingIn(record)))
      expect(missing).toEqual(theirs.map((record) => (record === null ? null : missingIn(record))))
      expect(missing[0]).toEqual(expect.arrayContaining([expect.any(String)]))
      expect(missing[1]).toBe(null)
    }
  })
})

describe.skipIf(hasNoPostgres)('the command line with a PostgreSQL', () => {
  const clipgraph = (command: string, env: Readonly<Record<string, string>> = {}) =>
    new Promise<{ code: number; text: string }>((resolve) => {
      const main = join(import.meta.dirname, '../src/commands/main.js')
      // In a folder without settings of its own.
      const options = { cwd: directory, env: { ...process.env, PORT: '0', ...env } }
      execFile(process.execPath, [main, ...command.split(' ')], options, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), text: stdout + stderr })
      )
    })

  test('makes tables, fills them, checks them, and says at each step what comes next', async () => {
    const database = kept(await createDatabase())
    const url = new URL(database.url)
    url.password = 'sekret'
    const env = { DATA_URL: url.href, NO_COLOR: '1' }
    const missing = await clipgraph('doctor', env)
    expect(missing.code).toBe(1)
    expect(missing.text).toMatch(/no tables of clipgraph.*\n.*→ Make them with: .*migrate/)
    expect(missing.text).not.toContain('sekret')
    expect((await clipgraph('serve', env)).text).toMatch(/no tables of clipgraph.*migrate/)
    expect((await clipgraph('migrate --partitions 2', env)).text).toMatch(/with 2 partitions[\s\S]*GRANT SELECT/)
    expect((await clipgraph('migrate', env)).text).toContain(
      `The tables exist, version ${schemaVersion}, with 2 partitions`
    )
    const copied = await clipgraph(`copy ${inject('defaultDataset')} --into ${database.url}`)
    expect(copied).toMatchObject({ code: 0, text: expect.stringMatching(/20,000 posts, [\d,]+ rows in all/) })
    expect((await clipgraph('doctor', env)).text).toMatch(/ok +data +PostgreSQL at \S+ answers/)
  })

  test('says what is wrong with what it was told', async () => {
    for (const [command, message] of [
      ['migrate --into sqlite:x.db', /x\.db cannot be opened/],
      ['migrate --into https://host', /--into must be .*postgres:\/\//],
      ['migrate --partitions many', /whole number/],
      ['migrate --into postgres://u:sekret@127.0.0.1:1/x', /cannot be reached \(ECONNREFUSED\)/],
      ['copy', /missing required argument/],
      ['copy nothing.db --into postgres://127.0.0.1/x', /nothing.db cannot be opened/]
    ] as const) {
      const { code, text } = await clipgraph(command)
      expect({ command, text, code }).toMatchObject({ text: expect.stringMatching(message) })
      expect(code).toBeGreaterThan(0)
      expect(text).not.toContain('sekret')
    }
  })
})

describe.skipIf(hasNoPostgres)('a server over a PostgreSQL', () => {
  let database: OwnDatabase
  let server: TestServer
  let embedded: TestServer
  beforeAll(async () => {
    database = await fillDatabase()
    server = await startServer({ config: { data: { kind: 'postgres', urls: [database.url] } } })
    embedded = await startServer()
  })
  afterAll(async () => {
    await server.close()
    await embedded.close()
    await database.close()
  })

  test.each([
    `/users/${examples.username}`,
    `/users/${examples.username}/posts?count=5`,
    `/users/${cases.followedUser()}/followers?count=5`,
    `/users/${cases.privateUser()}/posts`,
    `/posts?videoId=${examples.postId}`,
    `/sounds/library?sort=new&page=2`,
    `/search?keyword=${examples.keyword}&count=5`,
    `/search/users?keyword=mi`,
    `/search/suggest?keyword=${examples.partialKeyword}`,
    `/places/${examples.placeId}/posts?count=3`,
    '/users/nobody.at.all',
    '/users/%00'
  ])('answers GET %s as the embedded data does', async (path) => {
    const [found, expected] = await Promise.all([server.get(`/api/v1${path}`), embedded.get(`/api/v1${path}`)])
    // Pictures are served by each of them.
    const own = (body: unknown, url: string) => JSON.parse(JSON.stringify(body).replaceAll(url, ''))
    expect(found.status).toBe(expected.status)
    const { meta: _, ...body } = own(found.body, server.url)
    const { meta: __, ...other } = own(expected.body, embedded.url)
    expect(body).toEqual(other)
  })

  test('answers a query across records as the embedded data does, and its cursors go on there', async () => {
    const query = `query ($after: String) {
      user(by: { username: "${cases.busyUser()}" }) {
        username followersCount
        posts(first: 5, after: $after) {
          edges { cursor node { postId caption hashtags { name } sound { title } author { username } } }
          pageInfo { endCursor hasNextPage }
        }
        collections { edges { node { name } } }
      }
    }`
    const ask = async (asked: TestServer, after: string | null) =>
      asked.query<{ user: { posts: { pageInfo: { endCursor: string } } } }>(query, { after })
    const [found, expected] = [await ask(server, null), await ask(embedded, null)]
    expect(found.errors).toEqual(expected.errors)
    expect(found.data).toEqual(expected.data)
    const after = found.data?.user.posts.pageInfo.endCursor ?? ''
    expect((await ask(embedded, after)).data).toEqual((await ask(server, after)).data)
  })

  test('reads ranges of indexes and never a whole table, however long what a page is part of', async () => {
    const costs = await costsOf(database.url)
    expect(costs.filter(({ scanned }) => scanned.length > 0)).toEqual([])
    // Twenty posts with their authors and sounds are some 200 pages; the longest feed is ten times as long.
    expect(costs.filter(({ pages }) => pages > 400)).toEqual([])
    const roundTrips = costs.filter(({ read }) => !/^search|^suggestions|^nameMatches|^ignoredTerms/.test(read))
    expect(roundTrips.filter(({ statements }) => statements !== 1)).toEqual([])
  })

  test('measures its connections', async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).toMatch(/clipgraph_upstream_connections\{state="free"\} [1-9]/)
  })
})
