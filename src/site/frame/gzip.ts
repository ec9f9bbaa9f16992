import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Incoming } from '../../http/incoming.ts'
import { type Reply, reply } from '../../http/reply.ts'

const takesGzip = ({ headers }: Incoming): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers['accept-encoding'] ?? '')

/** A reply of what is kept in gzip: as nearly every browser takes it, or unpacked. */
export const zippedReply = async (incoming: Incoming, headers: readonly string[], zipped: Buffer): Promise<Reply> =>
  takesGzip(incoming)
    ? reply(200, [...headers, 'content-encoding', 'gzip'], zipped)
    : reply(200, headers, await promisify(gunzip)(zipped))
