import { cachedBriefly } from '../frame/cached.ts'
import { type Html, html, prose } from '../frame/html.ts'
import type { SiteOptions } from '../frame/site-options.ts'
import { askGraph } from './ask-graph.ts'
import { codeBlock, jsonMarkup } from './code.ts'
import { costsCalls, type ExampleAnswer, exampleAnswer, notAsked } from './example-request.ts'
import { filterForm, nothingFound } from './filter.ts'
import { type GraphQLEquivalent, graphQLEquivalents } from './graphql-equivalent.ts'
import type { PageParts } from './layout.ts'
import { groupLinks, groupSections, lackingLine, routeLine } from './operation-groups.ts'

type ExampleAnswers = { rest: ExampleAnswer; graph: Record<string, unknown> }

/** Names that differ between the surfaces beyond snake_case and camelCase. */
const translations: readonly (readonly [rest: string, graphql: string, about: string])[] = [
  ['`count`', '`first`', 'Number of elements of a page. Both have the same bounds and refuse values outside them.'],
  [
    '`cursor`, `max_time` or `page`',
    '`after`',
    'Start of a page. In GraphQL all lists are paged the same way. Where REST uses cursors too, a cursor of one surface is valid on the other.'
  ],
  ['`pagination.cursor`, `pagination.next_max_time`', '`pageInfo.endCursor`', 'Start of the next page.'],
  ['`pagination.has_more`, or a `cursor` that is not null', '`pageInfo.hasNextPage`', 'Whether there are more pages.'],
  ['`pagination.total`', '`totalCount`', 'Only for followers and the sound library.'],
  ['`data`, a list', '`nodes`, or `edges`', '`edges` carry a cursor for each element.'],
  ['`author_username`, `author_display_name`, …', '`author { username displayName … }`', 'Copies become references.'],
  [
    '`sound_id`, `sound_title`, …',
    '`sound { soundId title … }`',
    'The reference leads to further fields, such as `sound.posts`.'
  ],
  ['`followers`, `following`', '`followersCount`, `followingCount`', 'The graph’s `followers` is the list.'],
  ['`city_code`, `country_code`', '`cityGeonamesId`, `countryGeonamesId`', 'Numbers of GeoNames, not ISO codes.'],
  ['`status` of a live room: 2, 3, 4', '`LIVE`, `PAUSED`, `ENDED`', 'Null for another number.'],
  ['`is_alive`', '`isLive`', 'One word for one thing.'],
  ['Parameter `region` of a profile', '`inRegion(region:)` of `User`', 'What differs there; who it is stays the same.'],
  ['`display_name`', '`displayName`', 'Every other name: snake_case becomes camelCase.'],
  ['`meta`', '`extensions.meta`', 'The same four keys.'],
  ['Header `x-sample-data: true`', '`extensions.meta.sample_data: true`, and the header', 'The data are invented.'],
  ['`error.code`, `error.details`', '`errors[].extensions.code`, `.details`', 'The same codes and details.'],
  ['Status 404', '`null` and an error with a path', 'One missing thing does not fail the rest of the query.']
]

/** Fields without a REST operation. */
const onlyInGraph: readonly (readonly [coordinate: string, instead: string])[] = [
  ['Query.usersByUsername', 'Up to 50 creators at once: one call for each in REST.'],
  ['Query.postsById', 'Up to 50 posts at once: one call for each in REST.'],
  ['Query.node', 'Anything by its global id; REST has no global ids.'],
  ['Query.nodes', 'Several things by their global ids.'],
  ['User.isLive', 'In REST, `is_alive` of the live status.']
]

const schemaLink = (coordinate: string): Html =>
  html`<a href="/docs/schema#${coordinate}"><code>${coordinate}</code></a>`

const table = (label: string, columns: readonly string[], rows: readonly (readonly Html[])[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`

const fromRest = (): Html =>
  table(
    'REST operations and their GraphQL fields',
    ['REST operation', 'GraphQL field', 'What it gives'],
    graphQLEquivalents.map(({ operation, coordinate }) => [
      html`<a href="#${operation.id}"><code>${operation.path.replace('/api/v1', '')}</code></a>`,
      schemaLink(coordinate),
      html`${operation.summary}`
    ])
  )

/** Each field with every operation that returns it. */
const fromGraph = (): Html => {
  const coordinates = [...new Set(graphQLEquivalents.map(({ coordinate }) => coordinate))].sort((a, b) =>
    a.localeCompare(b, 'en')
  )
  const rows = coordinates.map((coordinate) => {
    const same = graphQLEquivalents.filter((equivalent) => equivalent.coordinate === coordinate)
    const links = same.map(
      ({ operation }, index) =>
        html`${index === 0 ? '' : html`<br>`}<a href="#${operation.id}"><code>${operation.path.replace('/api/v1', '')}</code></a>`
    )
    return [schemaLink(coordinate), html`${links}`]
  })
  const alone = onlyInGraph.map(([coordinate, instead]) => [schemaLink(coordinate), prose(instead)])
  return table('GraphQL fields and their REST operations', ['GraphQL field', 'REST operation'], [...rows, ...alone])
}

const section = (equivalent: GraphQLEquivalent, answers: ExampleAnswers | null, lacking: Html | null): Html => {
  const { operation, path, query, variables, address, names, fields, coordinate } = equivalent
  const at = ['data', ...fields, ...(operation.pagination === 'none' ? [] : ['nodes'])].join('.')
  const renamed = names.filter(({ param, variable }) => param !== variable)
  const isPlaylist = operation.id === 'getUserPlaylist'
  return html`<section class="operation" id="${operation.id}" data-entry="operation" aria-labelledby="${operation.id}-title">
<h3 id="${operation.id}-title" data-about>${operation.summary}</h3>
${routeLine(operation)}
${lacking}
<p data-about>What REST has in <code>${isPlaylist ? 'data.playlists' : 'data'}</code> is <code>${at}</code> here: ${schemaLink(coordinate)}.${renamed.map(({ param, variable }) => html` <code>${param}</code> is called <code>${variable}</code>.`)}</p>
<div class="pair same" data-about><div><h4>REST</h4>${codeBlock(`REST request: ${operation.summary}`, `GET ${path}`)}<p><a href="/docs#${operation.id}">Try it</a></p>
${answers === null ? html`<p>${notAsked}</p>` : html`<h4>Answer, <span class="status${answers.rest.status === 200 ? '' : ' failed'}">${answers.rest.status}</span></h4>${codeBlock(`REST answer: ${operation.summary}`, jsonMarkup(answers.rest.body))}`}</div>
<div><h4>GraphQL</h4>${codeBlock(`GraphQL query: ${operation.summary}`, query)}<h4>Variables</h4>${codeBlock(`Variables: ${operation.summary}`, jsonMarkup(variables))}<p><a href="${address}">Open in GraphiQL</a></p>
${answers === null ? null : html`<h4>Answer${'errors' in answers.graph ? html`, <span class="status failed">with errors</span>` : null}</h4>${codeBlock(`GraphQL answer: ${operation.summary}`, jsonMarkup(answers.graph))}`}</div></div>
</section>`
}

/** Each REST operation beside its GraphQL equivalent, with both answers to the same example. */
export const createEquivalentsPage = ({ deps, queries, log }: SiteOptions): (() => Promise<PageParts>) => {
  return cachedBriefly(deps, async (): Promise<PageParts> => {
    const loaded = await queries()
    const answers = await Promise.all(
      graphQLEquivalents.map(async (equivalent): Promise<ExampleAnswers | null> => {
        if (costsCalls(deps)) return null
        const [rest, graph] = await Promise.all([
          exampleAnswer(equivalent.operation, deps, log),
          askGraph(equivalent, { deps, queries: loaded })
        ])
        return { rest, graph }
      })
    )
    const sections = groupSections(graphQLEquivalents, (equivalent, index) => {
      const answer = answers[index]
      return answer === undefined
        ? null
        : section(equivalent, answer, lackingLine(equivalent.operation, deps.reads.lacks))
    })
    const body = html`<div class="reference"><nav class="toc" aria-label="Operations"><ul><li><a href="#from-rest">Overview</a><ul><li><a href="#from-rest">From REST</a></li><li><a href="#from-graphql">From GraphQL</a></li><li><a href="#names">Names</a></li></ul></li>${groupLinks}</ul></nav><main id="main"><h1>REST to GraphQL, and back</h1>
<p class="lead">Both surfaces use the same services. This page shows each REST operation as a query, with this server’s response to both.</p>
${filterForm('operations', 'for example cursor, or User.posts')}
${nothingFound(html`Try one word of a name, path or field, such as <code>sound</code> or <code>max_time</code>.`)}
<div data-unless-filtered><section aria-labelledby="from-rest"><h2 id="from-rest">From REST to GraphQL</h2><p>Paths are below <code>/api/v1</code>.</p>${fromRest()}</section>
<section aria-labelledby="from-graphql"><h2 id="from-graphql">From GraphQL to REST</h2>${fromGraph()}</section>
<section aria-labelledby="names"><h2 id="names">What is called otherwise</h2>${table(
      'Names in REST and in GraphQL',
      ['REST', 'GraphQL', 'Note'],
      translations.map((cells) => cells.map(prose))
    )}</section></div>
${sections}</main></div>`
    return {
      title: 'REST to GraphQL · clipgraph',
      description: `The ${graphQLEquivalents.length} REST operations of clipgraph as GraphQL queries, with the answers of both.`,
      path: '/docs/map',
      script: 'filter',
      body
    }
  })
}
