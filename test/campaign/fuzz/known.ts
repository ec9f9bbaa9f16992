import type { Random } from '../../../src/ingest/seed/random.ts'
import { operations } from '../../../src/surfaces/rest/operations.ts'
import type { Pools } from '../../any-query.ts'
import { exampleOperations } from '../../example-operations.ts'
import { pools } from '../../pools.ts'
import { addressOf, validInputs } from '../../rest-address.ts'
import { testKey } from '../../server.ts'

/** What is there to be asked for, as earlier answers told: the same for the same data, so that a run can be repeated. */
export type Known = {
  pools: Pools
  cursors: readonly string[]
  globalIds: readonly string[]
  /** A value for a parameter of REST or of a tool that usually works. */
  usual: (name: string, random: Random) => string
}

/** Parameters whose values records hold under another name. */
const keysOf: Readonly<Record<string, string>> = { videoId: 'post_id', challengeId: 'id' }

const plain: Readonly<Record<string, readonly string[]>> = {
  count: ['1', '2', '5', '20'],
  cursor: ['0'],
  page: ['1', '2', '9'],
  max_time: ['0'],
  sort: ['hot', 'new'],
  region: ['JP', 'US', 'XX'],
  keyword: ['cooking', 'a', 'the sea', 'ba'],
  q: ['tea'],
  query: ['{ __typename }'],
  fields: ['username']
}

/** Asks one of each, and notes the texts in what comes back. */
export const findKnown = async (url: string): Promise<Known> => {
  const texts = new Map<string, Set<string>>()
  const note = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const each of value) note(each, name)
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) note(each, key)
    else if (typeof value === 'string' || typeof value === 'number') {
      const known = texts.get(name) ?? new Set()
      texts.set(name, known.size < 50 ? known.add(String(value)) : known)
    }
  }
  const headers = { 'x-gateway-key': testKey, 'content-type': 'application/json' }
  const inputs = validInputs()
  for (const operation of operations) {
    const response = await fetch(url + addressOf(operation, inputs[operation.id] ?? {}), { headers })
    const { data, pagination } = (await response.json()) as Record<string, unknown>
    note([data, pagination], '')
  }
  const ofRest = new Map([...texts].map(([name, found]) => [name, [...found]]))
  texts.clear()
  for (const { query, given } of exampleOperations) {
    const body = JSON.stringify({ query, variables: given })
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body })
    note(((await response.json()) as Record<string, unknown>).data, '')
  }
  const cursors = ['cursor', 'endCursor', 'startCursor'].flatMap((name) => [...(texts.get(name) ?? [])])
  return {
    pools: pools('0'),
    cursors: [...cursors, ...(ofRest.get('cursor') ?? [])],
    globalIds: [...(texts.get('id') ?? [])],
    usual(name, random) {
      const key = keysOf[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const found = [...(plain[name] ?? []), ...(ofRest.get(key) ?? [])]
      return found.length === 0 ? 'x' : random.pick(found)
    }
  }
}
