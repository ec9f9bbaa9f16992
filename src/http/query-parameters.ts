import { invalidParam } from '../core/errors.ts'

/** Parameters by name; one that is given twice has an array. */
export type GivenParameters = Record<string, string | string[]>

/** The parameters of a query that have one of `names`. Throws an `ApiError` for any that cannot be decoded. */
export const parametersIn = (url: string, names: ReadonlySet<string>): GivenParameters => {
  const given: GivenParameters = {}
  for (const [spelledName, spelledValue] of spelledIn(url)) {
    const name = decodeParam(spelledName, 'query')
    const value = decodeParam(spelledValue, name)
    if (!names.has(name)) continue
    const before = given[name]
    if (before === undefined) given[name] = value
    else if (Array.isArray(before)) before.push(value)
    else given[name] = [before, value]
  }
  return given
}

/** The parameters of a query by name and value, as they are spelled. */
export const spelledIn = (url: string): (readonly [name: string, value: string])[] => {
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

/** The name as it reads, or as it is spelled where it cannot be decoded. */
export const plainName = (spelled: string): string => {
  try {
    return decode(spelled)
  } catch {
    return spelled
  }
}
