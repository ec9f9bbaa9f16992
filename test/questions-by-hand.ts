import type { CreatorScorecard } from '../src/records/creator-scorecard.ts'
import { canonicalHashtag } from '../src/records/hashtag-name.ts'
import { rows } from './dataset.ts'

/** The questions of the guide "Filter and sort" answered by plain loops over all posts and creators of the default data set. */

type PostRow = {
  created_at: number
  caption: string | null
  plays: number
  likes: number
  comments: number
  shares: number
  saves: number
  is_ad: number
  duration_seconds: number
  hashtags: { name: string }[]
  username: string | null
  verified: number | null
  sound_id: string | null
  title: string | null
  is_original: number | null
  place_id: string | null
}

const allPosts = (): PostRow[] =>
  rows<Omit<PostRow, 'hashtags'> & { hashtags: string }>(
    `SELECT p.*, u.username, u.verified, s.sound_id, s.title, s.is_original, l.place_id
      FROM posts p LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk LEFT JOIN places l ON l.pk = p.place_pk
      ORDER BY p.created_at DESC, p.id_order DESC`
  ).map(({ hashtags, ...post }) => ({ ...post, hashtags: JSON.parse(hashtags) }))

type UserRow = { username: string; followers: number; verified: number; user_id: string }

/** Among equals, the last 47 bits of ids decide (`src/store/tables/id-order.ts`). */
const allUsers = () =>
  rows<UserRow>(
    'SELECT * FROM users WHERE is_private = 0 ORDER BY CAST(user_id AS INTEGER) & ? DESC, pk DESC',
    2 ** 47 - 1
  )

/** Sorted by a number, the largest first; equals keep their order. */
const by = <T>(items: readonly T[], number: (item: T) => number): T[] =>
  [...items].sort((a, b) => number(b) - number(a))

const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString()
const secondsOf = (date: string | undefined): number => Date.parse(date ?? '') / 1_000

const rateOf = ({ likes, comments, shares, plays }: PostRow): number =>
  plays === 0 ? Number.NEGATIVE_INFINITY : Math.round(((likes + comments + shares) / plays) * 1e6) / 1e6

/** Interpolated between the two nearest. */
const quantile = (numbers: readonly number[], part: number): number => {
  const sorted = [...numbers].sort((a, b) => a - b)
  const at = (sorted.length - 1) * part
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}

const day = 86_400
/** 1970 began on a Thursday. */
const mondayOf = (seconds: number): number => Math.floor((seconds + 3 * day) / (7 * day)) * 7 * day - 3 * day

const carries = ({ hashtags }: PostRow, tag: string): boolean =>
  hashtags.some(({ name }) => canonicalHashtag(name) === tag)

const grouped = <K>(posts: readonly PostRow[], key: (post: PostRow) => K | null) => {
  const groups = new Map<K, { count: number; plays: number }>()
  for (const post of posts) {
    const of = key(post)
    if (of === null) continue
    const group = groups.get(of) ?? { count: 0, plays: 0 }
    groups.set(of, { count: group.count + 1, plays: group.plays + post.plays })
  }
  return [...groups]
}

/** Those with most posts, then with most plays. */
const groups = <K>(posts: readonly PostRow[], key: (post: PostRow) => K | null) =>
  grouped(posts, key)
    .sort(([, a], [, b]) => b.count - a.count || b.plays - a.plays)
    .slice(0, 3)
    .map(([key, { count, plays }]) => ({ key, count, sum: { plays } }))

type Variables = Readonly<Record<string, string>>
/** The answer's `data`, from posts, creators and the scorecards of operation 24. */
type Answer = (
  variables: Variables,
  scorecardOf: (username: string) => Promise<CreatorScorecard | null>
) => unknown | Promise<unknown>

const postsOf = (posts: readonly PostRow[], node: (post: PostRow) => unknown) => ({
  totalCount: posts.length,
  nodes: posts.slice(0, 3).map(node)
})

/** By the number that a question's name begins with. */
export const answers: Readonly<Record<string, Answer>> = {
  '01': ({ since }) => {
    const posts = allPosts().filter((post) => carries(post, 'fyp') && post.created_at >= secondsOf(since))
    return {
      posts: postsOf(
        by(posts, ({ plays }) => plays),
        ({ plays, created_at, username }) => ({ plays, createdAt: iso(created_at), author: { username } })
      )
    }
  },

  '02': async (_, scorecardOf) => {
    const posts = allPosts()
    const tags = ['cooking', 'homecooking', 'easyrecipes']
    const cooks = new Set(
      posts.filter((post) => tags.some((tag) => carries(post, tag))).map(({ username }) => username)
    )
    const found: { user: UserRow; rate: number }[] = []
    for (const user of allUsers()) {
      if (user.followers < 10_000 || user.followers > 100_000) continue
      const scorecard = await scorecardOf(user.username)
      if (scorecard === null || scorecard.scores.engagement_rate < 0.05) continue
      const isCook = cooks.has(user.username) || scorecard.intelligence.primary_niche === canonicalHashtag('cooking')
      if (isCook) found.push({ user, rate: scorecard.scores.engagement_rate })
    }
    const nodes = by(found, ({ rate }) => rate).map(({ user }) => ({
      username: user.username,
      followersCount: user.followers
    }))
    return { users: { totalCount: found.length, nodes: nodes.slice(0, 3) } }
  },

  '03': ({ username }) => {
    const posts = allPosts().filter((post) => post.username === username && post.is_ad === 0)
    const node = (post: PostRow) => ({
      engagementRate: rateOf(post),
      plays: post.plays,
      createdAt: iso(post.created_at)
    })
    return { user: { posts: postsOf(by(posts, rateOf), node) } }
  },

  '04': () => {
    const posts = allPosts().filter(
      (post) => carries(post, 'cooking') && carries(post, 'easyrecipes') && !carries(post, 'fyp')
    )
    return {
      posts: postsOf(posts, ({ created_at, hashtags }) => ({
        createdAt: iso(created_at),
        hashtags: hashtags.map(({ name }) => ({ name }))
      }))
    }
  },

  '05': () => ({
    posts: postsOf(
      allPosts().filter(({ is_original, plays }) => is_original === 1 && plays > 1_000_000),
      ({ created_at, plays, title }) => ({ createdAt: iso(created_at), plays, sound: { title } })
    )
  }),

  '06': ({ since }) => {
    const posts = allPosts().filter((post) => carries(post, 'yoga') && post.created_at >= secondsOf(since))
    const timeline = grouped(posts, ({ created_at }) => mondayOf(created_at))
      .sort(([a], [b]) => a - b)
      .map(([start, counts]) => ({ at: iso(start), ...counts }))
    return { hashtag: { posts: { facets: { timeline } } } }
  },

  '07': () => {
    const posts = allPosts().filter((post) => carries(post, 'yoga'))
    const plays = posts.map((post) => post.plays)
    return {
      hashtag: {
        postsCount: posts.length,
        posts: {
          facets: {
            creators: groups(posts, ({ username }) => username),
            sounds: groups(posts, ({ sound_id }) => sound_id),
            plays: { median: quantile(plays, 0.5), p75: quantile(plays, 0.75), max: Math.max(...plays) }
          }
        }
      }
    }
  },

  '08': ({ placeId = '' }) => {
    const posts = by(
      allPosts().filter(({ place_id }) => place_id === placeId),
      ({ saves }) => saves
    )
    const [place] = rows<{ name: string }>('SELECT name FROM places WHERE place_id = ?', placeId)
    return {
      place: { name: place?.name, posts: postsOf(posts, ({ saves, username }) => ({ saves, author: { username } })) }
    }
  },

  '09': async ({ since }, scorecardOf) => {
    const recent = new Set(
      allPosts()
        .filter((post) => post.created_at >= secondsOf(since))
        .map(({ username }) => username)
    )
    const found: { user: UserRow; scores: CreatorScorecard['scores'] }[] = []
    for (const user of allUsers()) {
      if (user.verified !== 0 || !recent.has(user.username)) continue
      const scores = (await scorecardOf(user.username))?.scores
      if (scores !== undefined && ['tier_1', 'tier_2'].includes(scores.partnership_tier)) found.push({ user, scores })
    }
    const nodes = by(found, ({ scores }) => scores.creator_authority_score).map(({ user, scores }) => ({
      username: user.username,
      followersCount: user.followers,
      scorecard: {
        scores: {
          partnershipTier: scores.partnership_tier.toUpperCase(),
          creatorAuthorityScore: scores.creator_authority_score
        }
      }
    }))
    return { users: { totalCount: found.length, nodes: nodes.slice(0, 3) } }
  },

  '10': () => {
    const posts = allPosts().filter(({ caption, verified, duration_seconds }) => {
      const words = (caption ?? '').toLowerCase().match(/\p{L}+/gu) ?? []
      return verified === 1 && duration_seconds > 60 && words.some((word) => word === 'coffee' || word === 'coffees')
    })
    return {
      posts: postsOf(
        by(posts, ({ comments }) => comments),
        ({ comments, duration_seconds, username }) => ({
          comments,
          durationSeconds: duration_seconds,
          author: { username }
        })
      )
    }
  },

  '11': ({ since }) => {
    const listed = new Set(
      allUsers().flatMap(({ username, followers }) => (followers >= 1e5 && followers <= 1e6 ? [username] : []))
    )
    const posts = allPosts().filter(
      (post) => carries(post, 'fyp') && post.created_at >= secondsOf(since) && listed.has(post.username ?? '')
    )
    const top = grouped(posts, ({ username }) => username)
      .sort(([, a], [, b]) => b.plays - a.plays)
      .slice(0, 3)
      .map(([key, { count, plays }]) => {
        const rates = posts.filter(({ username }) => username === key).map(rateOf)
        return { key, count, sum: { plays }, meanEngagementRate: rates.reduce((sum, rate) => sum + rate, 0) / count }
      })
    return { posts: { totalCount: posts.length, facets: { top } } }
  }
}
