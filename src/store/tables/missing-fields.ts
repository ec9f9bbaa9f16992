import {
  alwaysCounted,
  effectFieldsThatMayBeMissing,
  liveRoomFieldsThatMayBeMissing,
  type MissingField,
  type MissingFields,
  placeFieldsThatMayBeMissing,
  postFieldsThatMayBeMissing,
  soundFieldsThatMayBeMissing,
  userFieldsThatMayBeMissing
} from '../../records/missing-fields.ts'
import type { Readable } from './columns.ts'
import { madeUpSource } from './schema.ts'
import { isShareUrlDerived } from './share-url.ts'

// Seed data lacks nothing, so no row needs to be checked.
const isMadeUp = `EXISTS (SELECT 1 FROM sources WHERE name = '${madeUpSource}')`

/** Which fields of a row are null or derived, as flags in field order. */
const fieldsOf = <N extends MissingField>(alias: string, names: readonly N[]): Readable<MissingFields<N>> => ({
  columns: names
    .map((name) => {
      if (alwaysCounted.some((counted) => counted === name)) return `NOT ${isMadeUp}`
      // Null where it cannot be derived.
      return name === 'share_url' ? isShareUrlDerived : `${alias}.${name} IS NULL`
    })
    .join(', '),
  width: names.length,
  read: (cells) => ({ fields: names.filter((_, index) => cells[index] === 1) })
})
export const userMissingFields = fieldsOf('u', userFieldsThatMayBeMissing)
export const postMissingFields = fieldsOf('p', postFieldsThatMayBeMissing)
export const soundMissingFields = fieldsOf('s', soundFieldsThatMayBeMissing)
export const placeMissingFields = fieldsOf('p', placeFieldsThatMayBeMissing)
export const liveRoomMissingFields = fieldsOf('l', liveRoomFieldsThatMayBeMissing)
export const effectMissingFields = fieldsOf('e', effectFieldsThatMayBeMissing)
