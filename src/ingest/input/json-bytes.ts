/** What single bytes of JSON mean, and what lines of a broken file look like. */

export const [quote, comma, colon, backslash, newline] = [0x22, 0x2c, 0x3a, 0x5c, 0x0a]
export const [listBegin, listEnd, objectBegin, objectEnd] = [0x5b, 0x5d, 0x7b, 0x7d]
const spaces = [0x20, 0x09, 0x0d, newline]

/** A class for each byte, so that most bytes cost one look and no comparison. */
const classes = (...members: readonly (readonly number[])[]) => {
  const table = new Uint8Array(256)
  members.forEach((bytes, index) => {
    for (const byte of bytes) table[byte] = index + 1
  })
  return table
}
const digits = Array.from({ length: 10 }, (_, digit) => 0x30 + digit)
export const inContainer = classes([quote], [listBegin, objectBegin], [listEnd, objectEnd], [newline], digits)
export const inText = classes([quote], [backslash], [newline])
export const endsScalar = classes([...spaces, quote, comma, colon, listBegin, listEnd, objectBegin, objectEnd])
export const isSpace = classes(spaces)
/** Files that were put together have byte order marks in the middle. */
export const isMark = classes([0xef, 0xbb, 0xbf])

/** How a value begins, for a message: in one line. */
export const startOf = (bytes: Buffer): string => {
  const begin = bytes.subarray(0, 60).toString().replace('\ufeff', '').replaceAll('\ufffd', '')
  const text = begin.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text
}

export const countLines = (bytes: Buffer, from: number, to: number): number => {
  let lines = 0
  for (let at = bytes.indexOf(newline, from); at >= 0 && at < to; at = bytes.indexOf(newline, at + 1)) lines++
  return lines
}

/** Where the first line ends after which one begins as a document does; `to` if there is none. */
export const nextDocument = (bytes: Buffer, from: number, to: number): number => {
  for (let at = bytes.indexOf(newline, from); at >= 0 && at < to; at = bytes.indexOf(newline, at + 1)) {
    if (bytes[at + 1] === objectBegin || bytes[at + 1] === listBegin) return at
  }
  return to
}

/** Whether a line within a text begins as a document does. No text may hold a line break. */
export const beginsDocument = (bytes: Buffer, position: number, length: number): boolean => {
  if (position + 1 >= length) return false
  const [first, second] = [bytes[position], bytes[position + 1]]
  return (first === objectBegin && second === quote) || (first === listBegin && second === objectBegin)
}

/** Whether a value may stand at the beginning of the next line, by the container around it and by what stands before. */
export const mayHoldValue = (bytes: Buffer, start: number, position: number, container: number): boolean => {
  let last = position - 1
  while (last > start && isSpace[bytes[last] ?? 0] === 1) last--
  const before = bytes[last]
  return container === listBegin ? before === listBegin || before === comma : before === colon
}
