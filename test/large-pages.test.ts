import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { copyDataset } from '../src/ingest/postgres/copy.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import { PageTooLarge, type Source } from '../src/store/source.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { overHttp } from './agent.ts'
import { cases } from './cases.ts'

import { createDatabase, hasNoPostgres, type OwnDatabase } from './own-postgres.ts'
import { limitsBut } from './rules.ts'
import { startServer, type TestServer, testKey } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-large-'))
const path = join(folder, 'large.db')
const username = cases.busyUser()
const captionLength = 40_000
const megabyte = 2 ** 20

beforeAll(() => {
  copyFileSync(inject('defaultDataset'), path)
  const db = new DatabaseSync(path)
  db.prepare(`UPDATE all_posts SET caption = ? || pk WHERE author_pk = (SELECT pk FROM users WHERE username = ?)`).run(
    'é"'.repeat(captionLength / 2),
    username
  )
  db.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const config = { limits: limitsBut({ answerBytes: megabyte }) }

/** The front doors of a server whose data has pages that are too large. */
const refusesLargePages = (start: () => Promise<TestServer>) => {
  let server: TestServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())

  const list = async (count: number, accept: string) => {
    const headers = { accept, 'x-gateway-key': testKey }
    const response = await fetch(`${server.url}/api/v1/users/${username}/posts?count=${count}`, { headers })
    return { status: response.status, text: await response.text() }
  }
  const reason = 'asks for more than 1 MB, which is the most an answer may have: ask for fewer elements'

  test.each(['application/json', 'text/csv', 'application/x-ndjson'])(
    'a list as %s is refused, with what to do, and a smaller page is answered',
    async (accept) => {
      for (const _ of [1, 2]) {
        const { status, text } = await list(40, accept)
        expect(status).toBe(400)
        expect(JSON.parse(text)).toMatchObject({
          data: null,
          error: { code: 'INVALID_PARAM', message: `count ${reason}`, details: { param: 'count', reason } }
        })
      }
      const { status, text } = await list(3, accept)
      expect(status).toBe(200)
      expect(Buffer.byteLength(text)).toBeGreaterThan(3 * captionLength)
      expect(Buffer.byteLength(text)).toBeLessThan(megabyte)
    }
  )

  test('a tool for agents says so too', async () => {
    const agent = await overHttp(server.url)
    const { isError, content } = await agent.callTool({
      name: 'list_user_posts',
      arguments: { username, count: 40 }
    })
    expect(isError).toBe(true)
    expect(JSON.stringify(content)).toMatch(/INVALID_PARAM.*count .*(?:1 MB|characters)/)
    await agent.close()
  })

  test('the graph names the argument', async () => {
    const posts = (first: number) =>
      server.query(`{ user(by: { username: "${username}" }) { posts(first: ${first}) { nodes { postId caption } } } }`)
    const { errors } = await posts(40)
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_PARAM', details: { limit: 'answerBytes' } } }])
    expect((await posts(3)).errors).toBe(undefined)
  })
}

/** Pages are cut where they are read, not when they are there in full. */
const cutsLargePages = (open: (maxPageBytes: number) => Source) => {
  test('a page is read no further than it may be large', async () => {
    const source = open(megabyte)
    const { signal } = new AbortController()
    const page = (count: number) => source.page('userPosts', username, { count, after: null }, signal)
    const asked = await Promise.allSettled([page(40), page(3), page(40)])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
    await expect(page(40)).rejects.toBeInstanceOf(PageTooLarge)
    // Each is small enough, and together they are not.
    const alone = await Promise.all([page(8), page(8), page(8), page(8)])
    expect(alone.map((found) => found?.items.length)).toEqual([8, 8, 8, 8])
    expect((await source.lookUp('post', [alone[0]?.items[0]?.post_id ?? ''], signal))[0]).toEqual(alone[0]?.items[0])
    const { now } = source
    if (now !== undefined) {
      expect(() => now.written('userPosts', username, { count: 40, after: null })).toThrow(PageTooLarge)
      expect(now.written('userPosts', username, { count: 3, after: null })?.positions).toHaveLength(3)
    }
    await source.close()
  })
}

describe('over embedded data', () => {
  refusesLargePages(() => startServer({ dataset: path, config }))
  cutsLargePages((maxPageBytes) => openSqlite({ path, mediaBase: () => null, maxPageBytes }))
})

describe.skipIf(hasNoPostgres)('over a PostgreSQL', () => {
  let database: OwnDatabase
  beforeAll(async () => {
    database = await createDatabase()
    await migrate(database.url, 0)
    await copyDataset(path, database.url, () => {})
  })
  afterAll(() => database.close())
  refusesLargePages(() => startServer({ config: { ...config, data: { kind: 'postgres', urls: [database.url] } } }))
  cutsLargePages((maxPageBytes) => openPostgres({ urls: [database.url], mediaBase: () => null, maxPageBytes }))
})

describe('over an upstream that sends larger answers', () => {
  let upstream: TestServer
  beforeAll(async () => {
    upstream = await startServer({ dataset: path })
  })
  afterAll(() => upstream.close())
  refusesLargePages(() =>
    startServer({ config: { ...config, data: { kind: 'upstream', url: new URL(upstream.url), key: testKey } } })
  )
})
