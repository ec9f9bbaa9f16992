import { useMemo, useRef, useState } from 'preact/hooks'
import { Chart } from '../charts/chart.tsx'
import { engagementOf } from '../charts/engagement.ts'
import type { Point } from '../charts/points.tsx'
import { countScale, shareScale, timeScale } from '../charts/scales.ts'
import { type Usual, usualOf } from '../charts/statistics.ts'
import { UsualRange } from '../charts/usual-range.tsx'
import { compactCount, counted, firstCharacters, fullCount, fullDate, percent, shortDate } from '../format.ts'
import { Link } from '../navigation.tsx'
import { TitleLine } from './title-line.tsx'

export type PlayedPost = {
  readonly postId: string | null
  readonly caption: string | null
  readonly createdAt: string
  readonly plays: number
  readonly likes: number
  readonly comments: number
  readonly shares: number
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

const pointOf = ({ key, post, moment }: Charted, y: number, value: string): Point => ({
  key,
  x: moment,
  y,
  to: post.postId === null ? null : { view: 'post', id: post.postId },
  name: `Post of ${fullDate(post.createdAt)}: ${value}`
})

/** The usual range in words, and its mark in the chart. */
const usualWords = (usual: Usual | null, tell: (value: number) => string): string | null => {
  if (usual === null) return null
  const median = `the dashed line is the median, ${tell(usual.median)}`
  if (usual.range === null) return median
  return `the band is the middle half of the posts, ${tell(usual.range[0])} to ${tell(usual.range[1])}; ${median}`
}

/** Columns of the chart data, named like those of posts. */
const columns = ['post_id', 'created_at', 'caption', 'plays', 'likes', 'comments', 'shares', 'engagement_rate'] as const

const valuesOf = ({ post, moment, engagement }: Charted): readonly unknown[] => [
  post.postId,
  moment / 1_000,
  post.caption,
  post.plays,
  post.likes,
  post.comments,
  post.shares,
  engagement
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

/** Plays and engagement of a creator's newest posts over time, with the usual range. A table below has the same numbers. */
export const CreatorCharts = ({ username, posts }: { username: string; posts: readonly PlayedPost[] }) => {
  const figure = useRef<HTMLElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const { charted, time, plays, engagement } = useMemo(() => {
    const charted = chartedOf(posts)
    const known = charted.flatMap((each) => (each.engagement === null ? [] : [{ ...each, rate: each.engagement }]))
    const counts = charted.map(({ post }) => post.plays)
    const rates = known.map(({ rate }) => rate)
    return {
      charted,
      time: timeScale(charted.map(({ moment }) => moment)),
      plays: {
        scale: countScale(counts),
        usual: usualOf(counts),
        points: charted.map((each) => pointOf(each, each.post.plays, counted(each.post.plays, 'play', 'plays')))
      },
      engagement: {
        scale: shareScale(rates),
        usual: usualOf(rates),
        points: known.map((each) => pointOf(each, each.rate, `${percent(each.rate)} engagement`))
      }
    }
  }, [posts])
  const [oldest, newest] = [charted[0], charted.at(-1)]
  if (oldest === undefined || newest === undefined) return null
  const best = charted.reduce((top, each) => (each.post.plays > top.post.plays ? each : top))
  const tip = (key: string) => {
    const found = charted.find((each) => each.key === key)
    return found === undefined ? null : <Tip charted={found} />
  }
  const look = { active, onActive: setActive, tip, x: time }
  return (
    <section ref={figure} class="panel charts" aria-labelledby="chart">
      <TitleLine
        id="chart"
        title="Plays and engagement"
        exported={{
          what: `plays and engagement of @${username}`,
          rows: { from: 'here', columns, values: () => charted.toReversed().map(valuesOf) },
          figure: () => figure.current
        }}
      />
      <p class="chart-text">
        {counted(charted.length, 'post', 'posts')} from {shortDate(oldest.post.createdAt)} to{' '}
        {shortDate(newest.post.createdAt)}, each a dot that leads to it. The most played has{' '}
        {compactCount(best.post.plays)} plays.
      </p>
      <h3>
        Plays<span class="quiet">, on a logarithmic scale: {usualWords(plays.usual, compactCount)}</span>
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
        <span class="quiet">
          , likes, comments and shares for each play: {usualWords(engagement.usual, percent) ?? 'nothing was played'}
        </span>
      </h3>
      <div class="engagement">
        <Chart
          {...look}
          label="Engagement of each post over time"
          y={engagement.scale}
          height={80}
          points={engagement.points}
        >
          {(space) => engagement.usual !== null && <UsualRange usual={engagement.usual} space={space} />}
        </Chart>
      </div>
      <details>
        <summary>As a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section class="scroll" tabIndex={0} aria-label="Plays and engagement of each post">
          <table>
            <thead>
              <tr>
                <th scope="col">Posted</th>
                <th scope="col">Plays</th>
                <th scope="col">Engagement</th>
              </tr>
            </thead>
            <tbody>
              {charted.toReversed().map(({ key, post, engagement: rate }) => (
                <tr key={key}>
                  <th scope="row">
                    {post.postId === null ? (
                      fullDate(post.createdAt)
                    ) : (
                      <Link to={{ view: 'post', id: post.postId }}>{fullDate(post.createdAt)}</Link>
                    )}
                  </th>
                  <td>{fullCount(post.plays)}</td>
                  <td>{rate === null ? 'unknown' : percent(rate)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  )
}
