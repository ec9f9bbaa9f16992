/** A caller that waits for shared work. */
type WaitingCaller = { readonly signal: AbortSignal; readonly reject: (reason: unknown) => void }

/** Runs work for several callers. A caller that aborts is rejected at once; the work is aborted when no caller waits any more. */
export const together = async <T>(
  callers: readonly WaitingCaller[],
  run: (signal: AbortSignal) => Promise<T>
): Promise<T> => {
  const calledOff = new AbortController()
  let waiting = callers.length
  const ends = callers.map(({ signal, reject }) => {
    const leave = () => {
      reject(signal.reason)
      waiting -= 1
      if (waiting === 0) calledOff.abort(signal.reason)
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    return () => signal.removeEventListener('abort', leave)
  })
  try {
    return await run(calledOff.signal)
  } finally {
    for (const end of ends) end()
  }
}
