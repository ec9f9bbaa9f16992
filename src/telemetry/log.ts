import { type DestinationStream, pino } from 'pino'
import type { LogLevel } from '../config/settings.ts'
import { printable } from '../core/terminal.ts'

/** Structured log on standard error, so that what a command prints stays clean. Keys are never logged. */
export const createLog = (level: LogLevel, destination: DestinationStream = atOnce()) =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) }
    },
    destination
  )
export type Log = ReturnType<typeof createLog>

const standardError = 2

/** JSON stays the same JSON: what a terminal would obey is spelled out in it. */
const shownBy = (destination: DestinationStream): DestinationStream => ({
  write: (line) => destination.write(printable(line))
})

const atOnce = () => shownBy(pino.destination({ dest: standardError, sync: true }))

/**
 * For a line a request: gathered into larger writes, of which none is older than a second, and the last is made when the process ends.
 * Where nobody takes them, lines beyond the bound are lost instead of holding up requests or filling the memory.
 */
export const gathered = () =>
  shownBy(
    pino.destination({
      dest: standardError,
      sync: false,
      minLength: 8 * 1024,
      maxLength: 8 * 1024 ** 2,
      periodicFlush: 1_000
    })
  )
