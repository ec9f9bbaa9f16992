import { HashtagUse } from '../../records/post.ts'
import { selection } from './columns.ts'
import { hashtagOf, soundOf } from './facts-keys.ts'
import { effects, places, sounds } from './selections.ts'

/** Reads the records that a keyword names, by their key in suggestions: only those of visible posts. */
export const namedThings = {
  sound: { selection: sounds, from: (key: string) => `sounds s WHERE s.posts_count > 0 AND s.pk = (${soundOf(key)})` },
  hashtag: {
    selection: selection(HashtagUse, 'h', { id: 'h.hashtag_id' }),
    from: (key: string) =>
      `hashtags h WHERE EXISTS (SELECT 1 FROM hashtag_posts t WHERE t.hashtag_pk = h.pk) AND h.pk = (${hashtagOf(key)})`
  },
  place: { selection: places, from: 'places p WHERE p.posts_count > 0 AND p.place_id' },
  effect: { selection: effects, from: 'effects e WHERE e.effect_id' }
} as const
