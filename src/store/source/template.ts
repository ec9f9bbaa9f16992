/** Templates of a table: `{name}` stands for a value. */

/** A value of a template; null if there is none. Bodies keep its type. */
export type TemplateValue = string | number | boolean | null
export type TemplateValues = Readonly<Record<string, TemplateValue | undefined>>

const placeholder = /\{([\w.]+)\}/g
const alone = /^\{([\w.]+)\}$/

export const namesIn = (template: unknown): string[] => {
  if (typeof template === 'string') return [...template.matchAll(placeholder)].map(([, name = '']) => name)
  if (typeof template !== 'object' || template === null) return []
  return Object.values(template).flatMap(namesIn)
}

const filled = (template: string, values: TemplateValues, encode: (text: string) => string): string =>
  template.replace(placeholder, (_, name: string) => encode(String(values[name] ?? '')))

/** Fills a template without encoding, for values of records and keys. */
export const fillText = (template: string, values: TemplateValues): string => filled(template, values, (text) => text)

/** Replaces half characters, which vendors leave when they cut texts and which cannot be encoded. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/**
 * A path below the base address, with every value encoded. Omits query parameters without a value. Null if a value would change the path
 * structure, as `.` and `..` do even when encoded.
 */
export const fillPath = (template: string, values: TemplateValues): string | null => {
  const [path = '', ...query] = template.split('?')
  const segments = path.split('/').map((segment) => filled(segment, values, encoded))
  const isLost = segments.some(
    (segment, at) => /^\.{1,2}$/.test(segment) || (segment === '' && path.split('/')[at] !== '')
  )
  if (isLost) return null
  const pairs = query
    .join('?')
    .split('&')
    .filter((pair) => {
      const [, value = ''] = /^[^=]*=(.*)$/s.exec(pair) ?? []
      const name = alone.exec(value)?.[1]
      return pair !== '' && (name === undefined || (values[name] ?? null) !== null)
    })
    .map((pair) => filled(pair, values, encoded))
  return segments.join('/') + (pairs.length === 0 ? '' : `?${pairs.join('&')}`)
}

/** A body with the values in their own types. Omits members that consist of one missing value. */
export const fillBody = (template: unknown, values: TemplateValues): unknown => {
  if (typeof template === 'string') {
    const name = alone.exec(template)?.[1]
    return name === undefined ? fillText(template, values) : (values[name] ?? undefined)
  }
  if (Array.isArray(template))
    return template.map((part) => fillBody(part, values)).filter((part) => part !== undefined)
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, part]) => {
      const value = fillBody(part, values)
      return value === undefined ? [] : [[key, value]]
    })
  )
}

/** The path of the parent of a value. */
export const outerPath = (path: string): string => path.split('.').slice(0, -1).join('.')

/** The value at a path of keys joined by dots; the whole JSON for an empty path. */
export const valueAt = (json: unknown, path: string): unknown => {
  let value = json
  for (const key of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return value
}
