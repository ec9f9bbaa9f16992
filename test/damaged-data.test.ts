import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { seedDataset } from '../src/ingest/seed/seed.ts'
import { changingFeed } from './changing-feed.ts'
import { type Served, serve } from './served.ts'
import { type Envelope, testKey } from './server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const usernames = (path: string): string[] => {
  const db = new DatabaseSync(path, { readOnly: true })
  const rows = db.prepare('SELECT username FROM users WHERE handle IS NOT NULL AND is_private = 0').all()
  db.close()
  return rows.map((row) => String(row.username))
}

const other = join(mkdtempSync(join(tmpdir(), 'clipgraph-other-')), 'other.db')
let ours: string[]
let theirs: string[]
beforeAll(() => {
  seedDataset({ path: other, users: 120, posts: 600, seed: 2, until: '2026-01-01' })
  const [here, there] = [usernames(inject('defaultDataset')), usernames(other)]
  ours = here.filter((name) => !there.includes(name))
  theirs = there.filter((name) => !here.includes(name))
  return () => rmSync(join(other, '..'), { recursive: true })
})

const start = async (dataset = inject('defaultDataset')) => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-damaged-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'data.db')
  copyFileSync(dataset, path)
  const server = await serve(path, { RATE_LIMIT: 'off', LOG_LEVEL: 'info' })
  closing.push(server.stop)
  return { path, folder, server, ...asking(server) }
}

const asking = ({ url }: Served) => {
  const headers = { 'x-gateway-key': testKey, 'content-type': 'application/json' }
  let asked = 0
  /** Statuses of a user and of their posts, each time of another page size, and of the same in the graph. */
  const ask = async (username: string) => {
    asked += 1
    const [user, posts, graph, ready] = await Promise.all([
      fetch(`${url}/api/v1/users/${username}`, { headers }),
      fetch(`${url}/api/v1/users/${username}/posts?count=${1 + (asked % 30)}`, { headers }),
      fetch(`${url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: `{ user(by: { username: "${username}" }) { followersCount } }` })
      }),
      fetch(`${url}/readyz`)
    ])
    const envelopes = [(await user.json()) as Envelope, (await posts.json()) as Envelope]
    const { errors } = (await graph.json()) as { errors?: { extensions: { code: string } }[] }
    return {
      ready: ready.status,
      user: user.status,
      posts: posts.status,
      codes: envelopes.map(({ error }) => error?.code ?? null),
      graph: errors?.[0]?.extensions.code ?? null,
      retryAfter: user.headers.get('retry-after')
    }
  }
  return { ask }
}

const well = { ready: 200, user: 200, posts: 200, codes: [null, null], graph: null, retryAfter: null }
const down = {
  ready: 503,
  user: 503,
  posts: 503,
  codes: ['UNAVAILABLE', 'UNAVAILABLE'],
  graph: 'UNAVAILABLE',
  retryAfter: '1'
}
const missing = {
  ready: 200,
  user: 404,
  posts: 404,
  codes: ['NOT_FOUND', 'NOT_FOUND'],
  graph: 'NOT_FOUND',
  retryAfter: null
}
const patience = { timeout: 30_000, interval: 20 }

/** Writes into the file that is there, as `cp` does. */
const copyInto = (from: string, path: string) => {
  const before = statSync(path).ino
  writeFileSync(path, readFileSync(from))
  expect(statSync(path).ino).toBe(before)
}

const overwrite = (path: string, from: number, bytes: Buffer) => {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, from)
  closeSync(file)
}

const noise = (bytes: number) => Buffer.alloc(bytes, 'no page of a database')

const logged = (server: Served, text: string) =>
  server
    .stderr()
    .split('\n')
    .filter((line) => line.includes(text)).length

describe('a server whose data file is written to by somebody else', { timeout: 60_000 }, () => {
  test.each<[string, (path: string) => void]>([
    ['is cut to nothing', (path) => truncateSync(path)],
    ['is cut in half', (path) => truncateSync(path, statSync(path).size / 2)],
    ['is overwritten with something else', (path) => writeFileSync(path, noise(100_000))],
    ['is overwritten in part', (path) => overwrite(path, 4096 * 20, noise(statSync(path).size - 4096 * 40))]
  ])(
    'which %s refuses what it is asked, is not ready, says so once, and is well when the file is',
    async (_, damage) => {
      const { path, server, ask } = await start()
      let at = 0
      const next = () => ours[at++ % ours.length] ?? ''
      expect(await ask(next())).toEqual(well)
      damage(path)
      await expect.poll(() => ask(next()), patience).toEqual(down)
      // What was answered before is no longer known to be so.
      expect(await ask(ours[0] ?? '')).toEqual(down)
      await expect.poll(() => logged(server, 'cannot be read any more'), patience).toBe(1)
      for (let times = 0; times < 20; times += 1) expect(await ask(next())).toEqual(down)
      copyInto(inject('defaultDataset'), path)
      await expect.poll(() => ask(next()), patience).toEqual(well)
      expect(await ask(ours[0] ?? '')).toEqual(well)
      expect(logged(server, 'cannot be read any more')).toBe(1)
      expect(logged(server, 'can be read again')).toBe(1)
      expect(logged(server, '"level":"error"')).toBe(1)
      // And once more, with another data set.
      damage(path)
      await expect.poll(() => ask(next()), patience).toEqual(down)
      copyInto(other, path)
      await expect.poll(() => ask(theirs[0] ?? ''), patience).toEqual(well)
      expect(await ask(ours[0] ?? '')).toEqual(missing)
    }
  )

  test('goes on with another data set that is copied over it, there and back', async () => {
    const { path, ask } = await start()
    const known = ours[0] ?? ''
    for (let times = 0; times < 3; times += 1) expect(await ask(known)).toEqual(well)
    for (const [file, here, gone] of [
      [other, theirs, ours],
      [inject('defaultDataset'), ours, theirs]
    ] as const) {
      copyInto(file, path)
      // Nothing that was read, or found missing, before or meanwhile is left.
      await expect.poll(() => ask(here[0] ?? ''), patience).toEqual(well)
      expect(await ask(gone[0] ?? '')).toEqual(missing)
      for (const name of here.slice(0, 50)) expect(await ask(name)).toEqual(well)
    }
  })

  test('goes on with one that is copied over what was imported beside it, and so does a second server', async () => {
    const gathered = join(other, '../gathered.db')
    const feed = join(other, '../feed.json')
    const gather = async (path: string, from: number) => {
      writeFileSync(feed, JSON.stringify(changingFeed(from, 600)))
      await importFiles({ inputs: [feed], path })
    }
    await gather(gathered, 0)
    const { path, server, ask } = await start(gathered)
    const second = await serve(path, { RATE_LIMIT: 'off' })
    closing.push(second.stop)
    const asks = [ask, asking(second).ask]
    for (const each of asks) expect(await each('name1')).toEqual(well)
    await gather(path, 9_000)
    expect(existsSync(`${path}-wal`)).toBe(true)
    copyInto(inject('defaultDataset'), path)
    for (const each of asks) {
      await expect.poll(() => each(ours[0] ?? ''), patience).toEqual(well)
      expect(await each('name1')).toEqual(missing)
    }
    truncateSync(path, 10_000)
    for (const each of asks) await expect.poll(() => each(ours[1] ?? ''), patience).toEqual(down)
    copyInto(other, path)
    for (const each of asks) await expect.poll(() => each(theirs[0] ?? ''), patience).toEqual(well)
    expect(logged(server, '"level":"fatal"')).toBe(0)
  })

  test('goes on with what it has while its file is gone or another one that cannot be read lies there', async () => {
    const { path, folder, server, ask } = await start()
    let at = 0
    const next = () => ours[at++ % ours.length] ?? ''
    expect(await ask(next())).toEqual(well)
    rmSync(path)
    for (let times = 0; times < 20; times += 1) expect(await ask(next())).toEqual(well)
    const broken = join(folder, 'broken')
    writeFileSync(broken, noise(50_000))
    renameSync(broken, path)
    await expect.poll(() => logged(server, 'is not a clipgraph data set'), patience).toBe(1)
    expect(logged(server, 'cannot be read any more')).toBe(0)
    for (let times = 0; times < 20; times += 1) expect(await ask(next())).toEqual(well)
    const good = join(folder, 'good')
    copyFileSync(other, good)
    renameSync(good, path)
    await expect.poll(() => ask(theirs[0] ?? ''), patience).toEqual(well)
  })
})
