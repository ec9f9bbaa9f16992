import type { Duplex } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { createGunzip, createInflateRaw, createZstdDecompress } from 'node:zlib'
import type { Expansion } from './expansion.ts'
import { feed } from './feed.ts'
import { Unreadable } from './unreadable.ts'

const chunkSize = 256 * 1024

export type Compression = 'gzip' | 'zstd' | 'xz' | 'deflate'

const streams = {
  gzip: { name: 'gzip', open: () => createGunzip({ chunkSize }) },
  zstd: { name: 'zstd', open: () => createZstdDecompress({ chunkSize }) },
  // Occurs only in ZIP archives.
  deflate: { name: 'ZIP archive', open: () => createInflateRaw({ chunkSize }) }
}

/** Throws `Unreadable` if the source is damaged, truncated, or too small for its unpacked size. */
export async function* decompressed(
  source: AsyncIterable<Buffer>,
  compression: Compression,
  expansion: Expansion
): AsyncGenerator<Buffer> {
  for await (const chunk of compression === 'xz' ? xz(source) : through(source, streams[compression])) {
    expansion.addUnpacked(chunk.length)
    yield chunk
  }
}

async function* through(
  source: AsyncIterable<Buffer>,
  { name, open }: { name: string; open: () => Duplex }
): AsyncGenerator<Buffer> {
  const unpacker = open()
  // A failure ends the stream. Nothing waits for this promise, because standard input may stay open without more bytes.
  feed(source, unpacker).catch(() => {})
  try {
    // A stream not in object mode yields buffers.
    yield* unpacker as AsyncIterable<Buffer>
  } catch (cause) {
    // Yields the bytes that were unpacked before the failure.
    for (let rest = unpacker.read(); rest !== null; rest = unpacker.read()) yield rest
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    throw /^(Z_|ZSTD_)/.test(code) ? damaged(name, cause) : cause
  } finally {
    unpacker.destroy()
  }
}

const damaged = (name: string, cause: unknown) => new Unreadable(`its ${name} is damaged or cut off`, { cause })

/** Messages of xz-decompress for dictionaries above 64 MiB, and for unknown checks and filters. */
const unsupported = /error code [246]$/

async function* xz(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { default: library } = await import('xz-decompress')
  // The types of Node's and browsers' streams differ only in parts not used here.
  const input = ReadableStream.from(copies(source)) as ConstructorParameters<typeof library.XzReadableStream>[0]
  const stream = new library.XzReadableStream(input)
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const { buffer, byteOffset, length } = next.value
      if (length > 0) yield Buffer.from(buffer, byteOffset, length)
    }
  } catch (cause) {
    if (!(cause instanceof Error && cause.message.startsWith('get_next_output failed'))) throw cause
    throw unsupported.test(cause.message)
      ? new Unreadable('compressed with xz in an unusual way: decompress it first', { cause })
      : damaged('xz', cause)
  } finally {
    reader.cancel().catch(() => {})
  }
}

async function* copies(source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) yield new Uint8Array(chunk)
}
