/** Likes per follower with a score of 50: the geometric mean of the 5 and 20 below. */
const middlingLikesPerFollower = 10

/**
 * Estimated growth velocity from the ratio of followers to likes (spec): 100 · F / (F + L / 10), rounded, for F
 * followers and L likes over all posts; 0 when there are neither.
 *
 * Why: a like is someone the feed reached and pleased, a follower is one of them who stayed. The more followers came
 * of each like, the faster the same reach makes the audience grow. Kalodata's rule of thumb (“How to understand TikTok
 * metrics: like-to-follower ratio”, kalodata.com) is that below 5 likes per follower the audience sticks, while at 20
 * viewers come and go. The middle between the two on a scale of ratios is 10 and scores 50; 5 scores 67 and 20 scores
 * 33, and the curve is the same above and below: it is logistic in the logarithm of the ratio.
 *
 * Only the ratio counts, so the size of the account does not. It rises with followers and falls with likes, and
 * followers without a single like are the end of that scale, 100. It is one lifetime ratio, not a measured growth: it
 * cannot see when followers came, nor whether they were bought. That is why it weighs least in the authority score.
 */
export const followerGrowthScore = (followers: number, totalLikes: number) => {
  if (followers === 0) return 0
  // One division of integers: equal ratios give bit-identical scores.
  const reached = middlingLikesPerFollower * followers
  return Math.round((100 * reached) / (reached + totalLikes))
}
