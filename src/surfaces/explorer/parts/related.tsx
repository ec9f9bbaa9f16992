import { type LinkedHashtag, type LinkedSound, soundRoute } from '../route.ts'
import { type Chip, hashtagChip, NamedChips, type NamedKind } from './chips.tsx'

export type RelatedPost = {
  readonly author: { readonly username: string } | null
  readonly sound: (LinkedSound & { readonly title: string | null; readonly author: string | null }) | null
  readonly hashtags: readonly LinkedHashtag[]
}

const most = 8

/** Distinct links, those of most posts first. Of links with equal text, such as several “original sound” of one creator, only the first. */
const commonest = (chips: readonly Chip[]): Chip[] => {
  const counts = new Map<string, { chip: Chip; posts: number }>()
  for (const chip of chips) {
    const key = JSON.stringify(chip.to ?? chip.text)
    counts.set(key, { chip, posts: (counts.get(key)?.posts ?? 0) + 1 })
  }
  const ranked = [...counts.values()].sort((a, b) => b.posts - a.posts).map(({ chip }) => chip)
  return ranked.filter((chip, index) => ranked.findIndex(({ text }) => text === chip.text) === index).slice(0, most)
}

const creatorChip = ({ username }: { username: string }): Chip => ({
  text: `@${username}`,
  to: { view: 'creator', username, shows: 'posts' }
})

/** With the author, because many sounds are named “original sound”. */
const soundChip = (sound: NonNullable<RelatedPost['sound']>): Chip => ({
  text: [sound.title ?? 'Untitled sound', sound.author].filter((text) => text !== null).join(' · '),
  to: soundRoute(sound)
})

/** The creators, sounds and hashtags in posts, as links. */
export const Related = ({ posts }: { posts: readonly RelatedPost[] }) => {
  const kinds: readonly NamedKind[] = [
    ['Creators', posts.flatMap(({ author }) => (author === null ? [] : [creatorChip(author)]))],
    ['Sounds', posts.flatMap(({ sound }) => (sound === null ? [] : [soundChip(sound)]))],
    ['Hashtags', posts.flatMap(({ hashtags }) => hashtags.map(hashtagChip))]
  ]
  return (
    <NamedChips
      labelOf={(name) => `${name} in these posts`}
      kinds={kinds.map(([name, chips]) => [name, commonest(chips)])}
    />
  )
}
