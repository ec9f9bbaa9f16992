import { canonicalTopic } from '../scorecard/niche.ts'
import type { Condition } from './query.ts'
import { type FilterFields, readFilter } from './read-filter.ts'
import {
  countRange,
  flag,
  fractionRange,
  growthRange,
  keyword,
  names,
  niches,
  readHashtagName,
  scoreRange,
  tiers,
  timeRange
} from './read-values.ts'

/** Fields of a filter of creators. */
export const userFilterFields = {
  followers: countRange('followers'),
  totalLikes: countRange('total_likes'),
  totalVideos: countRange('total_videos'),
  verified: flag('verified'),
  isLive: flag('is_live'),
  isPrivate: flag('is_private'),
  engagementRate: fractionRange('engagement_rate'),
  authorityScore: scoreRange('authority_score'),
  postingConsistency: scoreRange('posting_consistency'),
  tier: tiers,
  niche: niches(canonicalTopic),
  hashtags: names('hashtag', readHashtagName),
  lastPostAt: timeRange('last_post_at'),
  growthDay: growthRange('growth_day'),
  growthWeek: growthRange('growth_week'),
  growthMonth: growthRange('growth_month'),
  keyword
} as const satisfies FilterFields

/** The condition of a filter of creators; null where every creator meets it. Throws `INVALID_PARAM` that names the path of the argument. */
export const readUserFilter = (raw: unknown, param = 'filter'): Condition | null =>
  readFilter(userFilterFields, raw, param)
