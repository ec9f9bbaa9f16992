import type { PageRequest } from '../../core/paging.ts'
import type { FeedKind, Feeds, ScannedKind } from '../kinds.ts'
import { conditionOf, libraries, ofEachRange, type Range, type RangeKind, startOf } from '../tables/feeds.ts'
import type { Database } from './database.ts'
import { listings, type PageListing } from './listings.ts'
import { rankedSearches } from './search.ts'

type FeedReader<T> = (key: string, request: PageRequest) => PageListing<T> | null

/** How each feed reads one page: the owner, then the range. */
export const feedReaders = (db: Database): { [K in Exclude<FeedKind, ScannedKind>]: FeedReader<Feeds[K]> } => {
  const feed = <T>(range: Range<T>): FeedReader<T> => {
    const { owner, selection, from, key: ownerColumn, position } = range
    const ownerSql = owner('?')
    const takesKey = ownerSql.includes('?')
    const condition = conditionOf(
      range,
      '?',
      position.map(() => '?')
    )
    const list = listings(db, selection, position.join(" || '.' || "), `${from} WHERE ${condition}`)
    return (key, request) => {
      const found = db.cells(ownerSql).get(...(takesKey ? [key] : []))
      if (found === undefined) return null
      const [pk = null, total] = found
      const start = startOf(range, request)
      const parameters = ownerColumn === undefined ? start : [pk, ...start]
      return list(parameters, request.count, typeof total === 'number' ? total : null)
    }
  }
  const library = { hot: feed(libraries.hot), new: feed(libraries.new) }
  return {
    // The range of a kind selects its records.
    ...(ofEachRange(feed) as { [K in RangeKind]: FeedReader<Feeds[K]> }),
    soundLibrary: (key, request) => library[key === 'new' ? 'new' : 'hot'](key, request),
    ...rankedSearches(db)
  }
}
