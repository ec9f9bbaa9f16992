import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Ask } from './mix.ts'

/** How many requests ended how. `broken`: of those that failed, the ones with 500. `late`: not sent, because so many others were under way. */
export type Counts = Record<'answered' | 'refused' | 'failed' | 'broken' | 'lost' | 'givenUp' | 'late', number>

const underWayAtMost = 256

/** Sends what `next` gives, and counts what comes of it; nothing else is kept, so that it can go on for long. */
export const startLoad = (url: string, next: () => Ask) => {
  const { hostname, port } = new URL(url)
  const open = () => new Pool(url, { connections: underWayAtMost, pipelining: 1 })
  let pool = open()
  const counts: Counts = { answered: 0, refused: 0, failed: 0, broken: 0, lost: 0, givenUp: 0, late: 0 }
  const failures = new Map<string, number>()
  let underWay = 0

  const breakOff = async ({ path }: Ask) => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nx-half: `)
    await pause(5)
    socket.destroy()
  }

  const send = async (ask: Ask): Promise<void> => {
    const { path, body, headers, ends } = ask
    if (ends === 'in the middle of the head') {
      counts.givenUp += 1
      return breakOff(ask)
    }
    const signal = ends === 'before the answer' ? AbortSignal.timeout(1) : null
    try {
      const method = body === undefined ? 'GET' : 'POST'
      const reset = ends === 'with a connection of its own'
      const answer = await pool.request({ method, path, headers, body: body ?? null, reset, signal })
      await answer.body.dump({ limit: 2 ** 26 })
      if (answer.statusCode < 400) counts.answered += 1
      else if (answer.statusCode < 500) counts.refused += 1
      else {
        counts.failed += 1
        if (answer.statusCode === 500) counts.broken += 1
        count(`${answer.statusCode} for ${path.slice(0, 60)}`)
      }
    } catch (error) {
      if (signal !== null) counts.givenUp += 1
      else {
        counts.lost += 1
        count(error instanceof Error ? error.message : String(error))
      }
    }
  }
  const count = (why: string) => {
    if (failures.size < 20 || failures.has(why)) failures.set(why, (failures.get(why) ?? 0) + 1)
  }
  const track = (ask: Ask) => {
    underWay += 1
    return send(ask).finally(() => {
      underWay -= 1
    })
  }

  return {
    counts,
    failures,
    /** As many as the server takes when each of so many clients waits for its answer; how many that were in a second. */
    async closedLoop(clients: number, seconds: number): Promise<number> {
      const until = performance.now() + seconds * 1000
      let sent = 0
      const client = async () => {
        for (; performance.now() < until; sent += 1) await track(next())
      }
      await Promise.all(Array.from({ length: clients }, client))
      return sent / seconds
    },
    /** So many in a second, whatever the answers take. */
    async pace(perSecond: number, seconds: number): Promise<void> {
      const began = performance.now()
      const total = Math.round(perSecond * seconds)
      for (let sent = 0; sent < total; await pause(5)) {
        const due = Math.min(total, ((performance.now() - began) / 1000) * perSecond)
        for (; sent < due; sent += 1) {
          if (underWay < underWayAtMost) void track(next())
          else counts.late += 1
        }
      }
      while (underWay > 0) await pause(5)
    },
    /** Ends its connections; it may go on with new ones. */
    async rest(): Promise<void> {
      await pool.close()
      pool = open()
    }
  }
}
