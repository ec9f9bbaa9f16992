import { hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type ByteText, bytesOf } from '../core/byte-text.ts'
import { ApiError, invalidParam } from '../core/errors.ts'
import type { Position } from '../core/paging.ts'
import type { FeedKind } from '../store/kinds.ts'

/**
 * Characters of a cursor: room for what an upstream's own may need, behind one or two deployments. With everything else in it, the `Link` header that
 * leads to the next page stays below 8 KB, which is what proxies and clients take.
 */
export const maxCursorLength = 4_096

/**
 * Cursors are the server's word about a place in one feed: base64url of a position and a code that only this deployment can make.
 * The code covers the feed and what it belongs to, so a cursor works for the operation and arguments it came
 * from and for no others. Nothing is kept on the server; replicas with the same key file or keys accept each other's.
 */
export class Cursors {
  readonly #secrets: readonly Secret[]

  /**
   * `secrets`: the one of the key file, and SHA-256 of each configured key. The first signs, all are accepted, so keys can be exchanged in
   * turn.
   */
  constructor(secrets: readonly Buffer[]) {
    this.#secrets = secrets.map((secret) =>
      secretOf(Buffer.from(hkdfSync('sha256', secret, '', 'clipgraph cursor 1', 32)))
    )
  }

  seal(kind: FeedKind, key: string, position: Position): string {
    const [secret] = this.#secrets
    if (secret === undefined) throw new Error('cursors need at least one secret')
    const cursor = base64urlOf(code(secret, kind, key, position), position)
    // Only an upstream has cursors of any length. One that could not be passed back leads nowhere.
    if (cursor.length > maxCursorLength) throw new ApiError('UPSTREAM_ERROR')
    return cursor
  }

  /** The position inside, or `INVALID_PARAM` for a cursor that was not made here for this feed. */
  open(kind: FeedKind, key: string, cursor: string, param = 'cursor'): Position {
    const bytes = Buffer.from(cursor, 'base64url')
    const position = bytes.subarray(codeLength).toString()
    const given = bytes.subarray(0, codeLength)
    // Written again it must be the same cursor, so each has one spelling, of its letters and of the text in them.
    const canonical = bytes.length > codeLength && base64urlOf(given.toString('latin1'), position) === cursor
    const genuine = (secret: Secret) => timingSafeEqual(given, bytesOf(code(secret, kind, key, position)))
    if (!canonical || !this.#secrets.some(genuine)) throw notOurs(param)
    return position
  }
}

export const notOurs = (param = 'cursor') =>
  invalidParam(param, 'is not a cursor of this operation and these arguments; pass one back unchanged or start from 0')

const codeLength = 12

/** A key as HMAC begins its two hashes with it (RFC 2104). */
type Secret = { inner: Uint8Array; outer: Uint8Array }

/** Bytes that SHA-256 takes at a time. The key has fewer. */
const blockBytes = 64

const secretOf = (key: Buffer): Secret => {
  const padded = (pad: number) => Buffer.alloc(blockBytes).map((_, index) => (key[index] ?? 0) ^ pad)
  return { inner: padded(0x36), outer: padded(0x5c) }
}

/** Room for what is hashed and written, used again for each cursor: to ask for bytes costs as much as to hash them. */
const room = Buffer.allocUnsafeSlow(4 * 1024)

/** Bytes to begin with and text behind them. What was put together before may be gone then. */
const behind = (begin: string | Uint8Array, text: string, encoding: BufferEncoding): Buffer => {
  const mostBytes = begin.length + text.length * 3
  const bytes = mostBytes <= room.length ? room : Buffer.allocUnsafe(mostBytes)
  if (typeof begin === 'string') bytes.write(begin, 'latin1')
  else bytes.set(begin)
  return bytes.subarray(0, begin.length + bytes.write(text, begin.length, encoding))
}

const base64urlOf = (code: ByteText, position: Position): string => behind(code, position, 'utf8').toString('base64url')

const sha256 = (begin: Uint8Array, rest: string, encoding: BufferEncoding): ByteText =>
  hash('sha256', behind(begin, rest, encoding), 'latin1')

/**
 * The beginning of an HMAC with SHA-256. By hand: Node's takes an object outside the heap each time, which costs as much to make and to collect
 * as a look-up in the embedded data.
 */
const code = ({ inner, outer }: Secret, kind: string, key: string, position: string): ByteText =>
  sha256(outer, sha256(inner, JSON.stringify([kind, key, position]), 'utf8'), 'latin1').slice(0, codeLength)
