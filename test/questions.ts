import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examples } from '../src/services/examples.ts'

const schema = join(import.meta.dirname, '../schema')

const day = 86_400_000

/** A date some days before the end of a data set. */
const before = (end: Date, days: number): string => new Date(end.getTime() - days * day).toISOString().slice(0, 10)

type Variables<V> = Readonly<Record<string, V>>

/** Variables by the number that a document's name begins with. */
const variablesOf = (end: Date): Readonly<Record<string, Variables<string>>> => ({
  '01': { since: before(end, 30) },
  '03': { username: examples.username },
  // Whole weeks, from Monday on.
  '06': { since: before(end, 28 + ((end.getUTCDay() + 6) % 7)) },
  '08': { placeId: examples.placeId },
  '09': { since: before(end, 7) },
  '11': { since: before(end, 30) }
})

/** Of the questions about growth. Creators are counted every seventh day, up to the end. */
const growthVariablesOf = (end: Date): Readonly<Record<string, Variables<string | readonly string[]>>> => ({
  '02': { postId: examples.postId, from: before(end, 5) },
  '04': { from: before(end, 21) },
  '05': { usernames: ['maya.nguyen', 'urbanxiaoyu'], from: before(end, 21), to: before(end, 13) }
})

export type Question<V = string> = {
  /** Two digits and a few words: `01-most-played`. */
  name: string
  /** The question itself, which is the comment that its document begins with. */
  text: string
  /** The document without that comment. */
  query: string
  variables: Variables<V>
}

const questionsIn = <V>(folder: string, variables: Readonly<Record<string, Variables<V>>>): Question<V>[] =>
  readdirSync(folder)
    .sort()
    .map((file) => {
      const [, text = '', query = ''] = /^# (.+)\n([\s\S]+)$/.exec(readFileSync(join(folder, file), 'utf8')) ?? []
      return {
        name: file.replace('.graphql', ''),
        text,
        query,
        variables: variables[file.slice(0, 2)] ?? {}
      }
    })

/** The questions of the guide "Filter and sort", for a data set whose last day ends at `end`, a midnight in UTC. */
export const questions = (end: Date): Question[] => questionsIn(join(schema, 'questions'), variablesOf(end))

/** The five questions of the guide "Growth and trends". */
export const growthQuestions = (end: Date): Question<string | readonly string[]>[] =>
  questionsIn(join(schema, 'growth-questions'), growthVariablesOf(end))
