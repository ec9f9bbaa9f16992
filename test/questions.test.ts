import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDefaults } from '../src/ingest/seed/seed.ts'
import type { CreatorScorecard } from '../src/records/creator-scorecard.ts'
import { examples } from '../src/services/examples.ts'
import { call, failureOf, overHttp } from './agent.ts'
import { startFacade } from './chain.ts'
import { asksForEverything } from './example-operations.ts'
import { fillDatabase, hasNoPostgres, type OwnDatabase } from './own-postgres.ts'
import { type Question, questions } from './questions.ts'
import { answers } from './questions-by-hand.ts'
import { startServer, type TestServer } from './server.ts'

const asked = questions(new Date(seedDefaults.until))
const named = asked.map((question) => [question.name, question] as const)

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const dataOf = async (from: TestServer, { query, variables }: Question) => {
  const { data, errors } = await from.query(query, { ...variables })
  expect(errors).toBe(undefined)
  return data
}

/** Operation 24. */
const scorecardOf = async (username: string): Promise<CreatorScorecard | null> =>
  (await server.get<CreatorScorecard | null>(`/api/v1/intelligence/creator/${username}`)).body.data

/** Numbers that were computed in another order differ in their last digits. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'number' ? Number(each.toPrecision(12)) : each))

test('each is answered by hand, in one call', () => {
  expect(asked.map(({ name }) => name.slice(0, 2))).toEqual(Object.keys(answers).sort())
  for (const { text } of asked) expect(text).toMatch(/\?$/)
})

test.each(named)('%s: the answer is what loops over all posts and creators find', async (name, question) => {
  const expected = await answers[name.slice(0, 2)]?.(question.variables, scorecardOf)
  const data = await dataOf(server, question)
  expect(rounded(data)).toEqual(rounded(expected))
  // An answer that has nothing would show nothing.
  expect(JSON.stringify(data)).not.toMatch(/\[\]|"totalCount":0/)
})

describe.skipIf(hasNoPostgres)('over PostgreSQL', () => {
  let database: OwnDatabase
  let postgres: TestServer
  beforeAll(async () => {
    database = await fillDatabase()
    postgres = await startServer({ config: { data: { kind: 'postgres', urls: [database.url] } } })
  })
  afterAll(async () => {
    await postgres?.close()
    await database?.close()
  })

  test.each(named)('%s: the same answer', async (_, question) => {
    expect(await dataOf(postgres, question)).toEqual(await dataOf(server, question))
  })
})

describe('over another deployment', () => {
  let facade: TestServer
  beforeAll(async () => {
    facade = await startFacade(server.url)
  })
  afterAll(() => facade?.close())

  /** What only a source that counts by itself knows. */
  const withoutCounts = (value: unknown) => JSON.stringify(value).replace(/"(totalCount|postsCount)":(\d+|null),?/g, '')

  test.each(named)('%s: the same answer, or the reason why there is none', async (_, question) => {
    const { data, errors } = await facade.query(question.query, { ...question.variables })
    if (asksForEverything(question.query)) {
      expect(errors?.[0]).toMatchObject({
        extensions: { code: 'UNSUPPORTED', details: { reason: expect.stringContaining('a source without a graph') } }
      })
    } else {
      expect(errors).toBe(undefined)
      expect(withoutCounts(data)).toBe(withoutCounts(await dataOf(server, question)))
    }
  })
})

test('agents over another deployment hear why there is no list of everything, and find posts of one list', async () => {
  const facade = await startFacade(server.url)
  const client = await overHttp(facade.url)
  try {
    for (const tool of ['find_posts', 'find_creators']) {
      expect(await failureOf(client, tool)).toMatchObject({
        code: 'UNSUPPORTED',
        hint: expect.stringContaining('details.reason')
      })
    }
    const given = {
      username: examples.username,
      filter: { isAd: false },
      orderBy: 'PLAYS',
      count: 3,
      fields: ['plays']
    }
    const { content } = await call(client, 'find_posts', given)
    const here = await overHttp(server.url)
    const { content: local } = await call(here, 'find_posts', given)
    await here.close()
    expect(content).toMatchObject({ data: local.data, totalCount: null, coverage: { isComplete: true } })
  } finally {
    await client.close()
    await facade.close()
  }
})

describe('the guide "Filter and sort"', () => {
  const guide = readFileSync(new URL('../src/surfaces/site/docs/guides/filter-and-sort.md', import.meta.url), 'utf8')

  test.each(named)('has %s, with its answer', async (_, question) => {
    const { text, query, variables } = question
    const start = guide.indexOf(`\n### ${text}\n`)
    expect(start, text).toBeGreaterThan(0)
    const section = guide.slice(start + 1, guide.indexOf('\n#', start + 5))
    expect(section).toContain(`\`\`\`graphql\n${query}\`\`\``)
    if (Object.keys(variables).length > 0) expect(section).toContain(`\`${JSON.stringify(variables)}\``)
    const [, answer = ''] = /```json\n([\s\S]*?)```/.exec(section) ?? []
    expect(JSON.parse(answer).data).toEqual(await dataOf(server, question))
  })
})
