import { useMemo } from 'preact/hooks'
import { compactCount, fullCount, percent, shortDate } from '../format.ts'
import { type CountField, ExploreCreatorHistoryDocument, ExplorePostHistoryDocument } from '../graph/documents.ts'
import { type QueryState, useQuery } from '../graph/use-query.ts'
import { HistoryChart, type Observed } from './history-chart.tsx'
import { Failed } from './states.tsx'

type Growth = {
  readonly absolute: number
  readonly rate: number | null
  readonly from: { readonly at: string }
  readonly to: { readonly at: string; readonly count: number }
}

/** Weeks of a year. */
const weeks = 53

const hourMs = 3_600_000

const spanOf = ({ from, to }: Growth): string => {
  const hours = Math.round((Date.parse(to.at) - Date.parse(from.at)) / hourMs)
  if (hours < 48) return hours === 1 ? 'an hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}

/** Growth in words, as a sentence. */
const GrowthWords = ({ growth, things }: { growth: Growth; things: string }) => {
  const { absolute, rate, to } = growth
  const amount = compactCount(Math.abs(absolute))
  const share = rate === null || absolute === 0 ? '' : ` (${absolute > 0 ? '+' : '−'}${percent(Math.abs(rate))})`
  return (
    <>
      <span title={fullCount(to.count)}>{compactCount(to.count)}</span> {things} on {shortDate(to.at)},{' '}
      <strong>
        {absolute === 0 ? 'as many as' : `${amount} ${absolute > 0 ? 'more' : 'fewer'}${share} than`} {spanOf(growth)}{' '}
        before
      </strong>
      .
    </>
  )
}

type PanelProps = {
  title: string
  answer: QueryState<unknown>
  observed: readonly Observed[] | null
}

/** In place of a chart: the reason why there is none. */
const Missing = ({ title, answer: { isLoading, problems, again }, observed }: PanelProps) => {
  if (isLoading) return <section class="panel history-place" aria-busy="true" />
  const [problem] = problems
  if (observed === null && problem !== undefined && problem.code !== 'UNSUPPORTED') {
    return <Failed title={`${title}: not loaded`} problem={problem} again={again} />
  }
  return (
    <section class="panel history-missing">
      <h2>{title}</h2>
      <p class="quiet">
        {observed === null
          ? 'Not known here: the data come from another server, which gives today’s counts only.'
          : 'Not observed often enough to draw: it takes counts of two different times.'}
      </p>
    </section>
  )
}

/** An observation with its time, its first count, and a row for an export. */
const observedOf = (
  at: string | null,
  count: number | null,
  rest: readonly (number | null)[],
  isRounded: boolean
): Observed[] => (at === null || count === null ? [] : [{ at, count, isRounded, values: [count, ...rest] }])

const isRounded = (fields: readonly CountField[], field: CountField): boolean => fields.includes(field)

const creatorColumns = ['followers', 'following', 'total_likes', 'total_videos'] as const

/** Followers of a creator over the last year, by week. */
export const CreatorHistory = ({ username }: { username: string }) => {
  const variables = { username }
  const answer = useQuery(ExploreCreatorHistoryDocument, variables)
  const user = answer.data?.user
  const observed = useMemo(
    () =>
      user?.history
        ?.flatMap(({ observedAt, followers, following, totalLikes, totalVideos, roundedFields }) =>
          observedOf(observedAt, followers, [following, totalLikes, totalVideos], isRounded(roundedFields, 'FOLLOWERS'))
        )
        .slice(-weeks) ?? null,
    [user]
  )
  const title = 'Followers over the last year'
  if (observed === null || observed.length < 2) return <Missing title={title} answer={answer} observed={observed} />
  const growth = user?.growth?.followers ?? null
  return (
    <HistoryChart
      id="history"
      title={title}
      things="followers"
      observed={observed}
      zeroAt={null}
      columns={creatorColumns}
      what={`followers of @${username} over the last year`}
      source={{ document: ExploreCreatorHistoryDocument, variables, rest: [] }}
    >
      {growth !== null && <GrowthWords growth={growth} things="followers" />} Each dot is the last observation of a
      week.
    </HistoryChart>
  )
}

const postColumns = ['plays', 'likes', 'comments', 'shares', 'saves', 'reposts'] as const

/** The last observation of each day. */
const daily = <T extends { readonly at: string }>(points: readonly T[]): T[] =>
  points.filter(({ at }, index) => at.slice(0, 10) !== points[index + 1]?.at.slice(0, 10))

/** Plays of a post since it was published, by day. */
export const PostHistory = ({ postId, createdAt }: { postId: string; createdAt: string }) => {
  const variables = { postId }
  const answer = useQuery(ExplorePostHistoryDocument, variables)
  const post = answer.data?.post
  const observed = useMemo(
    () =>
      post?.history == null
        ? null
        : daily(post.history).flatMap(({ at, plays, likes, comments, shares, saves, reposts, roundedFields }) =>
            observedOf(at, plays, [likes, comments, shares, saves, reposts], isRounded(roundedFields, 'PLAYS'))
          ),
    [post]
  )
  const title = 'Plays since publication'
  if (observed === null || observed.length < 2) return <Missing title={title} answer={answer} observed={observed} />
  const growth = post?.growth?.plays ?? null
  return (
    <HistoryChart
      id="history"
      title={title}
      things="plays"
      observed={observed}
      zeroAt={createdAt}
      columns={postColumns}
      what={`plays of post ${postId} since publication`}
      source={{ document: ExplorePostHistoryDocument, variables, rest: [] }}
    >
      {growth !== null && <GrowthWords growth={growth} things="plays" />} Each dot is the last observation of a day.
    </HistoryChart>
  )
}
