import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { useMemo, useState } from 'preact/hooks'
import {
  ExploreHashtagUseDocument,
  ExploreSoundUseDocument,
  type ExploreSoundUseQuery,
  ExploreSoundWithoutIdUseDocument,
  type HashtagBy
} from '../../../../built/documents.js'
import { Chart } from '../charts/chart.tsx'
import type { Point } from '../charts/points.tsx'
import { growthScale, timeScale } from '../charts/scales.ts'
import { compactCount, counted, fullCount, shortDate } from '../format.ts'
import { type QueryState, useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { isNumber } from '../route.ts'
import type { ShownColumn } from '../table/column.ts'
import { Table } from '../table/table.tsx'
import { ChartPanel, PanelPlace } from './chart-panel.tsx'
import type { CodeProps } from './code.tsx'
import { PersonTitle } from './people.tsx'
import { PostTitle } from './post-grid.tsx'
import { Failed } from './states.tsx'
import { type Day, type Step, type StepName, stepsOf, takeOffOf } from './take-off.ts'

type Use = NonNullable<ExploreSoundUseQuery['sound']>
type All = NonNullable<Use['all']>
type Biggest = NonNullable<Use['biggest']>['nodes'][number]
type TopCreator = NonNullable<NonNullable<All['facets']>['top']>[number]

export type UseOverTimeProps = {
  name: string
  /** Rows that its lists are expected to have, which are reserved before they arrive. */
  rows: number
}

const title = 'Use over time'

const isoOf = (at: number) => new Date(at).toISOString()

const stepNames: Readonly<Record<StepName, (start: number) => string>> = {
  day: (start) => shortDate(isoOf(start)),
  week: (start) => `Week from ${shortDate(isoOf(start))}`,
  month: (start) => `Month from ${shortDate(isoOf(start))}`
}

const countsOf = ({ count, plays }: Step) =>
  `${counted(count, 'post', 'posts')}${plays === null ? '' : `, ${counted(plays, 'play', 'plays')}`}`

const dayColumns: readonly ShownColumn<Day>[] = [
  { id: 'day', title: 'Day', value: ({ at }) => Date.parse(at) / 1_000, cell: ({ at }) => shortDate(at) },
  { id: 'posts', title: 'Posts', value: ({ count }) => count, cell: ({ count }) => fullCount(count), isNumber: true },
  { id: 'plays', title: 'Plays', value: ({ plays }) => plays, cell: ({ plays }) => fullCount(plays), isNumber: true }
]

const biggestColumns: readonly ShownColumn<Biggest>[] = [
  {
    id: 'caption',
    title: 'Most played posts',
    value: ({ postId }) => postId,
    cell: (post) => <PostTitle post={post} by={post.author} />
  },
  { id: 'plays', title: 'Plays', value: ({ plays }) => plays, cell: ({ plays }) => compactCount(plays), isNumber: true }
]

const creatorColumns: readonly ShownColumn<TopCreator>[] = [
  {
    id: 'username',
    title: 'Creators with most posts',
    value: ({ key }) => key,
    cell: ({ key, node }) => (node?.__typename === 'User' ? <PersonTitle person={node} /> : key)
  },
  { id: 'posts', title: 'Posts', value: ({ count }) => count, isNumber: true },
  {
    id: 'plays',
    title: 'Plays',
    value: ({ sum }) => sum.plays,
    cell: ({ sum }) => compactCount(sum.plays),
    isNumber: true
  }
]

/** The first post and its creator, and when use took off. */
const Beginnings = ({ all, days }: { all: All; days: readonly Day[] }) => {
  const [first] = all.nodes
  const takeOff = takeOffOf(days)
  const isPart = all.coverage?.isComplete === false
  if (first === undefined) return <p class="quiet">The data contain no posts with it.</p>
  const day = <time dateTime={first.createdAt}>{shortDate(first.createdAt)}</time>
  const followers = first.author?.followersCount
  return (
    <dl class="columns beginnings">
      <div>
        <dt>{isPart ? 'Oldest of these posts' : 'First post here'}</dt>
        <dd>
          {first.postId === null ? day : <Link to={{ view: 'post', id: first.postId }}>{day}</Link>} by{' '}
          {first.author === null ? (
            'an unknown account'
          ) : (
            <Link to={{ view: 'creator', username: first.author.username, shows: 'posts' }}>
              @<bdi>{first.author.username}</bdi>
            </Link>
          )}
          {followers != null && ` (${counted(followers, 'follower', 'followers')})`}
        </dd>
      </div>
      <div>
        <dt>Rapid rise</dt>
        <dd>
          {takeOff === null ? (
            'None'
          ) : (
            <>
              From <time dateTime={isoOf(takeOff.at)}>{shortDate(isoOf(takeOff.at))}</time>:{' '}
              {counted(takeOff.after, 'post', 'posts')} in seven days, {compactCount(takeOff.before)} in the seven
              before
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Posts</dt>
        <dd>
          {isPart
            ? `Only the newest ${fullCount(all.coverage?.scanned ?? 0)} are counted here; older ones are not included`
            : `${counted(all.totalCount ?? all.coverage?.scanned ?? 0, 'post', 'posts')}, every one counted`}
        </dd>
      </div>
    </dl>
  )
}

const Rule = () => (
  <details class="quiet small rule">
    <summary>How this is computed</summary>
    <p>
      A rapid rise is the seven days with the largest increase in posts over the seven days before, if they have at
      least three times as many posts and the difference is more than chance: five standard deviations, which is 25
      posts after none. The date is the day among them with the largest increase over the day before. Days are in UTC;
      deleted posts are not included.
    </p>
  </details>
)

type PanelProps = UseOverTimeProps & { use: Use; source: CodeProps }

const Panel = ({ use: { all, biggest }, name, source }: PanelProps) => {
  const [active, setActive] = useState<string | null>(null)
  const days = all?.facets?.timeline ?? []
  const { step, steps, points, time, posts } = useMemo(() => {
    const { name: step, steps } = stepsOf(days)
    const points = steps.map(
      (period): Point => ({
        key: String(period.start),
        x: period.start,
        end: period.end,
        y: period.count,
        to: null,
        name: `${stepNames[step](period.start)}: ${countsOf(period)}`
      })
    )
    return {
      step,
      steps,
      points,
      time: timeScale(steps.flatMap(({ start, end }) => [start, end])),
      posts: growthScale(
        steps.map(({ count }) => count),
        'zero'
      )
    }
  }, [days])
  const tip = (key: string) => {
    const found = steps.find(({ start }) => String(start) === key)
    return found === undefined ? null : (
      <>
        <span class="quiet">{stepNames[step](found.start)}</span>
        <strong>{countsOf(found)}</strong>
      </>
    )
  }
  return (
    <ChartPanel
      kind="use"
      id="use"
      title={title}
      what={`use over time of ${name}`}
      source={source}
      columns={dayColumns}
      rows={days}
      keyOf={({ at }) => at}
    >
      {all !== null && <Beginnings all={all} days={days} />}
      {steps.length > 0 && (
        <>
          <h3>Posts for each {step}</h3>
          <Chart
            label={`Posts for each ${step}`}
            x={time}
            y={posts}
            height={180}
            points={points}
            active={active}
            onActive={setActive}
            tip={tip}
          />
          <Rule />
          <div class="columns">
            <Table
              label="Most played posts"
              columns={biggestColumns}
              rows={biggest?.nodes ?? []}
              keyOf={(post) => post.postId ?? post.createdAt}
            />
            <Table
              label="Creators with most posts"
              columns={creatorColumns}
              rows={all?.facets?.top ?? []}
              keyOf={({ key }) => key}
            />
          </div>
        </>
      )}
    </ChartPanel>
  )
}

type AnsweredProps = Omit<PanelProps, 'use'> & { answer: QueryState<unknown>; use: Use | null | undefined }

const Answered = ({ answer: { isLoading, problems, again }, use, ...rest }: AnsweredProps) => {
  if (use?.all != null) return <Panel {...rest} use={use} />
  const [problem] = problems
  return (
    <PanelPlace kind="use" title={title} rows={rest.rows}>
      {isLoading ? undefined : problem === undefined ? (
        <p class="quiet">It is not known here.</p>
      ) : (
        <Failed title="Not loaded" problem={problem} again={again} />
      )}
    </PanelPlace>
  )
}

/** Both documents select the same of a sound, which the type of a node hides. */
type SoundUseDocument = TypedDocumentNode<ExploreSoundUseQuery, { soundId?: string; id?: string }>

/** How a sound is used over time: when, by whom first, and in which posts most. */
export const SoundUse = ({ id, ...props }: UseOverTimeProps & { id: string }) => {
  const [document, variables] = isNumber(id)
    ? [ExploreSoundUseDocument as SoundUseDocument, { soundId: id }]
    : [ExploreSoundWithoutIdUseDocument as SoundUseDocument, { id }]
  const source = { document, variables, rest: [] }
  const answer = useQuery(document, variables)
  return <Answered {...props} answer={answer} use={answer.data?.sound} source={source} />
}

/** The same for a hashtag. */
export const HashtagUse = ({ by, ...props }: UseOverTimeProps & { by: HashtagBy }) => {
  const source = { document: ExploreHashtagUseDocument, variables: { by }, rest: [] }
  const answer = useQuery(source.document, source.variables)
  return <Answered {...props} answer={answer} use={answer.data?.hashtag} source={source} />
}
