import { existsSync } from 'node:fs'
import { CommandError } from '../core/errors.ts'
import { inOneLine } from '../core/terminal.ts'
import type { ReadElement } from './file-decoder.ts'
import { standardInput } from './input/files.ts'
import { recordOf } from './mapping/decoder.ts'
import type { Subject } from './mapping/relations.ts'
import { type ColumnsByField, UserColumns } from './mapping/user-columns.ts'
import { readInputs } from './read.ts'

/** Records that are shown. */
const shown = 3
/** Longest shown value. */
const longest = 120

/** The fields of a record that are known, those of records within it by their path. */
const linesOf = (record: object, prefix = ''): string[] =>
  Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || value === undefined || (name === 'author_refused' && value === false)) return []
    if (typeof value === 'object' && !Array.isArray(value)) return linesOf(value, `${prefix}${name}.`)
    if (Array.isArray(value) && value.length === 0) return []
    return [`  ${prefix}${name}  ${inOneLine(JSON.stringify(value)).slice(0, longest)}`]
  })

const describe = ({ file, at, decoded }: ReadElement): string[] => {
  const where = `${file}${at === '' ? '' : ` ${at}`}`
  if (decoded.kind === 'skipped') {
    const { reason, example, nearest } = decoded.skipped
    return [`${where}: not read: ${reason} (${example})`, ...(nearest === undefined ? [] : [nearest])]
  }
  const { unread, seen } = decoded
  const keys = unread?.keys.map((key) => JSON.stringify(key))
  return [
    `${where}: a ${decoded.kind.replace('_', ' ')}`,
    ...linesOf(recordOf(decoded)),
    ...(seen.rounded === null ? [] : [`  inexact  ${[...seen.rounded].join(', ')}`]),
    ...(keys === undefined ? [] : [`  not read  ${keys.join(', ').slice(0, 500)}`])
  ].map(inOneLine)
}

/** The first records of some files as an import would read them, as lines; nothing is written. */
export const describeFirst = async (
  inputs: readonly string[],
  { columns, of }: { columns: ColumnsByField | null; of: Subject | null }
): Promise<string> => {
  for (const input of inputs) {
    if (input !== standardInput && !existsSync(input)) throw new CommandError(`${input} does not exist.`)
  }
  const user = columns && new UserColumns(columns)
  const lines: string[] = []
  let count = 0
  for await (const batch of readInputs(inputs, { columns: user, of })) {
    for (const element of batch.slice(0, shown - count)) {
      lines.push(...describe(element))
      count++
    }
    if (count >= shown) break
  }
  if (count === 0) lines.push('There are no records.')
  for (const column of user?.unseen ?? []) lines.push(`No record so far has the column ${JSON.stringify(column)}.`)
  return [...lines, 'Nothing was written.'].join('\n')
}
