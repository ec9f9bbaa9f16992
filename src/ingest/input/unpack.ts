import { type Duplex, pipeline } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'

/** Why a file is skipped or reading it stopped early. */
export class Unreadable extends Error {}

const chunkSize = 256 * 1024

/** Other file types by their first bytes, with advice. */
const others: readonly (readonly [begin: string, what: string])[] = [
  ['504b0304', 'a ZIP archive: unpack it first'],
  ['425a68', 'compressed with bzip2: decompress it first'],
  ['fd377a585a00', 'compressed with xz: decompress it first'],
  ['377abcaf271c', 'a 7z archive: unpack it first'],
  ['53514c69746520666f726d6174203300', 'a SQLite database'],
  ['50415231', 'a Parquet file'],
  ['0000feff', 'UTF-32: convert it to UTF-8 first'],
  ['fffe0000', 'UTF-32: convert it to UTF-8 first']
]

const begins = (bytes: Buffer, hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex

/** Enough bytes to recognize formats and encodings. */
const headSize = 64

/**
 * UTF-8 JSON from a file's bytes: decompresses gzip and zstd, converts UTF-16, removes a byte order mark. Recognized by the first bytes.
 * Throws `Unreadable`.
 */
export async function* unpacked(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [head, rest] = await withHead(source)
  if (begins(head, '1f8b')) [head, rest] = await withHead(through(rest, createGunzip({ chunkSize }), 'gzip'))
  else if (begins(head, '28b52ffd'))
    [head, rest] = await withHead(through(rest, createZstdDecompress({ chunkSize }), 'zstd'))
  const other = others.find(([begin]) => begins(head, begin))
  if (other !== undefined) throw new Unreadable(other[1])
  yield* inUtf8(head, rest)
}

/** Reads the head and returns it together with the rest. */
const withHead = async (source: AsyncIterable<Buffer>): Promise<[Buffer, AsyncIterable<Buffer>]> => {
  const iterator = source[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  let isDone = false
  while (head.length < headSize && !isDone) {
    const next = await iterator.next()
    isDone = next.done === true
    if (next.done !== true) head = Buffer.concat([head, next.value])
  }
  async function* all() {
    try {
      if (head.length > 0) yield head
      while (!isDone) {
        const next = await iterator.next()
        if (next.done === true) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return [head, all()]
}

/** A stream keeps references to its chunks while more is read. */
async function* copies(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of source) yield Buffer.from(chunk)
}

async function* through(source: AsyncIterable<Buffer>, unpacker: Duplex, name: string): AsyncGenerator<Buffer> {
  let failure: unknown = null
  pipeline(copies(source), unpacker, (error) => {
    failure = error
  })
  try {
    // A stream not in object mode yields buffers.
    yield* unpacker as AsyncIterable<Buffer>
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    throw /^(Z_|ZSTD_)/.test(code) ? new Unreadable(`its ${name} is damaged or cut off`, { cause }) : (failure ?? cause)
  }
}

async function* inUtf8(head: Buffer, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const order = byteOrder(head)
  if (order === null) {
    if (head.includes(0)) throw new Unreadable('not text')
    let isFirst = true
    for await (const chunk of source) {
      yield isFirst && begins(chunk, 'efbbbf') ? chunk.subarray(3) : chunk
      isFirst = false
    }
    return
  }
  // Half a character, or the first half of a surrogate pair, from the last chunk.
  let left = Buffer.alloc(0)
  let isFirst = true
  for await (const chunk of source) {
    const bytes = Buffer.concat([left, chunk])
    let size = bytes.length - (bytes.length % 2)
    const even = Buffer.from(bytes.subarray(0, size))
    if (order === 'big') even.swap16()
    if (size >= 2 && (even.readUInt16LE(size - 2) & 0xfc00) === 0xd800) size -= 2
    left = Buffer.from(bytes.subarray(size))
    const text = even.subarray(0, size).toString('utf16le')
    yield Buffer.from(withoutHalves(isFirst ? text.replace(/^\ufeff/, '') : text))
    isFirst = false
  }
  if (left.length > 0) throw new Unreadable('it ends in the middle of a UTF-16 character')
}

const withoutHalves = (text: string) => (text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, ''))

/** Byte order of UTF-16, from its mark or from the zero bytes of ASCII; null for anything else. */
const byteOrder = (head: Buffer): 'little' | 'big' | null => {
  if (begins(head, 'fffe') && !begins(head, 'fffe0000')) return 'little'
  if (begins(head, 'feff')) return 'big'
  if (head.length < 4) return null
  const [a, b, c, d] = head
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'little'
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? 'big' : null
}
