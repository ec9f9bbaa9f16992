import { pino } from 'pino'
import type { LogLevel } from '../config.ts'

/** Structured log on standard error, so that what a command prints stays clean. Keys are never logged. */
export const createLog = (level: LogLevel) =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) }
    },
    pino.destination({ dest: 2, sync: true })
  )
export type Log = ReturnType<typeof createLog>
