import { type Awaitable, andThen } from '../../../../core/awaitable.ts'
import { invalidParam } from '../../../../core/errors.ts'
import { forOneRequest } from '../../../../core/one-request.ts'
import type { PostDistribution, PostGroup, PostGroupOrder } from '../../../../engines/filters/fields.ts'
import type { Facet } from '../../../../engines/filters/query.ts'
import type { TimelineStep } from '../../../../engines/history/timeline-steps.ts'
import { GroupEntry, type PostSummary, PostSums, TimelineEntry } from '../../../../records/post-summary.ts'
import {
  defaultFacetEntries,
  maxFacetEntries,
  type PostCounts,
  readFacetEntries
} from '../../../../services/list-counts.ts'
import { builder, type Context, type Types, valuesOf } from '../builder.ts'
import { costHints } from '../cost-hints.ts'
import { entriesOf, scanCost } from '../facet-cost.ts'
import { reverseArgument, sortingOf } from '../filters.ts'
import { loaders, NodeInterface } from '../node.ts'
import { PostFacetsObject } from '../objects.ts'
import { recordFields } from '../record-fields.ts'
import { HashtagReference, SoundReference, UserReference } from '../references.ts'
import { DistributionObject } from './distribution.ts'

const TimelinePeriod = builder.objectRef<NonNullable<PostSummary['timeline']>[number]>('TimelinePeriod').implement({
  description: TimelineEntry.description,
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description: 'When the step begins.',
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
  CREATOR: 'By the creator. Posts are in no group where another account has the handle of their creator by now.',
  HASHTAG: 'By hashtag. A post is in the group of each that it carries.',
  SOUND: 'By the sound.',
  PLACE: 'By the place that the post is tagged with.',
  COUNTRY: 'By the country of the post.',
  LANGUAGE: 'By the language of the post.'
}

const PostGroupBy = builder.enumType('PostGroupBy', {
  description: 'What posts are grouped by. Posts for which it is unknown are in no group.',
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
  description: 'Order of groups of posts. Unknown counts add nothing; where all are unknown, the group comes last.',
  values: valuesOf(groupOrderTexts)
})

/** A group, and the field that it groups by. */
type Group = { by: PostGroup; entry: GroupEntry }

/** What the posts of a group have in common. */
const nodeOf = ({ by, entry: { id, name } }: Group, context: Context): Awaitable<object | null> => {
  if (by === 'COUNTRY' || by === 'LANGUAGE') return null
  if (by === 'CREATOR') return new UserReference(name ?? '', id === null ? {} : { user_id: id }).identified(context)
  if (by === 'HASHTAG') return new HashtagReference(forOneRequest({ id, name }))
  // Another deployment gives the name of a sound without id.
  if (by === 'SOUND') return id === null ? SoundReference.named(null, name, null, null) : SoundReference.byKey(id)
  return loaders.Place(id ?? '', context)
}

const PostGroupObject = builder.objectRef<Group>('PostGroup').implement({
  description: GroupEntry.description,
  fields: (t) => ({
    key: t.string({
      description:
        'Handle of the creator, name of the hashtag (its id where it has none), id of the sound (its title where it has none) or place, or code of the country or language.',
      resolve: ({ entry: { id, name } }) => name ?? id ?? ''
    }),
    node: t.field({
      type: NodeInterface,
      nullable: true,
      description:
        'The creator, hashtag, sound or place. Null for a country or language. One read for a place; the others are free.',
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
  DAY: 'A day, from midnight.',
  WEEK: 'A week, from Monday.',
  MONTH: 'A month of the calendar.'
}

export const TimelineStepEnum = builder.enumType('TimelineStep', {
  description: 'Length of a step of a timeline, in UTC.',
  values: valuesOf(stepTexts)
})

/** Maximum steps of a timeline, enough for the whole history of short videos. */
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
  what: string
) =>
  t.field({
    type: DistributionObject,
    nullable: true,
    description: `Distribution of ${what} over the posts. Null where no post has a known value. A scan.`,
    extensions: costHints(scanCost),
    resolve: (counts, _, context) => part(counts, kind, { kind }, context)
  })

PostFacetsObject.implement({
  description:
    'Counts over a whole list of posts with its filter, whatever page is read. In search results, and over a source without a graph, they are of the posts that are read, up to MAX_SCAN, and cost no scan.',
  fields: (t) => ({
    timeline: t.field({
      type: [TimelinePeriod],
      description: 'Posts by the time of publication: steps with posts, the earliest first. A scan.',
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
      description: 'The first groups of the posts in an order, with their sums. A scan.',
      args: {
        by: t.arg({ type: PostGroupBy, required: true, description: 'What the posts are grouped by.' }),
        orderBy: t.arg({ type: PostGroupOrderEnum, defaultValue: 'COUNT', description: 'Order of the groups.' }),
        reverse: reverseArgument(t),
        first: t.arg.int({
          defaultValue: defaultFacetEntries,
          description: `How many to return, 1 to ${maxFacetEntries}.`
        })
      },
      extensions: costHints({ ...scanCost, items: entriesOf }),
      resolve: (counts, { by, orderBy, reverse, first }, context) => {
        const order = sortingOf({ orderBy, reverse }) ?? 'COUNT'
        const facet = { kind: 'groups', by, order, first: readFacetEntries(first) } as const
        return andThen(part(counts, 'groups', facet, context), (groups) =>
          (groups ?? []).map((entry) => ({ by, entry }))
        )
      }
    }),
    sum: t.field({
      type: PostSumsObject,
      nullable: true,
      description: `${PostSums.description} A scan.`,
      extensions: costHints(scanCost),
      resolve: (counts, _, context) => part(counts, 'sums', { kind: 'sums' }, context)
    }),
    plays: distribution(t, 'plays', 'plays'),
    likes: distribution(t, 'likes', 'likes'),
    durationSeconds: distribution(t, 'duration_seconds', 'durations, in seconds,'),
    engagementRate: distribution(t, 'engagement_rate', 'engagement rates, as fractions,')
  })
})
