import { createHash } from 'node:crypto'
import { lastingReply } from '../../http/reply.ts'
import { pageRoute, type Route } from '../../http/route.ts'
import { fileHeaders } from './headers.ts'

export const scriptType = 'text/javascript; charset=utf-8'
export const styleType = 'text/css; charset=utf-8'

/** A file of a page under an address that changes with what is in it, `/folder/hash/name`, so that it can be kept for good. */
export const assetRoute = (folder: string, name: string, type: string, content: string | Buffer): Route => {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12)
  const reply = lastingReply(fileHeaders(type), content)
  return pageRoute(`/${folder}/${hash}/${name}`, () => reply)
}
