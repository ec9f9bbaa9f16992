import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { ComponentChild } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { filterOf, ordersOf, type Stated } from '../../views/conditions.ts'
import { fullCount, nounFor } from '../format.ts'
import { ask } from '../graph/client.ts'
import { type LoadedPage, useFeed } from '../graph/use-feed.ts'
import { useQuery } from '../graph/use-query.ts'
import { addToList, currentList, useLists } from '../lists.ts'
import { Link, navigate } from '../navigation.tsx'
import { ExportMenu } from '../parts/export-menu.tsx'
import { FeedEnd } from '../parts/feed-end.tsx'
import { ListToggle } from '../parts/list-toggle.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { Empty, Failed, Loading } from '../parts/states.tsx'
import type { FindRoute } from '../route.ts'
import { type ShownColumn, tableRows } from '../table/column.ts'
import { Table } from '../table/table.tsx'
import { without } from './conditions.tsx'

export type FindVariables<Filter, Order> = { filter?: Filter; orderBy?: Order; first?: number; after?: string }
type ResultPage<Row> = LoadedPage<Row> & { readonly totalCount: number | null }

/** How one kind of thing is found and shown. */
export type Finding<Row, Data, Filter, Order> = {
  document: TypedDocumentNode<Data, FindVariables<Filter, Order>>
  pageOf: (data: Data) => ResultPage<Row> | null
  /** How many meet a filter. */
  count: (filter: Filter) => Promise<number | null>
  columns: readonly ShownColumn<Row>[]
  keyOf: (row: Row) => string
  /** The handle of the creator, for lists. */
  handleOf: (row: Row) => string | null
  Grid: (props: { rows: readonly Row[] }) => ComponentChild
}

type ResultsProps<Row, Data, Filter, Order> = {
  finding: Finding<Row, Data, Filter, Order>
  route: FindRoute
  stated: readonly Stated[]
  variables: FindVariables<Filter, Order>
}

/** Which condition to loosen: for each, how many there are without it. */
const Loosen = <Filter,>({
  route,
  stated,
  count
}: {
  route: FindRoute
  stated: readonly Stated[]
  count: (filter: Filter) => Promise<number | null>
}) => {
  const [counts, setCounts] = useState<readonly (number | null)[]>([])
  useEffect(() => {
    let isCurrent = true
    const others = stated.map(({ name }) => stated.filter((other) => other.name !== name))
    // The table of conditions names fields of the graph's filter; a test asks for each.
    Promise.all(others.map((rest) => count(filterOf(rest) as Filter).catch(() => null))).then(
      (found) => isCurrent && setCounts(found)
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return (
    <ul class="stack">
      {stated.map(({ name, title, words }, index) => (
        <li key={name}>
          <Link to={without(route, name)} keepsPlace>
            Without “{title}: <bdi>{words}</bdi>”
          </Link>
          {counts[index] != null && (
            <span class="quiet">
              {' '}
              {fullCount(counts[index])} {nounFor(counts[index], route.of)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const AddAll = ({ handles }: { handles: readonly string[] }) => {
  const [message, setMessage] = useState('')
  const { name } = currentList(useLists())
  return (
    <>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          const { added, beyond } = addToList(handles)
          setMessage(beyond > 0 ? `${added} added; ${beyond} did not fit` : `${added} added`)
        }}
      >
        <span>
          Add all shown to <bdi>{name}</bdi>
        </span>
      </button>
      <span class="quiet" role="status">
        {message}
      </span>
    </>
  )
}

const Found = <Row, Data, Filter, Order>({
  finding,
  route,
  stated,
  variables,
  page
}: ResultsProps<Row, Data, Filter, Order> & { page: ResultPage<Row> }) => {
  const { document, pageOf, columns, keyOf, handleOf, Grid } = finding
  const { of, order, as } = route
  const feed = useFeed(`find ${of} ${JSON.stringify(variables)}`, page, async (after) =>
    pageOf(await ask(document, { ...variables, after }))
  )
  const orders = ordersOf[of]
  const count = page.totalCount ?? feed.nodes.length
  const current = order ?? Object.keys(orders)[0] ?? ''
  return (
    <>
      <div class="toolbar">
        <p role="status">
          <strong>{fullCount(count)}</strong> {count === 1 ? of.slice(0, -1) : of}
        </p>
        <AddAll handles={[...new Set(feed.nodes.flatMap((row) => handleOf(row) ?? []))]} />
        <ShowQuery document={document} variables={variables} rest={[]} />
        <ExportMenu
          what={[of, ...stated.map(({ title, words }) => `${title} ${words}`)].join(' ')}
          rows={tableRows(feed.nodes, columns)}
          all={{ list: { document, variables, pageOf, columns }, count: page.totalCount, noun: of }}
        />
      </div>
      {as === 'grid' ? (
        <Grid rows={feed.nodes} />
      ) : (
        <Table
          label={`Found ${of}`}
          columns={columns}
          rows={feed.nodes}
          keyOf={keyOf}
          order={{ column: current, isDescending: current !== 'username' }}
          sortBy={({ id }) => (Object.hasOwn(orders, id) ? () => navigate({ ...route, order: id }, true) : null)}
          after={(row) => {
            const handle = handleOf(row)
            return handle !== null && <ListToggle username={handle} />
          }}
        />
      )}
      <FeedEnd feed={feed} what={of} />
    </>
  )
}

/** What meets the conditions. */
export const Results = <Row, Data, Filter, Order>(props: ResultsProps<Row, Data, Filter, Order>) => {
  const { finding, route, stated, variables } = props
  const answer = useQuery(finding.document, variables)
  const page = answer.data === null ? null : finding.pageOf(answer.data)
  const [problem] = answer.problems
  const queryButton = <ShowQuery document={finding.document} variables={variables} rest={[]} />
  if (answer.isLoading) return <Loading what={route.of} tiles={0} />
  if (page !== null && page.nodes.length > 0) return <Found key={JSON.stringify(variables)} {...props} page={page} />
  if (page !== null) {
    return (
      <Empty title={`No ${route.of} meet ${stated.length > 1 ? 'all of these conditions' : 'this condition'}`}>
        <Loosen key={JSON.stringify(variables)} route={route} stated={stated} count={finding.count} />
        {queryButton}
      </Empty>
    )
  }
  if (problem === undefined || problem.code === 'UNSUPPORTED') {
    return (
      <Empty title="This server cannot list by conditions">
        <p>
          Its data come from another server, which finds {route.of} by name, keyword or hashtag only. The search above
          does that.
        </p>
        {queryButton}
      </Empty>
    )
  }
  return <Failed problem={problem} again={answer.again} />
}
