import type { SoundRow } from '../../source/sql/writer.ts'
import type { DecodedPost, DecodedSound } from './decoder.ts'
import { newestFirst, told } from './newest-first.ts'

export type MergedSounds = {
  sounds: SoundRow[]
  /** The sound's row for each post that has one. */
  pkOf: ReadonlyMap<DecodedPost, number>
}

type Use = DecodedPost & { sound: DecodedSound }

// Without an id, title and author are all that two uses of a sound can agree in.
const keyOf = ({ sound_id, title, author, is_original }: DecodedSound) =>
  sound_id ?? JSON.stringify([title, author, is_original])

/** One row for each sound, told by the newest posts that use it. */
export const mergeSounds = (posts: readonly DecodedPost[]): MergedSounds => {
  const uses = newestFirst(posts).filter((post): post is Use => post.sound !== null)
  const pkOf = new Map<DecodedPost, number>()
  const sounds: SoundRow[] = []
  for (const sharing of Map.groupBy(uses, (post) => keyOf(post.sound)).values()) {
    const pk = sounds.length + 1
    for (const post of sharing) pkOf.set(post, pk)
    const claims = sharing.map((post) => post.sound)
    const sound_id = told(claims, 'sound_id')
    const original = told(claims, 'is_original')
    // Not original means licensed as a track. A sound of which neither is known is not claimed to be either.
    const licensed = original === false
    sounds.push({
      pk,
      sound_id,
      title: told(claims, 'title'),
      author: told(claims, 'author'),
      duration_seconds: told(claims, 'duration_seconds') ?? 0,
      is_original: original ?? false,
      is_copyrighted: licensed,
      cover_url: told(claims, 'cover_url'),
      play_url: told(claims, 'play_url'),
      // Files do not tell when a track entered the library; it was there when the oldest of the posts used it.
      published_at: licensed && sound_id !== null ? (sharing.at(-1)?.created_at ?? null) : null
    })
  }
  return { sounds, pkOf }
}
