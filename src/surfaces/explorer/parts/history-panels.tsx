import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import {
  ExploreCreatorHistoryDocument,
  ExplorePostHistoryDocument,
  type ObservedCountKind
} from '../../../../built/documents.js'
import { Chart } from '../charts/chart.tsx'
import { Line } from '../charts/marks.tsx'
import type { Point } from '../charts/points.tsx'
import { growthScale, timeScale } from '../charts/scales.ts'
import { compactCount, fullCount, hoursBetween, nounFor, percent, shortDate } from '../format.ts'
import { type QueryState, useQuery } from '../graph/use-query.ts'
import type { ShownColumn } from '../table/column.ts'
import { ChartPanel, PanelPlace } from './chart-panel.tsx'
import type { CodeProps } from './code.tsx'
import { Failed } from './states.tsx'

type Count = { readonly value: number | null; readonly kind: ObservedCountKind } | null
type Counts = Readonly<Record<string, Count>>

/** Counts as they were observed; `count` is the one that is drawn. */
type HistoryRow = { at: string; count: number; isRounded: boolean; change: number | null; counts: Counts }

/** Observations with a count, the earliest first, and what it changed by since the one before. */
const observedOf = <T extends object>(
  points: readonly T[],
  read: (point: T) => readonly [at: string | null, counts: Counts],
  field: string
): HistoryRow[] => {
  const observed: HistoryRow[] = []
  for (const point of points) {
    const [at, counts] = read(point)
    const count = counts[field]?.value
    if (at === null || count == null) continue
    const before = observed.at(-1)
    const isRounded = counts[field]?.kind === 'ROUNDED'
    observed.push({ at, count, isRounded, change: before === undefined ? null : count - before.count, counts })
  }
  return observed
}

/** A difference with its sign. */
const changeText = (change: number): string =>
  `${change > 0 ? '+' : change < 0 ? '−' : ''}${fullCount(Math.abs(change))}`

const about = ({ count, isRounded }: HistoryRow): string => `${isRounded ? 'about ' : ''}${fullCount(count)}`

const columnsOf = (shown: string, others: readonly string[]): readonly ShownColumn<HistoryRow>[] => [
  {
    id: 'observed_at',
    title: 'Observed',
    value: ({ at }) => Date.parse(at) / 1_000,
    cell: ({ at }) => shortDate(at)
  },
  {
    id: shown,
    title: `${shown.charAt(0).toUpperCase()}${shown.slice(1)}`,
    value: ({ count }) => count,
    cell: about,
    isNumber: true
  },
  {
    id: 'change',
    title: 'Change',
    value: ({ change }) => change,
    cell: ({ change }) => changeText(change ?? 0),
    isNumber: true
  },
  ...others.map(
    (id): ShownColumn<HistoryRow> => ({
      id,
      title: id,
      value: ({ counts }) => counts[id]?.value ?? null,
      isHidden: true
    })
  )
]

type Growth = {
  readonly absolute: number
  readonly rate: number | null
  readonly earlier: { readonly at: string }
  readonly later: { readonly at: string; readonly count: number }
}

const spanOf = ({ earlier, later }: Growth): string => {
  const hours = Math.round(hoursBetween(earlier.at, later.at))
  if (hours < 48) return hours === 1 ? 'an hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}

/** Growth in words, as a sentence. */
const GrowthWords = ({ growth, noun }: { growth: Growth; noun: string }) => {
  const { absolute, rate, later } = growth
  const amount = compactCount(Math.abs(absolute))
  // A percentage that rounds to 0 is replaced by the amount.
  const isShare = rate !== null && Math.abs(rate) >= 0.0005
  const share = isShare ? ` (${absolute > 0 ? '+' : '−'}${percent(Math.abs(rate))})` : ''
  return (
    <>
      <span title={fullCount(later.count)}>{compactCount(later.count)}</span> {nounFor(later.count, noun)} on{' '}
      {shortDate(later.at)},{' '}
      <strong>
        {absolute === 0 ? 'as many as' : `${amount} ${absolute > 0 ? 'more' : 'fewer'}${share} than`} {spanOf(growth)}{' '}
        before
      </strong>
      .
    </>
  )
}

/** Radius of a dot in pixels, for up to `fewDots` and for more. */
const dotSizes = { few: 3, many: 2 } as const
const fewDots = 40

type HistoryProps = {
  title: string
  what: string
  answer: QueryState<unknown>
  observed: readonly HistoryRow[] | null
  growth: Growth | null | undefined
  /** The plural noun of what is drawn. */
  noun: string
  columns: readonly ShownColumn<HistoryRow>[]
  /** Time in ISO 8601 at which the count was zero; the axis of counts then begins at zero. */
  zeroAt: string | null
  source: CodeProps
  /** Text that explains the dots. */
  children: ComponentChildren
}

/** A count over time as a line with a dot for each observation; without two observations, the reason. */
const History = (props: HistoryProps) => {
  const { title, what, answer, observed, growth, noun, columns, zeroAt, source, children } = props
  const [active, setActive] = useState<string | null>(null)
  const { points, line, time, counts } = useMemo(() => {
    const points = (observed ?? []).map((observation): Point => {
      const name = `${shortDate(observation.at)}: ${about(observation)} ${noun}`
      return { key: observation.at, x: Date.parse(observation.at), y: observation.count, to: null, name }
    })
    const line = zeroAt === null ? points : [{ x: Date.parse(zeroAt), y: 0 }, ...points]
    return {
      points,
      line,
      time: timeScale(line.map(({ x }) => x)),
      counts: growthScale(
        points.map(({ y }) => y),
        zeroAt === null ? 'least' : 'zero'
      )
    }
  }, [observed, noun, zeroAt])
  if (answer.isLoading) return <PanelPlace kind="history" title={title} />
  if (observed === null || observed.length < 2) {
    const [problem] = answer.problems
    return (
      <PanelPlace kind="history" title={title}>
        {observed === null && problem !== undefined && problem.code !== 'UNSUPPORTED' ? (
          <Failed title="Not loaded" problem={problem} again={answer.again} />
        ) : (
          <p class="quiet">
            {observed === null
              ? 'Not known here: the data come from another server, which gives today’s counts only.'
              : 'Not observed often enough to draw: it takes counts of two different times.'}
          </p>
        )}
      </PanelPlace>
    )
  }
  const tip = (key: string) => {
    const found = observed.find(({ at }) => at === key)
    return found === undefined ? null : (
      <>
        <span class="quiet">{shortDate(found.at)}</span>
        <strong>
          {about(found)} {noun}
        </strong>
      </>
    )
  }
  return (
    <ChartPanel
      kind="history"
      id="history"
      title={title}
      what={what}
      source={source}
      columns={columns}
      rows={observed}
      keyOf={({ at }) => at}
    >
      <p class="quiet small chart-text">
        {growth != null && <GrowthWords growth={growth} noun={noun} />} {children}
      </p>
      <Chart
        label={`${title}, a dot for each observation`}
        x={time}
        y={counts}
        height={180}
        points={points}
        dotSize={observed.length > fewDots ? dotSizes.many : dotSizes.few}
        active={active}
        onActive={setActive}
        tip={tip}
      >
        {(space) => <Line points={line} space={space} hasArea={zeroAt !== null} />}
      </Chart>
    </ChartPanel>
  )
}

/** Weeks of a year. */
const weeks = 53

const creatorColumns = columnsOf('followers', ['following', 'total_likes', 'total_videos'])

/** Followers of a creator over the last year, by week. */
export const CreatorHistory = ({ username }: { username: string }) => {
  const source = { document: ExploreCreatorHistoryDocument, variables: { username }, rest: [] }
  const answer = useQuery(source.document, source.variables)
  const user = answer.data?.user
  const observed = useMemo(
    () =>
      user?.history == null
        ? null
        : observedOf(
            user.history,
            ({ observedAt, followers, following, totalLikes, totalVideos }) => [
              observedAt,
              { followers, following, total_likes: totalLikes, total_videos: totalVideos }
            ],
            'followers'
          ).slice(-weeks),
    [user]
  )
  return (
    <History
      title="Followers over the last year"
      what={`followers of @${username} over the last year`}
      answer={answer}
      observed={observed}
      growth={user?.growth?.followers}
      noun="followers"
      columns={creatorColumns}
      zeroAt={null}
      source={source}
    >
      Each dot is the last observation of a week.
    </History>
  )
}

/** The last observation of each day. */
const daily = <T extends { readonly at: string }>(points: readonly T[]): T[] =>
  points.filter(({ at }, index) => at.slice(0, 10) !== points[index + 1]?.at.slice(0, 10))

const postColumns = columnsOf('plays', ['likes', 'comments', 'shares', 'saves', 'reposts'])

/** Plays of a post since it was published, by day. */
export const PostHistory = ({ postId, createdAt }: { postId: string; createdAt: string }) => {
  const source = { document: ExplorePostHistoryDocument, variables: { postId }, rest: [] }
  const answer = useQuery(source.document, source.variables)
  const post = answer.data?.post
  const observed = useMemo(
    () =>
      post?.history == null
        ? null
        : observedOf(
            daily(post.history),
            ({ at, plays, likes, comments, shares, saves, reposts }) => [
              at,
              { plays, likes, comments, shares, saves, reposts }
            ],
            'plays'
          ),
    [post]
  )
  return (
    <History
      title="Plays since publication"
      what={`plays of post ${postId} since publication`}
      answer={answer}
      observed={observed}
      growth={post?.growth?.plays}
      noun="plays"
      columns={postColumns}
      zeroAt={createdAt}
      source={source}
    >
      Each dot is the last observation of a day.
    </History>
  )
}
