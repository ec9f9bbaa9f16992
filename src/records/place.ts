import type Type from 'typebox'
import { count, id, nullable, record, text } from './fields.ts'

export const Place = record('Place', 'A location that posts are tagged with.', {
  place_id: id('Numeric id of the place.'),
  name: text('Name of the place.'),
  address: nullable(text('Street address or area.')),
  city_code: nullable(id('Numeric code of the city.')),
  country_code: nullable(id('Numeric code of the country.')),
  posts_count: count('Posts tagged with the place.')
})
export type Place = Type.Static<typeof Place>
