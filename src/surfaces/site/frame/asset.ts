import { createHash } from 'node:crypto'
import { lastingReply } from '../../http/reply.ts'
import { type HttpRoute, pageRoute } from '../../http/route.ts'
import { fileHeaders } from './headers.ts'

export const scriptType = 'text/javascript; charset=utf-8'
export const styleType = 'text/css; charset=utf-8'

/** A file at `/folder/hash/name`, where the hash covers its content, so that it can be cached forever. */
export const assetRoute = (folder: string, name: string, type: string, content: string | Buffer): HttpRoute =>
  lastingRoute(`/${folder}/${shortHash([content])}/${name}`, type, content)

/** A file whose address changes with its content. */
export const lastingRoute = (path: string, type: string, content: string | Buffer): HttpRoute => {
  const reply = lastingReply(fileHeaders(type), content)
  return pageRoute(path, () => reply)
}

/** A short hash of contents for an address. */
export const shortHash = (contents: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  return hash.digest('base64url').slice(0, 12)
}
