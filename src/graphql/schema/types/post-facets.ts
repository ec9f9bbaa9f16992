import { andThen } from '../../../core/awaitable.ts'
import type { PostDistribution } from '../../../filters/fields.ts'
import type { Facet } from '../../../filters/query.ts'
import { type TimelineStep, timelineSteps } from '../../../history/timeline-steps.ts'
import {
  CreatorEntry,
  HashtagEntry,
  type PostSummary,
  SoundEntry,
  TimelineEntry
} from '../../../records/post-summary.ts'
import {
  defaultFacetEntries,
  maxFacetEntries,
  type PostCounts,
  readFacetEntries
} from '../../../services/list-counts.ts'
import { builder, type Context, type ObjectFields, type Types } from '../builder.ts'
import { costHints } from '../cost-hints.ts'
import { entriesOf, scanCost } from '../facet-cost.ts'
import { HashtagObject, PostFacetsObject, SoundObject, UserObject } from '../objects.ts'
import { HashtagReference, SoundReference, UserReference } from '../references.ts'
import { DistributionObject } from './distribution.ts'

type Entry = { posts: number; plays: number }

const entryFields = <E extends Entry>(t: ObjectFields<E>) => ({
  count: t.field({ type: 'Count', description: 'Number of posts.', resolve: ({ posts }) => posts }),
  plays: t.field({ type: 'Count', description: 'Plays of these posts together.', resolve: ({ plays }) => plays })
})

type EntryOf<K extends 'timeline' | 'creators' | 'hashtags' | 'sounds'> = NonNullable<PostSummary[K]>[number]

const TimelineEdge = builder.objectRef<EntryOf<'timeline'>>('TimelineEdge').implement({
  description: TimelineEntry.description,
  fields: (t) => ({
    start: t.field({
      type: 'DateTime',
      description: 'When the step begins: at midnight UTC, weeks on Monday.',
      resolve: ({ start }) => start
    }),
    ...entryFields(t)
  })
})

const CreatorEdge = builder.objectRef<EntryOf<'creators'>>('CreatorFacetEdge').implement({
  description: CreatorEntry.description,
  fields: (t) => ({
    node: t.field({
      type: UserObject,
      description: 'The creator. The handle costs no look-up.',
      extensions: costHints({ carries: ['id', 'username'] }),
      resolve: ({ username }) => new UserReference(username, { username })
    }),
    ...entryFields(t)
  })
})

const HashtagEdge = builder.objectRef<EntryOf<'hashtags'>>('HashtagFacetEdge').implement({
  description: HashtagEntry.description,
  fields: (t) => ({
    node: t.field({
      type: HashtagObject,
      description: 'The hashtag.',
      extensions: costHints({ carries: ['id', 'hashtagId', 'name'] }),
      resolve: ({ id, name }) => new HashtagReference({ id, name })
    }),
    ...entryFields(t)
  })
})

const SoundEdge = builder.objectRef<EntryOf<'sounds'>>('SoundFacetEdge').implement({
  description: SoundEntry.description,
  fields: (t) => ({
    node: t.field({
      type: SoundObject,
      description: 'The sound. The id costs no look-up.',
      extensions: costHints({ carries: ['id', 'soundId'] }),
      resolve: ({ sound_id }) => new SoundReference(sound_id, {})
    }),
    ...entryFields(t)
  })
})

const stepTexts: Readonly<Record<TimelineStep, string>> = {
  DAY: 'Days, in UTC.',
  WEEK: 'Weeks, from Monday, in UTC.',
  MONTH: 'Months of the calendar, in UTC.'
}

export const TimelineStepEnum = builder.enumType('TimelineStep', {
  description: 'Length of a step of a timeline.',
  values: Object.fromEntries(
    timelineSteps.map((step) => [step, { value: step, description: stepTexts[step] }])
  ) as Record<TimelineStep, { value: TimelineStep; description: string }>
})

/** Steps that a timeline is expected to have at most: some years. */
const expectedSteps: Readonly<Record<TimelineStep, number>> = { DAY: 1_000, WEEK: 200, MONTH: 50 }

const topCost = costHints({ ...scanCost, items: entriesOf })

const firstOf = (t: PothosSchemaTypes.FieldBuilder<Types, PostCounts, 'Object'>) =>
  t.arg.int({
    defaultValue: defaultFacetEntries,
    description: `How many to return, 1 to ${maxFacetEntries}.`
  })

const part = <K extends keyof PostSummary>(counts: PostCounts, key: K, facet: Facet, { deps, scope }: Context) =>
  andThen(counts.summary(deps, scope, facet), (summary): PostSummary[K] | null => summary?.[key] ?? null)

const top = <K extends 'creators' | 'hashtags' | 'sounds'>(
  counts: PostCounts,
  kind: K,
  first: unknown,
  context: Context
) => andThen(part(counts, kind, { kind, first: readFacetEntries(first) }, context), (entries) => entries ?? [])

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
      type: [TimelineEdge],
      description: 'Posts by the time at which they were published: steps with posts, the earliest first.',
      args: {
        step: t.arg({ type: TimelineStepEnum, defaultValue: 'DAY', description: 'Length of a step.' })
      },
      extensions: costHints({
        ...scanCost,
        items: ({ step }) => expectedSteps[(step as TimelineStep | null | undefined) ?? 'DAY']
      }),
      resolve: (counts, { step }, context) =>
        andThen(part(counts, 'timeline', { kind: 'timeline', step: step ?? 'DAY' }, context), (steps) => steps ?? [])
    }),
    topCreators: t.field({
      type: [CreatorEdge],
      description: 'Creators with most of the posts; among equals, those with more plays come first.',
      args: { first: firstOf(t) },
      extensions: topCost,
      resolve: (counts, { first }, context) => top(counts, 'creators', first, context)
    }),
    topHashtags: t.field({
      type: [HashtagEdge],
      description: 'Hashtags that most of the posts carry; among equals, those with more plays come first.',
      args: { first: firstOf(t) },
      extensions: topCost,
      resolve: (counts, { first }, context) => top(counts, 'hashtags', first, context)
    }),
    topSounds: t.field({
      type: [SoundEdge],
      description: 'Sounds that most of the posts use; among equals, those with more plays come first.',
      args: { first: firstOf(t) },
      extensions: topCost,
      resolve: (counts, { first }, context) => top(counts, 'sounds', first, context)
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
