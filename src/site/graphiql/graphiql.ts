import type { GraphiQLOptions } from 'graphql-yoga'
import type { Awaitable } from '../../core/awaitable.ts'
import { withVary } from '../../http/caching.ts'
import type { Incoming } from '../../http/incoming.ts'
import { type Reply, reply } from '../../http/reply.ts'
import type { Route } from '../../http/route.ts'
import { favicon, logoSvg } from '../frame/brand.ts'
import { visitorPageHeaders } from '../frame/headers.ts'
import { type Html, html, raw } from '../frame/html.ts'
import { kept } from '../frame/kept.ts'
import type { SiteOptions } from '../frame/site-options.ts'
import { keyOrPlaceholder, visitorOf } from '../frame/visitor.ts'
import { closedPage } from './closed-page.ts'
import { graphiqlFiles } from './graphiql-files.ts'
import { type Starter, starters } from './starters.ts'

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
const scriptJson = (json: string): string => json.replaceAll('<', '\\u003c')

const tabs = kept(Number.POSITIVE_INFINITY, starters)

/** The policy of the page. The editor writes styles of its own. */
const headers = withVary(
  visitorPageHeaders([
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    'font-src data:',
    "img-src 'self' data:",
    "connect-src 'self'"
  ]),
  'accept'
)

/** The page itself is what differs from visitor to visitor; all else stands in files that a browser loads once. */
const graphiqlHtml = async (key: string): Promise<Html> => {
  const { script, styles, workers } = await graphiqlFiles()
  const start = JSON.stringify({ options: optionsFor(key, await tabs()), workers })
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>GraphiQL, clipgraph</title>
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="${styles}">
</head>
<body id="body" class="no-focus-outline">
<noscript>You need to enable JavaScript to run this app.</noscript>
<div id="root"></div>
<script type="application/json" id="start">${raw(scriptJson(start))}</script>
<script src="${script}"></script>
</body>
</html>
`
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
  const visitor = visitorOf(incoming, options)
  const { text } = await graphiqlHtml(keyOrPlaceholder(visitor))
  return { ...reply(200, headers, text), isSecret: visitor.key !== null }
}
