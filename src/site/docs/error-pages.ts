import { ApiError, asApiError, docUrl, type ErrorCode, errorCodes } from '../../core/errors.ts'
import { refusalJson } from '../../graphql/http/refusal.ts'
import { Queries } from '../../graphql/query/answer.ts'
import { metaText } from '../../http/meta.ts'
import { failureJson } from '../../rest/envelope.ts'
import { examples } from '../../services/examples.ts'
import { describedServices, type Services } from '../../services/services.ts'
import { type Html, html, prose } from '../frame/html.ts'
import { kept } from '../frame/kept.ts'
import type { PageParts } from '../frame/layout.ts'
import { askGraph } from './ask-graph.ts'
import { codeBlock, jsonMarkup } from './code.ts'
import { type DocumentedCode, documentedCodes, errorTexts, type GraphQLStatus } from './error-texts.ts'
import { pageScope } from './example-request.ts'
import { graphiqlAddress } from './graphql-twin.ts'

/** What is sent on each surface to get the error. */
type Sample = {
  error: ApiError
  rest?: string
  /** A query that meets the error in a field; the request text when there is none to show. */
  query?: string
  request?: string
}

const quoted = JSON.stringify
const userPath = `/api/v1/users/${examples.username}`
const userQuery = `{\n  user(by: { username: ${quoted(examples.username)} }) {\n    displayName\n    followersCount\n  }\n}`
const privateName = 'someone.private'
const missingPost = '1000000000000000000'

/** The error that reading something ends with. */
const refusalOf = (read: () => unknown): ApiError => {
  try {
    read()
  } catch (error) {
    return asApiError(error)
  }
  throw new Error('nothing was refused')
}

const failsInField = (code: ErrorCode): Sample => ({
  error: new ApiError(code),
  rest: `GET ${userPath}`,
  query: userQuery
})

/** A request for each code, and the error that answers it. */
const samples: Readonly<Record<ErrorCode, Sample>> = {
  INVALID_PARAM: {
    error: refusalOf(() => describedServices().users.posts.input.count.read(5000, 'count')),
    rest: `GET ${userPath}/posts?count=5000`,
    query: `{\n  user(by: { username: ${quoted(examples.username)} }) {\n    displayName\n    posts(first: 5000) { nodes { caption } }\n  }\n}`
  },
  UNAUTHORIZED: {
    error: new ApiError('UNAUTHORIZED'),
    rest: `GET ${userPath}\nx-gateway-key: not-a-key`,
    request: 'POST /graphql\nx-gateway-key: not-a-key'
  },
  ACCOUNT_PRIVATE: {
    error: new ApiError('ACCOUNT_PRIVATE', `The account ${privateName} is private; scorecards need a public one.`),
    rest: `GET /api/v1/intelligence/creator/${privateName}`,
    query: `{\n  user(by: { username: ${quoted(privateName)} }) {\n    username\n    scorecard { scores { creatorScore } }\n  }\n}`
  },
  NOT_FOUND: {
    error: new ApiError('NOT_FOUND', `Post ${missingPost} was not found.`),
    rest: `GET /api/v1/posts?videoId=${missingPost}`,
    query: `{\n  post(by: { postId: ${quoted(missingPost)} }) { caption }\n}`
  },
  METHOD_NOT_ALLOWED: {
    error: new ApiError('METHOD_NOT_ALLOWED', 'Use GET or HEAD.'),
    rest: `DELETE ${userPath}`,
    request: 'DELETE /graphql'
  },
  REQUEST_TIMEOUT: {
    error: new ApiError('REQUEST_TIMEOUT'),
    rest: `GET ${userPath}\nx-gateway-key: …\n(and nothing more for 30 seconds)`
  },
  PAYLOAD_TOO_LARGE: {
    error: new ApiError('PAYLOAD_TOO_LARGE', 'The body may have at most 262144 bytes.'),
    request: 'POST /graphql\ncontent-type: application/json\ncontent-length: 300000'
  },
  UNSUPPORTED_MEDIA_TYPE: {
    error: new ApiError('UNSUPPORTED_MEDIA_TYPE'),
    request: `POST /graphql\ncontent-type: text/plain\n\n${userQuery}`
  },
  RATE_LIMITED: failsInField('RATE_LIMITED'),
  INTERNAL_ERROR: failsInField('INTERNAL_ERROR'),
  UPSTREAM_ERROR: failsInField('UPSTREAM_ERROR'),
  UNAVAILABLE: failsInField('UNAVAILABLE'),
  UPSTREAM_TIMEOUT: failsInField('UPSTREAM_TIMEOUT')
}

const languageSamples: Readonly<Record<string, string>> = {
  GRAPHQL_PARSE_FAILED: `{\n  user(by: { username: ${quoted(examples.username)} }) {\n    displayName\n`,
  GRAPHQL_VALIDATION_FAILED: `{\n  user(by: { username: ${quoted(examples.username)} }) {\n    displayname\n  }\n}`
}

/** Services of which one part fails with an error: what the graph makes of it is then its own doing. */
const failing = (error: ApiError): Services => {
  const profile = {
    username: error.code === 'ACCOUNT_PRIVATE' ? privateName : examples.username,
    display_name: 'Maya Nguyen'
  }
  const fails = async () => {
    throw error
  }
  const byUsername = error.code === 'INVALID_PARAM' || error.code === 'ACCOUNT_PRIVATE' ? async () => profile : fails
  // Only the operations that the queries above run are there.
  return {
    users: { byUsername, posts: fails },
    posts: { byIdOrUrl: fails },
    intelligence: { scorecard: fails }
  } as unknown as Services
}

const queries = new Queries({ maxCost: 1_000, maxDepth: 15, plans: true, onServerError() {} })

type Shown = { rest: string | null; graphql: string | null; restBody: unknown; graphqlBody: unknown }

/** The example of a code, answered by the code that answers clients. */
const exampleOf = async (code: DocumentedCode): Promise<Shown> => {
  const query = languageSamples[code]
  if (query !== undefined) {
    // A query that fails before it runs reaches no service.
    const graphqlBody = await askGraph({ query }, { services: failing(new ApiError('INTERNAL_ERROR')), queries })
    return { rest: null, graphql: query, restBody: null, graphqlBody }
  }
  const sample = samples[code as ErrorCode]
  const meta = metaText(pageScope())
  const graphqlBody =
    sample.query === undefined
      ? JSON.parse(refusalJson(meta, graphqlError(sample.error)))
      : await askGraph({ query: sample.query }, { services: failing(sample.error), queries })
  return {
    rest: sample.rest ?? null,
    graphql: sample.query ?? sample.request ?? null,
    restBody: JSON.parse(failureJson(meta, sample.error)),
    graphqlBody
  }
}

/** The endpoint takes one method more. */
const graphqlError = (error: ApiError): ApiError =>
  error.code === 'METHOD_NOT_ALLOWED' ? new ApiError(error.code, 'Use GET or HEAD or POST.') : error

const statusOf = (code: DocumentedCode): number => (code in errorCodes ? errorCodes[code as ErrorCode].status : 400)
const isLanguage = (code: DocumentedCode) => !(code in errorCodes)

const graphqlStatuses: Readonly<Record<GraphQLStatus, (status: number) => string>> = {
  same: (status) => `${status} when the whole request fails`,
  field: () => '200 when it concerns one field: that field is null, the error’s `path` names it, and all else is there',
  variables: () => '400 when the request cannot be read or its variables do not fit',
  query: () =>
    '400 when the query cannot run, for clients that accept `application/graphql-response+json`; others get 200, as GraphQL over HTTP asks'
}

/** Text with `code` and [links](/of-this-server). */
const linked = (text: string): Html =>
  html`${text.split(/(\[[^\]]+\]\(\/[^)]*\))/).map((part) => {
    const [, name, href] = /^\[([^\]]+)\]\((\/[^)]*)\)$/.exec(part) ?? []
    return name === undefined || href === undefined ? prose(part) : html`<a href="${href}">${name}</a>`
  })}`

const listOf = (lines: readonly string[]): Html =>
  html`<ul class="lines">${lines.map((line) => html`<li>${linked(line)}</li>`)}</ul>`

const contents = (current: DocumentedCode | null): Html =>
  html`<nav class="toc codes" aria-label="Error codes"><ul><li><a href="/docs/errors">All codes</a><ul>${documentedCodes.map((code) => html`<li><a href="${docUrl(code)}"${code === current ? html` aria-current="page"` : null}>${code}</a></li>`)}</ul></li></ul></nav>`

const errorPage = (code: DocumentedCode, { rest, graphql, restBody, graphqlBody }: Shown): PageParts => {
  const { means, happens, doThis, again, graphql: kinds } = errorTexts[code]
  const status = statusOf(code)
  const isQuery = graphql?.startsWith('{') === true
  return {
    title: `${code}, clipgraph`,
    description: means.replaceAll('`', ''),
    path: docUrl(code),
    body: html`<div class="reference">${contents(code)}<main id="main" class="error"><p class="over"><a href="/docs/errors">Errors</a></p><h1>${code}</h1>
<p class="lead">${prose(means)}</p>
<dl class="facts beside"><dt>REST</dt><dd>${isLanguage(code) ? 'does not answer with it: this is about the query language' : html`Status <strong>${status}</strong>`}</dd>
<dt>GraphQL</dt><dd>${kinds.map((kind) => html`<div>${prose(graphqlStatuses[kind](status))}.</div>`)}</dd>
<dt>Sending it again</dt><dd>${prose(again)}</dd></dl>
<section aria-labelledby="when"><h2 id="when">When it happens</h2>${listOf(happens)}</section>
<section aria-labelledby="do"><h2 id="do">What to do</h2>${listOf(doThis)}</section>
<section aria-labelledby="example"><h2 id="example">Example</h2><div class="pair${rest === null || graphql === null ? '' : ' two'}">
${rest === null ? null : html`<div><h3>REST</h3>${codeBlock('REST request', rest)}<h4>Answer, <span class="status failed">${status}</span></h4>${codeBlock('REST answer', jsonMarkup(restBody))}</div>`}
${graphql === null ? null : html`<div><h3>GraphQL</h3>${codeBlock(isQuery ? 'GraphQL query' : 'GraphQL request', graphql)}${isQuery ? html`<p><a href="${graphiqlAddress(graphql)}">Open in GraphiQL</a></p>` : null}<h4>Answer</h4>${codeBlock('GraphQL answer', jsonMarkup(graphqlBody))}</div>`}
</div></section></main></div>`
  }
}

const indexPage: PageParts = {
  title: 'Errors, clipgraph',
  description: 'Every error code of clipgraph: what it means and what to do.',
  path: '/docs/errors',
  body: html`<div class="reference">${contents(null)}<main id="main"><h1>Errors</h1>
<p class="lead">Both surfaces use the same codes. Programs should look at the code; the message is for people and may change.</p>
<section aria-labelledby="codes"><h2 id="codes">Codes</h2><div class="scroll fields" tabindex="0" role="region" aria-label="Error codes"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Again?</th></tr></thead><tbody>${documentedCodes.map((code) => html`<tr><th scope="row"><a href="${docUrl(code)}"><code>${code}</code></a></th><td data-label="Status">${statusOf(code)}</td><td class="wide">${prose(errorTexts[code].means)}</td><td data-label="Again?">${(/^[^,. ]+/.exec(errorTexts[code].again) ?? [''])[0]}</td></tr>`)}</tbody></table></div></section>
<section aria-labelledby="where"><h2 id="where">Where an error stands</h2><div class="pair two"><div><h3>REST</h3><p>In <code>error</code> of the envelope; <code>data</code> and <code>pagination</code> are null.</p>${codeBlock('An error in REST', jsonMarkup({ error: { code: 'NOT_FOUND', message: `Post ${missingPost} was not found.`, details: { doc_url: docUrl('NOT_FOUND') } } }))}</div>
<div><h3>GraphQL</h3><p>In <code>errors</code>, beside the data of the fields that did not fail.</p>${codeBlock('An error in GraphQL', jsonMarkup({ errors: [{ message: `Post ${missingPost} was not found.`, path: ['post'], extensions: { code: 'NOT_FOUND', details: { doc_url: docUrl('NOT_FOUND') } } }] }))}</div></div>
<p><code>details.doc_url</code> is the page of the code, as a path: resolve it against the address you asked. <code>meta.request_id</code> names the request when you ask for help.</p></section></main></div>`
}

const keepMs = 30_000

/** The pages about errors: all codes, and one code; null for what is no code. */
export const createErrorPages = (): { index: PageParts; page: (code: string) => Promise<PageParts> | null } => {
  const pages = new Map<string, () => Promise<PageParts>>(
    documentedCodes.map((code) => [code, kept(keepMs, async () => errorPage(code, await exampleOf(code)))])
  )
  return { index: indexPage, page: (code) => pages.get(code)?.() ?? null }
}
