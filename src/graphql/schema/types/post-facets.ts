import { type Awaitable, andThen } from '../../../core/awaitable.ts'
import { invalidParam } from '../../../core/errors.ts'
import { forOneRequest } from '../../../core/one-request.ts'
import type { PostDistribution, PostGroup, PostGroupOrder } from '../../../filters/fields.ts'
import type { Facet } from '../../../filters/query.ts'
import type { TimelineStep } from '../../../history/timeline-steps.ts'
import { GroupEntry, type PostSummary, PostSums, TimelineEntry } from '../../../records/post-summary.ts'
import {
  defaultFacetEntries,
  maxFacetEntries,
  type PostCounts,
  readFacetEntries
} from '../../../services/list-counts.ts'
import { builder, type Context, type Types, valuesOf } from '../builder.ts'
import { costHints } from '../cost-hints.ts'
import { entriesOf, scanCost } from '../facet-cost.ts'
import { loaders, NodeInterface } from '../node.ts'
import { PostFacetsObject } from '../objects.ts'
import { recordFields } from '../record-fields.ts'
import { HashtagReference, SoundReference, UserReference } from '../references.ts'
import { DistributionObject } from './distribution.ts'

const TimelinePeriod = builder.objectRef<NonNullable<PostSummary['timeline']>[number]>('TimelinePeriod').implement({
  description: TimelineEntry.description,
  fields: (t) => ({
    start: t.field({
      type: 'DateTime',
      description: 'When the step begins: at midnight UTC, weeks on Monday.',
      resolve: ({ start }) => start
    }),
    count: t.field({ type: 'Count', description: 'Number of posts.', resolve: ({ posts }) => posts }),
    ...recordFields(t, { properties: { plays: TimelineEntry.properties.plays } }, { get: ({ plays }) => plays })
  })
})

const PostSumsObject = builder.objectRef<PostSums>('PostSums').implement({
  description: PostSums.description,
  fields: (t) => recordFields(t, PostSums, { get: (sums: PostSums, key) => sums[key as keyof PostSums] })
})

const groupTexts: Readonly<Record<PostGroup, string>> = {
  CREATOR: 'By the creator. Posts of one whose handle another account has by now are in none.',
  HASHTAG: 'By each hashtag: a post is in the groups of all that it carries.',
  SOUND: 'By the sound.',
  PLACE: 'By the place that posts are tagged with.',
  COUNTRY: 'By the country of the post.',
  LANGUAGE: 'By the language of the post.'
}

const PostGroupBy = builder.enumType('PostGroupBy', {
  description: 'What posts are grouped by. Posts without it are in no group.',
  values: valuesOf(groupTexts)
})

const groupOrderTexts: Readonly<Record<PostGroupOrder, string>> = {
  COUNT: 'Most posts first, then most plays.',
  PLAYS: 'Most plays first, then most posts.',
  LIKES: 'Most likes first, then most posts.',
  COMMENTS: 'Most comments first, then most posts.',
  SHARES: 'Most shares first, then most posts.',
  SAVES: 'Most saves first, then most posts.',
  REPOSTS: 'Most reposts first, then most posts.'
}

const PostGroupOrderEnum = builder.enumType('PostGroupOrder', {
  description: 'Order of groups of posts. Unknown counts add nothing.',
  values: valuesOf(groupOrderTexts)
})

/** A group and what it is by. */
type Group = { by: PostGroup; entry: GroupEntry }

/** What the posts of a group have in common. */
const nodeOf = ({ by, entry: { id, name } }: Group, context: Context): Awaitable<object | null> => {
  if (by === 'COUNTRY' || by === 'LANGUAGE') return null
  if (by === 'CREATOR') return new UserReference(name ?? '', id === null ? {} : { user_id: id }).identified(context)
  if (by === 'HASHTAG') return new HashtagReference(forOneRequest({ id, name }))
  if (by === 'SOUND') return new SoundReference(id, {})
  return loaders.Place(id ?? '', context)
}

const PostGroupObject = builder.objectRef<Group>('PostGroup').implement({
  description: GroupEntry.description,
  fields: (t) => ({
    key: t.string({
      description:
        'Handle of the creator, name of the hashtag (its id without one), id of the sound or place, or code of the country or language.',
      resolve: ({ entry: { id, name } }) => name ?? id ?? ''
    }),
    node: t.field({
      type: NodeInterface,
      nullable: true,
      description: 'The creator, hashtag, sound or place; null for a country or language. A place costs a look-up.',
      extensions: costHints({ reads: 1 }),
      resolve: (group, _, context) => nodeOf(group, context)
    }),
    count: t.field({ type: 'Count', description: 'Number of posts.', resolve: ({ entry }) => entry.posts }),
    sum: t.field({ type: PostSumsObject, description: PostSums.description, resolve: ({ entry }) => entry.sums }),
    meanEngagementRate: t.float({
      nullable: true,
      description: GroupEntry.properties.engagement_rate.description,
      resolve: ({ entry }) => entry.engagement_rate
    })
  })
})

const stepTexts: Readonly<Record<TimelineStep, string>> = {
  DAY: 'Days, in UTC.',
  WEEK: 'Weeks, from Monday, in UTC.',
  MONTH: 'Months of the calendar, in UTC.'
}

export const TimelineStepEnum = builder.enumType('TimelineStep', {
  description: 'Length of a step of a timeline.',
  values: valuesOf(stepTexts)
})

/** Steps that a timeline has at most: longer than there have been short videos. */
const maxSteps: Readonly<Record<TimelineStep, number>> = { DAY: 5_000, WEEK: 720, MONTH: 170 }

const boundedSteps = <T>(step: TimelineStep, steps: readonly T[]): readonly T[] => {
  if (steps.length <= maxSteps[step]) return steps
  throw invalidParam(
    'step',
    `gives ${steps.length} steps, and a timeline has at most ${maxSteps[step]}: choose a longer one, or filter by createdAt`
  )
}

const part = <K extends keyof PostSummary>(counts: PostCounts, key: K, facet: Facet, { deps, scope }: Context) =>
  andThen(counts.summary(deps, scope, facet), (summary): PostSummary[K] | null => summary?.[key] ?? null)

const distribution = (
  t: PothosSchemaTypes.FieldBuilder<Types, PostCounts, 'Object'>,
  kind: PostDistribution,
  description: string
) =>
  t.field({
    type: DistributionObject,
    nullable: true,
    description,
    extensions: costHints(scanCost),
    resolve: (counts, _, context) => part(counts, kind, { kind }, context)
  })

PostFacetsObject.implement({
  description:
    'Counts over a list of posts with its filter, whatever page of it is asked for. Where the source cannot count, they are made from the posts that are read up to MAX_SCAN.',
  fields: (t) => ({
    timeline: t.field({
      type: [TimelinePeriod],
      description: 'Posts by the time at which they were published: steps with posts, the earliest first.',
      args: {
        step: t.arg({
          type: TimelineStepEnum,
          defaultValue: 'DAY',
          description: `Length of a step. More than ${maxSteps.DAY} days, ${maxSteps.WEEK} weeks or ${maxSteps.MONTH} months are refused with INVALID_PARAM.`
        })
      },
      extensions: costHints({
        ...scanCost,
        items: ({ step }) => maxSteps[(step as TimelineStep | null | undefined) ?? 'DAY']
      }),
      resolve: (counts, { step: given }, context) => {
        const step = given ?? 'DAY'
        return andThen(part(counts, 'timeline', { kind: 'timeline', step }, context), (steps) =>
          boundedSteps(step, steps ?? [])
        )
      }
    }),
    top: t.field({
      type: [PostGroupObject],
      description: 'The first groups of the posts, with their sums.',
      args: {
        by: t.arg({ type: PostGroupBy, required: true, description: 'What the posts are grouped by.' }),
        orderBy: t.arg({ type: PostGroupOrderEnum, defaultValue: 'COUNT', description: 'Order of the groups.' }),
        first: t.arg.int({
          defaultValue: defaultFacetEntries,
          description: `How many to return, 1 to ${maxFacetEntries}.`
        })
      },
      extensions: costHints({ ...scanCost, items: entriesOf }),
      resolve: (counts, { by, orderBy, first }, context) => {
        const facet = { kind: 'groups', by, order: orderBy ?? 'COUNT', first: readFacetEntries(first) } as const
        return andThen(part(counts, 'groups', facet, context), (groups) =>
          (groups ?? []).map((entry) => ({ by, entry }))
        )
      }
    }),
    sum: t.field({
      type: PostSumsObject,
      nullable: true,
      description: 'Sums over all of the posts. Unknown counts add nothing.',
      extensions: costHints(scanCost),
      resolve: (counts, _, context) => part(counts, 'sums', { kind: 'sums' }, context)
    }),
    plays: distribution(
      t,
      'plays',
      'How plays are distributed over the posts; null without a post whose plays are known.'
    ),
    likes: distribution(
      t,
      'likes',
      'How likes are distributed over the posts; null without a post whose likes are known.'
    ),
    durationSeconds: distribution(
      t,
      'duration_seconds',
      'How durations are distributed over the posts, in seconds; null without a post whose duration is known.'
    ),
    engagementRate: distribution(
      t,
      'engagement_rate',
      'How engagement rates are distributed over the posts, as fractions; null without a post whose rate is known.'
    )
  })
})
