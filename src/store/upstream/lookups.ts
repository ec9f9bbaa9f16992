import type Type from 'typebox'
import { Collection, PlaylistList } from '../../records/collection.ts'
import { Effect } from '../../records/effect.ts'
import { type ExactJson, readExactly } from '../../records/exact-json.ts'
import { LiveRoom, LiveStatus } from '../../records/live-room.ts'
import { Place } from '../../records/place.ts'
import { readRecord } from '../../records/reading.ts'
import { Sound } from '../../records/sound.ts'
import { readUserKey } from '../../records/user-key.ts'
import { UserProfile } from '../../records/user-profile.ts'
import { type AskedKind, isRecordOf, type LookupKind, type Lookups } from '../kinds.ts'
import { type Answer, envelopeIn, isObject } from './envelope.ts'
import { failed } from './faults.ts'
import { readPost } from './posts.ts'

type UpstreamLookup<T> = {
  path: (key: string) => string
  read: (data: ExactJson) => T | null
  /** For lookups of lists: number of elements received and readable. */
  sent?: (data: ExactJson) => number
  readable?: (value: T) => number
}

const segment = encodeURIComponent

const record = <T extends Type.TSchema>(schema: T, path: (key: string) => string): UpstreamLookup<Type.Static<T>> => ({
  path,
  read: (data) => readRecord(schema, data)
})

/** All lookups of the contract, one line each: path and reader. */
export const lookups: { readonly [K in AskedKind]: UpstreamLookup<Lookups[K]> } = {
  user: record(UserProfile, (key) => {
    const { username, region } = readUserKey(key)
    return `/users/${segment(username)}${region === null ? '' : `?region=${segment(region)}`}`
  }),
  userById: record(UserProfile, (key) => `/users/by-id/${segment(key)}`),
  post: {
    path: (key) => `/posts?videoId=${segment(key)}`,
    read: readPost
  },
  sound: record(Sound, (key) => `/sounds/${segment(key)}`),
  liveRoom: record(LiveRoom, (key) => `/live/${segment(key)}`),
  liveStatus: record(LiveStatus, (key) => `/live/${segment(key)}/alive`),
  effect: record(Effect, (key) => `/effects/${segment(key)}`),
  place: record(Place, (key) => `/places/${segment(key)}`),
  collection: record(Collection, (key) => `/collections/${segment(key)}`),
  playlists: {
    path: (key) => `/users/${segment(key)}/playlist`,
    // A missing list is an error; an empty list is not.
    read: (data) => (isObject(data) && Array.isArray(data.playlists) ? readRecord(PlaylistList, data) : null),
    sent: (data) => (isObject(data) && Array.isArray(data.playlists) ? data.playlists.length : 0),
    readable: ({ playlists }) => playlists.length
  },
  suggestions: {
    path: (key) => `/search/suggest?keyword=${segment(key)}`,
    read: (data) => (Array.isArray(data) ? data.filter((term) => typeof term === 'string') : null),
    sent: (data) => (Array.isArray(data) ? data.length : 0),
    readable: (terms) => terms.length
  }
}

/** The record in an answer. An unreadable or foreign record makes the answer unusable. Reports skipped elements. */
export const readLookup = <K extends AskedKind>(
  kind: K,
  key: string,
  { envelope, text }: Answer,
  onUnreadable: (kind: LookupKind, count: number) => void
): Lookups[K] =>
  readExactly(envelope, text, (json) => {
    const { read, sent, readable } = lookups[kind]
    const data = envelopeIn(json)?.data ?? null
    // Counts before reading, which changes the data.
    const elements = sent?.(data) ?? 0
    const value = read(data)
    if (value === null || !isRecordOf(kind, value, key)) throw failed('contract')
    const unreadable = elements - (readable?.(value) ?? 0)
    if (unreadable > 0) onUnreadable(kind, unreadable)
    return value
  })
