import { type Fields, isFields } from './read-value.ts'

/** Converts documents with another arrangement of records to the one that tables describe. */

/** Deepest path of a flattened key. */
const deepest = 6
/** Indexes of lists in such a path; a list is as long as its last one. */
const isIndex = (key: string): boolean => /^\d{1,3}$/.test(key)

/** Whether a key is a path, as in spreadsheet exports and data frames. */
export const isPath = (key: string): boolean => (key.includes('.') || key.includes('/')) && /[^./][./][^./]/.test(key)

/** Suffixes that joins add to names in both tables: `id.x` and `id.y` in R, `id_x` and `id_y` in pandas. */
const joinSuffix = /(?<=.)[._][xy]$/

/** Whether a key is a path, or has the suffix of a join. */
export const isReshaped = (key: string): boolean => isPath(key) || joinSuffix.test(key)

/** The columns of a joined table by their original names. The first table takes precedence. */
const unjoined = (element: Fields): Fields => {
  const [own, suffixed] = [false, true].map((isSuffixed) =>
    Object.entries(element).filter(([key]) => joinSuffix.test(key) === isSuffixed)
  )
  if (suffixed === undefined || suffixed.length === 0) return element
  const byName = new Map(own)
  for (const last of ['x', 'y']) {
    for (const [key, value] of suffixed) {
      const name = key.slice(0, -2)
      if (key.endsWith(last)) byName.set(name, byName.get(name) ?? value)
    }
  }
  return Object.fromEntries(byName)
}

/**
 * Converts keys that are paths, such as `authorMeta.name` and `hashtags/0/name`, to objects and lists, and removes suffixes of joins from names;
 * null without such keys.
 */
export const unflattened = (joined: Fields): Fields | null => {
  const element = unjoined(joined)
  const keys = Object.keys(element)
  if (!keys.some(isPath)) return element === joined ? null : element
  const nested: Record<string, unknown> = {}
  for (const key of keys) {
    const value = element[key]
    const path = key.split(/[./]/)
    if (path.length > deepest || path.some((part) => part === '__proto__')) continue
    put(nested, path, value)
  }
  return nested
}

const put = (into: Record<string, unknown>, path: readonly string[], value: unknown): void => {
  let at: Record<string, unknown> = into
  for (const [index, key] of path.entries()) {
    if (Array.isArray(at) && !isIndex(key)) return
    if (index === path.length - 1) {
      at[key] ??= value
      return
    }
    at[key] ??= isIndex(path[index + 1] ?? '') ? [] : {}
    const next = at[key]
    // Another value already has this name.
    if (typeof next !== 'object' || next === null) return
    at = next as Record<string, unknown>
  }
}

/** Objects with separate maps for the parts of their records: name of each part in a record, and key of its map. */
const joins: readonly Readonly<Record<string, string>>[] = [{ user: 'users', stats: 'stats' }]

/** Records of an object with separate maps for their parts; null for other objects. */
export const joined = (fields: Fields): Fields[] | null => {
  for (const join of joins) {
    const parts = Object.entries(join).map(([name, key]) => [name, fields[key]] as const)
    const [first] = parts
    if (first === undefined || !parts.every(([, part]) => isFields(part)) || !isFields(first[1])) continue
    return Object.keys(first[1]).map((key) =>
      Object.fromEntries(parts.map(([name, part]) => [name, isFields(part) ? part[key] : undefined]))
    )
  }
  return null
}
