/** JSON in pieces: text that was just written, and bytes that were written before. */
export type Pieces = string | Buffer | readonly Pieces[]

/** The bytes of pieces in one buffer. */
export const toBytes = (pieces: Pieces): Buffer => {
  if (typeof pieces === 'string') return Buffer.from(pieces)
  if (Buffer.isBuffer(pieces)) return pieces
  const flat = pieces.flat(20) as (string | Buffer)[]
  let length = 0
  for (const piece of flat) length += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (const piece of flat) {
    if (typeof piece === 'string') at += bytes.write(piece, at)
    else {
      bytes.set(piece, at)
      at += piece.length
    }
  }
  return bytes
}
