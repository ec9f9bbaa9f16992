import { invalidParam } from '../../../core/errors.ts'
import type { PostOrder, Sorting, UserOrder } from '../../../engines/filters/fields.ts'
import { partnershipTiers } from '../../../records/creator-scorecard.ts'
import { builder, type Types, valuesOf } from './builder.ts'

/** Inputs by which lists are filtered and sorted. The services check the values, so that every surface gives the same answer. */

const CountRange = builder.inputType('CountRange', {
  description: 'A range of counts, both ends included. Without ends it is no condition: unknown numbers meet it, too.',
  fields: (t) => ({
    min: t.field({ type: 'Count', description: 'Smallest count, from 0.' }),
    max: t.field({ type: 'Count', description: 'Largest count.' })
  })
})

const IntRange = builder.inputType('IntRange', {
  description:
    'A range of whole numbers, both ends included. Without ends it is no condition: unknown numbers meet it, too.',
  fields: (t) => ({
    min: t.int({ description: 'Smallest number, from 0.' }),
    max: t.int({ description: 'Largest number.' })
  })
})

const FloatRange = builder.inputType('FloatRange', {
  description: 'A range of numbers, both ends included. Without ends it is no condition: unknown numbers meet it, too.',
  fields: (t) => ({
    min: t.float({ description: 'Smallest number, from 0.' }),
    max: t.float({ description: 'Largest number.' })
  })
})

const GrowthRange = builder.inputType('GrowthRange', {
  description:
    'A range of growth, both ends included, as a fraction of the earlier count: 0.5 is 50 % more, -0.1 is 10 % less. Without ends it is no condition: unknown growth meets it, too.',
  fields: (t) => ({
    min: t.float({ description: 'Smallest growth, from -1.' }),
    max: t.float({ description: 'Largest growth.' })
  })
})

const TimeRange = builder.inputType('TimeRange', {
  description:
    'A period of time. `from` is included and `to` is not, so that consecutive periods share no moment: all of May is `{from: "2026-05-01", to: "2026-06-01"}`.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'Start, included.' }),
    to: t.field({ type: 'DateTime', description: 'End, not included.' })
  })
})

const NameFilter = builder.inputType('NameFilter', {
  description: 'Names that must or must not be there, at most 100 in a list. Case does not matter.',
  fields: (t) => ({
    anyOf: t.stringList({ description: 'At least one of these; not empty.' }),
    allOf: t.stringList({ description: 'Every one of these.' }),
    noneOf: t.stringList({ description: 'None of these.' })
  })
})

const CodeFilter = builder.inputType('CodeFilter', {
  description:
    'Codes of countries (ISO 3166-1 alpha-2) or languages (ISO 639), at most 100 in a list. Case does not matter.',
  fields: (t) => ({
    anyOf: t.stringList({ description: 'One of these; not empty.' }),
    noneOf: t.stringList({ description: 'None of these.' })
  })
})

/** Values of input objects; the services read them. */
type Filter = Readonly<Record<string, unknown>>

const unknownNumbers = 'All conditions must be met. What is unknown meets no condition and no negation of one.'
const bounds = 'At most 100 conditions, on 10 levels of filters; at most 4 of them on authors and their posts.'

const PostFilterRef = builder.inputRef<Filter>('PostFilter')
const UserFilterRef = builder.inputRef<Filter>('UserFilter')

const PostsFilter = builder.inputType('PostsFilter', {
  description: 'Filters that some or none of the public posts of a creator meet.',
  fields: (t) => ({
    some: t.field({ type: PostFilterRef, description: 'At least one post meets this; `{}` is met by any post.' }),
    none: t.field({ type: PostFilterRef, description: 'No post meets this; `{}` is met without posts.' })
  })
})

PostFilterRef.implement({
  description: `Which posts to list. ${unknownNumbers} Conditions on growth, and on anything of the author but \`verified\`, are UNSUPPORTED for search results, and over a source without a graph. ${bounds}`,
  fields: (t) =>
    ({
      createdAt: t.field({ type: TimeRange, description: 'When the post was published.' }),
      plays: t.field({ type: CountRange, description: 'Number of plays.' }),
      likes: t.field({ type: CountRange, description: 'Number of likes.' }),
      comments: t.field({ type: CountRange, description: 'Number of comments.' }),
      shares: t.field({ type: CountRange, description: 'Number of shares.' }),
      saves: t.field({ type: CountRange, description: 'Number of times it was saved to favourites.' }),
      reposts: t.field({ type: CountRange, description: 'Number of reposts.' }),
      durationSeconds: t.field({ type: IntRange, description: 'Length of the video in seconds; 0 for image posts.' }),
      engagementRate: t.field({
        type: FloatRange,
        description:
          'Likes, comments and shares per play, as a fraction: 0.05 is 5 %. Unknown without plays, and where one of these counts is.'
      }),
      isAd: t.boolean({ description: 'Whether the post is a paid advertisement.' }),
      growthDay: t.field({
        type: GrowthRange,
        description: 'Growth of plays within a day: `leastRate` of `growth(days: 1)`.'
      }),
      growthWeek: t.field({
        type: GrowthRange,
        description: 'Growth of plays within a week: `leastRate` of `growth(days: 7)`.'
      }),
      growthMonth: t.field({
        type: GrowthRange,
        description: 'Growth of plays within 30 days: `leastRate` of `growth(days: 30)`.'
      }),
      hashtags: t.field({
        type: NameFilter,
        description: 'Hashtags of the caption, with or without #, in any Unicode form.'
      }),
      authors: t.field({ type: NameFilter, description: 'Handle of the author, with or without @.' }),
      soundIds: t.idList({ description: 'Numeric ids of sounds, of which the post uses one; 1 to 100.' }),
      placeIds: t.idList({
        description:
          'Numeric ids of places, of which the post is tagged with one; 1 to 100. Unknown in search results, and over a source without a graph.'
      }),
      author: t.field({
        type: UserFilterRef,
        description: 'The author meets this.'
      }),
      country: t.field({ type: CodeFilter, description: 'Country of the post, such as JP.' }),
      language: t.field({ type: CodeFilter, description: 'Language of the post, such as ja.' }),
      soundIsOriginal: t.boolean({
        description: 'Whether the sound was recorded for a post rather than licensed as a track.'
      }),
      keyword: t.string({
        description: 'Words that caption and hashtags have, all of them, in any form and order. No operators.'
      }),
      and: t.field({ type: [PostFilterRef], description: 'All of these are met.' }),
      or: t.field({ type: [PostFilterRef], description: 'At least one of these is met; not empty.' }),
      not: t.field({ type: PostFilterRef, description: 'This is not met; not empty.' })
      // The type of the reference names no fields.
    }) as never
})
export const PostFilterInput = PostFilterRef

UserFilterRef.implement({
  description: `Which creators to list. ${unknownNumbers} Scores, niche and time of the newest post are unknown for private accounts, which have no public posts. ${bounds}`,
  fields: (t) =>
    ({
      followers: t.field({ type: CountRange, description: 'Number of followers.' }),
      totalLikes: t.field({ type: CountRange, description: 'Number of likes of all posts.' }),
      totalVideos: t.field({ type: CountRange, description: 'Number of posts.' }),
      verified: t.boolean({ description: 'Whether the account carries the verified badge.' }),
      isLive: t.boolean({ description: 'Whether the creator is live now.' }),
      isPrivate: t.boolean({ description: 'Whether only approved followers see the posts.' }),
      engagementRate: t.field({
        type: FloatRange,
        description: 'Mean engagement rate of recent posts, as in the scorecard, as a fraction: 0.05 is 5 %.'
      }),
      authorityScore: t.field({ type: IntRange, description: 'Authority score, 0 to 100.' }),
      postingConsistency: t.field({ type: IntRange, description: 'Score of posting consistency, 0 to 100.' }),
      tier: t.field({
        type: [PartnershipTier],
        description: 'Partnership tiers, of which the creator has one; not empty.'
      }),
      niche: t.stringList({
        description: 'Topics, of which one is the primary niche of the scorecard; with or without #, 1 to 100.'
      }),
      hashtags: t.field({
        type: NameFilter,
        description: 'Hashtags of public posts, with or without #, in any Unicode form.'
      }),
      lastPostAt: t.field({ type: TimeRange, description: 'When the newest public post was published.' }),
      posts: t.field({
        type: PostsFilter,
        description: 'Some or none of the public posts meet a filter.'
      }),
      country: t.field({ type: CodeFilter, description: 'Country of the creator, such as JP.' }),
      language: t.field({ type: CodeFilter, description: 'Language of the creator, such as ja.' }),
      growthDay: t.field({
        type: GrowthRange,
        description: 'Growth of followers within a day: `leastRate` of `growth(days: 1)`.'
      }),
      growthWeek: t.field({
        type: GrowthRange,
        description: 'Growth of followers within a week: `leastRate` of `growth(days: 7)`.'
      }),
      growthMonth: t.field({
        type: GrowthRange,
        description: 'Growth of followers within 30 days: `leastRate` of `growth(days: 30)`.'
      }),
      keyword: t.string({
        description: 'Words that handle, name and bio have, all of them, in any form and order. No operators.'
      }),
      and: t.field({ type: [UserFilterRef], description: 'All of these are met.' }),
      or: t.field({ type: [UserFilterRef], description: 'At least one of these is met; not empty.' }),
      not: t.field({ type: UserFilterRef, description: 'This is not met; not empty.' })
      // The type of the reference names no fields.
    }) as never
})
export const UserFilterInput = UserFilterRef

const tierTexts: Readonly<Record<(typeof partnershipTiers)[number], string>> = {
  tier_1: 'Authority score of 80 or more.',
  tier_2: 'Authority score from 60 to 79.',
  tier_3: 'Authority score from 40 to 59.',
  tier_4: 'Authority score below 40.'
}

export const PartnershipTier = builder.enumType('PartnershipTier', {
  description: 'Tier of a creator, by authority score. REST shows the same values in lower case.',
  values: Object.fromEntries(
    partnershipTiers.map((tier) => [tier.toUpperCase(), { value: tier, description: tierTexts[tier] }])
  ) as Record<string, { value: (typeof partnershipTiers)[number]; description: string }>
})

const postOrderTexts: Readonly<Record<PostOrder, string>> = {
  NEWEST: 'Latest first.',
  OLDEST: 'Earliest first.',
  PLAYS: 'Most played first.',
  LIKES: 'Most liked first.',
  COMMENTS: 'Most commented first.',
  SHARES: 'Most shared first.',
  SAVES: 'Most saved first.',
  ENGAGEMENT_RATE: 'Highest engagement rate first.',
  DURATION: 'Longest first.',
  GROWTH_WEEK:
    'Highest growth of plays within a week first: `leastRate` of `growth(days: 7)`. UNSUPPORTED for search results, and over a source without a graph.'
}

const userOrderTexts: Readonly<Record<UserOrder, string>> = {
  FOLLOWERS: 'Most followers first.',
  TOTAL_LIKES: 'Most likes of all posts first.',
  ENGAGEMENT_RATE: 'Highest engagement rate first.',
  AUTHORITY_SCORE: 'Highest authority score first.',
  LAST_POST: 'Newest public post first.',
  USERNAME: 'By handle, from a to z.',
  GROWTH_MONTH: 'Highest growth of followers within 30 days first: `leastRate` of `growth(days: 30)`.'
}

export const PostOrderEnum = builder.enumType('PostOrder', {
  description:
    'Order of a list of posts. Unknown numbers come last; among equals the newest post comes first, then the larger id.',
  values: valuesOf(postOrderTexts)
})

export const UserOrderEnum = builder.enumType('UserOrder', {
  description: 'Order of a list of creators. Unknown numbers come last; equals have a fixed order, by id.',
  values: valuesOf(userOrderTexts)
})

export const reverseArgument = <P>(t: PothosSchemaTypes.RootFieldBuilder<Types, P>) =>
  t.arg.boolean({
    defaultValue: false,
    description: 'Reverses `orderBy`, which it needs. Unknown numbers stay last.'
  })

/** The order as the services take it. Throws `INVALID_PARAM` for a direction without an order. */
export const sortingOf = <O extends string>({
  orderBy,
  reverse
}: {
  orderBy?: O | null | undefined
  reverse?: boolean | null | undefined
}): Sorting<O> | null | undefined => {
  if (reverse !== true) return orderBy
  if (orderBy == null) throw invalidParam('reverse', 'needs orderBy')
  return `-${orderBy}`
}
