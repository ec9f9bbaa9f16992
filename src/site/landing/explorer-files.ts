import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

type File = { path: string; type: string; plain: Buffer; zipped: Buffer }

const maxAge = 365 * 24 * 60 * 60

/** A built file under an address that changes with what is in it, so that it can be kept for good. */
const file = (name: string, type: string): File => {
  const plain = readFileSync(new URL(`./explorer/${name}`, import.meta.url))
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 12)
  return { path: `/explorer/${hash}/${name}`, type, plain, zipped: gzipSync(plain, { level: 9 }) }
}

const script = file('explorer.js', 'text/javascript; charset=utf-8')
const styles = file('explorer.css', 'text/css; charset=utf-8')

/** Where the explorer's files are. */
export const explorerFiles = { script: script.path, styles: styles.path } as const

/** Whether a client takes an answer in gzip. */
export const takesGzip = (acceptEncoding = ''): boolean => /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(acceptEncoding)

/** The explorer as `npm run generate` built it: nothing is built to serve it. */
export const registerExplorerFiles = (host: FastifyInstance) => {
  for (const { path, type, plain, zipped } of [script, styles]) {
    host.get(path, (request, reply) => {
      reply
        .type(type)
        .header('cache-control', `public, max-age=${maxAge}, immutable`)
        .header('x-content-type-options', 'nosniff')
        .header('vary', 'accept-encoding')
      return takesGzip(request.headers['accept-encoding'])
        ? reply.header('content-encoding', 'gzip').send(zipped)
        : reply.send(plain)
    })
  }
}
