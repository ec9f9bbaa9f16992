import type { Condition } from './query.ts'
import { type FilterFields, readFilter } from './read-filter.ts'
import {
  countRange,
  flag,
  flagOf,
  fractionRange,
  growthRange,
  ids,
  keyword,
  names,
  readHandle,
  readHashtagName,
  timeRange
} from './read-values.ts'

/** Fields of a filter of posts. */
export const postFilterFields = {
  createdAt: timeRange('created_at'),
  plays: countRange('plays'),
  likes: countRange('likes'),
  comments: countRange('comments'),
  shares: countRange('shares'),
  saves: countRange('saves'),
  reposts: countRange('reposts'),
  durationSeconds: countRange('duration_seconds'),
  engagementRate: fractionRange('engagement_rate'),
  isAd: flag('is_ad'),
  growthDay: growthRange('growth_day'),
  growthWeek: growthRange('growth_week'),
  growthMonth: growthRange('growth_month'),
  hashtags: names('hashtag', readHashtagName),
  authors: names('author', readHandle),
  soundIds: ids('sound'),
  placeIds: ids('place'),
  authorVerified: flagOf('author_verified'),
  soundIsOriginal: flagOf('sound_is_original'),
  keyword
} as const satisfies FilterFields

/** The condition of a filter of posts; null where every post meets it. Throws `INVALID_PARAM` that names the path of the argument. */
export const readPostFilter = (raw: unknown, param = 'filter'): Condition | null =>
  readFilter(postFilterFields, raw, param)
