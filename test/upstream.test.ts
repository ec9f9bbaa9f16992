import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userKey } from '../src/records/user-key.ts'
import { ownerOf } from '../src/store/history/history-file.ts'
import { Recorder } from '../src/store/history/recorder.ts'
import { recordingSource } from '../src/store/history/recording-source.ts'
import type { FeedKind, LookupKind } from '../src/store/kinds.ts'
import type { Source } from '../src/store/source.ts'
import { openOver, startDeployment, startFacade, stillNow } from './chain.ts'
import { type FakeUpstream, failure, speaking, startFakeUpstream, success } from './fake-upstream.ts'
import { findFixtures } from './fixtures.ts'
import type { TestServer } from './server.ts'
import { sourceConformance } from './source-conformance.ts'

/** What another deployment is not asked for. */
const unasked = {
  ...{
    ignoredTerms: null,
    dataset: null,
    completions: null,
    nameMatches: null,
    scorecardInputs: { posts: null }
  },
  ...{ postSummary: null, userSummary: null, trending: null }
}
/** Nothing was read when these are looked up. */
const unread = { points: [], undated: 0 }

sourceConformance(
  'another deployment over HTTP, with what is read recorded,',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clipgraph-recorded-'))
    const deployment = await startDeployment()
    const recorder = new Recorder({
      path: join(folder, 'history.db'),
      ...ownerOf(new URL(deployment.url), null),
      ...{ maxBytes: 2 ** 26, maxDays: 400, now: () => stillNow },
      complain(problem) {
        throw new Error(problem)
      }
    })
    const source = recordingSource(openOver(deployment.url), recorder)
    return {
      source,
      fixtures: findFixtures(),
      async close() {
        await source.close()
        await deployment.close()
        rmSync(folder, { recursive: true })
      }
    }
  },
  { ...unasked, postHistory: unread, userHistory: unread, soundHistory: unread }
)

describe('a facade and the deployment behind it', () => {
  let deployment: TestServer
  let facade: TestServer
  const fixtures = findFixtures()
  const feed = (kind: FeedKind) => fixtures.feeds.find((known) => known.kind === kind)?.key ?? ''
  const known = (kind: LookupKind) => fixtures.known[kind][0] ?? ''

  test('knows nothing over time without a record of it', async () => {
    const source = openOver(deployment.url)
    for (const kind of ['postHistory', 'userHistory', 'soundHistory'] as const) {
      expect(await source.lookUp(kind, [known(kind)], new AbortController().signal)).toEqual([null])
    }
    await source.close()
  })

  beforeAll(async () => {
    deployment = await startDeployment()
    facade = await startFacade(deployment.url, { now: () => stillNow })
  })
  afterAll(async () => {
    await facade.close()
    await deployment.close()
  })

  test('make nobody wait for what only another client asks for', async () => {
    const [fast = '', slow = ''] = fixtures.known.user
    const asked = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const upstream = await startDeployment({
      wrapSource: (source) => ({
        ...source,
        async lookUp(kind, keys, signal) {
          if (keys.some((key) => key.startsWith(slow))) {
            asked.resolve()
            await gate.promise
          }
          return source.lookUp(kind, keys, signal)
        }
      })
    })
    const facade = await startFacade(upstream.url, { now: () => stillNow })
    const both = facade.query('query ($u: [String!]!) { users: usersByUsername(usernames: $u) { bio } }', {
      u: [fast, slow]
    })
    await asked.promise
    expect((await facade.get(`/api/v1/users/${fast}`)).status).toBe(200)
    gate.resolve()
    expect((await both).errors).toBe(undefined)
    await facade.close()
    await upstream.close()
  })

  test.each<[string, string]>([
    ['a profile', `/users/${known('user')}`],
    ['a regional profile', `/users/${fixtures.variant.regional.replace('@', '?region=')}`],
    ['a profile by id', `/users/by-id/${known('userById')}`],
    ['posts', `/users/${feed('userPosts')}/posts?count=7`],
    ['reposts', `/users/${feed('userReposts')}/reposts`],
    ['followers', `/users/${feed('userFollowers')}/followers?count=5`],
    ['all followers', `/users/${feed('userFollowers')}/followers?count=100`],
    ['a playlist', `/users/${known('playlists')}/playlist`],
    ['a post', `/posts?videoId=${known('post')}`],
    ['a sound', `/sounds/${known('sound')}`],
    ['posts of a sound', `/sounds/${feed('soundPosts')}/posts`],
    ['the sound library', '/sounds/library?page=2&count=7&sort=new'],
    ['a page behind the library’s end', '/sounds/library?page=100000'],
    ['the top of a search', `/search?q=${feed('searchTop')}&count=50`],
    ['videos of a search', `/search/videos?keyword=${feed('searchVideos')}`],
    ['creators of a search', '/search/users?keyword=mi'],
    ['rooms of a search', '/search/live?keyword=a'],
    ['a search that finds nothing', '/search?keyword=xqzvwkjhgf'],
    ['suggestions', '/search/suggest?keyword=ba'],
    ['a room', `/live/${known('liveRoom')}`],
    ['a status', `/live/${known('liveStatus')}/alive`],
    ['the status of nobody', '/live/nobody.has.this.handle/alive'],
    ['an effect', `/effects/${known('effect')}`],
    ['a place', `/places/${known('place')}`],
    ['posts of a place', `/places/${feed('placePosts')}/posts`],
    ['a collection', `/collections/${known('collection')}`],
    ['posts of a collection', `/collections/${feed('collectionPosts')}/posts`],
    ['posts of a challenge', `/challenges/${feed('hashtagPosts')}/posts`],
    ['a scorecard', `/intelligence/creator/${feed('userPosts')}`],
    ['the scorecard of a private account', `/intelligence/creator/${fixtures.privateHandle}`],
    ['nobody', '/users/nobody.has.this.handle'],
    ['posts of nobody', '/users/nobody.has.this.handle/posts'],
    ['a sound that does not exist', '/sounds/99999999999999999999'],
    ['an id that is none', '/sounds/12x']
  ])('answer the same over REST: %s', async (_, path) => {
    const [ours, theirs] = await Promise.all([facade.get(`/api/v1${path}`), deployment.get(`/api/v1${path}`)])
    expect(ours.status).toBe(theirs.status)
    expect(ours.body.data).toEqual(theirs.body.data)
    expect(ours.body.error).toEqual(theirs.body.error)
    // Cursors are each deployment's own; everything else of the pagination is not.
    const shared = (pagination: Record<string, unknown> | null) =>
      pagination !== null && 'cursor' in pagination ? { ...pagination, cursor: typeof pagination.cursor } : pagination
    expect(shared(ours.body.pagination)).toEqual(shared(theirs.body.pagination))
  })

  test('page through followers by time alike', async () => {
    const path = `/api/v1/users/${feed('userFollowers')}/followers?count=13`
    let time = 0
    for (let pages = 0; ; pages += 1) {
      const [ours, theirs] = await Promise.all(
        [facade, deployment].map((server) => server.get<unknown[]>(`${path}&max_time=${time}`))
      )
      expect(ours?.body.data).toEqual(theirs?.body.data)
      expect(ours?.body.pagination).toEqual(theirs?.body.pagination)
      if (ours?.body.pagination?.has_more !== true) {
        expect(pages).toBeGreaterThan(2)
        return
      }
      time = Number(ours.body.pagination.next_max_time)
    }
  })

  test('chain on: a deployment behind a deployment behind a deployment is walked to the end', async () => {
    const further = await startFacade(facade.url, { now: () => stillNow })
    const { key = '', ids } = fixtures.feeds.find((known) => known.kind === 'hashtagPosts') ?? {}
    const walked: string[] = []
    let cursor: unknown = '0'
    while (typeof cursor === 'string') {
      const { status, body } = await further.get<{ post_id: string }[]>(
        `/api/v1/challenges/${key}/posts?count=9&cursor=${cursor}`
      )
      expect(status).toBe(200)
      walked.push(...body.data.map((post) => post.post_id))
      cursor = body.pagination?.cursor
    }
    expect(walked).toEqual(ids)
    await further.close()
  })

  test('answer the same over GraphQL', async () => {
    const query = `query ($username: String!, $keyword: String!, $sound: ID!, $tag: ID!) {
      user(by: { username: $username }) {
        username displayName followersCount isLive
        posts(first: 3) { nodes { postId author { username totalLikes } sound { soundId title postsCount } hashtags { hashtagId } } }
        followers(first: 2) { totalCount nodes { username } }
        collections { name posts(first: 2) { nodes { postId } } }
        scorecard { scores { engagementRate creatorAuthorityScore } }
      }
      search(keyword: $keyword) { posts(first: 4) { nodes { id } pageInfo { hasNextPage } } suggestions users(first: 2) { nodes { username } } }
      sound(soundId: $sound) { title posts(first: 2) { nodes { id } } }
      hashtag(by: { hashtagId: $tag }) { name }
      soundLibrary(first: 3) { totalCount nodes { soundId } }
      missing: post(by: { postId: "99999999999999999999" }) { id }
    }`
    const variables = {
      username: feed('userPosts'),
      keyword: feed('searchTop'),
      sound: feed('soundPosts'),
      tag: feed('hashtagPosts')
    }
    const [ours, theirs] = await Promise.all([facade.query(query, variables), deployment.query(query, variables)])
    expect(ours.data).toEqual(theirs.data)
    expect(ours.errors).toEqual(theirs.errors)
    expect(ours.errors?.map((error) => error.extensions?.code)).toEqual(['NOT_FOUND'])
  })

  test('tell nothing of words that were left out, which the contract has no place for', async () => {
    const { data, errors } = await facade.query('{ search(keyword: "sourdough zzzz") { ignoredTerms } }')
    expect(errors).toBe(undefined)
    expect(data).toEqual({ search: { ignoredTerms: null } })
  })
})

describe('what a deployment is asked', () => {
  let fake: FakeUpstream
  const { signal } = new AbortController()
  beforeAll(async () => {
    fake = await startFakeUpstream(speaking(() => failure(404, 'NOT_FOUND')))
  })
  afterAll(() => fake.close())

  const asks = async (prefix: string, key: string | null, ask: (source: Source) => Promise<unknown>) => {
    const source = openOver(fake.url + prefix, { key })
    await source.ready(signal)
    await ask(source)
    await source.close()
    return fake.asked.splice(0).map(({ url, headers }) => `${url} ${headers['x-gateway-key'] ?? 'no key'}`)
  }
  const lookUp = (kind: LookupKind, key: string) => (source: Source) => source.lookUp(kind, [key], signal)
  const page = (kind: FeedKind, key: string) => (source: Source) =>
    source.page(kind, key, { count: 3, after: null }, signal)

  test.each<[string, (source: Source) => Promise<unknown>]>([
    ['/users/a.b_c-d', lookUp('user', 'a.b_c-d')],
    ['/users/mira?region=JP', lookUp('user', userKey('mira', 'JP'))],
    ['/users/by-id/7', lookUp('userById', '7')],
    ['/posts?videoId=7', lookUp('post', '7')],
    ['/sounds/7', lookUp('sound', '7')],
    ['/live/7', lookUp('liveRoom', '7')],
    ['/live/mira/alive', lookUp('liveStatus', 'mira')],
    ['/effects/7', lookUp('effect', '7')],
    ['/places/7', lookUp('place', '7')],
    ['/collections/7', lookUp('collection', '7')],
    ['/users/mira/playlist', lookUp('playlists', 'mira')],
    ['/users/mira/posts?count=3', page('userPosts', 'mira')],
    ['/users/mira/reposts?count=3', page('userReposts', 'mira')],
    ['/users/mira/followers?count=3', page('userFollowers', 'mira')],
    ['/sounds/7/posts?count=3', page('soundPosts', '7')],
    ['/places/7/posts?count=3', page('placePosts', '7')],
    ['/collections/7/posts?count=3', page('collectionPosts', '7')],
    ['/challenges/7/posts?count=3', page('hashtagPosts', '7')],
    ['/sounds/library?sort=new&page=1&count=3', page('soundLibrary', 'new')],
    ['/search?keyword=tea%20%26%20caf%C3%A9%3F%23%2F%F0%9F%8D%B5&count=3', page('searchTop', 'tea & café?#/🍵')],
    ['/search/videos?keyword=a%2Bb%25&count=3', page('searchVideos', 'a+b%')],
    ['/search/users?keyword=%D8%AE%D8%A8%D8%B2&count=3', page('searchUsers', 'خبز')],
    ['/search/live?keyword=..%2F..&count=3', page('searchLive', '../..')],
    ['/search/suggest?keyword=%22*', lookUp('suggestions', '"*')],
    // Handles never hold these, but nothing may lead out of the path if they did.
    ['/users/..%2Fsounds%2F7', lookUp('user', '../sounds/7')],
    ['/users/a%3Fb%23c', lookUp('user', 'a?b#c')]
  ])('is GET %s', async (path, ask) => {
    const [url = '', ...more] = await asks('', 'sekret', ask)
    expect(more).toEqual([])
    expect(url).toBe(`/api/v1${path} sekret`)
  })

  test.each([
    ['/mirror', '/mirror/api/v1'],
    ['/mirror/', '/mirror/api/v1'],
    ['/a/b%20c//', '/a/b%20c/api/v1'],
    ['/', '/api/v1']
  ])('stands behind the path of DATA_URL: %s', async (prefix, expected) => {
    fake.says((asked) =>
      asked.path.endsWith('/alive') ? success({ username: 'a', is_alive: false }) : failure(404, 'NOT_FOUND')
    )
    expect(await asks(prefix, null, lookUp('sound', '7'))).toEqual([`${expected}/sounds/7 no key`])
  })

  test('goes through a deployment that is mounted under a path', async () => {
    const deployment = await startDeployment()
    const gateway = createServer((incoming, outgoing) => {
      const path = incoming.url ?? ''
      if (!path.startsWith('/mirror/')) return outgoing.writeHead(418).end()
      const onwards = request(
        deployment.url + path.slice('/mirror'.length),
        { headers: incoming.headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(outgoing)
        }
      )
      return incoming.pipe(onwards)
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    const facade = await startFacade(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}/mirror/`)
    const [handle = ''] = findFixtures().known.user
    expect((await facade.get(`/api/v1/users/${handle}`)).status).toBe(200)
    expect((await fetch(`${facade.url}/readyz`)).status).toBe(200)
    await facade.close()
    gateway.closeAllConnections()
    gateway.close()
    await deployment.close()
  })
})
