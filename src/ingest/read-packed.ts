import { type ArchiveEntry, maxEntries, passedOver, shownName } from './input/archive.ts'
import type { Expansion } from './input/expansion.ts'
import { unreadable } from './input/files.ts'
import { tarEntries } from './input/tar.ts'
import { type Unpacked, unpack } from './input/unpack.ts'
import { isReadError, Unreadable } from './input/unreadable.ts'
import { empty, type OnConverted, type Origin, type ReadElement, readText } from './read-text.ts'

/** A file, or an entry of an archive. */
export type PackedFile = Origin & {
  bytes: AsyncIterable<Buffer>
  /** Reads the table of contents of a ZIP archive; null without one. */
  zipEntries?: () => Promise<AsyncGenerator<ArchiveEntry> | null>
  expansion: Expansion
  onConverted: OnConverted
}

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
    const isText = unpacked.kind === 'text'
    const batches = isText
      ? await readText(unpacked.bytes, file, file.onConverted)
      : readArchive(file, unpacked, around)
    for await (const batch of batches) {
      isBegun = true
      yield batch
    }
  } catch (error) {
    const reason = reasonOf(error)
    yield skippedFile(file, reason, isBegun ? 'the rest is missing' : reason === empty ? 'no content' : 'skipped')
  }
}

/** Throws what is no problem of a file. */
const reasonOf = (error: unknown): string => {
  if (!isReadError(error)) throw error
  return error instanceof Unreadable ? error.message : unreadable(error)
}

/** A file as a skipped element. */
export const skippedFile = ({ file, input }: Origin, reason: string, example: string): ReadElement[] => [
  { file, input, at: '', decoded: { kind: 'skipped', skipped: { reason, example } } }
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
      if (passedOver(entry.name) === null) continue
      if (++count > maxEntries)
        throw new Unreadable(`an archive of more than ${maxEntries.toLocaleString('en-US')} files`)
      last = shownName(entry.name)
      yield* readEntry({ ...file, file: `${file.file} › ${last}` }, entry, { archives: archives + 1, isXz })
      if (file.expansion.isExceeded) throw new Unreadable(file.expansion.problem)
    }
    if (count === 0) yield skippedFile(file, 'an archive without files', 'no content')
  } catch (error) {
    yield skippedFile(file, reasonOf(error), rest())
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
  { zipEntries: _, ...file }: PackedFile,
  { name, problem, bytes }: ArchiveEntry,
  around: Around
): AsyncGenerator<ReadElement[]> {
  const why = passedOver(name) ?? problem
  if (why !== null) yield skippedFile(file, why, 'skipped')
  else yield* readPacked({ ...file, bytes }, around)
}
