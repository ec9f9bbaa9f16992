import { readFileSync } from 'node:fs'
import { CommandError } from '../core/errors.ts'
import { fileProblem } from '../core/file-problem.ts'
import { columnNames } from './formats/formats.ts'
import { isFields } from './mapping/read-value.ts'
import type { ColumnsByField } from './mapping/user-columns.ts'

/** What a user says of the columns of a table, as an option of the command line. */

/** Larger files are no mapping. */
const maxBytes = 64 * 1024

const refuse = (problem: string): never => {
  throw new CommandError(`--columns ${problem}`)
}

/** The names of fields, for messages. */
const fields = () => [...columnNames.fields.keys()].join(', ')

const ofFile = (file: string): readonly (readonly [string, unknown])[] => {
  try {
    const text = readFileSync(file, 'utf8')
    const value: unknown = text.length > maxBytes ? null : JSON.parse(text)
    if (isFields(value)) return Object.entries(value)
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      return refuse(
        `names columns as "post_id=COLUMN,plays=COLUMN", or a JSON file; ${file} cannot be read: ${fileProblem(error)}.`
      )
    }
  }
  return refuse(`names ${file}, which is no JSON object such as {"post_id": "COLUMN"}.`)
}

const ofText = (text: string): readonly (readonly [string, unknown])[] =>
  text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const at = part.indexOf('=')
      if (at < 0) refuse(`has ${JSON.stringify(part.trim())}, which is not of the form FIELD=COLUMN.`)
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()]
    })

/** Columns by field, from `FIELD=COLUMN,…` or the name of a JSON file. Throws `CommandError` for what is neither, or names something twice. */
export const readColumnsOption = (option: string): ColumnsByField => {
  const pairs = option.includes('=') || option.trim() === '' ? ofText(option) : ofFile(option)
  if (pairs.length === 0) return refuse('names no column.')
  const byField = new Map<string, string>()
  for (const [field, column] of pairs) {
    if (!columnNames.fields.has(field)) refuse(`has no field ${JSON.stringify(field)}: fields are ${fields()}.`)
    if (typeof column !== 'string' || column === '') return refuse(`names no column for ${field}.`)
    if (byField.has(field)) refuse(`names ${field} twice.`)
    const other = [...byField].find(([, known]) => known === column)?.[0]
    if (other !== undefined) refuse(`names the column ${JSON.stringify(column)} twice, for ${other} and ${field}.`)
    byField.set(field, column)
  }
  return Object.fromEntries(byField)
}
