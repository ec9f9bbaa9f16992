import { invalidParam } from '../../core/errors.ts'
import { latestTime, maxCount } from '../../records/fields.ts'
import { canonicalHashtag } from '../../records/hashtag-name.ts'
import { isHandle, isId } from '../../records/identifiers.ts'
import type { OriginField } from '../../records/origin.ts'
import { wordsOf } from '../search/words.ts'
import { allOf, anyOf, negationOf, sortedTexts } from './conditions.ts'
import type { GrowthNumber, PostNumber, UserNumber } from './fields.ts'
import type { Condition, Reference } from './query.ts'
import { type FilterSize, listOf, objectOf, type ReadCondition, unknownField } from './read-filter.ts'

/** Readers for the values of filter fields, which return conditions. */

type AllowedRange = { readonly unit: 'whole' | 'fraction'; readonly least?: number; readonly max: number }

/** `{min, max}`, both ends included. Without either, everything meets it, even unknown numbers. */
const range =
  (number: PostNumber | UserNumber, { unit, least = 0, max: largest }: AllowedRange): ReadCondition =>
  (raw, path) => {
    const [min, max] = readEnds(raw, path, ['min', 'max'], (value, at) => {
      const isRight = unit === 'whole' ? Number.isSafeInteger(value) : Number.isFinite(value)
      if (typeof value !== 'number' || !isRight || value < least || value > largest)
        throw invalidParam(at, `must be a ${unit === 'whole' ? 'whole number' : 'number'} from ${least} to ${largest}`)
      // Turns minus zero into zero.
      return value + 0
    })
    if (min === null && max === null) return null
    if (min !== null && max !== null && min > max)
      throw invalidParam(path, `has min ${min}, which is larger than its max ${max}`)
    return { number, min, max, not: false }
  }

export const countRange = (number: PostNumber | UserNumber) => range(number, { unit: 'whole', max: maxCount })
export const fractionRange = (number: PostNumber | UserNumber) => range(number, { unit: 'fraction', max: maxCount })
/** Growth as a fraction of the earlier count, which is at least -1. */
export const growthRange = (number: GrowthNumber) => range(number, { unit: 'fraction', least: -1, max: maxCount })
/** Scores are from 0 to 100. */
export const scoreRange = (number: UserNumber) => range(number, { unit: 'whole', max: 100 })

/** `{from, to}`: times from `from` on and before `to`, so that consecutive periods do not overlap. */
export const timeRange =
  (number: PostNumber | UserNumber): ReadCondition =>
  (raw, path) => {
    const [from, to] = readEnds(raw, path, ['from', 'to'], readTime)
    if (from === null && to === null) return null
    if (from !== null && to !== null && from >= to)
      throw invalidParam(path, 'has a from that is not before its to: `from` is included, `to` is not')
    // Times of rows are whole seconds.
    return {
      number,
      min: from === null ? null : Math.ceil(from),
      max: to === null ? null : Math.ceil(to) - 1,
      not: false
    }
  }

const readEnds = <T>(
  raw: unknown,
  path: string,
  names: readonly [string, string],
  read: (value: unknown, path: string) => T
): [T | null, T | null] => {
  const given = objectOf(raw, path)
  for (const name of Object.keys(given)) if (!names.includes(name)) throw unknownField(`${path}.${name}`, names)
  const end = (name: string) => (given[name] == null ? null : read(given[name], `${path}.${name}`))
  return [end(names[0]), end(names[1])]
}

/** RFC 3339, or a date alone, which is its midnight in UTC. */
const momentPattern = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/i

/** Unix seconds of a time. */
export const readTime = (raw: unknown, path: string): number => {
  const [text, date = ''] = (typeof raw === 'string' ? momentPattern.exec(raw) : null) ?? []
  const milliseconds = text === undefined ? Number.NaN : Date.parse(text.toUpperCase())
  // `Date` moves a day beyond the end of its month into the next one.
  const isDay = new Date(`${date}T00:00Z`).getTime() >= 0 && new Date(`${date}T00:00Z`).toISOString().startsWith(date)
  if (Number.isNaN(milliseconds) || !isDay || milliseconds < 0 || milliseconds / 1_000 > latestTime)
    throw invalidParam(path, 'must be a time from 1970 to 9999 such as 2026-05-04T17:30:00Z or 2026-05-04')
  return milliseconds / 1_000
}

const readFlag = (raw: unknown, path: string): boolean => {
  if (typeof raw !== 'boolean') throw invalidParam(path, 'must be true or false')
  return raw
}

/** A flag of the row itself. */
export const flag =
  (number: PostNumber | UserNumber): ReadCondition =>
  (raw, path) => {
    const value = readFlag(raw, path) ? 1 : 0
    return { number, min: value, max: value, not: false }
  }

/** A flag of a post's sound. */
export const flagOf =
  (name: 'sound_is_original'): ReadCondition =>
  (raw, path) => ({ flag: name, is: readFlag(raw, path) })

/** Converts a name to its form in stores. */
type ReadName = (raw: unknown, path: string) => string

const maxNameLength = 200

const readText = (raw: unknown, path: string): string => {
  if (typeof raw !== 'string') throw invalidParam(path, 'must be a text')
  if (!raw.isWellFormed() || raw.includes('\0'))
    throw invalidParam(path, 'must be text without null characters or halves of surrogate pairs')
  const text = raw.trim()
  if (text === '' || text.length > maxNameLength)
    throw invalidParam(path, `must have 1 to ${maxNameLength} characters besides spaces around it`)
  return text
}

export const readHashtagName: ReadName = (raw, path) => {
  const name = canonicalHashtag(readText(raw, path))
  if (name === '') throw invalidParam(path, 'must have a letter besides #')
  return name
}

export const readHandle: ReadName = (raw, path) => {
  const handle = readText(raw, path).replace(/^@/, '')
  if (!isHandle(handle)) throw invalidParam(path, 'must be 1 to 64 letters, digits, dots, underscores or hyphens')
  return handle.toLowerCase()
}

const readId: ReadName = (raw, path) => {
  const id = typeof raw === 'number' && Number.isSafeInteger(raw) ? String(raw) : raw
  if (typeof id !== 'string' || !isId(id)) throw invalidParam(path, 'must be an id: at most 20 digits, in quotes')
  return id
}

const readList = (raw: unknown, path: string, size: FilterSize, read: ReadName): string[] =>
  sortedTexts(listOf(raw, path, size).map((element, index) => read(element, `${path}[${index}]`)))

/** Reads a list of alternatives. Refuses an empty list, which nothing could meet. */
const readAlternatives = (raw: unknown, path: string, size: FilterSize, read: ReadName): string[] => {
  const names = readList(raw, path, size, read)
  if (names.length === 0) throw invalidParam(path, 'is empty, so that nothing could meet it: leave it out')
  return names
}

const nameLists: readonly string[] = ['anyOf', 'allOf', 'noneOf']

/** Condition that a post refers to one of the names. */
export const refersTo =
  (reference: Reference) =>
  (anyOf: readonly string[]): Condition => ({ reference, anyOf, not: false })

/** Condition that a public post of the creator has one of the hashtags. */
export const postsWithHashtag = (anyOf: readonly string[]): Condition => ({
  posts: refersTo('hashtag')(anyOf),
  not: false
})

/** `{anyOf, allOf, noneOf}`: lists of names. Everything meets an empty `allOf` or `noneOf`. `meets`: returns the condition for one of some names. */
export const names =
  (meets: (anyOf: readonly string[]) => Condition, read: ReadName, lists = nameLists): ReadCondition =>
  (raw, path, size) => {
    const given = objectOf(raw, path)
    const parts: Condition[] = []
    for (const [name, value] of Object.entries(given)) {
      const at = `${path}.${name}`
      if (value === null || value === undefined) continue
      if (!lists.includes(name)) throw unknownField(at, lists)
      if (name === 'anyOf') parts.push(meets(readAlternatives(value, at, size, read)))
      else if (name === 'allOf') parts.push(...readList(value, at, size, read).map((wanted) => meets([wanted])))
      else {
        const excluded = readList(value, at, size, read)
        if (excluded.length > 0) parts.push(negationOf(meets(excluded)))
      }
    }
    return allOf(parts)
  }

/** `{anyOf, noneOf}`: codes of countries or languages, of which a row has one. */
export const codes = (origin: OriginField, read: (raw: unknown) => string | null, what: string): ReadCondition =>
  names(
    (anyOf) => ({ origin, anyOf, not: false }),
    (raw, path) => {
      const code = read(raw)
      if (code === null) throw invalidParam(path, `must be ${what}`)
      return code
    },
    ['anyOf', 'noneOf']
  )

/** A list of ids, to one of which the row refers. */
export const ids =
  (reference: Reference): ReadCondition =>
  (raw, path, size) =>
    refersTo(reference)(readAlternatives(raw, path, size, readId))

/** A list of topics, which are hashtags. */
export const niches: ReadCondition = (raw, path, size) => ({
  text: 'niche',
  anyOf: readAlternatives(raw, path, size, readHashtagName),
  not: false
})

const tierPattern = /^tier_([1-4])$/i

/** A list of partnership tiers. */
export const tiers: ReadCondition = (raw, path, size) => {
  const names = readAlternatives(raw, path, size, (element, at) => {
    const [, tier] = (typeof element === 'string' ? tierPattern.exec(element) : null) ?? []
    if (tier === undefined) throw invalidParam(at, 'must be one of TIER_1, TIER_2, TIER_3, TIER_4')
    return tier
  })
  return anyOf(names.map(Number).map((tier) => ({ number: 'tier', min: tier, max: tier, not: false })))
}

/** A text of which all words must occur. */
export const keyword: ReadCondition = (raw, path) => {
  const text = readText(raw, path).replace(/\s+/gu, ' ')
  if (wordsOf(text).length === 0) throw invalidParam(path, 'has no word to look for')
  return { keyword: text, not: false }
}
