import type Type from 'typebox'
import { type FieldSchema, maxCount, withoutNull } from '../records/fields.ts'
import { isId } from '../records/identifiers.ts'

/** What is wrong with a line, as the end of a message. */
export class LineProblem extends Error {}

/**
 * Reads the declared fields of a line, and no others. Strict, because this project wrote it: an unexpected value throws
 * `LineProblem`. A missing nullable field is null: an earlier release wrote the line.
 */
export const readLine = <T extends Type.TSchema>(schema: T, json: unknown): Type.Static<T> =>
  // `read` checked every field against the schema that types it.
  read(schema as FieldSchema, json, '') as Type.Static<T>

const maxInt32 = 2 ** 31 - 1

const read = (schema: FieldSchema, value: unknown, name: string): unknown => {
  const inner = withoutNull(schema)
  if (inner !== undefined && (value === null || value === undefined)) return null
  const { type, format, items = {}, properties = {}, ...range } = inner ?? schema
  const need = (isSo: boolean, what: string) => {
    if (value === undefined) throw new LineProblem(`has no ${name}`)
    if (!isSo) throw new LineProblem(`has a ${name} that is not ${what}`)
  }
  switch (type) {
    case 'object':
      if (!isObject(value)) return need(false, 'an object')
      return Object.fromEntries(
        Object.entries(properties).map(([key, field]) => {
          const member = Object.hasOwn(value, key) ? value[key] : undefined
          return [key, read(field, member, name === '' ? key : `${name}.${key}`)]
        })
      )
    case 'array':
      if (!Array.isArray(value)) return need(false, 'a list')
      return value.map((item, index) => read(items, item, `${name}[${index}]`))
    case 'boolean':
      need(typeof value === 'boolean', 'true or false')
      return value
    case 'integer': {
      const widest = format === 'int32' ? maxInt32 : maxCount
      const { minimum = -widest, maximum = widest } = range
      const fits = Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum
      need(fits, `a whole number from ${minimum} to ${maximum}`)
      return value
    }
    default:
      need(typeof value === 'string' && value.isWellFormed() && !value.includes('\0'), 'a string')
      need(format !== 'int64' || isId(String(value)), 'an id, as a string of digits')
      return value
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
