import { type Compression, decompressed } from './decompress.ts'
import type { Expansion } from './expansion.ts'
import { begins, type Head, withHead } from './head.ts'
import { blockSize, isTarHeader } from './tar.ts'
import { inUtf8 } from './to-utf8.ts'
import { Unreadable } from './unreadable.ts'

const compressions: readonly (readonly [begin: string, compression: Compression])[] = [
  ['1f8b', 'gzip'],
  ['28b52ffd', 'zstd'],
  ['fd377a585a00', 'xz']
]

/** Other file types by their first bytes, with advice. */
const others: readonly (readonly [begin: string, what: string])[] = [
  ['504b0708', 'a part of a split ZIP archive: join it first'],
  ['425a68', 'compressed with bzip2: decompress it first'],
  ['377abcaf271c', 'a 7z archive: unpack it first'],
  ['526172211a07', 'a RAR archive: unpack it first'],
  ['53514c69746520666f726d6174203300', 'a SQLite database'],
  ['50415245', 'an encrypted Parquet file'],
  ['0000feff', 'UTF-32: convert it to UTF-8 first'],
  ['fffe0000', 'UTF-32: convert it to UTF-8 first']
]

/** Enough to recognize encodings. */
const textHead = 64

/** Some servers compress compressed files again. */
const maxLayers = 2

/** The content of a file after decompression. `isCompressed`: whether the file was compressed. */
export type Unpacked = {
  kind: 'text' | 'tar' | 'zip' | 'parquet'
  bytes: AsyncGenerator<Buffer>
  isCompressed: boolean
  isXz: boolean
}

/**
 * Decompresses gzip, zstd and xz, converts UTF-16 and removes a byte order mark. Recognizes them, and archives, by the first bytes. Throws
 * `Unreadable`. `isWithinXz`: only one file at a time can be decompressed with xz.
 */
export const unpack = async (
  source: AsyncIterable<Buffer>,
  expansion: Expansion,
  isWithinXz: boolean
): Promise<Unpacked> => {
  let isXz = isWithinXz
  let { head, rest }: Head = await withHead(source, blockSize)
  for (let layer = 0; ; layer += 1) {
    const compression = compressions.find(([begin]) => begins(head, begin))?.[1]
    const isCompressed = layer > 0
    if (compression === undefined) {
      const what = others.find(([begin]) => begins(head, begin))?.[1]
      if (what !== undefined) throw new Unreadable(what)
      if (begins(head, '504b0304') || begins(head, '504b0506')) return { kind: 'zip', bytes: rest, isCompressed, isXz }
      if (begins(head, '50415231')) return { kind: 'parquet', bytes: rest, isCompressed, isXz }
      if (isTarHeader(head)) return { kind: 'tar', bytes: rest, isCompressed, isXz }
      return { kind: 'text', bytes: inUtf8(head.subarray(0, textHead), rest), isCompressed, isXz }
    }
    if (layer === maxLayers) throw new Unreadable('compressed more than twice: decompress it first')
    if (compression === 'xz' && isXz) throw new Unreadable('compressed with xz within xz: decompress it first')
    isXz ||= compression === 'xz'
    ;({ head, rest } = await withHead(decompressed(rest, compression, expansion), blockSize))
  }
}
