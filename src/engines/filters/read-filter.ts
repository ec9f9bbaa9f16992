import { invalidParam } from '../../core/errors.ts'
import { allOf, anyOf, negationOf } from './conditions.ts'
import type { Condition } from './query.ts'

/** Maximum nesting of filters by `and`, `or` and `not`, including the filter itself. */
export const maxNesting = 10
/** Maximum number of conditions of a filter, which are fields with a value at all levels. */
export const maxConditions = 100
/** Maximum length of a list in a filter. */
export const maxNames = 100
/** Maximum length of all lists of a filter together. */
const maxAllNames = 1_000

/** Maximum number of conditions on the author of posts or the posts of creators: each scans all creators or all posts. */
const maxRelations = 4

/** Counts the parts of a filter, and refuses too large filters. */
export class FilterSize {
  readonly #param: string
  #level = 0
  #conditions = 0
  #names = 0
  #relations = 0

  constructor(param: string) {
    this.#param = param
  }

  enter(path: string): void {
    this.#level += 1
    if (this.#level > maxNesting)
      throw invalidParam(path, `is at level ${this.#level}; filters have at most ${maxNesting} levels`)
  }

  leave(): void {
    this.#level -= 1
  }

  addRelation(): void {
    this.#relations += 1
    if (this.#relations > maxRelations)
      throw invalidParam(
        this.#param,
        `has more than ${maxRelations} conditions on authors and their posts, which is all that is allowed`
      )
  }

  addCondition(): void {
    this.#conditions += 1
    if (this.#conditions > maxConditions)
      throw invalidParam(this.#param, `has more than ${maxConditions} conditions, which is all that is allowed`)
  }

  addNames(path: string, count: number): void {
    if (count > maxNames) throw invalidParam(path, `has ${count} elements; at most ${maxNames} are allowed`)
    this.#names += count
    if (this.#names > maxAllNames)
      throw invalidParam(
        this.#param,
        `has more than ${maxAllNames} elements in its lists, which is all that is allowed`
      )
  }
}

/** Reads the value of one field, which is neither null nor undefined. Returns null if everything meets it. Throws `INVALID_PARAM` that names `path`. */
export type ReadCondition = (raw: unknown, path: string, size: FilterSize) => Condition | null

/** The fields of a kind of filter besides `and`, `or` and `not`. */
export type FilterFields = Readonly<Record<string, ReadCondition>>

/**
 * The condition of a filter from GraphQL, the command line or MCP: a plain object with names in camelCase. Null if everything meets it, as for
 * `{}`. A null value counts as absent. Throws `INVALID_PARAM` that names the path of the argument.
 */
export const readFilter = (fields: FilterFields, raw: unknown, param: string): Condition | null =>
  raw === null || raw === undefined ? null : readLevel(fields, raw, param, new FilterSize(param))

/** The condition of a filter within another. */
export const readLevel = (fields: FilterFields, raw: unknown, path: string, size: FilterSize): Condition | null => {
  size.enter(path)
  const inner = (value: unknown, at: string) => readLevel(fields, value, at, size)
  const parts: (Condition | null)[] = []
  for (const [name, value] of Object.entries(objectOf(raw, path))) {
    if (value === null || value === undefined) continue
    const at = `${path}.${name}`
    if (name === 'and') parts.push(allOf(listOf(value, at, size).map((item, index) => inner(item, `${at}[${index}]`))))
    else if (name === 'or') parts.push(readAlternatives(value, at, size, inner))
    else if (name === 'not') parts.push(readNegation(inner(value, at), at))
    else {
      const read = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (read === undefined) throw unknownField(at, [...Object.keys(fields), 'and', 'or', 'not'])
      size.addCondition()
      parts.push(read(value, at, size))
    }
  }
  size.leave()
  return allOf(parts)
}

const readAlternatives = (
  value: unknown,
  path: string,
  size: FilterSize,
  inner: (value: unknown, at: string) => Condition | null
): Condition | null => {
  const alternatives = listOf(value, path, size)
  if (alternatives.length === 0) throw invalidParam(path, 'is empty, so that nothing could meet it: leave it out')
  return anyOf(alternatives.map((alternative, index) => inner(alternative, `${path}[${index}]`)))
}

const readNegation = (condition: Condition | null, path: string): Condition => {
  if (condition === null) throw invalidParam(path, 'negates a filter without conditions, so that nothing could meet it')
  return negationOf(condition)
}

/** The properties of a plain object. */
export const objectOf = (raw: unknown, path: string): Readonly<Record<string, unknown>> => {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw invalidParam(path, 'must be an object')
  // Objects of JSON and of GraphQL have text keys.
  return raw as Readonly<Record<string, unknown>>
}

/** The elements of a list. A single value counts as a list of one, as in GraphQL. */
export const listOf = (raw: unknown, path: string, size: FilterSize): readonly unknown[] => {
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
  size.addNames(path, list.length)
  return list
}

const maxShownName = 40

export const unknownField = (path: string, known: readonly string[]) => {
  const shown = path.length > maxShownName * 4 ? `${path.slice(0, maxShownName * 4)}…` : path
  return invalidParam(shown, `is not a field; fields are ${known.join(', ')}`)
}
