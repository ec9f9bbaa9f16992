import { compactCount, percent, shortDate } from '../format.ts'
import { type Compared, type ComparedCreator, postsOf } from './compared.ts'
import { medianEngagement, medianPlays, newestAt, postsAWeek } from './post-figures.ts'

/** A row of the comparison. `value` is null where it is unknown or undefined. */
export type ComparedNumber = {
  name: string
  /** Explains the value, where its name does not. */
  meaning?: string
  value: (compared: Compared) => number | null
  text: (value: number) => string
  /** Whether more is better, so that the highest is marked. */
  leads: boolean
  /** Out of 100: drawn as a bar. */
  isScore?: boolean
}

export type RowGroup = { name: string; rows: readonly ComparedNumber[] }

type Scores = NonNullable<ComparedCreator['scorecard']>['scores']

const score = (name: string, meaning: string, field: keyof Scores & string): ComparedNumber => ({
  name,
  meaning,
  value: ({ creator }) => {
    const { scores, intelligence } = creator?.scorecard ?? {}
    // Scores of a creator without posts have no meaning.
    const value = intelligence?.postsAnalyzed === 0 ? null : scores?.[field]
    return typeof value === 'number' ? value : null
  },
  text: String,
  leads: true,
  isScore: true
})

type CountField = 'followersCount' | 'totalLikes' | 'totalVideos' | 'following'

const count = (name: string, field: CountField, leads: boolean): ComparedNumber => ({
  name,
  value: ({ creator }) => creator?.[field] ?? null,
  text: compactCount,
  leads
})

const oneDigit = (value: number) => value.toFixed(1)

export const rowGroups: readonly RowGroup[] = [
  {
    name: 'Account',
    rows: [
      count('Followers', 'followersCount', true),
      count('Likes', 'totalLikes', true),
      count('Posts', 'totalVideos', true),
      count('Following', 'following', false)
    ]
  },
  {
    name: 'Scorecard',
    rows: [
      score('Authority', 'Composite of the four scores below', 'creatorAuthorityScore'),
      score('Engagement', 'Where the rate stands on the platform', 'engagementPercentile'),
      score('Consistency', 'How even the intervals between posts are', 'postingConsistency'),
      score('Niche', 'How tightly the posts keep to one topic', 'nicheConcentration'),
      score('Growth', 'Estimated from followers for each like', 'followerGrowthScore')
    ]
  },
  {
    name: 'Newest posts, up to 30',
    rows: [
      {
        name: 'Median plays',
        value: (compared) => medianPlays(postsOf(compared)),
        text: compactCount,
        leads: true
      },
      {
        name: 'Median engagement',
        meaning: 'Likes, comments and shares for each play',
        value: (compared) => medianEngagement(postsOf(compared)),
        text: percent,
        leads: true
      },
      {
        name: 'Posts a week',
        value: (compared) => postsAWeek(postsOf(compared)),
        text: oneDigit,
        leads: true
      },
      {
        name: 'Newest post',
        value: (compared) => newestAt(postsOf(compared)),
        text: (value) => shortDate(new Date(value).toISOString()),
        leads: false
      }
    ]
  }
]

/** Marks the highest of the known values; none when all are equal or only one is known. */
export const leadersOf = (values: readonly (number | null)[]): readonly boolean[] => {
  const known = values.filter((value) => value !== null)
  const most = Math.max(...known)
  return values.map((value) => value === most && known.some((other) => other < most))
}
