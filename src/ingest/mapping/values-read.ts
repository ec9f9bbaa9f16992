import { Counts } from './counts.ts'
import { NumberColumns } from './number-columns.ts'
import type { Fields } from './read-value.ts'
import { type Readings, readFirst } from './readings.ts'
import { fieldsOf, type Mapping, tableOf } from './tables.ts'

/** Possible place of a field's value; lower ranks are better. */
type ValuePlace = {
  readonly name: string
  readonly field: number
  readonly rank: number
  readonly readings: Readings<unknown>
}

/** Counts the values of an element that a format can read. */
export const valuesRead = (mapping: Mapping): ((element: Fields) => number) => {
  const fields = [...fieldsOf(tableOf(mapping)), mapping.collectedAt ?? []]
  // By key, because a table has many more names than an element.
  const places = new Map<string, ValuePlace[]>()
  for (const [field, readings] of fields.entries()) {
    for (const [rank, reading] of readings.entries()) {
      const place = { name: reading.paths.join(), field, rank, readings: [reading] }
      for (const [key = ''] of reading.paths) places.set(key, [...(places.get(key) ?? []), place])
    }
  }
  return (element) => {
    const counts = new Counts(new NumberColumns())
    const best = new Map<number, ValuePlace>()
    for (const key in element) {
      for (const place of places.get(key) ?? []) {
        if ((best.get(place.field)?.rank ?? place.rank + 1) <= place.rank) continue
        // Only totals use the name of a field.
        if (readFirst(place.readings, element, counts, 'plays') !== null) best.set(place.field, place)
      }
    }
    // Two fields may have the same value.
    return new Set(Array.from(best.values(), ({ name }) => name)).size
  }
}
