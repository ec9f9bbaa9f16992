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
import { type Awaitable, andThen } from '../core/awaitable.ts'
import { codingFor } from './negotiation.ts'
import { type Coding, type Payload, payloadBytes } from './payload.ts'
import { type Body, bodyOf, type Reply } from './reply.ts'

/** Below it there is nothing to win. */
const worthBytes = 1024
/** What takes longer to compress than the event loop should be held is done beside it. */
const atOnceBytes = 64 * 1024

/**
 * What is taken of codings that a client likes equally. For answers gzip: it alone can keep the payload compressed and put a new `meta`
 * before it, which costs little more than a checksum (6 microseconds for 30 KB). All three made anew cost 60 to 110 microseconds and end
 * within a tenth of each other. For what is compressed once and sent for years, the smallest.
 */
const answerCoding = codingFor<Coding>(['gzip', 'zstd', 'br'])
const fileCoding = codingFor<Coding>(['br', 'zstd', 'gzip'])
/** The coding that can hold a part as it is. */
const secretCoding = codingFor<Coding>(['gzip'])

const textual = /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|x-ndjson|javascript))/

/** What is written alike in markup, in scripts and in shells. */
const isWrittenAlike = (secret: string) => /^[\w.-]{8,}$/.test(secret)

/** The coding a body is sent in; null for as it is, as where a secret may stand in it in a form of its own. */
export const codingOf = ({ headers, body, secret = null }: Reply, acceptEncoding: string): Coding | null => {
  if (body === null || (secret !== null && !isWrittenAlike(secret))) return null
  const { before, payload, behind } = body
  if (before.length + payload.length + behind.length < worthBytes) return null
  if (!textual.test(headers[headers.indexOf('content-type') + 1] ?? '')) return null
  const chosen = secret !== null ? secretCoding : payload.lasting === undefined ? answerCoding : fileCoding
  const coding = chosen(acceptEncoding)
  return coding === 'identity' ? null : coding
}

/** The body in a coding, which is gzip where it holds a secret. What is kept with the payload is made once. */
export const compress = (body: Body, coding: Coding, secret: string | null = null): Awaitable<Body> => {
  const { before, payload, behind } = body
  if (secret !== null) return gzipWithout(secret, wholeOf(body))
  if (payload.lasting !== undefined) return andThen(lastingForm(payload, payload.lasting, coding), bodyOf)
  if (coding === 'gzip') return andThen(deflated(payload), (kept) => gzipAround(before, payload, kept, behind))
  const whole = wholeOf(body)
  return andThen(coding === 'zstd' ? inZstd(whole) : inBrotli(whole), bodyOf)
}

const wholeOf = ({ before, payload, behind }: Body): Buffer =>
  Buffer.concat([Buffer.from(before, 'latin1'), payloadBytes(payload), Buffer.from(behind, 'latin1')])

const inZstd = (whole: Buffer): Awaitable<Buffer> =>
  whole.length <= atOnceBytes ? zstdCompressSync(whole) : promisify(zstdCompress)(whole)

const inBrotli = (whole: Buffer): Awaitable<Buffer> =>
  whole.length <= atOnceBytes
    ? brotliCompressSync(whole, brotli(4, whole))
    : promisify(brotliCompress)(whole, brotli(4, whole))

const brotli = (quality: number, { length }: Buffer): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: length }
})

/** The best quality of brotli costs fifteen times as much as this one, for a tenth less. */
const makeLasting: Readonly<Record<Coding, (plain: Buffer) => Promise<Buffer>>> = {
  br: (plain) => promisify(brotliCompress)(plain, brotli(9, plain)),
  zstd: (plain) => promisify(zstdCompress)(plain, { params: { [constants.ZSTD_c_compressionLevel]: 9 } }),
  gzip: (plain) => promisify(gzip)(plain, { level: 9 })
}

const lastingForm = (payload: Payload, forms: NonNullable<Payload['lasting']>, coding: Coding): Awaitable<Buffer> => {
  const kept = forms.get(coding)
  if (kept !== undefined) return kept
  const made = makeLasting[coding](payloadBytes(payload))
  // Whoever comes while it is being made waits for the same.
  forms.set(coding, made)
  made.then(
    (form) => forms.set(coding, form),
    () => forms.delete(coding)
  )
  return made
}

/** Ends at a whole byte, and not the stream: more blocks may follow. */
const openEnded: ZlibOptions = { finishFlush: constants.Z_SYNC_FLUSH }

/** The payload as blocks of deflate, kept with it. */
const deflated = (payload: Payload): Awaitable<Buffer> => {
  if (payload.deflated !== undefined) return payload.deflated
  const plain = payloadBytes(payload)
  const made = plain.length <= atOnceBytes ? deflateRawSync(plain, openEnded) : promisify(deflateRaw)(plain, openEnded)
  return andThen(made, (blocks) => {
    payload.deflated = blocks
    return blocks
  })
}

/** RFC 1952: deflate, no flags, no time, no system told. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

const maxStoredBytes = 0xffff

/** Blocks of deflate that hold bytes as they are (RFC 1951, 3.2.4). */
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

/** The body in gzip: what is new in it as it is, around the payload's blocks, which all answers made of it share. The checksum is not kept: that of 30 KB takes 6 microseconds. */
const gzipAround = (before: string, payload: Payload, blocks: Buffer, behind: string): Body => {
  const head = Buffer.from(before, 'latin1')
  const tail = Buffer.from(behind, 'latin1')
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(tail, crc32(payloadBytes(payload), crc32(head))), 0)
  trailer.writeUInt32LE((head.length + payload.length + tail.length) >>> 0, 4)
  return {
    before: Buffer.concat([gzipHeader, ...stored(head, false)]).toString('latin1'),
    payload: { content: blocks, length: blocks.length },
    behind: Buffer.concat([...stored(tail, true), trailer]).toString('latin1')
  }
}

/** What stands between the places of a text. */
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
 * A body in gzip whose compressor never sees the secret that stands in it: every place of it is in the stream as it is, and each part between
 * two of them is compressed by itself. So the length tells nothing of the secret, whatever a stranger puts beside it (BREACH).
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
