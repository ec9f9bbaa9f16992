import type { ScoredPost } from '../../records/scorecard-inputs.ts'

/**
 * Mean of (likes + comments + shares) / plays over the posts that were played, for the others have no ratio; 0 when none
 * was. A fraction: 0.05 is 5 %. It may pass 1, because one viewer can like, comment and share.
 *
 * Each post weighs the same, so one viral post does not drown the other 29. Rounded to 6 decimals: that is a tenth of
 * a basis point, finer than any benchmark, and hides the noise of summing floats. Always finite: plays are at least 1
 * and counts at most 2^53 − 1.
 *
 * HypeAuditor takes the same ratio over the same 30 latest posts (“What is TikTok Engagement rate, and how is it
 * calculated?”, help.hypeauditor.com), so the number compares with what the industry shows.
 */
export const engagementRate = (posts: readonly ScoredPost[]) => {
  const rates = posts.filter((post) => post.plays > 0).map(rateOf)
  if (rates.length === 0) return 0
  return Math.round((sum(rates) / rates.length) * 1e6) / 1e6
}

const rateOf = (post: ScoredPost) => (post.likes + post.comments + post.shares) / post.plays

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Engagement rate by plays → percentile among creators. Two points are published, the rest is derived from them.
 *
 * Published, both for (likes + comments + shares) / views:
 * - 50: 4.9 % is what Rival IQ's 2024 TikTok Benchmark Report gives for influencers (as listed by That Random Agency,
 *   “Latest TikTok Benchmarks”, July 2024). Brands lie lower: a median of 3.4 % (Rival IQ, “What is a Good Engagement
 *   Rate on TikTok?”). Socialinsider's averages are 5.10 % and 5.38 % (2023): averages, so above the median.
 * - 84: “only 16 % of brands earned double figures” (Rival IQ's 2023 report, as told by SMK, “TikTok Engagement Now
 *   12x Instagram”). Brands, not creators: the nearest published tail.
 *
 * Derived: a log-normal through the two has σ = ln(0.100 / 0.049) / 0.994 ≈ 0.72. Independently, the quartiles
 * SociaVault publishes for 150,000 TikTok accounts (“What Is a Good Engagement Rate on TikTok in 2026?”; a rate per
 * follower, so only their spread is of use here) give σ = ln(p75 / p25) / 1.349 between 0.66 and 0.70 in each of its
 * five size tiers. The other knots are that curve with σ = 0.7, rounded. So: good to a few points in the middle, an
 * estimate in the tails, one curve for all sizes of account and no substitute for a measured distribution.
 */
const percentileKnots = [
  { rate: 0, percentile: 0 },
  { rate: 0.01, percentile: 1 },
  { rate: 0.0155, percentile: 5 },
  { rate: 0.02, percentile: 10 },
  { rate: 0.031, percentile: 25 },
  { rate: 0.049, percentile: 50 },
  { rate: 0.079, percentile: 75 },
  { rate: 0.1, percentile: 84 },
  { rate: 0.12, percentile: 90 },
  { rate: 0.155, percentile: 95 },
  { rate: 0.25, percentile: 99 },
  { rate: 0.5, percentile: 100 }
] as const

/**
 * Percentile of an engagement rate: linear between the knots around it, rounded; 100 beyond the last knot. Never falls
 * when the rate rises. Linear, because the knots are so close that a finer curve would not be more accurate.
 */
export const engagementPercentile = (rate: number) => {
  const above = percentileKnots.findIndex((knot) => rate < knot.rate)
  const high = percentileKnots[above]
  const low = percentileKnots[above - 1]
  if (!high || !low) return rate > 0 ? 100 : 0

  const way = (rate - low.rate) / (high.rate - low.rate)
  return Math.round(low.percentile + way * (high.percentile - low.percentile))
}
