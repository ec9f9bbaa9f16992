import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer, testKey } from './server.ts'

// Queries run in two ways, interpreted and by plan; both keep to the rules.
describe.each([
  { way: 'interpreted', config: { queryPlans: false, readyAnswers: false } },
  { way: 'by plan', config: { queryPlans: true, readyAnswers: true } }
] as const)('GraphQL over HTTP, $way', ({ config }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ config })
  })
  afterAll(() => server.close())

  // Audits ask without a key; it is put in, and nothing else is changed.
  const fetchFn = (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...init.headers, 'x-gateway-key': testKey } })
  const audits = serverAudits({ url: () => `${server.url}/graphql`, fetchFn })

  test.each(audits.map(({ name, id, fn }) => ({ name: `${name} (${id})`, fn })))('$name', async ({ fn }) => {
    const result = await fn()
    const shown = 'response' in result ? `${result.reason} ${await result.response.clone().text()}` : ''
    expect({ status: result.status, shown }).toEqual({ status: 'ok', shown: '' })
  })

  test(`all ${audits.length} audits of the suite ran`, () => {
    expect(audits.length).toBeGreaterThanOrEqual(60)
  })
})
