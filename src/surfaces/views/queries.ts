import { readFind } from './conditions.ts'
import { comparable, hashtagNameIn, isNumber, type Route } from './route.ts'

/** Initial page size of each list. */
export const firstOf = {
  search: 24,
  posts: 30,
  reposts: 24,
  followers: 24,
  library: 10,
  ofThing: 24,
  besidePost: 7,
  trending: 30
} as const

/** Maximum elements of a page of a REST list. */
export const longestPageOf = (path: string): number =>
  path.startsWith('/api/v1/users/') ? 100 : path.startsWith('/api/v1/sounds/library') ? firstOf.library : 50

/** A query by the name of its operation, as the explorer's client serializes it: keys in alphabetical order. */
export type EarlyQuery = { documentId: string; variables: Readonly<Record<string, unknown>> }

const question = (operation: string, variables: EarlyQuery['variables'] = {}): EarlyQuery => ({
  documentId: `x-clipgraph:${operation}`,
  variables
})

/** Kinds and windows of rankings by their names in an address. */
export const trendKindOf = { sounds: 'SOUND', hashtags: 'HASHTAG', creators: 'CREATOR', posts: 'POST' } as const
export const trendWindowOf = { day: 'DAY', week: 'WEEK', month: 'MONTH' } as const

/** Number of creators of a list that are read at once. */
export const listedAtOnce = 50

/** Whether the explorer shows a name in an address unchanged. */
const isName = (text: string) => /^[\w.]+$/.test(text)

const searches = {
  posts: 'ExploreSearchPosts',
  creators: 'ExploreSearchCreators',
  live: 'ExploreSearchLive'
} as const

/**
 * The first queries of a view. The page sends them while the explorer's script loads; a query that differs here from the view's own would
 * be sent twice, which a test detects.
 */
export const earlyQueriesOf = (route: Route): readonly EarlyQuery[] => {
  switch (route.view) {
    case 'start':
      return [question('ExploreStart')]
    case 'search':
      return [
        ...(route.among === 'posts' ? [question('ExploreSearchNames', { keyword: route.keyword })] : []),
        question(searches[route.among], { first: firstOf.search, keyword: route.keyword })
      ]
    case 'creator': {
      const { username, shows } = route
      const head = question('ExploreCreator', { first: firstOf.posts, username })
      if (shows === 'reposts') return [head, question('ExploreReposts', { first: firstOf.reposts, username })]
      if (shows === 'followers') return [head, question('ExploreFollowers', { first: firstOf.followers, username })]
      return [head]
    }
    case 'sounds':
      return [question('ExploreSounds', { first: firstOf.library, sort: route.sort.toUpperCase() })]
    case 'trending': {
      const [kind, window] = [trendKindOf[route.kind], trendWindowOf[route.window]]
      return [question('ExploreTrending', { first: firstOf.trending, kind, window })]
    }
    case 'post':
      return [question('ExplorePost', { more: firstOf.besidePost, postId: route.id })]
    case 'sound': {
      const [named, variables] = isNumber(route.id) ? ['', { soundId: route.id }] : ['WithoutId', { id: route.id }]
      return [
        question(`ExploreSound${named}`, { first: firstOf.ofThing, ...variables }),
        question(`ExploreSound${named}Use`, variables)
      ]
    }
    case 'hashtag': {
      const name = hashtagNameIn(route.id)
      return name === null
        ? [
            question('ExploreHashtag', { by: { hashtagId: route.id }, first: firstOf.ofThing }),
            question('ExploreHashtagUse', { by: { hashtagId: route.id } })
          ]
        : [question('ExploreHashtagName', { name })]
    }
    case 'place':
      return [question('ExplorePlace', { first: firstOf.ofThing, placeId: route.id })]
    case 'collection':
      return [question('ExploreCollection', { collectionId: route.id, first: firstOf.ofThing })]
    case 'effect':
      return [question('ExploreEffect', { effectId: route.id })]
    case 'live':
      return [question('ExploreLiveRoom', { roomId: route.id })]
    case 'compare': {
      // The explorer first drops invalid names, and those beyond the limit.
      const { length } = route.names
      const asItStands = length >= comparable.least && length <= comparable.most && route.names.every(isName)
      const usernames = route.names.map((name) => name.toLowerCase()).sort()
      return asItStands ? [question('ExploreCompare', { first: firstOf.posts, usernames })] : []
    }
    case 'find': {
      const { misstated, variables } = readFind(route)
      const operation = route.of === 'creators' ? 'ExploreFindCreators' : 'ExploreFindPosts'
      return misstated.length > 0 ? [] : [question(operation, variables)]
    }
    case 'list': {
      const usernames = route.handles?.slice(0, listedAtOnce) ?? []
      return usernames.length > 0 && usernames.every(isName) ? [question('ExploreList', { usernames })] : []
    }
    case 'lists':
      return []
  }
}
