import { existsSync, readdirSync, truncateSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, inject, test } from 'vitest'
import { ConfigError, readConfig } from '../src/core/config/config.ts'
import { createClipgraph } from '../src/host/clipgraph.ts'
import type { Post } from '../src/records/post.ts'
import type { Sound } from '../src/records/sound.ts'
import type { UserProfile } from '../src/records/user-profile.ts'
import { postIdOf } from './counted-upstream.ts'
import { metricOf } from './metric.ts'
import { began, day, fixtures, keyOf, minute, recordingFacades } from './recording-facade.ts'
import { serve } from './served.ts'

const { newPath, remember, upstream, deployment } = recordingFacades()
const handle = keyOf('userPosts')

describe('a facade that records', () => {
  test('has the counts that it read at the time it read them, of posts, creators and sounds', async () => {
    const { clock, lookUp, read, recorded } = await remember(newPath(), { url: deployment().url })
    const users = [
      await read<UserProfile>(`/users/${handle}`),
      await read<UserProfile>(`/users/by-id/${fixtures.known.userById[1]}`),
      await read<UserProfile>(`/users/${fixtures.variant.regional.replace('@', '?region=')}`),
      ...(await read<UserProfile[]>(`/users/${keyOf('userFollowers')}/followers?count=3`)),
      ...(await read<UserProfile[]>('/search/users?keyword=mi&count=3'))
    ]
    const posts = [await read<Post>(`/posts?videoId=${fixtures.known.post[0]}`)]
    for (const list of [
      `/users/${handle}/posts?count=3`,
      `/users/${keyOf('userReposts')}/reposts?count=3`,
      `/sounds/${keyOf('soundPosts')}/posts?count=3`,
      `/places/${keyOf('placePosts')}/posts?count=3`,
      `/collections/${keyOf('collectionPosts')}/posts?count=3`,
      `/challenges/${keyOf('hashtagPosts')}/posts?count=3`,
      `/search?q=${keyOf('searchTop')}&count=3`,
      `/search/videos?keyword=${keyOf('searchVideos')}&count=3`
    ]) {
      posts.push(...(await read<Post[]>(list)))
    }
    const sounds = [
      await read<Sound>(`/sounds/${fixtures.known.sound[0]}`),
      ...(await read<Sound[]>('/sounds/library?count=3'))
    ]

    const point = { at: clock.seconds, source: null, rounded: 0, negative: 0 }
    const once = (counts: number[]) => ({ points: [{ ...point, counts }], undated: 0 })
    for (const { username, followers, following, total_likes, total_videos } of users) {
      const history = await lookUp('userHistory', username.toLowerCase())
      expect(history).toEqual(once([followers, following, total_likes, total_videos]))
    }
    for (const { post_id, plays, likes, comments, shares, saves, reposts } of posts) {
      const history = await lookUp('postHistory', post_id ?? '')
      expect(history).toEqual(once([plays, likes, comments, shares, saves, reposts]))
    }
    for (const { sound_id, posts_count } of sounds) {
      expect(await lookUp('soundHistory', sound_id)).toEqual(once([posts_count]))
    }
    const things = new Set([
      ...users.map(({ username }) => username.toLowerCase()),
      ...posts.map(({ post_id }) => post_id),
      ...sounds.map(({ sound_id }) => sound_id)
    ])
    // Each once, though some were read several times.
    await expect.poll(recorded).toBe(things.size)
    expect(await lookUp('userHistory', 'nobody.has.this.handle')).toEqual({ points: [], undated: 0 })
    expect(await lookUp('trending', 'POST:WEEK')).toBe(null)
  })

  test('reads nothing for it, and records nothing that its cache answers', async () => {
    upstream().asked.length = 0
    const { clock, series, read } = await remember(newPath())
    for (const seconds of [0, minute, 2 * minute]) {
      clock.seconds = began + seconds
      await read('/users/u1')
    }
    expect(await series('userHistory', 'u1')).toEqual([[0, 1_000]])
    expect(upstream().asked.map(({ path }) => path)).toEqual(['/api/v1/users/u1'])
  })

  test('has a series of what changes, and of equal counts the first and the last', async () => {
    const { clock, series, read } = await remember(newPath())
    const id = postIdOf(2, 0)
    for (const [days, plays] of [5_000, 6_000, 6_000, 6_000, 6_000, 5_900].entries()) {
      upstream().counts.plays = plays
      clock.seconds = began + days * day
      await read(`/posts?videoId=${id}`)
      // In another list at the same time: one point.
      await read('/users/u2/posts?count=1')
    }
    expect(await series('postHistory', id)).toEqual([
      [0, 5_000],
      [day, 6_000],
      [4 * day, 6_000],
      [5 * day, 5_900]
    ])
  })

  test('drops what equals a sample of the same minute', async () => {
    const { clock, series, read } = await remember(newPath())
    for (const [index, seconds] of [0, minute - 1, minute, 2 * minute - 1].entries()) {
      clock.seconds = began + seconds
      // Lists of different lengths are different reads.
      await read(`/users/u3/posts?count=${index + 1}`)
    }
    expect(await series('postHistory', postIdOf(3, 0))).toEqual([
      [0, 5_900],
      [minute, 5_900]
    ])
  })

  test('takes a clock that was set back while it was down', async () => {
    const path = newPath()
    const id = '4000'
    for (const days of [10, 30, 0, 20]) {
      const { clock, series, read, close } = await remember(path)
      clock.seconds = began + days * day
      upstream().counts.posts = days
      await read(`/sounds/${id}`)
      expect(await series('soundHistory', id)).toContainEqual([days * day, days])
      await close()
    }
    // What is recorded at a time that has not come yet counts as missing.
    const { clock, series } = await remember(path)
    for (const [days, recorded] of [
      [0, [0]],
      [20, [0, 10, 20]],
      [30, [0, 10, 20, 30]]
    ] as const) {
      clock.seconds = began + days * day
      expect((await series('soundHistory', id))?.map(([, posts]) => posts)).toEqual(recorded)
    }
  })

  test('keeps what it recorded, over the weeks, when it starts again', async () => {
    const path = newPath()
    const points: number[][] = []
    for (let weeks = 0; weeks < 3; weeks += 1) {
      const { clock, series, read, close } = await remember(path)
      clock.seconds = began + weeks * 7 * day
      upstream().counts.followers = 2_000 + weeks
      points.push([weeks * 7 * day, 2_000 + weeks])
      // A handle in capitals is the same creator.
      await read(`/users/${weeks === 1 ? 'U5' : 'u5'}`)
      expect(await series('userHistory', 'u5')).toEqual(points)
      await close()
      // Whole by itself, so that it can be copied.
      expect(existsSync(`${path}-wal`)).toBe(false)
    }
  })

  test('loses nothing that is written when its process is killed', async () => {
    const path = newPath()
    const facade = await serve(upstream().url, { HISTORY: `sqlite:${path}`, LOG_LEVEL: 'warn' })
    const get = (place: string) => fetch(`${facade.url}/api/v1${place}`, { headers: { 'x-gateway-key': 'test-key' } })
    await get('/users/u6')
    await expect.poll(() => metricOf(facade, 'clipgraph_history_samples_total{outcome="recorded"}')).toBe(1)
    // May be lost.
    await get('/users/u7')
    facade.kill('SIGKILL')
    await facade.exited
    const { clock, lookUp, read, recorded, problems } = await remember(path)
    clock.seconds = Math.ceil(Date.now() / 1_000)
    expect((await lookUp('userHistory', 'u6'))?.points).toHaveLength(1)
    await read('/users/u8')
    await expect.poll(recorded).toBe(1)
    expect(problems()).toEqual([])
  })

  test('survives whatever is done to the files beside its own', async () => {
    const path = newPath()
    // As an earlier version left it, with an index that SQLite maps into memory.
    const { close } = await remember(path)
    await close()
    const earlier = new DatabaseSync(path)
    earlier.exec('PRAGMA journal_mode = WAL')
    earlier.close()
    const facade = await serve(upstream().url, { HISTORY: `sqlite:${path}`, LOG_LEVEL: 'warn' })
    const headers = { 'x-gateway-key': 'test-key', 'content-type': 'application/json' }
    const recorded = () => metricOf(facade, 'clipgraph_history_samples_total{outcome="recorded"}')
    const points = async (handle: string) => {
      const query = `{ user(by: { username: "${handle}" }) { history { at } } }`
      const asked = await fetch(`${facade.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
      return ((await asked.json()) as { data: { user: { history: unknown[] } } }).data.user.history.length
    }
    for (const [index, handle] of ['u6', 'u7', 'u8'].entries()) {
      await fetch(`${facade.url}/api/v1/users/${handle}`, { headers })
      expect(await points(handle)).toBe(1)
      await expect.poll(recorded).toBe(index + 1)
      for (const name of readdirSync(dirname(path))) {
        if (name.startsWith(`${basename(path)}-`)) truncateSync(join(dirname(path), name))
      }
      expect(await points('u6')).toBe(1)
    }
    facade.kill('SIGTERM')
    expect(await facade.exited).toBe(0)
    const { clock, lookUp } = await remember(path)
    clock.seconds = Math.ceil(Date.now() / 1_000)
    for (const handle of ['u6', 'u7', 'u8']) expect((await lookUp('userHistory', handle))?.points).toHaveLength(1)
  })

  test('writes what waits when it is told to stop', async () => {
    const path = newPath()
    const facade = await serve(upstream().url, { HISTORY: path, LOG_LEVEL: 'warn', SHUTDOWN_GRACE_MS: '0' })
    await fetch(`${facade.url}/api/v1/users/u6`, { headers: { 'x-gateway-key': 'test-key' } })
    facade.kill('SIGTERM')
    expect(await facade.exited).toBe(0)
    const { clock, lookUp } = await remember(path)
    clock.seconds = Math.ceil(Date.now() / 1_000)
    expect((await lookUp('userHistory', 'u6'))?.points).toHaveLength(1)
  })
})

describe('the graph over a facade that records', () => {
  test('has history and growth of what was read', async () => {
    const { facade, clock, read } = await remember(newPath())
    const id = postIdOf(12, 0)
    for (const [index, days] of [0, 1, 8].entries()) {
      clock.seconds = began + days * day
      upstream().counts.plays = 1_000 * (index + 1)
      upstream().counts.followers = 500 * (index + 1)
      upstream().counts.posts = 20 * (index + 1)
      await Promise.all([read('/users/u12'), read('/users/u12/posts?count=1'), read('/sounds/4001')])
    }
    const { data, errors } = await facade.query(`{
      user(by: { username: "u12" }) {
        history { at followers { value } }
        growth(days: 7) { followers { absolute rate earlier { at count } } }
        posts(first: 1) { nodes { postId history(step: WEEK) { plays { value kind } } growth(days: 7) { plays { absolute rate earlier { count } } } } }
      }
      sound(soundId: "4001") { history { postsCount { value } newPosts } }
    }`)
    expect(errors).toBe(undefined)
    const at = (days: number) => new Date((began + days * day) * 1_000).toISOString()
    const history = [0, 1, 8].map((days, index) => ({ at: at(days), followers: { value: 500 * (index + 1) } }))
    const plays = { absolute: 1_000, rate: 0.5, earlier: { count: 2_000 } }
    expect(data).toEqual({
      user: {
        history,
        growth: { followers: { absolute: 500, rate: 0.5, earlier: { at: at(1), count: 1_000 } } },
        posts: {
          nodes: [
            {
              postId: id,
              history: [2_000, 3_000].map((value) => ({ plays: { value, kind: 'EXACT' } })),
              growth: { plays }
            }
          ]
        }
      },
      sound: { history: [20, 40, 60].map((postsCount) => ({ postsCount: { value: postsCount }, newPosts: null })) }
    })
  })
})

describe('the setting', () => {
  const problem = 'HISTORY records what is read from another deployment, and DATA_URL names none'

  test('is refused without an upstream, which it is for', async () => {
    expect(() => readConfig({ HISTORY: 'sqlite:history.db' })).toThrow(problem)
    expect(() => readConfig({ HISTORY: 'sqlite:history.db', DATA_URL: 'postgres://a@b/c' })).toThrow(problem)
    const options = { keys: ['k'], dataUrl: inject('defaultDataset'), history: 'sqlite:history.db' }
    await expect(createClipgraph(options)).rejects.toThrow(
      'history records what is read from another deployment, and dataUrl names none'
    )
  })

  test('is a file, with limits', () => {
    const DATA_URL = 'https://clips.example'
    expect(readConfig({ DATA_URL }).history).toBe(null)
    expect(readConfig({ DATA_URL, HISTORY: 'sqlite:./a.db' }).history).toEqual({
      path: './a.db',
      maxBytes: 2 ** 30,
      maxDays: 400,
      movedFrom: null
    })
    const limits = { HISTORY_MAX_MB: '1', HISTORY_MAX_DAYS: '7' }
    expect(readConfig({ DATA_URL, HISTORY: 'a.db', ...limits }).history).toEqual({
      path: 'a.db',
      maxBytes: 2 ** 20,
      maxDays: 7,
      movedFrom: null
    })
    const moved = { HISTORY: 'a.db', HISTORY_MOVED_FROM: 'https://old.example' }
    expect(readConfig({ DATA_URL, ...moved }).history?.movedFrom?.href).toBe('https://old.example/')
    expect(() => readConfig({ DATA_URL, ...moved, HISTORY_MOVED_FROM: 'a.db' })).toThrow(ConfigError)
    expect(() => readConfig({ DATA_URL, HISTORY: 'redis://a' })).toThrow(ConfigError)
  })
})
