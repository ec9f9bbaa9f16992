import {
  ExploreCreatorDocument,
  ExploreCreatorPostsDocument,
  type ExploreCreatorQuery
} from '../../../schema/typed/partial-operations.ts'
import { ask } from '../graph/client.ts'
import { type Answer, useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { Behind, type RestCall } from '../parts/behind.tsx'
import { Collections } from '../parts/collections.tsx'
import { PlaysChart } from '../parts/plays-chart.tsx'
import { ScorecardPanel } from '../parts/scorecard.tsx'
import { Empty, Failed } from '../parts/states.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useTitle } from '../parts/use-title.ts'
import { type Shows, start } from '../route.ts'
import { CreatorHead } from './creator-head.tsx'
import { FeedOfPosts } from './feed-of-posts.tsx'
import { Followers } from './followers.tsx'
import { Loaded } from './loaded.tsx'
import { Part } from './part.tsx'
import { Reposts } from './reposts.tsx'

type Creator = NonNullable<ExploreCreatorQuery['user']>

const first = 30

const restOf = (username: string): readonly RestCall[] => {
  const creator = encodeURIComponent(username)
  return [
    ['Profile', `/api/v1/users/${creator}`],
    ['Posts', `/api/v1/users/${creator}/posts?count=${first}`],
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

type Asked = Pick<Answer<unknown>, 'problems' | 'again'>

const Posts = ({ creator, answer }: { creator: Creator; answer: Asked }) => (
  <Part answer={answer} of={creator.posts} field="posts">
    {(posts) => (
      <FeedOfPosts
        id={`creator posts ${creator.username}`}
        first={posts}
        showsAuthor={false}
        load={async (after) =>
          (await ask(ExploreCreatorPostsDocument, { username: creator.username, after })).user?.posts ?? null
        }
      >
        <Empty title="No posts yet">
          <p>This creator has not published anything.</p>
        </Empty>
      </FeedOfPosts>
    )}
  </Part>
)

const lists = { reposts: Reposts, followers: Followers } as const
const names: Readonly<Record<Shows, string>> = { posts: 'Posts', reposts: 'Reposts', followers: 'Followers' }

type PageProps = { creator: Creator; shows: Shows; answer: Asked }

const CreatorPage = ({ creator, shows, answer }: PageProps) => {
  const { problems, again } = answer
  const { username, scorecard, posts, collections, isPrivate } = creator
  useTitle(`${creator.displayName ?? username} (@${username})`)
  if (isPrivate) {
    return (
      <>
        <CreatorHead creator={creator} />
        <Private />
      </>
    )
  }
  const noScorecard = problems.find(({ field }) => field?.endsWith('scorecard'))
  const List = shows === 'posts' ? null : lists[shows]
  return (
    <>
      <CreatorHead creator={creator} />
      {shows === 'posts' && (
        <div class="panels">
          {scorecard !== null && <ScorecardPanel scorecard={scorecard} />}
          {noScorecard !== undefined && (
            <Failed title="The scorecard could not be made" problem={noScorecard} again={again} />
          )}
          {posts !== null && posts.nodes.length > 1 && <PlaysChart posts={posts.nodes} />}
        </div>
      )}
      {shows === 'posts' && (
        <Part answer={answer} of={collections} field="collections">
          {(all) => all.length > 0 && <Collections collections={all} />}
        </Part>
      )}
      <Tabs
        label="Lists of the creator"
        tabs={(['posts', 'reposts', 'followers'] as const).map((list) => [
          names[list],
          { view: 'creator', username, shows: list },
          list === shows
        ])}
      />
      {List === null ? <Posts creator={creator} answer={answer} /> : <List username={username} />}
    </>
  )
}

export const CreatorView = ({ username, shows }: { username: string; shows: Shows }) => {
  const variables = { username, first }
  const answer = useQuery(ExploreCreatorDocument, variables)
  return (
    <>
      {shows === 'posts' && <Behind document={ExploreCreatorDocument} variables={variables} rest={restOf(username)} />}
      <Loaded answer={answer} of={({ user }) => user} what="creator" asked={username}>
        {(creator) => <CreatorPage creator={creator} shows={shows} answer={answer} />}
      </Loaded>
    </>
  )
}
