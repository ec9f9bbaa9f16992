import type Type from 'typebox'
import { count, id, list, nullable, record, text, unixTime, url } from './fields.ts'

export const Effect = record('Effect', 'A camera effect (AR filter).', {
  effect_id: id('Numeric id of the effect.'),
  name: text('Name of the effect.'),
  publish_time: unixTime('When the effect was published, in Unix seconds.'),
  tags: list(text('One topic.'), 'Topics that the effect is filed under; empty without any.'),
  user_count: count('Number of times the effect was used.'),
  icon_url: nullable(url('URL of the icon. Null when none is known.'))
})
export type Effect = Type.Static<typeof Effect>
