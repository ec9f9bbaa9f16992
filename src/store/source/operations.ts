import { keysOf } from '../../core/keys-of.ts'
import type { FeedKind, LookupKind } from '../kinds.ts'

type Takes = readonly string[]
type Support =
  | { readonly lookup: LookupKind; readonly takes: Takes; readonly isList?: true }
  | { readonly feed: FeedKind; readonly takes: Takes }

/** Every operation that a table may have, by its operationId in openapi.json; the first parameter is its key. */
const sourceOperations = {
  getUser: { lookup: 'user', takes: ['username', 'region'] },
  getUserById: { lookup: 'userById', takes: ['userId'] },
  listUserPosts: { feed: 'userPosts', takes: ['username'] },
  listUserReposts: { feed: 'userReposts', takes: ['username'] },
  listUserFollowers: { feed: 'userFollowers', takes: ['username'] },
  getUserPlaylist: { lookup: 'playlists', takes: ['username'], isList: true },
  getPost: { lookup: 'post', takes: ['videoId', 'day', 'nextDay'] },
  getSound: { lookup: 'sound', takes: ['soundId'] },
  listSoundPosts: { feed: 'soundPosts', takes: ['soundId'] },
  listSoundLibrary: { feed: 'soundLibrary', takes: ['sort', 'page'] },
  search: { feed: 'searchTop', takes: ['keyword'] },
  searchVideos: { feed: 'searchVideos', takes: ['keyword'] },
  searchUsers: { feed: 'searchUsers', takes: ['keyword'] },
  searchLive: { feed: 'searchLive', takes: ['keyword'] },
  suggest: { lookup: 'suggestions', takes: ['keyword'], isList: true },
  getLiveRoom: { lookup: 'liveRoom', takes: ['roomId'] },
  getLiveStatus: { lookup: 'liveStatus', takes: ['username'] },
  getEffect: { lookup: 'effect', takes: ['effectId'] },
  getPlace: { lookup: 'place', takes: ['placeId'] },
  listPlacePosts: { feed: 'placePosts', takes: ['placeId'] },
  getCollection: { lookup: 'collection', takes: ['collectionId'] },
  listCollectionPosts: { feed: 'collectionPosts', takes: ['collectionId'] },
  listChallengePosts: { feed: 'hashtagPosts', takes: ['challengeId', 'hashtagName'] }
} as const satisfies Readonly<Record<string, Support>>

export type OperationName = keyof typeof sourceOperations
export const operationNames = keysOf(sourceOperations)
export const rowOf = (name: OperationName): Support => sourceOperations[name]

const operationOf = new Map(
  operationNames.map((name) => {
    const row = rowOf(name)
    return ['feed' in row ? row.feed : row.lookup, name] as const
  })
)

/** The operation that reads a kind; undefined for kinds that REST does not have. */
export const operationFor = (kind: LookupKind | FeedKind): OperationName | undefined => operationOf.get(kind)
