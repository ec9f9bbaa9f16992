import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endStalledConnections } from '../src/http/slow-readers.ts'

/** Longer than this process may be kept waiting by others. */
const timeoutMs = 1_000
/** More than the buffers of both ends hold. */
const body = Buffer.alloc(32 * 1024 * 1024, 'x')

const request = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'

let server: Server
beforeAll(async () => {
  server = createServer((_, response) => response.end(body))
  endStalledConnections(server, timeoutMs)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => server.close())

const ask = async (): Promise<{ client: Socket; served: Socket }> => {
  const accepted = once(server, 'connection')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.write(request)
  const [served] = (await accepted) as [Socket]
  return { client, served }
}

test('a client that takes nothing is hung up on', async () => {
  const { client, served } = await ask()
  client.pause()
  await once(served, 'close')
  expect(client.bytesRead).toBeLessThan(body.length)
  client.destroy()
})

test('a client that is slow gets everything, and may ask again later', async () => {
  const { client, served } = await ask()
  let taken = 0
  let answers = 0
  const startedAt = performance.now()
  for await (const chunk of client as AsyncIterable<Buffer>) {
    taken += chunk.length
    // Together three times as long as somebody who takes nothing is given.
    if (performance.now() - startedAt < timeoutMs * 3) await wait(2)
    if (taken < body.length) continue
    answers += 1
    if (answers === 2) break
    taken = 0
    await wait(timeoutMs * 2)
    client.write(request)
  }
  expect(answers).toBe(2)
  client.destroy()
  served.destroy()
})
