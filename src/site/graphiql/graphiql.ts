import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphiQLOptions } from 'graphql-yoga'
import type { HostOptions } from '../../server/options.ts'
import { favicon, logoSvg } from '../frame/brand.ts'
import { keyOrPlaceholder, visitorOf } from '../frame/visitor.ts'
import { takesGzip } from '../landing/explorer-files.ts'
import { type Starter, starters } from './starters.ts'

/** Kept compressed: 2 MB instead of 9, which nearly every browser takes. */
type Page = { zipped: Buffer; policy: string }

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
export const scriptJson = (json: string): string =>
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
export const graphiqlHtml = async (options: GraphiQLOptions): Promise<string> => {
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
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'font-src data:',
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join('; ')
  return { zipped: await promisify(gzip)(html), policy }
}

const pages = new WeakMap<HostOptions, Map<string, Promise<Page>>>()

/** Made when first asked for. A server has two at most: with the key of its run and without one. */
const pageFor = (options: HostOptions, key: string): Promise<Page> => {
  const made = pages.get(options) ?? new Map<string, Promise<Page>>()
  pages.set(options, made)
  let page = made.get(key)
  if (page === undefined) {
    page = makePage(key)
    page.catch(() => made.delete(key))
    made.set(key, page)
  }
  return page
}

/** GraphiQL for a browser that opens the endpoint, with the key of this run where that may be shown. */
export const sendGraphiQL = async (request: FastifyRequest, reply: FastifyReply, options: HostOptions) => {
  const { zipped, policy } = await pageFor(options, keyOrPlaceholder(visitorOf(request, options)))
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('vary', 'accept, accept-encoding')
  const zips = takesGzip(request.headers['accept-encoding'])
  return zips ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(await promisify(gunzip)(zipped))
}
