/**
 * UTF-8 as a string with one character per byte. It concatenates like text, its length is its length in bytes, and as `latin1` it is
 * written to the socket together with the headers, copied instead of encoded.
 */
export type ByteText = string

/** One buffer per process, reused for every text: new buffers count as memory outside the heap and are expensive to collect. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024)
/** Largest number of UTF-8 bytes per UTF-16 unit. */
const unitBytes = 3

/** Encodes a text. Returns pure ASCII, such as most JSON, unchanged. */
export const toByteText = (text: string): ByteText => {
  const bytes = text.length * unitBytes <= scratch.length ? scratch : Buffer.allocUnsafe(text.length * unitBytes)
  const length = bytes.write(text)
  return length === text.length ? text : bytes.toString('latin1', 0, length)
}

/** Writes the parts into a buffer and returns the written range. */
export const writeParts = (parts: readonly ByteText[], room: Buffer): Buffer => {
  let at = 0
  for (const part of parts) at += room.write(part, at, 'latin1')
  return room.subarray(0, at)
}

export const lengthOf = (parts: readonly ByteText[]): number => parts.reduce((sum, part) => sum + part.length, 0)

/** Bytes of the parts, valid until the next call: the buffer is reused. */
export const bytesForNow = (parts: readonly ByteText[]): Buffer => {
  const length = lengthOf(parts)
  return writeParts(parts, length <= scratch.length ? scratch : Buffer.allocUnsafe(length))
}

/** Byte text of bytes that are already UTF-8. */
export const byteTextOf = (bytes: Uint8Array): ByteText =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

/** Decodes a byte text. */
export const textOf = (bytes: ByteText): string => bytesOf(bytes).toString()

export const bytesOf = (text: ByteText): Buffer<ArrayBuffer> => Buffer.from(text, 'latin1')
