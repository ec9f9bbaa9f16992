import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  asked,
  type Engine,
  fieldsOf,
  type Indexed,
  type IndexedKind,
  indexedKinds,
  indexOf,
  type Weights,
  weightsOf
} from '../engine.ts'
import type { Everything } from '../indexed.ts'
import { processorMs } from '../measures.ts'

/** What a file of bench/peers makes of documents. */
type Search = (query: string, weights: Weights, most: number) => Promise<string[]> | string[]
type Peer = { makeIndex: (fields: Weights, documents: readonly Indexed[]) => Promise<Search> | Search }

const folder = new URL('../../../bench/peers/', import.meta.url)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const heapUsed = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** A search engine of a package, in memory. */
const peer = async (name: string, file: string, everything: Everything): Promise<Engine> => {
  const { makeIndex } = (await import(new URL(file, folder).href)) as Peer
  const before = heapUsed()
  const began = processorMs()
  const indexes = new Map<IndexedKind, Search>()
  for (const kind of indexedKinds) indexes.set(kind, await makeIndex(fieldsOf[kind], everything[kind]))
  const buildMs = processorMs() - began
  return {
    name,
    buildMs,
    size: { mb: (heapUsed() - before) / 1e6, in: 'memory' },
    find: async (kind, query) => (await indexes.get(indexOf(kind))?.(query, weightsOf(kind), asked)) ?? [],
    close: () => indexes.clear()
  }
}

export const miniSearch = (everything: Everything) => peer('MiniSearch', 'minisearch.mjs', everything)
export const orama = (everything: Everything) => peer('Orama', 'orama.mjs', everything)
