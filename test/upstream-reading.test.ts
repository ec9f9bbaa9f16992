import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Collection, PlaylistList } from '../src/records/collection.ts'
import { Effect } from '../src/records/effect.ts'
import type { ExactJson } from '../src/records/exact-json.ts'
import { LiveRoom, LiveSearchResult, LiveStatus } from '../src/records/live-room.ts'
import { Place } from '../src/records/place.ts'
import { Post } from '../src/records/post.ts'
import { readRecord } from '../src/records/reading.ts'
import { Sound } from '../src/records/sound.ts'
import { UserProfile } from '../src/records/user-profile.ts'
import type { Source } from '../src/store/source.ts'
import { maxPagesARequest } from '../src/store/upstream/fill-page.ts'
import type { UpstreamOptions } from '../src/store/upstream/upstream.ts'
import { maxBarrenPages, rememberedElements, rememberedPages } from '../src/store/upstream/walk.ts'
import { openOver, startFacade } from './chain.ts'
import { type FakeUpstream, speaking, startFakeUpstream, success, successText } from './fake-upstream.ts'
import type { TestServer } from './server.ts'

const { signal } = new AbortController()
const records: Readonly<Record<string, TSchema>> = {
  Post,
  UserProfile,
  Sound,
  LiveRoom,
  LiveSearchResult,
  LiveStatus,
  Effect,
  Place,
  Collection,
  PlaylistList
}

type Shape = {
  type?: string
  format?: string
  enum?: readonly string[]
  minimum?: number
  maximum?: number
  anyOf?: readonly Shape[]
  items?: Shape
  properties?: Readonly<Record<string, Shape>>
}

/** Values a field may hold, made from its declaration. */
const valid = (shape: Shape): fc.Arbitrary<unknown> => {
  const inner = shape.anyOf?.find(({ type }) => type !== 'null')
  // Unknown texts are null, never empty.
  if (inner !== undefined)
    return fc.oneof(
      fc.constant(null),
      valid(inner).filter((value) => value !== '')
    )
  switch (shape.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(shape.properties ?? {}).map(([key, field]) => [key, valid(field)]))
      )
    case 'array':
      return fc.array(valid(shape.items ?? {}), { maxLength: 4 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.maxSafeInteger().map((number) => {
        const widest = shape.format === 'int32' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER
        const { minimum = -widest, maximum = widest } = shape
        return minimum + (Math.abs(number) % (maximum - minimum))
      })
    default:
      if (shape.format === 'int64') return fc.bigInt(0n, 2n ** 64n - 1n).map(String)
      if (shape.format === 'uri') return fc.webUrl({ withQueryParameters: true, withFragments: true })
      return fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0') && text.isWellFormed())
  }
}

const longInteger = fc.bigInt(-(2n ** 70n), 2n ** 70n)
const oddText = fc.constantFrom(
  '',
  '-1',
  '007',
  '1e9',
  '12.5',
  'http://',
  'https://a b/ü',
  'javascript:0',
  '\ud800',
  '\0',
  'true'
)
const anything: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false, 0, -0, -1, 2 ** 53, 1e300, -1e300, 0.5),
    oddText,
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    longInteger,
    fc.webUrl(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString')), tie('value'), {
      maxKeys: 4
    })
  )
})).value

/** Objects with a record's own keys and anything in them, most of them nearly right. */
const nearly = (shape: Shape): fc.Arbitrary<unknown> => {
  const inner = shape.anyOf?.find(({ type }) => type !== 'null')
  if (inner !== undefined) return nearly(inner)
  if (shape.type === 'object') {
    const fields = Object.entries(shape.properties ?? {}).map(
      ([key, field]) =>
        [key, fc.oneof({ weight: 8, arbitrary: nearly(field) }, { weight: 1, arbitrary: anything })] as const
    )
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  }
  if (shape.type === 'array') return fc.array(nearly(shape.items ?? {}), { maxLength: 4 })
  return fc.oneof({ weight: 10, arbitrary: valid(shape) }, { weight: 1, arbitrary: anything })
}

describe.each(Object.entries(records))('reading a %s', (_, schema) => {
  const shape = schema as Shape
  const check = Compile(schema)

  test('changes nothing about a valid one', () => {
    fc.assert(
      fc.property(valid(shape), (record) => {
        expect(check.Check(record)).toBe(true)
        expect(readRecord(schema, record as ExactJson)).toEqual(record)
      }),
      { numRuns: 200 }
    )
  })

  test('never throws, and what comes out is valid or null, whatever goes in', () => {
    fc.assert(
      fc.property(fc.oneof(anything, nearly(shape)), (json) => {
        const record = readRecord(schema, json as ExactJson)
        if (record === null) return
        if (!check.Check(record)) expect.fail(`${JSON.stringify(record)}: ${JSON.stringify(check.Errors(record))}`)
        // What was read once is read again as it is.
        expect(readRecord(schema, record as ExactJson)).toEqual(record)
      }),
      { numRuns: 500 }
    )
  })

  test('leaves out what its declaration does not name', () => {
    fc.assert(
      fc.property(valid(shape), anything, (record, extra) => {
        const more = { ...(record as object), extra, internal_id: extra }
        expect(readRecord(schema, more as unknown as ExactJson)).toEqual(record)
      }),
      { numRuns: 50 }
    )
  })
})

const post = (id: number | string, more: Record<string, unknown> = {}) => ({
  post_id: String(id),
  created_at: 1_700_000_000,
  caption: `post ${id}`,
  ...more
})
const user = (id: number | string) => ({ user_id: String(id), username: `u${id}`, display_name: `User ${id}` })
const sound = (id: number | string) => ({ sound_id: String(id), title: `Sound ${id}`, author: 'someone' })

describe('what an upstream sends', () => {
  let fake: FakeUpstream
  let facade: TestServer
  let now = 1_780_000_000_000
  beforeAll(async () => {
    fake = await startFakeUpstream()
    facade = await startFacade(fake.url, { now: () => now })
  })
  afterAll(async () => {
    await facade.close()
    await fake.close()
  })
  // Nothing is kept from one test to the next.
  beforeEach(() => {
    now += 48 * 3_600_000
  })

  const answers = (data: string, pagination = 'null') =>
    fake.says(speaking(() => ({ body: successText(data, pagination) })))

  const lists = (data: unknown[], pagination: unknown = { cursor: null, has_more: false }) =>
    fake.says(speaking(() => success(data, pagination)))

  const unreadable = async (): Promise<number> => {
    const metrics = await (await fetch(`${facade.url}/metrics`)).text()
    return Number(/clipgraph_upstream_events_total\{event="unreadable"\} (\d+)/.exec(metrics)?.[1] ?? 0)
  }

  test('is cleared of everything the contract does not name', async () => {
    answers('{"sound_id":"5","title":"T","author":"A","play_token":"x","internal":{"shard":7},"__proto__":{"a":1}}')
    const { body } = await facade.get('/api/v1/sounds/5')
    expect(body.data).toMatchObject({ sound_id: '5', title: 'T', author: 'A', duration_seconds: 0, play_url: null })
    expect(Object.keys(Object(body.data))).toEqual(Object.keys(Sound.properties))
  })

  test.each(['9007199254740993', '7301234567890123456', '18446744073709551615', '1', '0'])(
    'keeps all digits of the id %s, as a bare number and in a string, alone and in a list',
    async (id) => {
      for (const written of [id, `"${id}"`]) {
        now += 48 * 3_600_000
        const text = `{"post_id":${written},"created_at":1700000000,"sound_id":${written},"hashtags":[{"id":${written},"name":"x"}]}`
        answers(text)
        const expected = { post_id: id, sound_id: id, hashtags: [{ id, name: 'x' }] }
        expect((await facade.get(`/api/v1/posts?videoId=${id}`)).body.data).toMatchObject(expected)
        answers(`[${text}]`, '{"cursor":null,"has_more":false}')
        expect((await facade.get('/api/v1/search?q=x')).body.data).toMatchObject([expected])
      }
    }
  )

  test('never shows an id whose digits were lost on the way', async () => {
    answers('{"post_id":7.301234567890123e18,"created_at":1700000000}')
    expect((await facade.get('/api/v1/posts?videoId=1')).body.data).toMatchObject({ post_id: null })
  })

  test.each([
    ['"12345"', 12_345],
    ['" 7 "', 7],
    ['12.9', 12],
    ['-5', 0],
    ['"-5"', 0],
    ['null', 0],
    ['"many"', 0],
    ['{}', 0],
    ['1e400', 0],
    ['9007199254740993', Number.MAX_SAFE_INTEGER],
    ['"99999999999999999999"', Number.MAX_SAFE_INTEGER],
    ['true', 0]
  ])('is read as a count: %s is %d', async (written, expected) => {
    answers(`{"post_id":"1","created_at":"1700000000","plays":${written}}`)
    const { status, body } = await facade.get('/api/v1/posts?videoId=1')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ plays: expected, likes: 0, created_at: 1_700_000_000 })
  })

  test('fits the graph, however large a small number is', async () => {
    answers('{"post_id":"1","created_at":1700000000,"duration_seconds":99999999999,"plays":9007199254740991}')
    const { data, errors } = await facade.query('{ post(by: { postId: "1" }) { durationSeconds plays } }')
    expect(errors).toBeUndefined()
    expect(data).toEqual({ post: { durationSeconds: 2_147_483_647, plays: Number.MAX_SAFE_INTEGER } })
  })

  test('may leave out everything that can be unknown', async () => {
    answers('{"user_id":"1","username":"u","display_name":"U"}')
    expect((await facade.get('/api/v1/users/u')).body.data).toMatchObject({ bio: null, avatar_url: null, followers: 0 })
    answers(
      '{"user_id":"1","username":"u2","display_name":"U","bio":"","website_url":"not a url","avatar_url":"ftp://a/b"}'
    )
    expect((await facade.get('/api/v1/users/u2')).body.data).toMatchObject({
      bio: null,
      website_url: null,
      avatar_url: null
    })
  })

  test.each<[string, string, string, string, unknown]>([
    [
      'posts',
      '/search?q=x',
      `[${JSON.stringify(post(1))},{"post_id":"2"},7,null,${JSON.stringify(post(3))}]`,
      'post_id',
      ['1', '3']
    ],
    ['creators', '/search/users?q=x', `["x",${JSON.stringify(user(1))},{"user_id":"1"}]`, 'user_id', ['1']],
    ['followers', '/users/a/followers', `[[],${JSON.stringify(user(1))},{}]`, 'user_id', ['1']],
    ['sounds', '/sounds/library', `[{"title":"t"},${JSON.stringify(sound(4))},{"sound_id":"x"}]`, 'sound_id', ['4']]
  ])('without a readable %s among others shows the others, and counts it', async (_, path, data, id, expected) => {
    const before = await unreadable()
    answers(data, '{"cursor":null,"next_max_time":0,"page":1,"total":9,"has_more":false}')
    const { status, body } = await facade.get<Record<string, unknown>[]>(`/api/v1${path}`)
    expect(status).toBe(200)
    expect(body.data.map((record) => record[id])).toEqual(expected)
    expect((await unreadable()) - before).toBe(JSON.parse(data).length - (expected as []).length)
  })

  test('counts collections and terms that cannot be read as well', async () => {
    const before = await unreadable()
    answers('{"playlists":[{"collection_id":"1","name":"a"},{"name":"b"},5]}')
    const lists = await facade.get<{ playlists: unknown[] }>('/api/v1/users/a/playlist')
    expect(lists.body.data.playlists).toHaveLength(1)
    answers('["tea",5,null,"teapot"]')
    expect((await facade.get('/api/v1/search/suggest?q=te')).body.data).toEqual(['tea', 'teapot'])
    expect((await unreadable()) - before).toBe(4)
  })

  test.each<[string, string, string, string]>([
    ['a record that is a list', '/sounds/5', '[]', 'null'],
    ['a record without its id', '/sounds/5', '{"title":"T","author":"A"}', 'null'],
    ['no record at all', '/users/a', 'null', 'null'],
    ['a list that is an object', '/search?q=x', '{}', '{"has_more":false,"cursor":null}'],
    ['a list that is missing', '/search?q=x', 'null', '{"has_more":false,"cursor":null}'],
    ['a list without pagination', '/search?q=x', '[]', 'null'],
    ['playlists without the list', '/users/a/playlist', '{}', 'null'],
    ['playlists that are a text', '/users/a/playlist', '{"playlists":"none"}', 'null'],
    ['suggestions that are an object', '/search/suggest?q=x', '{"terms":[]}', 'null'],
    ['a status that is a number', '/live/a/alive', '1', 'null']
  ])('cannot be used as a whole when it is %s', async (_, path, data, pagination) => {
    answers(data, pagination)
    const { status, body } = await facade.get(`/api/v1${path}`)
    expect(status).toBe(502)
    expect(body).toMatchObject({ data: null, pagination: null, error: { code: 'UPSTREAM_ERROR' } })
  })

  test('ends a page of followers or sounds where the upstream’s own ends, so that the next one misses nothing', async () => {
    const people = Array.from({ length: 12 }, (_, index) => user(index + 1))
    const broken = { user_id: 'x' }
    fake.says(
      speaking(({ query }) => {
        const from = Number(query.get('max_time') ?? 1_000)
        const start = 1_000 - from
        const page = people.slice(start, start + 4)
        const data = from === 996 ? [broken, broken, broken, broken] : [...page.slice(0, 2), broken, ...page.slice(3)]
        return success(data, { next_max_time: from - 4, has_more: start + 4 < 12, total: 12 })
      })
    )
    const seen: string[] = []
    let time = 0
    for (let pages = 0; pages < 10; pages += 1) {
      const { body } = await facade.get<{ user_id: string }[]>(`/api/v1/users/a/followers?count=4&max_time=${time}`)
      seen.push(...body.data.map((one) => one.user_id))
      if (body.pagination?.has_more !== true) break
      time = Number(body.pagination.next_max_time)
    }
    expect(seen).toEqual(['1', '2', '4', '9', '10', '12'])

    fake.says(
      speaking(({ query }) => {
        const page = Number(query.get('page'))
        const data = Array.from({ length: 3 }, (_, index) => (index === 1 ? {} : sound(page * 10 + index)))
        return success(page === 2 ? [{}, {}, {}] : data, { page, has_more: page < 4, total: 12 })
      })
    )
    const titles: unknown[] = []
    for (let page = 1; page <= 4; page += 1) {
      const { body } = await facade.get<{ sound_id: string }[]>(`/api/v1/sounds/library?count=3&page=${page}`)
      titles.push(body.data.map((one) => one.sound_id))
      expect(body.pagination).toEqual({ page, has_more: page < 4, total: 12 })
    }
    expect(titles).toEqual([['10', '12'], [], ['30', '32'], ['40', '42']])
  })

  test('is listed to its end when nothing on several pages in a row can be read', async () => {
    fake.says(
      speaking(({ query }) => {
        const page = Number(query.get('cursor') ?? 1)
        const data = page > 2 && page < 60 ? [{ post_id: String(page) }] : [post(page)]
        return success(data, { cursor: String(page + 1), has_more: page < 61 })
      })
    )
    const seen: string[] = []
    let cursor: unknown = '0'
    while (typeof cursor === 'string') {
      const { body } = await facade.get<{ post_id: string }[]>(`/api/v1/search?q=x&count=1&cursor=${cursor}`)
      seen.push(...body.data.map((one) => one.post_id))
      cursor = body.pagination?.cursor
    }
    expect(seen).toEqual(['1', '2', '60', '61'])
  })

  test('may have long cursors, which clients can hand back', async () => {
    const long = 'c'.repeat(1_500)
    fake.says(
      speaking(({ query }) =>
        query.get('cursor') === null
          ? success([post(1)], { cursor: long, has_more: true })
          : success([post(query.get('cursor') === long ? 2 : 3)], { cursor: null, has_more: false })
      )
    )
    const first = await facade.get('/api/v1/search?q=x&count=1')
    const second = await facade.get(`/api/v1/search?q=x&count=1&cursor=${first.body.pagination?.cursor}`)
    expect(second.body.data).toMatchObject([{ post_id: '2' }])
  })

  test('may refuse a cursor it has given before: the client is told to start again', async () => {
    lists([post(1)], { cursor: 'soon-stale', has_more: true })
    const { body } = await facade.get('/api/v1/search?q=x&count=1')
    fake.says(
      speaking(() => ({
        status: 400,
        body: '{"meta":{"version":"2025-01"},"data":null,"pagination":null,"error":{"code":"INVALID_PARAM","message":"m","details":null}}'
      }))
    )
    const refused = await facade.get(`/api/v1/search?q=x&count=1&cursor=${body.pagination?.cursor}`)
    expect(refused.status).toBe(400)
    expect(refused.body.error).toMatchObject({ code: 'INVALID_PARAM', details: { param: 'cursor' } })
    // Refusing what the contract allows is the upstream's fault, not the client's.
    expect((await facade.get('/api/v1/search?q=y')).status).toBe(502)
  })
})

describe('paging through an upstream that', () => {
  let fake: FakeUpstream
  let source: Source
  const events: Parameters<NonNullable<UpstreamOptions['observe']>>[0][] = []
  beforeAll(async () => {
    fake = await startFakeUpstream()
    source = openOver(fake.url, { observe: (event) => events.push(event) })
  })
  afterAll(async () => {
    await source.close()
    await fake.close()
  })

  type Upstream = { data: unknown[]; cursor: unknown; has_more?: unknown }
  /** `pages` answers a cursor (null for none) with a page. */
  const pages = (answer: (cursor: string | null, count: number) => Upstream) =>
    fake.says(
      speaking(({ query }) => {
        const { data, cursor, has_more = true } = answer(query.get('cursor'), Number(query.get('count')))
        return success(data, { cursor, has_more })
      })
    )

  const maxWalk = 3_000
  const walk = async (count: number, from: string | null = null) => {
    const shown: string[] = []
    const calls: number[] = []
    let after = from
    for (let requests = 0; ; requests += 1) {
      if (requests > maxWalk) expect.fail('the walk does not end')
      fake.asked.length = 0
      const page = await source.page('searchTop', 'x', { count, after }, signal)
      calls.push(fake.asked.length)
      expect(page?.items.length).toBeLessThanOrEqual(count)
      expect(page?.positions).toHaveLength(page?.items.length ?? -1)
      shown.push(...(page?.items ?? []).map((item) => item.post_id ?? ''))
      after = page?.next ?? null
      if (after === null) break
    }
    // Calls are bounded for each request.
    expect(Math.max(...calls)).toBeLessThanOrEqual(maxPagesARequest)
    return { shown, requests: calls.length, calls: calls.reduce((sum, number) => sum + number, 0) }
  }
  const posts = (...ids: (number | string)[]) => ids.map((id) => post(id))
  const range = (from: number, length: number) => Array.from({ length }, (_, index) => from + index)
  const strings = (...ids: number[]) => ids.map(String)

  test('gives short pages: they are put together', async () => {
    pages((cursor) => {
      const page = Number(cursor ?? 0)
      return { data: posts(...range(page * 3, 3)), cursor: String(page + 1), has_more: page < 5 }
    })
    const { shown, requests } = await walk(10)
    expect(shown).toEqual(strings(...range(0, 18)))
    expect(requests).toBe(2)
  })

  test('gives more than it was asked for: nothing is lost', async () => {
    pages((cursor) => {
      const page = Number(cursor ?? 0)
      return { data: posts(...range(page * 30, 30)), cursor: String(page + 1), has_more: page < 1 }
    })
    expect((await walk(7)).shown).toEqual(strings(...range(0, 60)))
  })

  test('gives empty pages with has_more: they are gone past', async () => {
    pages((cursor) => {
      const page = Number(cursor ?? 0)
      return { data: page % 5 === 4 ? posts(page) : [], cursor: String(page + 1), has_more: page < 20 }
    })
    expect((await walk(3)).shown).toEqual(['4', '9', '14', '19'])
  })

  test('gives empty pages with has_more and new cursors for ever: the walk ends', async () => {
    pages((cursor) => ({ data: [], cursor: String(Number(cursor ?? 0) + 1) }))
    const { shown, calls } = await walk(5)
    expect(shown).toEqual([])
    expect(calls).toBeLessThanOrEqual(maxBarrenPages)
  })

  test.each([
    ['does not move', (cursor: string | null) => cursor ?? 'same'],
    ['is -1', () => '-1'],
    ['is empty', () => ''],
    ['is null', () => null],
    ['is 0, the beginning', () => '0'],
    ['is 0, the number', () => 0],
    ['is -1, the number', () => -1],
    ['is an object', () => ({ next: 1 })],
    ['is missing', () => undefined]
  ])('says there is more and gives a cursor that %s: the walk ends', async (_, next) => {
    pages((cursor) => ({ data: posts(cursor === null ? 1 : 2), cursor: next(cursor) }))
    const { shown, calls } = await walk(1)
    expect(new Set(shown).size).toBe(shown.length)
    expect(calls).toBeLessThanOrEqual(2)
  })

  test.each([true, 'true', 1])('writes has_more as %j', async (has_more) => {
    pages((cursor) => ({ data: posts(cursor ?? 0), cursor: 1, has_more: cursor === null ? has_more : false }))
    expect((await walk(1)).shown).toEqual(['0', '1'])
  })

  test('repeats items within a page, across pages and in overlapping pages: each is shown once', async () => {
    pages((cursor) => {
      const page = Number(cursor ?? 0)
      const ids = range(page * 6, 10)
      return { data: posts(...ids, ...ids.slice(0, 3), 0), cursor: String(page + 1), has_more: page < 9 }
    })
    for (const count of [1, 4, 20, 50]) expect((await walk(count)).shown).toEqual(strings(...range(0, 64)))
  })

  test('gives the same items for ever with a new cursor each time: they are shown once, and the walk ends', async () => {
    for (const length of [1, 20, rememberedElements]) {
      pages((cursor) => ({ data: posts(...range(0, length)), cursor: `${Number(cursor ?? 0) + 1}` }))
      const { shown, calls } = await walk(20)
      expect(shown).toEqual(strings(...range(0, length)))
      expect(calls).toBeLessThan(45)
    }
  })

  test('gives the same 300 items for ever with a new cursor each time: the walk ends', async () => {
    pages((cursor) => {
      const page = Number(cursor ?? 0)
      return { data: posts(...range((page * 20) % 300, 20)), cursor: `${page + 1}` }
    })
    const { shown } = await walk(20)
    expect(new Set(shown).size).toBe(300)
    // More than are remembered, so some come again before the circle is noticed; but not without end.
    expect(shown.length).toBeLessThan(5 * 300)
  })

  test('mixes up the same items for ever: the walk ends', async () => {
    pages((cursor) => {
      const page = Number(cursor ?? 0)
      const ids = range(0, 20).toSorted((a, b) => ((a * 7919 + page * 31) % 23) - ((b * 7919 + page * 31) % 23))
      return { data: posts(...ids), cursor: `${page + 1}` }
    })
    expect((await walk(20)).shown).toHaveLength(20)
  })

  test('pins an item to the top of every page: it is shown once, and the list goes on', async () => {
    pages((cursor) => {
      const page = Number(cursor ?? 0)
      return { data: posts('999', ...range(page * 4, 4)), cursor: `${page + 1}`, has_more: page < 7 }
    })
    expect((await walk(5)).shown).toEqual(['999', ...strings(...range(0, 32))])
  })

  test('shows one page twice in a row: the list goes on behind it', async () => {
    pages((cursor) => {
      const page = Number(cursor ?? 0)
      const which = page < 3 ? page : page - 1
      return { data: posts(...range(which * 5, 5)), cursor: `${page + 1}`, has_more: page < 6 }
    })
    expect((await walk(5)).shown).toEqual(strings(...range(0, 30)))
  })

  test('leads in a circle of any length: the walk ends, and shows nothing twice in circles of up to 32 pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 8 }),
        fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 60 })),
        fc.constantFrom([1, 1], [1, 5], [3, 2], [3, 20], [20, 7], [20, 20]),
        async (lead, length, [perPage = 0, count = 0]) => {
          pages((cursor) => {
            const page = Number(cursor ?? 0)
            const next = page + 1 < lead + length ? page + 1 : lead
            // Cursors are names, so that none of them is "0".
            return { data: posts(...range(page * perPage, perPage)), cursor: String(next === 0 ? '00' : next) }
          })
          const { shown } = await walk(count)
          expect(new Set(shown).size).toBe((lead + length) * perPage)
          if (length <= rememberedPages) expect(shown).toHaveLength((lead + length) * perPage)
          else expect(shown.length).toBeLessThan(6 * (lead + length) * perPage)
        }
      ),
      { numRuns: 40 }
    )
  })

  test('never repeats what it showed among the last 64, whatever it does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(11), { minLength: 12, maxLength: 12 }),
        fc.constantFrom(1, 4, 20),
        async (contents, leads, count) => {
          pages((cursor) => {
            const page = Number(cursor ?? 0)
            return { data: posts(...(contents[page] ?? [])), cursor: String(leads[page] ?? -1) }
          })
          const { shown } = await walk(count)
          expect(new Set(shown).size).toBe(shown.length)
        }
      ),
      { numRuns: 40 }
    )
  })

  test('breaks off in the middle of filling a page: what came is shown, and the next request goes on', async () => {
    let broken = true
    fake.says(
      speaking(({ query }) => {
        const page = Number(query.get('cursor') ?? 0)
        if (page === 1 && broken) return { status: 404, body: '<h1>deploying</h1>' }
        return success(posts(...range(page * 3, 3)), { cursor: String(page + 1), has_more: page < 2 })
      })
    )
    const first = await source.page('searchTop', 'x', { count: 9, after: null }, signal)
    expect(first?.items.map((item) => item.post_id)).toEqual(['0', '1', '2'])
    broken = false
    const second = await source.page('searchTop', 'x', { count: 9, after: first?.next ?? null }, signal)
    expect(second?.items.map((item) => item.post_id)).toEqual(strings(...range(3, 6)))
  })

  test('changes a page between two looks at it: an edge’s cursor goes on behind that edge', async () => {
    let first = [1, 2, 3, 4, 5, 6]
    pages((cursor) =>
      cursor === null ? { data: posts(...first), cursor: 'b' } : { data: posts(7, 8, 9), cursor: null, has_more: false }
    )
    const page = await source.page('searchTop', 'x', { count: 6, after: null }, signal)
    const behind = async (index: number) => {
      const rest = await source.page('searchTop', 'x', { count: 20, after: page?.positions[index] ?? null }, signal)
      return rest?.items.map((item) => Number(item.post_id))
    }
    expect(await behind(2)).toEqual([4, 5, 6, 7, 8, 9])
    // New ones came in on top, within the page and pushing others out of it.
    first = [21, 22, 1, 2, 3, 4, 5, 6]
    expect(await behind(2)).toEqual([4, 5, 6, 7, 8, 9])
    first = [21, 22, 23, 24, 1, 2]
    expect(await behind(2)).toEqual([7, 8, 9])
    // The one it stood behind is gone, alone or with those before it.
    first = [1, 2, 4, 5, 6]
    expect(await behind(2)).toEqual([4, 5, 6, 7, 8, 9])
    first = [4, 5, 6]
    expect(await behind(2)).toEqual([4, 5, 6, 7, 8, 9])
    // Another order: nothing that was shown comes again.
    first = [6, 3, 5, 1, 4, 2]
    expect(await behind(2)).toEqual([5, 4, 7, 8, 9])
    // Everything shown was pushed on to the next page.
    pages((cursor) =>
      cursor === null
        ? { data: posts(31, 32, 33, 34, 35, 36), cursor: 'b' }
        : { data: posts(1, 2, 3, 4, 5, 6), cursor: null, has_more: false }
    )
    expect((await behind(2))?.filter((id) => id < 10)).toEqual([4, 5, 6])
  })

  test('does not turn time back for followers: the walk ends', async () => {
    for (const next of [(time: number) => time, (time: number) => time + 1, () => 0, () => -5, () => null, () => 'x']) {
      fake.says(
        speaking(({ query }) => {
          const time = Number(query.get('max_time') ?? 1_000)
          return success([user(time)], { next_max_time: next(time), has_more: true, total: 5 })
        })
      )
      const first = await source.page('userFollowers', 'a', { count: 1, after: null }, signal)
      expect(first?.items).toHaveLength(1)
      const second =
        first?.next == null ? null : await source.page('userFollowers', 'a', { count: 1, after: first.next }, signal)
      expect(second?.next ?? null).toBe(null)
    }
  })

  test('gives the same followers for ever, later and later: they are shown once, and the walk ends', async () => {
    fake.says(
      speaking(({ query }) => {
        const time = Number(query.get('max_time') ?? 1_000_000)
        return success(range(1, 5).map(user), { next_max_time: time - 1, has_more: true, total: 5 })
      })
    )
    let after: string | null = null
    const shown: string[] = []
    for (let requests = 0; ; requests += 1) {
      expect(requests).toBeLessThan(20)
      const page: Awaited<ReturnType<typeof source.page<'userFollowers'>>> = await source.page(
        'userFollowers',
        'a',
        { count: 5, after },
        signal
      )
      shown.push(...(page?.items ?? []).map((item) => item.user_id))
      after = page?.next ?? null
      if (after === null) break
    }
    expect(shown).toEqual(strings(1, 2, 3, 4, 5))
  })

  test('gives the same sounds for ever: they are shown once, and the walk ends', async () => {
    fake.says(
      speaking(({ query }) =>
        success(range(1, 4).map(sound), { page: Number(query.get('page')), has_more: true, total: 0 })
      )
    )
    let after: string | null = null
    const shown: string[] = []
    for (let requests = 0; ; requests += 1) {
      expect(requests).toBeLessThan(20)
      const page: Awaited<ReturnType<typeof source.page<'soundLibrary'>>> = await source.page(
        'soundLibrary',
        'hot',
        { count: 4, after },
        signal
      )
      shown.push(...(page?.items ?? []).map((item) => item.sound_id))
      after = page?.next ?? null
      if (after === null) break
    }
    expect(shown).toEqual(strings(1, 2, 3, 4))
  })

  test('sends records that cannot be read tells how many, and of what kind', async () => {
    events.length = 0
    pages(() => ({ data: [{}, post(1), 7], cursor: null, has_more: false }))
    await walk(5)
    expect(events).toContainEqual({ event: 'unreadable', kind: 'searchTop', count: 2 })
  })
})
