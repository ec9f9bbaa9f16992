/** Time for looking what else has come in while more comes in each time. */
const lookMs = 3

/** Looks at what came in while work waits. One for a server: what is to go on behind a look goes on together. */
export class EventLoop {
  #waiting: (() => void)[] = []
  #lookingSince: number | null = null
  /** Whether somebody connected since the last look. Others may stand behind: the event loop takes one connection a turn. */
  #isConnecting = false

  /** Looks that were asked for so far. */
  looks = 0

  /** Tells that somebody connected. */
  connected(): void {
    this.#isConnecting = true
  }

  get isConnecting(): boolean {
    return this.#isConnecting
  }

  /** Calls back when it has been looked at what came in. */
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
 * Calls back in this turn of the event loop, when all that promises go on with by now is done: a tick that a promise asks for comes behind all of
 * them.
 */
export const afterMicrotasks = (callBack: () => void): void => {
  queueMicrotask(() => process.nextTick(callBack))
}
