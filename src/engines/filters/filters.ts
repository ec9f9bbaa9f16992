import { readCountry, readLanguage } from '../../records/origin.ts'
import { allOf, negationOf } from './conditions.ts'
import type { Condition } from './query.ts'
import { type FilterFields, objectOf, type ReadCondition, readFilter, readLevel, unknownField } from './read-filter.ts'
import {
  codes,
  countRange,
  flag,
  flagOf,
  fractionRange,
  growthRange,
  ids,
  keyword,
  names,
  niches,
  postsWithHashtag,
  readHandle,
  readHashtagName,
  refersTo,
  scoreRange,
  tiers,
  timeRange
} from './read-values.ts'

/** The fields of both kinds of filters, which may contain each other. */

/** A filter that the author of a post meets. */
const author: ReadCondition = (raw, path, size) => {
  size.addRelation()
  const condition = readLevel(userFilterFields, raw, path, size)
  return condition === null ? null : { author: condition }
}

/** `{some, none}`: filters that at least one, or none, of the creator's public posts meets. */
const posts: ReadCondition = (raw, path, size) => {
  const parts = Object.entries(objectOf(raw, path)).map(([name, value]): Condition | null => {
    const at = `${path}.${name}`
    if (name !== 'some' && name !== 'none') throw unknownField(at, ['some', 'none'])
    if (value === null || value === undefined) return null
    size.addRelation()
    const some: Condition = { posts: readLevel(postFilterFields, value, at, size), not: false }
    return name === 'some' ? some : negationOf(some)
  })
  return allOf(parts)
}

const origin = {
  country: codes('country', readCountry, 'a country as an ISO 3166-1 alpha-2 code such as JP'),
  language: codes('language', readLanguage, 'a language as an ISO 639 code such as ja')
}

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
  hashtags: names(refersTo('hashtag'), readHashtagName),
  authors: names(refersTo('author'), readHandle),
  soundIds: ids('sound'),
  placeIds: ids('place'),
  author,
  ...origin,
  soundIsOriginal: flagOf('sound_is_original'),
  keyword
} as const satisfies FilterFields

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
  niche: niches,
  hashtags: names(postsWithHashtag, readHashtagName),
  lastPostAt: timeRange('last_post_at'),
  growthDay: growthRange('growth_day'),
  growthWeek: growthRange('growth_week'),
  growthMonth: growthRange('growth_month'),
  posts,
  ...origin,
  keyword
} as const satisfies FilterFields

/** The condition of a filter of posts; null where every post meets it. Throws `INVALID_PARAM` that names the path of the argument. */
export const readPostFilter = (raw: unknown, param = 'filter'): Condition | null =>
  readFilter(postFilterFields, raw, param)

/** The condition of a filter of creators; null where every creator meets it. Throws `INVALID_PARAM` that names the path of the argument. */
export const readUserFilter = (raw: unknown, param = 'filter'): Condition | null =>
  readFilter(userFilterFields, raw, param)
