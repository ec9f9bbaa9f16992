import type { ComponentChildren } from 'preact'
import {
  ExploreTrendingDocument,
  type ExploreTrendingQuery,
  type ExploreTrendingQueryVariables
} from '../../../../built/documents.js'
import { firstOf, trendKindOf, trendWindowOf } from '../../views/queries.ts'
import { windowWords } from '../../views/titles.ts'
import { fullCount, hoursBetween, percent, shortDate } from '../format.ts'
import { ask } from '../graph/client.ts'
import { type LoadedPage, useFeed } from '../graph/use-feed.ts'
import { useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { Count } from '../parts/count.tsx'
import { ExportMenu } from '../parts/export-menu.tsx'
import { FeedEnd } from '../parts/feed-end.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { Empty, Failed, Loading } from '../parts/states.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { TrendingTitle } from '../parts/trending-title.tsx'
import { type Rising, type Route, risings, type TrendDays } from '../route.ts'
import { type ShownColumn, tableRows } from '../table/column.ts'
import { Table } from '../table/table.tsx'

type AnyEdge = NonNullable<ExploreTrendingQuery['trending']>['edges'][number]
/** One whose thing could be read. */
type Edge = AnyEdge & { readonly node: NonNullable<AnyEdge['node']> }

const first = firstOf.trending

const windowNames: Readonly<Record<TrendDays, string>> = { day: '24 hours', week: '7 days', month: '30 days' }
const windows = ['day', 'week', 'month'] as const

/** The names of each kind, what is counted, and how its growth is meant. */
const kinds: Readonly<Record<Rising, { name: string; one: string; counted: string; meaning: string }>> = {
  sounds: { name: 'Sounds', one: 'Sound', counted: 'posts', meaning: 'the posts that use a sound' },
  hashtags: { name: 'Hashtags', one: 'Hashtag', counted: 'posts', meaning: 'the posts that carry a hashtag' },
  creators: { name: 'Creators', one: 'Creator', counted: 'followers', meaning: 'the followers of a creator' },
  posts: { name: 'Posts', one: 'Post', counted: 'plays', meaning: 'the plays of a post' }
}

/** Growth is shown as a multiple from this rate on. */
const multipleFrom = 10

const rateText = (rate: number): string =>
  rate < multipleFrom ? `+${percent(rate)}` : `×${fullCount(Math.round(rate + 1))}`

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

/** The time between the two counts of a growth. */
const spanOf = ({ earlier, later }: NonNullable<Edge['growth']>): string => {
  const hours = Math.round(hoursBetween(earlier.at, later.at))
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

const columnsOf = (kind: Rising, window: TrendDays): readonly ShownColumn<Edge>[] => {
  const { one, counted } = kinds[kind]
  return [
    {
      id: 'name',
      title: one,
      value: (edge) => identityOf(edge)[1] ?? '',
      cell: ({ node }) => <TrendingTitle node={node} />
    },
    { id: 'id', title: 'Id', value: (edge) => identityOf(edge)[0], isHidden: true },
    { id: 'rank', title: 'Rank', value: ({ rank }) => rank, isHidden: true },
    {
      id: 'growth_rate',
      title: `Growth in ${windowNames[window]}`,
      meaning: 'As a part of the count before, between two counts that are about this time apart.',
      value: ({ rate }) => rate,
      cell: ({ rate }) => <strong>{rateText(rate)}</strong>,
      isNumber: true
    },
    {
      id: 'count_before',
      title: `From ${counted}`,
      value: ({ growth }) => growth?.earlier.count ?? null,
      cell: ({ growth }) => <Count value={growth?.earlier.count ?? 0} />,
      isNumber: true
    },
    {
      id: 'count',
      title: `To ${counted}`,
      value: ({ growth }) => growth?.later.count ?? null,
      cell: ({ growth }) => <Count value={growth?.later.count ?? 0} />,
      isNumber: true
    },
    {
      id: 'hours',
      title: 'Within',
      meaning: 'The time between the two counts',
      value: ({ growth }) => growth && hoursBetween(growth.earlier.at, growth.later.at),
      cell: ({ growth }) => growth && spanOf(growth),
      isNumber: true
    },
    { id: 'observed_from', title: 'From', value: ({ growth }) => seconds(growth?.earlier.at), isHidden: true },
    { id: 'observed_to', title: 'To', value: ({ growth }) => seconds(growth?.later.at), isHidden: true }
  ]
}

type Shown = { kind: Rising; window: TrendDays }

const routeOf = (kind: Rising, window: TrendDays): Route => ({ view: 'trending', kind, window })

const Windows = ({ kind, window }: Shown) => (
  <nav class="windows" aria-label="Time">
    <ul class="row">
      {windows.map((days) => (
        <li key={days}>
          <Link
            class="button quiet"
            to={routeOf(kind, days)}
            keepsPlace
            {...(days === window ? { 'aria-current': 'page' as const } : {})}
          >
            {windowNames[days]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

const Nothing = ({ kind, window }: Shown) => (
  <Empty title={`No ${kind} rose enough in ${windowWords[window]}`}>
    <p>
      {kinds[kind].counted === 'posts'
        ? 'It takes five earlier posts and three new ones.'
        : `It takes a hundred ${kinds[kind].counted} before, and counts of two different times.`}{' '}
      {window !== 'month' && 'A longer time may show some.'}
    </p>
  </Empty>
)

const pageOf = ({ trending }: ExploreTrendingQuery): LoadedPage<Edge> | null =>
  trending && { nodes: trending.edges.filter((edge): edge is Edge => edge.node !== null), pageInfo: trending.pageInfo }

type ContentProps = Shown & {
  page: LoadedPage<Edge>
  endsAt: string | null
  variables: ExploreTrendingQueryVariables
  actions: ComponentChildren
}

const Content = ({ kind, window, page, endsAt, variables, actions }: ContentProps) => {
  const document = ExploreTrendingDocument
  const feed = useFeed(`trending ${kind} ${window}`, page, async (after) =>
    pageOf(await ask(document, { ...variables, after }))
  )
  const columns = columnsOf(kind, window)
  return (
    <>
      <p class="quiet intro">
        Growth of {kinds[kind].meaning} in {windowWords[window]}: +50% is half as many again.
        {endsAt !== null && ` The time ends with the data, on ${shortDate(endsAt)}.`}
      </p>
      <div class="toolbar">
        <Windows kind={kind} window={window} />
        {actions}
        {feed.nodes.length > 0 && (
          <ExportMenu what={`trending ${kind} of ${windowWords[window]}`} rows={tableRows(feed.nodes, columns)} />
        )}
      </div>
      {feed.nodes.length === 0 ? (
        <Nothing kind={kind} window={window} />
      ) : (
        <Table label={`Trending ${kind}`} columns={columns} rows={feed.nodes} keyOf={({ rank }) => String(rank)} />
      )}
      <FeedEnd feed={feed} what={kind} />
    </>
  )
}

/** What rises fastest, of one kind in one time. */
export const TrendingView = ({ kind, window }: Shown) => {
  const variables = { kind: trendKindOf[kind], window: trendWindowOf[window], first }
  const { data, problems, isLoading, again } = useQuery(ExploreTrendingDocument, variables)
  const actions = <ShowQuery document={ExploreTrendingDocument} variables={variables} rest={[]} />
  const page = data === null ? null : pageOf(data)
  const endsAt = data?.trending?.endsAt ?? null
  const [problem] = problems
  return (
    <>
      <h1>Trending</h1>
      <Tabs label="What rises" tabs={risings.map((tab) => [kinds[tab].name, routeOf(tab, window), tab === kind])}>
        {isLoading && <Loading what="what rises" tiles={0} />}
        {page !== null && <Content {...{ kind, window, page, endsAt, variables, actions }} />}
        {!isLoading &&
          page === null &&
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
