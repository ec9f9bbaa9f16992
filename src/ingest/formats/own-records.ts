import { Collection } from '../../records/collection.ts'
import { Effect } from '../../records/effect.ts'
import { type FieldSchema, isCount, withoutNull } from '../../records/fields.ts'
import { LiveRoom, LiveSearchResult, Streamer } from '../../records/live-room.ts'
import { Place } from '../../records/place.ts'
import { borrowedFields, ofAuthor, ofSound, Post } from '../../records/post.ts'
import { Sound } from '../../records/sound.ts'
import { UserProfile } from '../../records/user-profile.ts'
import { type CountField, Counts } from '../mapping/counts.ts'
import type {
  Decoded,
  DecodedCollection,
  DecodedEffect,
  DecodedLiveRoom,
  DecodedPlace,
  DecodedPost,
  DecodedSound,
  DecodedUser,
  Decoder
} from '../mapping/decoder.ts'
import { NumberColumns } from '../mapping/number-columns.ts'
import { finished, readHashtagUse, readKey, refused, skipped, unlessNameless } from '../mapping/post-rules.ts'
import {
  type Fields,
  readFields,
  readFlag,
  readId,
  readInt,
  readPastTime,
  readText,
  readUrl,
  readUsername
} from '../mapping/read-value.ts'
import { commentTexts } from '../mapping/tables.ts'

type ReadOwn = (value: unknown, counts: Counts) => string | number | boolean | null

/** A reader derived from a field's declaration; null for a list, which `decodePost` reads. */
const readerOf = (name: string, declared: FieldSchema): ReadOwn | null => {
  const field = withoutNull(declared) ?? declared
  // Totals of records are `CountField`s.
  if (isCount(field)) return (value, counts) => counts.read(name as CountField, value)
  if (field.type === 'boolean') return readFlag
  if (field.type === 'integer')
    return field.format === 'unix-time' ? readPastTime : (value, { numbers }) => readInt(value, numbers, name)
  if (field.type !== 'string') return null
  if (field.format === 'int64') return readId
  return field.format === 'uri' ? readUrl : readText
}

/**
 * Reads the fields of a record by their declarations. `names`: names of the fields in an element if they are part of another record; otherwise
 * fields have their own names. The caller reads those in `except`.
 */
const recordReader = <T>(
  record: { readonly properties: object },
  { except = [], names }: { except?: readonly string[]; names?: Readonly<Record<string, string>> } = {}
) => {
  const properties: Readonly<Record<string, FieldSchema>> = { ...record.properties }
  const own = Object.keys(properties).map((name) => [name, name] as const)
  const fields = (names === undefined ? own : Object.entries(names)).flatMap(([key, name]) => {
    const read = except.includes(name) ? null : readerOf(name, properties[name] ?? {})
    return read === null ? [] : [{ key, name, read }]
  })
  return (element: Fields, counts: Counts): T => {
    const found: Record<string, unknown> = {}
    for (const { key, name, read } of fields) found[name] = read(element[key], counts)
    // Each field was read as the record declares it.
    return found as T
  }
}

const readAuthor = recordReader<Omit<DecodedUser, 'username'>>(UserProfile, {
  names: ofAuthor,
  except: ['username']
})
const readSoundOfPost = recordReader<DecodedSound>(Sound, { names: ofSound })
const readPost = recordReader<Partial<DecodedPost>>(Post, { except: ['post_id', 'created_at', ...borrowedFields] })
const readUser = recordReader<Omit<DecodedUser, 'username'>>(UserProfile, { except: ['username'] })
const readSound = recordReader<DecodedSound>(Sound, { except: ['posts_count'] })
const readPlace = recordReader<DecodedPlace>(Place, { except: ['posts_count'] })

const readStreamer = recordReader<Omit<DecodedUser, 'username' | 'user_id'>>(Streamer, { except: ['username'] })
const readRoom = recordReader<Omit<DecodedLiveRoom, 'streamer'>>(
  { properties: { ...LiveRoom.properties, ...LiveSearchResult.properties } },
  { except: ['is_live', 'streamer'] }
)
const readCollection = recordReader<Omit<DecodedCollection, 'owner'>>(Collection)
const readEffect = recordReader<DecodedEffect>(Effect)

const decodePost = (element: Fields, counts: Counts): readonly Decoded[] => {
  const read = readKey(element.post_id, element.created_at)
  if ('skipped' in read) return read.skipped
  if (read.isTimeDerived) counts.markRounded('created_at')
  const username = readUsername(element.author_username)
  return finished(
    {
      ...readPost(element, counts),
      ...read.key,
      author: username === null ? null : { ...readAuthor(element, counts), username, user_id: null },
      author_refused: username === null && readText(element.author_username) !== null,
      sound: unlessNameless(readSoundOfPost(element, counts)),
      place: null,
      hashtags: hashtagsOf(element).flatMap(({ id, name }) => readHashtagUse(readId(id), readText(name)))
    },
    counts.seen(element)
  )
}

/** Hashtags of a record, or of a row of a CSV table, where each field is one cell with its values between `|`. */
const hashtagsOf = ({ hashtags, hashtags_id, hashtags_name }: Fields): readonly Fields[] => {
  if (Array.isArray(hashtags)) return hashtags.map(readFields)
  const ids = valuesIn(hashtags_id)
  const names = valuesIn(hashtags_name)
  return (names.length > ids.length ? names : ids).map((_, index) => ({ id: ids[index], name: names[index] }))
}

const valuesIn = (cell: unknown): readonly string[] => (typeof cell === 'string' ? cell.split('|') : [])

const decodeUser = (element: Fields, counts: Counts): readonly Decoded[] => {
  const username = readUsername(element.username)
  if (username === null) return [refused('no valid username', readId(element.user_id) ?? 'no id')]
  const user = { ...readUser(element, counts), username }
  return [{ kind: 'user', user, seen: counts.seen(element) }]
}

const decodeSound = (element: Fields, counts: Counts): readonly Decoded[] => {
  const sound = readSound(element, counts)
  if (sound.sound_id === null) return [refused('no valid sound id', sound.title ?? 'no title')]
  return [{ kind: 'sound', sound, seen: counts.seen(element) }]
}

const decodePlace = (element: Fields, counts: Counts): readonly Decoded[] => {
  if (readId(element.place_id) === null) return [refused('no valid place id', readText(element.name) ?? 'no name')]
  return [{ kind: 'place', place: readPlace(element, counts), seen: counts.seen(element) }]
}

const decodeRoom = (element: Fields, counts: Counts): readonly Decoded[] => {
  const room = readRoom(element, counts)
  const streamer = readFields(element.streamer)
  const username = readUsername(streamer.username)
  if (room.room_id === null || room.status === null || username === null) {
    return [refused('a live room without a valid id, status or streamer', room.room_id ?? 'no id')]
  }
  const live_room = { ...room, streamer: { ...readStreamer(streamer, counts), username, user_id: null } }
  return [{ kind: 'live_room', live_room, seen: counts.seen(element) }]
}

/** Decodes a collection, which does not name its owner. */
const decodeCollection = (element: Fields, counts: Counts): readonly Decoded[] => {
  const collection = { ...readCollection(element, counts), owner: null }
  // An id that cannot be read is null.
  if (!collection.collection_id) return [skipped('no valid collection id', readText(element.name) ?? 'no name')]
  return [{ kind: 'collection', collection, seen: counts.seen(element) }]
}

const decodeEffect = (element: Fields, counts: Counts): readonly Decoded[] => {
  const effect = readEffect(element, counts)
  if (effect.effect_id === null || effect.name === null) {
    return [refused('an effect without a valid id or name', effect.effect_id ?? 'no id')]
  }
  const tags = (Array.isArray(element.tags) ? element.tags : []).flatMap((tag) => readText(tag) ?? [])
  return [{ kind: 'effect', effect: { ...effect, tags }, seen: counts.seen(element) }]
}

const isPost = (element: Fields) =>
  element.post_id !== undefined &&
  element.created_at !== undefined &&
  commentTexts.every((key) => element[key] === undefined)
const isUser = (element: Fields) => element.user_id !== undefined && element.username !== undefined
const isSound = (element: Fields) => element.sound_id !== undefined && element.title !== undefined
const isPlace = (element: Fields) => element.place_id !== undefined && element.name !== undefined

const isRoom = (element: Fields) => element.room_id !== undefined && element.status !== undefined
const isEffect = (element: Fields) => element.effect_id !== undefined && element.name !== undefined
const isCollection = (element: Fields) => element.collection_id !== undefined

type OwnKind = {
  isIt: (element: Fields) => boolean
  decode: (element: Fields, counts: Counts) => readonly Decoded[]
  fields: object
}

const kinds: readonly OwnKind[] = [
  { isIt: isPost, decode: decodePost, fields: Post.properties },
  { isIt: isUser, decode: decodeUser, fields: UserProfile.properties },
  { isIt: isSound, decode: decodeSound, fields: Sound.properties },
  { isIt: isPlace, decode: decodePlace, fields: Place.properties },
  { isIt: isRoom, decode: decodeRoom, fields: { ...LiveRoom.properties, ...LiveSearchResult.properties } },
  { isIt: isEffect, decode: decodeEffect, fields: Effect.properties },
  { isIt: isCollection, decode: decodeCollection, fields: Collection.properties }
]
const kindOf = (element: Fields) => kinds.find(({ isIt }) => isIt(element))

/** Records as REST operations return them, from this server or others with its contract. */
export const ownRecords: Decoder = {
  name: 'record of this API',
  accepts:
    'responses of this API, with "post_id", "user_id", "sound_id", "place_id", "room_id", "effect_id" or "collection_id"',
  strength: (element) => (kindOf(element) === undefined ? 0 : 5),
  valuesRead: (element) => {
    const counts = new Counts(new NumberColumns())
    return Object.entries<FieldSchema>({ ...kindOf(element)?.fields }).filter(([name, field]) => {
      const read = readerOf(name, field)
      return read === null ? typeof element[name] === 'object' : read(element[name], counts) !== null
    }).length
  },
  mayHoldRecords: (element) => !isPost(element),
  decode: (element, numbers) => kindOf(element)?.decode(element, new Counts(numbers)) ?? []
}
