import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Post } from '../src/records/post.ts'
import type { UserProfile } from '../src/records/user-profile.ts'
import { cases } from './cases.ts'
import { command, start } from './command.ts'
import { rows } from './dataset.ts'
import { fillDatabase, hasNoPostgres } from './own-postgres.ts'
import { startServer, type TestServer, testKey } from './server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipgraph-filtered-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const env = () => ({ DATA_URL: `sqlite:${inject('defaultDataset')}`, PUBLIC_URL: server.url })
const exported = (...args: string[]) => command(['export', ...args], { env: env() })
const fromServer = (maxScan: number, ...args: string[]) =>
  command(['export', ...args, '--from', server.url], { env: { UPSTREAM_KEY: testKey, MAX_SCAN: String(maxScan) } })

const linesOf = <T>(text: string): T[] =>
  text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line): T => JSON.parse(line))

const popular = JSON.stringify({ plays: { min: 1_000_000 }, isAd: false })
const popularIds = () =>
  rows<{ post_id: string }>(
    'SELECT post_id FROM posts WHERE plays >= 1000000 AND is_ad = 0 ORDER BY likes DESC, created_at DESC, id_order DESC'
  ).map(({ post_id }) => post_id)

describe('an export of everything that meets a filter', () => {
  test('has every post once, in the order asked for, as REST returns it', async () => {
    const { code, stdout, stderr } = await exported('posts', '--filter', popular, '--order-by', 'LIKES')
    expect([code, stderr]).toEqual([0, ''])
    const posts = linesOf<Post>(stdout)
    expect(popularIds().length).toBeGreaterThan(1_000)
    expect(posts.map(({ post_id }) => post_id)).toEqual(popularIds())
    const { body } = await server.get(`/api/v1/posts?videoId=${posts[0]?.post_id}`)
    expect(posts[0]).toEqual(body.data)
  })

  test('ends at its limit, and begins with a date', async () => {
    const limited = await exported('posts', '--filter', popular, '--order-by', 'LIKES', '--limit', '130')
    expect(linesOf<Post>(limited.stdout).map(({ post_id }) => post_id)).toEqual(popularIds().slice(0, 130))
    const since = '2026-05-01'
    const { stdout } = await exported('posts', '--filter', popular, '--order-by', 'OLDEST', '--since', since)
    const expected = rows<{ post_id: string }>(
      'SELECT post_id FROM posts WHERE plays >= 1000000 AND is_ad = 0 AND created_at >= ? ORDER BY created_at',
      Date.parse(since) / 1_000
    )
    expect(expected.length).toBeGreaterThan(10)
    expect(linesOf<Post>(stdout).map(({ post_id }) => ({ post_id }))).toEqual(expected)
  })

  test('has all creators, without a filter too', async () => {
    const filter = JSON.stringify({ followers: { min: 10_000 }, verified: true })
    const { stdout } = await exported('users', '--filter', filter, '--order-by', 'USERNAME')
    const expected = rows<{ username: string }>(
      'SELECT username FROM users WHERE followers >= 10000 AND verified = 1 ORDER BY handle'
    )
    expect(linesOf<UserProfile>(stdout).map(({ username }) => ({ username }))).toEqual(expected)
    const all = linesOf<UserProfile>((await exported('users')).stdout)
    expect(all.map(({ followers }) => followers)).toEqual(
      rows<{ followers: number }>('SELECT followers FROM users ORDER BY followers DESC').map(
        ({ followers }) => followers
      )
    )
  })

  test('is a table as CSV', async () => {
    const out = join(folder, 'posts.csv')
    const { stdout } = await exported('posts', '--filter', popular, '--order-by', 'LIKES', '--out', out)
    expect(stdout).toBe(`${out}: ${popularIds().length.toLocaleString('en')} records\n`)
    const table: { post_id: string }[] = parse(readFileSync(out, 'utf8'), { columns: true })
    expect(table.map(({ post_id }) => post_id.replace(/^'/, ''))).toEqual(popularIds())
  })

  test('goes on where it was stopped, with the same filter in any spelling and no other', async () => {
    const out = join(folder, 'posts.ndjson')
    const args = (filter: string) => ['posts', '--filter', filter, '--order-by', 'LIKES', '--out', out]
    const running = start(['export', ...args(popular)], { env: env() })
    while (!existsSync(`${out}.part.json`)) await sleep(2)
    running.kill('SIGTERM')
    const stopped = await running.finished
    expect(stopped.code).toBe(null)
    expect(stopped.stderr).toContain('--order-by LIKES')
    const other = await exported(...args('{"plays":{"min":1}}'), '--resume')
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('which differs in filter')])
    const { code, stderr } = await exported(...args('{"isAd":false,"plays":{"min":1000000}}'), '--resume')
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Resuming after [\d,]+ records/)])
    expect(linesOf<Post>(readFileSync(out, 'utf8')).map(({ post_id }) => post_id)).toEqual(popularIds())
    expect(readdirSync(folder)).toEqual(['posts.ndjson'])
  })

  test.skipIf(hasNoPostgres)('is the same from PostgreSQL', async () => {
    const database = await fillDatabase()
    try {
      const args = ['posts', '--filter', popular, '--order-by', 'LIKES']
      const { stdout } = await command(['export', ...args, '--from', database.url], { env: { PUBLIC_URL: server.url } })
      expect(stdout).toBe((await exported(...args)).stdout)
    } finally {
      await database.close()
    }
  })
})

describe('an export of one list that is filtered', () => {
  const what = () => `hashtag:${cases.hashtag()}/posts`
  const long = JSON.stringify({ durationSeconds: { min: 30 } })

  test('has the posts of its plain export that meet the filter, from a data set and from a server', async () => {
    const lists = [
      what(),
      `user:${cases.busyUser()}/posts`,
      `collection:${cases.collection()}/posts`,
      'search:cooking/videos'
    ]
    for (const list of lists) {
      const plain = linesOf<Post>((await exported(list)).stdout)
      const kept = plain.filter(({ duration_seconds }) => duration_seconds >= 30)
      expect([list, kept.length > 0 && kept.length < plain.length]).toEqual([list, true])
      const filtered = await exported(list, '--filter', long)
      expect([list, filtered.stderr, linesOf(filtered.stdout)]).toEqual([list, '', kept])
      // The bound holds for one page of results; an export goes on behind it.
      expect([list, await fromServer(20, list, '--filter', long)]).toEqual([list, filtered])
    }
  })

  test('is sorted from a server as from its data set, as far as the bound goes', async () => {
    const args = [what(), '--filter', long, '--order-by', 'PLAYS']
    const local = await exported(...args)
    const plays = linesOf<Post>(local.stdout).map((post) => post.plays)
    expect(plays).toEqual([...plays].sort((a, b) => b - a))
    expect(await fromServer(3_000, ...args)).toEqual(local)
    const { code, stdout, stderr } = await fromServer(100, ...args)
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Incomplete: .*100 posts.*MAX_SCAN.*\n$/)])
    const scanned = linesOf<Post>((await exported(what(), '--limit', '100')).stdout)
    const kept = scanned.filter(({ duration_seconds }) => duration_seconds >= 30)
    expect(linesOf<Post>(stdout)).toEqual(kept.sort((a, b) => b.plays - a.plays))
  })

  test('from a server there is none of everything', async () => {
    for (const list of ['posts', 'users']) {
      const { code, stdout, stderr } = await fromServer(1_000, list, '--limit', '5')
      expect([list, code, stdout, stderr]).toEqual([list, 1, '', expect.stringMatching(/^[^\n]+\n$/)])
      expect(stderr).toContain('which has no list of all')
    }
  })
})
