import type Type from 'typebox'
import { Collection } from './collection.ts'
import { Effect } from './effect.ts'
import { type FieldSchema, withoutNull } from './fields.ts'
import { isId } from './identifiers.ts'
import { LiveRoom } from './live-room.ts'
import { type Origin, type OriginField, originFields, readCountry, readLanguage } from './origin.ts'
import { Place } from './place.ts'
import { borrowedFields, Post } from './post.ts'
import { Sound } from './sound.ts'
import { UserProfile } from './user-profile.ts'

/**
 * Numbers, flags and names that records always have although sources may lack them. Derived from the record: every non-null field except
 * those that every source gives.
 */
type NeverNull<T> = { [K in keyof T & string]: null extends T[K] ? never : K }[keyof T & string]

const fieldsWithout = <P extends Type.TProperties, G extends keyof P & string>(
  { properties }: Type.TObject<P>,
  ...given: readonly G[]
) =>
  // The filter keeps the names that the type keeps.
  Object.entries<FieldSchema>({ ...properties })
    .filter(([name, field]) => withoutNull(field) === undefined && !given.some((known) => known === name))
    .map(([name]) => name) as Exclude<NeverNull<Type.Static<Type.TObject<P>>>, G>[]

export const userFieldsThatMayBeMissing = fieldsWithout(UserProfile, 'user_id', 'username')
/** The address is derived if no source gives it. */
export const postFieldsThatMayBeMissing = [
  ...fieldsWithout(Post, 'created_at', 'hashtags', ...borrowedFields),
  'share_url' as const
]
/** Also includes a time that is derived from the id, which the store has. */
export const postFieldsThatMayBeDerived = [...postFieldsThatMayBeMissing, 'created_at' as const]
export const soundFieldsThatMayBeMissing = fieldsWithout(Sound, 'sound_id')
export const placeFieldsThatMayBeMissing = fieldsWithout(Place, 'place_id')
export const liveRoomFieldsThatMayBeMissing = fieldsWithout(LiveRoom, 'room_id', 'status', 'is_live', 'streamer')
export const collectionFieldsThatMayBeMissing = fieldsWithout(Collection, 'collection_id')
export const effectFieldsThatMayBeMissing = fieldsWithout(Effect, 'effect_id', 'name', 'tags')

/** Lists of a creator that a source may never have given, in the order of their bits in `known_lists`. */
export const listNames = ['followers_list', 'following_list', 'reposts_list', 'collections_list'] as const
export type ListName = (typeof listNames)[number]

/** Totals that no source gives; they count the available posts. */
export const alwaysCounted = ['posts_count'] as const
type CountedField = (typeof alwaysCounted)[number]
export const isCounted = (name: string): boolean => alwaysCounted.some((counted) => counted === name)
/** The names without counted totals. */
export const withoutCounted = <N extends string>(names: readonly N[]) =>
  // The filter keeps the names that the type keeps.
  names.filter((name) => !isCounted(name)) as Exclude<N, CountedField>[]

export type MissingField =
  | (typeof userFieldsThatMayBeMissing)[number]
  | (typeof postFieldsThatMayBeDerived)[number]
  | (typeof soundFieldsThatMayBeMissing)[number]
  | (typeof placeFieldsThatMayBeMissing)[number]
  | (typeof liveRoomFieldsThatMayBeMissing)[number]
  | (typeof effectFieldsThatMayBeMissing)[number]
  | (typeof collectionFieldsThatMayBeMissing)[number]
  | ListName
  | OriginField

/**
 * Facts about a record that its fields, which have the form of REST, lack: `names` of unknown fields (which are 0, false or computed in the
 * record), its rounded counts, its country and language, and whether another account has its handle now. As text: these parts, such as
 * `country:JP`, separated by commas, after `account:ID` for the account that published a post or streams. Records from another deployment have
 * no such facts, because REST lacks them.
 */
type Beside = {
  readonly text: string
  readonly names: readonly string[]
  readonly hasFormerHandle: boolean
  readonly rounded: ReadonlySet<string>
} & Origin

/** Returns an existing object, to which a subclass adds private fields. */
class ReturnOverride {
  constructor(record: object) {
    // biome-ignore lint/correctness/noConstructorReturn: what is returned is what gets the fields
    return record
  }
}

/** Private fields of records, invisible in JSON and comparisons. A WeakMap of all records took ten times as long. */
class Attached extends ReturnOverride {
  #account: string | null
  #beside: Beside

  private constructor(record: object, account: string | null, beside: Beside) {
    super(record)
    this.#account = account
    this.#beside = beside
  }

  static write(record: object, account: string | null, beside: Beside): void {
    if (!(#beside in record)) {
      if (account !== null || beside !== nothing) new Attached(record, account, beside)
      return
    }
    record.#account = account
    record.#beside = beside
  }

  static account = (record: object): string | null => (#beside in record ? record.#account : null)
  static beside = (record: object): Beside => (#beside in record ? record.#beside : nothing)
}

/** Cache of combinations: few occur, and many records share each. */
const combinations = new Map<string, Beside>()

const originIn = (text: string, field: OriginField): string | null =>
  new RegExp(`(?:^|,)${field}:(\\w+)`).exec(text)?.[1] ?? null

export const formerHandle = 'handle:former'
const roundedPart = 'rounded:'
/** The part for a count that a source has rounded. */
export const roundedField = (field: string): string => roundedPart + field

const combinationOf = (text: string): Beside => {
  const known = combinations.get(text)
  if (known !== undefined) return known
  const parts = text.split(',')
  const combination: Beside = {
    text,
    names: parts.filter((name) => name !== '' && !name.includes(':')),
    country: originIn(text, 'country'),
    language: originIn(text, 'language'),
    hasFormerHandle: parts.includes(formerHandle),
    rounded: new Set(parts.filter((part) => part.startsWith(roundedPart)).map((part) => part.slice(roundedPart.length)))
  }
  combinations.set(text, combination)
  return combination
}

const nothing = combinationOf('')

const accountPart = 'account:'

/** Splits a text into the id of the account, if there is one, and the rest. */
const splitAccount = (text: string): { account: string | null; rest: string } => {
  if (!text.startsWith(accountPart)) return { account: null, rest: text }
  const end = text.indexOf(',')
  return end < 0
    ? { account: text.slice(accountPart.length), rest: '' }
    : { account: text.slice(accountPart.length, end), rest: text.slice(end + 1) }
}

const ofStreamer = 'streamer.'
export const streamerName = `${ofStreamer}display_name`

/** Attaches facts to a record, such as the names of its missing fields, as a text separated by commas. */
export const withMissing = <T extends object>(record: T, text: string): T => {
  const { account, rest } = splitAccount(text)
  Attached.write(record, account, combinationOf(rest))
  if ('streamer' in record && rest.endsWith(streamerName)) withMissing(record.streamer as object, 'display_name')
  return record
}

const everyName: ReadonlySet<string> = new Set([
  ...[userFieldsThatMayBeMissing, postFieldsThatMayBeDerived, soundFieldsThatMayBeMissing].flat(),
  ...[placeFieldsThatMayBeMissing, liveRoomFieldsThatMayBeMissing, effectFieldsThatMayBeMissing].flat(),
  ...collectionFieldsThatMayBeMissing,
  ...listNames,
  ...borrowedFields,
  streamerName
])

const isOrigin = (part: string): boolean => {
  const [field, code] = part.split(':')
  return code !== undefined && code === (field === 'country' ? readCountry : readLanguage)(code)
}

/** Whether a text stored by another process is valid for `withMissing`. */
export const isBeside = (text: unknown): text is string => {
  if (typeof text !== 'string') return false
  const { account, rest } = splitAccount(text)
  if (account !== null && !isId(account)) return false
  if (rest === '') return account !== null
  return rest
    .split(',')
    .every((part) => everyName.has(part.replace(roundedPart, '')) || part === formerHandle || isOrigin(part))
}

/** The text of `withMissing`. */
export const besideText = (record: object): string => {
  const rest = Attached.beside(record).text
  const account = accountIdOf(record)
  return account === null ? rest : `${accountPart}${account}${rest === '' ? '' : `,${rest}`}`
}

/** The id of the account that published a post or streams in a live room; null when unknown. */
export const accountIdOf = (record: object): string | null => Attached.account(record)

/** Whether another account has taken the handle of a profile. */
export const hasFormerHandle = (record: object): boolean => Attached.beside(record).hasFormerHandle

export const missingIn = (record: object): readonly string[] => Attached.beside(record).names

/** Rounded counts of a record, such as 1.2M. */
export const roundedIn = (record: object): ReadonlySet<string> => Attached.beside(record).rounded

/** Country or language of a post or an account; null when unknown. */
export const originOf = (record: object, field: OriginField): string | null => Attached.beside(record)[field]

export const lacksOrigin = (record: object, name: MissingField): boolean =>
  originFields.some((field) => field === name && originOf(record, field) === null)

/** The record with other values, given by a source. */
export const withGiven = <T extends object>(record: T, given: Readonly<Record<string, unknown>>): T =>
  withMissing(
    Object.assign(record, given),
    besideText(record)
      .split(',')
      .filter((name) => !Object.hasOwn(given, name))
      .join()
  )

/** Missing fields whose derived values are right: an address from handle and id, a time from the id, and a count of the posts in the data. */
const derived: ReadonlySet<string> = new Set(['share_url', 'created_at', ...alwaysCounted])
export const isDerived = (field: string): boolean => derived.has(field)

/** Whether a field of a record is unknown. A total that no source gave is unknown if the data have nothing to count. */
export const isUnknown = (record: object, field: string): boolean =>
  missingIn(record).includes(field) &&
  (!derived.has(field) || (isCounted(field) && (record as Readonly<Record<string, unknown>>)[field] === 0))

/** The value of a field; null if it is unknown. */
export const knownValue = <T extends object, K extends keyof T & string>(record: T, field: K): T[K] | null =>
  isUnknown(record, field) ? null : record[field]
