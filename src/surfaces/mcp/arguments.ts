import { invalidParam } from '../../core/errors.ts'
import { isRounded, roundedId } from '../../records/identifiers.ts'
import type { Input } from '../../services/input.ts'
import { defaultCount } from './result-size.ts'
import type { ToolArguments, ToolJson } from './tool.ts'

/** Short descriptions of common arguments: agents read all tools before any call. */
const shortly: Readonly<Record<string, string>> = {
  count: 'Page size.',
  cursor: '`pagination.cursor` of the page before.',
  keyword: 'Text in any script, without operators.',
  max_time: 'Unix time in seconds; `pagination.next_max_time` of the previous page.',
  region: 'ISO 3166-1 alpha-2 code.',
  url: 'Public address of the post, in any form that the platform uses; short links name no post.',
  username: 'Handle, with or without @.'
}

/**
 * The JSON Schema of an argument. The form of a text is in its description, and in the error for an invalid one, because few providers of models
 * support formats and patterns.
 */
export const argumentSchema = (
  name: string,
  { schema, description }: Pick<Input<unknown>, 'schema' | 'description'>,
  own = shortly[name] ?? description
): ToolJson => {
  const { format, pattern, minLength, maxLength, ...rest } = schema
  return { ...rest, ...(name === 'count' ? { default: defaultCount } : {}), description: own }
}

/** Refuses unknown arguments, because an agent would believe that an ignored one was applied. */
export const refuseUnknownArguments = (given: ToolArguments, names: readonly string[]): void => {
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) throw invalidParam(name, `is no argument of this tool; it takes ${names.join(', ')}`)
  }
}

/**
 * An argument for operations: a string or a number. Ids exceed the exact range of JSON numbers: an id sent as a number has lost its last digits
 * and may be another object's.
 */
export const plainValue = (value: unknown, param: string): unknown => {
  if (isRounded(value)) throw invalidParam(param, roundedId)
  if (typeof value === 'boolean' || (typeof value === 'object' && value !== null))
    throw invalidParam(param, 'must be a single text or number')
  return value
}

/** Field names among `names`; null for all of them. Messages contain the name `record`. */
export const readFields = (raw: unknown, names: readonly string[], record: string): readonly string[] | null => {
  if (raw === undefined || raw === null) return null
  const allowed = `the fields of ${record} are ${names.join(', ')}`
  if (!Array.isArray(raw) || raw.length === 0) throw invalidParam('fields', `must be a list of names; ${allowed}`)
  const wrong: unknown = raw.find((name) => !names.includes(name))
  if (wrong !== undefined) {
    throw invalidParam('fields', `names ${JSON.stringify(wrong)?.slice(0, 60)}, which is none; ${allowed}`)
  }
  // Every one of them is a known name.
  return names.filter((name) => (raw as string[]).includes(name))
}

/** A record reduced to some of its fields. */
export const pick = (record: unknown, fields: readonly string[]): unknown => {
  // Operations return records, whose keys were checked against their declaration.
  const values = record as Readonly<Record<string, unknown>>
  return Object.fromEntries(fields.map((name) => [name, values[name]]))
}
