import type { GraphiQLOptions } from 'graphql-yoga'
import type { Awaitable } from '../../core/awaitable.ts'
import { withVary } from '../../http/caching.ts'
import type { Incoming } from '../../http/incoming.ts'
import { type Reply, reply } from '../../http/reply.ts'
import type { Route } from '../../http/route.ts'
import { kept } from '../frame/cached.ts'
import { visitorPageHeaders } from '../frame/headers.ts'
import type { SiteOptions } from '../frame/site-options.ts'
import { themeSource } from '../frame/theme.ts'
import { keyOrPlaceholder, visitorOf } from '../frame/visitor.ts'
import { closedPage } from './closed-page.ts'
import { graphiqlFiles } from './graphiql-files.ts'
import { shell } from './shell.ts'
import { readStarters, type Starter } from './starters.ts'

const optionsFor = (key: string, tabs: readonly Starter[]): GraphiQLOptions => {
  const headers = JSON.stringify({ 'x-gateway-key': key }, null, 2)
  return {
    headers,
    // The key of a run is no use after it, and a kept one would hide the new one.
    shouldPersistHeaders: false,
    defaultTabs: [...tabs]
  }
}

const starters = kept(Number.POSITIVE_INFINITY, readStarters)

/** The policy of the page. The editor writes styles of its own. */
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

/** The GraphQL endpoint, where a browser that opens it gets GraphiQL: with the key of this run where that may be shown, and without being asked for one. */
export const withGraphiQL = (endpoint: Route, options: SiteOptions): Route => ({
  ...endpoint,
  isOpen: opensGraphiQL,
  answer: (incoming, params) =>
    opensGraphiQL(incoming) ? pageOf(incoming, options) : endpoint.answer(incoming, params)
})

/** Where only known documents are answered, nothing that somebody writes would be. */
const pageOf = (incoming: Incoming, options: SiteOptions): Awaitable<Reply> =>
  options.config.documentsOnly === null ? graphiqlReply(incoming, options) : closedPage

const opensGraphiQL = ({ method, heading }: Incoming): boolean =>
  method === 'GET' && (heading.accept ?? '').includes('text/html')

/** The query in the address and its variables, or the first of the examples. */
const askedIn = (params: URLSearchParams, examples: readonly Starter[]): Starter => {
  const query = params.get('query')
  if (query === null || query === '') return examples[0] ?? { query: '' }
  const variables = params.get('variables') ?? examples.find((example) => example.query === query)?.variables
  return variables === undefined ? { query } : { query, variables }
}

/**
 * What the address says may be run without being asked again only when a page of this server led to it: a query changes nothing, but it
 * takes points of the key that the page has.
 */
const isRunAtOnce = (incoming: Incoming, params: URLSearchParams): boolean =>
  params.has('run') && incoming.header('sec-fetch-site') === 'same-origin'

const graphiqlReply = async (incoming: Incoming, options: SiteOptions): Promise<Reply> => {
  const visitor = visitorOf(incoming, options)
  const [examples, files] = await Promise.all([starters(), graphiqlFiles()])
  const params = new URLSearchParams(incoming.url.split('?', 2)[1])
  const { text } = shell({
    asked: askedIn(params, examples),
    key: visitor.key,
    examples,
    start: {
      options: optionsFor(keyOrPlaceholder(visitor), examples),
      files,
      run: isRunAtOnce(incoming, params)
    }
  })
  return { ...reply(200, headers, text), secret: visitor.key }
}
