import type { Decoded } from '../decoder.ts'
import type { ValueLocation } from '../input/json-frames.ts'
import { joined } from '../mapping/reshape.ts'
import { decodeElement } from './formats.ts'
import { skipped } from './post-rules.ts'
import { type Fields, isFields, readFields, readPastTime } from './read-value.ts'

type OnDecoded = (at: string, decoded: Decoded) => void

/** Maximum depth at which records and lists are looked for in an unknown object. */
const deepest = 4

/** The keys of an object, for messages. */
const keysOf = (fields: Fields): string => {
  const keys = Object.keys(fields)
  if (keys.length === 0) return 'an empty object'
  const shown = keys.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 40)))
  return `it has ${shown.join(', ')}${keys.length > shown.length ? ', …' : ''}`
}

/** Time of an envelope: its `meta`, or the clock of the app's server. */
const timeOf = (envelope: Fields): number | null =>
  readPastTime(readFields(envelope.meta).timestamp) ?? readPastTime(readFields(envelope.extra).now)

/**
 * Decodes a value: a record of some format, or all records within it. Unknown list elements are reported as skipped; of an object's
 * members, only those with records count.
 */
export const decodeValue = (value: unknown, place: ValueLocation, isPart: boolean, onDecoded: OnDecoded): void => {
  if (!isFields(value)) {
    const example = Array.isArray(value) ? 'a list' : value === null ? 'null' : typeof value
    onDecoded(place.at, skipped('not an object', example))
    return
  }
  const records = decodeElement(value)
  if (records !== null) for (const decoded of records) onDecoded(place.at, decoded)
  else if (!decodeMembers(value, place.within, 1, null, onDecoded) && !isPart) {
    onDecoded(place.at, skipped('unknown format', keysOf(value)))
  }
}

/** Whether an object contained any record, or at least an empty list. */
const decodeMembers = (
  fields: Fields,
  within: string,
  depth: number,
  outerTime: number | null,
  onDecoded: OnDecoded
): boolean => {
  const time = timeOf(fields) ?? outerTime
  const dated: OnDecoded = (at, decoded) =>
    onDecoded(
      at,
      'seen' in decoded && decoded.seen.collectedAt === null && time !== null
        ? { ...decoded, seen: { ...decoded.seen, collectedAt: time } }
        : decoded
    )
  const decodeRecord = (record: Fields, at: string): boolean => {
    const records = decodeElement(record)
    if (records === null) return depth < deepest && decodeMembers(record, `${at}.`, depth + 1, time, onDecoded)
    for (const decoded of records) dated(at, decoded)
    return true
  }

  const parts = joined(fields)
  if (parts !== null) {
    for (const part of parts) decodeRecord(part, within.slice(0, -1))
    return true
  }
  let isFound = false
  for (const [key, member] of Object.entries(fields)) {
    const at = `${within}${key}`
    if (isFields(member)) isFound = decodeRecord(member, at) || isFound
    if (!Array.isArray(member)) continue
    if (member.length === 0) isFound = true
    // Unknown values beside records are reported; lists of other things are ignored.
    const unknown: [string, unknown][] = []
    let isList = false
    member.forEach((element: unknown, index) => {
      const elementAt = `${at}[${index}]`
      if (isFields(element) && decodeRecord(element, elementAt)) isList = true
      else unknown.push([elementAt, element])
    })
    if (!isList) continue
    isFound = true
    for (const [elementAt, element] of unknown) {
      onDecoded(
        elementAt,
        isFields(element) ? skipped('unknown format', keysOf(element)) : skipped('not an object', typeof element)
      )
    }
  }
  return isFound
}
