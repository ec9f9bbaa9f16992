import { connect, type Socket } from 'node:net'

/** What came back for a request. `status` is 0 where the connection was closed without an answer, and -1 where nothing came in time. */
export type Received = { status: number; headers: ReadonlyMap<string, string>; body: Buffer; ms: number }

type Waiting = { isHead: boolean; began: number; settle: (received: Received) => void }

const nothing = { headers: new Map<string, string>(), body: Buffer.alloc(0) }

/** A connection that sends bytes as they are and reads what comes back: clients of the platform tidy up what they send. */
export class Wire {
  readonly #port: number
  readonly #host: string
  readonly #maxWaitMs: number
  #socket: Socket | null = null
  #unread: Buffer = Buffer.alloc(0)
  #waiting: Waiting[] = []

  constructor(url: string, maxWaitMs: number) {
    const { hostname, port } = new URL(url)
    this.#host = hostname
    this.#port = Number(port)
    this.#maxWaitMs = maxWaitMs
  }

  /** Sends bytes that hold so many requests, all at once, and waits for as many answers. `hangUp`: nothing more will come. */
  async send(
    bytes: Buffer,
    { heads, hangUp = false }: { heads: readonly boolean[]; hangUp?: boolean }
  ): Promise<Received[]> {
    const socket = this.#open()
    const answers = heads.map(
      (isHead) => new Promise<Received>((settle) => this.#waiting.push({ isHead, began: performance.now(), settle }))
    )
    const late = setTimeout(() => this.#end(-1), this.#maxWaitMs)
    if (hangUp) socket.end(bytes)
    else socket.write(bytes)
    const received = await Promise.all(answers)
    clearTimeout(late)
    // What comes behind the answers belongs to nothing that was asked.
    if (hangUp || this.#unread.length > 0 || received.some(({ headers }) => headers.get('connection') === 'close'))
      this.#end(0)
    return received
  }

  close(): void {
    this.#end(0)
  }

  #open(): Socket {
    if (this.#socket !== null) return this.#socket
    const socket = connect({ host: this.#host, port: this.#port, noDelay: true })
    this.#socket = socket
    this.#unread = Buffer.alloc(0)
    const over = () => {
      if (this.#socket === socket) this.#end(0)
    }
    socket.on('data', (chunk: Buffer) => {
      if (this.#socket !== socket) return
      this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk])
      while (this.#read());
    })
    // What was read before a reset counts.
    socket.on('error', over).on('close', over)
    return socket
  }

  #end(status: number): void {
    const waiting = this.#waiting
    this.#socket?.destroy()
    this.#socket = null
    this.#waiting = []
    for (const { began, settle } of waiting) settle({ ...nothing, status, ms: performance.now() - began })
  }

  /** Takes an answer out of what came, if there is a whole one. */
  #read(): boolean {
    const [first] = this.#waiting
    const split = this.#unread.indexOf('\r\n\r\n')
    if (first === undefined || split < 0) return false
    const [line = '', ...lines] = this.#unread.subarray(0, split).toString('latin1').split('\r\n')
    const status = Number(line.split(' ')[1])
    const headers = new Map(
      lines.map((each) => {
        const colon = each.indexOf(':')
        return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()]
      })
    )
    const start = split + 4
    if (status < 200) {
      this.#unread = this.#unread.subarray(start)
      return true
    }
    const isBare = first.isHead || status === 204 || status === 304
    const whole = isBare
      ? { body: nothing.body, end: start }
      : headers.get('transfer-encoding') === 'chunked'
        ? readChunks(this.#unread, start)
        : readLength(this.#unread, start, Number(headers.get('content-length') ?? 0))
    if (whole === null) return false
    this.#unread = this.#unread.subarray(whole.end)
    this.#waiting.shift()
    first.settle({ status, headers, body: whole.body, ms: performance.now() - first.began })
    return true
  }
}

/** A body and where it ends; null while it is not all there. */
type Whole = { body: Buffer; end: number } | null

const readLength = (bytes: Buffer, start: number, length: number): Whole =>
  bytes.length < start + length ? null : { body: bytes.subarray(start, start + length), end: start + length }

const readChunks = (bytes: Buffer, start: number): Whole => {
  const chunks: Buffer[] = []
  for (let at = start; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return null
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16)
    at = line + 2 + size + 2
    if (bytes.length < at) return null
    if (size === 0) return { body: Buffer.concat(chunks), end: at }
    chunks.push(bytes.subarray(line + 2, line + 2 + size))
  }
}
