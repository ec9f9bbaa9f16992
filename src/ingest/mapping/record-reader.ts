import { derivedAddresses } from '../../records/derived-address.ts'
import { hashtagSigns } from '../../records/hashtag-name.ts'
import type { HashtagUse } from '../../records/post.ts'
import { type CountField, Counts, withoutPlaceholders } from './counts.ts'
import type {
  Decoded,
  DecodedCollection,
  DecodedEffect,
  DecodedLiveRoom,
  DecodedPlace,
  DecodedPost,
  DecodedSound,
  DecodedUser,
  Seen
} from './decoder.ts'
import type { NumberColumns } from './number-columns.ts'
import { finished, hasLostDigits, readHashtagUse, readKey, refused, unlessNameless } from './post-rules.ts'
import { type Fields, firstOf, isFields, readAsset, readId, readList, readText } from './read-value.ts'
import { idInUrlAt, isIdInUrl, pathOf, type Readings, readFirst, usernameInUrlBeside, valueAt } from './readings.ts'
import type {
  CollectionTable,
  EffectTable,
  HashtagTable,
  PlaceTable,
  PostTable,
  RoomTable,
  SoundTable,
  UserTable
} from './tables.ts'

/** Reads records by their tables. */

/** `numbers`: number formats of the file. */
type ElementReader = (element: Fields, numbers: NumberColumns) => readonly Decoded[]

type RecordColumn = { readonly name: string; readonly field: CountField; readonly readings: Readings<unknown> }

/** `field`: the name of the field in marks of rounded totals. */
const columnsOf = (table: object, except: readonly string[], prefix = ''): RecordColumn[] =>
  Object.entries<Readings<unknown>>({ ...table })
    .filter(([name]) => !except.includes(name))
    // Only totals use the field name, and these are their names.
    .map(([name, readings]) => ({ name, field: `${prefix}${name}` as CountField, readings }))

/** Adds the columns to a record and returns it with its type: each column is read with the type in its table. */
const readColumns = <T>(
  columns: readonly RecordColumn[],
  element: Fields,
  counts: Counts,
  record: Record<string, unknown>
): T => {
  for (const { name, field, readings } of columns) record[name] = readFirst(readings, element, counts, field)
  return record as T
}

/**
 * The key value of a record: the first readable one, or else the first raw value, for the message of its refusal. Only an address may have the
 * digits that another place has lost.
 */
const given = (readings: Readings<unknown>, element: Fields, counts: Counts): unknown => {
  let first: unknown
  for (const reading of readings) {
    const isAddress = isIdInUrl(reading)
    const value = valueAt(element, reading.paths[0] ?? [])
    if (value === undefined || value === null || (first !== undefined && !(isAddress && hasLostDigits(first)))) continue
    // Keys are no totals, so the field name does not matter.
    const known = readFirst([reading], element, counts, 'plays')
    if (known !== null) return known
    if (!isAddress) first = value
  }
  return first
}

/** The table, extended by the id and the handle from the address of a post if no other place has them. */
const withAddress = (table: PostTable): PostTable => {
  const addresses = table.share_url?.flatMap(({ paths }) => paths) ?? []
  const { username = [], ...author } = table.author ?? {}
  const named = username.flatMap(({ paths }) => paths)
  // In tables, a bare `id` may be the id of the row.
  const bare = table.post_id.findIndex(({ paths }, index) => index > 0 && paths[0]?.join() === 'id')
  return {
    ...table,
    post_id: table.post_id.toSpliced(bare < 0 ? table.post_id.length : bare, 0, ...idInUrlAt(addresses)),
    author: { ...author, username: [...username, ...usernameInUrlBeside(named, addresses)] }
  }
}

/** Null without a valid username; `isRefused` says whether there was another. */
const userReader = (table: UserTable, prefix: '' | 'author.' | 'streamer.') => {
  const columns = columnsOf(table, ['username'], prefix)
  return (element: Fields, counts: Counts): { user: DecodedUser | null; isRefused: boolean } => {
    const username = readFirst(table.username, element, counts, 'plays')
    if (username === null) {
      const named = table.username.some((reading, index) => {
        // This reading depends on the other places.
        if ('readAll' in reading) return false
        const value = valueAt(element, reading.paths[0] ?? [])
        // The other places have the name or the whole account. Zero means an account without a number.
        if (value === undefined || value === null || value === '' || value === '0') return false
        return index === 0 || typeof value === 'string'
      })
      return { user: null, isRefused: named }
    }
    const user = readColumns<DecodedUser>(columns, element, counts, { user_id: null, username })
    return { user, isRefused: false }
  }
}

const soundReader = (table: SoundTable) => {
  const columns = columnsOf(table, [])
  return (element: Fields, counts: Counts): DecodedSound | null => {
    const known = { sound_id: null, title: null, author: null }
    return unlessNameless(readColumns<DecodedSound>(columns, element, counts, known))
  }
}

const placeReader = (table: PlaceTable) => {
  const columns = columnsOf(table, ['place_id'])
  return (element: Fields, counts: Counts): DecodedPlace | null => {
    const place_id = readFirst(table.place_id ?? [], element, counts, 'plays')
    return place_id === null ? null : readColumns<DecodedPlace>(columns, element, counts, { place_id })
  }
}

const hashtagReader = (tables: readonly HashtagTable[]) => {
  const lists = tables.map(({ list, ...table }) => ({ path: pathOf(list), ...table }))
  return (element: Fields, caption: unknown): HashtagUse[] => {
    let isGivenByList = false
    for (const { path, id, name } of lists) {
      const list = readList(valueAt(element, path))
      if (list === null) continue
      isGivenByList = true
      const uses = list.flatMap((part) =>
        isFields(part)
          ? readHashtagUse(firstOf(part, id, readId), firstOf(part, name, readText))
          : readHashtagUse(null, readText(part))
      )
      if (uses.length > 0) return uses
    }
    return isGivenByList ? [] : captionHashtags(caption)
  }
}

const effectReader = (tables: readonly EffectTable[]) => {
  const lists = tables.map(({ list, ...table }) => ({ path: pathOf(list), ...table }))
  return (element: Fields): DecodedEffect[] =>
    lists.flatMap(({ path, id, name, icon }) => {
      const value = valueAt(element, path)
      return (Array.isArray(value) ? value : [value]).filter(isFields).flatMap((part) => {
        const effect_id = firstOf(part, id, readId)
        const called = firstOf(part, name, readText)
        if (effect_id === null || called === null) return []
        return [{ effect_id, name: called, icon_url: icon === undefined ? null : readAsset(part[icon]) }]
      })
    })
}

const hashtagInCaption = new RegExp(`[${hashtagSigns}]([\\p{L}\\p{M}\\p{N}_]+)`, 'gu')

/** Hashtags in a caption, in its spelling. */
const captionHashtags = (caption: unknown): HashtagUse[] =>
  [...String(caption ?? '').matchAll(hashtagInCaption)].flatMap(([, name = '']) => readHashtagUse(null, name))

/** `collectedAt`: readings of the collection time, besides the keys that any format may have. */
const seenOf = (collectedAt: Readings<number>, element: Fields, counts: Counts): Seen => {
  const seen = counts.seen(element)
  if (seen.collectedAt !== null || collectedAt.length === 0) return seen
  return { ...seen, collectedAt: readFirst(collectedAt, element, counts, 'plays') }
}

const others = ['post_id', 'created_at', 'author', 'sound', 'place', 'hashtags', 'effects', 'site', 'hidesPlays']

export const postReader = (own: PostTable, collectedAt: Readings<number> = []): ElementReader => {
  const table = withAddress(own)
  const columns = columnsOf(table, others)
  const readAuthor = table.author && userReader(table.author, 'author.')
  const readSound = table.sound && soundReader(table.sound)
  const readPlace = table.place && placeReader(table.place)
  const readHashtags = hashtagReader(table.hashtags === 'caption' ? [] : (table.hashtags ?? []))
  const photo = pathOf(table.site?.photo ?? '')
  const readEffects = table.effects && effectReader(table.effects)
  return (element, numbers) => {
    const counts = new Counts(numbers)
    const read = readKey(given(table.post_id, element, counts), given(table.created_at, element, counts))
    if ('skipped' in read) return read.skipped
    if (read.isTimeDerived) counts.markRounded('created_at')
    const post = readColumns<Record<string, unknown>>(columns, element, counts, { ...read.key })
    const author = readAuthor?.(element, counts)
    if (table.site !== undefined && author?.user) {
      post.share_url ??= isGiven(valueAt(element, photo)) ? derivedAddresses.photo : derivedAddresses.video
    }
    const likes = typeof post.likes === 'number' ? post.likes : null
    if (table.hidesPlays === true && post.plays === 0 && likes !== null && likes > 0) post.plays = null
    post.author = author?.user ? withoutPlaceholders(author.user, likes) : null
    post.author_refused = author?.isRefused ?? false
    post.sound = readSound?.(element, counts) ?? null
    post.place = readPlace?.(element, counts) ?? null
    post.hashtags = readHashtags(element, post.caption)
    if (readEffects !== undefined) post.effects = readEffects(element)
    // Each column was read with the type in its table.
    return finished(post as DecodedPost, seenOf(collectedAt, element, counts))
  }
}

const isGiven = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : isFields(value))

/** An account by itself. */
export const accountReader = (table: UserTable, collectedAt: Readings<number> = []): ElementReader => {
  const read = userReader(table, '')
  return (element, numbers) => {
    const counts = new Counts(numbers)
    const { user } = read(element, counts)
    if (user !== null) return [{ kind: 'user', user, seen: seenOf(collectedAt, element, counts) }]
    const id = readFirst(table.user_id ?? [], element, counts, 'plays') ?? 'no id'
    return [refused('no valid username', id)]
  }
}

/** A sound by itself. */
export const soundOnlyReader = (table: SoundTable, collectedAt: Readings<number> = []): ElementReader => {
  const read = soundReader(table)
  return (element, numbers) => {
    const counts = new Counts(numbers)
    const sound = read(element, counts)
    if (sound === null || sound.sound_id === null) return [refused('no valid sound id', sound?.title ?? 'no title')]
    return [{ kind: 'sound', sound, seen: seenOf(collectedAt, element, counts) }]
  }
}

/** A collection with its owner, if it has one. */
export const collectionReader = (table: CollectionTable, collectedAt: Readings<number> = []): ElementReader => {
  const columns = columnsOf(table, ['collection_id', 'owner'])
  const readOwner = userReader(table.owner, '')
  return (element, numbers) => {
    const counts = new Counts(numbers)
    const collection_id = readFirst(table.collection_id, element, counts, 'plays')
    if (collection_id === null) return [refused('no valid collection id', 'no id')]
    const owner = readOwner(element, counts).user
    const collection = readColumns<DecodedCollection>(columns, element, counts, { collection_id, owner })
    return [{ kind: 'collection', collection, seen: seenOf(collectedAt, element, counts) }]
  }
}

/** A live room with its streamer; the streamer alone if there is no room. */
export const roomReader = (table: RoomTable, collectedAt: Readings<number> = []): ElementReader => {
  const columns = columnsOf(table, ['room_id', 'streamer'])
  const readStreamer = userReader(table.streamer, 'streamer.')
  const alone = accountReader(table.streamer, collectedAt)
  return (element, numbers) => {
    const counts = new Counts(numbers)
    const room_id = readFirst(table.room_id, element, counts, 'plays')
    if (room_id === null) return alone(element, numbers)
    const { user: streamer } = readStreamer(element, counts)
    if (streamer === null) return [refused('a live room without a valid username of its streamer', room_id)]
    const room = readColumns<DecodedLiveRoom>(columns, element, counts, { room_id, streamer })
    if (room.status === null) return [refused('a live room without a status', room_id)]
    return [{ kind: 'live_room', live_room: room, seen: seenOf(collectedAt, element, counts) }]
  }
}
