import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examples } from '../src/services/examples.ts'

const folder = join(import.meta.dirname, '../schema/questions')

const day = 86_400_000

/** A date some days before the end of a data set. */
const before = (end: Date, days: number): string => new Date(end.getTime() - days * day).toISOString().slice(0, 10)

/** Variables by the number that a document's name begins with. */
const variablesOf = (end: Date): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
  '01': { since: before(end, 30) },
  '03': { username: examples.username },
  // Whole weeks, from Monday on.
  '06': { since: before(end, 28 + ((end.getUTCDay() + 6) % 7)) },
  '08': { placeId: examples.placeId },
  '09': { since: before(end, 7) }
})

export type Question = {
  /** Two digits and a few words: `01-most-played`. */
  name: string
  /** The question itself, which is the comment that its document begins with. */
  text: string
  /** The document without that comment. */
  query: string
  variables: Readonly<Record<string, string>>
}

/** The ten questions of the guide "Filter and sort", for a data set whose last day ends at `end`, a midnight in UTC. */
export const questions = (end: Date): Question[] =>
  readdirSync(folder)
    .sort()
    .map((file) => {
      const [, text = '', query = ''] = /^# (.+)\n([\s\S]+)$/.exec(readFileSync(join(folder, file), 'utf8')) ?? []
      return {
        name: file.replace('.graphql', ''),
        text,
        query,
        variables: variablesOf(end)[file.slice(0, 2)] ?? {}
      }
    })
