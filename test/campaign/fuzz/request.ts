import type { Random } from '../../../src/ingest/seed/random.ts'
import { testKey } from '../../server.ts'
import { mutatedBytes } from './odd.ts'

export type Header = readonly [name: string, value: string]

/** A request with its key; host and length come with the line it goes over. */
export type Draft = { method: string; target: string; headers: readonly Header[]; body: Buffer }

/** `isWhole`: HTTP from its first byte to its last, so that another may follow on the same line. */
export type Sent<Kind extends string = string> = Draft & { kind: Kind; isWhole: boolean }

const key: Header = ['x-gateway-key', testKey]

export const get = (target: string): Draft => ({ method: 'GET', target, headers: [key], body: Buffer.alloc(0) })

export const post = (target: string, body: string | Buffer, headers: readonly Header[] = []): Draft => ({
  method: 'POST',
  target,
  headers: [key, ['content-type', 'application/json'], ...headers],
  body: Buffer.from(body)
})

/** A text as a part of an address. Half a character has no encoding; it goes as what stands for such. */
export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** The bytes of a request; of one that is not to be whole, with some of them changed. */
export const toBytes = ({ method, target, headers, body, isWhole }: Sent, host: string, random: Random): Buffer => {
  const all = headers.map(([name, value]) => `${name}: ${value}`)
  if (!headers.some(([name]) => name === 'host')) all.unshift(`host: ${host}`)
  if (body.length > 0) all.push(`content-length: ${body.length}`)
  const head = Buffer.from([`${method} ${target} HTTP/1.1`, ...all, '', ''].join('\r\n'), 'latin1')
  const bytes = Buffer.concat([head, body])
  return isWhole ? bytes : mutatedBytes(random, bytes)
}
