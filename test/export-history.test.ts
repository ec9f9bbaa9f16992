import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyDataset } from '../src/ingest/postgres/copy.ts'
import { startDeployment } from './chain.ts'
import { command } from './command.ts'
import { manyObservations, may, writeHistory } from './history-data.ts'
import { emptyDatabase, hasNoPostgres } from './own-postgres.ts'
import { testKey } from './server.ts'

let folder: string
let dataset: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipgraph-export-history-'))
  dataset = join(folder, 'past.db')
  writeHistory(dataset)
})
afterAll(() => rmSync(folder, { recursive: true }))

const inFolder = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const exported = async (what: string, ...options: string[]) => {
  const { code, stdout, stderr } = await command(['export', what, '--from', dataset, ...options])
  return { code, stderr, rows: stdout.split('\n').flatMap((line): unknown => (line === '' ? [] : [JSON.parse(line)])) }
}
const rowsOf = async (what: string, ...options: string[]): Promise<unknown> => {
  const { code, stderr, rows } = await exported(what, ...options)
  expect([code, stderr]).toEqual([0, ''])
  return rows
}

const point = (at: number, plays: number | null, likes: number | null, more: object = {}) => ({
  ...{ post_id: '101', at, source: 'first.json', plays, likes, comments: null, shares: null, saves: null },
  ...{ reposts: null, rounded: [], negative: [], ...more }
})
const ofPost = [
  point(may(4, 10), 100, 10),
  point(may(4, 20), 150, null, { source: 'second.json' }),
  point(may(7, 12), 300, 1_000, { rounded: ['likes'] }),
  point(may(8, 12), null, 40, { negative: ['plays'] }),
  point(may(10), 280, 50)
]

describe('the history of one thing', () => {
  test('of a post has every observation with a time', async () => {
    expect(await rowsOf('post:101/history')).toEqual(ofPost)
    expect(await rowsOf('post:102/history')).toHaveLength(manyObservations)
    expect(await rowsOf('post:102/history', '--limit', '3')).toHaveLength(3)
  })

  test('begins with a time, and ends before one', async () => {
    const period = ['--since', '2026-05-04T20:00:00Z', '--until', String(may(8, 12))]
    expect(await rowsOf('post:101/history', ...period)).toEqual(ofPost.slice(1, 3))
  })

  test('of a creator', async () => {
    const followers = [1_000, 1_100, 990].map((count) => expect.objectContaining({ username: 'ANA', followers: count }))
    expect(await rowsOf('user:@ANA/history')).toEqual(followers)
  })

  test('of a sound and a hashtag counts their posts day by day', async () => {
    const days = await rowsOf('sound:71/history', '--until', '2026-05-05')
    const posts = { source: null, posts_count: 3 }
    expect(days).toEqual([{ sound_id: '71', at: may(4), ...posts, new_posts: 3 }])
    const [first, second] = (await rowsOf('hashtag:one/history')) as object[]
    expect(first).toEqual({ hashtag_id: '11', at: may(4), ...posts, new_posts: 3 })
    expect(second).toEqual({ hashtag_id: '11', at: may(5), ...posts, new_posts: 0 })
    expect(await rowsOf('hashtag:11/history', '--since', '2026-06-02')).toEqual([
      { hashtag_id: '11', at: may(33), source: null, posts_count: 6, new_posts: 1 }
    ])
  })

  test('is a table too', async () => {
    const out = join(folder, 'post.csv')
    expect(await command(['export', 'post:101/history', '--from', dataset, '--out', out])).toMatchObject({ code: 0 })
    const [header, ...rows] = parse(readFileSync(out, 'utf8')) as string[][]
    expect(header).toEqual(Object.keys(ofPost[0] ?? {}))
    expect(rows).toHaveLength(ofPost.length)
    expect(rows[2]?.slice(0, 6)).toEqual(["'101", String(may(7, 12)), 'first.json', '300', '1000', ''])
    expect([rows[2]?.at(-2), rows[3]?.at(-1)]).toEqual(['likes', 'plays'])
  })

  test.each([
    ['post:999/history', 'Post 999 was not found.'],
    ['post:x/history', 'postId must'],
    ['user:nobody/history', 'User nobody was not found.'],
    ['hashtag:none/history', 'Hashtag none was not found.']
  ])('of nothing is an error: %s', async (what, words) => {
    expect(await exported(what)).toEqual({ code: 1, rows: [], stderr: expect.stringContaining(words) })
  })
})

describe('histories of many', () => {
  test('follow each other; those that are not there are told', async () => {
    const posts = inFolder('posts.txt', '103\n999\n\n101\n')
    const { code, rows, stderr } = await exported(`post-histories:${posts}`)
    expect([code, stderr]).toEqual([1, '999: Post 999 was not found.\n1 line has no history.\n'])
    const likes = [1, 2].map((count) => expect.objectContaining({ post_id: '103', plays: count }))
    expect(rows).toEqual([...likes, ...ofPost])
    const missing = await exported('post-histories:nowhere.txt')
    expect(missing).toMatchObject({
      code: 1,
      stderr: 'nowhere.txt does not exist: name a file of ids, one per line.\n'
    })
    const users = inFolder('users.txt', 'ana\nnew\n')
    expect(await rowsOf(`user-histories:${users}`, '--since', '2026-05-08')).toHaveLength(2)
  })

  test('from a PostgreSQL are the same', { skip: Boolean(hasNoPostgres) }, async () => {
    const database = await emptyDatabase()
    try {
      await copyDataset(dataset, database.url, () => {})
      const file = inFolder('all.txt', '101\n102\n103\n105\n')
      const [own, theirs] = await Promise.all(
        [dataset, database.url].map((from) => command(['export', `post-histories:${file}`, '--from', from]))
      )
      expect(own?.stdout.split('\n').length).toBeGreaterThan(manyObservations)
      expect(theirs).toEqual(own)
    } finally {
      await database.close()
    }
  })
})

describe('over another deployment', () => {
  test('there is none without a record of it, and what was recorded with one', async () => {
    const deployment = await startDeployment({ dataset })
    try {
      const from = (what: string, env: Readonly<Record<string, string>> = {}) =>
        command(['export', what], { env: { UPSTREAM_KEY: testKey, DATA_URL: deployment.url, ...env } })
      for (const what of ['post:101/history', 'user:ana/history', 'sound:71/history', 'hashtag:11/history']) {
        const { code, stdout, stderr } = await from(what)
        expect([what, code, stdout]).toEqual([what, 1, ''])
        expect(stderr).toMatch(/has no history of .*: the data come from a source without a graph/)
      }
      const env = { HISTORY: `sqlite:${join(folder, 'recorded.db')}` }
      const before = Math.floor(Date.now() / 1_000)
      for (const what of ['post:101', 'user:ana', 'sound:71']) expect((await from(what, env)).code).toBe(0)
      const recorded = await Promise.all(
        ['post:101/history', 'user:ana/history', 'sound:71/history'].map(async (what) => {
          const { code, stdout, stderr } = await from(what, env)
          expect([code, stderr]).toEqual([0, ''])
          return JSON.parse(stdout)
        })
      )
      expect(recorded).toMatchObject([
        { post_id: '101', plays: 1, source: null },
        { username: 'ana', followers: 0 },
        { sound_id: '71', posts_count: 6, new_posts: null }
      ])
      for (const { at } of recorded) expect(at).toBeGreaterThanOrEqual(before)
      // A data set needs no record.
      expect((await command(['export', 'post:101/history', '--from', dataset], { env })).code).toBe(0)
    } finally {
      await deployment.close()
    }
  })
})
