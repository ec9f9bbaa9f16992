import type { Source } from '../src/store/source.ts'

/** A source whose pages keep the process busy, and how many were read in each turn of the event loop. */
export const busySource = (beBusy: () => void) => {
  const inTurn: number[] = []
  let isNewTurn = true
  const wrap = (source: Source): Source => ({
    ...source,
    page(kind, key, request, signal) {
      if (isNewTurn) {
        isNewTurn = false
        inTurn.push(0)
        setImmediate(() => {
          isNewTurn = true
        })
      }
      inTurn.push((inTurn.pop() ?? 0) + 1)
      beBusy()
      return source.page(kind, key, request, signal)
    }
  })
  return { wrap, inTurn, read: () => inTurn.reduce((sum, count) => sum + count, 0) }
}
