import type { Examples } from '../../../services/own-examples.ts'
import { operations } from '../../rest/operations.ts'
import { codeBlock, curlCommand, jsonMarkup } from '../docs/code.ts'
import type { ExampleAnswer } from '../docs/example-request.ts'
import { type Html, html } from '../frame/html.ts'
import { keyOrPlaceholder, type Visitor } from '../frame/visitor.ts'

export const shownQueryOf = ({ username }: Pick<Examples, 'username'>) => `{
  user(by: { username: ${JSON.stringify(username)} }) {
    displayName
    followersCount
    posts(first: 1) {
      nodes {
        caption
        plays
        sound { title author }
      }
    }
  }
}`

const contracts = [
  ['/openapi.json', 'OpenAPI 3.1 contract of the REST operations'],
  ['/schema.graphql', 'GraphQL schema with its descriptions'],
  ['/healthz', 'Whether the process runs'],
  ['/readyz', 'Whether the data can be read'],
  ['/metrics', 'Numbers for Prometheus']
] as const

const keyBox = ({ key }: Visitor): Html =>
  key === null
    ? html`<div class="key"><h2>Access</h2><p>The data needs a key in the header <code>x-gateway-key</code>. Pages, contracts and health do not.</p></div>`
    : html`<div class="key"><h2>The key of this run</h2>
<p>Send it in the header <code>x-gateway-key</code>. It is shown on this machine only and changes with every start; set <code>GATEWAY_KEYS</code> to choose your own.</p>
${codeBlock('Key of this run', key)}</div>`

export type Answers = { graph: unknown; rest: ExampleAnswer }

/**
 * Content for browsers without scripts: one request per surface with its answer, if it came in time, and links. `path`: the REST
 * operation's path.
 */
export const plainLanding = (
  visitor: Visitor,
  path: string,
  shownQuery: string,
  answers: Answers | null
): Html => html`<a class="skip" href="#main">Skip to content</a>
<main id="main" class="stack plain-landing">
<h1>Short-video data as one graph</h1>
<p>Creators, posts, sounds, hashtags, places, live rooms and scorecards: public data, read-only, as one typed GraphQL graph and as ${operations.length} REST operations. Both answer from the same services.</p>
<p>To look around on this page, allow scripts. <a href="/graphql">GraphiQL</a> is for writing queries, <a href="/docs">the REST reference</a> for reading.</p>
${keyBox(visitor)}
<section aria-labelledby="graph"><h2 id="graph">A first query</h2>
<p><a href="/graphql?query=${encodeURIComponent(shownQuery)}">Open it in GraphiQL</a></p>
${codeBlock('GraphQL query', shownQuery)}
${answers === null ? null : html`<h3>Answer</h3>${codeBlock('Answer to the GraphQL query', jsonMarkup(answers.graph))}`}</section>
<section aria-labelledby="rest"><h2 id="rest">A first request</h2>
${codeBlock('curl command', curlCommand(visitor.baseUrl + path, keyOrPlaceholder(visitor)))}
${answers === null ? null : html`<h3>Answer, ${answers.rest.status}</h3>${codeBlock('Answer of the REST operation', jsonMarkup(answers.rest.body))}`}</section>
<section aria-labelledby="contracts"><h2 id="contracts">For programs</h2>
<ul>${contracts.map(([href, text]) => html`<li><a href="${href}">${href}</a> ${text}</li>`)}</ul></section>
</main>`
