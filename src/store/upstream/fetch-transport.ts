import { Late, type Transport, type TransportLimits, tooLargeCode } from './transport.ts'

/** The runtime's own `fetch`. It manages connections itself, so the number of concurrent calls is limited to that of connections. */
export const fetchTransport = (origin: string, limits: TransportLimits): Transport => {
  const closing = new AbortController()
  const waiting: (() => void)[] = []
  let running = 0
  const enter = (signal: AbortSignal): Promise<void> | undefined => {
    if (running < limits.connections) {
      running += 1
      return undefined
    }
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(signal.reason)
      }
      waiting.push(go)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }
  /** Passes the place to the next waiting call, if there is one. */
  const leave = () => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return {
    async send({ path, body, headersMs = limits.headersMs }, headers, signal, onStatus) {
      const late = new AbortController()
      /** Runs one stage of the call within its time. */
      const within = async <T>(stage: 'headers' | 'whole body', ms: number, run: () => Promise<T>): Promise<T> => {
        const timer = setTimeout(() => late.abort(new Late(stage, ms)), ms)
        try {
          return await run()
        } catch (error) {
          throw late.signal.aborted ? late.signal.reason : withSystemCode(error)
        } finally {
          clearTimeout(timer)
        }
      }
      await enter(signal)
      try {
        const response = await within('headers', headersMs, () =>
          fetch(origin + path, {
            method: body === undefined ? 'GET' : 'POST',
            body: body ?? null,
            // A compressed body could be larger than its length.
            headers: { ...headers, 'accept-encoding': 'identity' },
            redirect: 'manual',
            signal: AbortSignal.any([signal, late.signal, closing.signal])
          })
        )
        onStatus(response.status)
        return {
          status: response.status,
          header: (name) => response.headers.get(name) ?? undefined,
          text: await within('whole body', limits.bodyMs, () => readText(response, limits.answerBytes))
        }
      } finally {
        leave()
      }
    },
    state: () => ({ connected: running, free: 0, running, queued: waiting.length }),
    async close() {
      closing.abort()
    }
  }
}

const readText = async (response: Response, maxBytes: number): Promise<string> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw Object.assign(new Error('the answer is too large'), { code: tooLargeCode })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length).toString()
}

/** A failure of `fetch` with the system's code, which Bun replaces by its own. */
const withSystemCode = (error: unknown): unknown => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error) || !('code' in cause)) return cause
  return cause.code === 'ConnectionRefused' || cause.code === 'FailedToOpenSocket'
    ? Object.assign(new Error(cause.message, { cause }), { code: 'ECONNREFUSED' })
    : cause
}
