import type Type from 'typebox'
import { Effect } from './effect.ts'
import { list, record } from './fields.ts'
import { Place } from './place.ts'
import { HashtagUse } from './post.ts'
import { Sound } from './sound.ts'

/** Maximum number of matches of each kind. */
export const nameMatchCount = 10

export const NameMatches = record('NameMatches', 'What is named by a keyword.', {
  sounds: list(Sound, 'Sounds by title.'),
  hashtags: list(HashtagUse, 'Hashtags by name.'),
  places: list(Place, 'Places by name.'),
  effects: list(Effect, 'Camera effects by name.')
})
export type NameMatches = Type.Static<typeof NameMatches>
