import { examples } from '../../../services/examples.ts'
import { operations } from '../../rest/operations.ts'
import { guides } from './guides.ts'

/** A Markdown address and its content. */
type Link = readonly [title: string, path: string, about: string]

const pages: readonly Link[] = [
  ['REST reference', '/docs.md', `the ${operations.length} operations with parameters, example requests and answers`],
  ['GraphQL schema', '/docs/schema.md', 'every type and field with its description'],
  ['GraphQL limits', '/docs/limits.md', 'limits of queries, and the error when one is exceeded'],
  ['REST to GraphQL', '/docs/map.md', 'each operation with the equivalent query'],
  ['Errors', '/docs/errors.md', 'meaning, causes and remedies of each code']
]

const contracts: readonly Link[] = [
  ['schema.graphql', '/schema.graphql', 'the graph in the schema definition language'],
  ['openapi.json', '/openapi.json', 'the REST API as OpenAPI 3.1']
]

/** The starting point for language models, in the form of llmstxt.org: what there is, how to request it, where to read on. */
export const llmsText = (baseUrl: string): string => {
  const list = (links: readonly Link[]) =>
    links.map(([title, path, about]) => `- [${title}](${baseUrl}${path}): ${about}`).join('\n')
  return `# clipgraph

> Public data of a short-video platform, read-only: creators, posts, sounds, live rooms, effects, places, collections, hashtags and creator scorecards, as one typed GraphQL graph and as ${operations.length} REST operations.

Both surfaces use the same services and need a key in the header \`x-gateway-key\`. Contracts and documentation need none.

\`\`\`sh
curl -H 'x-gateway-key: YOUR_KEY' ${baseUrl}/api/v1/users/${examples.username}
curl -H 'x-gateway-key: YOUR_KEY' -H 'content-type: application/json' ${baseUrl}/graphql \\
  -d '{"query":"{ user(by: { username: \\"${examples.username}\\" }) { displayName posts(first: 3) { nodes { caption plays } } } }"}'
\`\`\`

Agents can use the same operations as tools, by the Model Context Protocol, at ${baseUrl}/mcp, with the same key.

## Documentation

${list(pages)}

## Guides

${list(guides.map(({ title, path, description }): Link => [title, `${path}.md`, description]))}

## Contracts

${list(contracts)}
`
}
