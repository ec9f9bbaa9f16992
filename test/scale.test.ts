import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, surfaces } from './campaign/scale/ask.ts'
import { type Data, openData } from './campaign/scale/data.ts'
import { type Seen, tablesOf } from './campaign/scale/page.ts'
import { reads } from './campaign/scale/reads.ts'
import { startServer, type TestServer } from './server.ts'

/** `npm run campaign -- scale` takes long; what it asks is tried here, so that it does not end in the middle. */
let server: TestServer
let data: Data
beforeAll(async () => {
  server = await startServer()
  data = openData(inject('defaultDataset'))
})
afterAll(async () => {
  await data.close()
  await server.close()
})

test.each(reads.filter(({ page }) => (page?.number ?? 1) < 100))(
  'there is something to ask about, and it is answered on both surfaces: $name',
  async (read) => {
    const keys = await read.keys(data)
    expect(keys.length).toBeGreaterThan(20)
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length)
    const connection = connect({ url: server.url, pid: process.pid })
    const some = [keys[0] ?? {}, keys.at(-1) ?? {}]
    for (const surface of surfaces) expect((await connection.ask(surface, read, some)).ms).toHaveLength(2)
    await connection.close()
  }
)

test('pages hold what was seen, ratios within a round, and a dash where there is nothing', () => {
  const [read] = reads
  if (read === undefined) throw new Error('there are no reads')
  const seen = (posts: number, micros: number[]): Seen => ({
    surface: 'REST',
    read,
    posts,
    ms: [0.5, 20, 1],
    micros,
    elements: [20]
  })
  const made = [20_000, 2_000_000, 10_000_000].map((posts) => ({
    posts,
    seeding: { seconds: posts / 20_000, mostMiB: 100 },
    bytes: posts * 750,
    importRate: 15_000
  }))
  const page = tablesOf(made, [seen(20_000, [100, 200, 400]), seen(2_000_000, [150, 500, 600])])
  expect(page).toContain('| 2,000,000 | 100.0 | 100 | 1500 | 15,000 |')
  expect(page).toContain('|  | 20 k | 2 M | 10 M | 2 M / 20 k | 10 M / 20 k |')
  expect(page).toContain(`| ${read.name} | 200 | 500 | — | 1.50 | — |`)
  expect(page).toContain(`| ${read.name} | 1.00 / 20.0 | 1.00 / 20.0 | — |`)
})
