import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { readAnyData } from '../src/core/config/data-location.ts'
import { importFiles } from '../src/ingest/import.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { createDatabase, fillDatabase, hasNoPostgres } from './own-postgres.ts'
import { patient, startServer, type TestServer } from './server.ts'

/** Growth as a field, a filter, an order and a ranking is one number. */

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-growth-'))
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const serverOver = async (data: string | undefined): Promise<TestServer> => {
  const config = { ...patient, ...(data === undefined ? {} : { data: readAnyData(data) }) }
  const server = await startServer({ config })
  closing.push(() => server.close())
  return server
}

const asked = async <T>(server: TestServer, query: string, variables: Record<string, unknown> = {}): Promise<T> => {
  const { data, errors } = await server.query<T>(query, variables)
  expect(errors).toBe(undefined)
  return data as T
}

type Grown = {
  rate: number | null
  leastRate: number | null
  low: number
  high: number
  earlier: { at: string; count: number }
  later: { at: string; count: number }
} | null
type Window = 'DAY' | 'WEEK' | 'MONTH'
type Thing = { key: string; isPrivate: boolean } & Record<Window, Grown>

const windows = ['DAY', 'WEEK', 'MONTH'] as const
const days = { DAY: 1, WEEK: 7, MONTH: 30 } as const
const filters = { DAY: 'growthDay', WEEK: 'growthWeek', MONTH: 'growthMonth' } as const

/** How each kind is asked for. `ordered`: the window of the order by growth. */
const kinds = {
  POST: {
    list: 'posts',
    filter: 'PostFilter',
    key: 'postId',
    fields: 'postId',
    count: 'plays',
    ordered: 'WEEK',
    page: 35
  },
  CREATOR: {
    list: 'users',
    filter: 'UserFilter',
    key: 'username',
    fields: 'username isPrivate',
    count: 'followers',
    ordered: 'MONTH',
    page: 50
  }
} as const
type Kind = keyof typeof kinds

type Page = { nodes: Record<string, unknown>[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }

/** Everything in the order of growth. */
const everything = async (server: TestServer, kind: Kind): Promise<Thing[]> => {
  const { list, key, fields, count, ordered, page } = kinds[kind]
  const growth = windows.map(
    (window) =>
      `${window}: growth(days: ${days[window]}) { ${count} { rate leastRate low high earlier { at count } later { at count } } }`
  )
  const things: Thing[] = []
  for (let after: string | null = null; ; ) {
    const query = `query ($after: String) { list: ${list}(orderBy: GROWTH_${ordered}, first: ${page}, after: $after) {
      nodes { ${fields} ${growth.join(' ')} } pageInfo { hasNextPage endCursor } } }`
    const { nodes, pageInfo }: Page = (await asked<{ list: Page }>(server, query, { after })).list
    for (const node of nodes) {
      const of = (window: Window) => (node[window] as Record<string, Grown>)[count] ?? null
      const isPrivate = node.isPrivate === true
      things.push({ key: String(node[key]), isPrivate, DAY: of('DAY'), WEEK: of('WEEK'), MONTH: of('MONTH') })
    }
    if (!pageInfo.hasNextPage) return things
    after = pageInfo.endCursor
  }
}

const rateOf = (thing: Thing, window: Window): number | null => thing[window]?.leastRate ?? null
const known = (things: readonly Thing[], window: Window): number[] =>
  things.flatMap((thing) => rateOf(thing, window) ?? []).sort((a, b) => a - b)

const checkFilters = async (server: TestServer, kind: Kind, things: readonly Thing[]): Promise<void> => {
  const { list, filter } = kinds[kind]
  for (const window of windows) {
    const rates = known(things, window)
    const at = (part: number) => rates[Math.floor((rates.length - 1) * part)] ?? 0
    const ranges: { min?: number; max?: number }[] = [{ min: -1 }, { min: 0.5, max: 1 }, { max: 0 }]
    if (rates.length > 0) {
      ranges.push({ min: at(0.25), max: at(0.75) }, { min: at(1), max: at(1) }, { min: at(0.9) }, { max: at(0.1) })
    }
    for (const range of ranges) {
      const isIn = (rate: number) => rate >= (range.min ?? -1) && rate <= (range.max ?? Number.POSITIVE_INFINITY)
      const inside = rates.filter(isIn).length
      const condition = { [filters[window]]: range }
      const counts = await asked<Record<'inside' | 'outside', { totalCount: number }>>(
        server,
        `query ($in: ${filter}, $not: ${filter}) {
          inside: ${list}(filter: $in) { totalCount } outside: ${list}(filter: $not) { totalCount } }`,
        { in: condition, not: { not: condition } }
      )
      const expected = { inside: { totalCount: inside }, outside: { totalCount: rates.length - inside } }
      expect(counts, `${kind} ${window} ${JSON.stringify(range)}`).toEqual(expected)
    }
  }
}

const checkOrder = (kind: Kind, things: readonly Thing[]): void => {
  const rates = things.map((thing) => rateOf(thing, kinds[kind].ordered))
  const sorted = rates.toSorted((a, b) => (b ?? -2) - (a ?? -2))
  expect(rates).toEqual(sorted)
}

type Ranking = { endsAt: string | null; edges: { rate: number; growth: Grown; node: Record<string, unknown> }[] }

/** Rankings list public accounts only. */
const checkRankings = async (server: TestServer, kind: Kind, things: readonly Thing[]): Promise<void> => {
  const { key } = kinds[kind]
  for (const window of windows) {
    const { trending } = await asked<{ trending: Ranking }>(
      server,
      `{ trending(kind: ${kind}, window: ${window}, first: 100) { endsAt edges { rate
        growth { rate leastRate low high earlier { at count } later { at count } } node { ... on Post { postId } ... on User { username } } } } }`
    )
    const since = Date.parse(trending.endsAt ?? '') - days[window] * 86_400_000
    const ranked = things.filter((thing) => {
      const growth = thing[window]
      const isGrown = growth !== null && (growth.leastRate ?? 0) > 0 && growth.earlier.count >= 100
      return isGrown && Date.parse(growth.later.at) >= since && !thing.isPrivate
    })
    const rates = ranked.map((thing) => rateOf(thing, window)).toSorted((a, b) => Number(b) - Number(a))
    expect(
      trending.edges.map(({ rate }) => rate),
      `${kind} ${window}`
    ).toEqual(rates.slice(0, 100))
    const byKey = new Map(ranked.map((thing) => [thing.key, thing[window]]))
    for (const { rate, growth, node } of trending.edges) {
      expect(growth).toEqual(byKey.get(String(node[key])))
      expect(growth?.leastRate).toBe(rate)
    }
  }
}

/** No growth is of another time than it says. */
const checkSpans = (things: readonly Thing[]): void => {
  for (const thing of things) {
    for (const window of windows) {
      const growth = thing[window]
      if (growth === null) continue
      const span = (Date.parse(growth.later.at) - Date.parse(growth.earlier.at)) / 86_400_000
      expect(Math.abs(span / days[window] - 1)).toBeLessThanOrEqual(0.25)
      expect(growth.rate).toBe(
        growth.earlier.count === 0 ? null : (growth.later.count - growth.earlier.count) / growth.earlier.count
      )
      if (growth.low === growth.high) expect(growth.leastRate).toBe(growth.rate)
      else if (growth.low <= 0 && growth.high >= 0) expect(growth.leastRate ?? 0).toBe(0)
      else expect(Math.abs(growth.leastRate ?? 0)).toBeLessThanOrEqual(Math.abs(growth.rate ?? 0))
    }
  }
}

const check = async (server: TestServer): Promise<Record<Kind, Thing[]>> => {
  const found = { POST: await everything(server, 'POST'), CREATOR: await everything(server, 'CREATOR') }
  for (const kind of ['POST', 'CREATOR'] as const) {
    checkSpans(found[kind])
    checkOrder(kind, found[kind])
    await checkFilters(server, kind, found[kind])
    await checkRankings(server, kind, found[kind])
  }
  return found
}

const stores = [['SQLite', false] as const, ...(hasNoPostgres ? [] : [['PostgreSQL', true] as const])]

describe('the default data set', () => {
  test.each(stores)('in %s has one growth', async (_, isPostgres) => {
    const database = isPostgres ? await fillDatabase() : null
    if (database !== null) closing.push(database.close)
    const things = await check(await serverOver(database?.url))
    for (const window of windows) {
      expect(known(things.POST, window).length, window).toBeGreaterThan(100)
      expect(known(things.CREATOR, window).length, window).toBeGreaterThan(100)
    }
  })
})

const begin = Date.UTC(2026, 3, 1) / 1_000
/** Days on which feeds were collected: close to each other, early and late, a week and a month apart, and long before. */
const collected = [0, 29.1, 30, 31.2, 34, 36.6, 38, 39.98, 44, 52, 59.5, 60]

/** Numbers from 0 up to before `size`, the same in every run. */
const dice = () => {
  let state = 4_711
  return (size: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * size)
  }
}

/** One file of each collection, with some of the posts and creators: exact, rounded and negative counts, of which some do not change. */
const writeFeeds = (): string[] => {
  const roll = dice()
  const plays = new Map<number, number>()
  const fans = new Map<number, number>()
  const grown = (counts: Map<number, number>, key: number): number => {
    const before = counts.get(key) ?? [0, 1, 40, 99, 100, 101, 5_000][roll(7)] ?? 0
    const change = [0, 0, 1, Math.floor(before / 10), before, -Math.floor(before / 3)][roll(6)] ?? 0
    counts.set(key, before + change)
    return before + change
  }
  return collected.map((day, index) => {
    const scrapedAt = new Date((begin + day * 86_400) * 1_000).toISOString()
    const posts = Array.from({ length: 150 }, (_, post) => {
      const creator = post % 40
      const count = grown(plays, post)
      return {
        id: String(7_600_000_000_000_000_000n + BigInt(post)),
        text: `post ${post}`,
        createTime: begin - 86_400 + post,
        authorMeta: {
          ...{ id: String(800 + creator), name: `grower${creator}`, nickName: 'Grower', privateAccount: false },
          ...{ fans: grown(fans, creator), scrapedAt }
        },
        playCount: [count, count, count, count, -1, `${(count / 1_000).toFixed(1)}K`][roll(6)],
        scrapedAt
      }
    }).filter(() => roll(3) > 0)
    const file = join(folder, `feed-${index}.json`)
    writeFileSync(file, JSON.stringify(posts))
    return file
  })
}

describe('an imported data set', () => {
  test.each(stores)('in %s has one growth after each import', async (_, isPostgres) => {
    const database = isPostgres ? await createDatabase() : null
    if (database !== null) {
      closing.push(database.close)
      await migrate(database.url, 2)
    }
    const into = database?.url ?? join(folder, 'imported.db')
    const feeds = writeFeeds()
    for (const [index, feed] of feeds.entries()) {
      await importFiles({ inputs: [feed], path: into })
      // A few times in between, and at the end.
      if (index % 5 !== 1 && index !== feeds.length - 1) continue
      const server = await serverOver(database?.url ?? `sqlite:${into}`)
      const { POST, CREATOR } = await check(server)
      await server.close()
      closing.pop()
      if (index !== feeds.length - 1) continue
      for (const window of windows) {
        for (const things of [POST, CREATOR]) {
          const rates = known(things, window)
          expect(rates.length).toBeGreaterThan(3)
          expect(rates.length).toBeLessThan(things.length)
        }
      }
    }
  })
})
