import { type Config, limitSettings } from '../../../core/config/config.ts'
import { docUrl } from '../../../core/errors.ts'
import { keysOf } from '../../../core/keys-of.ts'
import { bytesPerRead } from '../../graphql/query/cost.ts'
import { maxErrors } from '../../graphql/query/errors.ts'
import { fixedLimits, type Limit } from '../../graphql/query/limits.ts'
import { searchCost } from '../../graphql/schema/cost-hints.ts'
import { type Html, html, prose } from '../frame/html.ts'
import { codeBlock, jsonMarkup } from './code.ts'
import type { PageParts } from './layout.ts'

/** What each limit counts. */
const counted: Readonly<Record<Limit, string>> = {
  tokens:
    'Names, numbers, strings and punctuation of the document; comments, commas and spaces do not count. Counting stops one above the limit.',
  depth: 'Levels of nested selections, with fragments expanded. Introspection has a separate limit.',
  aliases:
    'Response names of one field of one object: `a: caption b: caption` are two, also across fragments and deferred ones.',
  directives: 'Every directive in the document.',
  rootFields: 'Response names at the root of the executed operation, including those in fragments.',
  nodes:
    'List elements that could be returned, from page sizes and periods: nested lists multiply. Hashtags of a post count as ten.',
  cost: `Estimated cost of the query: one for each read, ${searchCost} for a search of posts or creators and for filtering, sorting or counting a list, and one for every ${bytesPerRead / 1_024} KiB of the response. Every response has it in \`extensions.cost\`.`,
  reads: 'Distinct records and pages that are read. Fields beyond the limit are null, with an error.',
  scan: 'Posts of a list that are read to filter, sort or count it, where the source cannot: over a source without a graph, and in search results. A scan ends there, and `coverage` of the connection says so.',
  answerBytes: 'Bytes of JSON in the response. A longer response is not sent.',
  nesting:
    'Nested braces, brackets and parentheses of the document; lists and objects within each other in a variable.',
  nameLength: 'Characters of a name.',
  selections: 'Selections of the operation, with fragments expanded.',
  listLength: 'Elements of a list in a variable.',
  values: 'Values in all variables together: scalars, lists and objects, at every level.',
  representations: 'Representations of `_entities` in a variable, with `FEDERATION=on`.',
  representationValues: 'Values in these representations: scalars, lists and objects, at every level.'
}

const row = (limit: Limit, max: number, setting: string | null): Html =>
  html`<tr id="${limit}"><th scope="row"><code>${limit}</code></th><td data-label="At most">${max.toLocaleString('en')}</td><td class="wide">${prose(counted[limit])}</td><td data-label="Setting">${setting === null ? '–' : html`<code>${setting}</code>`}</td></tr>`

const names = Object.keys(counted)

/** The limits in force on this server. */
export const limitsPage = ({
  limits,
  introspection,
  suggestions
}: Pick<Config, 'limits' | 'introspection' | 'suggestions'>): PageParts => ({
  title: 'GraphQL limits · clipgraph',
  description: 'Limits of GraphQL queries on this server, and the error when a query exceeds one.',
  path: '/docs/limits',
  within: '/docs/schema',
  body: html`<div class="reference"><nav class="toc" aria-label="Limits"><ul><li><a href="#limits">Limits</a><ul>${names.map((limit) => html`<li><a href="#${limit}">${limit}</a></li>`)}</ul></li><li><a href="#refusal">The error</a></li><li><a href="#switches">Switches</a></li></ul></nav><main id="main"><h1>GraphQL limits</h1>
<p class="lead">Limits of queries on this server. A query that exceeds one is refused before anything is read, and the error says by how much.</p>
<section aria-labelledby="limits"><h2 id="limits">Limits</h2><div class="scroll fields" tabindex="0" role="region" aria-label="The limits"><table><thead><tr><th scope="col">Limit</th><th scope="col">At most</th><th scope="col">What counts</th><th scope="col">Setting</th></tr></thead><tbody>${keysOf(limits).map((limit) => row(limit, limits[limit], limitSettings[limit]))}${keysOf(fixedLimits).map((limit) => row(limit, fixedLimits[limit], null))}</tbody></table></div>
<p>They apply to every document: sent as text or by id, over POST, GET and MCP, and to documents of a manifest. A deployment that accepts only its manifest can safely raise them.</p></section>
<section aria-labelledby="refusal"><h2 id="refusal">The error</h2><p>The code is <a href="${docUrl('INVALID_PARAM')}"><code>INVALID_PARAM</code></a>. <code>details</code> contains the limit, its value and the value found.</p>${codeBlock(
    'Example of the error',
    jsonMarkup({
      code: 'INVALID_PARAM',
      details: {
        param: 'query',
        reason: `has ${limits.rootFields + 1} fields at its root; at most ${limits.rootFields} are allowed`,
        limit: 'rootFields',
        max: limits.rootFields,
        found: limits.rootFields + 1,
        doc_url: docUrl('INVALID_PARAM')
      }
    })
  )}<p>For other mistakes in a document or its variables, the response has the first ${maxErrors} errors, each with a few locations and a short message.</p></section>
<section aria-labelledby="switches"><h2 id="switches">Switches</h2><dl class="facts beside"><dt>Introspection</dt><dd>${introspection ? 'Allowed. Its lists cost as much as their elements.' : html`Refused here. The schema is at <a href="/schema.graphql">schema.graphql</a>.`} <code>GRAPHQL_INTROSPECTION</code></dd>
<dt>Suggestions</dt><dd>${suggestions ? 'Errors suggest similar names.' : 'Errors do not suggest names.'} <code>GRAPHQL_SUGGESTIONS</code></dd></dl></section></main></div>`
})
