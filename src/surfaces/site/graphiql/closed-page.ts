import { docUrl } from '../../../core/errors.ts'
import { pageReply } from '../docs/layout.ts'
import { html } from '../frame/html.ts'

/** Shown instead of GraphiQL when only persisted queries are allowed. */
export const closedPage = pageReply({
  title: 'Known documents only · clipgraph',
  description: 'This deployment of clipgraph accepts only known documents.',
  path: '/graphql',
  body: html`<main id="main"><h1>Known documents only</h1>
<p class="lead">This deployment accepts only the GraphQL documents of its manifest. GraphiQL would get <a href="${docUrl('PERSISTED_QUERY_ONLY')}"><code>PERSISTED_QUERY_ONLY</code></a> for every query, even for the schema.</p>
<ul class="lines"><li>The <a href="/docs/schema">GraphQL schema</a> is still available.</li>
<li>The <a href="/">explorer</a> uses the project’s own documents, which every deployment accepts.</li>
<li>The <a href="/docs">REST operations</a> work as usual.</li>
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
