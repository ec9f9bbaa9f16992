import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { authorityScore, authorityWeights, partnershipTier } from '../src/engines/scorecard/authority.ts'
import { postingConsistency } from '../src/engines/scorecard/consistency.ts'
import { engagementPercentile } from '../src/engines/scorecard/engagement.ts'
import { isEvergreen } from '../src/engines/scorecard/evergreen.ts'
import { followerGrowthScore } from '../src/engines/scorecard/growth.ts'
import { computeScorecard, fewPosts, maxPosts } from '../src/engines/scorecard/scorecard.ts'
import { CreatorScorecard } from '../src/records/creator-scorecard.ts'
import { missingIn } from '../src/records/missing-fields.ts'
import type { ScoredPost } from '../src/records/scorecard-inputs.ts'
import type { UserProfile } from '../src/records/user-profile.ts'

const now = new Date('2025-01-31T12:00:00.000Z')
const newYear = 1_735_689_600
const hour = 3_600
const day = 24 * hour
const huge = Number.MAX_SAFE_INTEGER

const profileOf = (changes: Partial<UserProfile> = {}): UserProfile => ({
  user_id: '6500000000000000001',
  username: 'crumb.and.crust',
  display_name: 'Crumb & Crust 🥖',
  website_url: null,
  followers: 120_000,
  following: 210,
  total_likes: 900_000,
  total_videos: 340,
  verified: false,
  is_private: false,
  bio: 'Bread, every day.',
  avatar_url: 'https://cdn.example.com/a/crumb.jpeg',
  avatar_thumb_url: null,
  ...changes
})

const postOf = (changes: Partial<ScoredPost> = {}): ScoredPost => ({
  post_id: '7400000000000000001',
  created_at: newYear,
  plays: 10_000,
  likes: 500,
  comments: 30,
  shares: 20,
  hashtags: [],
  missing: [],
  ...changes
})

/** One post per list of hashtags, a day apart. */
const postsTagged = (...lists: (string | null)[][]) =>
  lists.map((names, index) => postOf({ created_at: newYear + index * day, hashtags: names }))

const scoresOf = (posts: readonly ScoredPost[], profile = profileOf()) => computeScorecard(profile, posts, now).scores
const nicheOf = (posts: readonly ScoredPost[]) => computeScorecard(profileOf(), posts, now).intelligence.primary_niche
const concentrationOf = (posts: readonly ScoredPost[]) => scoresOf(posts).niche_concentration

/** Moments with the given intervals between them. */
const momentsOf = (intervals: readonly number[], start = newYear) =>
  intervals.reduce(
    (moments, interval) => {
      moments.push((moments.at(-1) ?? start) + interval)
      return moments
    },
    [start]
  )

const check = Compile(CreatorScorecard)

const wholeScores = [
  'engagement_percentile',
  'posting_consistency',
  'niche_concentration',
  'follower_growth_score',
  'creator_authority_score'
] as const

const anyCount = fc.oneof(fc.constantFrom(0, 1, huge), fc.nat(), fc.maxSafeNat())
const anyTag = fc.oneof(
  fc.constantFrom('fyp', 'FYP', 'viral', 'baking', 'Baking', 'bread', 'travel', 'toString', '__proto__', '', '#', null),
  fc.string({ unit: 'binary' })
)
const anyPost: fc.Arbitrary<ScoredPost> = fc
  .record({
    post_id: fc.option(fc.maxSafeNat().map(String)),
    created_at: fc.oneof(
      fc.constantFrom(0, newYear),
      fc.integer({ min: newYear, max: newYear + 90 * day }),
      fc.integer({ min: 0, max: 253_402_300_799 })
    ),
    plays: anyCount,
    likes: anyCount,
    comments: anyCount,
    shares: anyCount,
    hashtags: fc.array(anyTag, { maxLength: 6 })
  })
  .map(postOf)
const anyPosts = fc.array(anyPost, { maxLength: maxPosts + 15 })
const anyProfile: fc.Arbitrary<UserProfile> = fc
  .record({
    followers: anyCount,
    following: anyCount,
    total_likes: anyCount,
    total_videos: anyCount,
    verified: fc.boolean(),
    display_name: fc.string(),
    bio: fc.option(fc.string()),
    avatar_url: fc.option(fc.webUrl())
  })
  .map(profileOf)

const score = fc.integer({ min: 0, max: 100 })
const anyParts = fc.record({
  engagement_percentile: score,
  posting_consistency: score,
  niche_concentration: score,
  follower_growth_score: score
})

describe('a scorecard', () => {
  it('fits its record, with whole scores from 0 to 100 and a finite rate, for any creator and posts', () => {
    fc.assert(
      fc.property(anyProfile, anyPosts, (profile, posts) => {
        const card = computeScorecard(profile, posts, now)
        expect([...check.Errors(card)]).toEqual([])
        for (const name of wholeScores) {
          expect(card.scores[name]).toSatisfy((value) => Number.isInteger(value) && value >= 0 && value <= 100)
        }
        expect(card.scores.engagement_rate).toSatisfy((value) => Number.isFinite(value) && value >= 0)
        expect(card.intelligence.posts_analyzed).toBe(Math.min(posts.length, maxPosts))
        expect(card.intelligence.low_sample_warning).toBe(posts.length < 10)
        expect(card.scores.partnership_tier).toBe(partnershipTier(card.scores.creator_authority_score))
      }),
      { numRuns: 500 }
    )
  })

  it('does not depend on the order of the posts', () => {
    const withShuffle = anyPosts.chain((posts) =>
      fc.tuple(fc.constant(posts), fc.shuffledSubarray(posts, { minLength: posts.length }))
    )
    fc.assert(
      fc.property(anyProfile, withShuffle, (profile, [posts, shuffled]) => {
        expect(computeScorecard(profile, shuffled, now)).toEqual(computeScorecard(profile, posts, now))
      }),
      { numRuns: 500 }
    )
  })

  it('leaves the posts it is given as they are', () => {
    const posts = Object.freeze(postsTagged(['travel'], ['bread'], ['bread']).map((post) => Object.freeze(post)))
    expect(() => computeScorecard(profileOf(), posts, now)).not.toThrow()
  })

  it('looks at the 30 newest posts and at no older one', () => {
    fc.assert(
      fc.property(fc.array(anyPost, { minLength: maxPosts, maxLength: maxPosts }), anyPosts, (recent, others) => {
        const newer = recent.map((post, index) => ({ ...post, created_at: 200 * day + index * hour }))
        const older = others.map((post, index) => ({ ...post, created_at: 100 * day - index }))
        expect(computeScorecard(profileOf(), [...older, ...newer], now)).toEqual(
          computeScorecard(profileOf(), newer, now)
        )
      })
    )
  })

  it('takes the larger id for the newer post when two share a second, also past 2^53', () => {
    const older = Array.from({ length: maxPosts - 1 }, () => postOf({ created_at: newYear + 1 }))
    const small = postOf({ post_id: '9400000000000000000', hashtags: ['small'] })
    const large = postOf({ post_id: '10400000000000000000', hashtags: ['large'] })
    expect(nicheOf([small, large, ...older])).toBe('large')
    expect(nicheOf([large, small, ...older])).toBe('large')
  })

  it('takes the same 30 in any order when seconds and ids tell nothing', () => {
    const posts = Array.from({ length: maxPosts + 10 }, (_, n) => postOf({ post_id: null, likes: n * 100 }))
    expect(computeScorecard(profileOf(), posts.toReversed(), now)).toEqual(computeScorecard(profileOf(), posts, now))
  })

  it('says who the creator is, what audience counted and when', () => {
    const card = computeScorecard(profileOf({ bio: null, avatar_url: null }), [], now)
    expect(card.profile).toEqual({
      username: 'crumb.and.crust',
      display_name: 'Crumb & Crust 🥖',
      verified: false,
      avatar_url: null,
      bio: null
    })
    expect(card.audience).toEqual({ followers: 120_000, following: 210, total_likes: 900_000, total_videos: 340 })
    expect(card.intelligence.analysis_timestamp).toBe('2025-01-31T12:00:00.000Z')
  })

  it('is finite and modest for a creator without posts, followers or likes', () => {
    const card = computeScorecard(profileOf({ followers: 0, total_likes: 0, total_videos: 0 }), [], now)
    expect(card.scores).toEqual({
      engagement_rate: 0,
      engagement_percentile: 0,
      posting_consistency: 0,
      niche_concentration: 0,
      follower_growth_score: 0,
      creator_authority_score: 0,
      partnership_tier: 'tier_4'
    })
    expect(card.intelligence).toMatchObject({ primary_niche: 'general', posts_analyzed: 0, low_sample_warning: true })
    expect(missingIn(card.scores)).toEqual([])
  })

  it.each([
    ['published posts that nobody collected', { total_videos: 340 }, []],
    ['has posts that nobody counted', { total_videos: 0 }, ['total_videos']]
  ])('has no engagement of a creator who %s', (_, changes, missing) => {
    const card = computeScorecard(profileOf(changes), [], now, missing)
    const { scores, intelligence } = card
    expect(missingIn(scores)).toEqual([
      ...['engagement_rate', 'engagement_percentile', 'creator_authority_score', 'partnership_tier']
    ])
    expect(missingIn(card)).toEqual([...missing, 'plays', 'likes', 'comments', 'shares'])
    // REST still needs numbers, in which the unknown does not count.
    expect(scores).toMatchObject({ engagement_rate: 0, engagement_percentile: 0 })
    expect(scores.creator_authority_score).toBe(Math.round((15 * scores.follower_growth_score) / 60))
    expect(intelligence.posts_analyzed).toBe(0)
  })

  it.each([
    [0, true],
    [fewPosts - 1, true],
    [fewPosts, false],
    [maxPosts, false]
  ])('of %i posts has low_sample_warning %s, played or not', (count, warning) => {
    const posts = Array.from({ length: count }, (_, index) => postOf({ created_at: newYear + index, plays: 0 }))
    const { intelligence } = computeScorecard(profileOf(), posts, now)
    expect(intelligence).toMatchObject({ posts_analyzed: count, low_sample_warning: warning })
  })
})

describe('the engagement rate', () => {
  it('is the mean over posts, not the ratio of totals', () => {
    const viral = postOf({ plays: 1_000_000, likes: 10_000, comments: 0, shares: 0 })
    const small = postOf({ plays: 100, likes: 5, comments: 3, shares: 1 })
    expect(scoresOf([viral, small]).engagement_rate).toBe(0.05)
  })

  it('leaves posts without plays out of the mean', () => {
    fc.assert(
      fc.property(fc.array(anyPost, { maxLength: 15 }), fc.array(anyPost, { maxLength: 15 }), (posts, others) => {
        const played = posts.map((post, index) => ({ ...post, created_at: newYear + index }))
        const unplayed = others.map((post) => ({ ...post, plays: 0 }))
        expect(scoresOf([...played, ...unplayed]).engagement_rate).toBe(scoresOf(played).engagement_rate)
      })
    )
  })

  it('is 0 when no post was played', () => {
    expect(scoresOf([postOf({ plays: 0, likes: 7 })])).toMatchObject({ engagement_rate: 0, engagement_percentile: 0 })
  })

  it('is rounded to 6 decimals', () => {
    expect(scoresOf([postOf({ plays: 3, likes: 1, comments: 0, shares: 0 })]).engagement_rate).toBe(0.333333)
  })

  it('passes 1 when viewers do more than watch, and stays finite at the largest counts', () => {
    expect(scoresOf([postOf({ plays: 10, likes: 20, comments: 5, shares: 5 })])).toMatchObject({
      engagement_rate: 3,
      engagement_percentile: 100
    })
    const extreme = Array.from({ length: maxPosts }, () =>
      postOf({ plays: 1, likes: huge, comments: huge, shares: huge })
    )
    expect(scoresOf(extreme).engagement_rate).toBeGreaterThan(huge)
    expect(scoresOf(extreme).engagement_rate).toBeLessThan(Infinity)
  })
})

describe('the engagement percentile', () => {
  const rate = fc.oneof(fc.double({ min: 0, max: 0.6, noNaN: true }), fc.double({ min: 0, noNaN: true }))

  it('never falls when the rate rises', () => {
    fc.assert(
      fc.property(rate, rate, (a, b) => {
        expect(engagementPercentile(Math.min(a, b))).toBeLessThanOrEqual(engagementPercentile(Math.max(a, b)))
      })
    )
  })

  it('never falls when a played post gains likes', () => {
    fc.assert(
      fc.property(fc.array(anyPost, { minLength: 1, maxLength: maxPosts }), fc.nat(), (posts, likes) => {
        const liked = posts.map((post) => ({ ...post, likes: Math.min(huge, post.likes + likes) }))
        // Posts that share second and id may trade places; with at most 30 all of them count anyway.
        expect(scoresOf(liked).engagement_percentile).toBeGreaterThanOrEqual(scoresOf(posts).engagement_percentile)
      })
    )
  })

  it.each([
    [0, 0],
    [0.02, 10],
    [0.034, 29],
    [0.049, 50],
    [0.1, 84],
    [0.5, 100],
    [1, 100],
    [3 * huge, 100]
  ])('of a rate of %d is %i', (value, percentile) => {
    expect(engagementPercentile(value)).toBe(percentile)
  })
})

describe('posting consistency', () => {
  const interval = fc.oneof(fc.constantFrom(0, 0, 1, day), fc.integer({ min: 0, max: 60 * day }))
  const intervals = fc.array(interval, { minLength: 2, maxLength: maxPosts - 1 })

  it('is the same when every interval is multiplied by a constant, whenever it starts', () => {
    const start = fc.integer({ min: 1, max: newYear })
    fc.assert(
      fc.property(intervals, fc.integer({ min: 1, max: 1000 }), start, start, (gaps, factor, one, other) => {
        const scaled = gaps.map((gap) => gap * factor)
        expect(postingConsistency(momentsOf(scaled, one))).toBe(postingConsistency(momentsOf(gaps, other)))
      })
    )
  })

  it('never falls when every interval moves toward the mean', () => {
    // Deviations in pairs of +d and −d leave the mean where it is, and whole percents keep the seconds whole.
    const deviations = fc.array(fc.integer({ min: 0, max: 50 * day }), { minLength: 1, maxLength: 14 })
    const mean = fc.integer({ min: 50 * day, max: 60 * day })
    fc.assert(
      fc.property(deviations, mean, fc.nat(100), fc.nat(100), fc.nat(1), (ds, average, a, b, odd) => {
        const at = (percent: number) =>
          postingConsistency(
            momentsOf([
              ...ds.flatMap((d) => [average * 100 + d * percent, average * 100 - d * percent]),
              ...Array.from({ length: odd }, () => average * 100)
            ])
          )
        expect(at(Math.min(a, b))).toBeGreaterThanOrEqual(at(Math.max(a, b)))
      })
    )
  })

  it('is 100 exactly when the intervals are as good as equal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 365 * day }), fc.integer({ min: 2, max: 29 }), (gap, count) => {
        expect(postingConsistency(momentsOf(Array.from({ length: count }, () => gap)))).toBe(100)
      })
    )
  })

  it('scores daily and weekly posters of equal regularity equal', () => {
    const daily = [20, 28, 24, 22, 26, 24].map((hours) => hours * hour)
    const weekly = daily.map((gap) => gap * 7)
    expect(postingConsistency(momentsOf(daily))).toBe(postingConsistency(momentsOf(weekly)))
  })

  it('scores posting within two hours of the usual one above 95 and weekends off about 67', () => {
    const withinTwoHours = Array.from({ length: 30 }, (_, n) => newYear + n * day + (((n * 7) % 5) - 2) * hour)
    const weekdays = Array.from({ length: 30 }, (_, n) => newYear + (Math.floor(n / 5) * 7 + (n % 5)) * day)
    expect(postingConsistency(withinTwoHours)).toBeGreaterThan(95)
    expect(postingConsistency(weekdays)).toBeGreaterThanOrEqual(64)
    expect(postingConsistency(weekdays)).toBeLessThanOrEqual(70)
  })

  it.each([
    [[1, 3], 50],
    [[1, 2, 3], 75],
    [[3, 5, 4, 4], 96]
  ])('of intervals in the ratio %j is %i', (ratio, expected) => {
    expect(postingConsistency(momentsOf(ratio.map((part) => part * day)))).toBe(expected)
  })

  it('is 0 for bursts with long silences between them', () => {
    const burst = [0, 0, 0, 0, 30 * day]
    expect(postingConsistency(momentsOf([...burst, ...burst, ...burst]))).toBe(0)
  })

  it('does not reward a burst within one second over the same burst spread out', () => {
    const threeAtOnce = momentsOf([0, 0, day, 0, 0, day, 0, 0])
    const spreadOut = momentsOf([hour, hour, day - 2 * hour, hour, hour, day - 2 * hour, hour, hour])
    expect(postingConsistency(spreadOut)).toBeGreaterThanOrEqual(postingConsistency(threeAtOnce))
  })

  it.each([
    ['no post', []],
    ['one post', [newYear]],
    ['two posts', [newYear, newYear + day]],
    ['posts all in one second', [newYear, newYear, newYear, newYear]],
    ['posts whose dates are unknown', [0, 0, 0, 0]]
  ])('is 0 for %s: no evidence of a rhythm', (_, moments) => {
    expect(postingConsistency(moments)).toBe(0)
  })

  it('leaves posts of unknown date out', () => {
    expect(postingConsistency([0, ...momentsOf([day, day, day]), 0])).toBe(100)
  })
})

describe('niche concentration', () => {
  const topic = fc.constantFrom('bread', 'cake', 'travel', 'chess', 'cats')
  const untaggedOrTagged = fc.array(topic, { maxLength: 4 })
  const lists = fc.array(untaggedOrTagged, { maxLength: maxPosts })

  it('never scores one topic below many', () => {
    fc.assert(
      fc.property(lists, (names) => {
        const one = names.map((list) => list.map(() => 'bread'))
        expect(concentrationOf(postsTagged(...one))).toBeGreaterThanOrEqual(concentrationOf(postsTagged(...names)))
      })
    )
  })

  it('never falls when two topics become one', () => {
    fc.assert(
      fc.property(lists, topic, topic, (names, from, to) => {
        const merged = names.map((list) => list.map((name) => (name === from ? to : name)))
        expect(concentrationOf(postsTagged(...merged))).toBeGreaterThanOrEqual(concentrationOf(postsTagged(...names)))
      })
    )
  })

  it('is the same when every post comes twice or more', () => {
    fc.assert(
      fc.property(fc.array(untaggedOrTagged, { maxLength: 10 }), fc.integer({ min: 1, max: 3 }), (names, times) => {
        const repeated = Array.from({ length: times }, () => names).flat()
        expect(concentrationOf(postsTagged(...repeated))).toBe(concentrationOf(postsTagged(...names)))
      })
    )
  })

  it('ignores evergreen tags, letter case, # and repetition', () => {
    const noise = fc.constantFrom('fyp', 'FYP', 'ForYou', 'viral', 'parati', 'fypシ゚viral', 'xyzbca', null, '', ' ', '#')
    fc.assert(
      fc.property(lists, fc.array(noise, { maxLength: 3 }), (names, extra) => {
        const noisy = names.map((list) => [...extra, ...list.flatMap((name) => [name, `#${name.toUpperCase()}`])])
        expect(concentrationOf(postsTagged(...noisy))).toBe(concentrationOf(postsTagged(...names)))
        expect(nicheOf(postsTagged(...noisy))).toBe(nicheOf(postsTagged(...names)))
      })
    )
  })

  it('is 100 for one topic, 50 for two in equal parts, 33 for three', () => {
    expect(concentrationOf(postsTagged(['bread']))).toBe(100)
    expect(concentrationOf(postsTagged(['bread'], ['cake'], ['bread'], ['cake']))).toBe(50)
    expect(concentrationOf(postsTagged(['bread'], ['cake'], ['chess']))).toBe(33)
  })

  it('does not mark a creator down for several hashtags on the same topic', () => {
    const posts = postsTagged(['bread', 'sourdough'], ['baking', 'bread'], ['crumb', 'bread', 'sourdough'])
    expect(concentrationOf(posts)).toBe(100)
  })

  it('is 0 without topics, also where every post asks for reach', () => {
    const posts = postsTagged([], ['fyp'], ['FYP', 'viral'], [null])
    expect(concentrationOf(posts)).toBe(0)
    expect(nicheOf(posts)).toBe('general')
  })

  it('counts posts without a topic against the focus', () => {
    expect(concentrationOf(postsTagged(['bread'], []))).toBe(25)
  })
})

describe('the primary niche', () => {
  it('is the hashtag most posts use, counted once per post', () => {
    expect(nicheOf(postsTagged(['cake', 'cake', 'cake'], ['bread'], ['Bread']))).toBe('bread')
  })

  it('falls to the one played more among equals, then to the alphabet', () => {
    const [bread, cake] = postsTagged(['bread'], ['cake']) as [ScoredPost, ScoredPost]
    expect(nicheOf([bread, { ...cake, plays: 20_000 }])).toBe('cake')
    expect(nicheOf([cake, bread])).toBe('bread')
  })

  it('is a topic some post carries, or general', () => {
    fc.assert(
      fc.property(fc.array(anyPost, { maxLength: maxPosts }), (posts) => {
        const niche = nicheOf(posts)
        const names = posts.flatMap((post) => post.hashtags.map((name) => name?.normalize('NFKC').toLowerCase()))
        if (niche !== 'general') expect(names.some((name) => name?.includes(niche))).toBe(true)
        expect(isEvergreen(niche)).toBe(false)
      })
    )
  })
})

describe('evergreen hashtags', () => {
  it.each(
    'fyp fypシ fyppppp fy foryou foryoupage foryourpage viral virallll trending parati paratiii pourtoi fürdich perte keşfet рек xyzbca おすすめ 추천 xuhuong'.split(
      ' '
    )
  )('#%s asks for reach', (name) => {
    expect(isEvergreen(name)).toBe(true)
  })

  it.each('bread comedy funny cooking booktok explore stitch shorts dc реки foryourparents trendanalysis'.split(' '))(
    '#%s is a topic',
    (name) => {
      expect(isEvergreen(name)).toBe(false)
    }
  )
})

describe('the follower growth score', () => {
  const exact = fc.nat(10 ** 9)

  it('is the same for accounts of any size with the same ratio', () => {
    fc.assert(
      fc.property(exact, exact, fc.integer({ min: 1, max: 1000 }), (followers, likes, factor) => {
        expect(followerGrowthScore(followers * factor, likes * factor)).toBe(followerGrowthScore(followers, likes))
      })
    )
  })

  it('never falls with more followers nor rises with more likes', () => {
    fc.assert(
      fc.property(anyCount, anyCount, anyCount, (fixed, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        expect(followerGrowthScore(more, fixed)).toBeGreaterThanOrEqual(followerGrowthScore(less, fixed))
        expect(followerGrowthScore(fixed, more)).toBeLessThanOrEqual(followerGrowthScore(fixed, less))
      })
    )
  })

  it.each([
    [0, 0, 0],
    [0, 500, 0],
    [500, 0, 100],
    [1000, 5000, 67],
    [1000, 10_000, 50],
    [1000, 20_000, 33],
    [huge, huge, 91],
    [1, huge, 0]
  ])('of %i followers and %i likes is %i', (followers, likes, expected) => {
    expect(followerGrowthScore(followers, likes)).toBe(expected)
  })
})

describe('the authority score', () => {
  it('never falls when one of its parts rises', () => {
    const part = fc.constantFrom(...(Object.keys(authorityWeights) as (keyof typeof authorityWeights)[]))
    fc.assert(
      fc.property(anyParts, part, score, (parts, name, value) => {
        const raised = { ...parts, [name]: Math.max(parts[name], value) }
        expect(authorityScore(raised)).toBeGreaterThanOrEqual(authorityScore(parts))
      })
    )
  })

  it('lies between its lowest and its highest part', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        expect(authorityScore(parts)).toBeGreaterThanOrEqual(Math.min(...Object.values(parts)))
        expect(authorityScore(parts)).toBeLessThanOrEqual(Math.max(...Object.values(parts)))
      })
    )
  })

  it('follows from the published scores alone, where they are known', () => {
    fc.assert(
      fc.property(anyProfile, anyPosts, (profile, posts) => {
        const scores = scoresOf(posts, posts.length === 0 ? { ...profile, total_videos: 0 } : profile)
        expect(scores.creator_authority_score).toBe(authorityScore(scores))
        expect(scores.engagement_percentile).toBe(engagementPercentile(scores.engagement_rate))
      })
    )
  })

  it('weighs its parts to a whole', () => {
    expect(Object.values(authorityWeights).reduce((total, weight) => total + weight, 0)).toBe(100)
  })

  it.each([
    [100, 'tier_1'],
    [80, 'tier_1'],
    [79, 'tier_2'],
    [60, 'tier_2'],
    [59, 'tier_3'],
    [40, 'tier_3'],
    [39, 'tier_4'],
    [0, 'tier_4']
  ] as const)('of %i is %s', (authority, tier) => {
    expect(partnershipTier(authority)).toBe(tier)
  })
})

describe('creators as they are', () => {
  it('scores a baker who posts bread every morning far above someone who posts anything at any time', () => {
    const baker = Array.from({ length: 30 }, (_, n) =>
      postOf({
        post_id: String(7_400_000_000_000_000 + n),
        created_at: newYear + n * day + ((n * 37) % 40) * 60,
        plays: 40_000 + ((n * 7_919) % 25_000),
        likes: 3_600 + ((n * 613) % 900),
        comments: 140,
        shares: 260,
        hashtags: ['sourdough', n % 2 ? 'breadtok' : 'baking', 'fyp']
      })
    )
    const topics = ['dance', 'cars', 'storytime', 'makeup', 'gaming', 'football', 'diy']
    const drifterDays = [0, 0, 0, 1, 1, 19, 19, 20, 58, 58, 59, 60]
    const drifter = drifterDays.map((at, n) =>
      postOf({
        post_id: String(7_300_000_000_000_000 + n),
        created_at: newYear + at * day + n * 90,
        plays: 9_000,
        likes: 190,
        comments: 8,
        shares: 4,
        hashtags: ['fyp', 'viral', topics[n % topics.length] ?? null]
      })
    )

    const good = computeScorecard(profileOf(), baker, now)
    const poor = computeScorecard(profileOf({ followers: 2_000, total_likes: 90_000 }), drifter, now)

    expect(good.intelligence).toMatchObject({ primary_niche: 'sourdough', low_sample_warning: false })
    expect(good.scores).toMatchInlineSnapshot(`
      {
        "creator_authority_score": 85,
        "engagement_percentile": 78,
        "engagement_rate": 0.086843,
        "follower_growth_score": 57,
        "niche_concentration": 100,
        "partnership_tier": "tier_1",
        "posting_consistency": 100,
      }
    `)
    expect(poor.scores).toMatchInlineSnapshot(`
      {
        "creator_authority_score": 11,
        "engagement_percentile": 13,
        "engagement_rate": 0.022444,
        "follower_growth_score": 18,
        "niche_concentration": 15,
        "partnership_tier": "tier_4",
        "posting_consistency": 0,
      }
    `)
    for (const name of wholeScores) expect(good.scores[name]).toBeGreaterThan(poor.scores[name] + 30)
  })
})

describe('scores that need what is missing', () => {
  const unknownOf = (missing: ScoredPost['missing'][], ofProfile: readonly string[] = []) => {
    const posts = missing.map((each, index) => postOf({ created_at: newYear + index * day, missing: each }))
    const { scores } = computeScorecard(profileOf(), posts, now, ofProfile)
    return [missingIn(scores), scores.creator_authority_score > 0]
  }
  const ofAll = ['creator_authority_score', 'partnership_tier']
  const ofRate = ['engagement_rate', 'engagement_percentile', ...ofAll]

  it.each<[string, ScoredPost['missing'][], string[], string[]]>([
    ['nothing', [[], []], [], []],
    ['the likes of one post', [['likes'], []], [], []],
    ['the shares of one post', [['shares'], []], [], []],
    ['the shares of every post', [['shares'], ['shares']], [], ofRate],
    ['plays or likes of every post', [['plays'], ['likes']], [], ofRate],
    ['followers', [[], []], ['followers'], ['follower_growth_score', ...ofAll]],
    [
      'total likes, and names that no score needs',
      [[]],
      ['total_likes', 'verified'],
      ['follower_growth_score', ...ofAll]
    ]
  ])('are unknown where it is %s, and numbers all the same', (_, ofPosts, ofProfile, unknown) => {
    expect(unknownOf(ofPosts, ofProfile)).toEqual([unknown, true])
  })

  it('do not take an unknown count of one post as 0', () => {
    const post = postOf({ plays: 100, likes: 10, comments: 2, shares: 3 })
    const partial = postOf({ created_at: newYear + day, plays: 100, likes: 10, comments: 2, missing: ['shares'] })
    expect(computeScorecard(profileOf(), [post, partial], now).scores.engagement_rate).toBe(0.15)
  })

  it.each<[string, Partial<ScoredPost>, number]>([
    ['shares', { plays: 100, likes: 10, comments: 2, shares: 0, missing: ['shares'] }, 0.12],
    ['plays', { plays: 0, missing: ['plays'] }, 0]
  ])('are unknown where the only post with all counts was not played, and another lacks %s', (_, other, ofRest) => {
    const unplayed = postOf({ plays: 0, likes: 0, comments: 0, shares: 0 })
    const { scores } = computeScorecard(profileOf(), [unplayed, postOf({ created_at: newYear + day, ...other })], now)
    expect([missingIn(scores), scores.engagement_rate]).toEqual([ofRate, ofRest])
  })
})
