import { compactCount, counted } from '../format.ts'
import type { ExploreAnyQuery, ExploreGraphQuery, ExploreStepQuery } from '../graph/documents.ts'
import type { Route } from '../route.ts'

/** The types of the graph that a walk can visit. */
export type Kind = 'User' | 'Post' | 'Sound' | 'Hashtag' | 'Place' | 'Effect' | 'Collection' | 'LiveRoom'

/** A field that links to other objects; `isPaged` for a connection. */
export type Way = { field: string; isPaged: boolean }

/** An object on a walk. */
export type WalkStop = {
  /** Global id. */
  id: string
  kind: Kind
  name: string
  /** Its page in the explorer; null if it has none. */
  page: Route | null
  /** Its root field in query syntax; null for an object without one. */
  root: string | null
}

/** A field of an object with the first objects it leads to. */
export type Edge = { way: Way; count: number | null; stops: readonly WalkStop[] }

/** An object with a description and its links. */
export type WalkPage = { stop: WalkStop; more: string | null; edges: readonly Edge[] }

const quoted = (text: string) => JSON.stringify(text)

type UserRow = { id: string; username: string; displayName: string | null }
const user = ({ id, username }: UserRow): WalkStop => ({
  id,
  kind: 'User',
  name: `@${username}`,
  page: { view: 'creator', username, shows: 'posts' },
  root: `user(by: { username: ${quoted(username)} })`
})

type PostRow = { id: string; postId: string | null; caption: string | null }
const post = ({ id, postId, caption }: PostRow): WalkStop => ({
  id,
  kind: 'Post',
  name: caption?.trim() || 'Post without a caption',
  page: postId === null ? null : { view: 'post', id: postId },
  root: postId === null ? null : `post(by: { postId: ${quoted(postId)} })`
})

type SoundRow = { id: string; soundId: string | null; title: string | null }
const sound = ({ id, soundId, title }: SoundRow): WalkStop => ({
  id,
  kind: 'Sound',
  name: title ?? 'Untitled sound',
  page: soundId === null ? null : { view: 'sound', id: soundId },
  root: soundId === null ? null : `sound(soundId: ${quoted(soundId)})`
})

type HashtagRow = { id: string; hashtagId: string | null; name: string | null }
const hashtag = ({ id, hashtagId, name }: HashtagRow): WalkStop => ({
  id,
  kind: 'Hashtag',
  name: `#${name ?? hashtagId ?? '?'}`,
  page: hashtagId === null ? null : { view: 'hashtag', id: hashtagId },
  root: hashtagId === null ? null : `hashtag(by: { hashtagId: ${quoted(hashtagId)} })`
})

const place = ({ id, placeId, name }: { id: string; placeId: string; name: string }): WalkStop => ({
  id,
  kind: 'Place',
  name,
  page: { view: 'place', id: placeId },
  root: `place(placeId: ${quoted(placeId)})`
})

const effect = ({ id, effectId, name }: { id: string; effectId: string; name: string }): WalkStop => ({
  id,
  kind: 'Effect',
  name,
  page: { view: 'effect', id: effectId },
  root: `effect(effectId: ${quoted(effectId)})`
})

const collection = ({ id, collectionId, name }: { id: string; collectionId: string; name: string }): WalkStop => ({
  id,
  kind: 'Collection',
  name,
  page: { view: 'collection', id: collectionId },
  root: `collection(collectionId: ${quoted(collectionId)})`
})

const liveRoom = ({ id, roomId, title }: { id: string; roomId: string; title: string | null }): WalkStop => ({
  id,
  kind: 'LiveRoom',
  name: title ?? 'Untitled room',
  page: { view: 'live', id: roomId },
  root: `liveRoom(roomId: ${quoted(roomId)})`
})

/** Start of a walk: an object of a type, and the type's count where known. */
export type WalkStart = { count: number | null; stop: WalkStop | null }

export type WalkStarts = Readonly<Record<Kind, WalkStart>>

const firstOf = <T>(rows: readonly T[], toStop: (row: T) => WalkStop): WalkStop | null =>
  rows[0] === undefined ? null : toStop(rows[0])

export const startsOf = (dataset: NonNullable<ExploreGraphQuery['dataset']>): WalkStarts => ({
  User: { count: dataset.creatorsCount, stop: firstOf(dataset.topCreators, user) },
  Post: { count: dataset.postsCount, stop: firstOf(dataset.topPosts, post) },
  Sound: { count: dataset.soundsCount, stop: firstOf(dataset.topSounds, sound) },
  Hashtag: { count: dataset.hashtagsCount, stop: firstOf(dataset.topHashtags, (top) => hashtag(top.node)) },
  Place: { count: dataset.placesCount, stop: firstOf(dataset.topPlaces, place) },
  Effect: { count: dataset.effectsCount, stop: firstOf(dataset.topEffects, effect) },
  Collection: { count: dataset.collectionsCount, stop: null },
  LiveRoom: { count: dataset.liveRoomsCount, stop: firstOf(dataset.topLiveRooms, liveRoom) }
})

/** The same from search results, without counts. */
export const startsFromSearch = ({ search, soundLibrary }: ExploreAnyQuery): WalkStarts => {
  const begin = (stop: WalkStop | null): WalkStart => ({ count: null, stop })
  return {
    User: begin(firstOf(search?.users?.nodes ?? [], user)),
    Post: begin(firstOf(search?.posts?.nodes ?? [], post)),
    Sound: begin(firstOf(soundLibrary?.nodes ?? [], sound)),
    LiveRoom: begin(firstOf(search?.live?.nodes ?? [], liveRoom)),
    Hashtag: begin(null),
    Place: begin(null),
    Effect: begin(null),
    Collection: begin(null)
  }
}

/** Number of list elements requested and drawn. */
const shown = 2

const paged = <T>(
  field: string,
  connection: { readonly nodes: readonly T[] } | null,
  toStop: (row: T) => WalkStop,
  count: number | null
): Edge => ({ way: { field, isPaged: true }, count, stops: (connection?.nodes ?? []).map(toStop) })

const listed = <T>(field: string, rows: readonly T[] | null, toStop: (row: T) => WalkStop): Edge => ({
  way: { field, isPaged: false },
  count: rows?.length ?? null,
  stops: (rows ?? []).slice(0, shown).map(toStop)
})

const single = <T>(field: string, row: T | null, toStop: (row: T) => WalkStop): Edge => ({
  way: { field, isPaged: false },
  count: null,
  stops: row === null ? [] : [toStop(row)]
})

/** The object of a step; null for other types. */
export const visitOf = (node: NonNullable<ExploreStepQuery['node']>): WalkPage | null => {
  switch (node.__typename) {
    case 'User':
      return {
        stop: user(node),
        more: node.followersCount === null ? null : counted(node.followersCount, 'follower', 'followers'),
        edges: [
          paged('posts', node.posts, post, node.totalVideos),
          paged('reposts', node.reposts, post, null),
          paged('followers', node.followers, user, node.followers?.totalCount ?? null),
          listed('collections', node.collections, collection),
          single('liveRoom', node.liveRoom, liveRoom)
        ]
      }
    case 'Post':
      return {
        stop: post(node),
        more: `${compactCount(node.plays)} plays`,
        edges: [
          single('author', node.author, user),
          single('sound', node.sound, sound),
          listed('hashtags', node.hashtags, hashtag)
        ]
      }
    case 'Sound':
      return { stop: sound(node), more: null, edges: [paged('posts', node.posts, post, node.postsCount)] }
    case 'Hashtag':
      return {
        stop: hashtag({ ...node, name: node.hashtagName }),
        more: null,
        edges: [paged('posts', node.posts, post, null)]
      }
    case 'Place':
      return { stop: place(node), more: null, edges: [paged('posts', node.posts, post, node.placePostsCount)] }
    case 'Collection':
      return {
        stop: collection(node),
        more: null,
        edges: [single('owner', node.owner, user), paged('posts', node.posts, post, node.collectionPostsCount)]
      }
    case 'LiveRoom':
      return {
        stop: liveRoom({ ...node, title: node.liveTitle }),
        more: node.viewerCount === null ? null : counted(node.viewerCount, 'viewer', 'viewers'),
        edges: [single('streamer', node.streamer, user)]
      }
    case 'Effect':
      return { stop: effect(node), more: `${compactCount(node.userCount)} uses`, edges: [] }
    default:
      return null
  }
}
