import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feeds } from '../src/store/kinds.ts'
import { findFixtures } from './fixtures.ts'
import { askGraphQL, askRest, graphPage, type List, type ListPage, lists, restPage } from './lists.ts'
import { startServer, type TestServer } from './server.ts'

const fixtures = findFixtures()
let server: TestServer
beforeAll(async () => {
  // The clock stands still: search measures freshness by it.
  const now = Date.UTC(2026, 5, 1)
  server = await startServer({ now: () => now })
})
afterAll(() => server.close())

type PageReader = (list: List, key: string, count: number, next: string | null) => Promise<ListPage>
const overRest: PageReader = (list, key, count, next) => restPage(server, list, key, count, next)
const overGraphQL: PageReader = (list, key, count, next) => graphPage(server, list, key, count, next)

/** From the beginning to the end, each page by what `step` says for it. */
const walk = async (list: List, key: string, step: (page: number) => { count: number; read: PageReader }) => {
  const ids: string[] = []
  const cursors: string[] = []
  let next: string | null = null
  for (let page = 0; ; page += 1) {
    const { count, read } = step(page)
    const found = await read(list, key, count, next)
    if (page > 0) expect(found.ids.length, 'a promised page').toBeGreaterThan(0)
    expect(found.ids.length).toBeLessThanOrEqual(count)
    ids.push(...found.ids)
    cursors.push(...found.cursors)
    expect(found.next === null).toBe(!found.hasMore)
    if (found.next === null) return { ids, cursors }
    next = found.next
    if (page > 2_000) throw new Error('a walk that does not end')
  }
}

const walks = new Map<string, ReturnType<typeof walk>>()
/** The whole list with the cursor behind each element, read once over GraphQL. */
const whole = (list: List, key: string) => {
  const name = `${list.kind} ${key}`
  const known = walks.get(name) ?? walk(list, key, () => ({ count: feeds[list.kind].pageSize.max, read: overGraphQL }))
  walks.set(name, known)
  return known
}

/** Filtered lists are no operations of REST. */
const isListed = (feed: { kind: string }) => lists.some(({ kind }) => kind === feed.kind)

const keysOf = ({ kind }: List) => fixtures.feeds.filter((feed) => feed.kind === kind).map((feed) => feed.key)
const listsOf = (kinds: readonly string[]) => lists.filter((list) => kinds.includes(list.kind))
const byCursor = lists.filter((list) => list.paging === 'cursor')
const list = (kind: List['kind']): List => listsOf([kind])[0] as List

/** Few runs of many requests each. Small sizes are rarer, so that walks stay short. */
const runs = { numRuns: 3 }
const sizesFor = ({ kind }: List) => {
  const { max } = feeds[kind].pageSize
  return fc.array(
    fc.oneof(
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
      { weight: 4, arbitrary: fc.integer({ min: Math.min(5, max), max }) }
    ),
    {
      minLength: 1,
      maxLength: 6
    }
  )
}
const cycle = <T>(values: readonly T[], index: number): T => values[index % values.length] as T

describe.each(lists.map((one) => [one.kind, one] as const))('a walk over %s', (_, one) => {
  const { max } = feeds[one.kind].pageSize

  test('lists what the data has, once and in order', async () => {
    for (const feed of fixtures.feeds.filter(({ kind }) => kind === one.kind)) {
      const { ids } = await whole(one, feed.key)
      expect(ids.length).toBeGreaterThanOrEqual(feed.atLeast)
      expect(new Set(ids).size).toBe(ids.length)
      if (feed.ids !== null) expect(ids).toEqual(feed.ids)
    }
  })

  test('is the same over REST and GraphQL', async () => {
    for (const key of keysOf(one)) {
      expect((await walk(one, key, () => ({ count: max, read: overRest }))).ids).toEqual((await whole(one, key)).ids)
    }
  })

  test('is the same whatever the page sizes, mixed within one walk', async () => {
    const surfaces = one.paging === 'page' ? [overGraphQL] : [overRest, overGraphQL]
    for (const key of keysOf(one)) {
      const { ids } = await whole(one, key)
      await fc.assert(
        fc.asyncProperty(sizesFor(one), fc.constantFrom(...surfaces), async (sizes, read) => {
          expect((await walk(one, key, (page) => ({ count: cycle(sizes, page), read }))).ids).toEqual(ids)
        }),
        runs
      )
    }
  })

  test('goes on from the cursor of any edge', async () => {
    const [key = ''] = keysOf(one)
    const { ids, cursors } = await whole(one, key)
    expect(new Set(cursors).size).toBe(ids.length)
    await fc.assert(
      fc.asyncProperty(fc.nat(ids.length - 1), fc.integer({ min: 1, max }), async (index, count) => {
        const rest = ids.slice(index + 1, index + 1 + count)
        const page = await overGraphQL(one, key, count, cursors[index] ?? null)
        expect(page.ids).toEqual(rest)
        expect(page.hasMore).toBe(index + 1 + count < ids.length)
        if (one.paging === 'cursor') {
          expect((await overRest(one, key, count, cursors[index] ?? null)).ids).toEqual(rest)
        }
      }),
      { numRuns: 25 }
    )
  })
})

describe.each(byCursor.map((one) => [one.kind, one] as const))('cursors of %s', (_, one) => {
  test('work on both surfaces within one walk', async () => {
    const [key = ''] = keysOf(one)
    const { ids } = await whole(one, key)
    await fc.assert(
      fc.asyncProperty(
        sizesFor(one),
        fc.array(fc.constantFrom(overRest, overGraphQL), { minLength: 1, maxLength: 5 }),
        async (sizes, surfaces) => {
          const step = (page: number) => ({ count: cycle(sizes, page), read: cycle(surfaces, page) })
          expect((await walk(one, key, step)).ids).toEqual(ids)
        }
      ),
      runs
    )
  })

  test('are the same on both surfaces', async () => {
    const [key = ''] = keysOf(one)
    const rest = await overRest(one, key, 2, null)
    const graph = await overGraphQL(one, key, 2, null)
    if (rest.hasMore) expect(rest.next).toBe(graph.cursors.at(-1))
  })

  test('may be used again and again', async () => {
    const [key = ''] = keysOf(one)
    const { cursors, ids } = await whole(one, key)
    for (let time = 0; time < 3; time += 1) {
      expect((await overRest(one, key, 1, cursors[0] ?? null)).ids).toEqual(ids.slice(1, 2))
    }
  })

  test('that are left out, or 0 in REST, start from the beginning', async () => {
    const [key = ''] = keysOf(one)
    const { ids } = await whole(one, key)
    for (const start of [null, '0']) expect((await overRest(one, key, 3, start)).ids).toEqual(ids.slice(0, 3))
    expect((await overGraphQL(one, key, 3, null)).ids).toEqual(ids.slice(0, 3))
  })
})

describe('followers by time', () => {
  const followers = list('userFollowers')
  const key = keysOf(followers)[0] ?? ''

  test('lose and repeat nobody one by one, though several came within one second', async () => {
    const { ids } = await whole(followers, key)
    const seen: string[] = []
    let next: string | null = null
    let former = Number.POSITIVE_INFINITY
    do {
      const page: Awaited<ReturnType<typeof restPage>> = await restPage(server, followers, key, 1, next)
      const { next_max_time: nextMaxTime, total } = page.pagination
      expect(total).toBe(ids.length)
      expect(Number.isSafeInteger(nextMaxTime)).toBe(true)
      expect(nextMaxTime).toBeLessThan(former)
      former = Number(nextMaxTime)
      seen.push(...page.ids)
      next = page.next
    } while (next !== null)
    expect(seen).toEqual(ids)
  })

  test('end with an empty page for whoever asks on', async () => {
    const last = await restPage(server, followers, key, 100, null)
    const { ids } = await whole(followers, key)
    let page = last
    while (page.next !== null) page = await restPage(server, followers, key, 100, page.next)
    const beyond = await askRest(server, followers, key, { max_time: Number(page.pagination.next_max_time) })
    expect(beyond.body.data).toEqual([])
    expect(beyond.body.pagination).toEqual({
      next_max_time: page.pagination.next_max_time,
      has_more: false,
      total: ids.length
    })
  })

  test('tell the same total over GraphQL', async () => {
    const { ids } = await whole(followers, key)
    const answer = await server.query<{ user: { followers: { totalCount: number } } }>(
      'query ($key: String!) { user(by: { username: $key }) { followers(first: 3) { totalCount } } }',
      { key }
    )
    expect(answer.data?.user.followers.totalCount).toBe(ids.length)
  })

  test('take no cursor: what is not theirs is ignored', async () => {
    const { cursors, ids } = await whole(followers, key)
    const { body } = await askRest(server, followers, key, { count: 3, cursor: cursors[10] ?? '' })
    expect(body.data.map((profile) => profile.user_id)).toEqual(ids.slice(0, 3))
  })
})

describe('the sound library by page', () => {
  const library = list('soundLibrary')

  test.each(['hot', 'new'])('lists all of %s whatever the size, and tells page and total', async (sort) => {
    const { ids } = await whole(library, sort)
    for (const count of [7, 10]) {
      const seen: string[] = []
      const pages = Math.ceil(ids.length / count)
      for (let number = 1; number <= pages; number += 1) {
        const page = await restPage(server, library, sort, count, String(number))
        expect(page.pagination).toEqual({ page: number, has_more: number < pages, total: ids.length })
        seen.push(...page.ids)
      }
      expect(seen).toEqual(ids)
    }
  })

  test('is an empty page behind its end', async () => {
    const { ids } = await whole(library, 'hot')
    for (const number of [Math.ceil(ids.length / 10) + 1, 1_000_000]) {
      const page = await restPage(server, library, 'hot', 10, String(number))
      expect(page.ids).toEqual([])
      expect(page.pagination).toEqual({ page: number, has_more: false, total: ids.length })
    }
  })

  test('goes on over GraphQL from any page', async () => {
    const { ids, cursors } = await whole(library, 'new')
    const page = await overGraphQL(library, 'new', 10, cursors[19] ?? null)
    expect(page.ids).toEqual((await restPage(server, library, 'new', 10, '3')).ids)
    expect(page.ids).toEqual(ids.slice(20, 30))
  })
})

describe('a list without elements', () => {
  test.each(fixtures.emptyFeeds.filter(isListed).map((empty) => [empty.kind, empty.because, empty] as const))(
    'of %s is an empty page over both surfaces when %s',
    async (kind, _, { key }) => {
      const one = list(kind)
      expect(await overGraphQL(one, key, 5, null)).toEqual({ ids: [], cursors: [], hasMore: false, next: null })
      expect(await overRest(one, key, 5, null)).toMatchObject({ ids: [], hasMore: false, next: null })
    }
  )

  test.each(fixtures.unknownFeeds.filter(isListed))(
    'of $kind is not found when $key does not exist',
    async ({ kind, key }) => {
      const one = list(kind)
      expect(await askRest(server, one, key, {})).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
      const answer = await askGraphQL(server, one, key, { first: 5, after: null })
      expect(answer.data).toEqual({ owner: null })
      expect(answer.errors).toMatchObject([{ path: ['owner'], extensions: { code: 'NOT_FOUND' } }])
    }
  )
})

describe('a cursor that does not belong', () => {
  const refusedByRest = async (one: List, key: string, cursor: string, init?: RequestInit) => {
    const answer = await askRest(server, one, key, { count: 2, cursor }, init)
    expect(answer.status, `${one.kind} ${cursor}`).toBe(400)
    expect(answer.body).toMatchObject({
      data: null,
      pagination: null,
      error: { code: 'INVALID_PARAM', details: { param: 'cursor' } }
    })
    expect(answer.body.error?.details?.reason).toMatch(/\w+ \w+/)
  }
  const refusedByGraphQL = async (one: List, key: string, after: string) => {
    const answer = await askGraphQL(server, one, key, { first: 2, after })
    expect(answer.errors, `${one.kind} ${after}`).toMatchObject([
      {
        path: one.kind === 'soundLibrary' ? ['list'] : ['owner', 'list'],
        extensions: { code: 'INVALID_PARAM', details: { param: 'after' } }
      }
    ])
  }
  const refused = async (one: List, key: string, cursor: string) => {
    await refusedByGraphQL(one, key, cursor)
    if (one.paging === 'cursor') await refusedByRest(one, key, cursor)
  }

  test.each(lists.map((one) => [one.kind, one] as const))('to %s is refused: damaged or made up', async (_, one) => {
    const [key = ''] = keysOf(one)
    const cursor = (await whole(one, key)).cursors[0] ?? ''
    const other = cursor.startsWith('A') ? 'B' : 'A'
    const madeUp = Buffer.from('000000000000' + '1700000000.1').toString('base64url')
    for (const bad of [
      ...[other + cursor.slice(1), cursor.slice(0, -1), cursor.slice(1), `${cursor}A`, `${cursor}=`, `${cursor} `],
      ...['1', 'abc', '-1', 'null', '{}', madeUp, 'é', '💛', '\0', 'A'.repeat(4_096)]
    ]) {
      await refused(one, key, bad)
    }
  })

  test.each(lists.map((one) => [one.kind, one] as const))('to %s is refused: from another list', async (_, one) => {
    const [key = ''] = keysOf(one)
    for (const other of lists) {
      if (other.kind === one.kind) continue
      const [otherKey = ''] = keysOf(other)
      await refused(one, key, (await whole(other, otherKey)).cursors[0] ?? '')
    }
  })

  test('is refused though its list belongs to the same creator or the same keyword', async () => {
    const both = async (one: List, two: List, key: string) => {
      const [ofOne, ofTwo] = [await graphPage(server, one, key, 1, null), await graphPage(server, two, key, 1, null)]
      await refused(two, key, ofOne.cursors[0] ?? 'none')
      await refused(one, key, ofTwo.cursors[0] ?? 'none')
    }
    await both(list('userPosts'), list('userReposts'), keysOf(list('userReposts'))[0] ?? '')
    await both(list('userPosts'), list('userFollowers'), keysOf(list('userFollowers'))[0] ?? '')
    await both(list('searchTop'), list('searchVideos'), keysOf(list('searchTop'))[0] ?? '')
  })

  test.each(['userPosts', 'searchTop', 'searchVideos', 'searchUsers', 'soundLibrary'] as const)(
    'to %s is refused: from another creator, keyword or order',
    async (kind) => {
      const [key = '', other = ''] = keysOf(list(kind))
      expect(other).not.toBe('')
      await refused(list(kind), key, (await whole(list(kind), other)).cursors[0] ?? '')
      await refused(list(kind), other, (await whole(list(kind), key)).cursors[0] ?? '')
    }
  )

  test('is accepted for the same creator spelled otherwise', async () => {
    const posts = list('userPosts')
    const [key = ''] = keysOf(posts)
    const { ids, cursors } = await whole(posts, key)
    expect((await overRest(posts, `@${key.toUpperCase()}`, 2, cursors[0] ?? null)).ids).toEqual(ids.slice(1, 3))
  })

  test('is refused when it is empty or given twice', async () => {
    const posts = list('userPosts')
    const [key = ''] = keysOf(posts)
    await refused(posts, key, '')
    const { status, body } = await server.get(`/api/v1/users/${key}/posts?cursor=0&cursor=0`)
    expect(status).toBe(400)
    expect(body.error?.details?.param).toBe('cursor')
  })

  test('from a deployment with other keys is refused, and from a replica accepted', async () => {
    const otherKey = 'another-key'
    const other = await startServer({ config: { gatewayKeys: [otherKey] } })
    const replica = await startServer()
    const posts = list('userPosts')
    const [key = ''] = keysOf(posts)
    const { cursors, ids } = await whole(posts, key)
    const cursor = cursors[0] ?? ''
    const answer = await askRest(other, posts, key, { cursor }, { headers: { 'x-gateway-key': otherKey } })
    expect(answer.status).toBe(400)
    expect((await restPage(replica, posts, key, 2, cursor)).ids).toEqual(ids.slice(1, 3))
    await Promise.all([other.close(), replica.close()])
  })
})
