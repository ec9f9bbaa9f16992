import { ExploreStartDocument, type ExploreStartQuery } from '../../../schema/typed/partial-operations.ts'
import { examples } from '../../services/examples.ts'
import { compactCount, counted } from '../format.ts'
import { type Answer, useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { Behind, type RestCall } from '../parts/behind.tsx'
import { type Chip, Chips, hashtagChip } from '../parts/chips.tsx'
import { CodeBlock } from '../parts/code-block.tsx'
import { People } from '../parts/people.tsx'
import { PostGrid } from '../parts/post-grid.tsx'
import { Rooms } from '../parts/rooms.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { Sounds } from '../parts/sounds.tsx'
import { Empty, Failed, Loading } from '../parts/states.tsx'
import { useTitle } from '../parts/use-title.ts'
import type { Route } from '../route.ts'
import { useKey } from '../session.ts'
import { Part } from './part.tsx'

/** A letter that is in nearly everything: what is found for it is what is popular. */
const keyword = 'a'

const variables = {
  keyword,
  hashtagId: examples.challengeId,
  placeId: examples.placeId,
  effectId: examples.effectId,
  collectionId: examples.collectionId
}

const rest: readonly RestCall[] = [
  ['Popular posts', `/api/v1/search?keyword=${keyword}&count=12`],
  ['Popular creators', `/api/v1/search/users?keyword=${keyword}&count=6`],
  ['Live rooms', `/api/v1/search/live?keyword=${keyword}&count=4`],
  ['Sounds', '/api/v1/sounds/library?count=6'],
  ['A place', `/api/v1/places/${examples.placeId}`],
  ['An effect', `/api/v1/effects/${examples.effectId}`],
  ['A collection', `/api/v1/collections/${examples.collectionId}`]
]

/** Hashtags of the popular posts, each once. */
const popularHashtags = ({ search }: ExploreStartQuery): Chip[] => {
  const chips = (search?.posts?.nodes ?? []).flatMap(({ hashtags }) => hashtags.map(hashtagChip))
  return [...new Map(chips.map((chip) => [chip.text, chip])).values()].slice(0, 6)
}

type Way = { kind: string; name: string; more: string; to: Route }

/** One thing of each kind that search does not find; those this data lacks are left out. */
const waysOf = ({ hashtag, place, effect, collection }: ExploreStartQuery): Way[] => [
  ...(hashtag?.hashtagId == null
    ? []
    : [
        {
          kind: 'Hashtag',
          name: `#${hashtag.name}`,
          more: 'its newest posts',
          to: { view: 'hashtag', id: hashtag.hashtagId }
        } as const
      ]),
  ...(place == null
    ? []
    : [
        {
          kind: 'Place',
          name: place.name,
          more: counted(place.postsCount, 'post', 'posts'),
          to: { view: 'place', id: place.placeId }
        } as const
      ]),
  ...(collection == null
    ? []
    : [
        {
          kind: 'Collection',
          name: collection.name,
          more: counted(collection.postsCount, 'post', 'posts'),
          to: { view: 'collection', id: collection.collectionId }
        } as const
      ]),
  ...(effect == null
    ? []
    : [
        {
          kind: 'Effect',
          name: effect.name,
          more: `${compactCount(effect.userCount)} uses`,
          to: { view: 'effect', id: effect.effectId }
        } as const
      ])
]

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

const Entries = ({ answer, data }: { answer: Answer<ExploreStartQuery>; data: ExploreStartQuery }) => {
  const { search, soundLibrary } = data
  const ways = waysOf(data)
  const lists = [search?.posts, search?.users, soundLibrary, search?.live]
  if (lists.every((list) => list?.nodes.length === 0)) {
    return (
      <Empty title="Nothing popular to show yet">
        <p>Search for a word, or enter a handle such as @{examples.username}.</p>
      </Empty>
    )
  }
  return (
    <>
      <Part answer={answer} of={search?.users?.nodes} field="users">
        {(people) =>
          people.length > 0 && (
            <section aria-labelledby="creators">
              <h2 id="creators">Creators</h2>
              <People people={people} />
            </section>
          )
        }
      </Part>
      <Part answer={answer} of={search?.posts?.nodes} field="posts">
        {(posts) =>
          posts.length > 0 && (
            <section aria-labelledby="posts">
              <h2 id="posts">Posts</h2>
              <PostGrid posts={posts} />
            </section>
          )
        }
      </Part>
      <Part answer={answer} of={soundLibrary?.nodes} field="soundLibrary">
        {(sounds) =>
          sounds.length > 0 && (
            <section aria-labelledby="sounds">
              <h2 id="sounds">Sounds</h2>
              <Sounds sounds={sounds} />
              <p>
                <Link to={{ view: 'sounds', sort: 'hot' }}>The whole sound library</Link>
              </p>
            </section>
          )
        }
      </Part>
      <Part answer={answer} of={search?.live?.nodes} field="live">
        {(rooms) =>
          rooms.length > 0 && (
            <section aria-labelledby="live">
              <h2 id="live">On the air</h2>
              <Rooms rooms={rooms} />
            </section>
          )
        }
      </Part>
      {ways.length > 0 && (
        <section aria-labelledby="ways">
          <h2 id="ways">Other ways in</h2>
          <ul class="ways">
            {ways.map(({ kind, name, more, to }) => (
              <li key={kind}>
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
  const answer = useQuery(ExploreStartDocument, variables)
  const { data, problems, isLoading, again } = answer
  const [problem] = problems
  useTitle(null)
  return (
    <>
      <div class="hero">
        <h1>Short-video data as one graph</h1>
        <p class="lead">
          Creators, posts, sounds, hashtags, places, live rooms and scorecards: public data, read-only. Look around, and
          see the query behind each view.
        </p>
        <SearchBox keyword="" size="large" />
        <Chips
          label="Popular searches"
          chips={[
            { text: `@${examples.username}`, to: { view: 'creator', username: examples.username, shows: 'posts' } },
            ...(data === null ? [] : popularHashtags(data))
          ]}
        />
      </div>
      <Behind document={ExploreStartDocument} variables={variables} rest={rest} />
      {isLoading ? (
        <Loading what="what is popular" />
      ) : data === null ? (
        problem !== undefined && <Failed problem={problem} again={again} />
      ) : (
        <Entries answer={answer} data={data} />
      )}
      <OwnKey />
    </>
  )
}
