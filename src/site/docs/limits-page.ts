import { type Config, limitSettings } from '../../config.ts'
import { docUrl } from '../../core/errors.ts'
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
    'Names, numbers, texts and signs of the document; comments, commas and spaces are none. Counting ends one beyond.',
  depth: 'Levels of selections, fragments written out. Introspection counts apart, by a rule of its own in GraphQL.',
  aliases:
    'Names under which one object is asked for one of its fields: `a: caption b: caption` are two, wherever fragments put them.',
  directives: 'Every `@skip` and `@include` in the document.',
  rootFields: 'Response names at the root of the operation that runs, those of fragments too.',
  nodes: 'Elements of lists that could come back, by the page sizes that are asked for: lists within lists multiply.',
  cost: `What the query is estimated at: one for each read, ${searchCost} for a search of posts or creators, and one for every ${bytesPerRead / 1_024} KiB of its answer. \`extensions.cost\` tells it with every answer.`,
  reads: 'Different records and pages that are read. What is beyond is null, with an error in its place.',
  answerBytes: 'Bytes of JSON that come back. Writing ends there, and nothing of it is sent.',
  nesting: 'Braces, brackets and parentheses within each other.',
  nameLength: 'Characters of a name.',
  selections: 'Selections of the operation when its fragments are written out.',
  listLength: 'Elements of a list among the values of variables.',
  values: 'Values of all variables together, lists and objects and what is in them.'
}

const row = (limit: Limit, max: number, setting: string | null): Html =>
  html`<tr id="${limit}"><th scope="row"><code>${limit}</code></th><td data-label="At most">${max.toLocaleString('en')}</td><td class="wide">${prose(counted[limit])}</td><td data-label="Setting">${setting === null ? '–' : html`<code>${setting}</code>`}</td></tr>`

const names = Object.keys(counted)

const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>) => Object.keys(record) as K[]

/** The limits in force on this server. */
export const limitsPage = ({
  limits,
  introspection,
  suggestions
}: Pick<Config, 'limits' | 'introspection' | 'suggestions'>): PageParts => ({
  title: 'GraphQL limits · clipgraph',
  description: 'What a GraphQL query may be on this server, and how it is told that one is beyond.',
  path: '/docs/limits',
  within: '/docs/schema',
  body: html`<div class="reference"><nav class="toc" aria-label="Limits"><ul><li><a href="#limits">Limits</a><ul>${names.map((limit) => html`<li><a href="#${limit}">${limit}</a></li>`)}</ul></li><li><a href="#refusal">What a refusal says</a></li><li><a href="#switches">Switches</a></li></ul></nav><main id="main"><h1>GraphQL limits</h1>
<p class="lead">What a query may be on this server. What is beyond a limit is refused before anything is read, and says by how much.</p>
<section aria-labelledby="limits"><h2 id="limits">Limits</h2><div class="scroll fields" tabindex="0" role="region" aria-label="What each limit is"><table><thead><tr><th scope="col">Limit</th><th scope="col">At most</th><th scope="col">What counts</th><th scope="col">Setting</th></tr></thead><tbody>${keysOf(limits).map((limit) => row(limit, limits[limit], limitSettings[limit]))}${keysOf(fixedLimits).map((limit) => row(limit, fixedLimits[limit], null))}</tbody></table></div>
<p>They hold for every document, however it is asked for: by its text or by its name, over POST, GET and by agents, those of a manifest too. A deployment that answers its manifest only risks nothing by wider ones.</p></section>
<section aria-labelledby="refusal"><h2 id="refusal">What a refusal says</h2><p>The code is <a href="${docUrl('INVALID_PARAM')}"><code>INVALID_PARAM</code></a>. <code>details</code> name the limit, its value and what was found.</p>${codeBlock(
    'A refusal',
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
  )}<p>Of what else is wrong with a document or its variables, the first ${maxErrors} things are told, each with a few places and in a short message.</p></section>
<section aria-labelledby="switches"><h2 id="switches">Switches</h2><dl class="facts beside"><dt>Introspection</dt><dd>${introspection ? 'Answered. Its lists cost what is in them.' : html`Refused here. The schema is at <a href="/schema.graphql">schema.graphql</a>.`} <code>GRAPHQL_INTROSPECTION</code></dd>
<dt>Suggestions</dt><dd>${suggestions ? 'Errors suggest names that may have been meant.' : 'Errors suggest no names here.'} <code>GRAPHQL_SUGGESTIONS</code></dd></dl></section></main></div>`
})
