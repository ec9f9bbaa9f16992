import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { testKey } from '../../server.ts'
import type { Attack } from './attack.ts'
import type { Victim } from './victim.ts'

/** Files that this process may have open; the server may have as many. */
const openFiles = () => Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])

const open = async (victim: Victim, count: number, first = ''): Promise<Socket[]> => {
  const { hostname, port } = new URL(victim.url)
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(200, count - sockets.length) }, () => {
      const socket = connect({ host: hostname, port: Number(port) })
      socket.on('error', () => {})
      if (first !== '') socket.write(first)
      return socket
    })
    await Promise.all(some.map((socket) => new Promise((done) => socket.once('connect', done).once('close', done))))
    sockets.push(...some)
  }
  return sockets
}

/** For a machine that has other work; who had to wait for the attackers would wait for longer. */
const withinMs = 1_000

/** Others are answered, and soon. */
const others = async (victim: Victim) => {
  for (const target of ['/healthz', '/api/v1/users/maya.nguyen', '/graphql?query={__typename}']) {
    const began = performance.now()
    const { status } = await victim.ask(target)
    const ms = performance.now() - began
    if (status !== 200 || ms > withinMs) throw new Error(`others are answered ${status} within ${Math.round(ms)} ms`)
  }
}

/** What is written at a byte a second for as long as it lasts. */
const drip = (name: string, first: string, byte: string): Attack => ({
  name,
  fate: 'harmless',
  isLong: true,
  async run(victim) {
    const sockets = await open(victim, 500, first)
    for (let second = 0; second < 5; second += 1) {
      for (const socket of sockets) if (socket.writable) socket.write(byte)
      await pause(1_000)
      await others(victim)
    }
    for (const socket of sockets) socket.destroy()
  }
})

/** Much at once, or for long. */
export const floodAttacks: readonly Attack[] = [
  {
    name: '10,000 idle connections',
    fate: 'harmless',
    isLong: true,
    // 10 KB each.
    room: 100,
    async run(victim) {
      const sockets = await open(victim, Math.min(10_000, openFiles() - 1_000))
      await pause(1_000)
      await others(victim)
      for (const socket of sockets) socket.destroy()
      await pause(1_000)
      await others(victim)
    }
  },
  drip('500 clients whose headers come a byte a second', 'GET /healthz HTTP/1.1\r\nHost: x\r\nx-a: ', 'a'),
  drip(
    '500 clients whose bodies come a byte a second',
    `POST /graphql HTTP/1.1\r\nHost: x\r\nx-gateway-key: ${testKey}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    ' '
  ),
  {
    name: '2,000 requests down one connection without reading',
    fate: 'harmless',
    isLong: true,
    async run(victim) {
      const request = `GET /api/v1/search?keyword=cooking&count=50 HTTP/1.1\r\nHost: x\r\nx-gateway-key: ${testKey}\r\n\r\n`
      const [socket] = await open(victim, 1)
      socket?.pause()
      socket?.write(request.repeat(2_000))
      await pause(2_000)
      await others(victim)
      socket?.destroy()
    }
  },
  {
    name: '500 clients that leave in the middle',
    fate: 'harmless',
    isLong: true,
    async run(victim) {
      const request = `GET /api/v1/search?keyword=cooking&count=50 HTTP/1.1\r\nHost: x\r\nx-gateway-key: ${testKey}\r\n\r\n`
      for (const socket of await open(victim, 500, request)) socket.resetAndDestroy()
      await pause(1_000)
      await others(victim)
    }
  }
]
