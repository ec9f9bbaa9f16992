/** Classes of JSON bytes, and detection of lines in broken files. */

export const [quote, comma, colon, backslash, newline] = [0x22, 0x2c, 0x3a, 0x5c, 0x0a]
export const [listBegin, listEnd, objectBegin, objectEnd] = [0x5b, 0x5d, 0x7b, 0x7d]
const spaces = [0x20, 0x09, 0x0d, newline]

/** A lookup table per class of bytes: one access instead of comparisons. */
const classes = (...members: readonly (readonly number[])[]) => {
  const table = new Uint8Array(256)
  members.forEach((bytes, index) => {
    for (const byte of bytes) table[byte] = index + 1
  })
  return table
}
const digits = Array.from({ length: 10 }, (_, digit) => 0x30 + digit)
export const inContainer = classes([quote], [listBegin, objectBegin], [listEnd, objectEnd], digits, [newline])
/** Classes of bytes; the remaining one is a newline. */
export const [otherClass, quoteClass, beginClass, endClass, digitClass] = [0, 1, 2, 3, 4]
export const inText = classes([quote], [backslash], [newline])
export const endsScalar = classes([...spaces, quote, comma, colon, listBegin, listEnd, objectBegin, objectEnd])
export const isSpace = classes(spaces)
/** Concatenated files contain byte order marks in the middle. */
export const isMark = classes([0xef, 0xbb, 0xbf])

/** The beginning of a value for a message, on one line. */
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

/** End of the first line that is followed by the beginning of a document; `to` if there is none. */
export const nextDocument = (bytes: Buffer, from: number, to: number): number => {
  for (let at = bytes.indexOf(newline, from); at >= 0 && at < to; at = bytes.indexOf(newline, at + 1)) {
    if (bytes[at + 1] === objectBegin || bytes[at + 1] === listBegin) return at
  }
  return to
}

/** Whether a line within a text looks like a new document. JSON texts contain no line breaks. */
export const beginsDocument = (bytes: Buffer, position: number, length: number): boolean => {
  if (position + 1 >= length) return false
  const [first, second] = [bytes[position], bytes[position + 1]]
  return (first === objectBegin && second === quote) || (first === listBegin && second === objectBegin)
}

/** Whether a value may start on the next line, given its container and the preceding byte. */
export const mayHoldValue = (bytes: Buffer, start: number, position: number, container: number): boolean => {
  let last = position - 1
  while (last > start && isSpace[bytes[last] ?? 0] === 1) last--
  const before = bytes[last]
  return container === listBegin ? before === listBegin || before === comma : before === colon
}
