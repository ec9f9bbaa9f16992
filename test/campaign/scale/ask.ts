import { Client } from 'undici'
import { processorMs } from '../../process-figures.ts'
import type { Served } from '../../served.ts'
import { testKey } from '../../server.ts'
import type { Key, Read } from './reads.ts'

export type Surface = 'REST' | 'GraphQL'
export const surfaces: readonly Surface[] = ['REST', 'GraphQL']

/** What came of some requests one after the other: time of each, and of one of them the server's processor time and what its list held. */
type Batch = { ms: number[]; micros: number; elements: number; cached: number }

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
      const texts: string[] = []
      const before = processorMs(pid)
      for (const key of keys) {
        const began = performance.now()
        const text = await send(surface, read, key)
        ms.push(performance.now() - began)
        if (text.includes('"cached":true')) cached += 1
        texts.push(text)
      }
      const micros = ((processorMs(pid) - before) * 1_000) / keys.length
      const elements = texts.reduce((sum, text) => sum + longestList(JSON.parse(text)), 0) / keys.length
      return { ms, micros, elements, cached }
    },
    close: () => client.close()
  }
}

const pathOf = (template: string, key: Key) =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(key[name] ?? ''))

/** Elements of the longest list that is not within another one; 0 where there is none. */
const longestList = (value: unknown): number => {
  if (Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Math.max(0, ...Object.values(value).map(longestList)) : 0
}
