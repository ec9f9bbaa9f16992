import { begins } from './head.ts'
import { OtherKind, Unreadable } from './unreadable.ts'

/** Converts UTF-16 and removes a byte order mark; other bytes stay as they are. Throws `Unreadable` for binary data. */
export async function* inUtf8(head: Buffer, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const order = byteOrder(head)
  if (order === null) {
    if (head.includes(0)) throw new OtherKind('not text')
    let isFirst = true
    for await (const chunk of source) {
      yield isFirst && begins(chunk, 'efbbbf') ? chunk.subarray(3) : chunk
      isFirst = false
    }
    return
  }
  // An incomplete character, or the first half of a surrogate pair, from the last chunk.
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
