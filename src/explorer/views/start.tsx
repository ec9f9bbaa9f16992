import type { Exportable } from '../export/export.ts'
import { compactCount, counted, fullCount, shortDate } from '../format.ts'
import { ExploreStartDocument, type ExploreStartQuery } from '../graph/documents.ts'
import { useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { Chips, hashtagChip } from '../parts/chips.tsx'
import { CodeBlock } from '../parts/code-block.tsx'
import { LazyWalk } from '../parts/lazy-walk.tsx'
import { RankedPeople } from '../parts/people.tsx'
import { PostGrid } from '../parts/post-grid.tsx'
import { Rooms } from '../parts/rooms.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { Sounds } from '../parts/sounds.tsx'
import { Empty, Failed, Loading } from '../parts/states.tsx'
import { TitleLine } from '../parts/title-line.tsx'
import type { Route } from '../route.ts'
import { useKey } from '../session.ts'
import { StartingPoints } from './starting-points.tsx'

type Dataset = NonNullable<ExploreStartQuery['dataset']>

/** Number of list elements shown on this page. */
const shown = { hashtagsBelowSearch: 6, creators: 9, sounds: 6, rooms: 6, places: 4, effects: 4 } as const

const OwnKey = () => {
  const { text, from } = useKey()
  if (text === null || from !== 'own') return null
  return (
    <div class="panel own-key">
      <h2>The key of this run</h2>
      <p>
        Send it in the header <code>x-gateway-key</code>. It is shown on this machine only and changes with every start;
        set <code>GATEWAY_KEYS</code> to choose your own.
      </p>
      <CodeBlock label="Key of this run" text={text} />
    </div>
  )
}

/** The size of the data, and their date. */
const Extent = ({ data }: { data: Dataset }) => {
  const counts = [
    ['posts', data.postsCount],
    ['creators', data.creatorsCount],
    ['sounds', data.soundsCount],
    ['hashtags', data.hashtagsCount],
    ['places', data.placesCount],
    ['live rooms', data.liveRoomsCount]
  ] as const
  return (
    <p class="extent">
      {counts.map(
        ([what, count]) =>
          count > 0 && (
            <span key={what}>
              <strong>{fullCount(count)}</strong> {what}
            </span>
          )
      )}
      {data.asOf !== null && (
        <span>
          as of <time dateTime={data.asOf}>{shortDate(data.asOf)}</time>
        </span>
      )}
    </p>
  )
}

/** Number of sounds in the example query. */
const exampleLength = 3

/** An example query about popular sounds, with an answer from loaded data. */
const Example = ({ topSounds }: Dataset) => {
  const query = `{
  dataset {
    topSounds {
      title
      postsCount
    }
  }
}`
  const sounds = topSounds.slice(0, exampleLength).map(({ title, postsCount }) => ({ title, postsCount }))
  if (sounds.length === 0) return null
  return (
    <aside class="example" aria-label="A query and its answer">
      <div class="asked">
        <CodeBlock label="A query about the most used sounds" text={query} />
        <pre class="answer">
          {sounds.map((sound) => (
            <span key={sound.title}>{`${JSON.stringify(sound)},\n`}</span>
          ))}
          …
        </pre>
      </div>
      <p class="quiet">
        Every view is a query like this one.{' '}
        <a href={`/graphql?${new URLSearchParams({ query, run: '' })}`}>Run it in GraphiQL</a>
      </p>
    </aside>
  )
}

type Way = { kind: string; name: string; more: string; to: Route }

/** Places and effects, which search does not return by themselves. */
const waysOf = ({ topPlaces, topEffects }: Dataset): Way[] => [
  ...topPlaces.slice(0, shown.places).map(
    ({ placeId, name, postsCount }): Way => ({
      kind: 'Place',
      name,
      more: counted(postsCount, 'post', 'posts'),
      to: { view: 'place', id: placeId }
    })
  ),
  ...topEffects.slice(0, shown.effects).map(
    ({ effectId, name, userCount }): Way => ({
      kind: 'Effect',
      name,
      more: `${compactCount(userCount)} uses`,
      to: { view: 'effect', id: effectId }
    })
  )
]

/** Rows of shown items by column name. */
const exportableRows = <T,>(
  what: string,
  things: readonly T[],
  columns: Readonly<Record<string, (thing: T) => unknown>>
): Exportable => ({
  what,
  rows: {
    from: 'here',
    columns: Object.keys(columns),
    values: () => things.map((thing) => Object.values(columns).map((read) => read(thing)))
  }
})

const Popular = ({ data }: { data: Dataset }) => {
  const { topCreators, topPosts, topHashtags, topSounds, topLiveRooms } = data
  const ways = waysOf(data)
  if (topCreators.length + topPosts.length + topSounds.length === 0) {
    return (
      <Empty title="Nothing popular to show yet">
        <p>No post of a public creator has been played yet. Search for a word, or enter a handle.</p>
      </Empty>
    )
  }
  return (
    <>
      {topCreators.length > 0 && (
        <section aria-labelledby="creators">
          <TitleLine
            id="creators"
            title="Most followed creators"
            exported={exportableRows('most followed creators', topCreators, {
              username: ({ username }) => username,
              display_name: ({ displayName }) => displayName,
              followers: ({ followersCount }) => followersCount
            })}
          />
          <RankedPeople people={topCreators.slice(0, shown.creators)} />
        </section>
      )}
      {topPosts.length > 0 && (
        <section aria-labelledby="posts">
          <TitleLine
            id="posts"
            title="Most played posts"
            exported={exportableRows('most played posts', topPosts, {
              post_id: ({ postId }) => postId,
              username: ({ author }) => author?.username,
              caption: ({ caption }) => caption,
              created_at: ({ createdAt }) => createdAt,
              plays: ({ plays }) => plays
            })}
          />
          <PostGrid posts={topPosts} />
        </section>
      )}
      {topHashtags.length > 0 && (
        <section aria-labelledby="hashtags">
          <TitleLine
            id="hashtags"
            title="Most used hashtags"
            exported={exportableRows('most used hashtags', topHashtags, {
              hashtag_id: ({ node }) => node.hashtagId,
              name: ({ node }) => node.name,
              posts: ({ postsCount }) => postsCount
            })}
          />
          <ol class="ranks">
            {topHashtags.map(({ node: hashtag, postsCount }) => (
              <li key={hashtag.hashtagId} style={{ '--share': postsCount / (topHashtags[0]?.postsCount || 1) }}>
                <Link to={{ view: 'hashtag', id: hashtag.hashtagId ?? '' }}>
                  <bdi class="name">#{hashtag.name}</bdi>
                  <span class="count" title={`${fullCount(postsCount)} posts`}>
                    {fullCount(postsCount)}
                    <span class="unseen"> posts</span>
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        </section>
      )}
      {topSounds.length > 0 && (
        <section aria-labelledby="sounds">
          <TitleLine
            id="sounds"
            title="Most used sounds"
            exported={exportableRows('most used sounds', topSounds, {
              sound_id: ({ soundId }) => soundId,
              title: ({ title }) => title,
              author: ({ author }) => author,
              posts: ({ postsCount }) => postsCount
            })}
          />
          <Sounds sounds={topSounds.slice(0, shown.sounds)} />
          <p>
            <Link to={{ view: 'sounds', sort: 'hot' }}>The sound library</Link>,{' '}
            <Link to={{ view: 'trending', kind: 'sounds', window: 'week' }}>sounds that rise</Link>
          </p>
        </section>
      )}
      {topLiveRooms.length > 0 && (
        <section aria-labelledby="live">
          <h2 id="live">Most watched live rooms</h2>
          <Rooms rooms={topLiveRooms.slice(0, shown.rooms)} />
        </section>
      )}
      {ways.length > 0 && (
        <section aria-labelledby="ways">
          <h2 id="ways">Places and effects</h2>
          <ul class="ways">
            {ways.map(({ kind, name, more, to }) => (
              <li key={`${kind} ${name}`}>
                <Link to={to}>
                  <span class="kind">{kind}</span>
                  <bdi class="name">{name}</bdi>
                  <span class="quiet">{more}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

export const StartView = () => {
  const answer = useQuery(ExploreStartDocument, {})
  const { data, problems, isLoading, again } = answer
  const [problem] = problems
  const dataset = data?.dataset ?? null
  const isMissing = !isLoading && problem === undefined && dataset === null
  return (
    <>
      <div class="hero-row">
        <div class="hero">
          <h1>Short-video data as one graph</h1>
          <p class="lead">
            Creators, posts, sounds, hashtags, places, live rooms and scorecards: public data, read-only. Look around,
            and see the query behind each view.
          </p>
          <SearchBox keyword="" size="large" />
          {dataset !== null && (
            <>
              <Chips
                label="Most used hashtags"
                chips={dataset.topHashtags.slice(0, shown.hashtagsBelowSearch).map(({ node }) => hashtagChip(node))}
              />
              <Extent data={dataset} />
            </>
          )}
        </div>
        {dataset !== null && <Example {...dataset} />}
      </div>
      {isLoading ? (
        <Loading what="popular items" />
      ) : isMissing ? (
        <StartingPoints />
      ) : (
        <>
          {dataset === null ? (
            problem !== undefined && <Failed problem={problem} again={again} />
          ) : (
            <Popular data={dataset} />
          )}
          <div class="list-bar">
            <ShowQuery document={ExploreStartDocument} variables={{}} rest={[]} />
          </div>
        </>
      )}
      <LazyWalk />
      <OwnKey />
    </>
  )
}
