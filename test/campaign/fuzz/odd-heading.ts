import type { Random } from '../../../src/ingest/seed/random.ts'
import { testKey } from '../../server.ts'
import { listOfTools } from './agent-messages.ts'
import { asAddress, asQuestion } from './graphql-requests.ts'
import type { Known } from './known.ts'
import type { Draft, Header } from './request.ts'
import { asOperation, asPage } from './rest-requests.ts'

const oddValues: Readonly<Record<string, readonly string[]>> = {
  accept: ['*/*', 'text/csv', 'application/x-ndjson', 'image/*;q=0', 'application/graphql-response+json', ',;,'],
  'accept-encoding': ['gzip', 'br', 'zstd, gzip;q=0', 'identity;q=0', '*', ';q=', 'gzip;q=1.5'],
  'content-type': ['text/plain', 'application/json; charset=utf-7', 'application/json;', 'multipart/form-data', '/'],
  'content-encoding': ['gzip', 'identity', 'br'],
  'if-none-match': ['*', 'W/"a"', '"', '"a", "b"', '""'],
  origin: ['null', 'http://evil.example', 'http://localhost:3000', '*', 'x'],
  'x-api-version': ['2025-01', '2024-01', '', '2025-01, 2025-01'],
  'x-gateway-key': [testKey, '', 'wrong', `sha256:${'0'.repeat(64)}`],
  host: ['x', 'a b', '[::1]', 'x:99999', ''],
  expect: ['100-continue', 'the-unexpected'],
  upgrade: ['websocket', 'h2c', 'TLS/1.0'],
  connection: ['upgrade', 'close', 'keep-alive, te', 'x-gateway-key'],
  range: ['bytes=0-1', 'bytes=5-1', 'lines=1-2', 'bytes=-1', 'bytes=0-0,2-3'],
  'sec-fetch-site': ['cross-site', 'same-origin', 'none', 'x'],
  'x-forwarded-for': ['127.0.0.1', 'unknown', ', ,'],
  'x-http-method-override': ['DELETE', 'POST'],
  traceparent: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00-0-0-0', 'x'],
  [`x-${'a'.repeat(200)}`]: ['b'.repeat(2_000)]
}

const methods = ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'CONNECT']

const drafts: readonly ((random: Random, known: Known) => Draft)[] = [
  ...[asQuestion, asAddress, asOperation, asPage, listOfTools]
]

/** A request as it should be, but for headers that take the place of its own or stand beside them, and perhaps its method. */
export const oddHeading = (random: Random, known: Known): Draft => {
  const draft = random.pick(drafts)(random, known)
  const names = random.sample(Object.keys(oddValues), random.between(1, 4))
  const odd = names.map((name): Header => [name, random.pick(oddValues[name] ?? [])])
  const isReplaced = random.chance(0.8)
  return {
    ...draft,
    method: random.chance(0.4) ? random.pick(methods) : draft.method,
    headers: [...draft.headers.filter(([name]) => !isReplaced || !names.includes(name)), ...odd]
  }
}
