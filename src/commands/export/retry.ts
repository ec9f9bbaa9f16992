import { setTimeout as sleepFor } from 'node:timers/promises'
import { ApiError, type ErrorCode } from '../../core/errors.ts'
import { pauseAfter } from '../../core/pause.ts'
import { Scope } from '../../core/scope.ts'
import { faultOf, type UpstreamFault } from '../../store/upstream/faults.ts'
import type { RetryingRead } from './pages.ts'

export type RetryOptions = {
  /** Ends all waiting. */
  signal: AbortSignal
  /** Called before each wait with its reason. */
  onWait: (seconds: number, error: ApiError) => void
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Time limit of one page, which may take several upstream calls. */
const readMs = 60_000

const passing: readonly ErrorCode[] = ['UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT', 'UNAVAILABLE']
/** Faults that a retry cannot fix. */
const lasting: readonly UpstreamFault['fault'][] = ['key', 'version']

/** Sequential reads with retries. */
export const retryingRead = ({ signal, onWait, sleep = sleepUntil }: RetryOptions): RetryingRead => {
  let hasRead = false
  return async (read) => {
    for (let failures = 0; ; ) {
      const limited = new AbortController()
      const timer = setTimeout(() => limited.abort(new ApiError('UPSTREAM_TIMEOUT')), readMs)
      try {
        const scope = new Scope({
          requestId: 'export',
          startedAt: performance.now(),
          signal: AbortSignal.any([signal, limited.signal])
        })
        const found = await read(scope)
        hasRead = true
        return found
      } catch (error) {
        signal.throwIfAborted()
        const isLimit = faultOf(error) === 'limited'
        if (!(error instanceof ApiError)) throw error
        const { retryAfterSeconds } = error
        const seconds = pauseAfter({ isLimit, mayPass: mayPass(error), retryAfterSeconds }, { hasRead, failures })
        if (seconds === null) throw error
        if (!isLimit) failures += 1
        onWait(seconds, error)
        await sleep(seconds * 1_000, signal)
      } finally {
        clearTimeout(timer)
      }
    }
  }
}

const mayPass = (error: ApiError): boolean => {
  const fault = faultOf(error)
  return passing.includes(error.code) && (fault === null || !lasting.includes(fault))
}

const sleepUntil = (ms: number, signal: AbortSignal) => sleepFor(ms, undefined, { signal })
