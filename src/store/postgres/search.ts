import type { PageRequest } from '../../core/paging.ts'
import { find } from '../../engines/search/creators.ts'
import type { FoundPage } from '../../engines/search/engine.ts'
import { ReadBlocks } from '../../engines/search/read-blocks.ts'
import { ask, run, type Steps } from '../../engines/search/store.ts'
import type { Page } from '../source.ts'
import { ownerKey, type Search, searches } from '../tables/searches.ts'
import { type QueryReader, statement } from './database.ts'
import { recordsReader } from './listings.ts'
import { searchStore } from './search-store.ts'

const ownerOf = statement(`${ownerKey} = $1`)

const searched = <T>({ ranking, selection, from, handle }: Search<T>) => {
  const read = recordsReader(selection, from, 'bigint', true)
  return async (reader: QueryReader, keyword: string, request: PageRequest): Promise<Page<T>> => {
    const owner = handle === undefined ? null : reader.rows(ownerOf, handle(keyword))
    // Started concurrently, it may fail before it is awaited.
    owner?.catch(() => {})
    function* found(): Steps<FoundPage> {
      const key = owner === null ? null : (yield* ask(() => owner))[0]?.[0]
      return yield* find(keyword, ranking, request, typeof key === 'number' ? [key] : [], new ReadBlocks())
    }
    const { keys, positions, next } = await run(found(), searchStore(reader))
    const records = keys.length === 0 ? [] : await read(reader, keys)
    const listed = records.flatMap((record, index) =>
      record === null ? [] : [{ record, position: positions[index] ?? '' }]
    )
    return {
      items: listed.map(({ record }) => record),
      positions: listed.map(({ position }) => position),
      next,
      total: null
    }
  }
}

export const rankedSearches = {
  searchTop: searched(searches.searchTop),
  searchVideos: searched(searches.searchVideos),
  searchUsers: searched(searches.searchUsers),
  searchLive: searched(searches.searchLive)
}
