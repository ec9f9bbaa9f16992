import type { PageRequest } from '../../core/paging.ts'
import type { FeedKind, Feeds } from '../kinds.ts'
import type { Page } from '../source.ts'
import { ranges } from '../tables/feeds.ts'
import type { Reader } from './database.ts'
import { rangeReader } from './listings.ts'
import { rankedSearches } from './search.ts'

type FeedReader<T> = (reader: Reader, key: string, request: PageRequest) => Promise<Page<T> | null>

const hotSounds = rangeReader(ranges.hotSounds)
const newSounds = rangeReader(ranges.newSounds)

/** How each feed reads one page: owner and range in one statement. */
export const feedReaders: { [K in FeedKind]: FeedReader<Feeds[K]> } = {
  userPosts: rangeReader(ranges.userPosts),
  soundPosts: rangeReader(ranges.soundPosts),
  placePosts: rangeReader(ranges.placePosts),
  hashtagPosts: rangeReader(ranges.hashtagPosts),
  userReposts: rangeReader(ranges.userReposts),
  collectionPosts: rangeReader(ranges.collectionPosts),
  userFollowers: rangeReader(ranges.userFollowers),
  soundLibrary: (reader, key, request) => (key === 'new' ? newSounds : hotSounds)(reader, key, request),
  ...rankedSearches
}
