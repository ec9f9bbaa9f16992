import type Type from 'typebox'
import { list, nullable, oneOf, record, text } from './fields.ts'

/** Order of equally popular completions. */
export const completionKinds = ['hashtag', 'creator', 'place', 'phrase', 'sound'] as const
export type CompletionKind = (typeof completionKinds)[number]

const Completion = record('Completion', 'What may be meant by something that was typed.', {
  kind: oneOf(completionKinds, 'What it is.'),
  text: text('What it is suggested as.'),
  key: nullable(
    text(
      'Handle of a creator; numeric id of a hashtag, place or sound. Null for phrases, and where several things go by the text.'
    )
  )
})
export type Completion = Type.Static<typeof Completion>

export const Completions = list(Completion, 'The most popular first, kinds mixed.')
