import type { Route } from '../route.ts'
import { type Compared, type ComparedPost, postsOf } from './compared.ts'

/** An item that several creators use, and the number of posts of each. */
export type Shared = { text: string; to: Route | null; uses: readonly number[] }

type Thing = { key: string; text: string; to: Route | null }

/** Items in posts of at least two creators; those of most creators, then of most posts, first. */
const sharedBy = (compared: readonly Compared[], thingsOf: (post: ComparedPost) => readonly Thing[]): Shared[] => {
  const found = new Map<string, Thing & { uses: number[] }>()
  for (const [index, each] of compared.entries()) {
    for (const post of postsOf(each)) {
      // A caption may repeat a hashtag: it counts once per post.
      for (const thing of new Map(thingsOf(post).map((each) => [each.key, each])).values()) {
        const known = found.get(thing.key) ?? { ...thing, uses: compared.map(() => 0) }
        known.uses[index] = (known.uses[index] ?? 0) + 1
        found.set(thing.key, known)
      }
    }
  }
  const users = ({ uses }: Shared) => uses.filter((count) => count > 0).length
  const total = ({ uses }: Shared) => uses.reduce((sum, count) => sum + count, 0)
  return [...found.values()]
    .filter((each) => users(each) > 1)
    .sort((a, b) => users(b) - users(a) || total(b) - total(a) || a.text.localeCompare(b.text))
}

export const sharedHashtags = (compared: readonly Compared[]): Shared[] =>
  sharedBy(compared, ({ hashtags }) =>
    hashtags.flatMap(({ hashtagId, name }) =>
      name === null
        ? []
        : [
            {
              key: name.toLowerCase(),
              text: `#${name}`,
              to: hashtagId === null ? null : ({ view: 'hashtag', id: hashtagId } as const)
            }
          ]
    )
  )

export const sharedSounds = (compared: readonly Compared[]): Shared[] =>
  sharedBy(compared, ({ sound }) =>
    sound?.soundId == null
      ? []
      : [
          {
            key: sound.soundId,
            text: sound.title || 'Untitled sound',
            to: { view: 'sound', id: sound.soundId } as const
          }
        ]
  )
