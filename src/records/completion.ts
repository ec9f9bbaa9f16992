import type Type from 'typebox'
import { list, nullable, oneOf, record, text } from './fields.ts'

/** Order of equally popular completions. */
export const completionKinds = ['hashtag', 'creator', 'place', 'phrase', 'sound', 'effect'] as const
export type CompletionKind = (typeof completionKinds)[number]

const Completion = record('Completion', 'A completion of a typed text.', {
  kind: oneOf(completionKinds, 'Kind of the object.'),
  text: text('The suggested text.'),
  key: nullable(
    text(
      'Handle of a creator; numeric id of a place or effect; id or facts of a hashtag or sound. Null for phrases and ambiguous texts.'
    )
  )
})
export type Completion = Type.Static<typeof Completion>

export const Completions = list(Completion, 'Most popular first, kinds mixed.')
