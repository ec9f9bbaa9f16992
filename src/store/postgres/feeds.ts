import type { PageRequest } from '../../core/paging.ts'
import type { FeedKind, Feeds, ScannedKind } from '../kinds.ts'
import type { Page } from '../source.ts'
import { libraries, ofEachRange, type RangeKind } from '../tables/feeds.ts'
import type { QueryReader } from './database.ts'
import { rangeReader } from './listings.ts'
import { rankedSearches } from './search.ts'

type FeedReader<T> = (reader: QueryReader, key: string, request: PageRequest) => Promise<Page<T> | null>

const library = { hot: rangeReader(libraries.hot), new: rangeReader(libraries.new) }

/** How each feed reads one page: owner and range in one statement. */
export const feedReaders: { [K in Exclude<FeedKind, ScannedKind>]: FeedReader<Feeds[K]> } = {
  // The range of a kind selects its records.
  ...(ofEachRange(rangeReader) as { [K in RangeKind]: FeedReader<Feeds[K]> }),
  soundLibrary: (reader, key, request) => library[key === 'new' ? 'new' : 'hot'](reader, key, request),
  ...rankedSearches
}
