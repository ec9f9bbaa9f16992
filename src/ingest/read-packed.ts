import type { Awaitable } from '../core/awaitable.ts'
import { type ElementOrigin, FileDecoder, type ReadElement } from './file-decoder.ts'
import { type ArchiveEntry, isAddedByMac, isHidden, maxEntries, shownName } from './input/archive.ts'
import type { Expansion } from './input/expansion.ts'
import { unreadable } from './input/files.ts'
import type { Skipped } from './input/skipped.ts'
import type { TableRow } from './input/table-rows.ts'
import { tarEntries } from './input/tar.ts'
import { type Unpacked, unpack } from './input/unpack.ts'
import { isReadError, OtherKind, Unreadable, WithoutRecords } from './input/unreadable.ts'
import { type OnConverted, readRows, readText } from './read-text.ts'

/** A file, or an entry of an archive. */
export type PackedFile = ElementOrigin & {
  /** As in `InputFile`. */
  isNamed: boolean
  bytes: AsyncIterable<Buffer>
  /** Reads the table of contents of a ZIP archive; null without one. */
  zipEntries?: () => Promise<AsyncGenerator<ArchiveEntry> | null>
  /** Rows of a file that can be read in any order. */
  parquetRows?: (onProblem: OnProblem) => Promise<AsyncGenerator<TableRow>>
  expansion: Expansion
  onConverted: OnConverted
}

/** Called with a column that is not read. */
type OnProblem = (reason: string, column: string) => void

/** The layers around an entry. */
type Around = { archives: number; isXz: boolean }

/** Archives in archives are read, and those in them are not. */
const maxArchives = 2

/** Elements of a file, in batches, compressed or in archives. What cannot be read is yielded as skipped. */
export async function* readPacked(
  file: PackedFile,
  around: Around = { archives: 0, isXz: false }
): AsyncGenerator<ReadElement[]> {
  let isBegun = false
  try {
    const unpacked = await unpack(file.bytes, file.expansion, around.isXz)
    for await (const batch of await batchesOf(unpacked, file, around)) {
      isBegun = true
      yield batch
    }
  } catch (error) {
    const reason = reasonOf(error)
    if (error instanceof WithoutRecords) yield skippedFile(file, { reason, example: 'no content' }, false)
    else if (isBegun) yield skippedFile(file, { reason, example: 'the rest is missing' }, true)
    else yield skippedFile(file, { reason, example: 'skipped' }, file.isNamed || !(error instanceof OtherKind))
  }
}

const batchesOf = (unpacked: Unpacked, file: PackedFile, around: Around): Awaitable<AsyncGenerator<ReadElement[]>> => {
  if (unpacked.kind === 'parquet') return readParquet(file, unpacked)
  if (unpacked.kind === 'text') return readText(unpacked.bytes, file, file.onConverted)
  return readArchive(file, unpacked, around)
}

/** The table of contents of a Parquet file is at its end. */
const readParquet = async (file: PackedFile, { bytes, isCompressed }: Unpacked) => {
  await bytes.return(undefined)
  if (file.parquetRows === undefined || isCompressed)
    throw new Unreadable('a Parquet file in an archive or a stream: unpack it and name the file')
  const decoder = new FileDecoder(file, true)
  const rows = await file.parquetRows((reason, column) =>
    decoder.skip(`column ${column}`, { reason: `a column that is not read (${reason})`, example: 'skipped' })
  )
  return readRows(rows, decoder, 'row')
}

/** Throws what is no problem of a file. */
const reasonOf = (error: unknown): string => {
  if (!isReadError(error)) throw error
  return error instanceof Unreadable ? error.message : unreadable(error)
}

/** A file as a skipped element. */
export const skippedFile = ({ file, input }: ElementOrigin, skipped: Skipped, isIncomplete: boolean): ReadElement[] => [
  { file, input, at: '', decoded: { kind: 'skipped', skipped: isIncomplete ? { ...skipped, isIncomplete } : skipped } }
]

async function* readArchive(
  file: PackedFile,
  { kind, bytes, isCompressed, isXz }: Unpacked,
  { archives }: Around
): AsyncGenerator<ReadElement[]> {
  let last = ''
  const rest = () => (last === '' ? 'skipped' : `what follows ${last} is missing`)
  try {
    if (archives === maxArchives) throw new Unreadable('an archive in an archive in an archive: unpack it first')
    const listed = kind === 'zip' && !isCompressed ? await file.zipEntries?.() : null
    let count = 0
    for await (const entry of listed ?? (await streamed(kind, bytes, file.expansion))) {
      if (entry.name === '[Content_Types].xml') throw new Unreadable('an Office document: save its table as CSV first')
      if (isAddedByMac(entry.name)) continue
      if (++count > maxEntries)
        throw new Unreadable(`an archive of more than ${maxEntries.toLocaleString('en-US')} files`)
      last = shownName(entry.name)
      yield* readEntry({ ...file, file: `${file.file} › ${last}` }, entry, { archives: archives + 1, isXz })
      if (file.expansion.isExceeded) throw new Unreadable(file.expansion.problem)
    }
    if (count === 0) yield skippedFile(file, { reason: 'an archive without files', example: 'no content' }, false)
  } catch (error) {
    yield skippedFile(file, { reason: reasonOf(error), example: rest() }, true)
  } finally {
    await bytes.return(undefined)
  }
}

const streamed = async (kind: Unpacked['kind'], bytes: AsyncIterable<Buffer>, expansion: Expansion) => {
  if (kind === 'tar') return tarEntries(bytes)
  const { streamedZipEntries } = await import('./input/zip-stream.ts')
  return streamedZipEntries(bytes, expansion)
}

async function* readEntry(
  { zipEntries: _, parquetRows: __, ...file }: PackedFile,
  { name, passedOver, problem, bytes }: ArchiveEntry,
  around: Around
): AsyncGenerator<ReadElement[]> {
  const reason = isHidden(name) ? 'hidden' : (passedOver ?? problem)
  if (reason !== null) yield skippedFile(file, { reason, example: 'skipped' }, reason === problem)
  else yield* readPacked({ ...file, isNamed: false, bytes }, around)
}
