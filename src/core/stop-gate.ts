/** What a thread that writes a data set holds: the lock of the data set, or also its own new files. */
export type Held = 'nothing' | 'lock' | 'files'

/** Shared by such a thread and one that may stop it. */
export type StopGate = Int32Array<SharedArrayBuffer>

const states: readonly Held[] = ['nothing', 'lock', 'files']
const changing = states.length
const stopped = states.length + 1

export const makeStopGate = (): StopGate => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/** The gate of this thread. No other thread can stop it until it receives a shared one. */
let gate = makeStopGate()

export const stopAt = (given: StopGate): void => {
  gate = given
}

/** Changes what this thread holds. A stop waits for the end of the change; after a stop, this never returns. */
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

/** Makes another change, which a stop waits for too. */
export const unlessStopped = <T>(change: () => T): T => changeHeld(states[Atomics.load(gate, 0)] ?? 'nothing', change)

/** For file systems that do not answer. */
const maxWaitMs = 5_000

/** Prevents further changes by the other thread, and returns what it holds. The process must end then. */
export const stopThread = (of: StopGate): Held => {
  for (;;) {
    const state = Atomics.load(of, 0)
    if (state === changing) {
      if (Atomics.wait(of, 0, changing, maxWaitMs) === 'timed-out') return 'nothing'
    } else if (Atomics.compareExchange(of, 0, state, stopped) === state) return states[state] ?? 'nothing'
  }
}
