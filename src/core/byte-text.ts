/**
 * UTF-8 as a string with one character for each byte. It is joined like any text, its length is the length in bytes, and as `latin1` it goes
 * to the socket in one write with the headers, copied instead of encoded.
 */
export type ByteText = string

/** Of one process, used again for each text: buffers made anew count as memory outside the heap, which is collected at great cost. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024)
/** One unit of a text takes as many bytes at most. */
const unitBytes = 3

/** Text in which all is ASCII, as most JSON is, is the same either way. */
export const toByteText = (text: string): ByteText => {
  const bytes = text.length * unitBytes <= scratch.length ? scratch : Buffer.allocUnsafe(text.length * unitBytes)
  const length = bytes.write(text)
  return length === text.length ? text : bytes.toString('latin1', 0, length)
}

/** Writes a text in parts where there is room for it, and gives what was written. */
export const writeParts = (parts: readonly ByteText[], room: Buffer): Buffer => {
  let at = 0
  for (const part of parts) at += room.write(part, at, 'latin1')
  return room.subarray(0, at)
}

export const lengthOf = (parts: readonly ByteText[]): number => parts.reduce((sum, part) => sum + part.length, 0)

/** The bytes of a text in parts, for whoever is done with them before anybody else asks for some. */
export const bytesForNow = (parts: readonly ByteText[]): Buffer => {
  const length = lengthOf(parts)
  return writeParts(parts, length <= scratch.length ? scratch : Buffer.allocUnsafe(length))
}

/** The same of UTF-8 that is there already. */
export const byteTextOf = (bytes: Uint8Array): ByteText =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

/** The text that is written so. */
export const textOf = (bytes: ByteText): string => bytesOf(bytes).toString()

export const bytesOf = (text: ByteText): Buffer => Buffer.from(text, 'latin1')
