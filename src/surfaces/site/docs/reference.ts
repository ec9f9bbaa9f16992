import { docUrl, type ErrorCode, errorCodes } from '../../../core/errors.ts'
import { digitsPattern, handlePattern } from '../../../records/identifiers.ts'
import type { Examples } from '../../../services/own-examples.ts'
import { exampleIn } from '../../rest/example-values.ts'
import { openApi } from '../../rest/openapi.ts'
import { operations, type PaginationKind, type RestOperation } from '../../rest/operations.ts'
import { tableOf } from '../../rest/tables.ts'
import { oncePer } from '../frame/cached.ts'
import { type Html, html, prose, raw } from '../frame/html.ts'
import type { SiteOptions } from '../frame/site-options.ts'
import { keyOrPlaceholder, type Visitor } from '../frame/visitor.ts'
import { graphiqlAddress } from './ask-graph.ts'
import { codeBlock, curlCommand, jsonMarkup } from './code.ts'
import { costsCalls, type ExampleAnswer, exampleAnswer, exampleRequest, notAsked } from './example-request.ts'
import { examplesFor } from './examples-for.ts'
import { filterForm, nothingFound } from './filter.ts'
import { equivalentsWith, type GraphQLEquivalent } from './graphql-equivalent.ts'
import type { PageParts } from './layout.ts'
import { groupLinks, groupSections, lackingLine, routeLine } from './operation-groups.ts'
import { recordTables } from './record-tables.ts'

/** Parts of the contract the page shows per operation. */
type Described = { parameters: readonly Parameter[]; responses: Readonly<Record<string, { $ref?: string }>> }
type Parameter = {
  name: string
  in: string
  required: boolean
  description: string
  example: unknown
  schema: Readonly<{ type?: string; enum?: readonly string[]; default?: unknown; pattern?: string } & Bounds>
}
type Bounds = { minimum?: number; maximum?: number; minLength?: number; maxLength?: number }

const paginationTexts: Readonly<Record<PaginationKind, string>> = {
  none: 'None: one record.',
  cursor: 'By cursor: pass `pagination.cursor` back as `cursor`; it is null at the end.',
  max_time: 'By time: pass `pagination.next_max_time` as `max_time` while `has_more` is true.',
  page: 'By number: request page `pagination.page` + 1 while `has_more` is true.'
}

/** Patterns of inputs in words. */
const patternTexts: Readonly<Record<string, string>> = {
  [`^@?${handlePattern}$`]: '1 to 64 letters, digits, dots, underscores, hyphens',
  '^[A-Za-z]{2}$': 'two letters'
}

const range = ({ enum: values, minimum, maximum, minLength, maxLength, pattern, ...schema }: Parameter['schema']) => {
  const parts: (Html | string)[] = []
  if (values !== undefined) parts.push(values.join(', '))
  if (minimum !== undefined || maximum !== undefined) parts.push(`${minimum ?? ''} to ${maximum ?? ''}`)
  if (minLength !== undefined) parts.push(`${minLength} to ${maxLength ?? ''} characters`)
  else if (maxLength !== undefined)
    parts.push(`at most ${maxLength} ${pattern === digitsPattern ? 'digits' : 'characters'}`)
  else if (pattern !== undefined) parts.push(patternTexts[pattern] ?? html`<code>${pattern}</code>`)
  if (schema.default !== undefined) parts.push(`default ${schema.default}`)
  return parts
}

/** The row carries the data from which the page's script makes an input field. */
const parameterRow = (
  { name, required, description, schema, example, ...parameter }: Parameter,
  { values, found, names }: GraphQLEquivalent
): Html => {
  const variable = names.find(({ param }) => param === name)?.variable
  return html`<tr data-name="${name}" data-in="${parameter.in}" data-value="${String(values[name] ?? '')}"${variable === undefined ? null : html` data-variable="${variable}"`}${schema.type === 'integer' ? raw(' data-number') : null}${schema.enum === undefined ? null : html` data-values="${schema.enum.join(' ')}"`}><th scope="row"><code>${name}</code></th><td data-label="In">${parameter.in}</td><td data-label="Required">${required ? 'yes' : 'no'}</td><td class="wide">${prose(description)}</td><td data-label="Range">${range(schema).map((part) => html`<div>${part}</div>`)}</td><td data-label="Example"><code>${String(exampleIn(found, example))}</code></td></tr>`
}

const parameterTable = (parameters: readonly Parameter[], equivalent: GraphQLEquivalent): Html =>
  html`<div class="scroll parameters" data-about tabindex="0" role="region" aria-label="Parameters: ${equivalent.operation.summary}"><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Required</th><th scope="col">Description</th><th scope="col">Range</th><th scope="col">Example</th></tr></thead><tbody>${parameters.map((parameter) => parameterRow(parameter, equivalent))}</tbody></table></div>`

const codesOf = ({ responses }: Described): ErrorCode[] =>
  Object.values(responses).flatMap(({ $ref }) => {
    const name = $ref?.split('/').at(-1)
    return name !== undefined && name in errorCodes ? [name as ErrorCode] : []
  })

const linkTo = (code: ErrorCode): Html =>
  html`<a href="${docUrl(code)}">${errorCodes[code].status} <code>${code}</code></a>`
const inSeries = (parts: readonly Html[]): Html => html`${parts.map((part, index) => [index === 0 ? '' : ', ', part])}`

const recordLink = ({ record, isList }: RestOperation): Html => {
  if (record === 'strings') return html`a list of strings`
  const link = html`<a href="#record-${record.title ?? ''}">${record.title ?? ''}</a>`
  return isList ? html`a list of ${link}` : link
}

const operationSection = (
  equivalent: GraphQLEquivalent,
  described: Described,
  answer: ExampleAnswer | null,
  visitor: Visitor,
  common: readonly ErrorCode[],
  lacking: Html | null
): Html => {
  const { operation, path, query, inline } = equivalent
  const curl = curlCommand(visitor.baseUrl + path, keyOrPlaceholder(visitor))
  const codes = codesOf(described).filter((code) => !common.includes(code))
  return html`<section class="operation" id="${operation.id}" data-path="${operation.path}" data-pagination="${operation.pagination}" data-query="${query}" data-entry="operation" aria-labelledby="${operation.id}-title">
<h3 id="${operation.id}-title" data-about>${operation.summary}</h3>
${routeLine(operation)}
${lacking}
${parameterTable(described.parameters, equivalent)}
<div class="pair"><div data-request><h4>Request</h4>${codeBlock(`Request: ${operation.summary}`, curl)}
<details><summary>The same in GraphQL</summary>${codeBlock(`GraphQL query: ${operation.summary}`, inline)}<p><a href="${graphiqlAddress(inline)}">Open it in GraphiQL</a>, or see <a href="/docs/map#${operation.id}">both with their answers</a></p></details>
<dl class="facts"><dt>Data</dt><dd>${recordLink(operation)}</dd><dt>Pagination</dt><dd>${prose(paginationTexts[operation.pagination])}</dd>
${tableOf(operation) === null ? null : html`<dt>Other forms</dt><dd><a href="/docs/tables">CSV and NDJSON</a></dd>`}
<dt>Errors</dt><dd>${inSeries([...codes.map(linkTo), html`<a href="#errors">those of every operation</a>`])}</dd></dl></div>
<div data-answer><h4>Answer${answer === null ? null : html`, <span class="status${answer.status === 200 ? '' : ' failed'}">${answer.status}</span>`}</h4>${codeBlock(`Answer: ${operation.summary}`, answer === null ? notAsked : jsonMarkup(answer.body))}</div></div>
</section>`
}

const envelope = {
  meta: { request_id: 'unique to this request', timestamp: 'ISO 8601', cached: false, version: '2025-01' },
  data: 'the record, or a list of them; null when it failed',
  pagination: 'position of the next page; null for single records',
  error: 'null, or code, message and details with doc_url'
}

const introduction = (visitor: Visitor, common: readonly ErrorCode[]): Html => html`<h1>REST reference</h1>
<p class="lead">${operations.length} read-only operations. Each has a working request and this server’s response; change the values and send it from here.</p>
${filterForm('operations and records', 'for example cursor, or Post.plays')}
${nothingFound(html`Try one word of a name, path, parameter or field, for example <code>sound</code> or <code>cursor</code>.`)}
<div data-unless-filtered><section aria-labelledby="access"><h2 id="access">Access</h2>
<p>Send the key in the header <code>x-gateway-key</code>. ${visitor.key === null ? 'In the requests below, replace YOUR_KEY.' : 'The requests below contain the key of this run, because you are on the machine that runs the server.'}</p>
<p data-key-place hidden></p>
<p>The header <code>x-api-version</code> is optional; any value other than <code>meta.version</code> is refused. Methods are GET and HEAD.</p>
<p>Unknown query parameters are ignored, and the response header <code>x-ignored-parameters</code> lists them. If both <code>keyword</code> and <code>q</code> are sent, <code>q</code> is ignored.</p></section>
<section aria-labelledby="envelope"><h2 id="envelope">Envelope</h2>
<p>Every response, success or failure, has these four keys. <code>meta.cached</code> is true when every read behind the answer came from the cache.</p>
${codeBlock('The keys of the envelope', jsonMarkup(envelope))}</section>
<section aria-labelledby="pagination"><h2 id="pagination">Pagination</h2>
<p>Lists are paged in one of three ways. <code>count</code> is the number of elements of a page; a value out of range is refused, never silently clamped.</p>
<ul><li>${prose(paginationTexts.cursor)}</li><li>${prose(paginationTexts.max_time)}</li><li>${prose(paginationTexts.page)}</li></ul>
<p>While there are more pages, the header <code>Link</code> has the URL of the next one, with <code>rel="next"</code>.</p></section>
<section aria-labelledby="errors"><h2 id="errors">Errors</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Error codes"><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Message</th></tr></thead>
<tbody>${Object.entries(errorCodes).map(([code, { status, message }]) => html`<tr><td>${status}</td><th scope="row"><a href="${docUrl(code as ErrorCode)}"><code>${code}</code></a></th><td>${message}</td></tr>`)}</tbody></table></div>
<p>Every operation may return ${inSeries(common.map((code) => html`<code>${code}</code>`))}; each operation lists its other codes.</p>
<p><code>details.doc_url</code> is the page of the code, with its meaning, causes and remedies. For <code>INVALID_PARAM</code>, <code>details</code> also names <code>param</code> and <code>reason</code>.</p></section></div>`

const contents: Html = html`<nav class="toc" aria-label="Reference"><ul>
<li><a href="#access">Basics</a><ul><li><a href="#envelope">Envelope</a></li><li><a href="#pagination">Pagination</a></li><li><a href="#errors">Errors</a></li></ul></li>
${groupLinks}
<li><a href="#records">Records</a></li>
</ul></nav>`

/** Dialog for the key; opened by the script when a call needs one. */
const keyDialog: Html = html`<dialog class="ask" data-ask aria-labelledby="ask-title"><form method="dialog"><h2 id="ask-title">A key is needed</h2>
<p data-ask-why>Data calls need a key in the header <code>x-gateway-key</code>. It stays in this tab and is sent only to this server.</p>
<label for="ask-key">Key</label><input id="ask-key" class="field" type="password" autocomplete="off" spellcheck="false" required pattern="[!-~]+" title="Letters, digits and signs, without spaces">
<p class="buttons"><button class="button main">Use this key</button><button type="button" class="button" data-cancel>Cancel</button></p></form></dialog>`

/** All operations with live answers, from the table and inputs that also define routing and OpenAPI. */
export const createReference = ({ deps, log }: SiteOptions): ((visitor: Visitor) => Promise<PageParts>) => {
  // The contract is generated here, and a test checks the shape used here.
  const paths = openApi().paths as Readonly<Record<string, { get: Described } | undefined>>
  const answeredWith = operations.flatMap(({ path }) => {
    const described = paths[path]?.get
    return described === undefined ? [] : [codesOf(described)]
  })
  const common = (answeredWith[0] ?? []).filter((code) => answeredWith.every((codes) => codes.includes(code)))
  const examplesOf = examplesFor({ deps })
  const answersTo = oncePer((found: Examples) =>
    Promise.all(
      equivalentsWith(found).map(({ operation, values }) =>
        costsCalls(deps) ? null : exampleAnswer(operation, deps, log, exampleRequest(operation, values))
      )
    )
  )

  return async (visitor) => {
    const found = await examplesOf(visitor)
    const ready = await answersTo(found)
    const sections = groupSections(equivalentsWith(found), (equivalent, index) => {
      const described = paths[equivalent.operation.path]?.get
      const answer = ready[index]
      if (described === undefined || answer === undefined) return null
      return operationSection(
        equivalent,
        described,
        answer,
        visitor,
        common,
        lackingLine(equivalent.operation, deps.reads.lacks)
      )
    })
    return {
      title: 'REST reference · clipgraph',
      description: `The ${operations.length} REST operations of clipgraph with requests and answers.`,
      path: '/docs',
      script: 'try',
      visitor,
      body: html`<div class="reference">${contents}<main id="main" data-base="${visitor.baseUrl}"${visitor.key === null ? null : html` data-key="${visitor.key}"`}>${introduction(visitor, common)}${sections}${recordTables}</main>${keyDialog}</div>`
    }
  }
}
