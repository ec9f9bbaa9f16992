import { invalidParam } from '../core/errors.ts'
import type { PathParams } from '../http/route.ts'
import type { RestOperation } from './operations.ts'

type Given = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * What an operation is given: the parameters that it knows, by name; one that is given twice has an array, which no operation takes. Path
 * parameters win: a query parameter of the same name cannot stand in for them.
 */
export const parametersOf = (url: string, path: PathParams, queryNames: ReadonlySet<string>): Given => {
  if (!url.includes('?')) return path
  const given: Record<string, string | string[]> = {}
  for (const [spelledName, spelledValue] of spelledIn(url)) {
    const name = decodeParam(spelledName, 'query')
    const value = decodeParam(spelledValue, name)
    if (!queryNames.has(name)) continue
    const before = given[name]
    if (before === undefined) given[name] = value
    else if (Array.isArray(before)) before.push(value)
    else given[name] = [before, value]
  }
  return Object.assign(given, path)
}

/** The parameters of a query by name and value, as they are spelled. */
const spelledIn = (url: string): (readonly [name: string, value: string])[] => {
  const start = url.indexOf('?')
  if (start < 0) return []
  const spelled: (readonly [string, string])[] = []
  for (const part of url.slice(start + 1).split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    spelled.push(equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)])
  }
  return spelled
}

/** What is spelled out takes no decoder, which costs as much as all else here. */
const decode = (text: string): string => (/[%+]/.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : text)

const decodeParam = (text: string, param: string): string => {
  try {
    return decode(text)
  } catch {
    throw invalidParam(param, 'has percent-encoding that does not decode to text')
  }
}

/** Names of the query parameters that an operation takes, aliases included. */
export const queryNamesOf = ({ path, input }: Pick<RestOperation, 'path' | 'input'>): ReadonlySet<string> =>
  new Set(
    Object.entries(input)
      .filter(([name]) => !path.includes(`{${name}}`))
      .flatMap(([name, { aliases = [] }]) => [name, ...aliases])
  )

// Encoded, a character may take nine: with these the header stays below 4 KB.
const maxNames = 10
const maxNameLength = 40

/**
 * The header that tells which query parameters mean nothing to an operation: their names, percent-encoded, each once, cut after 40
 * characters; `...` at the end stands for further ones. Empty where there are none.
 */
export const ignoredHeader = (url: string, known: ReadonlySet<string>): readonly string[] => {
  const spelled = spelledIn(url).filter(([name]) => !known.has(name))
  if (spelled.length === 0) return []
  const ignored = new Set<string>()
  for (const [spelledName] of spelled) {
    const name = plainName(spelledName)
    if (name === '' || known.has(name)) continue
    if (ignored.size === maxNames) {
      ignored.add('...')
      break
    }
    ignored.add(encodeURIComponent(name.slice(0, maxNameLength).toWellFormed()))
  }
  return ignored.size === 0 ? [] : ['x-ignored-parameters', [...ignored].join(', ')]
}

/** What cannot be decoded is refused elsewhere, and its name is told as it came. */
const plainName = (spelled: string): string => {
  try {
    return decode(spelled)
  } catch {
    return spelled
  }
}
