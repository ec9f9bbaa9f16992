import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examples } from '../src/services/examples.ts'
import { effortWithin } from './effort.ts'
import { limitsBut } from './rules.ts'
import { startServer, type TestServer } from './server.ts'

/** Every one of a hundred posts, so many times with so many fields each. */
const amplified = (lists: number, fields: readonly string[], more = '') => {
  const nodes = Array.from({ length: lists }, (_, index) => `a${index}: nodes { ...P }`)
  return `{ user(by: { username: "${examples.username}" }) { posts(first: 100) { ${nodes.join(' ')} } } ${more} }
    fragment P on Post { ${fields.map((field, index) => `b${index}: ${field}`).join(' ')} }`
}
/** All that is told of a post in one page. */
const everyField = [
  ...['caption', 'coverUrl', 'shareUrl', 'id', 'postId', 'createdAt', 'plays', 'likes', 'comments', 'shares'],
  ...['saves', 'reposts', 'isAd', 'durationSeconds', 'videoHeight', 'videoWidth', 'hashtags { id name }'],
  'author { id username displayName verified avatarThumbUrl }',
  'sound { id soundId title author isOriginal }'
]
/** What is told of other limits in its own test. */
const wide = { tokens: 10_000, nodes: 1_000_000 }
const times = (count: number, field: string): string[] => Array<string>(count).fill(field)

describe('what is written is charged for', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ config: { limits: limitsBut(wide) } })
  })
  afterAll(() => server.close())

  test.each([
    ['30 times 30 captions', amplified(30, times(30, 'caption'))],
    ['30 times 30 addresses', amplified(30, times(30, 'coverUrl'))],
    ['30 times 30 lists', amplified(30, times(30, 'hashtags { id name }'))],
    ['30 times every field twice', amplified(30, [...everyField, ...everyField])],
    [
      '30 times 30 long names for little',
      amplified(30, times(30, 'isAd')).replace(/\bb(\d+):/g, (_, index: string) => `${'b'.repeat(120)}${index}:`)
    ],
    [
      '30 times 30 cursors',
      amplified(30, [])
        .replace(
          /nodes { \.\.\.P }/g,
          `edges { ${times(30, 'cursor')
            .map((field, index) => `c${index}: ${field}`)
            .join(' ')} }`
        )
        .replace(/fragment.*/s, '')
    ]
  ])('%s of a hundred posts cost more than is allowed', async (_, query) => {
    // Several times what it takes.
    const most = 400
    const { value, ms } = await effortWithin(most, (tried) => server.query(query + ' '.repeat(tried)))
    expect(value.errors).toMatchObject([{ extensions: { code: 'INVALID_PARAM', details: { param: 'query' } } }])
    expect(value.errors?.[0]?.message).toMatch(/^query may cost \d+; at most 1000 is allowed/)
    expect(value.data ?? null).toBe(null)
    expect(ms).toBeLessThan(most)
  })

  test.each([
    ['a page of some fields', amplified(1, ['caption', 'plays', 'likes', 'author { username }', 'sound { title }']), 6],
    ['a page of all fields', amplified(1, everyField), 30],
    ['many pages of all fields', amplified(30, everyField), 900]
  ])('%s costs what it weighs', async (_, query, most) => {
    const { data, errors, extensions } = await server.query(query)
    expect(errors).toBe(undefined)
    const estimated = extensions?.cost?.estimated ?? Number.NaN
    expect(estimated).toBeLessThanOrEqual(most)
    expect(Buffer.byteLength(JSON.stringify(data)) / estimated).toBeLessThan(12_000)
  })
})

describe.each([true, false])('with plans %s', (queryPlans) => {
  const maxAnswerBytes = 1024 * 1024
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ config: { queryPlans, limits: limitsBut({ ...wide, answerBytes: maxAnswerBytes }) } })
  })
  afterAll(() => server.close())

  const refusal = {
    message: 'query would have an answer of more than 1 MB: ask for fewer elements or fewer fields',
    extensions: { code: 'INVALID_PARAM', details: { param: 'query' } }
  }

  test('an answer that would be larger than any may be is refused, and costs no more to refuse', async () => {
    const query = amplified(20, times(20, 'caption'))
    const { value, ms } = await effortWithin(1_000, (tried) => server.query(query + ' '.repeat(tried)))
    expect(value.errors).toMatchObject([refusal])
    expect(value.data ?? null).toBe(null)
    expect(value.extensions?.cost?.estimated).toBeGreaterThan(400)
    expect(ms).toBeLessThan(1_000)
  })

  test('it has a status for clients that read it', async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        ...{ 'x-gateway-key': 'test-key', 'content-type': 'application/json' },
        accept: 'application/graphql-response+json'
      },
      body: JSON.stringify({ query: amplified(20, times(20, 'caption')) })
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [refusal] })
  })

  test('what was met before, and is kept as text, is counted too', async () => {
    const small = amplified(1, times(20, 'caption'))
    for (const _ of [1, 2, 3]) expect((await server.query(small)).errors).toBe(undefined)
    const large = amplified(8, times(20, 'caption'))
    for (const _ of [1, 2, 3]) expect((await server.query(large)).errors).toMatchObject([refusal])
    // What was left out of it is not taken for what the records say.
    const { data } = await server.query<{ user: { posts: { a0: { b0: string | null }[] } } }>(small)
    expect(data?.user.posts.a0).toHaveLength(100)
    expect(data?.user.posts.a0.every(({ b0 }) => b0 !== '')).toBe(true)
  })

  test('what is written behind reads is counted too', async () => {
    const { errors } = await server.query(
      amplified(2, ['caption', 'sound { posts(first: 50) { nodes { caption shareUrl coverUrl } } }'])
    )
    expect(errors).toMatchObject([refusal])
  })
})

test('without plans and with them the very same answers are too large', async () => {
  const query = '{ soundLibrary(first: 10) { nodes { title author } } }'
  const answerOf = async (queryPlans: boolean, maxAnswerBytes: number) => {
    const server = await startServer({ config: { queryPlans, limits: limitsBut({ answerBytes: maxAnswerBytes }) } })
    const answer = await server.query(query)
    await server.close()
    return answer
  }
  const { data } = await answerOf(true, 1_000_000)
  const bytes = Buffer.byteLength(JSON.stringify(data))
  for (const plans of [true, false]) {
    expect((await answerOf(plans, bytes)).errors).toBe(undefined)
    expect((await answerOf(plans, bytes - 1)).errors).toHaveLength(1)
  }
})
