import graphql from '@graphql-eslint/eslint-plugin'

const recommended = graphql.configs['flat/schema-recommended'].rules
const at = (path) => new URL(`../../${path}`, import.meta.url).pathname
const parserOptions = {
  graphQLConfig: {
    schema: at('schema/schema.graphql'),
    documents: [at('schema/operations/*.graphql'), at('src/surfaces/views/operations/*.graphql')]
  }
}

/** What graphql-eslint recommends and asks for Relay; each exception has its reason. */
// biome-ignore lint/style/noDefaultExport: ESLint loads the default export
export default [
  {
    files: ['**/*.graphql'],
    languageOptions: { parser: graphql.parser, parserOptions },
    plugins: { '@graphql-eslint': graphql }
  },
  {
    files: ['**/schema.graphql'],
    rules: {
      ...recommended,
      ...graphql.configs['flat/schema-relay'].rules,
      // Feeds run forward only: there is no `last` and no `before` to ask for.
      '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
      // Connections also have `nodes`, for those who need no cursors, and batches come back as lists.
      '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false }],
      // The native id of a thing stands beside the global `id` and is called what REST calls it: `postId`, `soundId`.
      '@graphql-eslint/no-typename-prefix': 'off',
      '@graphql-eslint/strict-id-in-types': [
        'error',
        {
          exceptions: {
            // Not objects of their own: where something stands in a list, what is counted over it or over time, and what is true for one request alone.
            suffixes: ['Connection', 'Edge', 'HistoryPoint', 'Growth'],
            types: [
              ...['PageInfo', 'PostFacets', 'UserFacets', 'TierFacet', 'NicheFacet', 'Distribution', 'HistogramBin'],
              ...['PostGroup', 'PostSums', 'TimelinePeriod', 'TopHashtag', 'Completion'],
              ...['Coverage', 'CountAt', 'ObservedCount', 'RateLimit'],
              // States, parts and searches, which are kept with what leads to them.
              ...['Dataset', 'Search', 'LiveStatus', 'RegionalProfile', 'CreatorScorecard', 'ScorecardProfile'],
              ...['ScorecardAudience', 'ScorecardScores', 'ScorecardIntelligence']
            ]
          }
        }
      ]
    }
  },
  {
    files: ['**/operations/*.graphql'],
    rules: graphql.configs['flat/operations-recommended'].rules
  },
  {
    files: ['**/views/operations/*.graphql'],
    rules: {
      // The explorer keeps whole answers, not objects by their ids: it would download what nobody reads.
      '@graphql-eslint/require-selections': 'off'
    }
  }
]
