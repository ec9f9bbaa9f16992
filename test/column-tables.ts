import fc from 'fast-check'
import { encodeLists, encodeNumbers, encodeTexts } from '../src/engines/columnar/chunks.ts'
import { type Column, type ColumnStore, type ColumnTable, groupSize } from '../src/engines/columnar/column-store.ts'
import { type PostNumber, postNumbers, type UserNumber, userNumbers } from '../src/engines/filters/fields.ts'
import type { Reference } from '../src/engines/filters/query.ts'
import { codeNumber, type Origin } from '../src/records/origin.ts'

/** A post as an object; numbers are NaN, and references null, where unknown. */
export type PostRow = {
  row: number
  isListed: boolean
  author: number | null
  sound: number | null
  place: number | null
  idOrder: number
  searchKey: number
  hashtags: readonly number[]
  words: readonly string[]
  origin: Origin
  numbers: Readonly<Record<PostNumber, number>>
}
export type UserRow = {
  row: number
  isListed: boolean
  idOrder: number
  searchKey: number
  words: readonly string[]
  username: string | null
  niche: string | null
  origin: Origin
  numbers: Readonly<Record<UserNumber, number>>
}
export type SoundRow = { row: number; isOriginal: number }
export type Tables = {
  posts: readonly PostRow[]
  users: readonly UserRow[]
  sounds: readonly SoundRow[]
  collection: readonly number[]
}

export const niches = ['cooking', 'dance', 'zoö']
export const someWords = ['cook', 'danc', 'cat']

/** Few different values, so that rows tie and conditions meet some; the extremes now and then. */
const someNumber = fc.oneof(
  { weight: 6, arbitrary: fc.nat(5) },
  { weight: 2, arbitrary: fc.constant(Number.NaN) },
  { weight: 1, arbitrary: fc.constantFrom(255, 70_000, 2 ** 40, 2 ** 53 - 1) }
)
/** Small enough for sums of plays to be exact in any order. */
const somePlays = someNumber.map((number) => Math.min(number, 2 ** 40))
const someRate = fc.oneof(fc.constantFrom(0, 0.5, 0.053_217, 1.25, 0.1), fc.constant(Number.NaN))
const someFlag = fc.constantFrom(0, 1, 1, Number.NaN)
const someTime = fc.oneof(
  fc.nat(4),
  fc.integer({ min: 1_700_000_000, max: 1_700_000_000 + 86_400 * 70 }),
  fc.constant(Number.NaN)
)
const isSome = fc.integer({ min: 0, max: 5 }).map((chance) => chance > 0)

const someOrigin = fc.record({
  country: fc.constantFrom(null, 'JP', 'BR', 'ZW'),
  language: fc.constantFrom(null, 'ja', 'pt', 'fil')
})

const atRows = <T extends object>(one: fc.Arbitrary<T>, max: number): fc.Arbitrary<(T & { row: number })[]> =>
  fc
    .uniqueArray(fc.record({ group: fc.nat(40), at: fc.nat(9), one }), {
      maxLength: max,
      selector: ({ group, at }) => group * groupSize + at
    })
    .map((rows) =>
      rows.map(({ group, at, one }) => ({ ...one, row: group * groupSize + at })).sort((a, b) => a.row - b.row)
    )

const numbersOf = <N extends string>(names: readonly N[], special: Partial<Record<N, fc.Arbitrary<number>>>) =>
  // The record has every name, as its arbitraries do.
  fc.record(Object.fromEntries(names.map((name) => [name, special[name] ?? someNumber]))) as fc.Arbitrary<
    Record<N, number>
  >

const anyPosts = (users: readonly UserRow[], sounds: readonly SoundRow[]) =>
  atRows(
    fc.record({
      isListed: isSome,
      author: fc.constantFrom(null, ...users.map(({ row }) => row)),
      sound: fc.constantFrom(null, ...sounds.map(({ row }) => row), 9_999_999),
      place: fc.constantFrom(null, 3, 4),
      idOrder: fc.nat(4),
      searchKey: fc.constant(0),
      hashtags: fc.uniqueArray(fc.constantFrom(0, 1, 2, 3, 70_000), { maxLength: 3 }),
      words: fc.subarray(someWords),
      origin: someOrigin,
      numbers: numbersOf(postNumbers, {
        plays: somePlays,
        created_at: someTime,
        engagement_rate: someRate,
        is_ad: someFlag
      })
    }),
    60
  )

const anyUsers = atRows(
  fc.record({
    isListed: isSome,
    idOrder: fc.nat(4),
    searchKey: fc.constant(0),
    words: fc.subarray(someWords),
    username: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('mira.bakes7', 'a', 'ab', null) },
      { weight: 1, arbitrary: fc.string({ maxLength: 15 }) }
    ),
    niche: fc.constantFrom(null, ...niches),
    origin: someOrigin,
    numbers: numbersOf(userNumbers, {
      engagement_rate: someRate,
      verified: someFlag,
      is_private: someFlag,
      is_live: someFlag,
      last_post_at: someTime
    })
  }),
  25
)

/** Keys as the index has them: any order, larger than 32 bits. */
const withKeys = <T extends { row: number }>(rows: readonly T[]): T[] =>
  rows.map((row, at) => ({ ...row, searchKey: ((at * 7) % 5) * 2 ** 32 + row.row }))

export const anyTables: fc.Arbitrary<Tables> = fc
  .tuple(anyUsers, atRows(fc.record({ isOriginal: someFlag }), 6))
  .chain(([users, sounds]) =>
    anyPosts(users, sounds).chain((posts) =>
      fc.record({
        posts: fc.constant(withKeys(posts)),
        users: fc.constant(withKeys(users)),
        sounds: fc.constant(sounds),
        collection: fc.shuffledSubarray(posts.map(({ row }) => row))
      })
    )
  )

export const nameOf = (reference: Reference, row: number): string => `${reference}${row}`
/** Two hashtags share a name: they differ in nothing else that a filter may ask. */
export const hashtagName = (row: number): string => nameOf('hashtag', row === 3 ? 2 : row)

const orNaN = (number: number | null): number => number ?? Number.NaN

const valueIn = (table: ColumnTable, column: Column, row: PostRow | UserRow | SoundRow): number => {
  if (table === 'sounds') return 'isOriginal' in row ? row.isOriginal : Number.NaN
  if (!('isListed' in row)) return Number.NaN
  if (column === 'is_listed') return Number(row.isListed)
  if (column === 'id_order') return row.idOrder
  if (column === 'search_key') return row.searchKey
  if ('hashtags' in row && (column === 'author' || column === 'sound' || column === 'place')) return orNaN(row[column])
  if (column === 'country' || column === 'language') return codeNumber(row.origin[column] ?? '') || Number.NaN
  const numbers: Readonly<Record<string, number>> = row.numbers
  return orNaN(numbers[column] ?? null)
}

const textIn = (column: Column, row: UserRow): string | null => (column === 'niche' ? row.niche : row.username)

/** The store of these tables. `answer` makes it asynchronous, or counts its reads. */
export const storeOf = (
  tables: Tables,
  answer: <T>(value: T, read: string) => T | Promise<T> = (value) => value
): ColumnStore => {
  const lastRow = (table: ColumnTable): number => tables[table].at(-1)?.row ?? -1
  const chunk = (table: ColumnTable, column: Column, group: number): Uint8Array | null => {
    const rows = tables[table].filter(({ row }) => Math.floor(row / groupSize) === group)
    const last = rows.at(-1)
    if (last === undefined) return null
    const at = new Map<number, (typeof rows)[number]>(rows.map((row) => [row.row % groupSize, row]))
    const slots = Array.from({ length: (last.row % groupSize) + 1 }, (_, place) => at.get(place))
    if (column === 'hashtags') {
      return encodeLists(slots.map((row) => (row !== undefined && 'hashtags' in row ? row.hashtags : [])))
    }
    if (column === 'username' || column === 'niche') {
      return encodeTexts(slots.map((row) => (row !== undefined && 'niche' in row ? textIn(column, row) : null)))
    }
    return encodeNumbers(slots.map((row) => (row === undefined ? Number.NaN : valueIn(table, column, row))))
  }
  const rowsNamed = (reference: Reference, name: string): number[] => {
    const rows = {
      author: tables.users.map(({ row }) => row),
      sound: tables.sounds.map(({ row }) => row),
      hashtag: [0, 1, 2, 3, 70_000],
      place: [3, 4]
    }[reference]
    return rows.filter((row) => (reference === 'hashtag' ? hashtagName(row) : nameOf(reference, row)) === name)
  }
  return {
    groups: (table) => answer(Math.floor(lastRow(table) / groupSize) + 1, 'groups'),
    chunks: (table, column, from, to) =>
      answer(
        Array.from({ length: to - from }, (_, index) => chunk(table, column, from + index)),
        `${table}.${column} ${from}-${to}`
      ),
    rowsOf: (reference, names) =>
      answer(
        names.flatMap((name) => rowsNamed(reference, name)),
        'rowsOf'
      ),
    owner: (reference, key) => answer(rowsNamed(reference, key)[0] ?? null, 'owner'),
    collection: (id) => answer(id === 'collection' ? tables.collection : null, 'collection'),
    containing: (kind, words) =>
      answer(
        Float64Array.from(
          tables[kind].flatMap((row) => (words.every((word) => row.words.includes(word)) ? [row.searchKey] : []))
        ).sort(),
        'containing'
      )
  }
}
