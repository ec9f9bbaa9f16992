import { useRef } from 'preact/hooks'
import { ExploreCompareDocument } from '../../../../built/documents.js'
import { firstOf } from '../../views/queries.ts'
import { AddToComparison } from '../compare/add-to-comparison.tsx'
import { BestAndWeakest } from '../compare/best-and-weakest.tsx'
import { compareColumns } from '../compare/compare-columns.tsx'
import { byName, type Compared, nameOf, postsOf } from '../compare/compared.ts'
import { Multiples } from '../compare/multiples.tsx'
import { busiest, highest, rhythmOf } from '../compare/rhythm.ts'
import { RhythmGrid, RhythmLegend } from '../compare/rhythm-grid.tsx'
import { type Shared, sharedBy } from '../compare/shared.ts'
import { SmallMultiples } from '../compare/small-multiples.tsx'
import { useQuery } from '../graph/use-query.ts'
import { splitHandles } from '../handles.ts'
import { focusContent, Link, navigate } from '../navigation.tsx'
import { CopyAddress } from '../parts/copy-address.tsx'
import { ExportMenu } from '../parts/export-menu.tsx'
import { CrossIcon } from '../parts/icons.tsx'
import { type RestCall, ShowQuery } from '../parts/show-query.tsx'
import { Empty, Failed } from '../parts/states.tsx'
import { TitleLine } from '../parts/title-line.tsx'
import { comparable } from '../route.ts'
import { type ShownColumn, tableRows } from '../table/column.ts'
import { Table } from '../table/table.tsx'
import { useOrder } from '../table/use-order.ts'

const first = firstOf.posts
/** Most hashtags and sounds that are shown. */
const shownShared = 12

const restOf = (names: readonly string[]): readonly RestCall[] =>
  names.flatMap((name) => [
    [`@${name}`, `/api/v1/users/${name}`] as const,
    [`Scorecard of @${name}`, `/api/v1/intelligence/creator/${name}`] as const,
    [`Newest posts of @${name}`, `/api/v1/users/${name}/posts?count=${first}`] as const
  ])

/** Names in the URL that are not shown. */
const IgnoredNames = ({ others, beyond }: { others: readonly string[]; beyond: readonly string[] }) => (
  <>
    {others.length > 0 && (
      <p class="note">
        Ignored, because these are no handles: <bdi>{others.map((text) => `“${text.slice(0, 40)}”`).join(', ')}</bdi>.
      </p>
    )}
    {beyond.length > 0 && (
      <p class="note">
        At most {comparable.most} creators can be compared. Not shown: {beyond.map((name) => `@${name}`).join(', ')}.
      </p>
    )}
  </>
)

const Invitation = ({ names }: { names: readonly string[] }) => (
  <Empty title={names.length === 0 ? 'Whom do you want to compare?' : 'Add one more creator to compare'}>
    <p>
      Enter {comparable.least} to {comparable.most} handles, or choose creators of a list and compare them from there.
    </p>
    <AddToComparison names={names} />
    <p class="row">
      <Link class="button" to={{ view: 'lists' }}>
        Open the lists
      </Link>
      <Link class="button" to={{ view: 'find', of: 'creators', conditions: {}, order: null, as: 'table' }}>
        Find creators
      </Link>
    </p>
  </Empty>
)

type SectionProps = { compared: readonly Compared[] }

const Numbers = ({ compared }: SectionProps) => {
  const sorted = useOrder(compared, compareColumns)
  const names = compared.map(({ handle }) => handle)
  return (
    <>
      <Table
        label="Numbers side by side"
        columns={compareColumns}
        {...sorted}
        keyOf={({ handle }) => handle}
        after={({ handle }) => (
          <button
            type="button"
            class="button sign"
            aria-label={`Remove @${handle} from the comparison`}
            onClick={() => {
              navigate({ view: 'compare', names: names.filter((name) => name !== handle) }, true)
              focusContent()
            }}
          >
            <CrossIcon />
          </button>
        )}
      />
      <div class="toolbar">
        {names.length < comparable.most && <AddToComparison names={names} />}
        <ExportMenu what={`numbers of ${names.length} creators`} rows={tableRows(sorted.rows, compareColumns)} />
      </div>
    </>
  )
}

const Plays = ({ compared }: SectionProps) => {
  const posts = compared.flatMap((creator) => postsOf(creator).map((post) => ({ handle: creator.handle, post })))
  return (
    <section aria-labelledby="charts">
      <TitleLine
        id="charts"
        title="Plays of the newest posts"
        exported={{
          what: `newest posts of ${compared.length} creators`,
          rows: {
            from: 'here',
            columns: ['username', 'post_id', 'created_at', 'plays', 'likes', 'comments', 'shares'],
            values: () =>
              posts.map(({ handle, post }) => [
                handle,
                post.postId,
                Date.parse(post.createdAt) / 1_000,
                post.plays,
                post.likes,
                post.comments,
                post.shares
              ])
          }
        }}
      />
      <p class="quiet intro">
        All on the same logarithmic scale. The line is the creator’s median, the band the middle half of the posts.
      </p>
      <SmallMultiples compared={compared} />
    </section>
  )
}

const Rhythms = ({ compared }: SectionProps) => {
  const rhythms = compared.map((creator) => ({
    creator,
    rhythm: rhythmOf(postsOf(creator).map(({ createdAt }) => createdAt))
  }))
  const most = Math.max(...rhythms.map(({ rhythm }) => highest(rhythm)))
  return (
    <section aria-labelledby="rhythm">
      <h2 id="rhythm">When they post, by weekday and hour (UTC)</h2>
      <RhythmLegend most={most} />
      <Multiples count={rhythms.length}>
        {rhythms.map(({ creator, rhythm }) => {
          const { weekday, hour } = busiest(rhythm)
          return (
            <div key={creator.handle} class="card panel multiple">
              <h3>
                <bdi>{nameOf(creator)}</bdi>
              </h3>
              <RhythmGrid rhythm={rhythm} most={most} label={nameOf(creator)} />
              <p class="quiet small">
                Most on {weekday}, and at {hour}:00
              </p>
            </div>
          )
        })}
      </Multiples>
    </section>
  )
}

const SharedThings = ({ compared }: SectionProps) => {
  const shared = sharedBy(compared)
  const columns: readonly ShownColumn<Shared>[] = [
    {
      id: 'used',
      title: 'Hashtag or sound',
      value: ({ text }) => text,
      cell: ({ text, to }) => (to === null ? <bdi>{text}</bdi> : <Link to={to}>{<bdi>{text}</bdi>}</Link>)
    },
    ...compared.map(
      ({ handle }, index): ShownColumn<Shared> => ({
        id: handle,
        title: `@${handle}`,
        value: ({ uses }) => uses[index] ?? 0,
        isNumber: true
      })
    )
  ]
  return (
    <section aria-labelledby="shared">
      <TitleLine
        id="shared"
        title="Hashtags and sounds they share"
        exported={{ what: `what ${compared.length} creators share`, rows: tableRows(shared, columns) }}
      />
      {shared.length === 0 ? (
        <p class="quiet">No hashtag and no sound is in the newest posts of two of them.</p>
      ) : (
        <>
          <p class="quiet intro">
            In how many of the newest posts of each
            {shared.length > shownShared && `: the ${shownShared} most shared of ${shared.length}`}.
          </p>
          <Table
            label="Uses by each creator"
            columns={columns}
            rows={shared.slice(0, shownShared)}
            keyOf={({ what, text }) => `${what} ${text}`}
            order={null}
            sortBy={() => null}
          />
        </>
      )}
    </section>
  )
}

const Ranks = ({ compared }: SectionProps) => (
  <section aria-labelledby="ranks">
    <h2 id="ranks">Best and weakest of the newest posts</h2>
    <p class="quiet intro">By plays, as multiples of each creator’s own median.</p>
    <Multiples count={compared.length}>
      {compared.map((creator) => (
        <div key={creator.handle} class="card panel multiple">
          <h3>
            <bdi>{nameOf(creator)}</bdi>
          </h3>
          <BestAndWeakest posts={postsOf(creator)} />
        </div>
      ))}
    </Multiples>
  </section>
)

const Comparison = ({ names }: { names: readonly string[] }) => {
  // Sorted, so that the order of the address makes no other query.
  const usernames = names.map((name) => name.toLowerCase()).sort()
  const variables = { usernames, first }
  const answer = useQuery(ExploreCompareDocument, variables)
  const { data, problems, cost, again } = answer
  const known = useRef<ReadonlyMap<string, Compared>>(new Map())
  if (data !== null) known.current = new Map([...known.current, ...byName(usernames, data, problems)])
  const compared = names.map((handle) => ({
    creator: null,
    lacks: null,
    ...known.current.get(handle.toLowerCase()),
    handle
  }))
  const withPosts = compared.filter((creator) => postsOf(creator).length > 0)
  const [problem] = problems
  return (
    <>
      {data === null && problem !== undefined && <Failed problem={problem} again={again} />}
      <div class="comparison" aria-busy={answer.isLoading}>
        <Numbers compared={compared} />
        {withPosts.length > 0 ? (
          <>
            <Plays compared={withPosts} />
            <Rhythms compared={withPosts} />
            {withPosts.length > 1 && <SharedThings compared={withPosts} />}
            <Ranks compared={withPosts} />
          </>
        ) : (
          // Reserves space for the parts to come: the footer must not move.
          answer.isLoading && <div class="to-come" />
        )}
      </div>
      <ShowQuery document={ExploreCompareDocument} variables={variables} rest={restOf(names)} cost={cost} />
    </>
  )
}

export const CompareView = ({ names }: { names: readonly string[] }) => {
  const { handles, others } = splitHandles(names)
  const shown = handles.slice(0, comparable.most)
  const isComparison = shown.length >= comparable.least
  return (
    <>
      <div class="title-line">
        <h1>{isComparison ? `${shown.length} creators compared` : 'Compare creators'}</h1>
        {isComparison && <CopyAddress />}
      </div>
      <IgnoredNames others={others} beyond={handles.slice(comparable.most)} />
      {isComparison ? <Comparison names={shown} /> : <Invitation names={shown} />}
    </>
  )
}
