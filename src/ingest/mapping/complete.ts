import type { ColumnMatch, ColumnNames, PostField } from './column-names.ts'
import type { DecodedPost } from './decoder.ts'
import { type Fields, isFields } from './read-value.ts'
import { anyStateAt, type Path, pathOf, type Readings, valueAt } from './readings.ts'
import type { HashtagTable, Mapping, PostTable } from './tables.ts'

/** Extends the table of a format by fields that an element has under names of other formats. */

export type PostMapping = Mapping & { readonly post: PostTable }
/** A column of a field. */
export type FieldColumn = { readonly field: PostField; readonly path: Path }

/** Maximum depth of objects within an element whose keys are checked. */
const deepest = 3

type OnMatch = (match: ColumnMatch, path: Path) => void

/** Finds the columns among some keys of an element, and in nested objects. */
const eachMatch = (names: ColumnNames, element: Fields, keys: readonly string[], onMatch: OnMatch): void => {
  const visit = (name: string, value: unknown, path: Path | null): void => {
    if (isFields(value) && (path?.length ?? 1) < deepest) {
      const outer = path ?? pathIn(element, name)
      for (const key in value) visit(`${name}.${key}`, value[key], [...outer, key])
    } else if (value !== null && value !== undefined && value !== '') {
      const match = names.match(name)
      if (match !== null) onMatch(match, path ?? pathIn(element, name))
    }
  }
  for (const key of keys) visit(key, element[key] ?? valueAt(element, pathOf(key)), null)
}

/** The path of a key, which may contain dots itself. */
const pathIn = (element: Fields, key: string): Path => (Object.hasOwn(element, key) ? [key] : pathOf(key))

/** Whether a decoded post has a field. A skipped post has none. */
const isKnown = (post: DecodedPost | null, field: PostField, isTimeDerived: boolean): boolean => {
  // Every column that marks a post as not public counts.
  if (post === null || field.endsWith('is_private')) return false
  if (field === 'hashtags') return post.hashtags.length > 0
  if (field === 'created_at') return !isTimeDerived
  const [part = '', name] = field.split('.')
  const fields = Object(post) as Fields
  const value = name === undefined ? fields[part] : isFields(fields[part]) ? fields[part][name] : null
  return value !== null && value !== undefined
}

/** Columns of an element, among `keys`, for fields that a decoded post lacks. Ignores equally good columns of one field: the choice is unclear. */
export const columnsFor = (
  names: ColumnNames,
  element: Fields,
  keys: readonly string[],
  post: DecodedPost | null,
  isTimeDerived: boolean
): FieldColumn[] => {
  type Found = FieldColumn & { order: number; loss: number; isAlone: boolean }
  const best = new Map<PostField, Found>()
  const states: FieldColumn[] = []
  eachMatch(names, element, keys, ({ field, order, loss }, path) => {
    if (isKnown(post, field, isTimeDerived)) return
    if (field.endsWith('is_private')) states.push({ field, path })
    else {
      const known = best.get(field)
      const difference = known === undefined ? -1 : order - known.order || loss - known.loss
      if (difference < 0) best.set(field, { field, path, order, loss, isAlone: true })
      else if (difference === 0 && known !== undefined) known.isAlone = false
    }
  })
  return [...states, ...[...best.values()].filter(({ isAlone }) => isAlone)]
}

const isKeyField = (field: PostField | undefined): boolean => field === 'post_id' || field === 'share_url'
/** Whether a name is that of the id or the address of a post. */
export const isPostKey = (names: ColumnNames, name: string): boolean => isKeyField(names.match(name)?.field)
/** Whether the columns include a required field of a post. */
export const giveKey = (columns: readonly FieldColumn[]): boolean =>
  columns.some(({ field }) => isKeyField(field) || field === 'created_at')

/** Whether an element has the minimum of a post in any table: an id or an address, and two counts. */
export const isPostTable = (names: ColumnNames, element: Fields): boolean => {
  let hasKey = false
  const counts = new Set<PostField>()
  eachMatch(names, element, Object.keys(element), ({ field }) => {
    if (isKeyField(field)) hasKey = true
    else if (countFields.has(field)) counts.add(field)
  })
  return hasKey && counts.size > 1
}
const countFields: ReadonlySet<PostField> = new Set(['plays', 'likes', 'comments', 'shares', 'saves'])

const keysOfHashtags = {
  id: ['id', 'cid', 'hashtag_id', 'hashtagId'],
  name: ['name', 'title', 'hashtag_name', 'hashtagName', 'cha_name', 'hashtag']
}

/** A format with additional columns, after or before its own. */
export const withColumns = (
  mapping: PostMapping,
  names: ColumnNames,
  columns: readonly FieldColumn[],
  isFirst: boolean
): PostMapping => {
  const { author, sound, place, hashtags, ...own } = mapping.post
  const fields: Record<string, Readings<unknown>> = {}
  const inner = { author: { ...author }, sound: { ...sound }, place: { ...place } }
  const lists: HashtagTable[] = []
  // `names` takes readings from tables, so each field has readings of its type.
  const tables: Record<string, Record<string, Readings<unknown>>> = { '': Object.assign(fields, own), ...inner }
  for (const { field, path } of columns) {
    if (field === 'hashtags') {
      lists.push({ list: path.join('.'), ...keysOfHashtags })
      continue
    }
    const [first = '', second] = field.split('.')
    const [table, name] = second === undefined ? [tables[''], first] : [tables[first], second]
    if (table === undefined) continue
    const known = table[name] ?? []
    const reading = names.readingAt(field, path)
    if (field.endsWith('is_private')) table[name] = anyStateAt([...known.flatMap(({ paths }) => paths), path])
    else if (reading !== null) table[name] = isFirst ? [reading, ...known] : [...known, reading]
  }
  const given = Array.isArray(hashtags) ? hashtags : []
  return {
    ...mapping,
    evidence: [],
    post: {
      ...(fields as unknown as PostTable),
      author: { ...inner.author, username: inner.author.username ?? [] },
      ...(Object.keys(inner.sound).length > 0 && { sound: inner.sound }),
      ...(inner.place.place_id !== undefined && { place: inner.place }),
      hashtags: isFirst ? [...lists, ...given] : [...given, ...lists]
    }
  }
}
