import type Type from 'typebox'
import { count, dateTime, flag, fraction, int, nullable, oneOf, record, text, url } from './fields.ts'

const score = (description: string) => int(`${description} A whole number from 0 to 100.`, { minimum: 0, maximum: 100 })

export const partnershipTiers = ['tier_1', 'tier_2', 'tier_3', 'tier_4'] as const

export const ScorecardProfile = record('ScorecardProfile', 'Who the scorecard is about.', {
  username: text('Handle without the leading @.'),
  display_name: text('Name that the account shows.'),
  verified: flag('Whether the account carries the verified badge.'),
  avatar_url: nullable(url('URL of the profile picture in full size. Null when none is known.')),
  bio: nullable(text('Text in the profile, written by the account. Null when none is known.'))
})

export const ScorecardAudience = record('ScorecardAudience', 'Counts of the account, as the scores use them.', {
  followers: count('Number of accounts that follow this one.'),
  following: count('Number of accounts that this one follows.'),
  total_likes: count('Number of likes of all posts.'),
  total_videos: count('Number of posts that the account has published.')
})

export const ScorecardScores = record('ScorecardScores', 'Scores computed from recent posts.', {
  engagement_rate: fraction(
    'Mean of (likes + comments + shares) / plays over the analyzed posts that were played and have these counts; a fraction, 0.05 is 5 %.'
  ),
  engagement_percentile: score('Percentile of the engagement rate among creators of the platform.'),
  posting_consistency: score('Regularity of the intervals between posts: 0 is erratic, 100 perfectly even.'),
  niche_concentration: score('How tightly the posts keep to one topic.'),
  follower_growth_score: score('Growth of the audience, estimated from the ratio of followers to likes.'),
  creator_authority_score: score('Composite of the other scores.'),
  partnership_tier: oneOf(
    partnershipTiers,
    'tier_1 from an authority score of 80, tier_2 from 60, tier_3 from 40, tier_4 below.'
  )
})

export const ScorecardIntelligence = record('ScorecardIntelligence', 'How the scores were computed.', {
  primary_niche: text('Most frequent topic of the posts, as a hashtag without #; "general" when there is none.'),
  posts_analyzed: int('Number of recent posts that the scores were computed from, at most 30.', {
    minimum: 0,
    maximum: 30
  }),
  analysis_timestamp: dateTime('When the scores were computed.'),
  low_sample_warning: flag('Whether fewer than 10 posts were analyzed, so that the scores say little.')
})

export const CreatorScorecard = record('CreatorScorecard', 'Scores of a creator, computed from recent posts.', {
  profile: ScorecardProfile,
  audience: ScorecardAudience,
  scores: ScorecardScores,
  intelligence: ScorecardIntelligence
})
export type CreatorScorecard = Type.Static<typeof CreatorScorecard>
