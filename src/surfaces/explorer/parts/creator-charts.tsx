import { useMemo, useState } from 'preact/hooks'
import { Chart } from '../charts/chart.tsx'
import { engagementOf } from '../charts/engagement.ts'
import { UsualRange } from '../charts/marks.tsx'
import type { Point } from '../charts/points.tsx'
import { countScale, shareScale, timeScale } from '../charts/scales.ts'
import { type Usual, usualOf } from '../charts/statistics.ts'
import { compactCount, counted, firstCharacters, fullCount, fullDate, percent, shortDate } from '../format.ts'
import { Link } from '../navigation.tsx'
import type { ShownColumn } from '../table/column.ts'
import { ChartPanel } from './chart-panel.tsx'

export type PlayedPost = {
  readonly postId: string | null
  readonly caption: string | null
  readonly createdAt: string
  readonly plays: number | null
  readonly likes: number | null
  readonly comments: number | null
  readonly shares: number | null
}

type Charted = { key: string; post: PlayedPost; moment: number; engagement: number | null }

const chartedOf = (posts: readonly PlayedPost[]): readonly Charted[] =>
  posts
    .map((post, index) => ({
      key: post.postId ?? `without id ${index}`,
      post,
      moment: Date.parse(post.createdAt),
      engagement: engagementOf(post)
    }))
    .toSorted((a, b) => a.moment - b.moment)

/** One of the charts: a dot for each post with a value. */
const chartOf = (
  charted: readonly Charted[],
  read: (dot: Charted) => number | null,
  tell: (value: number) => string
) => {
  const points = charted.flatMap((dot): Point[] => {
    const { key, post, moment } = dot
    const y = read(dot)
    if (y === null) return []
    const to = post.postId === null ? null : ({ view: 'post', id: post.postId } as const)
    return [{ key, x: moment, y, to, name: `Post of ${fullDate(post.createdAt)}: ${tell(y)}` }]
  })
  const values = points.map(({ y }) => y)
  return { points, values, usual: usualOf(values) }
}

/** The usual range in words, and its mark in the chart. */
const usualWords = (usual: Usual | null, tell: (value: number) => string): string | null => {
  if (usual === null) return null
  const median = `the dashed line is the median, ${tell(usual.median)}`
  if (usual.range === null) return median
  return `the band is the middle half of the posts, ${tell(usual.range[0])} to ${tell(usual.range[1])}; ${median}`
}

const countColumn = (id: 'likes' | 'comments' | 'shares'): ShownColumn<Charted> => ({
  id,
  title: id,
  value: ({ post }) => post[id],
  isHidden: true
})

/** Named like the fields of posts. */
const columns: readonly ShownColumn<Charted>[] = [
  {
    id: 'created_at',
    title: 'Posted',
    value: ({ moment }) => moment / 1_000,
    cell: ({ post: { postId, createdAt } }) =>
      postId === null ? fullDate(createdAt) : <Link to={{ view: 'post', id: postId }}>{fullDate(createdAt)}</Link>
  },
  { id: 'post_id', title: 'Post', value: ({ post }) => post.postId, isHidden: true },
  { id: 'caption', title: 'Caption', value: ({ post }) => post.caption, isHidden: true },
  {
    id: 'plays',
    title: 'Plays',
    value: ({ post }) => post.plays,
    cell: ({ post }) => fullCount(post.plays),
    isNumber: true
  },
  ...(['likes', 'comments', 'shares'] as const).map(countColumn),
  {
    id: 'engagement_rate',
    title: 'Engagement',
    value: ({ engagement }) => engagement,
    cell: ({ engagement }) => percent(engagement ?? 0),
    isNumber: true
  }
]

const captionCharacters = 80

const Tip = ({ charted: { post, engagement } }: { charted: Charted }) => (
  <>
    <span class="quiet">{fullDate(post.createdAt)}</span>
    <strong>{counted(post.plays, 'play', 'plays')}</strong>
    <span>{engagement === null ? 'engagement unknown' : `${percent(engagement)} engagement`}</span>
    {post.caption?.trim() && <bdi class="quiet">{firstCharacters(post.caption.trim(), captionCharacters)}</bdi>}
  </>
)

/** Plays and engagement of a creator's newest posts over time, with the usual range. */
export const CreatorCharts = ({ username, posts }: { username: string; posts: readonly PlayedPost[] }) => {
  const [active, setActive] = useState<string | null>(null)
  const { charted, time, plays, rates } = useMemo(() => {
    const charted = chartedOf(posts)
    const plays = chartOf(
      charted,
      ({ post }) => post.plays,
      (value) => counted(value, 'play', 'plays')
    )
    const rates = chartOf(
      charted,
      ({ engagement }) => engagement,
      (value) => `${percent(value)} engagement`
    )
    return {
      charted,
      time: timeScale(charted.map(({ moment }) => moment)),
      plays: { ...plays, scale: countScale(plays.values) },
      rates: { ...rates, scale: shareScale(rates.values) }
    }
  }, [posts])
  const [oldest, newest] = [charted[0], charted.at(-1)]
  if (oldest === undefined || newest === undefined) return null
  const tip = (key: string) => {
    const found = charted.find((dot) => dot.key === key)
    return found === undefined ? null : <Tip charted={found} />
  }
  const look = { active, onActive: setActive, tip, x: time }
  return (
    <ChartPanel
      kind="charts"
      id="chart"
      title="Plays and engagement"
      what={`plays and engagement of @${username}`}
      columns={columns}
      rows={charted}
      keyOf={({ key }) => key}
    >
      <p class="quiet small chart-text">
        {oldest === newest
          ? `1 post of ${shortDate(oldest.post.createdAt)}, a dot that leads to it`
          : `${fullCount(charted.length)} posts from ${shortDate(oldest.post.createdAt)} to ${shortDate(newest.post.createdAt)}, each a dot that leads to it`}
        {plays.values.length > 1 && `. The most played has ${counted(Math.max(...plays.values), 'play', 'plays')}`}.
      </p>
      <h3>
        Plays
        <span class="quiet small">, on a logarithmic scale: {usualWords(plays.usual, compactCount) ?? 'unknown'}</span>
      </h3>
      <Chart
        {...look}
        label="Plays of each post over time"
        y={plays.scale}
        height={200}
        hasBottomLabels={false}
        points={plays.points}
      >
        {(space) => plays.usual !== null && <UsualRange usual={plays.usual} space={space} />}
      </Chart>
      <h3>
        Engagement
        <span class="quiet small">
          , likes, comments and shares for each play:{' '}
          {usualWords(rates.usual, percent) ?? 'unknown, or nothing was played'}
        </span>
      </h3>
      <div class="engagement">
        <Chart {...look} label="Engagement of each post over time" y={rates.scale} height={80} points={rates.points}>
          {(space) => rates.usual !== null && <UsualRange usual={rates.usual} space={space} />}
        </Chart>
      </div>
    </ChartPanel>
  )
}
