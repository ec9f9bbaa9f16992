import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { call, overStdio } from './agent.ts'
import { bareEnvironment } from './bare-environment.ts'
import { changingFeed } from './changing-feed.ts'
import { serve } from './served.ts'
import { testKey } from './server.ts'

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
const main = join(import.meta.dirname, '../src/main.js')

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
