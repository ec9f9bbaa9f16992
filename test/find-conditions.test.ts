import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conditionsOf, ordersOf, readFind } from '../src/surfaces/views/conditions.ts'
import { type Findable, findables, routeOf } from '../src/surfaces/views/route.ts'
import { startServer, type TestServer } from './server.ts'

const read = (search: string) => {
  const route = routeOf(search)
  if (route.view !== 'find') throw new Error(`${search} is no find page`)
  return readFind(route)
}

/** What somebody may state for each condition. */
const examples: Readonly<Record<Findable, Readonly<Record<string, string>>>> = {
  creators: {
    followers: '10k-1.5M',
    engagement: '5-',
    niche: 'cooking,easyrecipes',
    keyword: 'maya',
    growth: '-1-50',
    authority: '50-100',
    tier: '2',
    hashtags: '#easyrecipes, fyp',
    country: 'us, JP',
    language: 'en',
    'last-post': '2026-06-01..2026-11-01',
    verified: 'yes',
    live: 'no',
    private: 'no'
  },
  posts: {
    keyword: 'soup',
    hashtags: 'easyrecipes',
    published: '2026-06-01..',
    plays: '10,000-',
    likes: '-1000',
    engagement: '2.5 %-8 %',
    growth: '1-',
    authors: '@maya.nguyen',
    country: 'US',
    language: 'en, ja',
    duration: '15-60',
    verified: 'yes',
    ad: 'no',
    original: 'yes'
  }
}

const lists = {
  creators: ['users', 'UserFilter', 'UserOrder'],
  posts: ['posts', 'PostFilter', 'PostOrder']
} as const

describe('conditions in the address of a find page', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server?.close())

  const total = async (of: Findable, variables: Record<string, unknown>): Promise<number> => {
    const [list, filter, order] = lists[of]
    const { data, errors } = await server.query<Record<string, { totalCount: number }>>(
      `query ($filter: ${filter}, $orderBy: ${order}) { ${list}(filter: $filter, orderBy: $orderBy, first: 1) { totalCount } }`,
      variables
    )
    expect(errors).toBeUndefined()
    return data?.[list]?.totalCount ?? Number.NaN
  }

  test.each(findables)('all find fewer %s than there are', async (of) => {
    expect(Object.keys(examples[of])).toEqual(conditionsOf[of].map(({ name }) => name))
    const all = await total(of, {})
    for (const [name, text] of Object.entries(examples[of])) {
      const { misstated, variables } = read(`?${new URLSearchParams({ find: of, [name]: text })}`)
      expect([name, misstated]).toEqual([name, []])
      expect([name, (await total(of, variables)) < all]).toEqual([name, true])
    }
  })

  test.each(findables)('can be combined, in every order of %s', async (of) => {
    for (const order of Object.keys(ordersOf[of])) {
      const { misstated, variables } = read(`?${new URLSearchParams({ find: of, ...examples[of], order })}`)
      expect(misstated).toEqual([])
      await total(of, variables)
    }
  })

  test('are the filter of the graph, in words that say the same', () => {
    const { stated, variables } = read(
      '?find=creators&niche=%23Cooking&engagement=5-&followers=10000-1.5m&order=last_post_at'
    )
    expect(variables).toEqual({
      filter: { engagementRate: { min: 0.05 }, followers: { max: 1_500_000, min: 10_000 }, niche: ['Cooking'] },
      first: 30,
      orderBy: 'LAST_POST'
    })
    expect(stated.map(({ title, words }) => `${title}: ${words}`)).toEqual([
      'Niche: Cooking',
      'Engagement rate: from 5 %',
      'Followers: 10,000 to 1.5m'
    ])
  })

  test('end with the fraction that a typed percentage is', () => {
    for (const [typed, rate] of [
      ['1.1', 0.011],
      ['0.57', 0.0057],
      ['16.1', 0.161]
    ] as const) {
      expect(read(`?find=posts&engagement=${typed}-`).variables.filter).toEqual({ engagementRate: { min: rate } })
    }
  })

  test('include the last day of a range of days', () => {
    expect(read('?find=posts&published=2026-02-01..2026-02-28').variables.filter).toEqual({
      createdAt: { from: '2026-02-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' }
    })
  })

  test.each([
    ['creators', 'followers', 'many-', '“many” is not a number. 10000, 10k and 1.5M are.'],
    ['creators', 'followers', '10000', '“10000” is not a range.'],
    ['creators', 'followers', '20k-10k', 'The range ends before it begins.'],
    ['creators', 'authority', '-101', 'It is at most 100.'],
    ['creators', 'growth', '-200-', 'It is at least -100.'],
    ['creators', 'verified', 'perhaps', '“perhaps” is none of yes, no.'],
    ['creators', 'tier', 'constructor', '“constructor” is none of 1, 2, 3, 4.'],
    ['creators', 'niche', ' , ,', 'It names nothing.'],
    ['posts', 'published', '2026-02-30..', '“2026-02-30” is not a day. 2026-05-04 is.'],
    ['posts', 'followers', '1-', 'There is no condition “followers” on posts.'],
    ['posts', 'order', 'toString', 'There is no order “toString”.']
  ])('on %s of which one, %s=%s, is unclear: %s', (of, name, text, message) => {
    const { misstated } = read(`?${new URLSearchParams({ find: of, [name]: text })}`)
    expect(misstated.map((each) => [each.name, each.message])).toEqual([[name, message]])
  })
})
