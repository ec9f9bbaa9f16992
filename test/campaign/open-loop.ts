import { connect, type Socket } from 'node:net'

/** What came of one request: milliseconds from when it was due, and its status; 0 for none. */
export type Answer = { ms: number; status: number }

type Slot = { socket: Socket; answered: (status: number) => void; held: Buffer; left: number; status: number }

const endOfHead = Buffer.from('\r\n\r\n')

const nothing = Buffer.alloc(0)

/** All connections read into one: room made for each read is garbage by the gigabyte, and to collect it is measured as if the server were slow. */
const room = Buffer.alloc(64 * 1024)

/** Connections that are kept, opened when there is none free, and given up when the server says so. No request is sent twice. */
export class Line {
  readonly #port: number
  readonly #most: number
  readonly #free: Slot[] = []
  #open = 0

  constructor(port: number, most: number) {
    this.#port = port
    this.#most = most
  }

  /** Sends a request as it is written; false when all connections wait for answers. */
  send(request: string, answered: (status: number) => void): boolean {
    const free = this.#free.pop() ?? (this.#open < this.#most ? this.#connect() : undefined)
    if (free === undefined) return false
    free.answered = answered
    free.socket.write(request)
    return true
  }

  close(): void {
    for (const { socket } of this.#free) socket.destroy()
  }

  #connect(): Slot {
    this.#open += 1
    const socket = connect({
      port: this.#port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: room,
        callback: (length) => {
          this.#read(slot, room.subarray(0, length))
          return true
        }
      }
    })
    const slot: Slot = { socket, answered: () => {}, held: nothing, left: 0, status: 0 }
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#open -= 1
      const at = this.#free.indexOf(slot)
      if (at >= 0) this.#free.splice(at, 1)
      else slot.answered(0)
    })
    return slot
  }

  #read(slot: Slot, chunk: Buffer): void {
    if (slot.left > 0) slot.left -= chunk.length
    else {
      const data = slot.held.length === 0 ? chunk : Buffer.concat([slot.held, chunk])
      const end = data.indexOf(endOfHead)
      slot.held = end < 0 ? Buffer.from(data) : nothing
      if (end < 0) return
      const head = data.toString('latin1', 0, end)
      slot.status = Number(head.slice(9, 12))
      slot.left = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0) - (data.length - end - endOfHead.length)
    }
    if (slot.left > 0) return
    this.#free.push(slot)
    slot.answered(slot.status)
  }
}

/** Requests one behind the other on so many connections; how many are answered in a second. */
export const best = async (port: number, next: () => string, connections: number, seconds: number): Promise<number> => {
  const line = new Line(port, connections)
  const until = performance.now() + seconds * 1_000
  let answered = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const status = await new Promise<number>((resolve) => line.send(next(), resolve))
        if (status === 200) answered += 1
      }
    })
  )
  line.close()
  return answered / seconds
}

/** So many requests a second whatever becomes of them. What finds no free connection waits for one, and its time runs. */
export const offer = async (
  port: number,
  next: () => string,
  { perSecond, seconds, connections }: { perSecond: number; seconds: number; connections: number }
): Promise<Answer[]> => {
  const line = new Line(port, connections)
  const answers: Answer[] = []
  const waiting: number[] = []
  const total = Math.round(perSecond * seconds)
  const began = performance.now()
  let due = 0
  await new Promise<void>((resolve) => {
    const tick = () => {
      const now = performance.now()
      for (; due < total && began + (due * 1_000) / perSecond <= now; due += 1) {
        waiting.push(began + (due * 1_000) / perSecond)
      }
      let sent = 0
      for (const at of waiting) {
        const taken = line.send(next(), (status) => answers.push({ ms: performance.now() - at, status }))
        if (!taken) break
        sent += 1
      }
      waiting.splice(0, sent)
      const isOver = answers.length === total || now > began + (seconds + 20) * 1_000
      if (isOver) resolve()
      else setTimeout(tick, 1)
    }
    tick()
  })
  line.close()
  for (let missing = answers.length; missing < total; missing += 1) answers.push({ ms: Infinity, status: 0 })
  return answers
}
