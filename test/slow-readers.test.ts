import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { endWith } from '../src/surfaces/http/payload.ts'
import { endSlowReaders } from '../src/surfaces/http/slow-readers.ts'

const lookMs = 60_000
/** More than the buffers of both ends hold. */
const body = Buffer.alloc(48 * 1024 * 1024, 'x')

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`

let server: Server
beforeAll(async () => {
  // Nothing is timed here but the looks.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = createServer(({ url }, response) => {
    if (url === '/at-once') response.end(body)
    else endWith(response, '', { content: body, length: body.length }, '')
  })
  endSlowReaders(server, lookMs)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  server.close()
  vi.useRealTimers()
})

let client: Socket
let served: Socket
afterEach(() => {
  client.destroy()
  served.destroy()
})

const ask = async (path = '/'): Promise<void> => {
  const accepted = once(server, 'connection')
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.pause().write(request(path))
  ;[served] = (await accepted) as [Socket]
}

const readUntil = async (holds: () => boolean): Promise<void> => {
  while (!holds()) {
    client.read()
    await turn()
  }
}

const look = () => vi.advanceTimersByTime(lookMs)

const untilEnded = (meanwhile: () => unknown) =>
  vi.waitFor(
    async () => {
      await meanwhile()
      look()
      expect(served.destroyed).toBe(true)
    },
    { timeout: 20_000, interval: 10 }
  )

test('a client that takes nothing is hung up on', async () => {
  await ask()
  await untilEnded(() => {})
  expect(served.bytesWritten).toBeLessThan(body.length)
})

test('a client that takes nothing is hung up on, however often it sends something', async () => {
  await ask()
  await untilEnded(() => client.write('G'))
})

test('a client that takes less than was written a look ago is hung up on', async () => {
  await ask('/at-once')
  let looks = 0
  await untilEnded(async () => {
    looks += 1
    const some = client.bytesRead + 64 * 1024
    await readUntil(() => client.bytesRead >= some)
  })
  // Never at first sight.
  expect(looks).toBeGreaterThan(1)
  expect(client.bytesRead).toBeLessThan(body.length)
})

test('a client that is slow gets everything, and may ask again later', async () => {
  await ask()
  for (const asked of [1, 2]) {
    let looks = 0
    while (client.bytesRead < body.length * asked) {
      const { bytesWritten } = served
      await readUntil(() => served.bytesWritten > bytesWritten || served.writableLength === 0)
      await readUntil(() => served.writableLength > 0 || client.bytesRead >= body.length * asked)
      look()
      looks += 1
      expect(served.destroyed).toBe(false)
    }
    expect(looks).toBeGreaterThan(3)
    for (const _ of [1, 2, 3]) look()
    client.write(request('/'))
  }
})
