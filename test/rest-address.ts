import { operations, type RestOperation } from '../src/rest/operations.ts'
import { cases } from './cases.ts'

export type Input = Readonly<Record<string, string | number>>

export const operationOf = (id: string): RestOperation => {
  const operation = operations.find((known) => known.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  return operation
}

/** The address of one call: parameters of the path in the path, all others in the query. */
export const addressOf = (operation: RestOperation, input: Input): string => {
  const rest = { ...input }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  return query.size === 0 ? path : `${path}?${query}`
}

/** For each operation parameters that it answers with 200, required ones only. */
export const validInputs = (): Readonly<Record<string, Input>> => {
  const creator = { username: cases.busyUser() }
  const sound = { soundId: cases.sound() }
  const place = { placeId: cases.place() }
  const collection = { collectionId: cases.collection() }
  const search = { keyword: cases.keyword() }
  return {
    getUser: creator,
    getUserById: { userId: cases.userId() },
    listUserPosts: creator,
    listUserReposts: creator,
    listUserFollowers: creator,
    getUserPlaylist: creator,
    getPost: { videoId: cases.post() },
    getSound: sound,
    listSoundPosts: sound,
    listSoundLibrary: {},
    search,
    searchVideos: search,
    // The last word is a beginning there, and many names begin so.
    searchUsers: { keyword: 'a' },
    searchLive: { keyword: 'a' },
    suggest: search,
    getLiveRoom: { roomId: cases.room() },
    getLiveStatus: creator,
    getEffect: { effectId: cases.effect() },
    getPlace: place,
    listPlacePosts: place,
    getCollection: collection,
    listCollectionPosts: collection,
    listChallengePosts: { challengeId: cases.hashtag() },
    getCreatorScorecard: creator
  }
}
