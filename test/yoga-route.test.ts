import { expect, test } from 'vitest'
import { Streams } from '../src/ingest/seed/random.ts'
import { asAddress, asQuestion, brokenText, noQuestion, wrongVariables } from './campaign/fuzz/graphql-requests.ts'
import { findKnown } from './campaign/fuzz/known.ts'
import { type Draft, get } from './campaign/fuzz/request.ts'
import { startServer, type TestServer } from './server.ts'

const accepts = [
  'application/json',
  'application/graphql-response+json',
  'application/json, multipart/mixed',
  'text/event-stream',
  'text/html;q=0.1'
]

/** What an answer says beside what is told of the one request. */
const answerTo = async ({ url }: TestServer, { method, target, headers, body }: Draft, accept: string) => {
  const response = await fetch(url + target, {
    method,
    headers: [...headers.map(([name, value]): [string, string] => [name, value]), ['accept', accept]],
    ...(method === 'GET' ? {} : { body: new Uint8Array(body) })
  })
  const text = (await response.text()).replace(/"meta":\{[^}]*\},?|"reads":\d+/g, '')
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    allow: response.headers.get('allow'),
    text
  }
}

test('a request has the same answer whether a plugin listens or not', { timeout: 120_000 }, async () => {
  const moment = Date.now()
  const same = { config: { publicUrl: 'http://media.example' }, now: () => moment }
  const heard = { executed: 0 }
  const listener = {
    onExecute() {
      heard.executed += 1
    }
  }
  const [direct, throughYoga] = await Promise.all([startServer(same), startServer({ ...same, plugins: [listener] })])
  const known = await findKnown(direct.url)
  const streams = new Streams(7)
  const kinds = [asQuestion, asAddress, asQuestion, brokenText, wrongVariables, noQuestion]
  const statuses = new Set<number>()
  for (let index = 0; index < 600; index += 1) {
    const random = streams.at('request', index)
    const make = kinds[index % kinds.length] ?? asQuestion
    const draft = index % 97 === 96 ? get('/graphql') : make(random, known)
    const accept = random.pick(accepts)
    const [one, other] = await Promise.all([answerTo(direct, draft, accept), answerTo(throughYoga, draft, accept)])
    expect(other, `${draft.method} ${draft.target} ${draft.body} as ${accept}`).toEqual(one)
    statuses.add(one.status)
  }
  expect(statuses).toContain(200)
  expect(statuses).toContain(400)
  expect(heard.executed).toBeGreaterThan(100)
  await Promise.all([direct.close(), throughYoga.close()])
})
