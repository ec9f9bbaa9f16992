import type Type from 'typebox'
import { countFields, fieldsWithBits, type ObservedKind, type Sample } from '../../history/samples.ts'
import { count, id, list, nullable, record, text, unixTime } from '../../records/fields.ts'

/** Counts over time as lines of a whole export: those of one thing a line. What is null or empty in a sample is left out of it. */

const markedFields = (which: string) => nullable(list(text('Name of the count.'), `Counts that are ${which}.`))

const sampleOf = <K extends ObservedKind>(title: string, kind: K) => {
  const counts = Object.fromEntries(
    countFields[kind].map((field) => [field, nullable(count('Its number; null when the source did not give it.'))])
    // Each field of the kind has a count.
  ) as { [F in (typeof countFields)[K][number]]: ReturnType<typeof nullable<ReturnType<typeof count>>> }
  return record(title, 'Counts as one source gave them at one moment.', {
    at: nullable(unixTime('When they were collected, in Unix seconds; null when unknown.')),
    source: nullable(text('Name of the source.')),
    ...counts,
    rounded: markedFields('rounded'),
    negative: markedFields('unknown because the source gave a negative number')
  })
}

const PostSample = sampleOf('PostSample', 'posts')
const UserSample = sampleOf('UserSample', 'users')

export const PostSamplesLine = record('post_samples', 'Counts of a post over time.', {
  post_id: id('The post.'),
  samples: list(PostSample, 'Those without a time first, then by time.')
})

export const UserSamplesLine = record('user_samples', 'Counts of an account over time.', {
  user_id: id('The account.'),
  samples: list(UserSample, 'Those without a time first, then by time.')
})

export type SampleLineKind = 'user_samples' | 'post_samples'
export type SampleOfLine = Type.Static<typeof PostSample> | Type.Static<typeof UserSample>

/** A sample as a line has it. */
export const writeSample = (kind: ObservedKind, sample: Sample, source: string | null): object => {
  const { at, values, rounded, negative } = sample
  const fields = {
    at,
    source,
    ...Object.fromEntries(countFields[kind].map((field, index) => [field, values[index] ?? null])),
    rounded: rounded === 0 ? null : fieldsWithBits(countFields[kind], rounded),
    negative: negative === 0 ? null : fieldsWithBits(countFields[kind], negative)
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/** Null for a name that the kind does not have. */
const bitsOf = (kind: ObservedKind, names: readonly string[] | null): number | null => {
  const fields: readonly string[] = countFields[kind]
  let bits = 0
  for (const name of names ?? []) {
    const index = fields.indexOf(name)
    if (index < 0) return null
    bits |= 1 << index
  }
  return bits
}

/** Inverse of `writeSample`; null when it marks a count that the kind does not have. `source`: its row. */
export const readSample = (kind: ObservedKind, line: SampleOfLine, source: number): Sample | null => {
  // The counts of a line are those of its kind.
  const counts = line as Readonly<Record<string, unknown>>
  let known = 0
  const values = countFields[kind].map((field, index) => {
    const value = counts[field]
    if (typeof value !== 'number') return null
    known |= 1 << index
    return value
  })
  const [rounded, negative] = [bitsOf(kind, line.rounded), bitsOf(kind, line.negative)]
  if (rounded === null || negative === null) return null
  return { at: line.at, source, values, rounded: rounded & known, negative: negative & ~known }
}
