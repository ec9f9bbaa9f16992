import { createInflateRaw } from 'node:zlib'
import { getFileNameLowLevel, parseExtraFields } from 'yauzl'
import type { ArchiveEntry } from './archive.ts'
import { ByteReader } from './byte-reader.ts'
import type { Expansion } from './expansion.ts'
import { feed } from './feed.ts'
import { Unreadable } from './unreadable.ts'
import { unzipped, zipDamage, zipProblem } from './zip.ts'

/** Signatures of the parts of a ZIP archive (APPNOTE 4.3). */
const [localHeader, descriptorMark, listing, moreListing, end] = [0x4034b50, 0x8074b50, 0x2014b50, 0x8064b50, 0x6054b50]
/** The end of the table of contents has a comment of up to 64 KB. */
const longestEnd = 22 + 65_535
/** The size is in an extra field. */
const zip64 = 0xffffffff
const [deflated, stored] = [8, 0]

type Header = { name: string; flags: number; method: number; crc: number; size: number }

/**
 * Entries of a ZIP archive in stream order, each after its own header: for archives in pipes or in other archives, and those without a table of
 * contents. Throws `Unreadable` where the archive cannot be continued.
 */
export async function* streamedZipEntries(
  source: AsyncIterable<Buffer>,
  expansion: Expansion
): AsyncGenerator<ArchiveEntry> {
  const reader = new ByteReader(source)
  try {
    for (let header = await readHeader(reader); header !== null; header = await readHeader(reader)) {
      const { name, flags, method, size } = header
      const problem = zipProblem(flags, method)
      // The size follows the entry. Deflate marks its end; for other methods only the table of contents has the size.
      const isSizeLater = (flags & 8) !== 0 && size === 0
      if (isSizeLater && (problem !== null || method !== deflated)) throw new Unreadable(needsFile)
      let { crc } = header
      let isOver = false
      async function* content(): AsyncGenerator<Buffer> {
        try {
          const actual = isSizeLater ? yield* inflated(reader, expansion) : yield* sized(reader, size)
          if ((flags & 8) !== 0) crc = await readDescriptor(reader, actual)
        } catch (error) {
          // The reader of the entry reports that the rest is missing.
          isOver = true
          throw error
        }
      }
      const chunks = content()
      if (!name.endsWith('/')) {
        const how = { method: isSizeLater ? stored : method, crc: () => crc }
        yield { name, passedOver: null, problem, bytes: unzipped(leftOpen(chunks), how, expansion) }
      }
      if (isOver) return
      for await (const _ of chunks);
    }
  } finally {
    await reader.close()
  }
}

const needsFile = 'a ZIP archive that does not say where its entries end: it can be read as a file of its own only'

/** Leaves its source open for further reads. */
async function* leftOpen(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value
}

const takeAll = async (reader: ByteReader, size: number): Promise<Buffer> => {
  const bytes = await reader.take(size)
  if (bytes.length < size) throw new Unreadable(zipDamage)
  return bytes
}

/** The next header; null at the table of contents, which is then read to its end. */
const readHeader = async (reader: ByteReader): Promise<Header | null> => {
  const signature = (await takeAll(reader, 4)).readUInt32LE()
  if ([listing, moreListing, end].includes(signature)) {
    await endListing(reader, signature === end)
    return null
  }
  if (signature !== localHeader) throw new Unreadable(zipDamage)
  const fixed = Buffer.from(await takeAll(reader, 26))
  const [nameSize, extraSize] = [fixed.readUInt16LE(22), fixed.readUInt16LE(24)]
  const variable = Buffer.from(await takeAll(reader, nameSize + extraSize))
  const [flags, method, crc] = [fixed.readUInt16LE(2), fixed.readUInt16LE(4), fixed.readUInt32LE(10)]
  try {
    const extra = parseExtraFields(variable.subarray(nameSize))
    const name = getFileNameLowLevel(flags, variable.subarray(0, nameSize), extra, false)
    const shortSize = fixed.readUInt32LE(14)
    const long = extra.find(({ id }) => id === 1)?.data
    const size = shortSize === zip64 && long !== undefined ? Number(long.readBigUInt64LE(8)) : shortSize
    return { name, flags, method, crc, size }
  } catch (cause) {
    throw new Unreadable(zipDamage, { cause })
  }
}

const endListing = async (reader: ByteReader, isEnd: boolean): Promise<void> => {
  const mark = Buffer.alloc(4)
  mark.writeUInt32LE(end)
  let last: Buffer = Buffer.alloc(0)
  for (let bytes = await reader.next(); bytes !== null; bytes = await reader.next()) {
    last = Buffer.concat([last, bytes]).subarray(-longestEnd)
  }
  if (!isEnd && !last.includes(mark)) throw new Unreadable(zipDamage)
}

async function* sized(reader: ByteReader, size: number): AsyncGenerator<Buffer, number> {
  for (let left = size; left > 0; ) {
    const bytes = await reader.next(left)
    if (bytes === null) throw new Unreadable(zipDamage)
    left -= bytes.length
    yield bytes
  }
  return size
}

/** Inflates up to the end mark of deflate, and returns the compressed size. */
async function* inflated(reader: ByteReader, expansion: Expansion): AsyncGenerator<Buffer, number> {
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 })
  // Bytes beyond the end belong to the rest of the archive.
  const given: Buffer[] = []
  let passed = 0
  async function* source() {
    for (let bytes = await reader.next(); bytes !== null; bytes = await reader.next()) {
      given.push(Buffer.from(bytes))
      while (passed + (given[0]?.length ?? 0) <= inflate.bytesWritten) passed += given.shift()?.length ?? 0
      yield bytes
    }
  }
  const feeding = feed(source(), inflate)
  try {
    for await (const chunk of inflate) {
      expansion.addUnpacked(chunk.length)
      yield chunk
    }
    await feeding
  } catch (cause) {
    feeding.catch(() => {})
    throw cause instanceof Error && 'errno' in cause ? new Unreadable(zipDamage, { cause }) : cause
  } finally {
    inflate.destroy()
  }
  reader.unread(Buffer.concat(given).subarray(inflate.bytesWritten - passed))
  return inflate.bytesWritten
}

/** The checksum after an entry. Its sizes have 4 or 8 bytes, and its mark may be missing. */
const readDescriptor = async (reader: ByteReader, size: number): Promise<number> => {
  const bytes = Buffer.from(await reader.take(24))
  const from = bytes.length >= 4 && bytes.readUInt32LE() === descriptorMark ? 4 : 0
  if (bytes.length < from + 12) throw new Unreadable(zipDamage)
  const isShort =
    bytes.readUInt32LE(from + 4) === size % 2 ** 32 && bytes.toString('latin1', from + 12, from + 14) === 'PK'
  reader.unread(bytes.subarray(from + (isShort ? 12 : 20)))
  return bytes.readUInt32LE(from)
}
