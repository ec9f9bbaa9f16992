import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDefaults } from '../src/ingest/seed/seed.ts'
import { growthQuestions } from './questions.ts'
import { startServer, type TestServer } from './server.ts'

const asked = growthQuestions(new Date(seedDefaults.until))
const guide = readFileSync(new URL('../src/surfaces/site/docs/guides/growth-and-trends.md', import.meta.url), 'utf8')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('there are five', () => {
  expect(asked).toHaveLength(5)
  for (const { text } of asked) expect(text).toMatch(/\?$/)
})

test.each(asked.map((question) => [question.name, question] as const))(
  'the guide "Growth and trends" has %s, with its answer',
  async (_, { text, query, variables }) => {
    const start = guide.indexOf(`\n### ${text}\n`)
    expect(start, text).toBeGreaterThan(0)
    const section = guide.slice(start + 1, guide.indexOf('\n#', start + 5))
    expect(section).toContain(`\`\`\`graphql\n${query}\`\`\``)
    if (Object.keys(variables).length > 0) expect(section).toContain(`\`${JSON.stringify(variables)}\``)
    const { data, errors } = await server.query(query, { ...variables })
    expect(errors).toBe(undefined)
    // An answer that has nothing would show nothing.
    expect(JSON.stringify(data)).not.toMatch(/"(edges|history|users)":\[\]/)
    const [, answer = ''] = /```json\n([\s\S]*?)```/.exec(section) ?? []
    expect(JSON.parse(answer).data).toEqual(data)
  }
)
