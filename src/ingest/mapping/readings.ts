import { readPostAddress } from '../../records/identifiers.ts'
import { readCountry, readLanguage } from '../../records/origin.ts'
import type { CountField, Counts } from './counts.ts'
import {
  type Fields,
  readAsset,
  readCount,
  readFlag,
  readId,
  readInt,
  readList,
  readPastTime,
  readText,
  readUrl,
  readUsername,
  readWebsite
} from './read-value.ts'

/** Path and meaning of a value in a foreign document. The tables of formats consist of these. */

/** Keys from the record down. */
export type Path = readonly string[]

/** A path as tables write it: keys joined by dots. */
export const pathOf = (text: string): Path => text.split('.')

export const valueAt = (element: Fields, path: Path): unknown => {
  let value: unknown = element[path[0] ?? '']
  for (let index = 1; index < path.length; index += 1) {
    if (typeof value !== 'object' || value === null) return undefined
    // Keys of lists are numbers.
    value = (value as Fields)[path[index] ?? '']
  }
  return value
}

/** `path`: path of the value. */
type Read<T> = (value: unknown, counts: Counts, field: CountField, path: Path) => T | null

/** One place of a value. Only readings that combine values have several `paths`. */
export type Reading<T> = { readonly paths: readonly Path[] } & (
  | { readonly read: Read<T> }
  | { readonly readAll: (values: readonly unknown[]) => T | null }
)

/** Places of a field, best first: the first readable value counts. */
export type Readings<T> = readonly Reading<T>[]

/** Readings of a field at some paths. */
export const from =
  <T>(read: Read<T>) =>
  (...paths: readonly string[]): Reading<T>[] =>
    paths.map((path) => ({ paths: [pathOf(path)], read }))

export const text = from(readText)
/** Digits as a text, or an exact number. */
export const id = from(readId)
export const flag = from(readFlag)
/** A small whole number: a size in pixels, or a length in seconds. */
export const int = from((value, { numbers }, _, path) => readInt(value, numbers, path))
export const url = from(readUrl)
/** A URL, or the first one of `{url_list: […]}`. */
export const asset = from(readAsset)
export const website = from(readWebsite)
export const username = from(readUsername)
export const country = from(readCountry)
export const language = from(readLanguage)
/** A past time: Unix seconds, milliseconds or microseconds, or an ISO date. */
export const moment = from(readPastTime)

/** A size in pixels, where 0 means unknown. A following `int` keeps a 0 if there is no other value. */
export const size = from((value, { numbers }, _, path) => readInt(value, numbers, path) || null)

/** The numeric handle of accounts without a chosen one, where 0 means none. */
export const numericUsername = from((value) => (/^0*$/.test(String(value)) ? null : readUsername(value)))

/** The handle in an address. Tools that do not know it write `@_`, `@author` or the id of the account. */
const handleIn = (value: unknown) =>
  readUsername(/\/@(?!(?:_|author|\d{15,})(?:\/|$))([^/?#]+)/.exec(String(readUrl(value)))?.[1])

/** The handle in the address of a post or a profile. */
export const usernameInUrl = from(handleIn)
/** The handle in an address, unless another place has a name, valid or not. */
export const usernameInUrlBeside = (others: readonly Path[], addresses: readonly Path[]): Reading<string>[] =>
  addresses.map((address) => ({
    paths: [...others, address],
    readAll: (values) => {
      const isNamed = values
        .slice(0, -1)
        .some((value) => typeof value === 'number' || (value !== '0' && readText(value) !== null))
      return isNamed ? null : handleIn(values.at(-1))
    }
  }))

const postAddressIn = (value: unknown): { id: string } | null => {
  const address = typeof value === 'string' ? readPostAddress(value) : null
  return typeof address === 'object' ? address : null
}
const withoutQuery = (value: unknown): string | null => readUrl(value)?.replace(/[?#].*$/, '') ?? null

const readIdInUrl = (value: unknown) => readId(postAddressIn(value)?.id)
/** The id in the address of a post. */
export const idInUrlAt = (paths: readonly Path[]): Reading<string>[] =>
  paths.map((path) => ({ paths: [path], read: readIdInUrl }))
export const isIdInUrl = (reading: Reading<unknown>): boolean => 'read' in reading && reading.read === readIdInUrl
/** A URL without its query, which identifies the person and app that shared it. */
export const urlWithoutQuery = from(withoutQuery)
/** The address of a post without its query; null for any other URL. */
export const postUrl = from((value) => (postAddressIn(value) === null ? null : withoutQuery(value)))

/** Elements of a list, or names in one text. */
export const list = from(readList)

/** No post is longer than an hour, so a larger number is in milliseconds. */
const longestSeconds = 3_600

/** Seconds, as a number or like a clock: `1:02`. */
export const seconds = from((value, { numbers }, _, path) => {
  const [, hours = '0', minutes = '', rest = ''] = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})$/.exec(String(value).trim()) ?? []
  if (rest === '') {
    const number = readInt(value, numbers, path)
    return number !== null && number > longestSeconds ? Math.floor(number / 1000) : number
  }
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
})

/** Whole seconds of a length in milliseconds. */
const readMilliseconds: Read<number> = (value, { numbers }, _, path) => {
  const ms = readInt(value, numbers, path)
  return ms === null ? null : Math.floor(ms / 1000)
}
export const milliseconds = from(readMilliseconds)
export const isInMilliseconds = (reading: Reading<unknown>): boolean =>
  'read' in reading && reading.read === readMilliseconds

/** An exact total; "12.3K" is marked as rounded. */
export const total = from((value, counts, field, path) => counts.read(field, value, path))
/** A total shown on pages, rounded from ten thousand on. */
export const shownTotal = from((value, counts, field, path) => counts.readShown(field, value, path))

const isMissing = (value: unknown): boolean => value == null || (typeof value === 'string' && value.trim() === '')

const readState = (value: unknown): boolean | null => {
  const state = readCount(value)
  return readFlag(value) ?? (state === null ? null : state > 0)
}

/** True if any of these flags is true, or any of these state numbers is not 0; unknown if another value is unreadable. */
export const anyState = (...paths: readonly string[]): Reading<boolean>[] => anyStateAt(paths.map(pathOf))
export const anyStateAt = (paths: readonly Path[]): Reading<boolean>[] => [
  {
    paths,
    readAll: (values) => {
      const states = values.filter((value) => !isMissing(value)).map(readState)
      if (states.includes(true)) return true
      return states.length === 0 || states.includes(null) ? null : false
    }
  }
]

/** True if any of these texts is not empty, false if all are empty. */
export const anyText = (...paths: readonly string[]): Reading<boolean>[] => [
  {
    paths: paths.map(pathOf),
    readAll: (values) =>
      values.every((value) => value === undefined) ? null : values.some((value) => readText(value) !== null)
  }
]

/** The same readings for a record within another one. */
export const within = <T>(prefix: string, readings: Readings<T>): Readings<T> =>
  prefix === ''
    ? readings
    : readings.map((reading) => ({ ...reading, paths: reading.paths.map((path) => [...pathOf(prefix), ...path]) }))

/** The first readable value; null without any. */
export const readFirst = <T>(readings: Readings<T>, element: Fields, counts: Counts, field: CountField): T | null => {
  for (const reading of readings) {
    if ('readAll' in reading) {
      const value = reading.readAll(reading.paths.map((path) => valueAt(element, path)))
      if (value !== null) return value
      continue
    }
    const [path = []] = reading.paths
    const found = valueAt(element, path)
    if (found === undefined) continue
    const value = reading.read(found, counts, field, path)
    if (value !== null) return value
  }
  return null
}
