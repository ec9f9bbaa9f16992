import { type DestinationStream, pino } from 'pino'
import type { LogLevel } from './config/settings.ts'
import { printable } from './terminal.ts'

/**
 * Structured log on standard error, so that command output stays clean. Keys are never logged. `worker`: number of the process, where there
 * are several.
 */
export const createLog = (level: LogLevel, destination: DestinationStream = atOnce(), worker?: number) =>
  pino(
    {
      level,
      base: worker === undefined ? null : { worker },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) }
    },
    destination
  )
export type Log = ReturnType<typeof createLog>

const standardError = 2

/** Escapes characters that a terminal would interpret; the JSON stays equivalent. */
const shownBy = (destination: DestinationStream): DestinationStream => ({
  write: (line) => destination.write(printable(line))
})

const atOnce = () => shownBy(pino.destination({ dest: standardError, sync: true }))

/**
 * Buffered writes for request logs: flushed within a second and at exit. If the destination is blocked, lines above the buffer limit are
 * dropped instead of delaying requests or filling memory.
 */
export const bufferedOutput = () =>
  shownBy(
    pino.destination({
      dest: standardError,
      sync: false,
      minLength: 8 * 1024,
      maxLength: 8 * 1024 ** 2,
      periodicFlush: 1_000
    })
  )
