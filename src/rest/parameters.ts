import { invalidParam } from '../core/errors.ts'
import type { PathParams } from '../http/route.ts'
import type { RestOperation } from './operations.ts'

/** What an operation is given. Path parameters win: a query parameter of the same name cannot stand in for them. */
export const parametersOf = (url: string, path: PathParams) => ({ ...readQuery(url), ...path })

/** The parameters of a query by name and value, as they are spelled. */
function* spelledIn(url: string): Generator<readonly [name: string, value: string]> {
  const start = url.indexOf('?')
  if (start < 0) return
  for (const part of url.slice(start + 1).split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    yield equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]
  }
}

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** Query parameters by name; a name given twice has an array, which no operation takes. */
export const readQuery = (url: string): Record<string, string | string[]> => {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [spelledName, spelledValue] of spelledIn(url)) {
    const name = decodeParam(spelledName, 'query')
    const value = decodeParam(spelledValue, name)
    const before = query[name]
    if (before === undefined) query[name] = value
    else if (Array.isArray(before)) before.push(value)
    else query[name] = [before, value]
  }
  return query
}

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
  const ignored = new Set<string>()
  for (const [spelled] of spelledIn(url)) {
    const name = plainName(spelled)
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
