import { createReadStream, statSync } from 'node:fs'
import { addAbortSignal } from 'node:stream'
import { ApiError, CommandError, type ErrorCode } from '../../core/errors.ts'
import { textLines } from '../../core/text-lines.ts'
import { intelligence } from '../../services/intelligence.ts'
import type { Deps } from '../../services/operation.ts'
import type { RetryingRead } from './pages.ts'
import type { Walk } from './walk.ts'

export type ScorecardsOptions = {
  deps: Deps
  read: RetryingRead
  /** Handles, one per line. */
  handles: AsyncIterable<string>
  /** Called for each handle without a scorecard; `failed`: their number so far. */
  onFailed: (handle: string, reason: string, failed: number) => void
}

/** Errors of a single handle or id that do not affect others. */
export const ofTheHandle: readonly ErrorCode[] = ['NOT_FOUND', 'ACCOUNT_PRIVATE', 'INVALID_PARAM']

/** Scorecards of handles in order. Handles without one are reported and skipped. */
export const scorecardsOf = ({ deps, read, handles, onFailed }: ScorecardsOptions): Walk =>
  async function* (from) {
    const done = typeof from?.line === 'number' ? from.line : 0
    let failed = typeof from?.failed === 'number' ? from.failed : 0
    let line = 0
    for await (const handle of handles) {
      line += 1
      if (line <= done) continue
      let rows: readonly unknown[] = []
      try {
        rows = [await read((scope) => intelligence.scorecard(deps, scope, { username: handle }))]
      } catch (error) {
        if (!(error instanceof ApiError) || !ofTheHandle.includes(error.code)) throw error
        failed += 1
        onFailed(handle, error.message, failed)
      }
      yield { rows, next: { line, failed } }
    }
  }

const maxLineLength = 10_000

/** Handles or ids from a file, or from standard input for -. The signal ends waiting for more. */
export async function* handlesIn(file: string, signal: AbortSignal, what = 'handles'): AsyncGenerator<string> {
  const found = file === '-' ? undefined : statSync(file, { throwIfNoEntry: false })
  if (file !== '-' && (found === undefined || found.isDirectory())) {
    const problem = found === undefined ? 'does not exist' : 'is a folder'
    throw new CommandError(`${file} ${problem}: name a file of ${what}, one per line.`)
  }
  const stream = addAbortSignal(signal, file === '-' ? process.stdin : createReadStream(file))
  stream.setEncoding('utf8')
  const tooLong = () => new CommandError(`${file} is not a list of ${what}, one per line.`)
  for await (const line of textLines(stream, maxLineLength, tooLong)) {
    // `trim` removes a byte order mark too.
    const handle = line.trim()
    if (handle !== '') yield handle
  }
}
