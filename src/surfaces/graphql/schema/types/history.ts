import type { FieldMap } from '@pothos/core'
import type { CountAt, CountGrowth } from '../../../../engines/history/growth.ts'
import { type ObservedCount, observedCount } from '../../../../engines/history/observed-count.ts'
import { countFields } from '../../../../engines/history/samples.ts'
import type { HistoryPoint } from '../../../../engines/history/steps.ts'
import { stepsBetween, type TimelineStep } from '../../../../engines/history/timeline-steps.ts'
import { camelCase } from '../../../../records/graph-names.ts'
import { Post } from '../../../../records/post.ts'
import { Sound } from '../../../../records/sound.ts'
import { UserProfile } from '../../../../records/user-profile.ts'
import { maxPoints, type PostsPoint } from '../../../../services/history.ts'
import { builder, type ObjectFields, type Types } from '../builder.ts'
import { costHints } from '../cost-hints.ts'
import { TimelineStepEnum } from './post-facets.ts'

/** Counts over time. */

export const equalPoints = 'Of equal observations in a row, only the first and the last are points.'
export const recorded = 'UNSUPPORTED over a source without a graph, unless this server records what it reads (HISTORY).'

/** Counts of each kind of object, in the order of `HistoryPoint.counts`, with their descriptions. */
const fieldsOf = <F extends string>(names: readonly F[], properties: Record<F, { description: string }>) =>
  names.map((name) => ({ name, description: properties[name].description }))

const postCounts = fieldsOf(countFields.posts, Post.properties)
const userCounts = fieldsOf(countFields.users, UserProfile.properties)
const soundCounts = fieldsOf(countFields.sounds, Sound.properties)

type CountField = (typeof countFields)[keyof typeof countFields][number]

const HistoryFill = builder.enumType('HistoryFill', {
  description: 'How counts that were not observed are filled in.',
  values: {
    LINEAR: {
      description:
        'By linear interpolation between the known counts before and after, those outside of the period included; whole numbers. Null before the first known count and after the last one, and where the source gave a negative number.'
    }
  }
})

type CountFields = readonly { name: CountField; description: string }[]

const ObservedCountKindEnum = builder.enumType('ObservedCountKind', {
  description: 'How well a count is known.',
  values: {
    EXACT: { description: 'The source gave every digit.' },
    ROUNDED: { description: 'The source gave it rounded, such as 1.2M.' },
    INTERPOLATED: { description: 'It was not observed; `fill` computed it.' },
    NEGATIVE: {
      description: 'The source gave a negative number, as platforms do when a count overflows: the count is unknown.'
    }
  }
})

const ObservedCountObject = builder.objectRef<ObservedCount>('ObservedCount').implement({
  description: 'A count at one time, and the interval in which it was.',
  fields: (t) => ({
    value: t.field({
      type: 'Count',
      nullable: true,
      description: 'The count, a rounded one written out: 1200000 for 1.2M. Null for a negative number.',
      resolve: ({ value }) => value
    }),
    low: t.field({
      type: 'Count',
      nullable: true,
      description:
        'Lowest possible count: `value` for an exact one; for a rounded one, half a unit of its last shown digit less. Null for an interpolated or negative one.',
      resolve: ({ low }) => low
    }),
    high: t.field({
      type: 'Count',
      nullable: true,
      description:
        'Highest possible count: `value` for an exact one; for a rounded one, almost a unit of its last shown digit more, because some pages cut digits off. Null for an interpolated or negative one.',
      resolve: ({ high }) => high
    }),
    kind: t.field({
      type: ObservedCountKindEnum,
      description: 'How well the count is known.',
      resolve: ({ kind }) => kind
    })
  })
})

const pointFields = <P extends HistoryPoint>(t: ObjectFields<P>, fields: CountFields): FieldMap => {
  const counts = fields.map(({ name, description }, index) => [
    camelCase(name),
    t.field({
      type: ObservedCountObject,
      nullable: true,
      description: `${description} Null where it was not observed.`,
      resolve: (point) => observedCount(point, index)
    })
  ])
  return {
    at: t.field({
      type: 'DateTime',
      description: 'When the counts were observed; where points are steps, when the step begins.',
      resolve: ({ at }) => at
    }),
    observedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When the counts were last observed. Null for a step without an observation; between two equal observations, such a step has their counts.',
      resolve: ({ observedAt }) => observedAt
    }),
    source: t.string({
      nullable: true,
      description:
        'Name of the source of the last observation. Null for a source without a name, and without an observation.',
      resolve: ({ source }) => source
    }),
    ...Object.fromEntries(counts)
  }
}

export const PostHistoryPoint = builder.objectRef<HistoryPoint>('PostHistoryPoint').implement({
  description: 'Counts of a post at one time.',
  fields: (t) => pointFields(t, postCounts)
})

export const UserHistoryPoint = builder.objectRef<HistoryPoint>('UserHistoryPoint').implement({
  description: 'Counts of a creator at one time.',
  fields: (t) => pointFields(t, userCounts)
})

const newPosts = (t: ObjectFields<PostsPoint>) =>
  t.field({
    type: 'Count',
    nullable: true,
    description:
      'Number of public posts that were published in the step. Null over a source without a graph, where `postsCount` was observed.',
    resolve: ({ newPosts }) => newPosts
  })

export const SoundHistoryPoint = builder.objectRef<PostsPoint>('SoundHistoryPoint').implement({
  description:
    'Number of posts with a sound at one time: counted in the data, or over a source without a graph as it was observed.',
  fields: (t) => ({ ...pointFields(t, soundCounts), newPosts: newPosts(t) })
})

export const HashtagHistoryPoint = builder.objectRef<PostsPoint>('HashtagHistoryPoint').implement({
  description: 'Number of public posts with a hashtag at one time.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', description: 'When the step begins.', resolve: ({ at }) => at }),
    postsCount: t.field({
      type: 'Count',
      description:
        'Number of public posts with the hashtag that were published by the end of the step, even where the period ends within it.',
      resolve: ({ counts }) => counts[0] ?? 0
    }),
    newPosts: t.field({
      type: 'Count',
      description: 'Number of public posts with the hashtag that were published in the step.',
      resolve: ({ newPosts }) => newPosts ?? 0
    })
  })
})

const CountAtObject = builder.objectRef<CountAt>('CountAt').implement({
  description: 'A count, and when it was observed.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', description: 'When it was observed.', resolve: ({ at }) => at }),
    count: t.field({ type: 'Count', description: 'The count.', resolve: ({ count }) => count })
  })
})

export const CountGrowthObject = builder.objectRef<CountGrowth>('CountGrowth').implement({
  description:
    'Growth of a count between two observations. Negative counts are left out, and nothing is interpolated. Rounded counts are used where exact ones make no growth; `low` and `high` then differ.',
  fields: (t) => ({
    earlier: t.field({
      type: CountAtObject,
      description:
        'The observation nearest to the start of the period, at most a quarter of the period away from it. Where the counts before and after the start are equal, that count at the start.',
      resolve: ({ earlier }) => earlier
    }),
    later: t.field({ type: CountAtObject, description: 'The newest observation.', resolve: ({ later }) => later }),
    absolute: t.float({
      description: 'The later count minus the earlier one, a whole number. Negative when the count fell.',
      resolve: ({ absolute }) => absolute
    }),
    low: t.float({
      description: 'Lower bound of the difference: `absolute` between exact counts.',
      resolve: ({ low }) => low
    }),
    high: t.float({
      description: 'Upper bound of the difference: `absolute` between exact counts.',
      resolve: ({ high }) => high
    }),
    rate: t.float({
      nullable: true,
      description:
        'Growth as a fraction of the earlier count: 0.05 is 5 %. Not scaled to the period. Null where the earlier count is 0.',
      resolve: ({ rate }) => rate
    }),
    leastRate: t.float({
      nullable: true,
      description:
        'The rate nearest to zero that the bounds leave: what filters, orders and rankings use. `rate` between exact counts.',
      resolve: ({ leastRate }) => leastRate
    }),
    perDay: t.float({
      description: '`absolute` divided by the days between the two observations.',
      resolve: ({ perDay }) => perDay
    })
  })
})

const growthFields = <F extends CountField>(
  t: ObjectFields<Record<F, CountGrowth | null>>,
  fields: CountFields
): FieldMap =>
  Object.fromEntries(
    fields.map(({ name }) => [
      camelCase(name),
      t.field({
        type: CountGrowthObject,
        nullable: true,
        description: `Growth of \`${camelCase(name)}\`. Null where no observation is near enough to the start of the period.`,
        // The fields are those of the kind.
        resolve: (growth) => growth[name as F]
      })
    ])
  )

type GrowthOf<K extends keyof typeof countFields> = Record<(typeof countFields)[K][number], CountGrowth | null>

export const PostGrowth = builder.objectRef<GrowthOf<'posts'>>('PostGrowth').implement({
  description: 'Growth of each count of a post.',
  fields: (t) => growthFields(t, postCounts)
})

export const UserGrowth = builder.objectRef<GrowthOf<'users'>>('UserGrowth').implement({
  description: 'Growth of each count of a creator.',
  fields: (t) => growthFields(t, userCounts)
})

export const growthArguments = <P>(t: PothosSchemaTypes.FieldBuilder<Types, P, 'Object'>, defaultValue: number) => ({
  days: t.arg.float({
    defaultValue,
    description: 'Length of the period in days, from an hour to 3650 days; half a day is 0.5.'
  })
})

/** Maximum points of a series. `fallback`: the default step; null for observations, of which a day may have many. */
const pointsIn =
  (fallback: TimelineStep | null) =>
  ({ step: given, from, to }: Readonly<Record<string, unknown>>): number => {
    const step = (given as TimelineStep | null | undefined) ?? fallback
    const [start, end] = [from, to].map((time) => Date.parse(String(time)) / 1_000)
    const isPeriod = step !== null && start !== undefined && end !== undefined && start < end
    return isPeriod ? Math.min(maxPoints, stepsBetween(step, start, end)) : maxPoints
  }

export const historyCost = costHints({ reads: 1, items: pointsIn(null) })
/** Counted posts take a scan; observed ones a look-up. */
export const countedHistoryCost = (readCost: number) =>
  costHints({ reads: 1, readCost: (_, { hasFilters }) => (hasFilters ? readCost : 1), items: pointsIn('DAY') })

const periodArguments = <P>(t: PothosSchemaTypes.FieldBuilder<Types, P, 'Object'>) => ({
  from: t.arg({ type: 'DateTime', description: 'Start of the period, included. Without it, the first point.' }),
  to: t.arg({ type: 'DateTime', description: 'End of the period, not included. Without it, after the last point.' })
})

const steps =
  'One point for each step that the period touches, from the first observation to the last; the first and the last step are whole.'
const bound = `At most ${maxPoints} points; more are refused with INVALID_PARAM.`

export const historyArguments = <P>(t: PothosSchemaTypes.FieldBuilder<Types, P, 'Object'>) => ({
  ...periodArguments(t),
  step: t.arg({
    type: TimelineStepEnum,
    description: `${steps} Without it, one for each observation. ${bound}`
  }),
  fill: t.arg({
    type: HistoryFill,
    description: 'How counts that were not observed are filled in. Without it, they are null.'
  })
})

const byDay = `Without it a day, or a week or month where days would be more than ${maxPoints}`

export const countedOrObservedArguments = <P>(t: PothosSchemaTypes.FieldBuilder<Types, P, 'Object'>) => ({
  ...historyArguments(t),
  step: t.arg({
    type: TimelineStepEnum,
    description: `${steps} ${byDay}; over a source without a graph, one for each observation. ${bound}`
  })
})

export const countedHistoryArguments = <P>(t: PothosSchemaTypes.FieldBuilder<Types, P, 'Object'>) => ({
  ...periodArguments(t),
  step: t.arg({
    type: TimelineStepEnum,
    description: `Length of a step. ${byDay}. ${bound}`
  })
})
