import { ByteReader } from './byte-reader.ts'

/** The beginning of a file, in which its format is recognized. */
export type Head = { head: Buffer; rest: AsyncGenerator<Buffer> }

export const begins = (bytes: Buffer, hex: string): boolean => bytes.toString('hex', 0, hex.length / 2) === hex

/** Reads at least `size` bytes, if there are as many. `rest` includes them, and repeats an error of reading them. */
export const withHead = async (source: AsyncIterable<Buffer>, size: number): Promise<Head> => {
  const reader = new ByteReader(source)
  const parts: Buffer[] = []
  let missing = size
  let failure: unknown = null
  try {
    while (missing > 0) {
      const part = await reader.next()
      if (part === null) break
      parts.push(Buffer.from(part))
      missing -= part.length
    }
  } catch (error) {
    if (parts.length === 0) throw error
    failure = error
  }
  const head = Buffer.concat(parts)
  async function* rest() {
    try {
      if (head.length > 0) yield head
      if (failure !== null) throw failure
      for (let bytes = await reader.next(); bytes !== null; bytes = await reader.next()) yield bytes
    } finally {
      await reader.close()
    }
  }
  return { head, rest: rest() }
}
