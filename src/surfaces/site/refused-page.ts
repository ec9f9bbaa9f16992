import type { ApiError } from '../../core/errors.ts'
import { type Reply, reply } from '../http/reply.ts'
import { pageTitle } from '../views/titles.ts'
import { favicon } from './frame/brand.ts'
import { frameStyles } from './frame/frame-styles.ts'
import { hashSource, pageHeaders } from './frame/headers.ts'
import { html, raw } from './frame/html.ts'
import { siteHeader } from './frame/site-header.ts'
import { themeScript, themeSource } from './frame/theme.ts'

const style = `${frameStyles}
main { padding: 3rem var(--side) 5rem; }`

const headers = [
  ...pageHeaders([`style-src ${hashSource(style)}`, `script-src ${themeSource}`, 'img-src data:']),
  ...['cache-control', 'no-store'],
  ...['vary', 'accept, accept-encoding']
]

/** The page for a refused or missing page: the reason and useful links. Programs get the envelope instead. */
export const refusedPage = ({ status, code, message }: ApiError): Reply => {
  const title = code === 'NOT_FOUND' ? 'No such page' : 'This page cannot be shown'
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${pageTitle(title)}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="${favicon}">
${themeScript}
<style>${raw(style)}</style>
</head>
<body>
${siteHeader('', null)}
<main id="main">
<h1>${title}</h1>
<p>${message}</p>
<ul>
<li><a href="/">Explore</a> creators, posts, sounds and hashtags, or search for one.</li>
<li>Write queries in <a href="/graphql">GraphiQL</a>, or read the <a href="/docs/schema">schema</a>.</li>
<li>Look up the <a href="/docs">REST operations</a>, the <a href="/docs/guides">guides</a> and what <a href="/docs/errors/${code}">${code}</a> means.</li>
</ul>
</main>
</body>
</html>
`
  return reply(status, headers, text)
}
