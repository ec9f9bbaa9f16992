import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { bytesOf } from '../src/core/byte-text.ts'
import { examples } from '../src/services/examples.ts'
import { row } from './dataset.ts'
import type { GraphQLAnswer } from './server.ts'
import { openWays, type Ways } from './two-ways.ts'

const queries = 1_000

let ways: Ways
beforeAll(async () => {
  ways = await openWays(inject('defaultDataset'))
})
afterAll(() => ways.close())

/** What all of them say. */
const agreed = async (query: string, variables: Record<string, unknown> = {}): Promise<GraphQLAnswer> => {
  const bodies = Object.values(await ways.sayings({ query, variables })).map(({ body }) => bytesOf(body).toString())
  expect(new Set(bodies).size, query).toBe(1)
  return JSON.parse(bodies[0] ?? '')
}

describe('plans and the general executor', () => {
  // Many more: npm run campaign -- fuzz.
  test(`say the same to ${queries.toLocaleString('en')} queries, whatever fails within, at first and again`, async () => {
    const { refused, failed, whole } = await ways.compare(queries, 1)
    expect(refused, 'queries that are refused').toBeLessThan(0.2)
    expect(failed, 'queries within which something fails').toBeGreaterThan(0.3)
    expect(whole, 'queries that are answered whole').toBeGreaterThan(0.3)
  })

  // What a promise, JSON and every object know, and what an assignment means something else by.
  const names = ['then', 'catch', 'toJSON', 'constructor', '__proto__', 'prototype', 'length', 'toString', 'valueOf']

  test.each(names)('take no answer for anything else because of a field that is called %s', async (name) => {
    const user = `user(by: {username: "${examples.username}"})`
    const { username, displayName } = row<Record<string, string>>(
      'SELECT username, display_name AS displayName FROM users WHERE handle = ?',
      examples.username
    )
    const given: [string, unknown][] = [
      [`{ ${name}: __typename }`, { [name]: 'Query' }],
      [`{ ${name}: __typename ${user} { username } }`, { [name]: 'Query', user: { username } }],
      [`{ ${user} { ${name}: displayName username } }`, { user: { [name]: displayName, username } }],
      [`{ ${name}: ${user} { ${name}: username } }`, { [name]: { [name]: username } }],
      [
        `{ users: usersByUsername(usernames: ["${username}"]) { ${name}: username } }`,
        { users: [{ [name]: username }] }
      ],
      [`{ __schema { ${name}: queryType { ${name}: name } } }`, { __schema: { [name]: { [name]: 'Query' } } }]
    ]
    for (const [query, data] of given) {
      const answer = await agreed(query)
      expect(JSON.stringify(answer.data)).toBe(JSON.stringify(data))
      expect(answer.errors).toBe(undefined)
    }
    const { errors } = await agreed(`{ ${name}: usersByUsername(usernames: ["no spaces"]) { ${name}: username } }`)
    expect(errors?.map(({ path }) => path)).toEqual([[name, 0]])
  })

  const byName = (name: string) => [
    [
      `query ($${name}: String!) { users: usersByUsername(usernames: [$${name}]) { username } }`,
      examples.username
    ] as const,
    [`query ($${name}: Int) { soundLibrary(first: $${name}) { nodes { id } } }`, 1] as const,
    [`query ($${name}: Boolean!) { __typename @skip(if: $${name}) }`, true] as const
  ]
  const given = (name: string, value: unknown) => Object.fromEntries([[name, value]])

  test.each(names.filter((name) => name !== '__proto__'))(
    'take a variable that is called %s as any other',
    async (name) => {
      for (const [query, value] of byName(name)) {
        const { data, errors } = await agreed(query, given(name, value))
        const usual = await agreed(query.replaceAll(`$${name}`, '$usual'), { usual: value })
        expect([data, errors]).toEqual([usual.data, undefined])
      }
    }
  )

  test('refuse a variable that an object cannot hold', async () => {
    for (const [query, value] of byName('__proto__')) {
      const { data, errors } = await agreed(query, given('__proto__', value))
      expect(data).toBe(undefined)
      expect(errors).toMatchObject([
        { extensions: { code: 'INVALID_PARAM', details: { param: '__proto__', reason: 'must have another name' } } }
      ])
    }
  })

  test('tell errors in the order of the fields, whatever failed first', async () => {
    // The first waits for a read, the last is refused at once.
    const { errors } = await agreed(
      '{ a: user(by: {username: "nobody.at.all"}) { id } b: postsById(postIds: ["1", "x"]) { id } c: effect(effectId: "x") { id } }'
    )
    expect(errors?.map(({ path }) => path)).toEqual([['a'], ['b', 1], ['c']])
  })
})
