import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BadPosition, type PageRequest } from '../src/core/paging.ts'
import { CachedChunks } from '../src/engines/columnar/cached-chunks.ts'
import { type FoundRows, findPosts, findUsers } from '../src/engines/columnar/find-rows.ts'
import { keywordWords } from '../src/engines/columnar/keyword-words.ts'
import { Quantiles } from '../src/engines/columnar/quantiles.ts'
import { ScanTurns } from '../src/engines/columnar/scan-turns.ts'
import { summarize } from '../src/engines/columnar/summarize.ts'
import { summarizeUsers } from '../src/engines/columnar/summarize-users.ts'
import {
  type PostGroup,
  type PostGroupOrder,
  type PostGroupSorting,
  type PostNumber,
  type PostSum,
  postGroupOrders,
  postNumbers,
  postOrders,
  postSums,
  readSorting,
  type Sorting,
  userNumbers,
  userOrders
} from '../src/engines/filters/fields.ts'
import type { Condition, Facet, PostOwner, PostQuery, UserFacet, UserQuery } from '../src/engines/filters/query.ts'
import { codeNumber } from '../src/records/origin.ts'
import { expectDistribution, expectUserFacet, quantile } from './brute-force-facets.ts'
import {
  anyTables,
  hashtagName,
  nameOf,
  niches,
  type PostRow,
  someWords,
  storeOf,
  type Tables,
  type UserRow
} from './column-tables.ts'

const never = new AbortController().signal
const turns = new ScanTurns()

const readers = (chunks: CachedChunks) => ({
  posts: (query: PostQuery, request: PageRequest) =>
    turns.run(never, (turn) => findPosts(chunks, query, request, turn)),
  users: (query: UserQuery, request: PageRequest) =>
    turns.run(never, (turn) => findUsers(chunks, query, request, turn)),
  summary: (query: PostQuery, facet: Facet) => turns.run(never, (turn) => summarize(chunks, { query, facet }, turn)),
  userSummary: (query: UserQuery, facet: UserFacet) =>
    turns.run(never, (turn) => summarizeUsers(chunks, { query, facet }, turn))
})

/** What a filter means, written plainly. */
const meets = (tables: Tables, row: PostRow | UserRow, condition: Condition): boolean => {
  if ('all' in condition) return condition.all.every((part) => meets(tables, row, part))
  if ('any' in condition) return condition.any.some((part) => meets(tables, row, part))
  if ('number' in condition) {
    const { number, min, max, not } = condition
    const numbers: Readonly<Record<string, number>> = row.numbers
    const value = numbers[number] ?? Number.NaN
    if (Number.isNaN(value)) return false
    return ((min === null || value >= min) && (max === null || value <= max)) !== not
  }
  if ('keyword' in condition) {
    return condition.keyword.split(' ').every((word) => row.words.includes(word)) !== condition.not
  }
  if ('text' in condition) {
    const niche = 'niche' in row ? row.niche : null
    return niche !== null && condition.anyOf.includes(niche) !== condition.not
  }
  if ('origin' in condition) {
    const code = row.origin[condition.origin]
    return code !== null && condition.anyOf.includes(code) !== condition.not
  }
  if ('flag' in condition) {
    if (!('hashtags' in row)) return false
    return tables.sounds.find((sound) => sound.row === row.sound)?.isOriginal === Number(condition.is)
  }
  if ('author' in condition) {
    const author = 'author' in row ? tables.users.find((user) => user.row === row.author) : undefined
    return author !== undefined && meets(tables, author, condition.author)
  }
  if ('posts' in condition) {
    const { posts, not } = condition
    const isSuch = (post: PostRow) =>
      post.isListed && post.author === row.row && (posts === null || meets(tables, post, posts))
    return tables.posts.some(isSuch) !== not
  }
  if (!('hashtags' in row)) throw new Error('creators refer to nothing')
  const { reference, anyOf, not } = condition
  const refers = (): boolean => {
    if (reference === 'hashtag') return row.hashtags.some((tag) => anyOf.includes(hashtagName(tag)))
    const to = row[reference]
    if (to === null) return false
    const exists =
      reference === 'place' || (reference === 'author' ? tables.users : tables.sounds).some((other) => other.row === to)
    return exists && anyOf.includes(nameOf(reference, to))
  }
  return refers() !== not && !(reference === 'author' && row.author === null)
}

const isOf = (tables: Tables, post: PostRow, of: PostOwner | null): boolean => {
  if (of === null) return true
  if (of.feed === 'collectionPosts') return tables.collection.includes(post.row)
  if (of.feed === 'hashtagPosts') return post.hashtags.some((tag) => nameOf('hashtag', tag) === of.key)
  const reference = of.feed === 'userPosts' ? 'author' : of.feed === 'soundPosts' ? 'sound' : 'place'
  return post[reference] !== null && nameOf(reference, post[reference]) === of.key
}

const down = (a: number, b: number): number => {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b))
  return b - a
}
const up = (a: number, b: number): number => (Number.isNaN(a) || Number.isNaN(b) ? down(a, b) : a - b)

const expectedPosts = (tables: Tables, { of, where, order }: PostQuery): PostRow[] => {
  const posts = tables.posts.filter(
    (post) => post.isListed && isOf(tables, post, of) && (where === null || meets(tables, post, where))
  )
  if (order === null && of?.feed === 'collectionPosts') {
    return tables.collection.flatMap((row) => posts.find((post) => post.row === row) ?? [])
  }
  const sorting = readSorting(order ?? 'NEWEST')
  const { column, direction } = postOrders[sorting.order]
  const compare = (direction === 'ASC') === sorting.isReversed ? down : up
  return posts.sort(
    (a, b) =>
      compare(a.numbers[column], b.numbers[column]) ||
      down(a.numbers.created_at, b.numbers.created_at) ||
      b.idOrder - a.idOrder ||
      b.row - a.row
  )
}

const expectedUsers = (tables: Tables, { where, order }: UserQuery): UserRow[] => {
  const users = tables.users.filter((user) => user.isListed && (where === null || meets(tables, user, where)))
  const sorting = readSorting(order ?? 'FOLLOWERS')
  const { column } = userOrders[sorting.order]
  const compare = sorting.isReversed ? up : down
  const byName = (a: UserRow, b: UserRow): number => {
    if (a.username === null || b.username === null) return Number(a.username === null) - Number(b.username === null)
    return Buffer.compare(Buffer.from(a.username), Buffer.from(b.username)) * (sorting.isReversed ? -1 : 1)
  }
  return users.sort(
    (a, b) =>
      (column === 'username' ? byName(a, b) : compare(a.numbers[column], b.numbers[column])) ||
      b.idOrder - a.idOrder ||
      b.row - a.row
  )
}

const anyEnd = fc.option(
  fc.oneof(fc.nat(5), fc.constantFrom(0.5, 0.1, 70_000, 1_700_000_000 + 86_400 * 30, 2 ** 53 - 1))
)
const not = fc.boolean()
const anyNames = (reference: 'author' | 'hashtag' | 'sound' | 'place') =>
  fc.array(
    reference === 'hashtag'
      ? fc.oneof(fc.constantFrom(0, 1, 2, 70_000, 5).map((row) => nameOf(reference, row)))
      : fc.nat(12).map((row) => nameOf(reference, row)),
    { maxLength: reference === 'hashtag' ? 25 : 4 }
  )
const anyReference = <R extends 'author' | 'hashtag' | 'sound' | 'place'>(...references: R[]) =>
  fc
    .constantFrom(...references)
    .chain((reference) => fc.record({ reference: fc.constant(reference), anyOf: anyNames(reference), not }))
const anyKeyword = fc.record({
  keyword: fc.subarray(someWords, { minLength: 1 }).map((words) => words.join(' ')),
  not
})

const tree = (leaf: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
  fc.letrec<{ node: Condition; leaf: Condition; all: Condition; any: Condition }>((tie) => ({
    leaf,
    all: fc.record({ all: fc.array(tie('node'), { maxLength: 3 }) }),
    any: fc.record({ any: fc.array(tie('node'), { maxLength: 3 }) }),
    node: fc.oneof({ maxDepth: 3 }, { arbitrary: tie('leaf'), weight: 3 }, tie('all'), tie('any'))
  })).node

const anyOrigin = fc.oneof(
  fc.record({ origin: fc.constant('country'), anyOf: fc.subarray(['JP', 'ZW', 'AD'], { minLength: 1 }), not }),
  fc.record({ origin: fc.constant('language'), anyOf: fc.subarray(['ja', 'fil', 'aa'], { minLength: 1 }), not })
)

/** `relations`: how many conditions on authors and their posts may be within each other. */
const postConditions = (relations: number): fc.Arbitrary<Condition> =>
  tree(
    fc.oneof(
      fc.record({ number: fc.constantFrom(...postNumbers), min: anyEnd, max: anyEnd, not }),
      anyReference('author', 'hashtag', 'hashtag', 'sound', 'place'),
      fc.record({ flag: fc.constant('sound_is_original'), is: fc.boolean() }),
      anyOrigin,
      anyKeyword,
      ...(relations === 0 ? [] : [fc.record({ author: userConditions(relations - 1) })])
    )
  )
const userConditions = (relations: number): fc.Arbitrary<Condition> =>
  tree(
    fc.oneof(
      fc.record({ number: fc.constantFrom(...userNumbers), min: anyEnd, max: anyEnd, not }),
      fc.record({ text: fc.constant('niche'), anyOf: fc.subarray([...niches, 'none']), not }),
      anyOrigin,
      anyKeyword,
      ...(relations === 0 ? [] : [fc.record({ posts: fc.option(postConditions(relations - 1)), not })])
    )
  )
const [postCondition, userCondition] = [postConditions(2), userConditions(2)]
// Keys of the two tables.
const sortings = <O extends string>(orders: Readonly<Record<O, unknown>>) =>
  fc.option(fc.constantFrom(...(Object.keys(orders) as O[]).flatMap((order): Sorting<O>[] => [order, `-${order}`])))
const postOrder = sortings(postOrders)
const userOrder = sortings(userOrders)

const anyOwner = (tables: Tables): fc.Arbitrary<PostOwner | null> =>
  fc.option(
    fc.oneof(
      fc.constant<PostOwner>({ feed: 'collectionPosts', key: 'collection' }),
      fc.constantFrom(0, 1, 2).map((row): PostOwner => ({ feed: 'hashtagPosts', key: nameOf('hashtag', row) })),
      fc.constantFrom(3, 4).map((row): PostOwner => ({ feed: 'placePosts', key: nameOf('place', row) })),
      ...tables.users
        .slice(0, 3)
        .map(({ row }) => fc.constant<PostOwner>({ feed: 'userPosts', key: nameOf('author', row) })),
      ...tables.sounds
        .slice(0, 3)
        .map(({ row }) => fc.constant<PostOwner>({ feed: 'soundPosts', key: nameOf('sound', row) }))
    )
  )

const anyPostQuery = (tables: Tables): fc.Arbitrary<PostQuery> =>
  fc.record({ of: anyOwner(tables), where: fc.option(postCondition), order: postOrder })
/** Without a filter, lists by name are long enough to leave out rows of later groups. */
const sortedByName = fc.record({
  where: fc.constant(null),
  order: fc.constantFrom('USERNAME' as const, '-USERNAME' as const)
})
const anyUserQuery: fc.Arbitrary<UserQuery> = fc.oneof(
  { arbitrary: fc.record({ where: fc.option(userCondition), order: userOrder }), weight: 2 },
  { arbitrary: sortedByName, weight: 1 }
)

const postCase = anyTables.chain((tables) =>
  fc.record({ tables: fc.constant(tables), query: anyPostQuery(tables), size: fc.integer({ min: 1, max: 7 }) })
)

/** Stores that answer at once, later, and through a cache that is too small to keep anything. */
const anyChunks = (tables: Tables) => [
  new CachedChunks(storeOf(tables)),
  new CachedChunks(storeOf(tables, async (value) => value)),
  new CachedChunks(storeOf(tables), { maxBytes: 1 })
]

/** All pages of a list, the size of each one more than that of the page before. */
const walk = async (
  read: (request: PageRequest) => Promise<FoundRows | null>,
  size: number
): Promise<{ rows: number[]; scanned: number[] }> => {
  const rows: number[] = []
  const scanned: number[] = []
  let after: string | null = null
  for (let count = size; ; count++) {
    const page: FoundRows | null = await read({ count, after })
    if (page === null) throw new Error('The list does not exist.')
    expect(page.rows.length).toBeLessThanOrEqual(count)
    rows.push(...page.rows)
    scanned.push(page.scanned)
    after = page.next
    if (after === null) return { rows, scanned }
    expect(page.rows).toHaveLength(count)
    expect(page.positions.at(-1)).toBe(after)
  }
}

const runs = { numRuns: 400 }

describe('a list of posts', () => {
  test('has the posts that meet the filter, in the order asked for, whatever the pages', async () => {
    await fc.assert(
      fc.asyncProperty(postCase, async ({ tables, query, size }) => {
        const expected = expectedPosts(tables, query).map(({ row }) => row)
        const compared = tables.posts.filter((post) => post.isListed && isOf(tables, post, query.of)).length
        for (const chunks of anyChunks(tables)) {
          const { rows, scanned } = await walk((request) => readers(chunks).posts(query, request), size)
          expect(rows).toEqual(expected)
          expect(new Set(scanned)).toEqual(new Set([compared]))
        }
      }),
      runs
    )
  })

  test('goes on after a position whatever was removed or added in between', async () => {
    await fc.assert(
      fc.asyncProperty(postCase, fc.nat(), async ({ tables, query: anyOrder, size }, seed) => {
        // The order of a collection is that of its places, which change with it.
        const query = { ...anyOrder, order: anyOrder.order ?? 'NEWEST' }
        // What authors have posted changes with the removed posts.
        fc.pre(!JSON.stringify(query.where).includes('"posts":'))
        const first = await readers(new CachedChunks(storeOf(tables))).posts(query, { count: size, after: null })
        if (first === null || first.next === null) return
        const all = expectedPosts(tables, query)
        const posts = tables.posts.filter(({ row }) => (row * 31 + seed) % 3 > 0)
        const fewer = { ...tables, posts }
        // Owners and authors of the other posts are as before.
        const rest = all.slice(size).filter((post) => posts.includes(post))
        const chunks = new CachedChunks(storeOf(fewer))
        const page = await readers(chunks).posts(query, { count: 100, after: first.next })
        expect(page?.rows).toEqual(rest.map(({ row }) => row))
      }),
      runs
    )
  })

  test('does not exist without its owner', async () => {
    const tables: Tables = { posts: [], users: [], sounds: [], collection: [] }
    const { posts, summary } = readers(new CachedChunks(storeOf(tables)))
    for (const feed of ['userPosts', 'soundPosts', 'placePosts', 'hashtagPosts', 'collectionPosts'] as const) {
      const query: PostQuery = { of: { feed, key: 'nobody' }, where: null, order: null }
      expect(await posts(query, { count: 5, after: null })).toBeNull()
      expect(await summary(query, { kind: 'count' })).toBeNull()
    }
    const all = await posts({ of: null, where: null, order: null }, { count: 5, after: null })
    expect(all).toEqual({ rows: [], positions: [], next: null, scanned: 0 })
  })
})

describe('a list of creators', () => {
  test('has those that meet the filter, in the order asked for, whatever the pages', async () => {
    await fc.assert(
      fc.asyncProperty(anyTables, anyUserQuery, fc.integer({ min: 1, max: 7 }), async (tables, query, size) => {
        const expected = expectedUsers(tables, query).map(({ row }) => row)
        for (const chunks of anyChunks(tables)) {
          const { rows } = await walk((request) => readers(chunks).users(query, request), size)
          expect(rows).toEqual(expected)
          expect(await readers(chunks).userSummary(query, { kind: 'count' })).toMatchObject({ count: expected.length })
        }
      }),
      runs
    )
  })
})

const anyBins = fc.oneof(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 100 }))
const anyUserFacet: fc.Arbitrary<UserFacet> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('count', 'tiers', 'followers', 'engagement_rate', 'authority_score')
  }),
  fc.record({ kind: fc.constant('niches'), first: fc.integer({ min: 1, max: 3 }) })
)

describe('facets', () => {
  const tops = (posts: readonly PostRow[], keysOf: (post: PostRow) => readonly (number | null)[], first: number) => {
    const entries = new Map<number, { key: number; posts: number; plays: number }>()
    for (const post of posts) {
      for (const key of keysOf(post)) {
        if (key === null) continue
        const entry = entries.get(key) ?? { key, posts: 0, plays: 0 }
        entries.set(key, { key, posts: entry.posts + 1, plays: entry.plays + (post.numbers.plays || 0) })
      }
    }
    return [...entries.values()].sort((a, b) => b.posts - a.posts || b.plays - a.plays || a.key - b.key).slice(0, first)
  }

  const groupKeys: Readonly<Record<PostGroup, (post: PostRow) => readonly (number | null)[]>> = {
    CREATOR: ({ author }) => [author],
    HASHTAG: ({ hashtags }) => hashtags,
    SOUND: ({ sound }) => [sound],
    PLACE: ({ place }) => [place],
    COUNTRY: ({ origin }) => [origin.country === null ? null : codeNumber(origin.country)],
    LANGUAGE: ({ origin }) => [origin.language === null ? null : codeNumber(origin.language)]
  }
  /** Sums of larger numbers depend on the order in which they are added up. */
  const withExactSums = ({ posts, ...tables }: Tables): Tables => ({
    ...tables,
    posts: posts.map((post) => ({
      ...post,
      // The same names.
      numbers: Object.fromEntries(
        Object.entries(post.numbers).map(([name, value]) => [name, value > 2 ** 45 ? 2 ** 45 : value])
      ) as PostRow['numbers']
    }))
  })
  const groupsOf = (
    posts: readonly PostRow[],
    keysOf: (post: PostRow) => readonly (number | null)[],
    sorting: PostGroupSorting
  ) => {
    const { order, isReversed } = readSorting(sorting)
    const members = posts.flatMap((post) => keysOf(post).flatMap((key) => (key === null ? [] : [{ key, post }])))
    const known = (of: readonly { post: PostRow }[], name: PostNumber) =>
      of.map(({ post }) => post.numbers[name]).filter((number) => !Number.isNaN(number))
    const sum = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
    const groups = [...Map.groupBy(members, ({ key }) => key)].map(([key, of]) => {
      const totals = postSums.map((name): [PostSum, number | null] => {
        const numbers = known(of, name)
        return [name, numbers.length === 0 ? null : sum(numbers)]
      })
      const rates = known(of, 'engagement_rate')
      return {
        key,
        posts: of.length,
        // One entry for each sum.
        sums: Object.fromEntries(totals) as Record<PostSum, number | null>,
        engagement_rate: rates.length === 0 ? null : expect.closeTo(sum(rates) / rates.length, 9)
      }
    })
    const measure = ({ posts, sums }: (typeof groups)[number], by: PostGroupOrder) =>
      // The other orders are named like the sums.
      by === 'COUNT' ? posts : (sums[by.toLowerCase() as PostSum] ?? 0)
    const isUnknown = ({ sums }: (typeof groups)[number]) =>
      order !== 'COUNT' && sums[order.toLowerCase() as PostSum] === null
    const second = order === 'COUNT' ? 'PLAYS' : 'COUNT'
    return groups.sort(
      (a, b) =>
        Number(isUnknown(a)) - Number(isUnknown(b)) ||
        (isReversed ? measure(a, order) - measure(b, order) : measure(b, order) - measure(a, order)) ||
        measure(b, second) - measure(a, second) ||
        a.key - b.key
    )
  }

  const startOf = (step: 'DAY' | 'WEEK' | 'MONTH', seconds: number): number => {
    const date = new Date(seconds * 1_000)
    date.setUTCHours(0, 0, 0, 0)
    if (step === 'MONTH') date.setUTCDate(1)
    while (step === 'WEEK' && date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1)
    return date.getTime() / 1_000
  }

  test('count what the list has', async () => {
    const first = fc.integer({ min: 1, max: 4 })
    const step = fc.constantFrom('DAY', 'WEEK', 'MONTH')
    await fc.assert(
      fc.asyncProperty(
        postCase,
        first,
        step,
        fc.constantFrom(...postGroupOrders.flatMap((order) => [order, `-${order}`] as const)),
        async (asked, first, step, order) => {
          const { query } = asked
          const tables = withExactSums(asked.tables)
          const posts = expectedPosts(tables, query)
          const { summary } = readers(new CachedChunks(storeOf(tables)))
          expect(await summary(query, { kind: 'count' })).toMatchObject({ count: posts.length, plays: null })
          for (const [by, keysOf] of Object.entries(groupKeys) as [PostGroup, (typeof groupKeys)[PostGroup]][]) {
            const found = (await summary(query, { kind: 'groups', by, order, first }))?.groups
            expect(found, `${by} ${order}`).toEqual(groupsOf(posts, keysOf, order).slice(0, first))
          }
          const [{ sums } = {}] = groupsOf(posts, () => [0], 'COUNT')
          const none = Object.fromEntries(postSums.map((name) => [name, null]))
          expect((await summary(query, { kind: 'sums' }))?.sums).toEqual(sums ?? none)
          const dated = posts.filter(({ numbers }) => !Number.isNaN(numbers.created_at))
          const played = dated.filter(({ numbers }) => !Number.isNaN(numbers.plays))
          const isKnown = new Set(played.map(({ numbers }) => startOf(step, numbers.created_at)))
          const steps = tops(dated, ({ numbers }) => [startOf(step, numbers.created_at)], 1_000)
          expect((await summary(query, { kind: 'timeline', step }))?.timeline).toEqual(
            steps
              .map(({ key, posts, plays }) => ({ start: key, posts, plays: isKnown.has(key) ? plays : null }))
              .sort((a, b) => a.start - b.start)
          )
        }
      ),
      { numRuns: 120 }
    )
  })

  test('have exact quantiles of known numbers, and histograms with each of them in its bin', async () => {
    const kinds = fc.constantFrom('plays', 'likes', 'duration_seconds', 'engagement_rate')
    await fc.assert(
      fc.asyncProperty(postCase, kinds, anyBins, async ({ tables, query }, kind, bins) => {
        const numbers = expectedPosts(tables, query).map(({ numbers }) => numbers[kind])
        const { summary } = readers(new CachedChunks(storeOf(tables)))
        const found = (await summary(query, { kind }))?.[kind]
        expectDistribution(
          found,
          numbers.map((value) => (Number.isNaN(value) ? null : value)),
          bins
        )
      }),
      runs
    )
  })

  test('count creators', async () => {
    await fc.assert(
      fc.asyncProperty(anyTables, anyUserQuery, anyUserFacet, anyBins, async (tables, query, facet, bins) => {
        const { userSummary } = readers(new CachedChunks(storeOf(tables)))
        expectUserFacet(await userSummary(query, facet), expectedUsers(tables, query), facet, bins)
      }),
      runs
    )
  })
})

test('quantiles are exact for numbers of any size, many of them equal', () => {
  const sizes = fc.oneof(
    fc.nat(3),
    fc.integer({ min: 0, max: 45 }).map((power) => Math.floor(2 ** power * 1.37)),
    fc.maxSafeNat()
  )
  fc.assert(
    fc.property(fc.array(sizes, { minLength: 1, maxLength: 300 }), fc.integer({ min: 1, max: 9 }), (values, times) => {
      const quantiles = new Quantiles('COUNT')
      const all = Float64Array.from(Array(times).fill(values).flat())
      quantiles.count(all)
      expect(quantiles.choose()).toBe(true)
      quantiles.keep(all)
      const sorted = [...all].sort((a, b) => a - b)
      expect(quantiles.result()).toMatchObject({
        min: sorted[0],
        p25: quantile(sorted, 0.25),
        median: quantile(sorted, 0.5),
        p75: quantile(sorted, 0.75),
        p90: quantile(sorted, 0.9),
        max: sorted.at(-1)
      })
    }),
    runs
  )
})

describe('a position', () => {
  test('is refused by any other order, and so is anything made up', async () => {
    await fc.assert(
      fc.asyncProperty(postCase, postOrder, async ({ tables, query }, order) => {
        fc.pre((order ?? 'NEWEST') !== (query.order ?? 'NEWEST'))
        const { posts, users } = readers(new CachedChunks(storeOf(tables)))
        const page = await posts(query, { count: 1, after: null })
        const [position] = page?.positions ?? []
        fc.pre(position !== undefined && query.of?.feed !== 'collectionPosts')
        const after = position ?? ''
        await expect(posts({ ...query, order }, { count: 1, after })).rejects.toThrow(BadPosition)
        await expect(users({ where: null, order: null }, { count: 1, after })).rejects.toThrow(BadPosition)
        for (const bad of ['', '.', '0', `${after}.0`, `${after}.5.1`, `0${after}`, `${after}x`, after.slice(0, -2)]) {
          await expect(posts(query, { count: 1, after: bad })).rejects.toThrow(BadPosition)
        }
      }),
      { numRuns: 150 }
    )
  })
})

describe('a scan', () => {
  /** 100 row groups of one post each. */
  const tables: Tables = {
    posts: Array.from({ length: 100 }, (_, at) => ({
      ...{ row: at * 4_096, isListed: true, author: null, sound: null, place: null, idOrder: at, searchKey: at },
      ...{ hashtags: [1], words: ['cat'], origin: { country: null, language: null } },
      // The key of every number is there.
      numbers: Object.fromEntries(postNumbers.map((name) => [name, at])) as Record<PostNumber, number>
    })),
    users: [],
    sounds: [],
    collection: []
  }
  const query: PostQuery = { of: null, where: null, order: null }
  const filtered: PostQuery = { ...query, where: { number: 'plays', min: 1, max: null, not: false } }

  test('reads chunks of consecutive row groups together, each once, and none that its order excludes', async () => {
    const reads: string[] = []
    const store = storeOf(tables, (value, read) => {
      reads.push(read)
      return value
    })
    const { posts, summary } = readers(new CachedChunks(store))
    expect(await summary(filtered, { kind: 'count' })).toMatchObject({ count: 99 })
    const plays = reads.filter((read) => read.startsWith('posts.plays'))
    expect(plays).toEqual(['posts.plays 0-32', 'posts.plays 32-64', 'posts.plays 64-96', 'posts.plays 96-100'])
    reads.length = 0
    expect((await posts({ ...query, order: 'PLAYS' }, { count: 2, after: null }))?.rows).toEqual([
      99 * 4_096,
      98 * 4_096
    ])
    // Ranges of plays are known, so the first page needs the other columns of the groups with the most plays only.
    expect(reads.filter((read) => read.startsWith('posts.')).sort()).toEqual(
      ['created_at', 'id_order'].map((column) => `posts.${column} 68-100`)
    )
    reads.length = 0
    await posts({ ...query, order: 'PLAYS' }, { count: 2, after: null })
    expect(reads).toEqual(['groups'])
  })

  test('reads everything again in a new generation', async () => {
    let generation = 'first'
    const reads: string[] = []
    const store = storeOf(tables, (value, read) => {
      reads.push(read)
      return value
    })
    const chunks = new CachedChunks(store, { generation: () => generation })
    const { summary } = readers(chunks)
    await summary(filtered, { kind: 'count' })
    const before = reads.length
    await summary(filtered, { kind: 'count' })
    expect(reads).toHaveLength(before + 1)
    generation = 'second'
    await summary(filtered, { kind: 'count' })
    expect(reads).toHaveLength(2 * before + 1)
  })

  test('keeps no more than its limit', async () => {
    const chunks = new CachedChunks(storeOf(tables), { maxBytes: 5_000 })
    await readers(chunks).summary(filtered, { kind: 'count' })
    expect(chunks.bytes).toBeGreaterThan(0)
    expect(chunks.bytes).toBeLessThanOrEqual(5_000)
  })

  test('over too many rows is refused, and its count is unknown', async () => {
    const chunks = new CachedChunks(storeOf(tables))
    const within = (maxRows: number, where: Condition | null) =>
      turns.run(never, (turn) => findPosts(chunks, { ...query, where }, { count: 1, after: null }, turn, { maxRows }))
    for (const where of [null, filtered.where]) {
      expect((await within(100, where))?.scanned).toBe(100)
      await expect(within(99, where)).rejects.toMatchObject({ code: 'INVALID_PARAM', details: { param: 'filter' } })
    }
    const summary = (facet: Facet) =>
      turns.run(never, (turn) => summarize(chunks, { query, facet }, turn, { maxRows: 99 }))
    expect(await summary({ kind: 'count' })).toMatchObject({ count: null })
    await expect(summary({ kind: 'plays' })).rejects.toMatchObject({ code: 'INVALID_PARAM' })
  })

  test('over many row groups lets other work run in between, and ends with its deadline', async () => {
    let time = 0
    // Every look at the clock finds the slice over.
    const slow = new ScanTurns({ now: () => (time += 10) })
    const chunks = new CachedChunks(storeOf(tables))
    const run = (signal: AbortSignal) =>
      slow.run(signal, (turn) => summarize(chunks, { query: filtered, facet: { kind: 'plays' } }, turn))
    let probes = 0
    let isDone = false
    const probe = (): void => {
      probes += 1
      if (!isDone) setImmediate(probe)
    }
    probe()
    expect((await run(never))?.plays).toMatchObject({ min: 1, median: 50, max: 99 })
    isDone = true
    expect(probes).toBeGreaterThan(100)
    const late = new Error('late')
    const controller = new AbortController()
    const ended = run(controller.signal)
    setImmediate(() => controller.abort(late))
    await expect(ended).rejects.toBe(late)
  })

  test('refuses a timeline of too many steps', async () => {
    const posts = tables.posts.slice(0, 1).flatMap((post) =>
      Array.from({ length: 5_001 }, (_, day) => ({
        ...{ ...post, row: day },
        numbers: { ...post.numbers, created_at: day * 86_400 }
      }))
    )
    const { summary } = readers(new CachedChunks(storeOf({ ...tables, posts })))
    await expect(summary(query, { kind: 'timeline', step: 'DAY' })).rejects.toMatchObject({
      details: { param: 'step' }
    })
    expect((await summary(query, { kind: 'timeline', step: 'WEEK' }))?.timeline).toHaveLength(715)
  })
})

describe('turns', () => {
  /** A clock that stands still but for what scans say they took. */
  const clock = () => {
    let now = 0
    return { now: () => now, spend: (ms: number) => (now += ms) }
  }

  test('let one slice run in each iteration of the event loop, in turn, and other work in between', async () => {
    const { now, spend } = clock()
    const turns = new ScanTurns({ now })
    const order: string[] = []
    const scan = (name: string) =>
      turns.run(never, async (turn) => {
        for (let step = 0; step < 3; step++) {
          if (turn.isOver) await turn.rest()
          order.push(name)
          spend(10)
        }
      })
    let isDone = false
    const probe = (): void => {
      order.push('-')
      if (!isDone) setImmediate(probe)
    }
    setImmediate(probe)
    await Promise.all([scan('a'), scan('b')])
    isDone = true
    const slices = order.join('').split(/-+/)
    // The first scan waits again before the second begins.
    expect(slices.join('')).toBe('aababb')
    expect(slices.every((slice) => slice.length <= 1)).toBe(true)
  })

  test('share a slice among short scans, which never wait', async () => {
    const turns = new ScanTurns({ now: clock().now })
    let looks = 0
    const immediate = setImmediate(() => (looks += 1))
    const scans = ['a', 'b', 'c'].map((name) =>
      turns.run(never, async (turn) => {
        if (turn.isOver) await turn.rest()
        return name
      })
    )
    expect(await Promise.all(scans)).toEqual(['a', 'b', 'c'])
    expect(looks).toBe(0)
    clearImmediate(immediate)
  })

  test('end a scan whose deadline has passed', async () => {
    const { now, spend } = clock()
    const turns = new ScanTurns({ now })
    const late = new Error('late')
    const controller = new AbortController()
    let steps = 0
    const endless = turns.run(controller.signal, async (turn) => {
      for (;;) {
        steps += 1
        spend(10)
        if (turn.isOver) await turn.rest()
      }
    })
    setImmediate(() => controller.abort(late))
    await expect(endless).rejects.toBe(late)
    expect(steps).toBeGreaterThan(0)
    await expect(turns.run(controller.signal, async () => 1)).rejects.toBe(late)
    expect(await turns.run(never, async () => 1)).toBe(1)
  })

  test('let scans beyond their number wait until others end', async () => {
    const turns = new ScanTurns({ maxScans: 2 })
    let most = 0
    let now = 0
    const scans = Array.from({ length: 9 }, (_, index) =>
      turns.run(never, async () => {
        now += 1
        most = Math.max(most, now)
        await new Promise(setImmediate)
        now -= 1
        if (index % 3 === 0) throw new Error('no such column')
        return index
      })
    )
    const ends = await Promise.allSettled(scans)
    expect(ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))).toEqual([1, 2, 4, 5, 7, 8])
    expect(most).toBe(2)
  })

  test('refuse scans when too many wait, and let go of those whose deadline has passed', async () => {
    const turns = new ScanTurns({ maxScans: 1, maxQueued: 1 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const running = turns.run(never, () => promise)
    const controller = new AbortController()
    const late = turns.run(controller.signal, async () => 1)
    await expect(turns.run(never, async () => 1)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 1,
      isFault: false
    })
    controller.abort(new Error('late'))
    await expect(late).rejects.toThrow('late')
    const next = turns.run(never, async () => 2)
    resolve()
    await running
    expect(await next).toBe(2)
    expect(await turns.run(never, async () => 3)).toBe(3)
  })
})

test('keywords become the words that an index has of them', () => {
  expect(keywordWords('Cats  cats #StreetFood @mira.bakes7')).toEqual(['cat', '#streetfood', 'mira', 'bakes7'])
  expect(keywordWords(' … ')).toEqual([])
})
