import type { Awaitable } from '../../core/awaitable.ts'
import type { Cells } from '../../store/tables/columns.ts'

/** Tables of a data set as of opening, regardless of concurrent writers. */
export type Tables = {
  /** Identifies the state of the data. */
  readonly version: string
  rows(sql: string, ...parameters: readonly (string | number)[]): Awaitable<readonly Cells[]>
  /** Throws `CommandError` unless everything read so far is of that state. */
  confirm?(): Promise<void>
  close(): void | Promise<void>
}

/** Lines of a whole export of one kind, and the key behind which the next ones start. */
export type LinePages = AsyncGenerator<{ lines: readonly object[]; behind: readonly (string | number)[] }>
