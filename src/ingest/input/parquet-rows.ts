import type { FileHandle } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import {
  type AsyncBuffer,
  type ColumnMetaData,
  type Compressors,
  type DecodedArray,
  type FileMetaData,
  parquetMetadataAsync,
  parquetScan,
  parquetSchema,
  type RowGroup,
  snappyUncompress
} from 'hyparquet'
import { assembleLists } from 'hyparquet/src/assemble.js'
import { parquetHeader, readPage } from 'hyparquet/src/column.js'
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js'
import { decompressPage, readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js'
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js'
import { readPlain } from 'hyparquet/src/plain.js'
import { getMaxDefinitionLevel, getTreePath } from 'hyparquet/src/schema.js'
import type { ColumnDecoder, DataReader, PageHeader, SchemaTree } from 'hyparquet/src/types.js'
import { readersOf } from './parquet-values.ts'
import { maxColumns, ownIdColumn, type TableRow } from './table-rows.ts'
import { isReadError, Unreadable } from './unreadable.ts'

/** Larger than any page, column of a row group, or metadata that writers produce. */
const maxPageBytes = 128 * 2 ** 20
const maxColumnBytes = 256 * 2 ** 20
const maxFooterBytes = 64 * 2 ** 20
/** Limits memory, because a run of equal values may have any length. */
const maxPageValues = 4_000_000
/** Values of a page that are converted to objects at a time. */
const sliceValues = 512
/** Maximum bytes of a page header with its statistics. */
const headBytes = 16_384

const damaged = (what: string) => new Unreadable(`a Parquet file that is damaged or cut off: ${what}`)

/** Decompresses a page. The size is from the page itself and may be wrong. */
const sized = (decompress: (page: Uint8Array, bytes: number) => Uint8Array) => (page: Uint8Array, bytes: number) => {
  if (bytes > maxPageBytes) throw new Unreadable(`a Parquet page of more than ${maxPageBytes / 2 ** 20} MiB`)
  return decompress(page, bytes)
}
const compressors: Compressors = {
  SNAPPY: sized((page, bytes) => {
    const output = new Uint8Array(bytes)
    snappyUncompress(page, output)
    return output
  }),
  GZIP: sized((page, maxOutputLength) => gunzipSync(page, { maxOutputLength })),
  ZSTD: sized((page, maxOutputLength) => zstdDecompressSync(page, { maxOutputLength })),
  BROTLI: sized((page, maxOutputLength) => brotliDecompressSync(page, { maxOutputLength }))
}
const readCodecs = ['UNCOMPRESSED', ...Object.keys(compressors)]

const bytesOf = (file: FileHandle, byteLength: number): AsyncBuffer => ({
  byteLength,
  async slice(start, end = byteLength) {
    if (!(start >= 0 && start <= end && end <= byteLength)) throw damaged('it refers to what is not in it')
    if (end - start > maxColumnBytes) {
      throw new Unreadable(
        `a Parquet file with more than ${maxColumnBytes / 2 ** 20} MiB of a column in a row group: write it in smaller row groups`
      )
    }
    const bytes = new Uint8Array(end - start)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
    if (bytesRead < bytes.length) throw damaged('it ends early')
    return bytes.buffer
  }
})

/** All columns of a row group; unreadable ones have a problem. */
type ParquetColumns = Map<string, { parts: ColumnMetaData[]; problem: string | null }>

const columnsOf = ({ columns }: RowGroup): ParquetColumns => {
  const found: ParquetColumns = new Map()
  for (const { meta_data: part, crypto_metadata, file_path } of columns) {
    if (crypto_metadata !== undefined || part === undefined)
      throw new Unreadable('a Parquet file with encrypted columns')
    if (file_path !== undefined) throw new Unreadable('a Parquet file whose columns are in other files')
    const [name = ''] = part.path_in_schema
    const column = found.get(name) ?? { parts: [], problem: null }
    column.parts.push(part)
    if (!readCodecs.includes(part.codec)) column.problem = `compressed with ${part.codec}`
    found.set(name, column)
  }
  return found
}

type ColumnPage = { header: PageHeader; offset: number; bytes: number }

/** The pages of a column with their headers, according to the column's metadata. */
async function* pagesOf(file: AsyncBuffer, column: ColumnMetaData, most: number): AsyncGenerator<ColumnPage> {
  const begin = Number(column.dictionary_page_offset ?? column.data_page_offset)
  const end = begin + Number(column.total_compressed_size)
  let found = 0
  for (let offset = begin; offset < end; ) {
    const reader = { view: new DataView(await file.slice(offset, Math.min(offset + headBytes, end))), offset: 0 }
    const header = parquetHeader(reader)
    const { compressed_page_size: bytes, uncompressed_page_size: unpacked } = header
    if (!(bytes >= 0 && unpacked >= 0 && unpacked <= maxPageBytes)) throw damaged('a page has an impossible size')
    const values = header.data_page_header?.num_values ?? header.data_page_header_v2?.num_values ?? 0
    found += values
    const named = header.dictionary_page_header?.num_values ?? 0
    if (!(values >= 0 && values <= maxPageValues && found <= most && named >= 0 && named <= maxPageValues))
      throw damaged('a page has an impossible number of values')
    const levels = header.data_page_header_v2
    if (levels !== undefined) {
      const { definition_levels_byte_length: definitions, repetition_levels_byte_length: repetitions } = levels
      if (!(definitions >= 0 && repetitions >= 0 && definitions + repetitions <= bytes))
        throw damaged('a page has levels of an impossible size')
    }
    yield { header, offset: offset + reader.offset, bytes }
    offset += reader.offset + bytes
  }
  if (found !== Number(column.num_values)) throw damaged('a column has not as many values as rows')
}

/** The values of a column without lists, page by page. Each page is decoded once, regardless of the length of the row group. */
async function* valuesOf(
  file: AsyncBuffer,
  column: ColumnMetaData,
  schema: SchemaTree,
  rows: number
): AsyncGenerator<DecodedArray> {
  const { path_in_schema: pathInSchema, type, codec } = column
  const schemaPath = getTreePath(schema, pathInSchema)
  const element = schemaPath.at(-1)?.element
  if (element === undefined) throw damaged('a column is of no field')
  const decoder: ColumnDecoder = {
    pathInSchema,
    type,
    codec,
    element,
    schemaPath,
    compressors,
    parsers: DEFAULT_PARSERS
  }
  let dictionary: DecodedArray | undefined
  for await (const { header, offset, bytes } of pagesOf(file, column, rows)) {
    if (header.type === 'INDEX_PAGE') continue
    const page = new Uint8Array(await file.slice(offset, offset + bytes))
    if (header.type !== 'DICTIONARY_PAGE') yield* slicesOf(page, header, decoder, dictionary)
    else {
      dictionary = convert(readPage(readerOf(page), header, decoder, undefined, undefined, 0).data ?? [], decoder)
    }
  }
}

/** The values of a page, in slices to limit the number of objects: a page may have as many values as a row group. */
function* slicesOf(
  bytes: Uint8Array,
  header: PageHeader,
  decoder: ColumnDecoder,
  dictionary: DecodedArray | undefined
): Generator<DecodedArray> {
  const { data_page_header: first, data_page_header_v2: second, uncompressed_page_size: unpacked } = header
  const head = second ?? first
  if (head === undefined) throw damaged('a page has no values')
  const { num_values: count, encoding } = head
  const { type, element, codec, schemaPath } = decoder
  const most = getMaxDefinitionLevel(schemaPath)
  const leveled = second === undefined ? 0 : second.repetition_levels_byte_length + second.definition_levels_byte_length
  const isPacked = second?.is_compressed !== false
  const rest = bytes.subarray(leveled)
  const content = isPacked ? decompressPage(rest, unpacked - leveled, codec, compressors) : rest
  const reader = readerOf(content)
  const levels = new Uint8Array(most === 0 ? 0 : count)
  if (most > 0) {
    const width = 32 - Math.clz32(most)
    if (second === undefined) readRleBitPackedHybrid(reader, width, levels)
    else readRleBitPackedHybrid(readerOf(bytes.subarray(second.repetition_levels_byte_length)), width, levels, leveled)
  }
  const present = most === 0 ? count : levels.reduce((sum, level) => sum + Number(level === most), 0)
  const isFlag = type === 'BOOLEAN' && encoding === 'RLE'
  const terms = isFlag ? [false, true] : encoding.endsWith('_DICTIONARY') ? dictionary : undefined
  let stored: DecodedArray | undefined
  if (terms !== undefined && present > 0) {
    const width = isFlag ? 1 : reader.view.getUint8(reader.offset++)
    stored = new Uint32Array(present)
    if (width > 0) readRleBitPackedHybrid(reader, width, stored, isFlag ? undefined : content.length - reader.offset)
  } else if (present > 0 && (encoding !== 'PLAIN' || type === 'BOOLEAN')) {
    // Other encodings are mostly of numbers, which take little memory.
    stored = (first === undefined ? readDataPageV2(bytes, header, decoder) : readDataPage(content, first, decoder))
      .dataPage
  }
  for (let at = 0, taken = 0; at < count; at += sliceValues) {
    const some = Array.from(levels.subarray(at, at + sliceValues))
    const end = most === 0 ? Math.min(count, at + sliceValues) : taken + some.filter((level) => level === most).length
    const part = stored?.slice(taken, end) ?? readPlain(reader, type, end - taken, element.type_length)
    const values = terms === undefined ? convert(part, decoder) : Array.from(part, (index) => terms[index])
    yield assembleLists([], some, [], values, schemaPath)
    taken = end
  }
}

const readerOf = (bytes: Uint8Array): DataReader => ({
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  offset: 0
})

/** The values of a column with lists or fields, all at once. */
async function* nestedOf(
  file: AsyncBuffer,
  parts: readonly ColumnMetaData[],
  metadata: FileMetaData,
  { column, rows }: { column: string; rows: number }
): AsyncGenerator<DecodedArray> {
  for (const part of parts) for await (const _ of pagesOf(file, part, Number(part.num_values)));
  const scan = await parquetScan({
    file,
    metadata,
    compressors,
    columns: [column],
    geoparquet: false,
    useOffsetIndex: false
  })
  yield await scan.readColumn({ column, rowStart: 0, rowEnd: rows })
}

const metadataOf = async (file: AsyncBuffer): Promise<FileMetaData> => {
  const end = new DataView(await file.slice(Math.max(0, file.byteLength - 8), file.byteLength))
  if (end.byteLength < 8 || end.getUint32(4) !== 0x50415231) throw damaged('it has no table of contents at its end')
  if (end.getUint32(0, true) > Math.min(maxFooterBytes, file.byteLength - 12))
    throw damaged('its table of contents is too long')
  return parquetMetadataAsync(file, { geoparquet: false })
}

/**
 * Rows of a Parquet file, a page of each column at a time. Skips columns of unknown kinds and reports them to `onProblem`. Throws `Unreadable`
 * if the file is damaged, truncated or encrypted.
 */
export async function* parquetRows(
  handle: FileHandle,
  size: number,
  onProblem: (reason: string, column: string) => void
): AsyncGenerator<TableRow> {
  try {
    yield* rowsOf(bytesOf(handle, size), onProblem)
  } catch (error) {
    // The package has no error class. All its errors are problems of the file, unless the system refused a read.
    if (isReadError(error)) throw error
    throw damaged(
      String(error instanceof Error ? error.message : error)
        .replace(/^parquet /, '')
        .slice(0, 200)
    )
  }
}

async function* rowsOf(
  file: AsyncBuffer,
  onProblem: (reason: string, column: string) => void
): AsyncGenerator<TableRow> {
  const metadata = await metadataOf(file)
  const schema = parquetSchema(metadata)
  const tree = schema.children
  if (tree.length > maxColumns) throw new Unreadable(`a table with more than ${maxColumns} columns`)
  const readers = readersOf(metadata, ownIdColumn(tree.map(({ element }) => element.name)) !== -1)
  const flat = new Set(
    tree
      .filter(({ children, element }) => children.length === 0 && element.repetition_type !== 'REPEATED')
      .map(({ element }) => element.name)
  )
  const left = new Set<string>()
  const leave = (name: string, reason: string) => {
    if (!left.has(name)) onProblem(reason, name)
    left.add(name)
  }
  let row = 0
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows)
    const cursors: Cursor[] = []
    for (const [name, { parts, problem }] of columnsOf(group)) {
      if (problem !== null) leave(name, problem)
      const [part] = parts
      const read = readers.get(name)
      if (left.has(name) || read === undefined || part === undefined || name === '__proto__') continue
      const chunks = flat.has(name)
        ? valuesOf(file, part, schema, rows)
        : nestedOf(file, parts, { ...metadata, row_groups: [group] }, { column: name, rows })
      cursors.push({ name, read, chunks, values: [], at: 0 })
    }
    for (let done = 0; done < rows; ) {
      for (const cursor of cursors) if (!left.has(cursor.name)) await fill(cursor, leave)
      const some = cursors.filter(({ name }) => !left.has(name))
      if (some.length === 0) throw new Unreadable('a Parquet file without a column that can be read')
      const count = Math.min(...some.map(({ values, at }) => values.length - at))
      if (!(count > 0 && done + count <= rows)) throw damaged('a column has not as many values as rows')
      for (let index = 0; index < count; index += 1) {
        const fields: Record<string, unknown> = {}
        let bytes = 0
        for (const cursor of some) {
          const value = cursor.read(cursor.values[cursor.at++])
          if (value === null || value === '') continue
          fields[cursor.name] = value
          bytes += typeof value === 'string' ? value.length : 8
        }
        yield { line: ++row, bytes, fields }
      }
      done += count
      // Releases the page, which the next page of the column replaces.
      for (const cursor of some) if (cursor.at === cursor.values.length) Object.assign(cursor, { values: [], at: 0 })
    }
    for (const { chunks } of cursors) await chunks.return(undefined)
  }
}

/** Read position in a column. */
type Cursor = {
  readonly name: string
  readonly read: (value: unknown) => unknown
  readonly chunks: AsyncGenerator<DecodedArray>
  values: DecodedArray
  at: number
}

const fill = async (cursor: Cursor, leave: (name: string, reason: string) => void): Promise<void> => {
  while (cursor.at >= cursor.values.length) {
    const next = await cursor.chunks.next().catch((error: unknown) => refuseOwn(error, cursor.name, leave))
    if (next === undefined || next.done === true) return
    cursor.values = next.value
    cursor.at = 0
  }
}

/** Skips a column of an unsupported kind; any other error ends the file. */
const refuseOwn = (error: unknown, name: string, leave: (name: string, reason: string) => void): undefined => {
  if (error instanceof Error && /unsupported|not supported/.test(error.message)) return void leave(name, error.message)
  throw error
}
