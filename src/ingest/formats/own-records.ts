import { type FieldSchema, isCount, withoutNull } from '../../records/fields.ts'
import { Place } from '../../records/place.ts'
import { borrowedFields, ofAuthor, ofSound, Post } from '../../records/post.ts'
import { Sound } from '../../records/sound.ts'
import { UserProfile } from '../../records/user-profile.ts'
import type { Decoded, DecodedPlace, DecodedPost, DecodedSound, DecodedUser, Decoder } from '../decoder.ts'
import { type CountField, Counts } from '../mapping/counts.ts'
import { finished, readKey, skipped, unlessNameless } from '../mapping/post-rules.ts'
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

type Read = (value: unknown, counts: Counts) => string | number | boolean | null

/** A reader that follows from a field's declaration; null for a list, which `decodePost` reads. */
const readerOf = (name: string, declared: FieldSchema): Read | null => {
  const field = withoutNull(declared) ?? declared
  // Totals of records are `CountField`s.
  if (isCount(field)) return (value, counts) => counts.read(name as CountField, value)
  if (field.type === 'boolean') return readFlag
  if (field.type === 'integer') return field.format === 'unix-time' ? readPastTime : readInt
  if (field.type !== 'string') return null
  if (field.format === 'int64') return readId
  return field.format === 'uri' ? readUrl : readText
}

/**
 * Reads the fields of a record by their declarations. `names`: what an element calls a field when it is part of another record; otherwise
 * fields have their own names, and those in `except` are left to the caller.
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

const decodePost = (element: Fields): readonly Decoded[] => {
  const key = readKey(element.post_id, element.created_at)
  if ('skipped' in key) return key.skipped
  const counts = new Counts()
  const username = readUsername(element.author_username)
  return finished(
    {
      ...readPost(element, counts),
      ...key,
      author: username === null ? null : { ...readAuthor(element, counts), username, user_id: null },
      author_refused: username === null && readText(element.author_username) !== null,
      sound: unlessNameless(readSoundOfPost(element, counts)),
      place: null,
      hashtags: hashtagsOf(element)
        .map(({ id, name }) => ({ id: readId(id), name: readText(name) }))
        .filter(({ id, name }) => id !== null || name !== null)
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

const decodeUser = (element: Fields): readonly Decoded[] => {
  const username = readUsername(element.username)
  if (username === null) return [skipped('no valid username', readId(element.user_id) ?? 'no id')]
  const counts = new Counts()
  const user = { ...readUser(element, counts), username }
  return [{ kind: 'user', user, seen: counts.seen(element) }]
}

const decodeSound = (element: Fields): readonly Decoded[] => {
  const counts = new Counts()
  const sound = readSound(element, counts)
  if (sound.sound_id === null) return [skipped('no valid sound id', sound.title ?? 'no title')]
  return [{ kind: 'sound', sound, seen: counts.seen(element) }]
}

const decodePlace = (element: Fields): readonly Decoded[] => {
  if (readId(element.place_id) === null) return [skipped('no valid place id', readText(element.name) ?? 'no name')]
  const counts = new Counts()
  return [{ kind: 'place', place: readPlace(element, counts), seen: counts.seen(element) }]
}

const isPost = (element: Fields) => element.post_id !== undefined && element.created_at !== undefined
const isUser = (element: Fields) => element.user_id !== undefined && element.username !== undefined
const isSound = (element: Fields) => element.sound_id !== undefined && element.title !== undefined
const isPlace = (element: Fields) => element.place_id !== undefined && element.name !== undefined

/** Records of operations that an import does not accept, by their ids. */
const others = { room_id: 'a live room', effect_id: 'an effect', collection_id: 'a collection' } as const
const otherOf = (element: Fields) => Object.entries(others).find(([key]) => element[key] !== undefined)

/** Records as REST operations return them, from this server or others with its contract. */
export const ownRecords: Decoder = {
  name: 'record of this API',
  accepts: 'responses of this API, with "post_id", "user_id", "sound_id" or "place_id"',

  strength: (element) =>
    isPost(element) || isUser(element) || isSound(element) || isPlace(element) || otherOf(element) !== undefined
      ? 5
      : 0,

  decode(element): readonly Decoded[] {
    if (isPost(element)) return decodePost(element)
    if (isUser(element)) return decodeUser(element)
    if (isSound(element)) return decodeSound(element)
    if (isPlace(element)) return decodePlace(element)
    const [key = '', what = 'something else'] = otherOf(element) ?? []
    return [skipped(`${what}, which is not imported`, readId(element[key]) ?? 'no id')]
  }
}
