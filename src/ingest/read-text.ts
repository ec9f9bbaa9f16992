import { ofPersonalAccount } from './decode.ts'
import { type ElementOrigin, FileDecoder, type ReadElement } from './file-decoder.ts'
import { parseElement } from './input/element-json.ts'
import { ElementTexts, unknownEncoding } from './input/element-text.ts'
import { isPage, isScript, pageValues, scriptValues } from './input/embedded-json.ts'
import type { Skipped } from './input/skipped.ts'
import { cutOff, JsonSplitter, noValue } from './input/split-json.ts'
import { layoutOf, type TableLayout, type TableRow, tableRows } from './input/table-rows.ts'
import { isReadError, OtherKind, Unreadable, WithoutRecords } from './input/unreadable.ts'
import { isFields } from './mapping/read-value.ts'

/** Called with a file in which values were not UTF-8, and how many. */
export type OnConverted = (file: string, count: number, what: 'element' | 'row') => void

/** The beginning of a text without white space, empty for a blank one, and the whole text. */
const begun = async (source: AsyncGenerator<Buffer>): Promise<{ begin: string; chunks: AsyncIterable<Buffer> }> => {
  const read: Buffer[] = []
  let begin = ''
  while (begin === '') {
    const next = await source.next()
    if (next.done === true) break
    // The buffer of a chunk is used again.
    read.push(Buffer.from(next.value))
    begin = next.value.toString().trimStart()
  }
  async function* all() {
    yield* read
    yield* source
  }
  return { begin, chunks: all() }
}

/** Elements of a text of any form, in batches. Throws `Unreadable` for anything else, at once or where it cannot be read further. */
export const readText = async (
  text: AsyncGenerator<Buffer>,
  origin: ElementOrigin,
  onConverted: OnConverted
): Promise<AsyncGenerator<ReadElement[]>> => {
  const { begin, chunks } = await begun(text)
  if (begin === '') throw new WithoutRecords('empty')
  if (/^[[{]/.test(begin)) return readJson(origin, chunks, onConverted)
  if (begin.startsWith(recordSeparator)) return readJson(origin, inLines(chunks), onConverted)
  if (isPage(begin) || isScript(begin)) return readPage(origin, chunks)
  if (isBesideJson(begin)) return readJson(origin, chunks, onConverted)
  if (isPersonal(begin)) throw new OtherKind(ofPersonalAccount)
  if (hasLabels(begin))
    throw new OtherKind('text with labels, neither JSON nor a table: a page has to be saved as HTML only')
  const layout = layoutOf(begin)
  if (layout !== null) return readTable(origin, chunks, layout, onConverted)
  throw new OtherKind(`not JSON, and no table: it begins with ${JSON.stringify(begin.slice(0, 40))}`)
}

/** Whether a text is of the archive of a personal account, which has messages, or lists as lines with labels. */
const isPersonal = (begin: string): boolean =>
  /^(?:>>>\s*)?Chat History with |^(?:Date|Comment|Link|User ?name|E-?mail|IP|App Version|Device Model|Search Term|Phone Number): /i.test(
    begin
  )

/** Whether a text has lines with labels, as a page saved with its files or the head of an answer does. No table begins so. */
const hasLabels = (begin: string): boolean => /^[A-Z][\w '()/-]{1,60}: ?[^\n]*\n[A-Z][\w '()/-]{1,60}: /.test(begin)

/** Whether lines of JSON begin behind one of something else, such as a number or what a program said. No table has such a row. */
const isBesideJson = (begin: string): boolean => /^[^\n]*\n\s*(?:\{\s*"|\[\s*\{)/.test(begin)

/** Begins each document of a JSON text sequence (RFC 7464). */
const recordSeparator = '\x1e'

/** JSON has no such byte, so that it may stand for a line break. */
async function* inLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk.map((byte) => (byte === 0x1e ? 0x0a : byte)))
}

const maxPageBytes = 64 * 2 ** 20

/** Values in the scripts of a saved web page, or of a script by itself. */
async function* readPage(origin: ElementOrigin, chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadElement[]> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxPageBytes) throw new Unreadable(`a page of more than ${maxPageBytes / 2 ** 20} MiB`)
    parts.push(Buffer.from(chunk))
  }
  const text = Buffer.concat(parts).toString()
  const values = isPage(text) ? pageValues(text) : scriptValues(text)
  const decoder = new FileDecoder(origin)
  for (const [index, value] of values.entries()) {
    // A page has other state beside its records.
    const location = { at: `script value ${index + 1}`, within: '' }
    decoder.decode(isFields(value) ? value : { list: value }, location, 0, true)
  }
  const batches = [...lastOf(decoder)]
  if (batches.length === 0) throw new WithoutRecords('a page or script without records in it')
  yield* batches
}

/** Decodes all of a source, and returns why the rest of it cannot be read; null at its end. */
async function* decodeEach<T>(
  source: AsyncIterable<T>,
  decoder: FileDecoder,
  decode: (element: T) => void
): AsyncGenerator<ReadElement[], unknown> {
  try {
    for await (const element of source) {
      decode(element)
      if (decoder.hasBatch) yield decoder.take()
    }
    return null
  } catch (error) {
    if (!isReadError(error)) throw error
    return error
  }
}

/** The last batch, unless it is empty. */
function* lastOf(decoder: FileDecoder): Generator<ReadElement[]> {
  const batch = decoder.take()
  if (batch.length > 0) yield batch
}

/** Decodes the rows of a table. `unit`: what its rows are counted in. */
export async function* readRows(
  rows: AsyncIterable<TableRow>,
  decoder: FileDecoder,
  unit: 'line' | 'row',
  onEnd = () => {}
): AsyncGenerator<ReadElement[]> {
  const failure = yield* decodeEach(rows, decoder, ({ line, bytes, fields }) => {
    decoder.decode(fields, { at: `${unit} ${line}`, within: '' }, bytes)
  })
  onEnd()
  yield* lastOf(decoder)
  if (failure !== null) throw failure
  if (decoder.isUnused) throw new WithoutRecords('a table without rows')
}

const readTable = (
  origin: ElementOrigin,
  chunks: AsyncIterable<Buffer>,
  layout: TableLayout,
  onConverted: OnConverted
): AsyncGenerator<ReadElement[]> => {
  const decoder = new FileDecoder(origin, true)
  const texts = new ElementTexts()
  const onProblem = (problem: Skipped, line: number) => decoder.skip(`line ${line}`, { ...problem, isRefused: true })
  return readRows(tableRows(chunks, { layout, texts, onProblem }), decoder, 'line', () => {
    if (texts.converted > 0) onConverted(origin.file, texts.converted, 'row')
  })
}

async function* readJson(
  origin: ElementOrigin,
  chunks: AsyncIterable<Buffer>,
  onConverted: OnConverted
): AsyncGenerator<ReadElement[]> {
  const decoder = new FileDecoder(origin)
  const skip = (reason: string, example: string, at: string) =>
    decoder.skip(at, {
      reason,
      example,
      ...(reason === cutOff && { isIncomplete: true }),
      ...(reason !== noValue && { isRefused: true })
    })

  const texts = new ElementTexts()
  const splitter = new JsonSplitter({
    problem: skip,
    value: ({ bytes, place, isPart, hasLongIntegers }) => {
      const text = texts.read(bytes)
      if (text === null) skip(unknownEncoding, `${bytes.length} bytes`, place.at)
      else {
        const parsed = parseElement(text, hasLongIntegers)
        if ('problem' in parsed) skip('not JSON', parsed.problem, place.at)
        else decoder.decode(parsed.value, place, bytes.length, isPart)
      }
    }
  })
  const failure = yield* decodeEach(chunks, decoder, (chunk) => splitter.push(chunk))
  splitter.end()
  if (texts.converted > 0) onConverted(origin.file, texts.converted, 'element')
  yield* lastOf(decoder)
  if (failure !== null) throw failure
}
