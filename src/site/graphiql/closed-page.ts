import { docUrl } from '../../core/errors.ts'
import { pageReply } from '../docs/layout.ts'
import { html } from '../frame/html.ts'

/** Shown instead of GraphiQL when only persisted queries are allowed. */
export const closedPage = pageReply({
  title: 'Known documents only · clipgraph',
  description: 'This deployment of clipgraph answers known documents only.',
  path: '/graphql',
  body: html`<main id="main"><h1>Known documents only</h1>
<p class="lead">This deployment answers the GraphQL documents of its manifest and no others, so there is nothing to write queries for here: GraphiQL would get <a href="${docUrl('PERSISTED_QUERY_ONLY')}"><code>PERSISTED_QUERY_ONLY</code></a> for each, and not even the schema.</p>
<ul class="lines"><li>The <a href="/docs/schema">GraphQL schema</a> can be read all the same.</li>
<li>The <a href="/">explorer</a> asks the project’s own documents, which are known everywhere.</li>
<li>The <a href="/docs">REST operations</a> answer as ever.</li>
</ul></main>`
})

/** Replaces GraphiQL when its package is not installed. `message` says how to install it. */
export const missingPage = (message: string) => ({
  ...pageReply({
    title: 'GraphiQL is not installed · clipgraph',
    description: 'This deployment of clipgraph runs without GraphiQL.',
    path: '/graphql',
    body: html`<main id="main"><h1>GraphiQL is not installed</h1>
<p class="lead">${message}</p>
<p>The graph answers queries at this address all the same. The <a href="/docs/schema">GraphQL schema</a> and the <a href="/">explorer</a> need no GraphiQL.</p></main>`
  }),
  status: 503
})
