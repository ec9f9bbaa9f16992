import { isAscii, isUtf8 } from 'node:buffer'
import { parse } from 'csv-parse'
import { unescapedText } from '../../core/csv.ts'
import { Effect } from '../../records/effect.ts'
import { Place } from '../../records/place.ts'
import { Post } from '../../records/post.ts'
import { Sound } from '../../records/sound.ts'
import { UserProfile } from '../../records/user-profile.ts'
import { cellValue } from './element-json.ts'
import { type ElementTexts, unknownEncoding } from './element-text.ts'
import { feed } from './feed.ts'
import type { Skipped } from './skipped.ts'
import { Unreadable, WithoutRecords } from './unreadable.ts'

/** A row by column names, without empty cells. `bytes`: its size. */
export type TableRow = {
  readonly line: number
  readonly bytes: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** Maximum columns, more than any table of posts has. */
export const maxColumns = 2_000
const maxRowBytes = 8 * 2 ** 20

const delimiters = [',', ';', '\t'] as const

/** Separators of the cells and rows of a table. */
export type TableLayout = { readonly delimiter: string; readonly lineEnd: '\n' | '\r\n' | '\r' }

/** The layout of a table, from the first line end outside of quotes; null for text that is no table. */
export const layoutOf = (text: string): TableLayout | null => {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  let at = 0
  for (; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? -1) + 1)
  }
  const [best, most] = delimiters
    .map((delimiter) => [delimiter, counts.get(delimiter) ?? 0] as const)
    .reduce((a, b) => (b[1] > a[1] ? b : a))
  const isOldMac = text[at] === '\r' && (text[at + 1] ?? '\n') !== '\n'
  const lineEnd = text[at] !== '\r' ? '\n' : isOldMac ? '\r' : '\r\n'
  return most === 0 ? null : { delimiter: best, lineEnd }
}

const ownRecords = [Post, UserProfile, Sound, Place, Effect].map(({ properties }) => Object.keys(properties))

/** The column of the ids in a table of this API's records, which has all their fields; -1 for other tables. */
export const ownIdColumn = (names: readonly string[]): number => {
  const isThere = (field: string) => names.some((name) => name === field || name.startsWith(`${field}_`))
  const [id] = ownRecords.find((fields) => fields.every(isThere)) ?? []
  return id === undefined ? -1 : names.indexOf(id)
}

/** Returns the reader for cells of a row. Rows written by this API are read exactly; an apostrophe before the id shows that texts are escaped. */
const cellReader = (ownId: string | undefined): ((cell: string) => unknown) => {
  if (ownId === undefined || !/^'?\d+$/.test(ownId)) return cellValue
  return ownId.startsWith("'") ? unescapedText : (cell) => cell
}

type TableOptions = {
  layout: TableLayout
  texts: ElementTexts
  onProblem: (problem: Skipped, line: number) => void
}

/**
 * Rows of a CSV or TSV table, in UTF-8 or Windows-1252, whose first row names the columns. Reports unreadable rows as problems. Throws
 * `Unreadable` for anything but a table of posts.
 */
export async function* tableRows(
  source: AsyncIterable<Buffer>,
  { layout, texts, onProblem }: TableOptions
): AsyncGenerator<TableRow> {
  // The parser reads ahead of the consumer of its rows.
  let problems: { problem: Omit<Skipped, 'example'>; line: number }[] = []
  let lastLine = 1
  const giveProblems = (end: number) => {
    for (const { problem, line } of problems) {
      if (line >= end) break
      // An open quote swallows the following rows.
      const [from, isLong] = [lastLine + 1, line > lastLine + 1]
      const example = isLong ? `lines ${from} to ${line} are missing` : 'skipped'
      onProblem({ ...problem, example }, Math.min(from, line))
      lastLine = line
    }
    problems = problems.filter(({ line }) => line >= end)
  }
  const parser = parse({
    delimiter: layout.delimiter,
    // Concatenated tables may have both other line ends.
    record_delimiter: layout.lineEnd === '\r' ? ['\r'] : ['\r\n', '\n'],
    // One character per byte, because the encoding of a row is known only after it. Strings take less memory than buffers.
    encoding: 'latin1',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error !== undefined)
        problems.push({ problem: causes[error.code] ?? { reason: 'a damaged row' }, line: parser.info.lines })
    }
  })
  const ending: Ending = { isLineEnd: false, loneFeeds: layout.lineEnd === '\r\n' ? new Set() : null }
  const feeding = feed(withoutHalfCharacter(withEnding(source, ending)), parser)
  let names: string[] | null = null
  let idColumn = -1
  let bytesBefore = 0
  // The last row may be truncated, which cannot be detected in a table with rows of different lengths.
  let short: TableRow | null = null
  let hasShortRows = false
  try {
    // The option `info` makes rows of this form.
    const parsed = parser as AsyncIterable<ParsedRow>
    for await (const { record, info } of ending.loneFeeds === null ? parsed : wholeRows(parsed, ending.loneFeeds)) {
      if (problems.length > 0) giveProblems(info.lines)
      const [firstLine, isLong] = [lastLine + 1, info.lines > lastLine + 1]
      lastLine = info.lines
      const cells = texts.readRow(record)
      if (cells === null) {
        if (names === null) throw new Unreadable(unknownEncoding)
        onProblem({ reason: unknownEncoding, example: 'skipped' }, info.lines)
        continue
      }
      if (names === null) {
        // A line that names the delimiter for Excel.
        if (cells[0]?.toLowerCase() === 'sep=') continue
        names = cells.slice(0, maxColumns + 1).map((name) => name.trim())
        if (names.length > maxColumns) throw new Unreadable(`a table with more than ${maxColumns} columns`)
        names = names.map(distinctName)
        idColumn = ownIdColumn(names)
        continue
      }
      // It is unknown which cell belongs to which column.
      if (cells.slice(names.length).some((cell) => cell.trim() !== '')) {
        onProblem({ reason: tooManyCells, example: 'skipped' }, info.lines)
        continue
      }
      // Tables with tabs often have no quotes: a text that begins with one would swallow all rows up to the next quote.
      const { length } = names
      if (isLong && layout.delimiter === '\t' && cells.some((cell) => cell.split('\t').length >= length)) {
        onProblem({ reason: openQuote, example: `lines ${firstLine} to ${info.lines} are missing` }, firstLine)
        continue
      }
      const read = cellReader(cells[idColumn])
      const fields: Record<string, unknown> = {}
      for (let index = 0; index < Math.min(cells.length, names.length); index += 1) {
        const [name = '', cell = ''] = [names[index], cells[index]]
        const value = cell.trim() === '' ? null : read(cell)
        if (name !== '' && name !== '__proto__' && value !== null) fields[name] ??= value
      }
      if (short !== null) {
        yield short
        short = null
        hasShortRows = true
      }
      const tableRow = { line: info.lines, bytes: info.bytes - bytesBefore, fields }
      bytesBefore = info.bytes
      if (cells.length < names.length && !hasShortRows) short = tableRow
      else yield tableRow
    }
  } finally {
    parser.destroy()
    await feeding.catch(() => {})
  }
  if (short !== null) {
    if (ending.isLineEnd || problems.length > 0) yield short
    else onProblem({ ...cut, example: 'skipped' }, short.line)
  }
  giveProblems(Number.POSITIVE_INFINITY)
  await feeding
  if (names === null) throw new WithoutRecords('empty')
}

const causes: Readonly<Record<string, Omit<Skipped, 'example'>>> = {
  CSV_QUOTE_NOT_CLOSED: { reason: 'cut off: a quoted cell does not end', isIncomplete: true },
  CSV_MAX_RECORD_SIZE: { reason: `a row of more than ${maxRowBytes / 2 ** 20} MiB` }
}
const tooManyCells = 'a row with more cells than the first row names: cells that have the separator need quotes'
/** Renames a second column of the same name, which is another column even if the first is empty. */
const distinctName = (name: string, index: number, names: readonly string[]): string =>
  name === '' || names.indexOf(name) === index ? name : `${name} (column ${index + 1})`

const openQuote =
  'a quote that opens a cell and closes in a row below: a text that begins with one needs quotes around it'
const cut = { reason: 'cut off: the last row is shorter than the others', isIncomplete: true } as const

type ParsedRow = { readonly record: string[]; readonly info: { readonly lines: number; readonly bytes: number } }

/** `loneFeeds`: positions after line feeds without a carriage return; null if the first row ends with such a line feed. */
type Ending = { isLineEnd: boolean; readonly loneFeeds: Set<number> | null }

/** The source; notes whether it ends with a line end. */
async function* withEnding(source: AsyncIterable<Buffer>, ending: Ending): AsyncGenerator<Buffer> {
  const { loneFeeds } = ending
  let [start, last] = [0, 0]
  for await (const chunk of source) {
    for (let at = loneFeeds ? chunk.indexOf(0x0a) : -1; at >= 0; at = chunk.indexOf(0x0a, at + 1))
      if ((at === 0 ? last : chunk[at - 1]) !== 0x0d) loneFeeds?.add(start + at + 1)
    start += chunk.length
    last = chunk.at(-1) ?? last
    ending.isLineEnd = [0x0a, 0x0d].includes(chunk.at(-1) ?? 0)
    yield chunk
  }
}

/**
 * Joins rows that a line feed within a cell separates: some databases write CRLF after rows, and texts without quotes. Rows of a concatenated
 * table may end with a line feed too, but then both parts have all cells.
 */
async function* wholeRows(rows: AsyncIterable<ParsedRow>, loneFeeds: Set<number>): AsyncGenerator<ParsedRow> {
  let width = 0
  let held: ParsedRow | null = null
  for await (const row of rows) {
    const { record, info } = row
    let next = row
    if (held !== null) {
      const cells: string[] = held.record
      if (cells.length + record.length - 1 > width) yield held
      else next = { record: [...cells.slice(0, -1), `${cells.at(-1)}\n${record[0]}`, ...record.slice(1)], info }
    }
    held = null
    let isLone = false
    for (const end of loneFeeds) {
      if (end > info.bytes) break
      loneFeeds.delete(end)
      isLone = end === info.bytes
    }
    if (isLone && width > 0) held = next
    else yield next
    width ||= record.length
  }
  if (held !== null) yield held
}

/** The source without an incomplete character at its end, if all other characters are UTF-8. */
async function* withoutHalfCharacter(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  let [isValid, isMoreThanAscii] = [true, false]
  for await (const chunk of source) {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const whole = bytes.subarray(0, bytes.length - halfCharacter(bytes))
    held = Buffer.from(bytes.subarray(whole.length))
    isMoreThanAscii ||= !isAscii(whole)
    isValid &&= !isMoreThanAscii || isUtf8(whole)
    yield whole
  }
  // A single byte may also be a letter in Windows-1252.
  if (!isValid || (held.length === 1 && !isMoreThanAscii)) yield held
}

/** Least first byte of characters of two, three and four bytes. */
const begins = [0xc2, 0xe0, 0xf0]

/** Size of an incomplete UTF-8 character at the end; 0 if the last one is complete. */
const halfCharacter = (bytes: Buffer): number => {
  for (let size = 1; size <= 3 && size <= bytes.length; size += 1) {
    const byte = bytes[bytes.length - size] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    return byte >= (begins[size - 1] ?? 0) && byte < 0xf5 ? size : 0
  }
  return 0
}
