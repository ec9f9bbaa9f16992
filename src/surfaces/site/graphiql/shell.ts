import { favicon } from '../frame/brand.ts'
import { frameStyles } from '../frame/frame-styles.ts'
import { type Html, html, raw } from '../frame/html.ts'
import { siteHeader } from '../frame/site-header.ts'
import { themeScript } from '../frame/theme.ts'
import { shellRoute, shellStyles } from './graphiql-files.ts'
import type { Starter } from './starters.ts'

/** Content of the page. */
export type Shell = {
  /** The initial query and variables. */
  asked: Starter
  /** Null when the visitor must enter one. */
  key: string | null
  examples: readonly Starter[]
  /** Data for the page's script. */
  start: unknown
}

/** JSON for a script element, with everything escaped that could end the element or open a comment. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const nameOf = ({ query }: Starter): string => /\b(?:query|mutation|subscription)\s+(\w+)/.exec(query)?.[1] ?? 'Query'

const typed = raw('spellcheck="false" autocapitalize="none" autocomplete="off"')

/** A small page that works by itself; GraphiQL replaces it when loaded. */
export const shell = ({ asked, key, examples, start }: Shell): Html => {
  const chosen = examples.findIndex(({ query }) => query === asked.query)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphiQL · clipgraph</title>
<meta name="description" content="Write queries to the clipgraph graph and run them.">
<link rel="icon" href="${favicon}">
${themeScript}
<style>${raw(frameStyles)}${raw(shellStyles)}</style>
<script defer src="${shellRoute.pattern}"></script>
</head>
<body>
${siteHeader('/graphql', '/graphql')}
<main id="main" tabindex="-1">
<h1 class="unseen">GraphiQL</h1>
<div class="tools" data-scripted hidden><label title="Sent as x-gateway-key with each query. Shared addresses do not hold it.">Key<input name="key" type="password" value="${key ?? ''}" form="plain" ${typed}></label>
<button type="button" class="button" data-share>Share</button><span class="unseen" role="status" data-shared></span></div>
<form class="plain" id="plain" aria-label="Query">
<div class="bar"><button class="button main" data-scripted hidden>Run</button>
<label data-scripted hidden>Example<select name="example"><option value="">none</option>${examples.map((example, index) => html`<option value="${index}"${index === chosen ? raw(' selected') : null}>${nameOf(example)}</option>`)}</select></label>
<p role="status" data-state></p>
<button type="button" class="button" data-whole hidden>Open GraphiQL</button>
<noscript><p>To run queries from this page, allow scripts.</p></noscript></div>
<div class="panes"><div class="asks"><label for="query">Query</label>
<textarea id="query" name="query" ${typed}>
${asked.query}</textarea>
<label for="variables">Variables</label>
<textarea id="variables" name="variables" ${typed}>
${asked.variables ?? ''}</textarea></div>
<div class="answer"><h2 id="answer">Answer</h2><pre tabindex="0" role="region" aria-labelledby="answer" data-answer></pre></div></div>
</form>
<div id="root"></div>
</main>
<script type="application/json" id="start">${raw(scriptJson(start))}</script>
</body>
</html>
`
}
