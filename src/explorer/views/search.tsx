import {
  ExploreSearchCreatorsDocument,
  ExploreSearchLiveDocument,
  ExploreSearchPostsDocument
} from '../../../schema/typed/partial-operations.ts'
import { ask } from '../graph/client.ts'
import { type Page, useFeed } from '../graph/use-feed.ts'
import { useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { Behind } from '../parts/behind.tsx'
import { FeedEnd } from '../parts/feed-end.tsx'
import { People, type Person } from '../parts/people.tsx'
import { type Room, Rooms } from '../parts/rooms.tsx'
import { Empty, Loading } from '../parts/states.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useTitle } from '../parts/use-title.ts'
import { type Among, start } from '../route.ts'
import { FeedOfPosts } from './feed-of-posts.tsx'
import { Part } from './part.tsx'

const first = 24
const query = (keyword: string) => new URLSearchParams({ keyword, count: String(first) })

const Nothing = ({ keyword, what }: { keyword: string; what: string }) => (
  <Empty title={`No ${what} for “${keyword}”`}>
    <p>Try fewer or other words, look among the other results above, or start from what is popular.</p>
    <p>
      <Link class="button" to={start}>
        See what is popular
      </Link>
    </p>
  </Empty>
)

const Posts = ({ keyword }: { keyword: string }) => {
  const variables = { keyword, first }
  const answer = useQuery(ExploreSearchPostsDocument, variables)
  return (
    <>
      <Behind
        document={ExploreSearchPostsDocument}
        variables={variables}
        rest={[['Top posts for the keyword', `/api/v1/search?${query(keyword)}`]]}
      />
      {answer.isLoading ? (
        <Loading what="posts" />
      ) : (
        <Part answer={answer} of={answer.data?.search?.posts} field="posts">
          {(posts) => (
            <FeedOfPosts
              id={`search posts ${keyword}`}
              first={posts}
              load={async (after) =>
                (await ask(ExploreSearchPostsDocument, { ...variables, after })).search?.posts ?? null
              }
            >
              <Nothing keyword={keyword} what="posts" />
            </FeedOfPosts>
          )}
        </Part>
      )}
    </>
  )
}

const PeopleFeed = ({
  id,
  page,
  load
}: {
  id: string
  page: Page<Person>
  load: (after: string) => Promise<Page<Person> | null>
}) => {
  const feed = useFeed(id, page, load)
  return (
    <>
      <People people={feed.nodes} />
      <FeedEnd feed={feed} what="creators" />
    </>
  )
}

const Creators = ({ keyword }: { keyword: string }) => {
  const variables = { keyword, first }
  const answer = useQuery(ExploreSearchCreatorsDocument, variables)
  return (
    <>
      <Behind
        document={ExploreSearchCreatorsDocument}
        variables={variables}
        rest={[['Creators for the keyword', `/api/v1/search/users?${query(keyword)}`]]}
      />
      {answer.isLoading ? (
        <Loading what="creators" tiles={0} />
      ) : (
        <Part answer={answer} of={answer.data?.search?.users} field="users">
          {(page) =>
            page.nodes.length === 0 ? (
              <Nothing keyword={keyword} what="creators" />
            ) : (
              <PeopleFeed
                id={`search creators ${keyword}`}
                page={page}
                load={async (after) =>
                  (await ask(ExploreSearchCreatorsDocument, { ...variables, after })).search?.users ?? null
                }
              />
            )
          }
        </Part>
      )}
    </>
  )
}

const RoomFeed = ({
  id,
  page,
  load
}: {
  id: string
  page: Page<Room>
  load: (after: string) => Promise<Page<Room> | null>
}) => {
  const feed = useFeed(id, page, load)
  return (
    <>
      <Rooms rooms={feed.nodes} />
      <FeedEnd feed={feed} what="live rooms" />
    </>
  )
}

const Live = ({ keyword }: { keyword: string }) => {
  const variables = { keyword, first }
  const answer = useQuery(ExploreSearchLiveDocument, variables)
  return (
    <>
      <Behind
        document={ExploreSearchLiveDocument}
        variables={variables}
        rest={[['Live rooms for the keyword', `/api/v1/search/live?${query(keyword)}`]]}
      />
      {answer.isLoading ? (
        <Loading what="live rooms" />
      ) : (
        <Part answer={answer} of={answer.data?.search?.live} field="live">
          {(page) =>
            page.nodes.length === 0 ? (
              <Nothing keyword={keyword} what="live rooms" />
            ) : (
              <RoomFeed
                id={`search live ${keyword}`}
                page={page}
                load={async (after) =>
                  (await ask(ExploreSearchLiveDocument, { ...variables, after })).search?.live ?? null
                }
              />
            )
          }
        </Part>
      )}
    </>
  )
}

const lists = { posts: Posts, creators: Creators, live: Live } as const
const names: Readonly<Record<Among, string>> = { posts: 'Posts', creators: 'Creators', live: 'Live rooms' }

export const SearchView = ({ keyword, among }: { keyword: string; among: Among }) => {
  useTitle(`${names[among]} for ${keyword}`)
  const List = lists[among]
  return (
    <>
      <h1 class="results">
        Results for <q dir="auto">{keyword}</q>
      </h1>
      <Tabs
        label="Kinds of results"
        tabs={(['posts', 'creators', 'live'] as const).map((kind) => [
          names[kind],
          { view: 'search', keyword, among: kind },
          kind === among
        ])}
      />
      <List key={keyword} keyword={keyword} />
    </>
  )
}
