import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { GraphiQLOptions } from 'graphql-yoga'
import type { Awaitable } from '../../core/awaitable.ts'
import type { Incoming } from '../../http/incoming.ts'
import type { Reply } from '../../http/reply.ts'
import type { Route } from '../../http/route.ts'
import { favicon, logoSvg } from '../frame/brand.ts'
import { zippedReply } from '../frame/gzip.ts'
import { pageHeaders } from '../frame/headers.ts'
import type { SiteOptions } from '../frame/site-options.ts'
import { keyOrPlaceholder, visitorOf } from '../frame/visitor.ts'
import { closedPage } from './closed-page.ts'
import { type Starter, starters } from './starters.ts'

/** Kept compressed: 2 MB instead of 9, which nearly every browser takes. */
type Page = { headers: readonly string[]; zipped: Buffer }

const optionsFor = (key: string, tabs: readonly Starter[]): GraphiQLOptions => {
  const headers = JSON.stringify({ 'x-gateway-key': key }, null, 2)
  return {
    title: 'clipgraph',
    favicon,
    // The renderer takes markup here: the way back to the pages.
    logo: `<a href="/docs" title="Reference: REST, schema, errors" aria-label="clipgraph reference">${logoSvg(32)}</a>`,
    defaultHeaders: headers,
    headers,
    // The key of a run is no use after it, and a kept one would hide the new one.
    shouldPersistHeaders: false,
    defaultEditorToolsVisibility: 'headers',
    defaultTabs: tabs.map((tab) => ({ ...tab, headers }))
  }
}

/** JSON that can stand in a script element: nothing in it ends the element or opens a comment. */
const scriptJson = (json: string): string =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/**
 * What is on show at first: the query and variables in the address, else the first tab. Said outright, because GraphiQL finds the tabs it
 * remembers by their text, and without one to look for it opens another empty tab at every reload.
 */
const withQuery = (options: string): string =>
  `((options) => {
    // The explorer is open at the first visit; whoever closes it finds it closed.
    if (localStorage.getItem('graphiql:visiblePlugin') === null) localStorage.setItem('graphiql:visiblePlugin', 'GraphiQL Explorer')
    const asked = new URLSearchParams(location.search)
    const query = asked.get('query') || options.defaultTabs[0].query
    const known = options.defaultTabs.find((tab) => tab.query === query)
    const variables = asked.get('variables') || known?.variables
    const own = { query, ...(variables ? { variables } : {}) }
    const first = known ? [] : [{ ...own, headers: options.headers }]
    return { ...options, ...own, defaultTabs: [...first, ...options.defaultTabs] }
  })(${options})`

/**
 * GraphiQL animates its tabs when they are first laid out and keeps the half-done offset of each until it has the focus: pressed, a tab
 * jumped away from under the pointer, and the click was lost.
 */
const stillTabs = '<style>.graphiql-tab { transform: none !important }</style>'

/** The page, everything inside it: 9 MB, loaded only when somebody opens it. */
const graphiqlHtml = async (options: GraphiQLOptions): Promise<string> => {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const page = renderGraphiQL(options)
  // The renderer puts the options into its script as they are, last of all.
  const json = JSON.stringify(options)
  const at = page.lastIndexOf(json)
  if (at < 0) throw new Error('GraphiQL was rendered without its options')
  return (
    page.slice(0, at).replace('</head>', () => `${stillTabs}</head>`) +
    withQuery(scriptJson(json)) +
    page.slice(at + json.length)
  )
}

const makePage = async (key: string): Promise<Page> => {
  const html = await graphiqlHtml(optionsFor(key, await starters()))
  const script = html.slice(html.indexOf('<script>') + '<script>'.length, html.lastIndexOf('</script>'))
  const headers = pageHeaders([
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'font-src data:',
    "img-src 'self' data:",
    "connect-src 'self'"
  ])
  return { headers: [...headers, 'vary', 'accept, accept-encoding'], zipped: await promisify(gzip)(html) }
}

/** By the key on them. A server has two at most: with the key of its run and without one. */
const pages = new Map<string, Promise<Page>>()

/** Made when first asked for. */
const pageFor = (key: string): Promise<Page> => {
  let page = pages.get(key)
  if (page === undefined) {
    page = makePage(key)
    page.catch(() => pages.delete(key))
    pages.set(key, page)
  }
  return page
}

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

const graphiqlReply = async (incoming: Incoming, options: SiteOptions): Promise<Reply> => {
  const { headers, zipped } = await pageFor(keyOrPlaceholder(visitorOf(incoming, options)))
  return zippedReply(incoming, headers, zipped)
}
