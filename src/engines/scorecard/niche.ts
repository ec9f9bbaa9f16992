import { canonicalHashtag } from '../../records/hashtag-name.ts'
import type { ScoredPost } from '../../records/scorecard-inputs.ts'
import { isEvergreen } from './evergreen.ts'

/** `primary_niche` when no post has a topic. */
export const noNiche = 'general'

/** Posts with a topic: their number, their plays, and a bit set of the posts; `maxPosts` fit into one number. */
type TopicUse = { posts: number; plays: number; carriers: number }

/** Topics of some posts. */
export type Topics = ReadonlyMap<string, TopicUse>

/** Cache from hashtag to topic: creators repeat the same few hashtags. Bounded. */
const known = new Map<string, string | null>()
const mostKnown = 4_096

/** Topics of posts; a repeated hashtag counts once per post. */
export const topicsOf = (posts: readonly ScoredPost[]): Topics => {
  const topics = new Map<string, TopicUse>()
  for (const [index, { hashtags, plays }] of posts.entries()) {
    const carrier = 1 << index
    for (const name of hashtags) {
      const topic = topicOf(name ?? '')
      if (topic === null) continue
      const use = topics.get(topic)
      if (use === undefined) topics.set(topic, { posts: 1, plays, carriers: carrier })
      else if ((use.carriers & carrier) === 0) {
        use.posts += 1
        use.plays += plays
        use.carriers |= carrier
      }
    }
  }
  return topics
}

const topicOf = (name: string): string | null => {
  const remembered = known.get(name)
  if (remembered !== undefined) return remembered
  const topic = topicSaidBy(name)
  if (known.size === mostKnown) known.clear()
  known.set(name, topic)
  return topic
}

/** The topic of a hashtag; null if it only seeks reach. */
const topicSaidBy = (name: string): string | null => {
  const topic = canonicalHashtag(name)
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
export const nicheConcentration = (topics: Topics, postsCount: number) => {
  // Per post, the posts that share a topic with it, including itself.
  const related = Array.from({ length: postsCount }, () => 0)
  for (const { carriers } of topics.values()) {
    for (let left = carriers; left !== 0; left &= left - 1) {
      const index = 31 - Math.clz32(left & -left)
      related[index] = (related[index] ?? 0) | carriers
    }
  }
  const pairs = related.reduce((sum, posts) => sum + bitsIn(posts), 0)
  return postsCount === 0 ? 0 : Math.round((100 * pairs) / postsCount ** 2)
}

const bitsIn = (bits: number) => {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}

/**
 * The topic of most posts, in lower case without #; on a tie the one whose posts have more plays, then the first by code unit. “general”
 * when no post has a topic.
 */
export const primaryNiche = (topics: Topics) => {
  let [niche, most] = [noNiche, { posts: 0, plays: 0 }]
  for (const [topic, use] of topics) {
    const lead = use.posts - most.posts || use.plays - most.plays
    if (lead > 0 || (lead === 0 && topic < niche)) [niche, most] = [topic, use]
  }
  return niche
}
