import { type Awaitable, andThen } from '../../core/awaitable.ts'
import type { IndexStore } from '../../engines/search/index-store.ts'
import { refreshRound } from '../../engines/search/refresh.ts'
import { ask, run, type Steps } from '../../engines/search/store.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { tables } from '../../store/tables/schema.ts'
import { kindNumbers } from '../../store/tables/search-keys.ts'
import { neverMade, renewGeneration, suggestedPosts } from '../stale/generation.ts'
import { setSize } from '../stale/stale-statements.ts'
import type { RowTables } from '../tables/row-tables.ts'
import { sizes } from './index-statements.ts'
import type { RefreshLimits } from './refresh-limits.ts'
import { fewPosts, isOutdated } from './suggestion-builder.ts'

/** Search tables of a database, with the operations that differ between SQLite and PostgreSQL. */
export type SearchTables = {
  readonly tables: RowTables
  /** The row of `counts`. */
  counts(): Awaitable<Cells | undefined>
  indexStore(): Awaitable<IndexStore>
  /** Builds index and suggestions from all rows, and notes all row groups: documents with equal numbers may have exchanged keys. */
  build(posts: number): Awaitable<void>
  makeSuggestions(): Awaitable<void>
  transaction<T>(work: () => Awaitable<T>): Awaitable<T>
  /** A transaction whose statements each read few rows of large tables. */
  round<T>(work: () => Awaitable<T>): Awaitable<T>
}

/** All tables of search and its stale rows. */
export const searchTableNames = [...tables.matchAll(/CREATE TABLE (search_\w+)/g)].map(([, name = '']) => name)

/** Number of documents in search (null if never built), of stale rows, and of posts. */
export const counts = `SELECT (SELECT CAST(sum(documents) AS bigint) FROM search_sizes WHERE kind > 0),
  (SELECT count(*) FROM search_stale), (SELECT count(*) FROM all_posts)`

/**
 * Brings search and suggestions up to date: stale rows, round by round, or all rows when many are stale or search was never built. Each
 * round is one transaction, and rows that an interrupted refresh did not reach stay stale. `onProgress` receives the number of rows done.
 */
export function* refreshSearch(
  onProgress: (done: number, total: number) => void,
  { postingsOfRound, largestShare }: RefreshLimits
): Steps<void, SearchTables> {
  const [known = null, stale, posts] = (yield* ask((search: SearchTables) => search.counts())) ?? []
  if (known === null || Number(stale) > Number(known) * largestShare) {
    yield* ask((search: SearchTables) => search.build(Number(posts)))
    onProgress(Number(posts), Number(posts))
    return
  }
  const store = yield* ask((search: SearchTables) => search.indexStore())
  for (let done = 0; ; ) {
    const refreshed = yield* ask((search: SearchTables) =>
      search.round(() =>
        andThen(run(refreshRound(postingsOfRound), store), (count) =>
          count === 0 ? 0 : andThen(noteChange(search.tables), () => count)
        )
      )
    )
    if (refreshed === 0) break
    done += refreshed
    onProgress(done, Math.max(done, Number(stale)))
  }
  yield* ask((search: SearchTables) =>
    search.transaction(() =>
      andThen(sizesOf(search.tables), ([posts, madeOf]) =>
        isOutdated(posts, madeOf) ? search.makeSuggestions() : undefined
      )
    )
  )
}

/** Caches of the index are outdated, and so are suggestions while there are few posts. */
const noteChange = (tables: RowTables): Awaitable<void> =>
  andThen(sizesOf(tables), ([posts]) => {
    if (posts < fewPosts) tables.change(setSize, [[suggestedPosts, neverMade]])
    renewGeneration(tables)
  })

const sizesOf = (tables: RowTables): Awaitable<[posts: number, madeOf: number]> =>
  andThen(tables.first(sizes, [[kindNumbers.posts], [suggestedPosts]]), ([posts, madeOf]) => [
    Number(posts?.[0] ?? neverMade),
    Number(madeOf?.[0] ?? neverMade)
  ])
