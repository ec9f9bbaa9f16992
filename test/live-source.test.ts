import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '../src/records/post.ts'
import { appTable, postIds, startAppVendor, vendorKey } from './app-vendor.ts'
import type { Vendor } from './fake-vendor.ts'
import { type SourceServer, startOverSource } from './source-server.ts'

describe('a server over a live source', () => {
  let vendor: Vendor
  let server: SourceServer
  beforeAll(async () => {
    vendor = await startAppVendor()
    server = await startOverSource(appTable(vendor.url), { SOURCE_KEY: vendorKey })
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  test('answers REST with records of the contract', async () => {
    const { status, body } = await server.get('/api/v1/users/oak_bench')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      user_id: '6900000000000000001',
      username: 'oak_bench',
      followers: 1024,
      bio: 'doors'
    })
  })

  test('walks a list by cursors without repeats or gaps, whatever the size of a page, and asks for nothing twice', async () => {
    for (const count of [7, 30, 100]) {
      const ids: (string | null)[] = []
      let cursor: unknown = null
      vendor.calls.length = 0
      do {
        const page = await server.get<Post[]>(
          `/api/v1/users/oak_bench/posts?count=${count}${cursor === null ? '' : `&cursor=${cursor}`}`
        )
        expect(page.status).toBe(200)
        ids.push(...page.body.data.map(({ post_id }) => post_id))
        cursor = page.body.pagination?.cursor ?? null
      } while (cursor !== null)
      expect(ids).toEqual(postIds(70))
      expect(vendor.calls.length).toBeLessThanOrEqual(3)
    }
  })

  test('answers a nested query of the graph, and says what its records never have', async () => {
    const { data, errors } = await server.query<{
      user: {
        displayName: string
        posts: { edges: { node: { postId: string; plays: number; missingFields: string[] } }[] }
      }
    }>(
      '{ user(by: {username: "oak_bench"}) { displayName posts(first: 2) { edges { node { postId plays reposts missingFields } } } } }'
    )
    expect(errors).toBeUndefined()
    expect(data?.user.posts.edges.map(({ node }) => node)).toMatchObject([
      { postId: postIds(2)[0], plays: 1000, reposts: null, missingFields: expect.arrayContaining(['REPOSTS']) },
      { postId: postIds(2)[1], plays: 1001 }
    ])
  })

  test('computes a scorecard', async () => {
    const { status, body } = await server.get<{ intelligence: { posts_analyzed: number } }>(
      '/api/v1/intelligence/creator/oak_bench'
    )
    expect(status).toBe(200)
    expect(body.data.intelligence.posts_analyzed).toBe(30)
  })

  test('finds nothing where the source has nothing', async () => {
    expect(await server.get('/api/v1/users/nobody')).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND' } }
    })
    expect((await server.get('/api/v1/users/nobody/posts')).status).toBe(404)
  })

  test('says what the source lacks, and what it has instead', async () => {
    const { status, body } = await server.get('/api/v1/users/oak_bench/followers')
    expect(status).toBe(501)
    expect(body.error).toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringMatching(
        /The source example has no listUserFollowers: for username it offers getUser and listUserPosts/
      )
    })
    const { data, errors } = await server.query(
      '{ user(by: {username: "oak_bench"}) { username followers(first: 2) { totalCount } } }'
    )
    expect(data).toMatchObject({ user: { username: 'oak_bench', followers: null } })
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'UNSUPPORTED' }, path: ['user', 'followers'] })
  })

  test('refuses a cursor that it did not make', async () => {
    expect((await server.get('/api/v1/users/oak_bench/posts?cursor=abc')).status).toBe(400)
  })
})
