import type { PageRequest } from '../../core/paging.ts'
import { readKeyword } from './context.ts'
import { type FoundPage, search } from './engine.ts'
import type { SearchQuery } from './query.ts'
import type { SearchRanking } from './ranking.ts'
import { topRanking } from './rankings.ts'
import type { ReadBlocks } from './read-blocks.ts'
import { ask, type Steps } from './store.ts'

/** Posts whose creators are considered, and the most creators found this way. */
const mostPosts = 100
const mostCreators = 20

/**
 * One page of search results. `meant`: keys of exact matches, which come first. `read`: blocks already read, valid as long as the store has
 * the same lists.
 */
export function* find(
  keyword: string,
  ranking: SearchRanking,
  request: PageRequest,
  pinned: readonly number[],
  read: ReadBlocks
): Steps<FoundPage> {
  const query = yield* readKeyword(keyword, ranking, read)
  const ahead = ranking.kind === 'users' ? yield* creatorsAbout(keyword, query, ranking, read) : []
  return yield* search(query, ranking, request, [...new Set([...pinned, ...ahead])], read)
}

/**
 * Creators by the topics of their posts, since few have `workout` in their name. Only for words that no creator's name contains, and only
 * where the other words name no creator.
 */
function* creatorsAbout(
  keyword: string,
  query: SearchQuery,
  ranking: SearchRanking,
  read: ReadBlocks
): Steps<number[]> {
  if (query.unknown.length === 0) return []
  const unknown = new Set(query.unknown)
  const ofPosts = yield* readKeyword(keyword, topRanking, read)
  const isTopic = ofPosts.groups.some(
    ({ rawText, isFiller, isCorrected }) => unknown.has(rawText) && !isFiller && !isCorrected
  )
  if (!isTopic) return []
  const named = yield* search(query, ranking, { count: 1, after: null }, [], read)
  if (named.firstView === 'named') return []
  const { keys } = yield* search(ofPosts, topRanking, { count: mostPosts, after: null }, [], read)
  const creators = yield* ask((store) => store.creators(keys))
  const scores = new Map<number, number>()
  for (const [place, creator] of creators.entries()) {
    if (creator !== null) scores.set(creator, (scores.get(creator) ?? 0) + 1 / Math.log2(place + 2))
  }
  return [...scores]
    .sort(([a, one], [b, other]) => other - one || a - b)
    .slice(0, mostCreators)
    .map(([creator]) => creator)
}
