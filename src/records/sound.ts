import type Type from 'typebox'
import { count, flag, id, int, nullable, record, text, url } from './fields.ts'

export const Sound = record('Sound', 'A sound that posts can use: a licensed track or an original recording.', {
  sound_id: id('Numeric id of the sound.'),
  title: text('Title of the sound.'),
  author: text('Who the sound is credited to.'),
  duration_seconds: int('Length in seconds.'),
  is_original: flag('Whether the sound was recorded for a post rather than licensed as a track.'),
  is_copyrighted: flag('Whether the sound is under a commercial licence.'),
  posts_count: count('Number of posts that use the sound.'),
  cover_url: nullable(url('URL of the cover image. Null when none is known.')),
  play_url: nullable(url('URL of the audio. Null when none is known.'))
})
export type Sound = Type.Static<typeof Sound>
