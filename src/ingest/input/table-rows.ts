import { parse } from 'csv-parse'
import { Unreadable } from './unpack.ts'

/** A row by the names of its columns, without empty cells. */
export type TableRow = { readonly line: number; readonly fields: Readonly<Record<string, string>> }

/** More columns than any table of posts has. */
const maxColumns = 2_000
const maxRowBytes = 8 * 2 ** 20

const delimiters = [',', ';', '\t'] as const

/** The delimiter of a table, by the first line outside of quotes; null for text that is no table. */
export const delimiterOf = (text: string): string | null => {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? -1) + 1)
  }
  const [best, most] = delimiters
    .map((delimiter) => [delimiter, counts.get(delimiter) ?? 0] as const)
    .reduce((a, b) => (b[1] > a[1] ? b : a))
  return most === 0 ? null : best
}

type TableOptions = { delimiter: string; onProblem: (reason: string, line: number) => void }

/**
 * Rows of a CSV or TSV table in UTF-8, whose first row names the columns. Rows that cannot be read are problems. Throws `Unreadable` for
 * what is no table of posts.
 */
export async function* tableRows(
  source: AsyncIterable<Buffer>,
  { delimiter, onProblem }: TableOptions
): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error !== undefined) onProblem(reasons[error.code] ?? 'a damaged row', parser.info.lines)
    }
  })
  const feeding = feed(source, parser)
  let names: string[] | null = null
  try {
    // The option `info` makes rows of this form.
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (names === null) {
        names = record.map((name) => name.trim())
        if (names.length > maxColumns) throw new Unreadable(`a table with more than ${maxColumns} columns`)
        continue
      }
      const fields: Record<string, string> = {}
      for (let index = 0; index < record.length; index += 1) {
        const [name = '', cell = ''] = [names[index], record[index]]
        if (name !== '' && name !== '__proto__' && cell.trim() !== '') fields[name] ??= cell
      }
      yield { line: info.lines, fields }
    }
  } finally {
    parser.destroy()
    await feeding.catch(() => {})
  }
  await feeding
  if (names === null) throw new Unreadable('empty')
}

const reasons: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'cut off: a quoted cell does not end',
  CSV_MAX_RECORD_SIZE: `a row of more than ${maxRowBytes / 2 ** 20} MiB`
}

const feed = async (source: AsyncIterable<Buffer>, parser: ReturnType<typeof parse>): Promise<void> => {
  try {
    for await (const chunk of source) {
      if (parser.destroyed) return
      // The buffer of a chunk is used again.
      if (parser.write(Buffer.from(chunk))) continue
      await new Promise<void>((resolve) => {
        parser.once('drain', resolve)
        parser.once('close', resolve)
      })
    }
    parser.end()
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
}
