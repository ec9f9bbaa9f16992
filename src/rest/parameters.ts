import { invalidParam } from '../core/errors.ts'
import type { PathParams } from '../http/route.ts'

/** What an operation is given. Path parameters win: a query parameter of the same name cannot stand in for them. */
export const parametersOf = (url: string, path: PathParams) => ({ ...readQuery(url), ...path })

/** Query parameters by name; a name given twice has an array, which no operation takes. */
export const readQuery = (url: string): Record<string, string | string[]> => {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const query: Record<string, string | string[]> = Object.create(null)
  for (const part of url.slice(start + 1).split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = decode(equals < 0 ? part : part.slice(0, equals), 'query')
    const value = decode(equals < 0 ? '' : part.slice(equals + 1), name)
    const before = query[name]
    query[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return query
}

const decode = (text: string, param: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidParam(param, 'has percent-encoding that does not decode to text')
  }
}
