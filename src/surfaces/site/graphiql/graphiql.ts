import type { GraphiQLOptions } from 'graphql-yoga'
import type { Awaitable } from '../../../core/awaitable.ts'
import { MissingPackage } from '../../../core/optional-package.ts'
import { withVary } from '../../http/caching.ts'
import type { Incoming } from '../../http/incoming.ts'
import { type Reply, reply } from '../../http/reply.ts'
import type { HttpRoute } from '../../http/route.ts'
import { examplesFor } from '../docs/examples-for.ts'
import { oncePer } from '../frame/cached.ts'
import { visitorPageHeaders } from '../frame/headers.ts'
import type { SiteOptions } from '../frame/site-options.ts'
import { themeSource } from '../frame/theme.ts'
import { visitorOf } from '../frame/visitor.ts'
import { closedPage, missingPage } from './closed-page.ts'
import { graphiqlFiles } from './graphiql-files.ts'
import { shell } from './shell.ts'
import { readStarters, type Starter } from './starters.ts'

const optionsFor = (tabs: readonly Starter[]): GraphiQLOptions => ({
  // Headers may contain a key, and the key of a run is useless afterwards.
  shouldPersistHeaders: false,
  title: 'GraphiQL',
  logo: ' ',
  defaultTabs: [...tabs]
})

const starters = oncePer(readStarters)
const examplesOf = oncePer(examplesFor)

/** The page's policy. The editor creates styles at run time. */
const headers = withVary(
  visitorPageHeaders([
    `script-src 'self' ${themeSource}`,
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    'font-src data:',
    "img-src 'self' data:",
    "connect-src 'self'"
  ]),
  'accept'
)

/**
 * The GraphQL endpoint, which shows GraphiQL to browsers without requiring a key, and includes the key of this run if that may be shown.
 */
export const withGraphiQL = (endpoint: HttpRoute, options: SiteOptions): HttpRoute => ({
  ...endpoint,
  isOpen: opensGraphiQL,
  // The endpoint may be loaded with its first request.
  ready: (incoming, params) => (opensGraphiQL(incoming) ? undefined : endpoint.ready?.(incoming, params)),
  answer: (incoming, params) =>
    opensGraphiQL(incoming) ? pageOf(incoming, options) : endpoint.answer(incoming, params)
})

/** With a manifest of persisted queries, GraphiQL would be useless. */
const pageOf = (incoming: Incoming, options: SiteOptions): Awaitable<Reply> =>
  options.config.documentsOnly === null
    ? graphiqlReply(incoming, options).catch((error: unknown) => {
        if (error instanceof MissingPackage) return missingPage(error.message)
        throw error
      })
    : closedPage

export const opensGraphiQL = ({ method, heading }: Incoming): boolean =>
  method === 'GET' && (heading.accept ?? '').includes('text/html')

/** The query and variables in the address, or the first example. */
const askedIn = (params: URLSearchParams, examples: readonly Starter[]): Starter => {
  const query = params.get('query')
  if (query === null || query === '') return examples[0] ?? { query: '' }
  const variables = params.get('variables') ?? examples.find((example) => example.query === query)?.variables
  return variables === undefined ? { query } : { query, variables }
}

/**
 * The first example runs automatically: its answer is cached. A query in the address does so only if a page of this server linked to it: it
 * changes nothing, but spends points of the page's key.
 */
const isRunAtOnce = (incoming: Incoming, params: URLSearchParams, asked: Starter, first?: Starter): boolean =>
  (asked.query === first?.query && asked.variables === first.variables) ||
  (params.has('run') && incoming.header('sec-fetch-site') === 'same-origin')

const graphiqlReply = async (incoming: Incoming, options: SiteOptions): Promise<Reply> => {
  const visitor = visitorOf(incoming, options)
  const [examples, files] = await Promise.all([examplesOf(options)(visitor).then(starters), graphiqlFiles()])
  const params = new URLSearchParams(incoming.url.split('?', 2)[1])
  const asked = askedIn(params, examples)
  const { text } = shell({
    asked,
    key: visitor.key,
    examples,
    start: {
      options: optionsFor(examples),
      files,
      run: isRunAtOnce(incoming, params, asked, examples[0])
    }
  })
  return { ...reply(200, headers, text), secret: visitor.key }
}
