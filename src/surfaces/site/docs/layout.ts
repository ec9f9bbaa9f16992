import { readFileSync } from 'node:fs'
import { sharedHeaders } from '../../http/caching.ts'
import { type Reply, reply } from '../../http/reply.ts'
import type { SitePlace } from '../../views/site-places.ts'
import { favicon } from '../frame/brand.ts'
import { frameStyles } from '../frame/frame-styles.ts'
import { hashSource, pageHeaders, visitorPageHeaders } from '../frame/headers.ts'
import { type Html, html, raw } from '../frame/html.ts'
import { siteHeader } from '../frame/site-header.ts'
import { themeScript, themeSource } from '../frame/theme.ts'
import type { Visitor } from '../frame/visitor.ts'

/** Pages are sent without comments and indentation. */
const sourceText = (path: string) =>
  readFileSync(new URL(path, import.meta.url), 'utf8').replace(/^ *\/\*[\s\S]*?\*\/\n/gm, '')

const styleText = (name: string) => sourceText(`./styles/${name}.css`).replace(/\n\s+/g, '\n')
const style = `${frameStyles}\n${styleText('reference')}\n${styleText('docs')}`

const scriptText = (name: string) => sourceText(`./scripts/${name}.js`)

/** Enhancements: copy buttons, the current section, calls and snippets on the REST reference, and filters. Pages work without them. */
const every = scriptText('copy') + scriptText('follow')
/** Runs first: it reads the page's text before other scripts add buttons. */
const filter = scriptText('filter')
const scripts = {
  copy: every,
  try: filter + every + scriptText('snippets') + scriptText('try'),
  filter: filter + every
} as const
type ScriptName = keyof typeof scripts

/** Only this server's resources, and inline only the style sheet, the theme and the page's script. */
const directivesFor = (name: ScriptName): readonly string[] => [
  `style-src ${hashSource(style)}`,
  `script-src ${themeSource} ${hashSource(scripts[name])}`,
  ...(name === 'try' ? ["connect-src 'self'"] : []),
  "img-src 'self' data:"
]
const headersFor = (make: (directives: readonly string[]) => readonly string[]) => ({
  copy: make(directivesFor('copy')),
  try: make(directivesFor('try')),
  filter: make(directivesFor('filter'))
})
const headers: Readonly<Record<ScriptName, readonly string[]>> = headersFor(pageHeaders)
const visitorHeaders: Readonly<Record<ScriptName, readonly string[]>> = headersFor(visitorPageHeaders)

export type PageParts = {
  title: string
  description: string
  /** The page's path, for the navigation. */
  path: string
  /** Section of the navigation; the REST reference by default. */
  within?: SitePlace
  /** Content between header and footer, with one `main` element with id `main`. */
  body: Html
  /** The page's script; copy buttons by default. */
  script?: ScriptName
  /** The visitor for whom the page is made; without one, everyone gets the same. */
  visitor?: Visitor
}

const page = (parts: PageParts): Html => {
  const { title, description, path, within = '/docs', body, script = 'copy' } = parts
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="${favicon}">
<link rel="alternate" type="text/markdown" href="${path}.md">
${themeScript}
<style>${raw(style)}</style>
</head>
<body>
${siteHeader(path, within)}
${body}
<footer class="foot">Reference: <a href="/docs">REST</a>, <a href="/docs/schema">schema</a>, <a href="/docs/map">from one to the other</a>, <a href="/docs/errors">errors</a>, <a href="/docs/limits">limits</a>. Contracts: <a href="/schema.graphql">GraphQL schema</a>, <a href="/openapi.json">OpenAPI</a>, <a href="/llms.txt">llms.txt</a>. Running: <a href="/healthz">health</a>, <a href="/readyz">readiness</a>, <a href="/metrics">metrics</a>.</footer>
<script>${raw(scripts[script])}</script>
</body>
</html>
`
}

export const pageReply = (parts: PageParts): Reply => {
  const { script = 'copy', visitor } = parts
  const { text } = page(parts)
  return visitor === undefined
    ? reply(200, [...headers[script], ...sharedHeaders(text)], text)
    : { ...reply(200, visitorHeaders[script], text), secret: visitor.key }
}
