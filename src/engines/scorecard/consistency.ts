/**
 * Regularity of the intervals between posts: 100 · max(0, 1 − cv²), rounded, where cv is the coefficient of variation
 * of the intervals (sample standard deviation / mean).
 *
 * Why cv²: someone who posts at random moments (a Poisson process) has cv = 1, and one who posts in bursts has more;
 * that is the reference point of Goh & Barabási, “Burstiness and memory in complex systems”, EPL 81, 48002 (2008).
 * So the score is the share of a random poster's variance that this creator does not have: 100 perfectly even, 0 no
 * more regular than chance, which is what the spec calls erratic. A daily poster within two hours of the usual one
 * scores above 95, one who rests every weekend about 67. Only ratios of intervals enter, so daily and weekly posters
 * of equal regularity score equal, and pulling intervals toward their mean never lowers the score.
 *
 * - Fewer than 3 dated posts give fewer than 2 intervals: no evidence of regularity, so 0.
 * - All posts in one second are one upload, not a rhythm: 0 as well.
 * - Posts sharing a second are an interval of 0, not one moment. Merged, a creator would lose points by spreading a
 *   burst over a minute, which is the more even way to post.
 * - A date of 0 means that the upstream gave none; 1970 would be a gap of half a century, so such posts are ignored.
 *
 * `moments`: Unix seconds, in any order.
 */
export const postingConsistency = (moments: readonly number[]) => {
  const dated = moments.filter((moment) => moment > 0).sort((a, b) => a - b)
  const first = dated[0]
  const last = dated.at(-1)
  if (dated.length < 3 || first === undefined || last === undefined || first === last) return 0

  // Each interval as a share of the whole span. A quotient of exact integers is rounded once, so multiplying all
  // intervals by a constant gives the very same shares, to the last bit.
  const shares = dated.slice(1).map((moment, index) => (moment - (dated[index] ?? moment)) / (last - first))
  const intervals = shares.length
  const squares = shares.reduce((total, share) => total + share * share, 0)

  // With shares that sum to 1 the mean is 1 / intervals, and cv² of the sample comes down to this.
  const cvSquared = ((intervals * squares - 1) * intervals) / (intervals - 1)
  return Math.round(100 * Math.min(1, Math.max(0, 1 - cvSquared)))
}
