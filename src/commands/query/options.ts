export const queryFormats = ['json', 'table', 'csv', 'ndjson'] as const

/** Options as given. */
export type QueryOptions = {
  file?: string
  variables?: string
  operation?: string
  from?: string
  format: (typeof queryFormats)[number]
  path?: string
  plain?: true
}
