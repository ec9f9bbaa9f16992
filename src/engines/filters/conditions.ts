import type { Condition } from './query.ts'

/**
 * Conditions in a canonical form: distinct parts sorted by their text, without groups of one part or nested groups of the same kind. Equal
 * filters have equal keys, regardless of the order of their fields. Null is a condition that everything meets.
 */

/** The conjunction of conditions. */
export const allOf = (conditions: readonly (Condition | null)[]): Condition | null => {
  const parts = conditions.flatMap((part) => (part === null ? [] : 'all' in part ? part.all : [part]))
  const [first, ...others] = distinct(parts)
  if (first === undefined) return null
  return others.length === 0 ? first : { all: [first, ...others] }
}

/** The disjunction of at least one condition; null if everything meets one of them. */
export const anyOf = (conditions: readonly (Condition | null)[]): Condition | null => {
  if (conditions.includes(null)) return null
  const parts = conditions.flatMap((part) => (part === null ? [] : 'any' in part ? part.any : [part]))
  const [first, ...others] = distinct(parts)
  if (first === undefined) throw new RangeError('no alternatives')
  return others.length === 0 ? first : { any: [first, ...others] }
}

/** The negation, pushed down to the single conditions by De Morgan's laws. */
export const negationOf = (condition: Condition): Condition => {
  if ('all' in condition) return group('any', condition.all.map(negationOf))
  if ('any' in condition) return group('all', condition.any.map(negationOf))
  if ('flag' in condition) return { ...condition, is: !condition.is }
  if ('author' in condition) return { author: negationOf(condition.author) }
  // A known flag is either true or false, so its negation is the other value.
  if ('number' in condition && isFlag(condition)) {
    const value = condition.min === 1 ? 0 : 1
    return { ...condition, min: value, max: value }
  }
  return { ...condition, not: !condition.not }
}

const flags: ReadonlySet<string> = new Set(['is_ad', 'verified', 'is_private', 'is_live'])
/** Whether a number is compared as a flag, not as a range. */
export const isFlag = ({ number }: { number: string }): boolean => flags.has(number)

const group = (kind: 'all' | 'any', conditions: readonly Condition[]): Condition => {
  const grouped = kind === 'all' ? allOf(conditions) : anyOf(conditions)
  if (grouped === null) throw new RangeError('a group has parts')
  return grouped
}

const distinct = (conditions: readonly Condition[]): Condition[] => {
  const byText = new Map(conditions.map((condition) => [JSON.stringify(condition), condition]))
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, condition]) => condition)
}

/** The distinct texts, sorted. */
export const sortedTexts = (texts: readonly string[]): string[] => [...new Set(texts)].sort()
