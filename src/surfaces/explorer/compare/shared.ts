import { canonicalHashtag } from '../../../records/hashtag-name.ts'
import { hashtagRoute, type Route, soundRoute } from '../route.ts'
import { type Compared, type ComparedPost, postsOf } from './compared.ts'

/** A hashtag or a sound that several creators use. */
export type Shared = { text: string; to: Route | null; what: 'hashtag' | 'sound'; uses: readonly number[] }

const thingsOf = ({ hashtags, sound }: ComparedPost): readonly Omit<Shared, 'uses'>[] => [
  ...hashtags.flatMap(({ hashtagId, name }) =>
    name === null
      ? []
      : [
          {
            text: `#${canonicalHashtag(name)}`,
            to: hashtagRoute({ hashtagId, name: canonicalHashtag(name) }),
            what: 'hashtag' as const
          }
        ]
  ),
  ...(sound === null
    ? []
    : [
        {
          text: sound.title || 'Untitled sound',
          to: soundRoute(sound),
          what: 'sound' as const
        }
      ])
]

/** Hashtags and sounds in posts of at least two creators, by number of creators, then posts. `uses`: posts of each creator. */
export const sharedBy = (compared: readonly Compared[]): readonly Shared[] => {
  const found = new Map<string, Omit<Shared, 'uses'> & { uses: number[] }>()
  for (const [index, creator] of compared.entries()) {
    for (const post of postsOf(creator)) {
      const keyed = thingsOf(post).map(
        (thing) => [JSON.stringify([thing.what, thing.to ?? thing.text]), thing] as const
      )
      // A caption may repeat a hashtag: it counts once per post.
      for (const [key, thing] of new Map(keyed)) {
        const known = found.get(key) ?? { ...thing, uses: compared.map(() => 0) }
        known.uses[index] = (known.uses[index] ?? 0) + 1
        found.set(key, known)
      }
    }
  }
  const users = ({ uses }: Shared) => uses.filter((count) => count > 0).length
  const total = ({ uses }: Shared) => uses.reduce((sum, count) => sum + count, 0)
  return [...found.values()]
    .filter((shared) => users(shared) > 1)
    .sort((a, b) => users(b) - users(a) || total(b) - total(a) || a.text.localeCompare(b.text))
}
