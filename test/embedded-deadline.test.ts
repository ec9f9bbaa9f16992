import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { type Clipgraph, type ClipgraphOptions, createClipgraph } from '../src/host/clipgraph.ts'
import { RequestWatch } from '../src/host/telemetry/request-watch.ts'
import { startServer } from './server.ts'

const opened: Clipgraph[] = []
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await Promise.all(opened.splice(0).map((each) => each.close()))
})

const open = async (options: Partial<ClipgraphOptions> = {}): Promise<Clipgraph> => {
  const keys = options.authorize === undefined ? { keys: ['k'] } : {}
  const dataUrl = inject('defaultDataset')
  const clipgraph = await createClipgraph({ dataUrl, logLevel: 'silent', requestTimeoutMs: 100, ...keys, ...options })
  opened.push(clipgraph)
  return clipgraph
}

const never = () => new Promise<never>(() => {})
const headers = { 'x-gateway-key': 'k', 'content-type': 'application/json' }
const query = (body: BodyInit, init: object = {}) =>
  new Request('http://host.example/graphql', { method: 'POST', headers, body, ...init })
const typename = JSON.stringify({ query: '{ __typename }' })
/** Gives one chunk and then nothing, without an end. */
const endless = (onCancel = () => {}) =>
  new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{')),
    cancel: onCancel
  })
const outcomeOf = async (response: Response) => {
  const { error, errors } = (await response.json()) as {
    error?: { code: string }
    errors?: { extensions: { code: string } }[]
  }
  return [response.status, error?.code ?? errors?.[0]?.extensions.code]
}

describe('a request ends at its time limit', () => {
  test('when its body does not, which is cancelled', async () => {
    const { fetch } = await open()
    const cancelled = Promise.withResolvers<void>()
    const response = await fetch(query(endless(cancelled.resolve), { duplex: 'half' }))
    expect(await outcomeOf(response)).toEqual([408, 'REQUEST_TIMEOUT'])
    await cancelled.promise
  })

  test('when nobody says who sent it', async () => {
    const { fetch } = await open({ authorize: never })
    expect(await outcomeOf(await fetch(query(typename)))).toEqual([503, 'UNAVAILABLE'])
  })

  test.each([
    ['onParams', { onParams: never }],
    ['onExecute', { onExecute: never }],
    ['onResponse', { onResponse: never }]
  ])('when a plugin hangs in %s', async (_, plugin) => {
    const { fetch } = await open({ plugins: [plugin], maxConcurrentRequests: 1 })
    // Each leaves its place to the next.
    for (let times = 0; times < 2; times += 1) {
      expect(await outcomeOf(await fetch(query(typename)))).toEqual([504, 'UPSTREAM_TIMEOUT'])
    }
  })

  test('over a socket, when a plugin hangs', async () => {
    const server = await startServer({ plugins: [{ onExecute: never }], config: { requestTimeoutMs: 100 } })
    const { status, errors } = await server.query('{ __typename }')
    expect([status, errors?.[0]?.extensions?.code]).toEqual([504, 'UPSTREAM_TIMEOUT'])
    await server.close()
  })

  test('when the parts of its answer do not end, or are not read on', async () => {
    const parts = () => new Response(endless(), { headers: { 'content-type': 'text/event-stream' } })
    const plugin = {
      onRequest: ({ endResponse }: { endResponse: (response: Response) => void }) => endResponse(parts())
    }
    const { fetch } = await open({ plugins: [plugin as object] })
    const response = await fetch(query(typename, { headers: { ...headers, accept: 'text/event-stream' } }))
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('did not answer in time')
    const unread = await fetch(query(typename, { headers: { ...headers, accept: 'text/event-stream' } }))
    expect(unread.status).toBe(200)
  })

  test('counted from its entry: what its body has taken is not given to the data', async () => {
    const started = Promise.withResolvers<number>()
    const onExecute = ({ args }: { args: { contextValue: { scope: { startedAt: number } } } }) =>
      started.resolve(args.contextValue.scope.startedAt)
    const { fetch } = await open({ plugins: [{ onExecute } as object], requestTimeoutMs: 60_000 })
    let sentAt = 0
    const body = new ReadableStream({
      async start(stream) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        sentAt = performance.now()
        stream.enqueue(new TextEncoder().encode(typename))
        stream.close()
      }
    })
    await fetch(query(body, { duplex: 'half' }))
    expect(await started.promise).toBeLessThan(sentAt)
  })
})

describe('closing', () => {
  test('ends what is in progress after twelve seconds, whatever it waits for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const clipgraph = await open({
      authorize: (request) => (request.headers.has('x-slow') ? never() : 'ann'),
      plugins: [{ onExecute: never }],
      requestTimeoutMs: 600_000
    })
    const pending = [
      clipgraph.fetch(query(typename, { headers: { ...headers, 'x-slow': '1' } })),
      clipgraph.fetch(query(endless(), { duplex: 'half' })),
      clipgraph.fetch(query(typename))
    ]
    const closed = clipgraph.close()
    await vi.advanceTimersByTimeAsync(12_000)
    await closed
    for (const response of pending) expect(await outcomeOf(await response)).toEqual([503, 'UNAVAILABLE'])
  })

  test('waits for the last part of an answer', async () => {
    const end = Promise.withResolvers<void>()
    const plugin = {
      onRequest: ({ endResponse }: { endResponse: (response: Response) => void }) =>
        endResponse(
          new Response(
            new ReadableStream({
              async pull(stream) {
                await end.promise
                stream.close()
              }
            }),
            { headers: { 'content-type': 'text/event-stream' } }
          )
        )
    }
    const clipgraph = await open({ plugins: [plugin as object], requestTimeoutMs: 60_000 })
    const response = await clipgraph.fetch(query(typename, { headers: { ...headers, accept: 'text/event-stream' } }))
    let isClosed = false
    const closing = clipgraph.close().then(() => {
      isClosed = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isClosed).toBe(false)
    end.resolve()
    expect(await response.text()).toBe('')
    await closing
  })
})

describe('an answer in parts that nobody can read ends its source at once', () => {
  const inParts = (accept: string) => ({ headers: { ...headers, accept } })

  test('because it is HEAD', async () => {
    const cancelled = Promise.withResolvers<void>()
    const parts = () => new Response(endless(cancelled.resolve), { headers: { 'content-type': 'text/event-stream' } })
    const plugin = {
      onRequest: ({ endResponse }: { endResponse: (response: Response) => void }) => endResponse(parts())
    }
    const { fetch } = await open({ plugins: [plugin as object], requestTimeoutMs: 60_000 })
    const url = 'http://host.example/graphql?query={__typename}'
    expect((await fetch(new Request(url, { method: 'HEAD', ...inParts('text/event-stream') }))).status).toBe(200)
    await cancelled.promise
  })

  test('because a plugin gave it a header that HTTP does not allow, and is counted once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const counted = vi.spyOn(RequestWatch.prototype, 'answered')
    const plugin = { onResponse: ({ response }: { response: Response }) => response.headers.set('x-note', '\u20ac') }
    const { fetch } = await open({ plugins: [plugin as object] })
    const deferred = JSON.stringify({ query: '{ __typename ...@defer { __schema { queryType { name } } } }' })
    expect(await outcomeOf(await fetch(query(deferred, inParts('multipart/mixed'))))).toEqual([500, 'INTERNAL_ERROR'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(counted.mock.calls.map(([, , status]) => status)).toEqual([500])
  })
})
