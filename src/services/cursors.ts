import { hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type ByteText, bytesOf } from '../core/byte-text.ts'
import { ApiError, invalidParam } from '../core/errors.ts'
import type { Position } from '../core/paging.ts'
import type { FeedKind } from '../store/kinds.ts'

/**
 * Maximum length of a cursor: room for an upstream's own cursor through one or two deployments. The `Link` header with the next page's URL
 * stays below 8 KB, which proxies and clients accept.
 */
export const maxCursorLength = 4_096

/** Kinds that clients read page by page: feeds, and rankings, which the source reads whole. */
type PagedKind = FeedKind | 'trending'

/**
 * Cursors: base64url of a position in a feed and an authentication code that only this deployment can make. The code covers the feed and
 * its owner, so a cursor is valid only for the operation and arguments it came from. The server stores nothing; replicas with the same key
 * file or keys accept each other's cursors.
 */
export class Cursors {
  readonly #secrets: readonly Secret[]

  /** `secrets`: the key file's secret and SHA-256 of each configured key. The first one signs, all are accepted, so keys can be rotated. */
  constructor(secrets: readonly Buffer[]) {
    this.#secrets = secrets.map((secret) =>
      secretOf(Buffer.from(hkdfSync('sha256', secret, '', 'clipgraph cursor 1', 32)))
    )
  }

  seal(kind: PagedKind, key: string, position: Position): string {
    const [secret] = this.#secrets
    if (secret === undefined) throw new Error('cursors need at least one secret')
    const cursor = base64urlOf(code(secret, kind, key, position), position)
    // Only an upstream's cursors can be too long. A cursor that cannot be sent back is an upstream error.
    if (cursor.length > maxCursorLength) throw new ApiError('UPSTREAM_ERROR')
    return cursor
  }

  /** The position in a cursor, or `INVALID_PARAM` for a cursor that was not made here for this feed. */
  open(kind: PagedKind, key: string, cursor: string, param = 'cursor'): Position {
    const position = this.find(kind, key, cursor)
    if (position === null) throw notOurs(param)
    return position
  }

  /** The position in a cursor; null for a cursor that was not made here for this feed. */
  find(kind: PagedKind, key: string, cursor: string): Position | null {
    const bytes = Buffer.from(cursor, 'base64url')
    const position = bytes.subarray(codeLength).toString()
    const given = bytes.subarray(0, codeLength)
    // Encoding it again must give the same text, so that each cursor has one spelling.
    const canonical = bytes.length > codeLength && base64urlOf(given.toString('latin1'), position) === cursor
    const genuine = (secret: Secret) => timingSafeEqual(given, bytesOf(code(secret, kind, key, position)))
    return canonical && this.#secrets.some(genuine) ? position : null
  }
}

export const notOurs = (param = 'cursor') =>
  invalidParam(
    param,
    'is not a cursor of this operation and these arguments; pass one back unchanged, or none to start from the beginning'
  )

const codeLength = 12

/** A key as the two padded blocks of HMAC (RFC 2104). */
type Secret = { inner: Uint8Array; outer: Uint8Array }

/** Block size of SHA-256. The keys are shorter. */
const blockBytes = 64

const secretOf = (key: Buffer): Secret => {
  const padded = (pad: number) => Buffer.alloc(blockBytes).map((_, index) => (key[index] ?? 0) ^ pad)
  return { inner: padded(0x36), outer: padded(0x5c) }
}

/** Reused buffer for hashing and encoding: allocating one costs as much as hashing. */
const room = Buffer.allocUnsafeSlow(4 * 1024)

/** Bytes followed by text, in the reused buffer. The previous content is overwritten. */
const appendText = (begin: string | Uint8Array, text: string, encoding: BufferEncoding): Buffer => {
  const mostBytes = begin.length + text.length * 3
  const bytes = mostBytes <= room.length ? room : Buffer.allocUnsafe(mostBytes)
  if (typeof begin === 'string') bytes.write(begin, 'latin1')
  else bytes.set(begin)
  return bytes.subarray(0, begin.length + bytes.write(text, begin.length, encoding))
}

const base64urlOf = (code: ByteText, position: Position): string =>
  appendText(code, position, 'utf8').toString('base64url')

const sha256 = (begin: Uint8Array, rest: string, encoding: BufferEncoding): ByteText =>
  hash('sha256', appendText(begin, rest, encoding), 'latin1')

/**
 * The first bytes of an HMAC-SHA-256. Computed by hand, because Node's HMAC allocates an object outside the heap that costs as much to
 * create and collect as an embedded lookup.
 */
const code = ({ inner, outer }: Secret, kind: string, key: string, position: string): ByteText =>
  sha256(outer, sha256(inner, JSON.stringify([kind, key, position]), 'utf8'), 'latin1').slice(0, codeLength)
