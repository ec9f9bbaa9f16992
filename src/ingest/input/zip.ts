import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import type { ArchiveEntry } from './archive.ts'
import { decompressed } from './decompress.ts'
import type { Expansion } from './expansion.ts'
import { Unreadable } from './unreadable.ts'

export const zipDamage = 'its ZIP archive is damaged or cut off'

/** Compression methods by their number (APPNOTE 4.4.5); those without a decoder by name only. */
const decoders: Readonly<Record<number, 'stored' | 'deflate' | 'zstd'>> = { 0: 'stored', 8: 'deflate', 93: 'zstd' }
const methods: Readonly<Record<number, string>> = { 9: 'Deflate64', 12: 'bzip2', 14: 'LZMA', 95: 'xz', 98: 'PPMd' }

/** Why an entry cannot be read, regardless of its content; null if it can. */
export const zipProblem = (flags: number, method: number): string | null => {
  if ((flags & 1) !== 0) return 'encrypted: unpack its archive first'
  if (method in decoders) return null
  return `compressed by ZIP method ${methods[method] ?? method}: unpack its archive first`
}

/** The content of an entry of known size and checksum. */
export async function* unzipped(
  source: AsyncIterable<Buffer>,
  { method, crc }: { method: number; crc: () => number },
  expansion: Expansion
): AsyncGenerator<Buffer> {
  const decoder = decoders[method] ?? 'stored'
  let sum = 0
  for await (const chunk of decoder === 'stored' ? source : decompressed(source, decoder, expansion)) {
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (sum !== crc()) throw new Unreadable(zipDamage)
}

/** Whether the entry is a symbolic link: 3 is Unix, whose file modes are in the upper half of the attributes. */
const isLink = ({ versionMadeBy, externalFileAttributes }: Entry): boolean =>
  versionMadeBy >> 8 === 3 && ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

/** Whether an error is from the archive rather than the file system. */
const isOfArchive = (error: unknown): boolean =>
  !(error instanceof Unreadable || (error instanceof Error && 'syscall' in error))

/** Converts an error of the archive. */
const damageOf = (cause: unknown): unknown => (isOfArchive(cause) ? new Unreadable(zipDamage, { cause }) : cause)

/**
 * Entries of a ZIP archive in a file, by its table of contents; null without a readable one, as in a truncated file. Throws `Unreadable` if the
 * table is damaged further on.
 */
export const zipEntries = async (
  { fd }: FileHandle,
  expansion: Expansion,
  onBytes: (bytes: number) => void
): Promise<AsyncGenerator<ArchiveEntry> | null> => {
  const { fromFdPromise, getFileNameLowLevel } = await import('yauzl')
  try {
    // Names are decoded below. Paths that lead elsewhere are harmless, because names are never opened.
    const zip = await fromFdPromise(fd, { autoClose: false, decodeStrings: false, validateEntrySizes: false })
    const listed = zip.eachEntry()
    return entries(zip, listed, await listed.next())
  } catch (error) {
    if (isOfArchive(error)) return null
    throw error
  }

  async function* entries(
    zip: ZipFile,
    listed: AsyncIterator<Entry>,
    first: IteratorResult<Entry>
  ): AsyncGenerator<ArchiveEntry> {
    // Archives with entries that share bytes can unpack to any multiple of their size.
    const begins = new Set<number>()
    let left = zip.fileSize
    for (
      let next = first;
      next.done !== true;
      next = await listed.next().catch((cause) => Promise.reject(damageOf(cause)))
    ) {
      const entry = next.value
      const { extraFields, generalPurposeBitFlag: flags, compressionMethod: method } = entry
      const name = getFileNameLowLevel(flags, entry.fileNameRaw, extraFields, false)
      if (name.endsWith('/')) continue
      async function* stored(): AsyncGenerator<Buffer> {
        try {
          for await (const chunk of await zip.openReadStreamPromise(entry, { decodeFileData: false })) {
            onBytes(chunk.length)
            yield chunk
          }
        } catch (cause) {
          throw damageOf(cause)
        }
      }
      const hasOwnBytes = entry.compressedSize <= left && !begins.has(entry.relativeOffsetOfLocalHeader)
      if (hasOwnBytes) left -= entry.compressedSize
      begins.add(entry.relativeOffsetOfLocalHeader)
      const bytes = unzipped(stored(), { method, crc: () => entry.crc32 }, expansion)
      const problem = hasOwnBytes ? zipProblem(flags, method) : 'it shares its bytes with another entry of the archive'
      yield { name, passedOver: isLink(entry) ? 'a link' : null, problem, bytes }
    }
  }
}
