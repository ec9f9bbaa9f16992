/** What a thread that writes a data set has: the lock of the data set, or also new files of its own. */
export type Held = 'nothing' | 'lock' | 'files'

/** Shared by such a thread and one that may stop it. */
export type StopGate = Int32Array<SharedArrayBuffer>

const states: readonly Held[] = ['nothing', 'lock', 'files']
const changing = states.length
const stopped = states.length + 1

export const makeStopGate = (): StopGate => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/** Of this thread; nobody stops it until it is given one. */
let gate = makeStopGate()

export const stopAt = (given: StopGate): void => {
  gate = given
}

/** Changes what this thread has. A stop waits for the end of the change; after a stop, this never returns. */
export const changeHeld = <T>(to: Held, change: () => T): T => {
  const before = Atomics.load(gate, 0)
  if (before === stopped || Atomics.compareExchange(gate, 0, before, changing) !== before) {
    for (;;) Atomics.wait(gate, 0, stopped)
  }
  let after = before
  try {
    const result = change()
    after = states.indexOf(to)
    return result
  } finally {
    Atomics.store(gate, 0, after)
    Atomics.notify(gate, 0)
  }
}

/** The same for a change of something else. */
export const unlessStopped = <T>(change: () => T): T => changeHeld(states[Atomics.load(gate, 0)] ?? 'nothing', change)

/** For file systems that do not answer. */
const maxWaitMs = 5_000

/** Keeps the other thread from any further change, and returns what it has. The process is to end then. */
export const stopThread = (of: StopGate): Held => {
  for (;;) {
    const state = Atomics.load(of, 0)
    if (state === changing) {
      if (Atomics.wait(of, 0, changing, maxWaitMs) === 'timed-out') return 'nothing'
    } else if (Atomics.compareExchange(of, 0, state, stopped) === state) return states[state] ?? 'nothing'
  }
}
