import {
  alwaysCounted,
  type UntoldField,
  type UntoldFields,
  untoldOfPlace,
  untoldOfPost,
  untoldOfSound,
  untoldOfUser
} from '../../records/missing-fields.ts'
import type { Readable } from './columns.ts'
import { madeUpSource } from './schema.ts'

// Of what was made up all is known, and nothing needs to be looked through.
const isMadeUp = `EXISTS (SELECT 1 FROM sources WHERE name = '${madeUpSource}')`

/** Which fields are null in a row, as flags in the order of their names. */
const fieldsOf = <N extends UntoldField>(alias: string, names: readonly N[]): Readable<UntoldFields<N>> => ({
  columns: names
    .map((name) => (alwaysCounted.some((counted) => counted === name) ? `NOT ${isMadeUp}` : `${alias}.${name} IS NULL`))
    .join(', '),
  width: names.length,
  read: (cells) => ({ fields: names.filter((_, index) => cells[index] === 1) })
})
export const userUntold = fieldsOf('u', untoldOfUser)
export const postUntold = fieldsOf('p', untoldOfPost)
export const soundUntold = fieldsOf('s', untoldOfSound)
export const placeUntold = fieldsOf('p', untoldOfPlace)
