import { docUrl, type ErrorCode, errorCodes } from '../../../core/errors.ts'
import { cachedBriefly } from '../frame/cached.ts'
import { type Html, html, prose } from '../frame/html.ts'
import { graphiqlAddress } from './ask-graph.ts'
import { codeBlock, jsonMarkup } from './code.ts'
import { type ErrorExample, errorExamples, missingPost } from './error-examples.ts'
import { type DocumentedCode, documentedCodes, errorTexts, type GraphQLStatus } from './error-texts.ts'
import type { PageParts } from './layout.ts'

const statusOf = (code: DocumentedCode): number => (code in errorCodes ? errorCodes[code as ErrorCode].status : 400)
const isLanguage = (code: DocumentedCode) => !(code in errorCodes)

const graphqlStatuses: Readonly<Record<GraphQLStatus, (status: number) => string>> = {
  same: (status) => `${status} when the whole request fails`,
  field: () => '200 when one field fails: it is null, the error’s `path` names it, and the rest of the data is there',
  variables: () => '400 when the request is invalid or its variables do not match',
  query: () =>
    '400 when the query cannot run, for clients that accept `application/graphql-response+json`; others get 200, as GraphQL over HTTP requires'
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

const errorPage = (code: DocumentedCode, { rest, graphql }: ErrorExample): PageParts => {
  const { means, happens, doThis, again, graphql: kinds } = errorTexts[code]
  const status = statusOf(code)
  const isQuery = graphql?.request.startsWith('{') === true
  return {
    title: `${code} · clipgraph`,
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
${rest === null ? null : html`<div><h3>REST</h3>${codeBlock('REST request', rest.request)}<h4>Answer, <span class="status failed">${rest.status}</span></h4>${codeBlock('REST answer', jsonMarkup(rest.body))}</div>`}
${graphql === null ? null : html`<div><h3>GraphQL</h3>${codeBlock(isQuery ? 'GraphQL query' : 'GraphQL request', graphql.request)}${isQuery ? html`<p><a href="${graphiqlAddress(graphql.request)}">Open in GraphiQL</a></p>` : null}<h4>Answer</h4>${codeBlock('GraphQL answer', jsonMarkup(graphql.body))}</div>`}
</div></section></main></div>`
  }
}

/** The index of codes. */
export const errorIndex: PageParts = {
  title: 'Errors · clipgraph',
  description: 'Every error code of clipgraph: meaning, causes and remedies.',
  path: '/docs/errors',
  body: html`<div class="reference">${contents(null)}<main id="main"><h1>Errors</h1>
<p class="lead">Both surfaces use the same codes. Programs should check the code; the message is for people and may change.</p>
<section aria-labelledby="codes"><h2 id="codes">Codes</h2><div class="scroll fields" tabindex="0" role="region" aria-label="Error codes"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Again?</th></tr></thead><tbody>${documentedCodes.map((code) => html`<tr><th scope="row"><a href="${docUrl(code)}"><code>${code}</code></a></th><td data-label="Status">${statusOf(code)}</td><td class="wide">${prose(errorTexts[code].means)}</td><td data-label="Again?">${(/^[^,. ]+/.exec(errorTexts[code].again) ?? [''])[0]}</td></tr>`)}</tbody></table></div></section>
<section aria-labelledby="where"><h2 id="where">Where errors appear</h2><div class="pair two"><div><h3>REST</h3><p>In <code>error</code> of the envelope; <code>data</code> and <code>pagination</code> are null.</p>${codeBlock('An error in REST', jsonMarkup({ error: { code: 'NOT_FOUND', message: `Post ${missingPost} was not found.`, details: { doc_url: docUrl('NOT_FOUND') } } }))}</div>
<div><h3>GraphQL</h3><p>In <code>errors</code>, next to the data of the fields that did not fail.</p>${codeBlock('An error in GraphQL', jsonMarkup({ errors: [{ message: `Post ${missingPost} was not found.`, path: ['post'], extensions: { code: 'NOT_FOUND', details: { doc_url: docUrl('NOT_FOUND') } } }] }))}</div></div>
<p><code>details.doc_url</code> is the page of the code, as a path: resolve it against the address you asked. <code>meta.request_id</code> names the request when you ask for help.</p></section></main></div>`
}

/** The page of one code; its examples are renewed from time to time. */
export const createErrorPage = (code: DocumentedCode): (() => Promise<PageParts>) =>
  cachedBriefly(null, async () => errorPage(code, await errorExamples[code]()))
