import type { App } from '../../app.ts'
import type { Log } from '../../telemetry/log.ts'

/**
 * A connection is given up when nothing came on it for so long: answers that are read across the world are followed by
 * a request within it.
 */
const quietMs = 1_000

/** npm hands on to the server what the terminal has sent to both: that is no second signal. */
const sameSignalMs = 200

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Ends the process in good order when it is told to, and when something went wrong that nothing caught. SIGTERM comes
 * from what watches over the server, and the grace is for the balancer to notice; SIGINT comes from a person, who wants
 * it gone. A second signal means now.
 *
 * After an error that nothing caught nobody knows what else is wrong, so the process is not to stay. But the other
 * requests are no worse for it than they would be without a server, so they are answered, and what starts servers sees
 * by the exit code that it should start another.
 */
export const endInOrder = ({ app, log, graceMs }: { app: App; log: Log; graceMs: number }): void => {
  let exitCode = 0
  let endingSince: number | null = null
  const end = (notice: { graceMs: number }) => {
    endingSince = performance.now()
    app.close({ ...notice, quietMs }).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.fatal({ err: error }, 'the server could not be closed')
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
  // Rejections come here too.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'an error was caught by nothing; the process ends')
    app.metrics.processFault(origin)
    exitCode = 1
    if (endingSince === null) end({ graceMs })
  })
}
