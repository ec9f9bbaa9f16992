import type { FileHandle } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import {
  type AsyncBuffer,
  type ColumnMetaData,
  type Compressors,
  type DecodedArray,
  type FileMetaData,
  type ParquetScanOptions,
  parquetMetadataAsync,
  parquetScan,
  parquetSchema,
  type RowGroup,
  snappyUncompress
} from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'
import type { PageLocation } from 'hyparquet/src/types.js'
import { cellValue } from './element-json.ts'
import { maxColumns, ownIdColumn, type TableRow } from './table-rows.ts'
import { isReadError, Unreadable, WithoutRecords } from './unreadable.ts'

/** Rows that are decoded at a time: some ten megabytes of posts. */
const slice = 8_192
/** More than writers put into a page, a column of a row group, or the table of contents. */
const maxPageBytes = 64 * 2 ** 20
const maxColumnBytes = 256 * 2 ** 20
const maxFooterBytes = 64 * 2 ** 20
/** Bytes of the head of a page, with its statistics. */
const headBytes = 16_384

const damaged = (what: string) => new Unreadable(`a Parquet file that is damaged or cut off: ${what}`)

/** Decompresses a page. Its size is what the page says, which may be anything. */
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

/** Every column of a row group; those that cannot be read have a reason. */
type Columns = { readonly [name: string]: { parts: ColumnMetaData[]; problem: string | null } }

const columnsOf = ({ columns }: RowGroup): Columns => {
  const found: Record<string, { parts: ColumnMetaData[]; problem: string | null }> = {}
  for (const { meta_data: part, crypto_metadata, file_path } of columns) {
    if (crypto_metadata !== undefined || part === undefined)
      throw new Unreadable('a Parquet file with encrypted columns')
    if (file_path !== undefined) throw new Unreadable('a Parquet file whose columns are in other files')
    const [name = ''] = part.path_in_schema
    found[name] ??= { parts: [], problem: null }
    found[name].parts.push(part)
    if (!readCodecs.includes(part.codec)) found[name].problem = `compressed with ${part.codec}`
  }
  return found
}

/** Where the pages of a column begin. Writers that note it are few, and what they note may be wrong. */
const pagesOf = async (
  file: AsyncBuffer,
  column: ColumnMetaData,
  rows: number,
  isFlat: boolean
): Promise<PageLocation[]> => {
  const begin = Number(column.dictionary_page_offset ?? column.data_page_offset)
  const end = begin + Number(column.total_compressed_size)
  const pages: PageLocation[] = []
  let first = 0
  for (let offset = begin; offset < end; ) {
    const head = new DataView(await file.slice(offset, Math.min(offset + headBytes, end)))
    const reader = { view: head, offset: 0 }
    const page = parquetHeader(reader)
    const { compressed_page_size: size, uncompressed_page_size: unpacked } = page
    if (!(size >= 0 && unpacked >= 0 && unpacked <= maxPageBytes)) throw damaged('a page has an impossible size')
    const values = page.data_page_header?.num_values ?? page.data_page_header_v2?.num_values
    if (values !== undefined) {
      if (!(values >= 0 && values <= Number(column.num_values)))
        throw damaged('a page has an impossible number of values')
      pages.push({ offset: BigInt(offset), compressed_page_size: reader.offset + size, first_row_index: BigInt(first) })
      first += values
    } else if ((page.dictionary_page_header?.num_values ?? 0) > maxPageBytes)
      throw damaged('a dictionary has an impossible size')
    offset += reader.offset + size
  }
  if (first !== Number(column.num_values) || (isFlat && first !== rows))
    throw damaged('a column has not as many values as rows')
  return pages
}

/** Whole numbers that a double has not, and those of decimals, are texts of their digits. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value ?? null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (ArrayBuffer.isView(value)) return null
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}

/** A decimal number as text, from its digits without the point. */
const decimal = (value: unknown, scale: number): unknown => {
  if (value instanceof Uint8Array)
    return value.length === 0
      ? null
      : decimal(BigInt.asIntN(value.length * 8, BigInt(`0x${Buffer.from(value).toString('hex')}`)), scale)
  if (typeof value !== 'bigint' && typeof value !== 'number') return null
  const digits = String(value < 0 ? -value : value).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const text = scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
  const sign = value < 0 ? '-' : ''
  return Number.isSafeInteger(Number(whole)) ? Number(sign + text) : sign + text
}

/** How a value of a column is read. Decimals lose their type, because the package makes them numbers, which rounds ids. */
const readersOf = (metadata: FileMetaData, isOwn: boolean): Map<string, (value: unknown) => unknown> => {
  const readers = new Map<string, (value: unknown) => unknown>()
  for (const { element, children } of parquetSchema(metadata).children) {
    const { scale = 0, logical_type: type } = element
    if (
      children.length === 0 &&
      element.type !== 'BYTE_ARRAY' &&
      (element.converted_type === 'DECIMAL' || type?.type === 'DECIMAL')
    ) {
      delete element.converted_type
      delete element.logical_type
      readers.set(element.name, (value) => decimal(value, scale))
    } else if (element.type === 'BYTE_ARRAY' && !isOwn && type?.type !== 'JSON') {
      readers.set(element.name, (value) => (typeof value === 'string' ? cellValue(value) : plain(value)))
    } else readers.set(element.name, plain)
  }
  return readers
}

const metadataOf = async (file: AsyncBuffer): Promise<FileMetaData> => {
  const end = new DataView(await file.slice(Math.max(0, file.byteLength - 8), file.byteLength))
  if (end.byteLength < 8 || end.getUint32(4) !== 0x50415231) throw damaged('it has no table of contents at its end')
  if (end.getUint32(0, true) > Math.min(maxFooterBytes, file.byteLength - 12))
    throw damaged('its table of contents is too long')
  return parquetMetadataAsync(file, { geoparquet: false })
}

/**
 * Rows of a Parquet file, a slice at a time. Columns of unknown kinds are left out, and named to `onProblem`. Throws `Unreadable` where it
 * is damaged, cut off or encrypted.
 */
export async function* parquetRows(
  handle: FileHandle,
  size: number,
  onProblem: (reason: string, column: string) => void
): AsyncGenerator<TableRow> {
  try {
    yield* rowsOf(bytesOf(handle, size), onProblem)
  } catch (error) {
    // The package has no errors of its own: what fails within is the file's fault, unless the system refuses it.
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
  const tree = parquetSchema(metadata).children
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
    if (rows === 0) continue
    const columns = columnsOf(group)
    const pages: Record<string, PageLocation[]> = {}
    const names: string[] = []
    for (const [name, { parts, problem }] of Object.entries(columns)) {
      if (problem !== null) leave(name, problem)
      if (problem !== null || !readers.has(name) || name === '__proto__') continue
      for (const part of parts) {
        const found = await pagesOf(file, part, rows, flat.has(name))
        if (flat.has(name)) pages[part.path_in_schema.join('.')] = found
      }
      names.push(name)
    }
    // The package takes the pages of a filter's columns so; its types do not say it (scan.js, PreparedParquetReadOptions).
    const options = {
      ...{ file, compressors, geoparquet: false, useOffsetIndex: false },
      metadata: { ...metadata, row_groups: [group] },
      pageLocationsByGroup: [pages]
    } as ParquetScanOptions
    const scan = await parquetScan(options)
    for (let rowStart = 0; rowStart < rows; rowStart += slice) {
      const rowEnd = Math.min(rows, rowStart + slice)
      const cells: (readonly [name: string, values: DecodedArray])[] = []
      for (const name of names) {
        if (left.has(name)) continue
        const column = name
        // Other columns are decoded once, and kept for the slices that follow.
        if (!flat.has(name))
          await scan
            .readColumn({ column, rowStart: 0, rowEnd: rows })
            .catch((error: unknown) => refuseOwn(error, name, leave))
        if (left.has(name)) continue
        const values = await scan
          .readColumn({ column, rowStart, rowEnd })
          .catch((error: unknown) => refuseOwn(error, name, leave))
        if (values === undefined) continue
        if (values.length !== rowEnd - rowStart) throw damaged('a column has not as many values as rows')
        cells.push([name, values])
      }
      for (let index = 0; index < rowEnd - rowStart; index += 1) {
        const fields: Record<string, unknown> = {}
        let bytes = 0
        for (const [name, values] of cells) {
          const value = readers.get(name)?.(values[index]) ?? null
          if (value === null || value === '') continue
          fields[name] = value
          bytes += typeof value === 'string' ? value.length : 8
        }
        yield { line: ++row, bytes, fields }
      }
    }
  }
  if (row === 0) throw new WithoutRecords('a table without rows')
}

/** A column of a kind that is not read is left out; anything else ends the file. */
const refuseOwn = (error: unknown, name: string, leave: (name: string, reason: string) => void): undefined => {
  if (error instanceof Error && /unsupported|not supported/.test(error.message)) return void leave(name, error.message)
  throw error
}
