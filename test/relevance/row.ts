import type { Grade } from './measures.ts'
import { type Kind, type Records, termOf, type World } from './world.ts'

export type Row = {
  class: string
  kind: Kind
  query: string
  /** What whoever typed it is looking for. */
  wants: string
  /** Why the grades are as they are. */
  reason: string
  /** Whether one creator is what is looked for: many posts of one are no fault then. */
  isOfOneCreator: boolean
  /** The half that is not looked at while search is tuned. */
  isHeldOut: boolean
  /** Everything that answers the query at all. */
  grades: ReadonlyMap<string, Grade>
  /** Also of a suggestion that nobody thought of. */
  gradeOf: (id: string) => Grade
}

/** The same for the same text on any machine. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

const shuffled = <T>(all: Iterable<T>, salt: string, nameOf: (one: T) => string): T[] =>
  [...all]
    .map((one) => ({ one, at: hashOf(`${salt} ${nameOf(one)}`) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

/** So many of all, in an order that hangs on nothing but what they are: one more of them moves no other. */
export const pick = <T>(all: Iterable<T>, wanted: number, salt: string, nameOf: (one: T) => string = String): T[] =>
  shuffled(all, salt, nameOf).slice(0, wanted)

/** The same of what can be made of them: null where nothing can. */
export const pickMade = <T, R>(
  all: Iterable<T>,
  wanted: number,
  salt: string,
  made: (one: T, index: number) => R | null,
  nameOf: (one: T) => string = String
): R[] =>
  shuffled(all, salt, nameOf)
    .values()
    .map(made)
    .filter((one) => one !== null)
    .take(wanted)
    .toArray()

export type Wanted<K extends Kind> = {
  class: string
  kind: K
  query: string
  wants: string
  reason: string
  isOfOneCreator?: boolean
  grade: (record: Records[K]) => Grade
}

/** A creator goes by the handle and by the name: to suggest one of them is as good as it can be. */
const oncePerCreator = (
  records: readonly Records['suggestions'][],
  grades: ReadonlyMap<string, Grade>
): Map<string, Grade> => {
  const best = new Map<string, Grade>()
  for (const { creator, id } of records) {
    if (creator !== null) best.set(creator, Math.max(best.get(creator) ?? 0, grades.get(id) ?? 0) as Grade)
  }
  const once = new Map<string, Grade>()
  for (const { creator, id } of records) {
    const grade = grades.get(id)
    if (grade === undefined || (creator !== null && best.get(creator) !== grade)) continue
    once.set(id, grade)
    if (creator !== null) best.delete(creator)
  }
  return once
}

/** Judges everything there is once. */
export const rowOf = <K extends Kind>(world: World, { grade, isOfOneCreator = false, ...row }: Wanted<K>): Row => {
  const grades = new Map<string, Grade>()
  for (const record of world.records[row.kind]) {
    const given = grade(record)
    if (given > 0) grades.set(record.id, given)
  }
  // A suggestion is a text of its own and needs no record.
  const gradeTerm = grade as (record: Records['suggestions']) => Grade
  return {
    ...row,
    isOfOneCreator,
    isHeldOut: hashOf(`half ${row.kind} ${row.query}`) % 2 === 1,
    grades: row.kind === 'suggestions' ? oncePerCreator(world.records.suggestions, grades) : grades,
    gradeOf: (id) => grades.get(id) ?? (row.kind === 'suggestions' ? gradeTerm(termOf(id)) : 0)
  }
}
