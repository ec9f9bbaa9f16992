import { Collection, PlaylistList } from '../records/collection.ts'
import { derivedAddresses } from '../records/derived-address.ts'
import { Effect } from '../records/effect.ts'
import type { ExactJson } from '../records/exact-json.ts'
import { LiveRoom, LiveSearchResult } from '../records/live-room.ts'
import { liveStatuses } from '../records/live-statuses.ts'
import {
  collectionFieldsThatMayBeMissing,
  effectFieldsThatMayBeMissing,
  liveRoomFieldsThatMayBeMissing,
  placeFieldsThatMayBeMissing,
  postFieldsThatMayBeMissing,
  roundedField,
  soundFieldsThatMayBeMissing,
  streamerName,
  userFieldsThatMayBeMissing,
  withMissing
} from '../records/missing-fields.ts'
import { originFields } from '../records/origin.ts'
import { Place } from '../records/place.ts'
import { Post } from '../records/post.ts'
import { readRecord } from '../records/reading.ts'
import { Sound } from '../records/sound.ts'
import { UserProfile } from '../records/user-profile.ts'
import type { FeedKind, LookupKind, Lookups } from '../store/kinds.ts'
import type { SourceReader } from '../store/source/reader.ts'
import { decodeValue } from './decode.ts'
import { FileFormats } from './formats/formats.ts'
import { parseElement } from './input/element-json.ts'
import {
  type DecodedEffect,
  type DecodedLiveRoom,
  type DecodedPlace,
  type DecodedPost,
  type DecodedSound,
  type DecodedUser,
  type RecordKind,
  type Records,
  recordOf,
  type Seen
} from './mapping/decoder.ts'
import { madeUpId } from './mapping/made-up-id.ts'
import { NumberColumns } from './mapping/number-columns.ts'
import { firstOf, isFields, readText } from './mapping/read-value.ts'
import { asset, id, text, total } from './mapping/readings.ts'
import { collectionReader } from './mapping/record-reader.ts'
import { noSubject } from './mapping/relations.ts'

/** Records of foreign JSON, as a live source needs them: read by the import formats, with what they lack named beside them. */

const site = 'https://www.tiktok.com'

/** The names of fields that the source has not given. */
const missingIn = (record: object, names: readonly string[], except: readonly string[] = []): string[] => {
  const values: Readonly<Record<string, unknown>> = { ...record }
  return names.filter((name) => !except.includes(name) && (values[name] ?? null) === null)
}

const originIn = (record: object): string[] => {
  const values: Readonly<Record<string, unknown>> = { ...record }
  return originFields.flatMap((field) => (typeof values[field] === 'string' ? [`${field}:${values[field]}`] : []))
}

/** A record with all of its fields; `missing`: what stands beside it. */
const complete = <T extends object>(record: T | null, missing: readonly string[]): T | null =>
  record && withMissing(record, missing.join())

// Fields are of their records; unknown ones are null, which reading turns into what REST shows.
const json = (fields: object) => ({ ...fields }) as unknown as ExactJson

const isHidden = ({ is_private, author }: DecodedPost): boolean => is_private === true || author?.is_private === true

/** The counts of the record itself that are rounded. */
const roundedFields = ({ rounded }: Seen): string[] =>
  [...(rounded ?? [])].flatMap((field) => (field.includes('.') || field === 'created_at' ? [] : [roundedField(field)]))

const toPost = (post: DecodedPost, seen: Seen): Post | null => {
  const { author, sound } = post
  // Hidden posts are left out, as in the project's own data.
  if (isHidden(post)) return null
  const page = post.share_url === derivedAddresses.photo ? 'photo' : 'video'
  const isDerived = post.share_url === derivedAddresses.video || post.share_url === derivedAddresses.photo
  const derived = author === null ? null : `${site}/@${author.username}/${page}/${post.post_id}`
  const record = readRecord(
    Post,
    json({
      ...post,
      share_url: isDerived ? derived : post.share_url,
      sound_id: sound?.sound_id,
      sound_title: sound?.title,
      sound_author: sound?.author,
      sound_is_original: sound?.is_original,
      author_username: author?.username,
      author_display_name: author?.display_name ?? author?.username,
      author_verified: author?.verified,
      author_avatar_url: author?.avatar_thumb_url ?? author?.avatar_url
    })
  )
  return complete(record, [
    ...(typeof author?.user_id === 'string' ? [`account:${author.user_id}`] : []),
    ...originIn(post),
    ...roundedFields(seen),
    ...missingIn(post, postFieldsThatMayBeMissing, ['share_url']),
    ...(isDerived ? ['share_url'] : []),
    // Without a time from the source, the id gives it.
    ...(seen.rounded?.has('created_at') ? ['created_at'] : []),
    ...(author !== null && (author.display_name ?? null) === null ? ['author_display_name'] : []),
    ...(author !== null && (author.verified ?? null) === null ? ['author_verified'] : []),
    ...(sound !== null && (sound.is_original ?? null) === null ? ['sound_is_original'] : [])
  ])
}

const toUser = (user: DecodedUser, seen: Seen): UserProfile | null =>
  complete(
    readRecord(
      UserProfile,
      json({
        ...user,
        // The same as in an import, so that it is the same account there.
        user_id: user.user_id ?? madeUpId(user.username.toLowerCase(), () => false),
        display_name: user.display_name ?? user.username
      })
    ),
    [...originIn(user), ...roundedFields(seen), ...missingIn(user, userFieldsThatMayBeMissing)]
  )

const toSound = (sound: DecodedSound): Sound | null =>
  complete(
    readRecord(
      Sound,
      json({
        ...sound,
        title: sound.title ?? '',
        author: sound.author ?? '',
        is_copyrighted: sound.is_copyrighted ?? sound.is_original === false
      })
    ),
    missingIn(sound, soundFieldsThatMayBeMissing)
  )

const roomRecord = <T extends typeof LiveRoom | typeof LiveSearchResult>(schema: T, room: DecodedLiveRoom) => {
  const { streamer } = room
  const name = streamer.display_name ?? streamer.username
  const record = readRecord(
    schema,
    json({
      ...room,
      title: room.title ?? name,
      is_live: room.status === liveStatuses.live,
      streamer: { username: streamer.username, display_name: name, avatar_url: streamer.avatar_url ?? null }
    })
  )
  const named = (streamer.display_name ?? null) !== null
  return complete(record, [...missingIn(room, liveRoomFieldsThatMayBeMissing), ...(named ? [] : [streamerName])])
}

const toEffect = (effect: DecodedEffect): Effect | null =>
  complete(
    readRecord(Effect, json({ ...effect, tags: effect.tags ?? [], publish_time: effect.publish_time ?? 0 })),
    missingIn(effect, effectFieldsThatMayBeMissing)
  )

const toPlace = (place: DecodedPlace): Place | null =>
  complete(readRecord(Place, json({ ...place, name: place.name ?? '' })), missingIn(place, placeFieldsThatMayBeMissing))

/** Names that collections have elsewhere: here the table of the source says that they are some. */
const readCollection = collectionReader({
  collection_id: id('collection_id', 'playlist_id', 'mix_id', 'mixId', 'id'),
  name: text('name', 'playlist_name', 'mix_name', 'mixName', 'title'),
  posts_count: total(
    ...['posts_count', 'playlist_item_total', 'video_count', 'videoCount', 'total', 'statis.updated_to_episode']
  ),
  cover_url: asset('cover_url', 'cover', 'mix_cover'),
  owner: { username: [] }
})
const toCollection = (value: unknown): Collection | null => {
  const [read] = isFields(value) ? readCollection(value, new NumberColumns()) : []
  if (read?.kind !== 'collection') return null
  const { collection_id, name, posts_count, cover_url = null } = read.collection
  const record = readRecord(
    Collection,
    json({ collection_id, name: name ?? '', posts_count: posts_count ?? 0, cover_url })
  )
  return complete(record, missingIn({ name, posts_count }, collectionFieldsThatMayBeMissing))
}

const termKeys = ['keyword', 'word', 'content', 'text', 'sug_keyword', 'query', 'title']
const toTerms = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).flatMap(
    (term) => readText(term) ?? (isFields(term) ? (firstOf(term, termKeys, readText) ?? []) : [])
  )

type Observed<K extends RecordKind> = { record: Records[K]; seen: Seen }

/** The first record of a kind in a value, and how it was observed. */
const foundIn = <K extends RecordKind>(kind: K, value: unknown): Observed<K> | null => {
  if (!isFields(value)) return null
  let found: Observed<K> | null = null
  decodeValue(value, { at: '', within: '' }, false, {
    formats: new FileFormats(),
    subject: noSubject,
    onDecoded(_, decoded) {
      // The kind was compared.
      if (found === null && decoded.kind === kind)
        found = { record: recordOf(decoded) as Records[K], seen: decoded.seen }
    }
  })
  return found
}
const recordIn = <K extends RecordKind>(kind: K, value: unknown): Records[K] | null =>
  foundIn(kind, value)?.record ?? null
const reader =
  <K extends RecordKind, T>(kind: K, to: (record: Records[K], seen: Seen) => T | null) =>
  (value: unknown): T | null => {
    const found = foundIn(kind, value)
    return found && to(found.record, found.seen)
  }

const postIn = reader('post', toPost)
const soundIn = reader('sound', toSound)
// In a file, a handle with a name could be anything. Here the table declares it an account.
const userIn = (value: unknown): UserProfile | null => {
  const found = foundIn('user', value) ?? foundIn('user', { user_followers: [value] })
  return found && toUser(found.record, found.seen)
}

const readers: { readonly [K in LookupKind]?: (json: unknown) => Lookups[K] | null } = {
  user: userIn,
  userById: userIn,
  post: postIn,
  sound: soundIn,
  liveRoom: reader('live_room', (room) => roomRecord(LiveRoom, room) as LiveRoom | null),
  liveStatus(value) {
    const room = recordIn('live_room', value)
    const username = room?.streamer.username ?? recordIn('user', value)?.username
    return username === undefined ? null : { username, is_alive: room?.status === liveStatuses.live }
  },
  effect: reader('effect', toEffect),
  place: reader('place', toPlace),
  collection: toCollection,
  playlists: (value) =>
    readRecord(PlaylistList, {
      playlists: (Array.isArray(value) ? value : []).flatMap((list) => toCollection(list) ?? []) as unknown as ExactJson
    }),
  suggestions: toTerms
}

/** Of lists that are not of posts. */
const elementReaders: { readonly [K in FeedKind]?: (value: unknown) => object | null } = {
  userFollowers: userIn,
  userFollowing: userIn,
  searchUsers: userIn,
  filteredUsers: userIn,
  soundLibrary: soundIn,
  searchLive: reader('live_room', (room) => roomRecord(LiveSearchResult, room))
}

/** Longer integers than JSON's own may be anywhere in a foreign answer. */
const hasLongIntegers = true

export const liveRecords: SourceReader = {
  parse(text) {
    const read = parseElement(text, hasLongIntegers)
    return 'value' in read ? read.value : undefined
  },
  record: (kind, value) => readers[kind]?.(value) ?? null,
  isHidden(kind, value) {
    const post = kind === 'post' ? recordIn('post', value) : null
    return post !== null && isHidden(post)
  },
  // Each kind has the reader of its records.
  element: (kind, value) => (elementReaders[kind] ?? postIn)(value) as never
}
