import { setTimeout as pause } from 'node:timers/promises'
import { sampleDataNotice } from '../../../core/sample-data.ts'
import { examples } from '../../../services/examples.ts'
import type { Deps } from '../../../services/operation.ts'
import type { Examples } from '../../../services/own-examples.ts'
import { reply } from '../../http/reply.ts'
import { type HttpRoute, pageRoute } from '../../http/route.ts'
import { exampleValues } from '../../rest/example-values.ts'
import { operations } from '../../rest/operations.ts'
import { earlyQueriesOf } from '../../views/queries.ts'
import { routeOf, type Route as View } from '../../views/route.ts'
import { costsCalls, exampleAnswer, exampleRequest } from '../docs/example-request.ts'
import { examplesFor } from '../docs/examples-for.ts'
import { oncePer } from '../frame/cached.ts'
import { visitorPageHeaders } from '../frame/headers.ts'
import { type Html, html } from '../frame/html.ts'
import type { SiteOptions } from '../frame/site-options.ts'
import { themeScript, themeSource } from '../frame/theme.ts'
import { type Visitor, visitorOf } from '../frame/visitor.ts'
import { explorerFiles, partsOf } from './explorer-files.ts'
import { aboutView } from './head.ts'
import { type Answers, plainLanding, shownQueryOf } from './plain-landing.ts'
import type { FoundPreview, Previews } from './previews.ts'
import { askScript, askSource } from './query.ts'

/** The explorer's page. Data about this server is in attributes, not in a script. */
const page = (
  view: View,
  preview: FoundPreview,
  visitor: Visitor,
  path: string,
  shownQuery: string,
  answers: Answers | null,
  { isSampleData = false, lacks = null }: Deps['reads']
): Html => html`<!doctype html>
<html lang="en" data-base="${visitor.baseUrl}"${visitor.key === null ? null : html` data-key="${visitor.key}"`} ${isSampleData ? html`data-sample ` : null}${lacks === null ? null : html`data-lacks="${JSON.stringify(lacks)}" `}data-questions="${JSON.stringify(preview.isMissing ? [] : earlyQueriesOf(view))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${aboutView(preview, visitor.baseUrl, isSampleData)}
${themeScript}
${askScript}
<link rel="stylesheet" href="${explorerFiles.styles()}">
<script type="module" src="${explorerFiles.script()}"></script>
${partsOf(view).map((part) => html`<link rel="modulepreload" href="${part}">\n`)}</head>
<body>
<div id="explorer"></div>
<noscript>${isSampleData ? html`<p>${sampleDataNotice}.</p>` : null}${plainLanding(visitor, path, shownQuery, answers)}</noscript>
</body>
</html>
`

/** Everything comes from this server: the explorer, its media, and its requests. */
const headers = visitorPageHeaders([
  "style-src 'self'",
  `script-src 'self' ${themeSource} ${askSource}`,
  "img-src 'self' data:",
  "manifest-src 'self'",
  "media-src 'self'",
  "connect-src 'self'"
])

const shownOperation = 'getUser'
/** A slow source must not delay the page; the explorer requests the same data. */
const waitMs = 1_000

/** The first page: the explorer. */
export const landingRoute = (options: SiteOptions, previews: Previews): HttpRoute => {
  const { deps, log } = options
  const operation = operations.find(({ id }) => id === shownOperation)
  if (operation === undefined) throw new Error(`there is no operation ${shownOperation}`)
  const examplesOf = examplesFor(options)
  const answersTo = oncePer(async (found: Examples): Promise<Answers | null> => {
    if (costsCalls(deps)) return null
    const [{ askGraph }, queries] = await Promise.all([import('../docs/ask-graph.ts'), options.queries()])
    const [graph, rest] = await Promise.all([
      askGraph({ query: shownQueryOf(found) }, { deps, queries }),
      exampleAnswer(operation, deps, log, exampleRequest(operation, exampleValues(operation, found)))
    ])
    return { graph, rest }
  })
  return pageRoute('/', async (incoming) => {
    const visitor = visitorOf(incoming, options)
    const view = routeOf(URL.parse(incoming.url, visitor.baseUrl)?.search ?? '')
    const found = (await Promise.race([examplesOf(visitor), pause(waitMs, null, { ref: false })])) ?? examples
    const { path } = exampleRequest(operation, exampleValues(operation, found))
    const [inTime, preview] = await Promise.all([
      Promise.race([answersTo(found), pause(waitMs, null, { ref: false })]),
      previews.of(view, visitor.key, waitMs)
    ])
    const { text } = page(view, preview, visitor, path, shownQueryOf(found), inTime, deps.reads)
    return { ...reply(preview.isMissing ? 404 : 200, headers, text), secret: visitor.key }
  })
}
