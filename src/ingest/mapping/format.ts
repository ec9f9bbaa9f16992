import type { Decoder } from './decoder.ts'
import { type Fields, isFields } from './read-value.ts'
import { type Path, pathOf, valueAt } from './readings.ts'
import { accountReader, collectionReader, postReader, roomReader, soundOnlyReader } from './record-reader.ts'
import type { Evidence, Mapping } from './tables.ts'
import { unreadKeys } from './unread-keys.ts'
import { valuesRead } from './values-read.ts'

type Clue = { readonly path: Path; readonly is: 'there' | 'missing' | 'an object' | { readonly value: string } }

const clueOf = (text: string): Clue => {
  if (text.startsWith('!')) return { path: pathOf(text.slice(1)), is: 'missing' }
  if (text.endsWith('.')) return { path: pathOf(text.slice(0, -1)), is: 'an object' }
  const [path = '', value] = text.split('=')
  return { path: pathOf(path), is: value === undefined ? 'there' : { value: value.toLowerCase() } }
}

const holds = (element: Fields, { path, is }: Clue): boolean => {
  const value = valueAt(element, path)
  if (typeof is === 'object') return typeof value === 'string' && value.toLowerCase() === is.value
  return is === 'an object' ? isFields(value) : (value === undefined) === (is === 'missing')
}

/** How surely an element has a format; 0 if it has not. Adds up the strengths of the evidence found. */
export const strengthOf = (evidence: readonly Evidence[]): ((element: Fields) => number) => {
  const groups = evidence.map(({ strength, paths }) => {
    const clues = paths.map(clueOf)
    // Evidence requires the first key of its first path, unless that key must be missing.
    const key = clues[0]?.is === 'missing' ? undefined : clues[0]?.path[0]
    return { strength, clues, key }
  })
  return (element) => {
    let sum = 0
    for (const { strength, clues, key } of groups) {
      if (key !== undefined && element[key] === undefined) continue
      let index = 0
      for (; index < clues.length; index += 1) {
        const clue = clues[index]
        if (clue === undefined || !holds(element, clue)) break
      }
      if (index === clues.length) sum += strength
    }
    return sum
  }
}

const readerOf = (mapping: Mapping) => {
  const { collectedAt } = mapping
  if ('post' in mapping) return postReader(mapping.post, collectedAt)
  if ('collection' in mapping) return collectionReader(mapping.collection, collectedAt)
  if ('sound' in mapping) return soundOnlyReader(mapping.sound, collectedAt)
  return 'room' in mapping ? roomReader(mapping.room, collectedAt) : accountReader(mapping.user, collectedAt)
}

/** A format that is defined by a table. */
export type TableFormat = Decoder & {
  readonly mapping: Mapping
  /** Keys of an element with a value that are not read. */
  readonly unread: (element: Fields) => readonly string[]
}

/** A format from its table. */
export const formatFrom = (mapping: Mapping): TableFormat => {
  const read = readerOf(mapping)
  const unread = unreadKeys(mapping)
  const { name } = mapping
  const isPost = 'post' in mapping
  return {
    name,
    mapping,
    unread,
    accepts: mapping.accepts,
    strength: strengthOf(mapping.evidence),
    valuesRead: valuesRead(mapping),
    mayHoldRecords: () => !isPost,
    decode(element, numbers) {
      const own = read(element, numbers)
      const keys = unread(element)
      const [first] = own
      if (keys.length > 0 && first !== undefined && first.kind !== 'skipped') first.unread = { format: name, keys }
      return own
    }
  }
}
