import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A signal asked the process to stop. */
export class Stopped extends Error {
  readonly signal: NodeJS.Signals
  constructor(signal: NodeJS.Signals) {
    super(`stopped by ${signal}`)
    this.signal = signal
  }

  /** Ends the process as the signal would have. */
  end(): never {
    process.kill(process.pid, this.signal)
    // Reached as PID 1 of a container, which signals do not terminate by default.
    process.exit(128 + constants.signals[this.signal])
  }
}

/** An abort signal that fires with `Stopped` on the first signal. A second signal ends the process. */
export const stopSignal = (): AbortSignal => {
  const stop = new AbortController()
  const onSignal = (signal: NodeJS.Signals) => {
    for (const name of signals) process.off(name, onSignal)
    stop.abort(new Stopped(signal))
  }
  for (const name of signals) process.on(name, onSignal)
  return stop.signal
}
