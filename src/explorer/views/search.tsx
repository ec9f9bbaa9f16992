import type { ComponentChildren } from 'preact'
import { firstOf } from '../../views/queries.ts'
import { ask } from '../graph/client.ts'
import {
  ExploreSearchCreatorsDocument,
  ExploreSearchLiveDocument,
  ExploreSearchPostsDocument
} from '../graph/documents.ts'
import { type LoadedPage, useFeed } from '../graph/use-feed.ts'
import { useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { FeedEnd } from '../parts/feed-end.tsx'
import { ListBar, type Listed } from '../parts/list-bar.tsx'
import { type ListedCreator, People } from '../parts/people.tsx'
import { type Room, Rooms } from '../parts/rooms.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { Empty, Loading } from '../parts/states.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { type Among, start } from '../route.ts'
import { FeedOfPosts } from './feed-of-posts.tsx'
import { Part } from './optional-section.tsx'

const first = firstOf.search
const pathOf = (list: string, keyword: string) => `/api/v1/${list}?${new URLSearchParams({ keyword })}`

type NothingProps = { keyword: string; what: string; children?: ComponentChildren }

const Nothing = ({ keyword, what, children }: NothingProps) => (
  <Empty title={`No ${what} for “${keyword}”`}>
    <p>Try fewer or other words, see the other results above, or start from what is popular.</p>
    <p>
      <Link class="button" to={start}>
        See what is popular
      </Link>
    </p>
    {children}
  </Empty>
)

const Posts = ({ keyword }: { keyword: string }) => {
  const variables = { keyword, first }
  const answer = useQuery(ExploreSearchPostsDocument, variables)
  const path = pathOf('search', keyword)
  const behind = (
    <ShowQuery
      document={ExploreSearchPostsDocument}
      variables={variables}
      rest={[['Top posts for the keyword', `${path}&count=${first}`]]}
    />
  )
  return (
    <>
      {answer.isLoading ? (
        <Loading what="posts" />
      ) : (
        <Part answer={answer} of={answer.data?.search?.posts} field="posts">
          {(posts) => (
            <FeedOfPosts
              id={`search posts ${keyword}`}
              first={posts}
              listed={{ what: `posts for ${keyword}`, path, each: first }}
              actions={behind}
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

type FeedProps<N> = {
  id: string
  page: LoadedPage<N>
  listed: Listed
  load: (after: string) => Promise<LoadedPage<N> | null>
  behind: ComponentChildren
}

const PeopleFeed = ({ id, page, listed, load, behind }: FeedProps<ListedCreator>) => {
  const feed = useFeed(id, page, load)
  return (
    <>
      <ListBar listed={listed} feed={feed} things="creators">
        {behind}
      </ListBar>
      <People people={feed.nodes} />
      <FeedEnd feed={feed} what="creators" />
    </>
  )
}

const Creators = ({ keyword }: { keyword: string }) => {
  const variables = { keyword, first }
  const answer = useQuery(ExploreSearchCreatorsDocument, variables)
  const path = pathOf('search/users', keyword)
  const behind = (
    <ShowQuery
      document={ExploreSearchCreatorsDocument}
      variables={variables}
      rest={[['Creators for the keyword', `${path}&count=${first}`]]}
    />
  )
  return (
    <>
      {answer.isLoading ? (
        <Loading what="creators" tiles={0} />
      ) : (
        <Part answer={answer} of={answer.data?.search?.users} field="users">
          {(page) =>
            page.nodes.length === 0 ? (
              <Nothing keyword={keyword} what="creators">
                {behind}
              </Nothing>
            ) : (
              <PeopleFeed
                id={`search creators ${keyword}`}
                page={page}
                behind={behind}
                listed={{ what: `creators for ${keyword}`, path, each: first }}
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

const RoomFeed = ({ id, page, listed, load, behind }: FeedProps<Room>) => {
  const feed = useFeed(id, page, load)
  return (
    <>
      <ListBar listed={listed} feed={feed} things="live rooms">
        {behind}
      </ListBar>
      <Rooms rooms={feed.nodes} />
      <FeedEnd feed={feed} what="live rooms" />
    </>
  )
}

const Live = ({ keyword }: { keyword: string }) => {
  const variables = { keyword, first }
  const answer = useQuery(ExploreSearchLiveDocument, variables)
  const path = pathOf('search/live', keyword)
  const behind = (
    <ShowQuery
      document={ExploreSearchLiveDocument}
      variables={variables}
      rest={[['Live rooms for the keyword', `${path}&count=${first}`]]}
    />
  )
  return (
    <>
      {answer.isLoading ? (
        <Loading what="live rooms" />
      ) : (
        <Part answer={answer} of={answer.data?.search?.live} field="live">
          {(page) =>
            page.nodes.length === 0 ? (
              <Nothing keyword={keyword} what="live rooms">
                {behind}
              </Nothing>
            ) : (
              <RoomFeed
                id={`search live ${keyword}`}
                page={page}
                behind={behind}
                listed={{ what: `live rooms for ${keyword}`, path, each: first }}
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
      >
        <List key={keyword} keyword={keyword} />
      </Tabs>
    </>
  )
}
