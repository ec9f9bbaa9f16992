import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readConfig } from '../src/core/config/config.ts'
import { ApiError } from '../src/core/errors.ts'
import { createLog } from '../src/core/log.ts'
import { Scope } from '../src/core/scope.ts'
import { type Backend, openBackend } from '../src/host/backend.ts'
import { Streams } from '../src/ingest/seed/random.ts'
import type { Source } from '../src/store/source.ts'
import { answerText, Queries } from '../src/surfaces/graphql/query/answer.ts'
import { DocumentFinder } from '../src/surfaces/graphql/query/document-finder.ts'
import { PersistedDocuments } from '../src/surfaces/graphql/query/persisted-documents.ts'
import { type AnyQuery, anyQuery } from './any-query.ts'
import { failingSource, type Mishap } from './failing-source.ts'
import { pools } from './pools.ts'
import { rules } from './rules.ts'
import { testKey } from './server.ts'

/** Each way of answering has a backend of its own over the same data, so that both have read the same before. */
type Way = { plans: boolean; backend: Backend }

/** From 0 to 99, the same for a text each time. */
const percentileOf = (text: string): number => Number.parseInt(hash('sha1', text).slice(0, 8), 16) % 100

/** Eight reads in a hundred fail, each time. */
export const mishap = (kind: string, key: string): Mishap => {
  const percentile = percentileOf(`${kind} ${key} fails`)
  if (percentile < 4) return { found: new ApiError('UPSTREAM_ERROR') }
  return percentile < 8 ? { found: new ApiError('UNAVAILABLE', `No ${kind} now.`) } : undefined
}

/** What is asked for first need not come first: reads take from none to three turns of the event loop. */
export const unevenSource = (source: Source): Source => {
  const wait = async (text: string) => {
    for (let turns = percentileOf(text) % 4; turns > 0; turns -= 1) await nextTurn()
  }
  return {
    async lookUp(kind, keys, signal) {
      await wait(`${kind} ${keys[0]}`)
      return source.lookUp(kind, keys, signal)
    },
    async page(kind, key, request, signal) {
      await wait(`${kind} ${key}`)
      return source.page(kind, key, request, signal)
    },
    ready: (signal) => source.ready(signal),
    close: () => source.close()
  }
}

/** Does nothing, and hears of no failure: there are thousands. */
const log = createLog('silent')
const moment = Date.now()
const { signal } = new AbortController()

/** What an answer says: its body without what is told of the one request, and the status that goes with its errors. */
type Said = { body: string; statuses: unknown; reads: number }

export type Ways = {
  /** What each way says to a query, at first and again. */
  sayings(asked: AnyQuery): Promise<Record<string, Said>>
  /** Asks any queries, and gives the shares of those that are refused, fail within and are answered whole. Throws for one that is answered in two ways or by INTERNAL_ERROR. */
  compare(queries: number, seed: number): Promise<{ refused: number; failed: number; whole: number }>
  close(): Promise<unknown>
}

/** Plans and the general executor, over a data set of which some reads fail and none comes at once. */
export const openWays = async (dataset: string): Promise<Ways> => {
  const config = readConfig({ DATA_URL: `sqlite:${dataset}`, GATEWAY_KEYS: testKey })
  const open = () =>
    openBackend({
      config,
      log,
      now: () => moment,
      mediaBase: () => 'http://media.example',
      wrapSource: (source) => unevenSource(failingSource(source, mishap))
    })
  const ways: [Way, Way] = [
    { plans: true, backend: await open() },
    { plans: false, backend: await open() }
  ]

  const sayings = async ({ query, ...asked }: AnyQuery): Promise<Record<string, Said>> => {
    // Made ready once for all: most of the time would go there.
    const finder = new DocumentFinder({ rules, persisted: new PersistedDocuments([['asked', query]]) })
    const said: Record<string, Said> = {}
    for (const { plans, backend } of ways) {
      const queries = new Queries({ documents: finder, limits: rules.limits, plans, onServerError() {} })
      for (const time of ['first', 'again']) {
        const scope = new Scope({ requestId: '', signal, startedAt: 0 })
        const answer = await queries.ask({ ...asked, documentId: 'asked' }, { scope, deps: backend.deps })
        said[`${plans ? 'by plan' : 'generally'}, ${time}`] = {
          body: answerText(answer, scope).replace(/"meta":\{[^}]*\},|,"reads":\d+/g, ''),
          statuses: answer.errors.map(({ extensions }) => extensions.http),
          reads: scope.reads.length
        }
      }
    }
    return said
  }

  const compare = async (queries: number, seed: number) => {
    const streams = new Streams(seed)
    const given = pools('0')
    const count = { refused: 0, failed: 0, whole: 0 }
    for (let index = 0; index < queries; index += 1) {
      const asked = anyQuery(streams.at('query', index), given)
      const said = await sayings(asked)
      const [first, ...others] = Object.values(said)
      const isSame = others.every(
        ({ body, statuses }) => body === first?.body && JSON.stringify(statuses) === JSON.stringify(first.statuses)
      )
      const hasErrors = first?.body.startsWith('{"errors"') === true
      // A plan reads ahead for what then is not there; where nothing fails, both read the same.
      const reads = Object.values(said).map((each) => each.reads)
      // Both may fail alike, and what fails within has other codes.
      const isBroken = first?.body.includes('"INTERNAL_ERROR"') === true
      if (!isSame || isBroken || (!hasErrors && new Set(reads).size > 1)) {
        throw new Error(JSON.stringify({ index, asked, said }, null, 2))
      }
      if (!hasErrors) count.whole += 1
      else if (first?.body.includes('"data":{')) count.failed += 1
      else count.refused += 1
    }
    return { refused: count.refused / queries, failed: count.failed / queries, whole: count.whole / queries }
  }

  return { sayings, compare, close: () => Promise.all(ways.map(({ backend }) => backend.close())) }
}
