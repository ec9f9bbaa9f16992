import type { Post } from '../../records/post.ts'
import { isEvergreen } from './evergreen.ts'

/** What `primary_niche` says when no post carries a topic. */
export const noNiche = 'general'

/** What a post is about. */
export type Topics = ReadonlySet<string>

/** Creators name the same few hashtags again and again: what each is about, as long as there are not too many. */
const known = new Map<string, string | null>()
const mostKnown = 4_096

/** The topics of each post, once however often its caption repeats them. */
export const topicsOf = (posts: readonly Post[]): Topics[] =>
  posts.map(({ hashtags }) => {
    const topics = new Set<string>()
    for (const { name } of hashtags) {
      const spelled = name ?? ''
      let topic = known.get(spelled)
      if (topic === undefined) {
        topic = topicOf(spelled)
        if (known.size === mostKnown) known.clear()
        known.set(spelled, topic)
      }
      if (topic !== null) topics.add(topic)
    }
    return topics
  })

/** What a hashtag says of the post; null when it only asks for reach. */
const topicOf = (name: string): string | null => {
  const topic = canonical(name)
  return topic === '' || isEvergreen(topic) ? null : topic
}

/**
 * How tightly the posts keep to one topic: the chance in percent, rounded, that two posts drawn at random (the same
 * one may come twice) have a topic in common. Topics are the hashtags of a post without the evergreen ones.
 *
 * Why: with one hashtag per post this is Simpson's index of concentration (“Measurement of Diversity”, Nature 163,
 * 1949), known to economists as the Herfindahl index: 100 for one topic, 50 for two in equal parts, 33 for three. The
 * sum of squared shares that usually computes it would mark down a baker who tags every post #bread #sourdough
 * #baking; asking whether two posts share a topic does not.
 *
 * - One topic never scores below many: giving two topics the same name can only make more pairs share one.
 * - Drawn with replacement, so the same posts twice over score the same; 30 posts on 30 topics still score 3.
 * - A post without topics has nothing in common with any, so it lowers the score. Captions are not searched for
 *   words: they are written in any language, and a guess would look as certain as a hashtag.
 * - 0 when no post has a topic. A signature hashtag on every post scores like a topic; the data cannot tell them apart.
 */
export const nicheConcentration = (posts: readonly Topics[]) => {
  if (posts.length === 0) return 0
  const withTopics = posts.filter(({ size }) => size > 0)
  // Each with itself, and each two of them in both orders.
  let pairs = withTopics.length
  for (const [index, one] of withTopics.entries()) {
    for (const other of withTopics.slice(0, index)) if (!one.isDisjointFrom(other)) pairs += 2
  }
  return Math.round((100 * pairs) / posts.length ** 2)
}

/**
 * The topic most posts carry, in lower case without #; among equals the one whose posts were played more, then the
 * alphabetically first (by code unit: the same on every machine). “general” when no post has a topic.
 */
export const primaryNiche = (posts: readonly Post[], topics: readonly Topics[]) => {
  const uses = new Map<string, { posts: number; plays: number }>()
  for (const [index, { plays }] of posts.entries()) {
    for (const topic of topics[index] ?? []) {
      const use = uses.get(topic) ?? { posts: 0, plays: 0 }
      uses.set(topic, { posts: use.posts + 1, plays: use.plays + plays })
    }
  }
  const [first] = [...uses].sort(
    ([nameA, a], [nameB, b]) => b.posts - a.posts || b.plays - a.plays || (nameA < nameB ? -1 : 1)
  )
  return first?.[0] ?? noNiche
}

/** One spelling per hashtag: #Baking, #ＢＡＫＩＮＧ and #baking are the same topic. */
const canonical = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[#\s]+/u, '')
    .trim()
