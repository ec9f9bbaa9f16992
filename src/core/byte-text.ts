/**
 * UTF-8 as a string with one character for each byte. It is joined like any text, its length is the length in bytes, and as `latin1` it goes
 * to the socket in one write with the headers, copied instead of encoded.
 */
export type ByteText = string

/** Text in which all is ASCII, as most JSON is, is the same either way. */
export const toByteText = (text: string): ByteText =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1')

export const bytesOf = (text: ByteText): Buffer => Buffer.from(text, 'latin1')
