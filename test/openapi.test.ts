import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError, type ErrorCode, errorCodes } from '../src/core/errors.ts'
import { refuseUnreadable } from '../src/host/server/unreadable.ts'
import { operations, type RestOperation } from '../src/surfaces/rest/operations.ts'
import { cases } from './cases.ts'
import { failingSource } from './failing-source.ts'
import { isOverFetch } from './over-fetch.ts'
import { ownKeyFile } from './own-key-file.ts'
import { readAnswer, send, sendBytes } from './raw.ts'
import { addressOf, operationOf, validInputs } from './rest-address.ts'
import { type Answer, contract, problemsOf, responsesOf, sampleAddresses } from './rest-contract.ts'
import { startServer, type TestServer, testKey } from './server.ts'

let server: TestServer
/** A server whose source fails with the code at hand. */
let failing: TestServer
let failure: ErrorCode = 'INTERNAL_ERROR'
const agentsKey = 'for-agents-only'
const keyFile = ownKeyFile({ key: agentsKey, surfaces: ['mcp'] })
beforeAll(async () => {
  server = await startServer({ config: { keyFile: keyFile.path } })
  failing = await startServer({
    wrapSource: (source) =>
      failingSource(source, () => ({ thrown: new ApiError(failure, undefined, { retryAfterSeconds: 7 }) })),
    config: { readyAnswers: false }
  })
})
afterAll(async () => {
  await Promise.all([server.close(), failing.close()])
  keyFile.remove()
})

const ask = async (
  address: string,
  { at = server, ...init }: RequestInit & { at?: TestServer } = {}
): Promise<Answer> => {
  const response = await fetch(at.url + address, { ...init, headers: { 'x-gateway-key': testKey, ...init.headers } })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

describe('openapi.json', () => {
  test('describes every operation in OpenAPI 3.1', () => {
    expect(contract.openapi).toMatch(/^3\.1\./)
    expect(Object.keys(contract.paths)).toEqual(operations.map(({ path }) => path))
  })

  test.each(Object.entries(contract.paths))('%s works with the examples of its parameters', async (path, { get }) => {
    const query = new URLSearchParams()
    let address = path
    for (const parameter of get.parameters) {
      expect(parameter.description).not.toBe('')
      if (parameter.in === 'path') address = address.replace(`{${parameter.name}}`, String(parameter.example))
      // The post look-up takes exactly one of its two parameters; each is tried below.
      else if (get.operationId !== 'getPost') query.set(parameter.name, String(parameter.example))
    }
    const addresses =
      get.operationId === 'getPost'
        ? get.parameters.map(({ name, example }) => `${address}?${new URLSearchParams({ [name]: String(example) })}`)
        : [`${address}?${query}`]
    for (const one of addresses) {
      const { status, body } = await server.get(one)
      expect(status, one).toBe(200)
      expect(body.error).toBe(null)
      if (Array.isArray(body.data)) expect(body.data.length, one).toBeGreaterThan(0)
    }
  })

  test('describes everything in it', () => {
    const undescribed: string[] = []
    const look = (part: unknown, at: string, needsOne: boolean): void => {
      if (typeof part !== 'object' || part === null) return
      if (needsOne && !('$ref' in part) && !('description' in part)) undescribed.push(at)
      for (const [key, value] of Object.entries(part)) {
        // What stands in an example is data.
        if (key === 'example' || key === 'examples') continue
        // A list's elements and the forms of what may be null are described by what they stand in.
        const isNamed = /\/(properties|schemas|headers|responses|parameters|securitySchemes|tags|servers)$/.test(at)
        look(value, `${at}/${key}`, isNamed || key === 'get')
      }
    }
    look(contract, '', false)
    expect(undescribed).toEqual([])
  })

  test('its examples are valid against the schemas beside them', () => {
    for (const { id } of operations) {
      for (const [status, { content }] of Object.entries(responsesOf(id))) {
        const example = content?.['application/json']?.example
        expect(example !== undefined, `${id} ${status}`).toBe(status !== '304')
        if (example === undefined) continue
        const headers = exampleHeaders(status)
        expect(problemsOf(id, { status: Number(status), headers, body: JSON.stringify(example) }), id).toEqual([])
      }
    }
  })

  test('an example of a list has elements, and that of a code has the code', () => {
    for (const { id, isList, errors } of operations) {
      const responses = responsesOf(id)
      const success = responses['200']?.content?.['application/json']?.example
      if (isList) expect(success, id).toHaveProperty('data.1')
      for (const code of ['INVALID_PARAM', 'UNAVAILABLE', ...errors] as const) {
        expect(responses[errorCodes[code].status]?.content?.['application/json']?.example, code).toMatchObject({
          error: { code }
        })
      }
    }
  })
})

/** Headers that a response with an example would have. */
const exampleHeaders = (status: string) =>
  new Map([
    ['x-request-id', '5f3c1c5e-9f0a-4c1b-8f57-2d1b6f0e6a11'],
    ['content-type', 'application/json; charset=utf-8'],
    ['cache-control', 'no-store'],
    ...(status === '200'
      ? [
          ['etag', 'W/"x"'],
          ['age', '0'],
          ['vary', 'x-gateway-key']
        ]
      : []),
    ...(status === '401' ? [['www-authenticate', 'ApiKey realm="clipgraph", Bearer realm="clipgraph"']] : []),
    ...(status === '405' ? [['allow', 'GET, HEAD']] : [])
  ] as [string, string][])

test('an answer that is not what the contract says is noticed', async () => {
  const address = addressOf(operationOf('getPost'), { videoId: cases.post() })
  const { body, headers } = await ask(address)
  const changed = (text: string) => problemsOf('getPost', { status: 200, headers, body: text })
  expect(changed(body)).toEqual([])
  expect(changed(body.replace('"plays":', '"played":')).join()).toContain('/data')
  expect(changed(body.replace(/"plays":\d+/, '"plays":-1')).join()).toContain('/data/plays')
  expect(changed(body.replace('"error":null', '"error":{}')).join()).toContain('/error')
  expect(
    problemsOf('getPost', { status: 200, headers: new Map([['content-type', 'application/json']]), body })
  ).toEqual(expect.arrayContaining(['ETag is missing', 'x-request-id is missing']))
  expect(problemsOf('getPost', { status: 418, headers, body })).toEqual(['the contract has no 418'])
})

describe('answers from all over the data set', () => {
  let samples: ReturnType<typeof sampleAddresses>
  beforeAll(() => {
    samples = sampleAddresses()
  })

  test.each(operations)('of $id are what the contract says', async ({ id }) => {
    const own = samples.filter((sample) => sample.id === id)
    // Some of them, from one end to the other; `npm run campaign -- clients` asks for all.
    const step = Math.ceil(own.length / 30)
    for (const { address } of own.filter((_, index) => index % step === 0)) {
      expect(problemsOf(id, await ask(address)), address).toEqual([])
    }
  })
})

/** Something that does not exist, in place of what the path names. */
const absent = ({ path, input }: RestOperation): Record<string, string> =>
  Object.fromEntries(
    Object.keys(input)
      .filter((name) => path.includes(`{${name}}`) || name === 'videoId')
      .map((name) => [name, name === 'username' ? 'nobody.at.all' : '1000000000000000000'])
  )

/** What is found out before there is a request. */
const ofSockets = new Set(['431', '505'])

/** How each status of the contract is brought about. */
const ways: Readonly<Record<string, (operation: RestOperation) => Promise<Answer>>> = {
  200: (operation) => ask(addressOf(operation, validInputs()[operation.id] ?? {})),
  304: async (operation) => {
    const address = addressOf(operation, validInputs()[operation.id] ?? {})
    const tag = String((await ask(address)).headers.get('etag'))
    return ask(address, { headers: { 'if-none-match': tag } })
  },
  400: (operation) =>
    ask(addressOf(operation, validInputs()[operation.id] ?? {}), { headers: { 'x-api-version': '1999-01' } }),
  401: (operation) =>
    ask(addressOf(operation, validInputs()[operation.id] ?? {}), { headers: { 'x-gateway-key': 'wrong' } }),
  403: (operation) =>
    operation.errors.includes('ACCOUNT_PRIVATE')
      ? ask(addressOf(operation, { username: cases.privateUser() }))
      : ask(addressOf(operation, validInputs()[operation.id] ?? {}), { headers: { 'x-gateway-key': agentsKey } }),
  404: (operation) => ask(addressOf(operation, absent(operation))),
  405: (operation) => ask(addressOf(operation, validInputs()[operation.id] ?? {}), { method: 'DELETE' }),
  413: (operation) =>
    send(server.url, addressOf(operation, validInputs()[operation.id] ?? {}), {
      headers: { 'content-length': '300000' }
    }),
  431: (operation) =>
    send(server.url, addressOf(operation, validInputs()[operation.id] ?? {}), {
      headers: { 'x-long': 'x'.repeat(20_000) }
    }),
  505: async (operation) => {
    const address = addressOf(operation, validInputs()[operation.id] ?? {})
    return readAnswer(await sendBytes(server.url, `GET ${address} HTTP/2.0\r\nHost: x\r\n\r\n`))
  },
  ...Object.fromEntries(
    (['RATE_LIMITED', 'INTERNAL_ERROR', 'UPSTREAM_ERROR', 'UNAVAILABLE', 'UPSTREAM_TIMEOUT'] as const).map((code) => [
      errorCodes[code].status,
      (operation: RestOperation) => {
        failure = code
        return ask(addressOf(operation, validInputs()[operation.id] ?? {}), { at: failing })
      }
    ])
  )
}

describe('every status that the contract names', () => {
  test.each(operations)('$id answers with, as it says', async (operation) => {
    // That the client is slow is found out before there is an operation; its test is the last one here.
    const statuses = Object.keys(responsesOf(operation.id)).filter(
      (status) => status !== '408' && !(isOverFetch() && ofSockets.has(status))
    )
    for (const status of statuses) {
      const answer = await ways[status]?.(operation)
      expect(answer?.status, status).toBe(Number(status))
      if (answer !== undefined) expect(problemsOf(operation.id, answer), status).toEqual([])
    }
  })

  test('tells when to try again where that is known', async () => {
    for (const code of ['RATE_LIMITED', 'UNAVAILABLE'] as const) {
      failure = code
      const { headers } = await ask(addressOf(operationOf('getUser'), { username: 'a' }), { at: failing })
      expect(headers.get('retry-after'), code).toBe('7')
    }
  })

  test('a request that does not come to its end is 408', async () => {
    // The same refusal on a server that waits for less than half a minute.
    const impatient = createServer({ requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 })
    impatient.on('clientError', refuseUnreadable)
    await new Promise<void>((listening) => impatient.listen(0, '127.0.0.1', listening))
    // A server that listens on a port has an address of this kind.
    const { port } = impatient.address() as AddressInfo
    const answer = readAnswer(
      await sendBytes(`http://127.0.0.1:${port}`, 'GET /api/v1/users/a HTTP/1.1\r\nhost: a\r\n')
    )
    expect(answer.status).toBe(408)
    expect(problemsOf('getUser', answer)).toEqual([])
    await new Promise((closed) => impatient.close(closed))
  })
})
