import type Type from 'typebox'
import { count, list, nullable, record, schema, text, unixTime } from './fields.ts'

export const TrendEntry = record('TrendEntry', 'A thing that is rising.', {
  key: text('Id of the post, sound or hashtag; handle of the creator.'),
  name: nullable(text('Name of the hashtag; null for other kinds.')),
  rate: Object.assign(schema<Type.TNumber>({ type: 'number' }), {
    description: 'Growth in the window as a part of the count at its beginning.'
  }),
  from: nullable(count('Posts before the window; null for posts and creators, whose growth stands in their history.')),
  to: nullable(count('Posts at its end.'))
})
export type TrendEntry = Type.Static<typeof TrendEntry>

/** Longest ranking. */
export const maxTrendEntries = 500

export const Trending = record('Trending', 'What rises in a window that ends with the data.', {
  ends_at: nullable(unixTime('End of the window: newest time in the data; null in empty data.')),
  entries: list(TrendEntry, `Fastest first, at most ${maxTrendEntries}.`)
})
export type Trending = Type.Static<typeof Trending>

export const trendKinds = ['POST', 'SOUND', 'HASHTAG', 'CREATOR'] as const
export type TrendKind = (typeof trendKinds)[number]
