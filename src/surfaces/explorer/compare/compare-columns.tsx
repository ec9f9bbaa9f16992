import { compactCount } from '../format.ts'
import { scoreOf } from '../parts/scorecard.tsx'
import type { ShownColumn } from '../table/column.ts'
import { requestedColumns } from '../table/creator-columns.tsx'
import { type Compared, type ComparedCreator, postsOf } from './compared.ts'
import { medianPlays, postsAWeek } from './post-figures.ts'

type ComparedScores = NonNullable<ComparedCreator['scorecard']>['scores']

const score = (
  id: string,
  title: string,
  meaning: string,
  field: keyof ComparedScores & string
): ShownColumn<Compared> => ({
  id,
  title,
  meaning,
  value: ({ creator }) => {
    const scorecard = creator?.scorecard ?? null
    // Scores of a creator without posts have no meaning.
    const value = scorecard === null || scorecard.intelligence.postsAnalyzed === 0 ? null : scoreOf(scorecard, field)
    return typeof value === 'number' ? value : null
  },
  isNumber: true,
  isBetterWhenHigher: true
})

const count = (id: string, title: string, value: (compared: Compared) => number | null): ShownColumn<Compared> => ({
  id,
  title,
  value,
  cell: (row) => compactCount(value(row) ?? 0),
  isNumber: true,
  isBetterWhenHigher: true
})

const better = ['followers', 'growth_month', 'engagement_rate', 'authority_score']

/** The columns of lists, and more that make a comparison. */
export const compareColumns: readonly ShownColumn<Compared>[] = [
  ...requestedColumns<Compared>().map((column) =>
    better.includes(column.id) ? { ...column, isBetterWhenHigher: true } : column
  ),
  score(
    'posting_consistency',
    'Consistency',
    'How even the intervals between posts are, 0 to 100',
    'postingConsistency'
  ),
  score('niche_concentration', 'Focus', 'How tightly the posts keep to one topic, 0 to 100', 'nicheConcentration'),
  count('total_likes', 'Likes', ({ creator }) => creator?.totalLikes ?? null),
  count('total_videos', 'Posts', ({ creator }) => creator?.totalVideos ?? null),
  {
    ...count('median_plays', 'Median plays', (compared) => medianPlays(postsOf(compared))),
    meaning: 'Of the newest posts, up to 30'
  },
  {
    id: 'posts_a_week',
    title: 'Posts a week',
    meaning: 'Of the newest posts, up to 30',
    value: (compared) => postsAWeek(postsOf(compared)),
    cell: (compared) => postsAWeek(postsOf(compared))?.toFixed(1),
    isNumber: true,
    isBetterWhenHigher: true
  }
]
