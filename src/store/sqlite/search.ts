import { atOnce } from '../../core/awaitable.ts'
import type { PageRequest } from '../../core/paging.ts'
import { find } from '../../engines/search/creators.ts'
import { ReadBlocks } from '../../engines/search/read-blocks.ts'
import { run } from '../../engines/search/store.ts'
import { ownerKey, type Search, searches } from '../tables/searches.ts'
import type { Database } from './database.ts'
import { listingsByKey, type PageListing } from './listings.ts'
import { searchStore } from './search-store.ts'

export const rankedSearches = (db: Database) => {
  const store = searchStore(db)
  const read = new ReadBlocks()
  const searched = <T>({ ranking, selection, from, handle }: Search<T>) => {
    const list = listingsByKey(db, selection, from)
    return (keyword: string, request: PageRequest): PageListing<T> => {
      const owner = handle && db.query(`${ownerKey} = ?`).get(handle(keyword))?.key
      const owners = typeof owner === 'number' ? [owner] : []
      const { keys, positions, next } = atOnce(run(find(keyword, ranking, request, owners, read), store))
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
