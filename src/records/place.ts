import type Type from 'typebox'
import { count, id, nullable, record, text } from './fields.ts'

export const Place = record('Place', 'A location that posts are tagged with.', {
  place_id: id('Numeric id of the place.'),
  name: text('Name of the place.'),
  address: nullable(text('Street address or area. Null when none is known.')),
  city_code: nullable(id('Numeric id of the city in GeoNames. Null when none is known.')),
  country_code: nullable(id('Numeric id of the country in GeoNames. Null when none is known.')),
  posts_count: count('Number of posts tagged with the place.')
})
export type Place = Type.Static<typeof Place>
