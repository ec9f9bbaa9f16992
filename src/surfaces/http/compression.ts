import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  crc32,
  deflateRaw,
  deflateRawSync,
  gzip,
  type ZlibOptions,
  zstdCompress,
  zstdCompressSync
} from 'node:zlib'
import { type Awaitable, andThen } from '../../core/awaitable.ts'
import { codingFor } from './negotiation.ts'
import { type Coding, type Payload, payloadBytes } from './payload.ts'
import { type Body, bodyOf, type Reply } from './reply.ts'

/** Smaller bodies are not worth compressing. */
const worthBytes = 1024
/** Larger bodies are compressed off the event loop. */
const atOnceBytes = 64 * 1024

/**
 * Preference among codings a client likes equally. Answers prefer gzip, the only coding that allows a new `meta` before an already
 * compressed payload, for little more than a checksum (6 µs for 30 KB); compressing anew takes 60 to 110 µs in any coding, with sizes
 * within a tenth. Content compressed once prefers the smallest result.
 */
const answerCoding = codingFor<Coding>(['gzip', 'zstd', 'br'])
const fileCoding = codingFor<Coding>(['br', 'zstd', 'gzip'])
/** The coding for a body with a secret: gzip can store a part uncompressed. */
const secretCoding = codingFor<Coding>(['gzip'])

const textual = /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|x-ndjson|javascript))/

/** Whether a secret has only characters that HTML, scripts and shells write unescaped. */
const isWrittenAlike = (secret: string) => /^[\w.-]{8,}$/.test(secret)

/** The coding for a body; null for none, also if a secret may occur in an escaped form. */
export const codingOf = ({ headers, body, secret = null }: Reply, acceptEncoding: string): Coding | null => {
  if (body === null || (secret !== null && !isWrittenAlike(secret))) return null
  const { before, payload, after } = body
  if (before.length + payload.length + after.length < worthBytes) return null
  if (!textual.test(headers[headers.indexOf('content-type') + 1] ?? '')) return null
  const chosen = secret !== null ? secretCoding : payload.lasting === undefined ? answerCoding : fileCoding
  const coding = chosen(acceptEncoding)
  return coding === 'identity' ? null : coding
}

/** The compressed body; gzip when it contains a secret. Compressed payloads are cached with the payload. */
export const compress = (body: Body, coding: Coding, secret: string | null = null): Awaitable<Body> => {
  const { before, payload, after } = body
  if (secret !== null) return gzipWithout(secret, wholeOf(body))
  if (payload.lasting !== undefined) return andThen(lastingForm(payload, payload.lasting, coding), bodyOf)
  if (coding === 'gzip') return andThen(deflated(payload), (blocks) => gzipAround(before, payload, blocks, after))
  const whole = wholeOf(body)
  return andThen(coding === 'zstd' ? inZstd(whole) : inBrotli(whole), bodyOf)
}

const wholeOf = ({ before, payload, after }: Body): Buffer =>
  Buffer.concat([Buffer.from(before, 'latin1'), payloadBytes(payload), Buffer.from(after, 'latin1')])

const inZstd = (whole: Buffer): Awaitable<Buffer> =>
  whole.length <= atOnceBytes ? zstdCompressSync(whole) : promisify(zstdCompress)(whole)

const inBrotli = (whole: Buffer): Awaitable<Buffer> =>
  whole.length <= atOnceBytes
    ? brotliCompressSync(whole, brotli(4, whole))
    : promisify(brotliCompress)(whole, brotli(4, whole))

const brotli = (quality: number, { length }: Buffer): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: length }
})

/** Brotli's best quality takes fifteen times as long for a tenth less. */
const makeLasting: Readonly<Record<Coding, (plain: Buffer) => Promise<Buffer>>> = {
  br: (plain) => promisify(brotliCompress)(plain, brotli(9, plain)),
  zstd: (plain) => promisify(zstdCompress)(plain, { params: { [constants.ZSTD_c_compressionLevel]: 9 } }),
  gzip: (plain) => promisify(gzip)(plain, { level: 9 })
}

const lastingForm = (payload: Payload, forms: NonNullable<Payload['lasting']>, coding: Coding): Awaitable<Buffer> => {
  const existing = forms.get(coding)
  if (existing !== undefined) return existing
  const compressing = makeLasting[coding](payloadBytes(payload))
  // Concurrent requests share one compression.
  forms.set(coding, compressing)
  compressing.then(
    (form) => forms.set(coding, form),
    () => forms.delete(coding)
  )
  return compressing
}

/** Flushes to a byte boundary without ending the stream: more blocks follow. */
const openEnded: ZlibOptions = { finishFlush: constants.Z_SYNC_FLUSH }

/** The payload as deflate blocks, cached with it. */
const deflated = (payload: Payload): Awaitable<Buffer> => {
  if (payload.deflated !== undefined) return payload.deflated
  const plain = payloadBytes(payload)
  const compressing =
    plain.length <= atOnceBytes ? deflateRawSync(plain, openEnded) : promisify(deflateRaw)(plain, openEnded)
  return andThen(compressing, (blocks) => {
    payload.deflated = blocks
    return blocks
  })
}

/** RFC 1952: deflate, no flags, no time, unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

const maxStoredBytes = 0xffff

/** Stored deflate blocks: uncompressed bytes (RFC 1951, 3.2.4). */
const stored = (bytes: Buffer, isLast: boolean): Buffer[] => {
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length || (isLast && blocks.length === 0); at += maxStoredBytes) {
    const part = bytes.subarray(at, at + maxStoredBytes)
    const head = Buffer.alloc(5)
    head[0] = isLast && at + maxStoredBytes >= bytes.length ? 1 : 0
    head.writeUInt16LE(part.length, 1)
    head.writeUInt16LE(part.length ^ 0xffff, 3)
    blocks.push(head, part)
  }
  return blocks
}

/**
 * The body as gzip: `before` and `after` as stored blocks around the payload's cached deflate blocks. The checksum is computed each time:
 * 6 µs for 30 KB.
 */
const gzipAround = (before: string, payload: Payload, blocks: Buffer, after: string): Body => {
  const head = Buffer.from(before, 'latin1')
  const tail = Buffer.from(after, 'latin1')
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(tail, crc32(payloadBytes(payload), crc32(head))), 0)
  trailer.writeUInt32LE((head.length + payload.length + tail.length) >>> 0, 4)
  return {
    before: Buffer.concat([gzipHeader, ...stored(head, false)]).toString('latin1'),
    payload: { content: blocks, length: blocks.length },
    after: Buffer.concat([...stored(tail, true), trailer]).toString('latin1')
  }
}

/** The parts between occurrences of a text. */
const partsBetween = (whole: Buffer, text: string): Buffer[] => {
  const parts: Buffer[] = []
  let from = 0
  for (let at = whole.indexOf(text); at >= 0; at = whole.indexOf(text, from)) {
    parts.push(whole.subarray(from, at))
    from = at + text.length
  }
  return [...parts, whole.subarray(from)]
}

/**
 * A gzip body whose secret is never compressed: each occurrence is a stored block, and the parts between are compressed separately. The
 * length therefore reveals nothing about the secret, whatever an attacker adds to the page (BREACH).
 */
const gzipWithout = async (secret: string, whole: Buffer): Promise<Body> => {
  const parts = await Promise.all(partsBetween(whole, secret).map((part) => promisify(deflateRaw)(part, openEnded)))
  const place = stored(Buffer.from(secret), false)
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(whole), 0)
  trailer.writeUInt32LE(whole.length >>> 0, 4)
  const blocks = parts.flatMap((part, index) => (index === 0 ? [part] : [...place, part]))
  return bodyOf(Buffer.concat([gzipHeader, ...blocks, ...stored(Buffer.alloc(0), true), trailer]))
}
