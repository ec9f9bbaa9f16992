import type { ComponentChildren } from 'preact'
import {
  ExploreCreatorDocument,
  ExploreCreatorPostsDocument,
  type ExploreCreatorQuery
} from '../../../../built/documents.js'
import { firstOf } from '../../views/queries.ts'
import { titles } from '../../views/titles.ts'
import { ask } from '../graph/client.ts'
import { type QueryState, useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { LazyPanel } from '../parts/chart-panel.tsx'
import { Collections } from '../parts/collections.tsx'
import { ScorecardPanel } from '../parts/scorecard.tsx'
import { type RestCall, ShowQuery } from '../parts/show-query.tsx'
import { Empty, Failed } from '../parts/states.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useTitle } from '../parts/use-title.ts'
import { type Shows, start } from '../route.ts'
import { CreatorHead } from './creator-head.tsx'
import { FeedOfPosts } from './feed-of-posts.tsx'
import { Followers } from './followers.tsx'
import { LoadedCreator } from './loaded.tsx'
import { Part } from './optional-section.tsx'
import { Reposts } from './reposts.tsx'

type Creator = NonNullable<ExploreCreatorQuery['user']>

const first = firstOf.posts

const pathOf = (username: string) => `/api/v1/users/${encodeURIComponent(username)}/posts`

const restOf = (username: string): readonly RestCall[] => {
  const creator = encodeURIComponent(username)
  return [
    ['Profile', `/api/v1/users/${creator}`],
    ['Posts', `${pathOf(username)}?count=${first}`],
    ['Collections', `/api/v1/users/${creator}/playlist`],
    ['Whether the creator is live', `/api/v1/live/${creator}/alive`],
    ['Scorecard', `/api/v1/intelligence/creator/${creator}`]
  ]
}

const Private = () => (
  <Empty title="This account is private">
    <p>Its profile is public; its posts, reposts, followers and scorecard are for approved followers only.</p>
    <p>
      <Link class="button" to={start}>
        Find other creators
      </Link>
    </p>
  </Empty>
)

const loadHistory = async () => (await import('../parts/history-panels.tsx')).CreatorHistory
const loadCharts = async () => (await import('../parts/creator-charts.tsx')).CreatorCharts

type CreatorAnswer = Pick<QueryState<unknown>, 'problems' | 'again'>

const Posts = ({ creator, answer }: { creator: Creator; answer: CreatorAnswer }) => (
  <Part answer={answer} of={creator.posts} field="posts">
    {(posts) => (
      <FeedOfPosts
        id={`creator posts ${creator.username}`}
        first={posts}
        listed={{ what: `posts of @${creator.username}`, path: pathOf(creator.username), perPage: first }}
        showsAuthor={false}
        load={async (after) =>
          (await ask(ExploreCreatorPostsDocument, { username: creator.username, after })).user?.posts ?? null
        }
      >
        {creator.totalVideos === 0 ? (
          <Empty title="No posts yet">
            <p>This creator has not published anything.</p>
          </Empty>
        ) : (
          <Empty title="No posts here">
            <p>The data contain no posts of this creator.</p>
          </Empty>
        )}
      </FeedOfPosts>
    )}
  </Part>
)

/** The posts tab: summary and posts. */
const Overview = ({ creator, answer }: { creator: Creator; answer: CreatorAnswer }) => {
  const { problems, again } = answer
  const { username, scorecard, posts, collections } = creator
  const noScorecard = problems.find(({ field }) => field?.endsWith('scorecard'))
  return (
    <>
      <div class="columns panels">
        {scorecard !== null && scorecard.intelligence.postsAnalyzed > 0 && (
          <ScorecardPanel username={username} scorecard={scorecard} />
        )}
        {noScorecard !== undefined && (
          <Failed title="The scorecard could not be made" problem={noScorecard} again={again} />
        )}
        {posts !== null && posts.nodes.length > 0 && (
          <LazyPanel kind="charts" load={loadCharts} props={{ username, posts: posts.nodes }} />
        )}
        <LazyPanel key={username} kind="history" load={loadHistory} props={{ username }} />
      </div>
      <Part answer={answer} of={collections} field="collections">
        {(all) => all.length > 0 && <Collections username={username} collections={all} />}
      </Part>
      <section aria-labelledby="posts">
        <h2 id="posts">Posts</h2>
        <Posts creator={creator} answer={answer} />
      </section>
    </>
  )
}

const lists = { reposts: Reposts, followers: Followers } as const
const names: Readonly<Record<Shows, string>> = { posts: 'Posts', reposts: 'Reposts', followers: 'Followers' }

type PageProps = { creator: Creator; shows: Shows; answer: CreatorAnswer; queryButton: ComponentChildren }

const CreatorPage = ({ creator, shows, answer, queryButton }: PageProps) => {
  const { username, isPrivate } = creator
  useTitle(titles.creator(creator, shows))
  if (isPrivate) {
    return (
      <>
        <CreatorHead creator={creator} actions={queryButton} />
        <div class="columns panels">
          <LazyPanel key={username} kind="history" load={loadHistory} props={{ username }} />
        </div>
        <Private />
      </>
    )
  }
  const List = shows === 'posts' ? null : lists[shows]
  return (
    <>
      <CreatorHead creator={creator} actions={shows === 'posts' && queryButton} />
      <Tabs
        label="Lists of the creator"
        tabs={(['posts', 'reposts', 'followers'] as const).map((list) => [
          names[list],
          { view: 'creator', username, shows: list },
          list === shows
        ])}
      >
        {List === null ? <Overview creator={creator} answer={answer} /> : <List username={username} />}
      </Tabs>
    </>
  )
}
export const CreatorView = ({ username, shows }: { username: string; shows: Shows }) => {
  const variables = { username, first }
  const answer = useQuery(ExploreCreatorDocument, variables)
  const queryButton = <ShowQuery document={ExploreCreatorDocument} variables={variables} rest={restOf(username)} />
  return (
    <LoadedCreator answer={answer} requested={username} queryButton={queryButton}>
      {(creator) => <CreatorPage creator={creator} shows={shows} answer={answer} queryButton={queryButton} />}
    </LoadedCreator>
  )
}
