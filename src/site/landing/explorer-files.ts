import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { pageRoute, type Route } from '../../http/route.ts'
import { zippedReply } from '../frame/gzip.ts'
import { fileHeaders } from '../frame/headers.ts'

/** A built file under an address that changes with what is in it, so that it can be kept for good. */
const file = (name: string, type: string): Route => {
  const plain = readFileSync(new URL(`./explorer/${name}`, import.meta.url))
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 12)
  const headers = [...fileHeaders(type), 'vary', 'accept-encoding']
  const zipped = gzipSync(plain, { level: 9 })
  return pageRoute(`/explorer/${hash}/${name}`, (incoming) => zippedReply(incoming, headers, zipped))
}

const script = file('explorer.js', 'text/javascript; charset=utf-8')
const styles = file('explorer.css', 'text/css; charset=utf-8')

/** Where the explorer's files are. */
export const explorerFiles = { script: script.pattern, styles: styles.pattern } as const

/** The explorer as `npm run generate` built it: nothing is built to serve it. */
export const explorerRoutes: readonly Route[] = [script, styles]
