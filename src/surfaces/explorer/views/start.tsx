import { ExploreStartDocument, type ExploreStartQuery } from '../../../../built/documents.js'
import { fullCount, nounFor, shortDate } from '../format.ts'
import { useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { type Chip, Chips, hashtagChip, NamedChips } from '../parts/chips.tsx'
import { CodeBlock } from '../parts/code-block.tsx'
import { People } from '../parts/people.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { SourceNote } from '../parts/source-lacks.tsx'
import { Failed } from '../parts/states.tsx'
import { TitleLine } from '../parts/title-line.tsx'
import { type Route, routeOf, soundRoute } from '../route.ts'
import { useKey } from '../session.ts'
import { StartingPoints } from './starting-points.tsx'

type Dataset = NonNullable<ExploreStartQuery['dataset']>

const jobs: readonly (readonly [name: string, address: string, what: string])[] = [
  ['Find creators', '?find=creators', 'By followers, growth, engagement and niche'],
  ['Find posts', '?find=posts', 'By words, hashtags, sounds, dates and numbers'],
  ['Trending', '?trending=sounds', 'Sounds, hashtags, creators and posts that rise'],
  ['Lists', '?lists', 'Creators you keep, with their numbers, to share and export'],
  ['Compare', '?compare=', 'Two to eight creators side by side']
]

const Jobs = () => (
  <nav aria-label="What to do">
    <ul class="columns jobs">
      {jobs.map(([name, address, what]) => (
        <li key={address}>
          <Link class="card stack" to={routeOf(address)}>
            <strong>{name}</strong>
            <span class="quiet small">{what}</span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

/** The size of the data, and their date. */
const Extent = ({ data }: { data: Dataset | null }) => {
  const counts = [
    ['creators', data?.creatorsCount],
    ['posts', data?.postsCount],
    ['sounds', data?.soundsCount],
    ['hashtags', data?.hashtagsCount],
    ['places', data?.placesCount],
    ['live rooms', data?.liveRoomsCount]
  ] as const
  return (
    <p class="row quiet extent">
      {counts.map(
        ([what, count]) =>
          count !== undefined &&
          count > 0 && (
            <span key={what}>
              <strong>{fullCount(count)}</strong> {nounFor(count, what)}
            </span>
          )
      )}
      {data?.asOf != null && (
        <span>
          as of <time dateTime={data.asOf}>{shortDate(data.asOf)}</time>
        </span>
      )}
    </p>
  )
}

/** Most popular things of each kind that are shown. */
const shown = 4
const shownCreators = 6

const chip = (text: string, to: Route): Chip => ({ text, to })

const popularOf = ({ topHashtags, topSounds, topPlaces, topEffects, topLiveRooms }: Dataset) =>
  [
    ['Hashtags', topHashtags.map(({ node }) => hashtagChip(node))],
    ['Sounds', topSounds.map((sound) => chip(sound.title ?? 'Untitled sound', soundRoute(sound)))],
    ['Places', topPlaces.map(({ placeId, name }) => chip(name ?? placeId, { view: 'place', id: placeId }))],
    ['Effects', topEffects.map(({ effectId, name }) => chip(name, { view: 'effect', id: effectId }))],
    ['Live now', topLiveRooms.map(({ roomId, title }) => chip(title || 'Live room', { view: 'live', id: roomId }))]
  ] as const

const Popular = ({ data }: { data: Dataset }) => (
  <>
    {data.topCreators.length > 0 && (
      <section aria-labelledby="creators">
        <TitleLine
          id="creators"
          title="Most followed creators"
          exported={{
            what: 'most followed creators',
            rows: {
              from: 'here',
              columns: ['username', 'display_name', 'followers'],
              values: () =>
                data.topCreators.map(({ username, displayName, followersCount }) => [
                  username,
                  displayName,
                  followersCount
                ])
            }
          }}
        />
        <People people={data.topCreators.slice(0, shownCreators)} />
      </section>
    )}
    <section aria-labelledby="popular">
      <h2 id="popular">Most used</h2>
      <NamedChips
        labelOf={(name) => `Most used: ${name}`}
        kinds={popularOf(data).map(([name, chips]) => [name, chips.slice(0, shown)])}
      />
      <p class="title-line">
        <Link to={{ view: 'sounds', sort: 'hot' }}>The sound library</Link>
        <ShowQuery document={ExploreStartDocument} variables={{}} rest={[]} />
      </p>
    </section>
  </>
)

const firstQuery = `{
  dataset {
    topSounds { title postsCount }
  }
}`

/** Where programs begin: a first query, the key of a local run, and the references. */
const ForDevelopers = () => {
  const { text, from } = useKey()
  return (
    <section class="card panel" aria-labelledby="developers">
      <h2 id="developers">For developers</h2>
      <p>
        Every page is one query of a typed graph; “Query and code” shows it.{' '}
        <a href={`/graphql?${new URLSearchParams({ query: firstQuery, run: '' })}`}>Run a first query in GraphiQL</a>,
        or read the <a href="/docs">REST reference</a>, the <a href="/docs/schema">schema</a> and the{' '}
        <a href="/docs/guides">guides</a>.
      </p>
      <CodeBlock label="A first query" text={firstQuery} />
      {text !== null && from === 'own' && (
        <>
          <p>
            The key of this run, for the header <code>x-gateway-key</code>. It is shown on this machine only and changes
            with every start; set <code>GATEWAY_KEYS</code> to choose your own.
          </p>
          <CodeBlock label="Key of this run" text={text} />
        </>
      )}
    </section>
  )
}

/** Searches that find something in the data. */
const examplesOf = ({ topHashtags, topCreators }: Dataset): readonly Chip[] =>
  [...topHashtags.slice(0, 2).map(({ node }) => node.name), topCreators[0]?.displayName]
    .filter((keyword) => keyword != null)
    .map((keyword) => chip(keyword, { view: 'search', keyword, among: 'posts' }))

export const StartView = () => {
  const { data, problems, isLoading, again } = useQuery(ExploreStartDocument, {})
  const [problem] = problems
  const dataset = data?.dataset ?? null
  return (
    <>
      <div class="stack hero">
        <h1>Find creators, posts and trends in short video</h1>
        <p class="quiet">Public data of a short-video platform: search it, compare, keep lists and export.</p>
        <SearchBox keyword="" />
        <Chips label="Examples of searches" chips={dataset === null ? [] : examplesOf(dataset)} />
        <Extent data={dataset} />
        <SourceNote />
      </div>
      <Jobs />
      <div class="popular" aria-busy={isLoading}>
        {dataset !== null && <Popular data={dataset} />}
        {!isLoading && dataset === null && problem !== undefined && <Failed problem={problem} again={again} />}
        {!isLoading && dataset === null && problem === undefined && <StartingPoints />}
      </div>
      <ForDevelopers />
    </>
  )
}
