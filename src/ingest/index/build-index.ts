import type { DatabaseSync } from 'node:sqlite'
import { atOnce } from '../../core/awaitable.ts'
import { refreshRound } from '../../engines/search/refresh.ts'
import { run } from '../../engines/search/store.ts'
import { newIndexStore } from './new-index-store.ts'

type Build = {
  /** Where the rows are. */
  rows: DatabaseSync
  /** Its search tables are empty and without indexes. */
  into: DatabaseSync
  /** Receives the number of posts done. */
  onPosts?: (done: number) => void
  /** Bounds of rounds; without them a round ends with the documents of a kind, or where it has too many words. */
  bounds?: Parameters<typeof refreshRound>
}

/** Fills the search tables from the rows of a data set: a build is a refresh of everything. */
export const buildIndex = ({ rows, into, onPosts = () => {}, bounds = [Number.POSITIVE_INFINITY] }: Build): void => {
  const store = newIndexStore(rows, into, onPosts)
  while (atOnce(run(refreshRound(...bounds), store)) > 0);
  store.finish()
}
