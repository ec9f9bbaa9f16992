import { isInMilliseconds, type Path, type Reading, type Readings } from './readings.ts'
import { isReadings, type Mapping, type PostTable } from './tables.ts'

/** Finds the field of a post for a foreign name, in any case and style, and with prefixes and suffixes that people add. */

/** Longer keys are not column names. */
const longestName = 100

/** Words of a name, split at signs and changes of case. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** A codebook number before a name, such as in `M5_view_count`. */
const code = /^\p{L}{0,2}\d+$/u
/** Names of objects that contain values of a record without changing their meaning. */
const containers = new Set(
  ['details', 'detail', 'info', 'infos', 'meta', 'metadata', 'data', 'metrics', 'engagement', 'public'].concat([
    ...['stats', 'stat', 'statistics', 'v2']
  ])
)
/** Names of the record, which may precede the name of a field. */
const records = new Set(['video', 'vid', 'post', 'item', 'aweme', 'tiktok', 'tt', 'clip', 'content'])
const countsBehind = new Set(['count', 'counts', 'cnt', 'total', 'num'])
const countsInFront = new Set(['total', 'number', 'num', 'nb', 'no', 'n', 'of', 'count'])

const withoutFirst = (words: readonly string[], names: ReadonlySet<string>): readonly string[] => {
  const begin = words.findIndex((word) => !names.has(word))
  return begin < 0 ? words : words.slice(begin)
}

const innerOf = (words: readonly string[]): readonly string[] =>
  words.filter((word, index) => !containers.has(word) && word !== words[index - 1])

/** The name of a number without the words that mark it as a number; null without such words. */
const numberForm = (words: readonly string[]): string | null => {
  const last = words.at(-1) ?? ''
  const front = withoutFirst(countsBehind.has(last) && words.length > 1 ? words.slice(0, -1) : words, countsInFront)
  const joined = front.join('')
  const form = joined.replace(/counts?$|s$/, '')
  return form === '' || form === words.join('') ? null : `#${form}`
}

/** Possible spellings of a name among the known ones, surest first. */
const spellings = (name: string): readonly string[] => {
  const words = wordsOf(name)
  const own = words.length > 1 && code.test(words[0] ?? '') ? words.slice(1) : words
  const inner = innerOf(own)
  const forms = [words, own, inner, withoutFirst(inner, records)]
  return forms.flatMap((form) => [form.join(''), numberForm(form) ?? '']).filter((form) => form !== '')
}

/** A field of a post by its path in the table of a format, such as `author.username`. */
export type PostField = string
/** `order`: index among the names of the field; `loss`: omitted part of the name. */
type Meaning = { readonly field: PostField; readonly order: number }
export type ColumnMatch = Meaning & { readonly loss: number }

/** Parts of a table that are tables themselves. */
const parts = ['author', 'sound', 'place'] as const

/** The readings of a table by the paths of their fields. */
const readingsOf = (table: PostTable): [PostField, Readings<unknown>][] => {
  const own = Object.entries<unknown>({ ...table })
  const inner = parts.flatMap((part) =>
    Object.entries<unknown>({ ...table[part] }).map(([field, readings]) => [`${part}.${field}`, readings] as const)
  )
  return [...own, ...inner].flatMap(([field, readings]) => (isReadings(readings) ? [[field, readings]] : []))
}

/** A field that is not the value of one column. */
const listField = 'hashtags'
const stateField = /(?:^|\.)is_private$/

/** The name that users have for a field: `author_username` for `author.username`. */
const publicName = (field: PostField): string => field.replace(/^(\w+)\.(?:\1_)?/, '$1_')

/** Maximum number of remembered names: foreign documents may use anything as a key. */
const maxRemembered = 20_000

/** Names of formats for the fields of a post, with the reading of each field. */
export class ColumnNames {
  readonly #meanings = new Map<string, Meaning | null>()
  readonly #remembered = new Map<string, ColumnMatch | null>()
  readonly #readings = new Map<PostField, Reading<unknown> & { readonly read: unknown }>()
  /** Fields by the names for users. */
  readonly fields: ReadonlyMap<string, PostField>

  /** `mappings`: the names in the first one take precedence. */
  constructor(mappings: readonly Mapping[]) {
    const tables = mappings.flatMap((mapping) => ('post' in mapping ? [mapping.post] : []))
    for (const [index, table] of tables.entries()) {
      for (const [field, readings] of readingsOf(table)) {
        for (const [order, reading] of readings.entries()) {
          // In tables, lengths are in seconds.
          if (isInMilliseconds(reading)) continue
          if ('read' in reading && !this.#readings.has(field)) this.#readings.set(field, reading)
          // Only the paths of a state are equivalent.
          const paths = 'read' in reading || stateField.test(field) ? reading.paths : []
          for (const path of paths) this.#add(path.join('_'), field, index * 1000 + order, index === 0)
        }
      }
      for (const { list } of Array.isArray(table.hashtags) ? table.hashtags : []) {
        this.#add(list, listField, index * 1000, index === 0)
      }
      if (index === 0) this.#addPublicNames()
    }
    this.#addPublicNames()
    const named = [...this.#readings.keys(), listField, 'is_private']
    this.fields = new Map(named.map((field) => [publicName(field), field]))
  }

  /** The field of a name; null for an unknown name. */
  match(name: string): ColumnMatch | null {
    const known = this.#remembered.get(name)
    if (known !== undefined) return known
    let match: ColumnMatch | null = null
    for (const [loss, spelling] of (name.length > longestName ? [] : spellings(name)).entries()) {
      const meaning = this.#meanings.get(spelling)
      if (meaning === undefined) continue
      match = meaning && { ...meaning, loss }
      break
    }
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear()
    this.#remembered.set(name, match)
    return match
  }

  /** The reading of a field at a path; null for a field that is not the value of one column. */
  readingAt(field: PostField, path: Path): Reading<unknown> | null {
    const reading = this.#readings.get(field)
    return reading === undefined ? null : { ...reading, paths: [path] }
  }

  #addPublicNames(): void {
    for (const field of this.#readings.keys()) this.#add(publicName(field), field, 0, true)
  }

  #add(name: string, field: PostField, order: number, isFirst: boolean): void {
    const words = wordsOf(name)
    const inner = innerOf(words)
    for (const form of new Set([words.join(''), inner.join(''), numberForm(inner)])) {
      if (form === null || form === '') continue
      const known = this.#meanings.get(form)
      if (known === undefined) this.#meanings.set(form, { field, order })
      // Ignores names on which formats disagree.
      else if (known !== null && known.field !== field && known.order >= 1000 && !isFirst)
        this.#meanings.set(form, null)
    }
  }
}
