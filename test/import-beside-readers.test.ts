import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { copyDataset } from '../src/ingest/postgres/copy.ts'
import { FileSnapshot } from '../src/store/sqlite/snapshot.ts'
import { call, overStdio } from './agent.ts'
import { bareEnvironment } from './bare-environment.ts'
import { changingFeed } from './changing-feed.ts'
import { command } from './command.ts'
import { emptyDatabase, hasNoPostgres, onPostgres } from './own-postgres.ts'
import { serve } from './served.ts'
import { testKey } from './server.ts'
import { isThorough } from './thorough.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const count = 1_500
const idOf = (post: number) => String(7_000_000_000_000_000_000n + BigInt(post))
const [oldPost, newPost] = [idOf(3), idOf(3_003)]

let folder: string
let path: string
let feed: string
const main = join(import.meta.dirname, '../src/commands/main.js')

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clipgraph-readers-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  path = join(folder, 'data.db')
  const first = join(folder, 'first.json')
  feed = join(folder, 'second.json')
  writeFileSync(first, JSON.stringify(changingFeed(0, count)))
  writeFileSync(feed, JSON.stringify(changingFeed(3_000, count)))
  await importFiles({ inputs: [first], path })
})

/** Posts that each have an author of their own: whoever sees posts without authors saw half a batch. */
const withOwnAuthors = (from: number, posts: number) =>
  Array.from({ length: posts }, (_, index) => ({
    id: idOf(from + index),
    text: `post ${from + index}`,
    createTime: 1_600_000_000 + index,
    authorMeta: { id: String(100_000 + from + index), name: `author${from + index}` },
    hashtags: [{ id: '77', name: 'all' }],
    playCount: index,
    collectedAt: 1_700_000_000
  }))

/** The importing command, in a process of its own. */
const importSecond = () => {
  const child = spawn(process.execPath, [main, 'import', feed, '--into', path], {
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe']
  })
  closing.push(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
}

/** How a process answers: `null` for an answer that is as it should be while the post is there, or what was said instead. */
type Reader = { finds(post: string): Promise<boolean>; stop(): unknown }

const server = async (): Promise<Reader> => {
  const served = await serve(path, { RATE_LIMIT: 'off' })
  closing.push(served.stop)
  const get = async (address: string) => {
    const response = await fetch(served.url + address, { headers: { 'x-gateway-key': testKey } })
    const text = await response.text()
    if (response.status !== 200 && response.status !== 404) throw new Error(`${response.status} ${text}`)
    return response.status === 200
  }
  return {
    async finds(post) {
      // Each time another keyword and another page size, so that the file is read.
      await get(
        `/api/v1/search?keyword=post%20${Math.floor(Math.random() * 900)}&count=${1 + Math.floor(Math.random() * 30)}`
      )
      return get(`/api/v1/posts?videoId=${post}`)
    },
    stop: served.stop
  }
}

const agent = async (): Promise<Reader> => {
  const { client } = await overStdio({ DATA_URL: `sqlite:${path}` })
  closing.push(() => client.close())
  return {
    async finds(post) {
      const { content, failed } = await call<{ error?: { code: string } }>(client, 'get_post', { videoId: post })
      if (failed && content.error?.code !== 'NOT_FOUND') throw new Error(JSON.stringify(content))
      return !failed
    },
    stop: () => client.close()
  }
}

/** Asks one after the other until it is told to stop; resolves with what failed, and how often it was asked. */
const steadily = (reader: Reader) => {
  let isStopped = false
  const failed: unknown[] = []
  let asked = 0
  const asking = (async () => {
    while (!isStopped) {
      asked += 1
      await reader.finds(oldPost).then(
        (found) => found || failed.push('the post is gone'),
        (error) => failed.push(error)
      )
    }
  })()
  const stop = async () => {
    isStopped = true
    await asking
    return { failed, asked }
  }
  closing.push(stop)
  return stop
}

describe('an import into a data set that several processes read', { timeout: 120_000 }, () => {
  test('gets in, fails none of their answers, and is seen by all of them', async () => {
    const readers = await Promise.all([server(), server(), agent()])
    const askings = readers.map(steadily)
    const importing = importSecond()
    // One more begins to read while the import does.
    await expect.poll(() => existsSync(`${path}.importing`), { timeout: 60_000, interval: 1 }).toBe(true)
    const late = await server()
    readers.push(late)
    askings.push(steadily(late))
    expect(await importing).toEqual({ code: 0, output: expect.stringContaining(`Written to ${path}`) })
    for (const reader of readers) await expect.poll(() => reader.finds(newPost), { timeout: 30_000 }).toBe(true)
    for (const stop of askings) {
      const { failed, asked } = await stop()
      expect(failed).toEqual([])
      expect(asked).toBeGreaterThan(0)
    }
    // A copy of the file alone has all of it.
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  })

  test('gets in again while they read on, and leaves one file once they are gone', async () => {
    const readers = await Promise.all([server(), agent()])
    const first = await importSecond()
    writeFileSync(feed, JSON.stringify(changingFeed(6_000, count)))
    const second = await importSecond()
    expect([first, second]).toMatchObject([{ code: 0 }, { code: 0 }])
    for (const reader of readers) await expect.poll(() => reader.finds(idOf(6_003)), { timeout: 30_000 }).toBe(true)
    for (const reader of readers) await reader.stop()
    writeFileSync(feed, JSON.stringify(changingFeed(9_000, count)))
    expect(await importSecond()).toMatchObject({ code: 0 })
    expect(['-wal', '-shm', '-journal', '.importing'].filter((ending) => existsSync(path + ending))).toEqual([])
    const db = new DatabaseSync(path, { readOnly: true })
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' })
    db.close()
  })

  test('says what keeps it out where a program holds the file and never lets go', async () => {
    const db = new DatabaseSync(path, { readOnly: true })
    closing.push(() => db.close())
    db.exec('BEGIN')
    db.prepare('SELECT count(*) FROM posts').get()
    const { code, output } = await importSecond()
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining('is locked by a program that reads it')
    })
  })
})

describe('who reads more than once while an import runs', { timeout: 300_000 }, () => {
  const base = 1_000
  beforeEach(async () => {
    const first = join(folder, 'base.json')
    writeFileSync(first, JSON.stringify(withOwnAuthors(0, base)))
    writeFileSync(feed, JSON.stringify(withOwnAuthors(base, isThorough ? 30_000 : 10_000)))
    path = join(folder, 'own-authors.db')
    await importFiles({ inputs: [first], path })
  })

  test.each([1, 3_000])('lets it in, and goes on with what was there, as %s posts come', async (posts) => {
    const data = new FileSnapshot(path)
    closing.push(() => data.close())
    const counts = () => data.rows('SELECT (SELECT count(*) FROM all_posts), (SELECT count(*) FROM users)')
    expect(counts()).toEqual([[base, base]])
    writeFileSync(feed, JSON.stringify(withOwnAuthors(base, posts)))
    let isOver = false
    const importing = importSecond().finally(() => {
      isOver = true
    })
    while (!isOver) {
      expect(counts()).toEqual([[base, base]])
      await pause(5)
    }
    expect(await importing).toMatchObject({ code: 0 })
    expect(counts()).toEqual([[base, base]])
  })

  test('has the data before or after a batch, whatever it reads with', async () => {
    const commandOf = async (...args: string[]) => {
      const { code, stdout, stderr } = await command(args, { env: { DATA_URL: `sqlite:${path}`, NO_COLOR: '1' } })
      expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: expect.any(String) })
      return stdout
    }
    const linesOf = (text: string): Record<string, unknown>[] =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    /** As many posts as there are after so many records. */
    const isWhole = (posts: number, authors: number, passed: number) => {
      expect({ posts, authors }).toEqual({ posts: passed, authors: passed })
      expect(posts).toBeGreaterThanOrEqual(base)
    }
    const readers: Record<string, () => Promise<void>> = {
      async backup() {
        const out = join(folder, `backup${Math.random()}.db`)
        await commandOf('backup', out)
        const db = new DatabaseSync(out, { readOnly: true })
        const of = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0])
        isWhole(
          of('SELECT count(*) FROM all_posts'),
          of('SELECT count(*) FROM users'),
          of('SELECT sum(passed) FROM imports')
        )
        db.close()
      },
      async 'export of a list'() {
        const posts = linesOf(await commandOf('export', 'hashtag:77/posts'))
        const authors = new Set(posts.map(({ author_username }) => author_username))
        isWhole(posts.length, authors.size, posts.length)
        // Newest first, without a gap.
        expect(posts.map(({ post_id }) => post_id).toSorted()).toEqual(posts.map((_, index) => idOf(index)))
      },
      async 'export of histories'() {
        const keys = join(folder, 'ids.txt')
        writeFileSync(keys, Array.from({ length: 50 }, (_, index) => idOf(index)).join('\n'))
        const points = linesOf(await commandOf('export', `post-histories:${keys}`))
        expect(points.map(({ plays }) => plays)).toEqual(Array.from({ length: 50 }, (_, index) => index))
      },
      async doctor() {
        const { checks } = JSON.parse(
          (await command(['doctor', '--json'], { env: { DATA_URL: `sqlite:${path}` } })).stdout
        )
        expect(
          checks.filter(({ name, status }: Record<string, string>) => name === 'search' && status === 'wrong')
        ).toEqual([])
      },
      async server() {
        const served = await serve(path, { RATE_LIMIT: 'off' })
        closing.push(served.stop)
        for (let page = 1; page < 20; page += 1) {
          const address = `${served.url}/api/v1/challenges/77/posts?count=${page}`
          const { data } = await (await fetch(address, { headers: { 'x-gateway-key': testKey } })).json()
          expect(data.filter(({ author_username }: Record<string, unknown>) => author_username === null)).toEqual([])
        }
        await served.stop()
      },
      ...(!hasNoPostgres && {
        async copy() {
          const database = await emptyDatabase()
          closing.push(database.close)
          await copyDataset(path, database.url, () => {})
          const [row] = await onPostgres(
            database.url,
            `SELECT (SELECT count(*)::int FROM clipgraph.all_posts) AS posts, (SELECT count(*)::int FROM clipgraph.users) AS authors,
               (SELECT sum(passed)::int FROM clipgraph.imports) AS passed,
               (SELECT count(*)::int FROM clipgraph.posts p LEFT JOIN clipgraph.users u ON u.pk = p.author_pk WHERE u.pk IS NULL) AS without`
          )
          isWhole(Number(row?.posts), Number(row?.authors), Number(row?.passed))
          expect(row?.without).toBe(0)
        }
      })
    }
    let isOver = false
    const importing = importSecond().finally(() => {
      isOver = true
    })
    for (let turns = 0; !isOver || turns === 0; turns += 1) {
      const inOrder = Object.entries(readers).toSorted(() => Math.random() - 0.5)
      for (const [name, read] of inOrder) {
        await read().catch((cause) => Promise.reject(new Error(`${name}: ${cause.message}`, { cause })))
      }
    }
    expect(await importing).toMatchObject({ code: 0 })
  })
})
