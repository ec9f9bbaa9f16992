import { maxHeaderSize } from 'node:http'
import { expect, inject, test } from 'vitest'
import { mayBeFollowed } from './campaign/fuzz/any-request.ts'
import { fuzz } from './campaign/fuzz/fuzz.ts'
import { problemOf } from './campaign/fuzz/judge.ts'
import type { Sent } from './campaign/fuzz/request.ts'
import { serve } from './served.ts'

const requests = 1_000

// Many more, and measured: npm run campaign -- fuzz.
test(`${requests.toLocaleString('en')} requests of every kind have answers in form, and none brings the server down`, {
  timeout: 660_000
}, async () => {
  const settings = { CACHE_MAX_MB: '64', MAX_WAIT_MS: '60000', LOG_LEVEL: 'error' }
  const served = await serve(inject('defaultDataset'), settings)
  const report = await fuzz({ url: served.url, requests, seed: 1, timeMs: 600_000 })
  // Which come late depends on what else runs here.
  expect(report.findings, served.stderr()).toEqual([])
  expect(report.asked).toBeGreaterThanOrEqual(requests)
  for (const [kind, { requests: sent }] of report.tallies) expect(sent, kind).toBeGreaterThan(0)
  expect((await fetch(`${served.url}/healthz`)).status).toBe(200)
  await served.stop()
})

const whole: Sent = {
  kind: 'pages and health',
  method: 'GET',
  target: '/api/v1',
  headers: [],
  body: Buffer.alloc(0),
  isWhole: true
}

test('nothing is sent behind a head that is too large to be read: it is the last that its connection has an answer to', () => {
  const sent = { ...whole, kind: 'GraphQL in the address' } as const
  expect(mayBeFollowed({ ...sent, target: '/graphql?query={__typename}' })).toBe(true)
  expect(mayBeFollowed({ ...sent, target: `/graphql?query=${'a'.repeat(maxHeaderSize)}` })).toBe(false)
})

const envelope = (error: unknown, data: unknown = null) => JSON.stringify({ meta: {}, data, pagination: null, error })
const errors = (code: string) =>
  JSON.stringify({ errors: [{ message: '', extensions: { code } }], extensions: { meta: {} } })

test.each<[string, number, string, Partial<Sent>, string | null]>([
  ['an envelope', 200, envelope(null, {}), {}, null],
  ['a refusal in the envelope', 404, envelope({ code: 'NOT_FOUND' }), {}, null],
  ['a failure', 500, envelope({ code: 'INTERNAL_ERROR' }), {}, 'status 500'],
  ['an error with a status of success', 200, envelope({ code: 'NOT_FOUND' }), {}, 'not the form of the envelope'],
  ['a code nobody knows', 404, envelope({ code: 'OTHER' }), {}, 'not the form of the envelope'],
  ['a stack', 400, envelope({ code: 'INVALID_PARAM', message: 'x\n    at y' }), {}, 'shows what is inside'],
  ['half of an answer', 200, '{"meta":', {}, 'JSON that cannot be read'],
  ['GraphQL with errors', 200, errors('NOT_FOUND'), {}, null],
  ['GraphQL that failed within', 200, errors('INTERNAL_ERROR'), {}, 'not the form of GraphQL'],
  ['JSON-RPC', 200, '{"jsonrpc":"2.0","id":1,"result":{}}', {}, null],
  [
    'JSON-RPC that failed within',
    200,
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32603}}',
    {},
    'not the form of JSON-RPC'
  ],
  ['nothing', -1, '', {}, 'no answer in time'],
  ['a connection that was closed', 0, '', {}, 'closed without an answer'],
  ['a connection that was closed on broken bytes', 0, '', { isWhole: false }, null]
])('%s is judged', (_, status, text, sent, problem) => {
  const headers = new Map([
    ['x-request-id', 'x'],
    ['content-type', 'application/json']
  ])
  expect(problemOf({ ...whole, ...sent }, { status, headers, body: Buffer.from(text), ms: 1 })).toBe(problem)
})

const first = '{"data":{},"extensions":{"meta":{}},"hasNext":true}'
const last = (code = 'NOT_FOUND') =>
  `{"incremental":[{"path":["user"],"data":null,"errors":[{"message":"","extensions":{"code":"${code}"}}]}],"hasNext":false}`
const multipart = (...payloads: string[]) =>
  `\r\n---\r\ncontent-type: application/json\r\n\r\n${payloads.join('\r\n---\r\n\r\n')}\r\n-----\r\n`
const events = (...payloads: string[]) =>
  `:\n\n${payloads.map((payload) => `event: next\ndata: ${payload}\n\n`).join('')}event: complete\ndata:\n\n`

test.each<[string, string, string, boolean]>([
  ['between boundaries', 'multipart/mixed; boundary="-"', multipart(first, last()), true],
  ['as events', 'text/event-stream', events(first, last()), true],
  ['without an end', 'multipart/mixed; boundary="-"', multipart(first, last()).slice(0, -6), false],
  ['without the last', 'text/event-stream', events(first), false],
  ['one of which failed within', 'text/event-stream', events(first, last('INTERNAL_ERROR')), false],
  ['one of which cannot be read', 'multipart/mixed; boundary="-"', multipart(first, '{"hasNext"'), false]
])('parts %s are judged', (_, type, text, isWell) => {
  const headers = new Map([
    ['x-request-id', 'x'],
    ['content-type', type]
  ])
  const sent = { ...whole, target: '/graphql' }
  expect(problemOf(sent, { status: 200, headers, body: Buffer.from(text), ms: 1 })).toBe(
    isWell ? null : 'not the form of parts'
  )
})
