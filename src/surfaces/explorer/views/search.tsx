import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { ComponentChild } from 'preact'
import {
  ExploreSearchCreatorsDocument,
  ExploreSearchLiveDocument,
  ExploreSearchNamesDocument,
  ExploreSearchPostsDocument
} from '../../../../built/documents.js'
import { firstOf } from '../../views/queries.ts'
import { ask } from '../graph/client.ts'
import type { LoadedPage } from '../graph/use-feed.ts'
import { useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { type Chip, hashtagChip, NamedChips } from '../parts/chips.tsx'
import { People } from '../parts/people.tsx'
import { PostGrid } from '../parts/post-grid.tsx'
import { Rooms } from '../parts/rooms.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { Empty, Loading } from '../parts/states.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { type Among, amongs, soundRoute, start, type ThingView } from '../route.ts'
import { FeedOf } from './feed.tsx'
import { Part } from './optional-section.tsx'

const first = firstOf.search

type SearchVariables = { keyword: string; first: number; after?: string }

type SearchListProps<Data, N> = {
  keyword: string
  document: TypedDocumentNode<Data, SearchVariables>
  /** The results in the answer, and the name of their field. */
  pageOf: (data: Data) => LoadedPage<N> | null | undefined
  field: string
  /** The path of the REST search. */
  path: string
  noun: string
  show: (nodes: readonly N[]) => ComponentChild
}

const SearchList = <Data, N>({ keyword, document, pageOf, field, path, noun, show }: SearchListProps<Data, N>) => {
  const variables = { keyword, first }
  const answer = useQuery(document, variables)
  if (answer.isLoading) return <Loading what={noun} />
  const found = `/api/v1/${path}?${new URLSearchParams({ keyword })}`
  const rest = [[`The ${noun} for the keyword`, `${found}&count=${first}`]] as const
  return (
    <Part answer={answer} of={answer.data === null ? null : pageOf(answer.data)} field={field}>
      {(page) => (
        <FeedOf
          id={`search ${noun} ${keyword}`}
          first={page}
          listed={{ what: `${noun} for ${keyword}`, path: found, perPage: first }}
          actions={<ShowQuery document={document} variables={variables} rest={rest} />}
          load={async (after) => pageOf(await ask(document, { ...variables, after })) ?? null}
          noun={noun}
          show={show}
        >
          <Empty title={`No ${noun} for “${keyword}”`}>
            <p>Try fewer or other words, see the other results above, or start from what is popular.</p>
            <p>
              <Link class="button" to={start}>
                See what is popular
              </Link>
            </p>
          </Empty>
        </FeedOf>
      )}
    </Part>
  )
}

const lists: Readonly<Record<Among, (keyword: string) => ComponentChild>> = {
  posts: (keyword) => (
    <SearchList
      key={keyword}
      keyword={keyword}
      document={ExploreSearchPostsDocument}
      pageOf={({ search }) => search?.posts}
      field="posts"
      path="search"
      noun="posts"
      show={(posts) => <PostGrid posts={posts} />}
    />
  ),
  creators: (keyword) => (
    <SearchList
      key={keyword}
      keyword={keyword}
      document={ExploreSearchCreatorsDocument}
      pageOf={({ search }) => search?.users}
      field="users"
      path="search/users"
      noun="creators"
      show={(people) => <People people={people} />}
    />
  ),
  live: (keyword) => (
    <SearchList
      key={keyword}
      keyword={keyword}
      document={ExploreSearchLiveDocument}
      pageOf={({ search }) => search?.live}
      field="live"
      path="search/live"
      noun="live rooms"
      show={(rooms) => <Rooms rooms={rooms} />}
    />
  )
}

const chipOf = (view: ThingView, id: string, text: string): Chip => ({ text, to: { view, id } })

/** Hashtags, sounds, places and effects that the keyword names. */
const Things = ({ keyword }: { keyword: string }) => {
  const found = useQuery(ExploreSearchNamesDocument, { keyword }).data?.search
  const kinds = [
    ['Hashtags', found?.hashtags?.map(hashtagChip)],
    [
      'Sounds',
      found?.sounds?.map((sound) => ({
        text: [sound.title ?? 'Untitled sound', sound.author].filter((text) => text !== null).join(', '),
        to: soundRoute(sound)
      }))
    ],
    ['Places', found?.places?.map(({ placeId, name }) => chipOf('place', placeId, name ?? placeId))],
    ['Effects', found?.effects?.map(({ effectId, name }) => chipOf('effect', effectId, name))]
  ] as const
  return <NamedChips kinds={kinds.map(([name, chips = []]) => [name, chips])} labelOf={(name) => name} />
}

const names: Readonly<Record<Among, string>> = { posts: 'Posts', creators: 'Creators', live: 'Live rooms' }

export const SearchView = ({ keyword, among }: { keyword: string; among: Among }) => (
  <>
    <h1>
      Results for <q dir="auto">{keyword}</q>
    </h1>
    <Tabs
      label="Kinds of results"
      tabs={amongs.map((kind) => [names[kind], { view: 'search', keyword, among: kind }, kind === among])}
    >
      {among === 'posts' && <Things key={keyword} keyword={keyword} />}
      {lists[among](keyword)}
    </Tabs>
  </>
)
