import type { ArchiveEntry } from './archive.ts'
import { ByteReader } from './byte-reader.ts'
import { Unreadable } from './unreadable.ts'

export const blockSize = 512
/** Maximum size of the names and attributes of one entry. */
const maxAttributes = 2 ** 20

const damage = 'its tar archive is damaged or cut off'

/** Whether bytes begin with the header of an entry, according to its checksum, which every variant of the format has. */
export const isTarHeader = (block: Buffer): boolean => {
  if (block.length < blockSize || block[0] === 0) return false
  let sum = 0
  for (let index = 0; index < blockSize; index += 1) sum += index >= 148 && index < 156 ? 0x20 : (block[index] ?? 0)
  return numberIn(block, 148, 8) === sum
}

const textIn = (block: Buffer, from: number, size: number): string => {
  const text = block.subarray(from, from + size)
  const end = text.indexOf(0)
  return text.toString('utf8', 0, end < 0 ? size : end)
}

/** A number in octal, or in base 256 if the first bit is set; NaN for anything else. */
const numberIn = (block: Buffer, from: number, size: number): number => {
  if (((block[from] ?? 0) & 0x80) !== 0) {
    return block.subarray(from + 1, from + size).reduce((number, byte) => number * 256 + byte, 0)
  }
  const text = textIn(block, from, size).trim()
  return text === '' ? 0 : /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN
}

const [file, link, folder] = ['0', '1', '5']
const [symbolicLink, sparse] = ['2', 'S']
const withoutBody = /[1-6]/

type Attributes = { name?: string; size?: number; isSparse?: boolean }

/** Records `LENGTH KEY=VALUE\n` (POSIX pax), which override the header. */
const paxAttributes = (records: Buffer): Attributes => {
  const attributes: Attributes = {}
  let at = 0
  while (at < records.length) {
    const length = Number.parseInt(records.toString('latin1', at, at + 20), 10)
    if (!(length > 0)) break
    const [, key, value = ''] = /^\d+ ([^=]+)=(.*)\n$/s.exec(records.toString('utf8', at, at + length)) ?? []
    if (key === 'path') attributes.name = value
    if (key === 'size' && /^\d+$/.test(value)) attributes.size = Number(value)
    if (key?.startsWith('GNU.sparse.')) attributes.isSparse = true
    at += length
  }
  return attributes
}

/**
 * Entries of a tar archive in stream order. After a damaged header it continues with the next one. Throws `Unreadable` at the end if not
 * everything could be read.
 */
export async function* tarEntries(source: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  const reader = new ByteReader(source)
  let isDamaged = false
  /** Attributes of all entries, and of the next one. */
  let [global, own]: [Attributes, Attributes] = [{}, {}]
  // Zeros also separate concatenated archives.
  let isEnded = false
  try {
    for (;;) {
      const block = await reader.take(blockSize)
      if (block.every((byte) => byte === 0) && block.length > 0) {
        isEnded = true
        continue
      }
      if (block.length < blockSize) break
      const type = String.fromCharCode(block[156] || 0x30)
      const size = withoutBody.test(type) ? 0 : numberIn(block, 124, 12)
      if (!isTarHeader(block) || !Number.isSafeInteger(size)) {
        isDamaged ||= !isEnded
        continue
      }
      isEnded = false
      if (/[xgLK]/.test(type)) {
        if (size > maxAttributes) throw new Unreadable(damage)
        const text = (await reader.take(padded(size))).subarray(0, size)
        if (text.length < size) throw new Unreadable(damage)
        if (type === 'x') own = { ...own, ...paxAttributes(text) }
        if (type === 'g') global = { ...global, ...paxAttributes(text) }
        if (type === 'L') own.name = textIn(text, 0, size)
        continue
      }
      const prefix = textIn(block, 257, 6) === 'ustar' ? textIn(block, 345, 155) : ''
      const header = { name: `${prefix && `${prefix}/`}${textIn(block, 0, 100)}`, size, isSparse: false }
      const entry = { ...header, ...global, ...own }
      own = {}
      const end = withoutBody.test(type) ? 0 : padded(entry.size)
      let at = 0
      let isOver = false
      const next = async (most: number): Promise<Buffer> => {
        const bytes = await reader.next(most)
        if (bytes === null) throw new Unreadable(damage)
        at += bytes.length
        return bytes
      }
      async function* body() {
        try {
          while (at < entry.size) yield await next(entry.size - at)
        } catch (error) {
          // The reader of the entry reports that the rest is missing.
          isOver = true
          throw error
        }
      }
      const isFolder = type === folder || (type === file && entry.name.endsWith('/'))
      if (!isFolder && type !== link) {
        const isSparse = entry.isSparse || type === sparse
        const isFile = isSparse || type === file || type === '7'
        const passedOver = isFile ? null : type === symbolicLink ? 'a link' : 'not a file'
        yield { name: entry.name, passedOver, problem: isSparse ? 'a sparse file' : null, bytes: body() }
      }
      if (isOver) return
      while (at < end) await next(end - at)
    }
    if (isDamaged || !isEnded) throw new Unreadable(damage)
  } finally {
    await reader.close()
  }
}

const padded = (size: number): number => Math.ceil(size / blockSize) * blockSize
