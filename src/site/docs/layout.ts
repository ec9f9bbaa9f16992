import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sharedHeaders } from '../../http/caching.ts'
import { type Reply, reply } from '../../http/reply.ts'
import { favicon, logoSvg } from '../frame/brand.ts'
import { pageHeaders, visitorPageHeaders } from '../frame/headers.ts'
import { type Html, html, raw } from '../frame/html.ts'
import type { Visitor } from '../frame/visitor.ts'

const styleText = (name: string) => readFileSync(new URL(`./styles/${name}.css`, import.meta.url), 'utf8')
const style = `${styleText('frame')}\n${styleText('docs')}`

const scriptText = (name: string) => readFileSync(new URL(`./scripts/${name}.js`, import.meta.url), 'utf8')

/** Pages work without them: they add buttons to copy code, calls on the REST reference, a filter on the schema. */
const scripts = {
  copy: scriptText('copy'),
  try: scriptText('copy') + scriptText('try'),
  filter: scriptText('copy') + scriptText('filter')
} as const
type ScriptName = keyof typeof scripts

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing from elsewhere, and of what is inline only the style sheet and the page's script. */
const directivesFor = (name: ScriptName): readonly string[] => [
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(scripts[name])}`,
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
  /** The page's own path, to mark it in the navigation. */
  path: string
  /** The place in the navigation that the page belongs to, where its path does not tell. */
  within?: string
  /** Everything between header and footer, with one `main` whose id is `main`. */
  body: Html
  /** What the page's script does; copying code when nothing is said. */
  script?: ScriptName
  /** Whom the page was made for; without it everyone gets the same. */
  visitor?: Visitor
}

const places = [
  ['/docs', 'REST'],
  ['/docs/schema', 'GraphQL schema'],
  ['/docs/map', 'REST to GraphQL'],
  ['/docs/errors', 'Errors'],
  ['/docs/guides', 'Guides'],
  ['/graphql', 'GraphiQL']
] as const

/** The page itself, or what it belongs to. */
const marks = (href: string, { path, within }: PageParts): Html | null => {
  if (href === path) return raw(' aria-current="page"')
  const isInside = href === within || (href !== '/docs' && path.startsWith(`${href}/`))
  return isInside ? raw(' aria-current="true"') : null
}

const page = (parts: PageParts): Html => {
  const { title, description, path, body, script = 'copy' } = parts
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="${favicon}">
<link rel="alternate" type="text/markdown" href="${path}.md">
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/">${raw(logoSvg(26))}clipgraph</a>
<nav class="site" aria-label="Site"><ul>${places.map(([href, name]) => html`<li><a href="${href}"${marks(href, parts)}>${name}</a></li>`)}</ul></nav>
</header>
${body}
<footer class="foot">Contracts: <a href="/schema.graphql">GraphQL schema</a>, <a href="/openapi.json">OpenAPI</a>, <a href="/llms.txt">llms.txt</a>. Running: <a href="/healthz">health</a>, <a href="/readyz">readiness</a>, <a href="/metrics">metrics</a>.</footer>
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
    : { ...reply(200, visitorHeaders[script], text), isSecret: visitor.key !== null }
}
