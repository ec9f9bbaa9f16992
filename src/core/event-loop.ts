/** Longest time, in ms, spent polling for new I/O before work resumes. */
const lookMs = 3

/**
 * Yields to the event loop so that pending I/O is handled before queued work continues. One per server; all waiters resume after the same
 * poll.
 */
export class EventLoop {
  #waiting: (() => void)[] = []
  #lookingSince: number | null = null
  /** Whether a client connected since the last poll. The event loop accepts one connection per iteration, so more may be pending. */
  #isConnecting = false

  /** Polls so far. */
  looks = 0

  /** Reports a new connection. */
  connected(): void {
    this.#isConnecting = true
  }

  get isConnecting(): boolean {
    return this.#isConnecting
  }

  /** Calls back after pending I/O was handled. */
  afterPoll(callBack: () => void): void {
    if (this.#waiting.push(callBack) === 1) setImmediate(this.#looked)
  }

  readonly #looked = (): void => {
    const now = performance.now()
    this.#lookingSince ??= now
    const looksOn = this.#isConnecting && now - this.#lookingSince < lookMs
    this.#isConnecting = false
    if (looksOn) {
      setImmediate(this.#looked)
      return
    }
    this.#lookingSince = null
    this.looks += 1
    const waiting = this.#waiting
    this.#waiting = []
    for (const callBack of waiting) callBack()
  }
}

/**
 * Calls back in this iteration of the event loop, after all pending promise callbacks. A tick scheduled from a microtask runs after all of
 * them.
 */
export const afterMicrotasks = (callBack: () => void): void => {
  queueMicrotask(() => process.nextTick(callBack))
}
