import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '../src/records/post.ts'
import { clientKey, clientSecret, researchEnv, researchPosts, startResearch } from './research-vendor.ts'
import { type SourceServer, startOverSource } from './source-server.ts'

type Research = Awaited<ReturnType<typeof startResearch>>

const walk = async (server: SourceServer, path: string, count = 100) => {
  const posts: Post[] = []
  let cursor: unknown = null
  do {
    const page = await server.get<Post[]>(`${path}?count=${count}${cursor === null ? '' : `&cursor=${cursor}`}`)
    expect(page.body.error).toBeNull()
    posts.push(...page.body.data)
    cursor = page.body.pagination?.cursor ?? null
  } while (cursor !== null)
  return posts
}

describe('a server over the Research API', () => {
  let research: Research
  let server: SourceServer
  beforeAll(async () => {
    research = await startResearch()
    server = await startOverSource('research', { ...researchEnv, SOURCE_URL: research.url })
  })
  afterAll(async () => {
    await server.close()
    await research.close()
  })

  test('reads two years of a creator by one call a window, and again by none', async () => {
    const posts = await walk(server, '/api/v1/users/oak_bench/posts')
    expect(posts.map(({ post_id }) => post_id)).toEqual(research.ids)
    expect(posts).toHaveLength(researchPosts)
    expect(research.dataCalls()).toBeLessThanOrEqual(24)
    const calls = research.dataCalls()
    expect(await walk(server, '/api/v1/users/oak_bench/posts')).toEqual(posts)
    expect(research.dataCalls()).toBe(calls)
    expect(posts[0]).toMatchObject({ plays: 1000, comments: 3, hashtags: [{ id: '4711', name: 'wood' }] })
  })

  test('computes a scorecard by one call more, that of the profile', async () => {
    const calls = research.dataCalls()
    const { body } = await server.get('/api/v1/intelligence/creator/oak_bench')
    expect(body.data).toMatchObject({ audience: { followers: 1024 }, intelligence: { posts_analyzed: 30 } })
    expect(research.dataCalls()).toBe(calls + 1)
  })

  test('answers eleven operations and the scorecard', async () => {
    const id = research.ids[5]
    const paths = [
      ...['/users/oak_bench', '/users/oak_bench/posts', '/users/oak_bench/reposts', '/users/oak_bench/followers'],
      ...[`/posts?videoId=${id}`, '/sounds/7100000000000000001/posts', '/search?keyword=plank'],
      ...['/search/videos?keyword=wood', '/challenges/4711/posts', '/collections/7200000000000000001'],
      ...['/collections/7200000000000000001/posts', '/intelligence/creator/oak_bench']
    ]
    for (const path of paths) {
      const { status, body } = await server.get(`/api/v1${path}`)
      expect({ path, status, error: body.error }).toEqual({ path, status: 200, error: null })
      if (Array.isArray(body.data)) expect(body.data.length, path).toBeGreaterThan(0)
    }
  })

  test.each([100, 70])('pages followers by time, %i at once', async (count) => {
    const names = new Set<string>()
    let time: unknown = null
    let pages = 0
    do {
      const { body } = await server.get<{ username: string }[]>(
        `/api/v1/users/oak_bench/followers?count=${count}${time === null ? '' : `&max_time=${time}`}`
      )
      for (const { username } of body.data) names.add(username)
      time = body.pagination?.has_more === true ? body.pagination.next_max_time : null
      pages += 1
    } while (time !== null && pages < 10)
    expect(names.size).toBe(250)
  })

  test('finds a hashtag by its name, and its posts', async () => {
    const { data, errors } = await server.query<{ hashtag: { name: string; posts: { edges: unknown[] } } }>(
      '{ hashtag(by: {name: "wood"}) { name hashtagId posts(first: 5) { edges { node { postId } } } } }'
    )
    expect(errors).toBeUndefined()
    expect(data?.hashtag).toMatchObject({ name: 'wood', hashtagId: '4711' })
    expect(data?.hashtag.posts.edges).toHaveLength(5)
  })

  test('finds a hashtag by name with the calls that its posts take', async () => {
    const own = await startOverSource('research', { ...researchEnv, SOURCE_URL: research.url })
    const calls = research.dataCalls()
    const query = '{ hashtag(by: {name: "#Wood"}) { hashtagId posts(first: 20) { nodes { postId } } } }'
    const { data } = await own.query<{ hashtag: { posts: { nodes: { postId: string }[] } } }>(query)
    await own.close()
    expect(data?.hashtag.posts.nodes.map(({ postId }) => postId)).toEqual(research.ids.slice(0, 20))
    // Each window of 30 days has eight or nine posts.
    expect(research.dataCalls() - calls).toBe(3)
    const none = await server.query('{ hashtag(by: {name: "nobodyhasit"}) { hashtagId } }')
    expect(none.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  })

  test('does not find a post that is gone, or a creator who is', async () => {
    expect((await server.get('/api/v1/posts?videoId=7516192768000000001')).status).toBe(404)
    expect((await server.get('/api/v1/users/nobody')).status).toBe(404)
  })

  test('gets another token when its own is refused', async () => {
    const tokens = research.tokens()
    research.revoke()
    expect((await server.get('/api/v1/search?keyword=oak&count=3')).status).toBe(200)
    expect(research.tokens()).toBe(tokens + 1)
  })

  test('gets one other token for calls that are refused together', async () => {
    const tokens = research.tokens()
    research.revoke()
    const found = await Promise.all(
      ['10', '11', '12', '13'].map((id) =>
        server.get(`/api/v1/posts?videoId=${BigInt(research.ids[3] ?? 0) + BigInt(id)}`)
      )
    )
    expect(found.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(research.tokens()).toBe(tokens + 1)
  })

  test('shows nothing of its secrets', async () => {
    research.instead(({ path }) =>
      path.includes('user/info')
        ? { status: 400, text: '{"error":{"code":"strange","message":"secret words"}}' }
        : undefined
    )
    const { status, body } = await server.get('/api/v1/users/someone')
    research.instead(null)
    expect(status).toBe(502)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    for (const secret of [clientKey, clientSecret, 'secret words']) {
      expect(JSON.stringify(body)).not.toContain(secret)
      expect(metrics).not.toContain(secret)
    }
  })
})
