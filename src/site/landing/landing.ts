import { setTimeout as pause } from 'node:timers/promises'
import { reply } from '../../http/reply.ts'
import { pageRoute, type Route } from '../../http/route.ts'
import { operations } from '../../rest/operations.ts'
import { askGraph } from '../docs/ask-graph.ts'
import { exampleAnswer, exampleRequest } from '../docs/example-request.ts'
import { favicon } from '../frame/brand.ts'
import { visitorPageHeaders } from '../frame/headers.ts'
import { type Html, html } from '../frame/html.ts'
import { kept } from '../frame/kept.ts'
import type { SiteOptions } from '../frame/site-options.ts'
import { type Visitor, visitorOf } from '../frame/visitor.ts'
import { explorerFiles } from './explorer-files.ts'
import { type Answers, plainLanding, shownQuery } from './plain-landing.ts'

const description = 'Public short-video data as one typed GraphQL graph and as REST: an explorer.'

/** The page the explorer starts from. What it needs to know of this server stands in attributes, not in a script. */
const page = (visitor: Visitor, path: string, answers: Answers | null): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>clipgraph</title>
<meta name="description" content="${description}">
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="${explorerFiles.styles}">
<script type="module" src="${explorerFiles.script}"></script>
</head>
<body>
<div id="explorer" data-base="${visitor.baseUrl}"${visitor.key === null ? null : html` data-key="${visitor.key}"`}></div>
<noscript>${plainLanding(visitor, path, answers)}</noscript>
</body>
</html>
`

/** Everything comes from this server: the built explorer, its pictures and sounds, and what it asks. */
const headers = visitorPageHeaders([
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'"
])

const shownOperation = 'getUser'
const keepMs = 30_000
/** A slow data source must not hold up the page: most visitors never see the answers in it. */
const waitMs = 1_000

/** The first page: the explorer, for whoever opens the server in a browser. */
export const landingRoute = (options: SiteOptions): Route => {
  const { deps, log } = options
  const operation = operations.find(({ id }) => id === shownOperation)
  if (operation === undefined) throw new Error(`there is no operation ${shownOperation}`)
  const { path } = exampleRequest(operation)
  const answers = kept(keepMs, async () => {
    const [graph, rest] = await Promise.all([
      askGraph({ query: shownQuery }, options),
      exampleAnswer(operation, deps, log)
    ])
    return { graph, rest }
  })
  return pageRoute('/', async (incoming) => {
    const inTime = await Promise.race([answers(), pause(waitMs, null, { ref: false })])
    const visitor = visitorOf(incoming, options)
    return { ...reply(200, headers, page(visitor, path, inTime).text), isSecret: visitor.key !== null }
  })
}
