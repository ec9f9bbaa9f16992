import { type FoundPage, search } from '../search/engine.ts'
import type { Ranking } from '../search/ranking.ts'
import { ReadPieces } from '../search/read-pieces.ts'
import { run, type Steps } from '../search/store.ts'
import { understand } from '../search/understand.ts'
import type { PageRequest } from '../source.ts'
import type { Database } from './database.ts'
import { type Listing, listingsByKey } from './listings.ts'
import { searchStore } from './search-store.ts'
import { ownerKey, type Search, searches } from './searches.ts'

export const rankedSearches = (db: Database) => {
  const store = searchStore(db)
  const read = new ReadPieces()
  const searched = <T>({ ranking, selection, from, handle }: Search<T>) => {
    const list = listingsByKey(db, selection, from)
    return (keyword: string, request: PageRequest): Listing<T> => {
      const owner = handle && db.query(`${ownerKey} = ?`).get(handle(keyword))?.key
      const first = typeof owner === 'number' ? owner : null
      const { keys, positions, next } = atOnce(run(found(keyword, ranking, request, first, read), store))
      return list(keys, { positions, next, total: null })
    }
  }
  return {
    searchTop: searched(searches.searchTop),
    searchVideos: searched(searches.searchVideos),
    searchUsers: searched(searches.searchUsers),
    searchLive: searched(searches.searchLive)
  }
}

function* found(
  keyword: string,
  ranking: Ranking,
  request: PageRequest,
  first: number | null,
  read: ReadPieces
): Steps<FoundPage> {
  const query = yield* understand(keyword, ranking.kind)
  return yield* search(query, ranking, request, first, read)
}

/** What is asked of a store in this process is answered at once. */
export const atOnce = <T>(answer: T | PromiseLike<T>): T => {
  if (answer instanceof Promise) throw new Error('the store of the embedded data answers at once')
  return answer as T
}
