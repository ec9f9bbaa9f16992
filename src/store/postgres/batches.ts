import { together } from '../../core/together.ts'
import type { Span } from '../../core/tracing.ts'
import { PageTooLarge } from '../source.ts'
import type { Cells } from '../tables/columns.ts'
import type { RowKey } from './database.ts'

/** Rows per key, in the order of the keys. */
type ReadKeys = (
  keys: readonly RowKey[],
  signal: AbortSignal,
  span: Span | null
) => Promise<readonly (readonly Cells[])[]>

type WaitingLookup = {
  keys: readonly RowKey[]
  signal: AbortSignal
  span: Span | null
  resolve: (rows: readonly (readonly Cells[])[]) => void
  reject: (reason: unknown) => void
}

/**
 * Merges the keys requested in one iteration of the event loop, by any request, into one statement: the busier the server, the fewer round
 * trips per request. Nothing waits for more keys. The statement is cancelled when all its callers have aborted.
 */
export class Batches {
  readonly #read: ReadKeys
  /** Maximum number of keys per statement; a single caller may exceed it. */
  readonly #most: number
  #waiting: WaitingLookup[] = []
  #keys = 0

  constructor(read: ReadKeys, most: number) {
    this.#read = read
    this.#most = most
  }

  ask(keys: readonly RowKey[], signal: AbortSignal, span: Span | null): Promise<readonly (readonly Cells[])[]> {
    if (this.#keys + keys.length > this.#most) this.#send()
    if (this.#waiting.length === 0) setImmediate(() => this.#send())
    this.#keys += keys.length
    return new Promise((resolve, reject) => this.#waiting.push({ keys, signal, span, resolve, reject }))
  }

  #send(): void {
    const asked = this.#waiting
    this.#waiting = []
    this.#keys = 0
    const [first, ...others] = asked
    if (first === undefined) return
    if (others.length === 0) this.#read(first.keys, first.signal, first.span).then(first.resolve, first.reject)
    else void this.#sendTogether(asked)
  }

  #sendTogether(asked: readonly WaitingLookup[]): Promise<void> {
    return together(asked, async (calledOff) => {
      try {
        const all = asked.flatMap(({ keys }) => keys)
        const rows = await this.#read(all, calledOff, asked[0]?.span ?? null)
        let at = 0
        for (const { keys, resolve } of asked) {
          resolve(rows.slice(at, at + keys.length))
          at += keys.length
        }
      } catch (error) {
        // The batch is too large, but each key alone may fit.
        if (error instanceof PageTooLarge) {
          for (const { keys, signal, span, resolve, reject } of asked) {
            await this.#read(keys, signal, span).then(resolve, reject)
          }
        } else for (const { reject } of asked) reject(error)
      }
    })
  }
}
