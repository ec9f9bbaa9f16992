import {
  alwaysCounted,
  type MissingField,
  type MissingFields,
  placeFieldsThatMayBeMissing,
  postFieldsThatMayBeMissing,
  soundFieldsThatMayBeMissing,
  userFieldsThatMayBeMissing
} from '../../records/missing-fields.ts'
import type { Readable } from './columns.ts'
import { madeUpSource } from './schema.ts'

// Of what was made up all is known, and nothing needs to be looked through.
const isMadeUp = `EXISTS (SELECT 1 FROM sources WHERE name = '${madeUpSource}')`

/** Which fields are null in a row, as flags in the order of their names. */
const fieldsOf = <N extends MissingField>(alias: string, names: readonly N[]): Readable<MissingFields<N>> => ({
  columns: names
    .map((name) => (alwaysCounted.some((counted) => counted === name) ? `NOT ${isMadeUp}` : `${alias}.${name} IS NULL`))
    .join(', '),
  width: names.length,
  read: (cells) => ({ fields: names.filter((_, index) => cells[index] === 1) })
})
export const userMissingFields = fieldsOf('u', userFieldsThatMayBeMissing)
export const postMissingFields = fieldsOf('p', postFieldsThatMayBeMissing)
export const soundMissingFields = fieldsOf('s', soundFieldsThatMayBeMissing)
export const placeMissingFields = fieldsOf('p', placeFieldsThatMayBeMissing)
