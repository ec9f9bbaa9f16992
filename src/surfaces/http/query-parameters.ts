import { invalidParam } from '../../core/errors.ts'

/** Parameters by name; repeated ones have an array. */
export type GivenParameters = Record<string, string | string[]>

/** The query parameters whose name is in `names`. Throws an `ApiError` when one cannot be decoded. */
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

/** All query parameters as names and values, not decoded. */
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

/** Most texts need no decoding, which costs as much as everything else here. */
const decode = (text: string): string => (/[%+]/.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : text)

const decodeParam = (text: string, param: string): string => {
  try {
    return decode(text)
  } catch {
    throw invalidParam(param, 'has percent-encoding that does not decode to text')
  }
}

/** The decoded name, or the raw one when it cannot be decoded. */
export const plainName = (spelled: string): string => {
  try {
    return decode(spelled)
  } catch {
    return spelled
  }
}
