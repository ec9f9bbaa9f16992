import { isSoundFacts } from '../../records/facts-key.ts'
import { canonicalHashtag } from '../../records/hashtag-name.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { idOrderOf } from '../../store/tables/id-order.ts'
import {
  type Cell,
  type CollectionWrite,
  type EffectWrite,
  type FieldKind,
  type HashtagWrite,
  type MergedState,
  mergedFields,
  type OwnHandle,
  type PlaceWrite,
  type PostWrite,
  type PrivacyFlag,
  type RoomWrite,
  type SoundWrite,
  type Stored,
  type StoredHandle,
  type StoredHashtag,
  type StoredPost,
  type StoredRoom,
  type StoredUser,
  type TurnedPost,
  type UserWrite
} from './merge-store.ts'
import { neverObserved, readState, writeOlder } from './provenance.ts'

/** How merged rows are stored in both databases: selected and written columns. */

const references = new Set(['author', 'sound', 'place', 'streamer'])
export const postFields = mergedFields.posts.filter((field) => !references.has(field))
export const roomFields = mergedFields.live_rooms.filter((field) => !references.has(field))
const tagsField = mergedFields.effects.indexOf('tags')
const hashtagsField = postFields.indexOf('hashtags')

export const provenanceColumns = ['collected_at', 'source', 'older'] as const

/** Written columns after pk. Counts of sounds and places are maintained separately and start at 0. */
export const mergedColumns = {
  users: ['user_id', 'handle', 'has_id', ...mergedFields.users, ...provenanceColumns],
  sounds: ['sound_id', ...mergedFields.sounds, ...provenanceColumns],
  places: ['place_id', ...mergedFields.places, ...provenanceColumns],
  effects: ['effect_id', ...mergedFields.effects, ...provenanceColumns],
  collections: ['collection_id', ...mergedFields.collections, ...provenanceColumns],
  live_rooms: ['room_id', 'user_pk', 'streamer_handle', ...roomFields, ...provenanceColumns],
  hashtags: ['hashtag_id', 'name', 'canonical_name', 'named_at'],
  posts: [
    'post_id',
    'id_order',
    'author_pk',
    'sound_pk',
    'place_pk',
    'author_handle',
    'sound_facts',
    ...postFields,
    ...provenanceColumns
  ]
} as const
export type MergedTable = keyof typeof mergedColumns
/** Table of each kind; hidden rows are merged like others. */
export const tableOf: Readonly<Record<MergedTable, string>> = {
  users: 'users',
  sounds: 'sounds',
  places: 'places',
  effects: 'effects',
  collections: 'all_collections',
  live_rooms: 'all_live_rooms',
  hashtags: 'hashtags',
  posts: 'all_posts'
}
/** Number of leading key columns per table. They never change, except handles of accounts. */
export const keyColumns: Readonly<Record<MergedTable, number>> = {
  users: 3,
  sounds: 1,
  places: 1,
  effects: 1,
  collections: 1,
  live_rooms: 1,
  hashtags: 1,
  posts: 2
}
export const begunWith: Readonly<Partial<Record<MergedTable, readonly string[]>>> = {
  sounds: ['posts_count'],
  places: ['posts_count']
}

export const listed = (alias: string, names: readonly string[]) => names.map((name) => `${alias}.${name}`).join(', ')

/** Source names by key and keys by name. */
export type SourceNames = { nameOf(pk: number | null): string | null; pkOf(name: string | null): number | null }

const privacyOf = (isPrivate: unknown, at: unknown): PrivacyFlag | null =>
  typeof isPrivate === 'number' ? { isPrivate: isPrivate === 1, at: Number(at) } : null

export const rowReaders = (sources: SourceNames) => {
  /** State of a row whose provenance columns begin at `at`, after its values. */
  const stateOf = (kind: FieldKind, values: Cell[], cells: Cells, at: number): MergedState =>
    readState(kind, values, {
      at: numberOrNull(cells[at]),
      source: sources.nameOf(numberOrNull(cells[at + 1])),
      older: textOrNull(cells[at + 2])
    })
  const simple =
    (kind: 'sounds' | 'places' | 'collections') =>
    (cells: Cells): Stored => ({
      pk: Number(cells[0]),
      state: stateOf(kind, valuesOf(cells, 1, width[kind]), cells, 1 + width[kind])
    })
  return {
    user: (cells: Cells): StoredUser => ({
      pk: Number(cells[0]),
      id: String(cells[1]),
      handle: textOrNull(cells[2]),
      hasId: cells[3] === 1,
      state: stateOf('users', valuesOf(cells, 4, width.users), cells, 4 + width.users)
    }),
    /** A handle from the rows of its claims. */
    handle: (rows: readonly Cells[]): StoredHandle => {
      const [, , , , isPrivate, privateAt] = rows[0] ?? []
      const accounts = rows.map(([pk, id, from, at]) => ({
        ...{ pk: Number(pk), userId: String(id) },
        ...{ from: Number(from ?? at), at: Number(at) }
      }))
      return { accounts, privacy: privacyOf(isPrivate, privateAt) }
    },
    ownHandle: ([handle, isPrivate, privateAt, at]: Cells): OwnHandle => ({
      handle: String(handle),
      privacy: privacyOf(isPrivate, privateAt),
      at: Number(at)
    }),
    sound: simple('sounds'),
    place: simple('places'),
    collection: simple('collections'),
    effect(cells: Cells): Stored {
      const values = valuesOf(cells, 1, width.effects)
      if (values[tagsField] === '[]') values[tagsField] = null
      return { pk: Number(cells[0]), state: stateOf('effects', values, cells, 1 + width.effects) }
    },
    room(cells: Cells): StoredRoom {
      const values = valuesOf(cells, 2, roomFields.length)
      const joinedFrom = 2 + roomFields.length
      const handle = textOrNull(cells[joinedFrom])
      values.push(handle === null ? textOrNull(cells[joinedFrom + 1]) : `@${handle}`)
      return {
        pk: Number(cells[0]),
        userPk: Number(cells[1]),
        state: stateOf('live_rooms', values, cells, joinedFrom + 2)
      }
    },
    hashtag: ([pk, id, name, at]: Cells): StoredHashtag => ({
      pk: Number(pk),
      id: textOrNull(id),
      state: { name: textOrNull(name), at: numberOrNull(at) ?? neverObserved }
    }),
    post: (cells: Cells): StoredPost => {
      const values = valuesOf(cells, 4, postFields.length)
      if (values[hashtagsField] === '[]') values[hashtagsField] = null
      const joinedFrom = 4 + postFields.length
      const [handle, userId, sound, placeId] = cells.slice(joinedFrom)
      values.push(handle === null ? textOrNull(userId) : `@${handle}`, textOrNull(sound), textOrNull(placeId))
      return {
        pk: Number(cells[0]),
        authorPk: numberOrNull(cells[1]),
        soundPk: numberOrNull(cells[2]),
        placePk: numberOrNull(cells[3]),
        isHidden: cells[joinedFrom + 7] === 1,
        state: stateOf('posts', values, cells, joinedFrom + 4)
      }
    }
  }
}

/** Columns of a post that was hidden or shown (`TurnedPost`). */
export const turnedColumns = (alias = 'all_posts'): string =>
  listed(alias, [
    'pk',
    'author_pk',
    'sound_pk',
    'place_pk',
    'is_hidden',
    'created_at',
    'id_order',
    'likes',
    'hashtags',
    'caption'
  ])
export const turnedPost = (cells: Cells): TurnedPost => {
  const [pk, authorPk, soundPk, placePk, isHidden, createdAt, idOrder, likes, hashtags, caption] = cells
  return {
    pk: Number(pk),
    authorPk: numberOrNull(authorPk),
    soundPk: numberOrNull(soundPk),
    placePk: numberOrNull(placePk),
    isHidden: isHidden === 1,
    createdAt: Number(createdAt),
    idOrder: Number(idOrder),
    likes: numberOrNull(likes),
    hashtags: String(hashtags),
    caption: typeof caption === 'string' ? caption : null
  }
}

/** Cells of a row in column order. */
export const rowWriters = (sources: SourceNames) => {
  const standing = (kind: FieldKind, state: MergedState): Cell[] => [
    state.at,
    sources.pkOf(state.source),
    writeOlder(kind, state)
  ]
  const observations = (kind: FieldKind, state: MergedState): Cell[] => [...state.values, ...standing(kind, state)]
  return {
    standing,
    users: ({ id, handle, hasId, state }: UserWrite): Cell[] => [
      id,
      handle,
      hasId ? 1 : 0,
      ...observations('users', state)
    ],
    sounds: ({ id, state }: SoundWrite): Cell[] => [id, ...observations('sounds', state)],
    places: ({ id, state }: PlaceWrite): Cell[] => [id, ...observations('places', state)],
    collections: ({ id, state }: CollectionWrite): Cell[] => [id, ...observations('collections', state)],
    effects: ({ id, state }: EffectWrite): Cell[] => {
      const cells: Cell[] = [id, ...observations('effects', state)]
      cells[1 + tagsField] ??= '[]'
      return cells
    },
    live_rooms: ({ id, userPk, state }: RoomWrite): Cell[] => [
      ...[id, userPk, handleIn(state.values[roomFields.length])],
      ...state.values.slice(0, roomFields.length),
      ...standing('live_rooms', state)
    ],
    hashtags: ({ id, state: { name, at } }: HashtagWrite): Cell[] =>
      name === null ? [id, null, null, null] : [id, name, canonicalHashtag(name), at],
    posts: ({ id, authorPk, soundPk, placePk, state }: PostWrite): Cell[] => {
      const cells: Cell[] = [id, idOrderOf(id), authorPk, soundPk, placePk]
      const [author, sound] = state.values.slice(postFields.length)
      cells.push(handleIn(author), typeof sound === 'string' && isSoundFacts(sound) ? sound : null)
      for (let index = 0; index < postFields.length; index += 1) {
        cells.push(state.values[index] ?? (index === hashtagsField ? '[]' : null))
      }
      cells.push(...standing('posts', state))
      return cells
    }
  }
}

/** The handle of a reference by handle alone. */
const handleIn = (reference: Cell | undefined): string | null =>
  typeof reference === 'string' && reference.startsWith('@') ? reference.slice(1) : null

const width = {
  users: mergedFields.users.length,
  sounds: mergedFields.sounds.length,
  places: mergedFields.places.length,
  effects: mergedFields.effects.length,
  collections: mergedFields.collections.length
}

// These columns contain text and numbers only.
const valuesOf = (cells: Cells, from: number, count: number): Cell[] => cells.slice(from, from + count) as Cell[]
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
