import type { Log } from '../../core/log.ts'
import type { App } from '../../host/app.ts'
import type { Notice } from '../../host/server/life-cycle.ts'

/** Connections idle for this long are closed: even across the world, a client's next request arrives sooner. */
const quietMs = 1_000

/** Signals within this time count as one: npm forwards a signal that the terminal has already sent to both processes. */
const sameSignalMs = 200

type EndOptions = {
  app: App
  log: Log
  graceMs: number
  /** Called before the process ends. */
  closed?: ((app: App) => Promise<void>) | undefined
  /** Whether other processes serve on the same port, and one replaces this one. */
  isReplaced?: boolean
}

/** Ends the process, unless it is already ending. */
export type Leave = (notice: Omit<Notice, 'quietMs'>) => void

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Ends the process cleanly on signals and after uncaught errors. SIGTERM comes from a supervisor, and the grace period lets load balancers
 * notice; SIGINT comes from a user. A second signal ends at once.
 *
 * After an uncaught error the state is unknown, so the process must not stay. Running requests are still answered, and the exit code tells
 * the supervisor to restart.
 */
export const endInOrder = ({ app, log, graceMs, closed, isReplaced = false }: EndOptions): Leave => {
  let exitCode = 0
  let endingSince: number | null = null
  const end: Leave = (notice) => {
    endingSince = performance.now()
    const ended = app.close({ ...notice, quietMs }).then(() => closed?.(app))
    ended.then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not close the server')
        process.exit(1)
      }
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (endingSince === null) end({ graceMs: signal === 'SIGTERM' ? graceMs : 0 })
      else if (performance.now() - endingSince > sameSignalMs) process.exit(exitCodes[signal])
    })
  }
  // Includes unhandled rejections.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught error; the process ends')
    app.metrics.processFault(origin)
    exitCode = 1
    if (endingSince === null) end(isReplaced ? { graceMs: 0, isReplaced } : { graceMs })
  })
  return (notice) => {
    if (endingSince === null) end(notice)
  }
}
