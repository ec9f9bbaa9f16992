import { latestTime } from '../../records/fields.ts'
import { camelCase } from '../../records/graph-names.ts'
import { isFlag } from './conditions.ts'
import type { Condition, Reference } from './query.ts'

/** A filter in the form that clients use. */
export type WrittenFilter = { readonly [name: string]: unknown }

const times: ReadonlySet<string> = new Set(['created_at', 'last_post_at'])

const unless = (not: boolean, filter: WrittenFilter): WrittenFilter => (not ? { not: filter } : filter)
const named = (name: string, anyOf: readonly string[], not: boolean): WrittenFilter => ({
  [name]: not ? { noneOf: anyOf } : { anyOf }
})

const references: Readonly<Record<Reference, string>> = {
  author: 'authors',
  hashtag: 'hashtags',
  sound: 'soundIds',
  place: 'placeIds'
}

/** The filter with this condition, which `readPostFilter` or `readUserFilter` reads from it again. */
export const writeFilter = (condition: Condition): WrittenFilter => {
  if ('all' in condition) return together(condition.all.map(writeFilter))
  if ('any' in condition) return { or: condition.any.map(writeFilter) }
  if ('author' in condition) return { author: writeFilter(condition.author) }
  if ('posts' in condition) {
    const { posts, not } = condition
    // Of these, a filter may have more than of other conditions on posts.
    if (posts !== null && 'reference' in posts && posts.reference === 'hashtag' && !posts.not)
      return named('hashtags', posts.anyOf, not)
    const some = posts === null ? {} : writeFilter(posts)
    return { posts: not ? { none: some } : { some } }
  }
  if ('flag' in condition) return { [camelCase(condition.flag)]: condition.is }
  if ('keyword' in condition) return unless(condition.not, { keyword: condition.keyword })
  if ('origin' in condition) return named(condition.origin, condition.anyOf, condition.not)
  if ('text' in condition) return unless(condition.not, { niche: condition.anyOf })
  if ('reference' in condition) {
    const { reference, anyOf, not } = condition
    const isById = reference === 'sound' || reference === 'place'
    return isById ? unless(not, { [references[reference]]: anyOf }) : named(references[reference], anyOf, not)
  }
  const { number, min, max, not } = condition
  if (number === 'tier') return unless(not, { tier: [`TIER_${min}`] })
  if (isFlag(condition)) return { [camelCase(number)]: min === 1 }
  // A period between two whole seconds has a `min` above its `max`.
  const least = min === null || max === null ? min : Math.min(min, max + 0.999)
  return unless(not, {
    [camelCase(number)]: times.has(number) ? { from: moment(least), to: momentAfter(max) } : { min, max }
  })
}

/** Merges filters with different fields into one, without another level. */
const together = (filters: readonly WrittenFilter[]): WrittenFilter => {
  const names = filters.flatMap((filter) => Object.keys(filter))
  return new Set(names).size === names.length ? Object.assign({}, ...filters) : { and: filters }
}

const moment = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1_000).toISOString()
const momentAfter = (seconds: number | null): string | null =>
  seconds === null || seconds >= latestTime ? null : moment(seconds + 1)
