import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { invalidParam } from '../core/errors.ts'
import type { FeedKind, Position } from '../source/source.ts'

/**
 * Cursors are the server's word about a place in one feed: base64url of a position and a code that only this deployment can make.
 * The code covers the feed and what it belongs to, so a cursor works for the operation and arguments it came
 * from and for no others. Nothing is kept on the server; replicas with the same key file or keys accept each other's.
 */
export class Cursors {
  readonly #secrets: readonly KeyObject[]

  /**
   * `secrets`: the one of the key file, and SHA-256 of each configured key. The first signs, all are accepted, so keys can be exchanged in
   * turn.
   */
  constructor(secrets: readonly Buffer[]) {
    this.#secrets = secrets.map((hash) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', hash, '', 'clipgraph cursor 1', 32)))
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
    const genuine = (secret: KeyObject) => timingSafeEqual(given, code(secret, kind, key, position))
    if (!canonical || !this.#secrets.some(genuine)) throw notOurs(param)
    return position
  }
}

export const notOurs = (param = 'cursor') =>
  invalidParam(param, 'is not a cursor of this operation and these arguments; pass one back unchanged or start from 0')

const codeLength = 12

const code = (secret: KeyObject, kind: string, key: string, position: string) =>
  createHmac('sha256', secret)
    .update(JSON.stringify([kind, key, position]))
    .digest()
    .subarray(0, codeLength)
