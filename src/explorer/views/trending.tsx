import type { ComponentChildren } from 'preact'
import { firstOf, trendKindOf, trendWindowOf } from '../../views/queries.ts'
import { windowWords } from '../../views/titles.ts'
import { compactCount, fullCount, percent, shortDate } from '../format.ts'
import { ExploreTrendingDocument, type ExploreTrendingQuery } from '../graph/documents.ts'
import { useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { ExportMenu } from '../parts/export-menu.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { Empty, Failed, Loading } from '../parts/states.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { TrendingTitle } from '../parts/trending-title.tsx'
import { type Rising, type Route, risings, type TrendDays } from '../route.ts'

type Ranking = NonNullable<ExploreTrendingQuery['trending']>
type AnyEdge = Ranking['edges'][number]
/** One whose thing could be read. */
type Edge = AnyEdge & { readonly node: NonNullable<AnyEdge['node']> }

const first = firstOf.trending

const names: Readonly<Record<Rising, string>> = {
  sounds: 'Sounds',
  hashtags: 'Hashtags',
  creators: 'Creators',
  posts: 'Posts'
}
const windowNames = [
  ['day', '24 hours'],
  ['week', '7 days'],
  ['month', '30 days']
] as const

/** What is counted, and what the numbers mean. */
const counts: Readonly<Record<Rising, { things: string; meaning: (window: string) => string }>> = {
  sounds: {
    things: 'posts',
    meaning: (window) =>
      `Growth compares the posts of ${window} that use a sound with all earlier ones: +50% is half as many again.`
  },
  hashtags: {
    things: 'posts',
    meaning: (window) =>
      `Growth compares the posts of ${window} that carry a hashtag with all earlier ones: +50% is half as many again.`
  },
  creators: {
    things: 'followers',
    meaning: (window) => `Growth compares the followers won in ${window} with those before: +50% is half as many again.`
  },
  posts: {
    things: 'plays',
    meaning: (window) =>
      `Growth compares the plays of ${window} with those before, for a younger post with its first counts: +50% is half as many again, ×20 twenty times as many.`
  }
}

/** Growth is shown as a multiple from this rate on. */
const multipleFrom = 10

const rateText = (rate: number): string =>
  rate < multipleFrom ? `+${percent(rate)}` : `×${fullCount(Math.round(rate + 1))}`

/** Columns of an export. */
const columns = ['rank', 'id', 'name', 'growth_rate', 'growth', 'count', 'observed_from', 'observed_to'] as const

const identityOf = ({ node }: Edge): readonly [id: string | null, name: string | null] => {
  switch (node.__typename) {
    case 'Sound':
      return [node.soundId, node.title]
    case 'Hashtag':
      return [node.hashtagId, node.name]
    case 'User':
      return [node.username, node.displayName]
    case 'Post':
      return [node.postId, node.caption]
  }
}

const seconds = (at: string | undefined) => (at === undefined ? null : Date.parse(at) / 1_000)

const valuesOf = (edge: Edge): readonly unknown[] => {
  const { rank, rate, growth } = edge
  const { absolute, from, to } = growth ?? {}
  return [rank, ...identityOf(edge), rate, absolute, to?.count, seconds(from?.at), seconds(to?.at)]
}

const Table = ({ kind, edges }: { kind: Rising; edges: readonly Edge[] }) => {
  const { things } = counts[kind]
  const fastest = Math.max(...edges.map(({ rate }) => rate))
  return (
    <table class="ranking rising">
      <thead>
        <tr>
          <th scope="col" class="rank">
            <abbr title="Rank">#</abbr>
          </th>
          <th scope="col">{names[kind].slice(0, -1)}</th>
          <th scope="col" class="length">
            Now
          </th>
          <th scope="col" class="gain">
            New {things}
          </th>
          <th scope="col" class="count">
            Growth
          </th>
        </tr>
      </thead>
      <tbody>
        {edges.map((edge) => (
          <tr key={edge.rank}>
            <td class="rank">{edge.rank}</td>
            <th scope="row">
              <TrendingTitle node={edge.node} />
            </th>
            <td class="length">{edge.growth === null ? '–' : compactCount(edge.growth.to.count)}</td>
            <td class="gain" title={edge.growth === null ? undefined : fullCount(edge.growth.absolute)}>
              {edge.growth === null ? '–' : `+${compactCount(edge.growth.absolute)}`}
            </td>
            <td class="count" style={{ '--share': edge.rate / fastest }}>
              {rateText(edge.rate)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Shown = { kind: Rising; window: TrendDays }

const routeOf = (kind: Rising, window: TrendDays): Route => ({ view: 'trending', kind, window })

const Windows = ({ kind, window }: Shown) => (
  <nav class="windows" aria-label="Time">
    <ul>
      {windowNames.map(([days, name]) => (
        <li key={days}>
          <Link
            class="quiet-button"
            to={routeOf(kind, days)}
            keepsPlace
            {...(days === window ? { 'aria-current': 'page' as const } : {})}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

const Nothing = ({ kind, window }: Shown) => (
  <Empty title={`No ${kind} rose enough in ${windowWords[window]}`}>
    <p>
      {counts[kind].things === 'posts'
        ? 'It takes five earlier posts and three new ones.'
        : `It takes a hundred ${counts[kind].things} before, and counts of two different times.`}{' '}
      {window !== 'month' && 'A longer time may show some.'}
    </p>
  </Empty>
)

type ContentProps = Shown & { ranking: Ranking; actions: ComponentChildren }

const Content = ({ kind, window, ranking: { endsAt, edges: all }, actions }: ContentProps) => {
  const edges = all.filter((edge): edge is Edge => edge.node !== null)
  return (
    <>
      <p class="intro">
        {counts[kind].meaning(windowWords[window])}
        {endsAt !== null && ` The time ends with the data, on ${shortDate(endsAt)}.`}
      </p>
      <div class="list-bar">
        <Windows kind={kind} window={window} />
        {actions}
        {edges.length > 0 && (
          <ExportMenu
            what={`trending ${kind} of ${windowWords[window]}`}
            rows={{ from: 'here', columns, values: () => edges.map(valuesOf) }}
          />
        )}
      </div>
      {edges.length === 0 ? <Nothing kind={kind} window={window} /> : <Table kind={kind} edges={edges} />}
    </>
  )
}

/** What rises fastest, of one kind in one time. */
export const TrendingView = ({ kind, window }: Shown) => {
  const variables = { kind: trendKindOf[kind], window: trendWindowOf[window], first }
  const { data, problems, isLoading, again } = useQuery(ExploreTrendingDocument, variables)
  const actions = <ShowQuery document={ExploreTrendingDocument} variables={variables} rest={[]} />
  const ranking = data?.trending ?? null
  const [problem] = problems
  return (
    <>
      <h1>Trending</h1>
      <Tabs label="What rises" tabs={risings.map((each) => [names[each], routeOf(each, window), each === kind])}>
        {isLoading && <Loading what="what rises" tiles={0} />}
        {ranking !== null && <Content kind={kind} window={window} ranking={ranking} actions={actions} />}
        {!isLoading &&
          ranking === null &&
          (problem === undefined || problem.code === 'UNSUPPORTED' ? (
            <Empty title="What rises is not known here">
              <p>
                It takes counts of different times. The data of this server come from another server, which gives
                today’s counts only, and has no list of everything.
              </p>
              {actions}
            </Empty>
          ) : (
            <Failed problem={problem} again={again} />
          ))}
      </Tabs>
    </>
  )
}
