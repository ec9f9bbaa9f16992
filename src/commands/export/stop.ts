import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Somebody told the process to end. */
export class Stopped extends Error {
  readonly signal: NodeJS.Signals
  constructor(signal: NodeJS.Signals) {
    super(`stopped by ${signal}`)
    this.signal = signal
  }

  /** Ends the process as the signal would have. */
  end(): never {
    process.kill(process.pid, this.signal)
    // Still here as the first process of a container, which no signal ends by itself.
    process.exit(128 + constants.signals[this.signal])
  }
}

/** A signal that is aborted with `Stopped`. The next time the process is told, it ends at once. */
export const stopSignal = (): AbortSignal => {
  const stop = new AbortController()
  const onSignal = (signal: NodeJS.Signals) => {
    for (const name of signals) process.off(name, onSignal)
    stop.abort(new Stopped(signal))
  }
  for (const name of signals) process.on(name, onSignal)
  return stop.signal
}
