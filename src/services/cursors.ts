import { hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { invalidParam } from '../core/errors.ts'
import type { FeedKind, Position } from '../source/source.ts'

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
    return Buffer.concat([code(secret, kind, key, position), Buffer.from(position)]).toString('base64url')
  }

  /** The position inside, or `INVALID_PARAM` for a cursor that was not made here for this feed. */
  open(kind: FeedKind, key: string, cursor: string, param = 'cursor'): Position {
    const bytes = Buffer.from(cursor, 'base64url')
    const position = bytes.subarray(codeLength).toString()
    const given = bytes.subarray(0, codeLength)
    // Written again it must be the same cursor, so each has one spelling, of its letters and of the text in them.
    const again = Buffer.concat([given, Buffer.from(position)]).toString('base64url')
    const canonical = bytes.length > codeLength && again === cursor
    const genuine = (secret: Secret) => timingSafeEqual(given, code(secret, kind, key, position))
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

const sha256 = (begin: Uint8Array, rest: Buffer): Buffer => hash('sha256', Buffer.concat([begin, rest]), 'buffer')

/**
 * The beginning of an HMAC with SHA-256. By hand: Node's takes an object outside the heap each time, which costs as much to make and to collect
 * as a look-up in the embedded data.
 */
const code = ({ inner, outer }: Secret, kind: string, key: string, position: string): Buffer =>
  sha256(outer, sha256(inner, Buffer.from(JSON.stringify([kind, key, position])))).subarray(0, codeLength)
