import { Client } from 'undici'
import { processorMs } from '../../process-figures.ts'
import type { Served } from '../../served.ts'
import { testKey } from '../../server.ts'
import type { Key, Read } from './reads.ts'

export type Surface = 'REST' | 'GraphQL'
export const surfaces: readonly Surface[] = ['REST', 'GraphQL']

/** What came of some requests one after the other: time of each, and processor time of the server for one of them. */
export type Batch = { ms: number[]; micros: number; cached: number }

/** A connection to a server, for requests that come one by one. */
export const connect = ({ url, pid }: Pick<Served, 'url' | 'pid'>) => {
  const client = new Client(url)

  const send = async (surface: Surface, read: Read, key: Key): Promise<string> => {
    const headers = { 'x-gateway-key': testKey, 'content-type': 'application/json' }
    const { statusCode, body } = await client.request(
      surface === 'REST'
        ? { method: 'GET', path: `/api/v1${pathOf(read.path, key)}`, headers }
        : { method: 'POST', path: '/graphql', headers, body: JSON.stringify({ query: read.query, variables: key }) }
    )
    const text = await body.text()
    if (statusCode !== 200 || text.includes('"errors":['))
      throw new Error(`${read.name}, ${surface}, ${JSON.stringify(key)}: ${statusCode} ${text.slice(0, 500)}`)
    return text
  }

  return {
    async ask(surface: Surface, read: Read, keys: readonly Key[]): Promise<Batch> {
      const ms: number[] = []
      let cached = 0
      const before = processorMs(pid)
      for (const key of keys) {
        const began = performance.now()
        const text = await send(surface, read, key)
        ms.push(performance.now() - began)
        if (text.includes('"cached":true')) cached += 1
      }
      return { ms, micros: ((processorMs(pid) - before) * 1_000) / keys.length, cached }
    },
    close: () => client.close()
  }
}

const pathOf = (template: string, key: Key) =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(key[name] ?? ''))
