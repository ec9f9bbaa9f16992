import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { startServer, type TestServer } from './server.ts'

/** Country and language from a file to the graph. */

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-origin-'))
let server: TestServer
beforeAll(async () => {
  const file = (name: string) => join(import.meta.dirname, 'formats', name)
  const dataset = join(folder, 'origin.db')
  await importFiles({ inputs: [file('web-post.json'), file('app-account.json')], path: dataset })
  server = await startServer({ dataset })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test('what a source says is in fields, filters and groups, and what none says meets nothing', async () => {
  const count = (filter: string) => `posts(filter: ${filter}) { totalCount }`
  const { data, errors } = await server.query(`{
    posts { nodes { country language missingFields author { country language missingFields } }
      facets { countries: top(by: COUNTRY) { key count node { id } } languages: top(by: LANGUAGE) { key count } } }
    any: ${count('{ country: { anyOf: ["at", "DE"] }, language: { noneOf: ["en"] } }')}
    none: ${count('{ country: { noneOf: ["AT"] } }')}
    author: ${count('{ author: { country: { anyOf: ["AT"] } } }')}
    unknown: ${count('{ author: { language: { anyOf: ["de"] } } }')}
    unknownToo: ${count('{ author: { not: { language: { anyOf: ["de"] } } } }')}
  }`)
  expect(errors).toBe(undefined)
  const [post] = (data as { posts: { nodes: { missingFields: string[]; author: { missingFields: string[] } }[] } })
    .posts.nodes
  expect(post).toMatchObject({ country: 'AT', language: 'de', author: { country: 'AT', language: null } })
  expect(post?.missingFields).not.toContain('COUNTRY')
  expect(post?.author.missingFields).toContain('LANGUAGE')
  expect(post?.author.missingFields).not.toContain('COUNTRY')
  expect(data).toMatchObject({
    posts: {
      facets: { countries: [{ key: 'AT', count: 1, node: null }], languages: [{ key: 'de', count: 1 }] }
    },
    ...{ any: { totalCount: 1 }, none: { totalCount: 0 }, author: { totalCount: 1 } },
    ...{ unknown: { totalCount: 0 }, unknownToo: { totalCount: 0 } }
  })
  const wrong = await server.query('{ posts(filter: { country: { anyOf: ["UK"] } }) { totalCount } }')
  expect(wrong.errors?.[0]?.message).toContain('filter.country.anyOf[0]')
})
