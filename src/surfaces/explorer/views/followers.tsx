import type { ComponentChildren } from 'preact'
import { ExploreFollowersDocument, type ExploreFollowersQuery } from '../../../../built/documents.js'
import { firstOf } from '../../views/queries.ts'
import { counted } from '../format.ts'
import { ask } from '../graph/client.ts'
import { useQuery } from '../graph/use-query.ts'
import { People } from '../parts/people.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { Empty } from '../parts/states.tsx'
import { FeedOf } from './feed.tsx'
import { LoadedCreator } from './loaded.tsx'
import { Part } from './optional-section.tsx'

const first = firstOf.followers

type FollowersPage = NonNullable<NonNullable<ExploreFollowersQuery['user']>['followers']>

const pathOf = (username: string) => `/api/v1/users/${encodeURIComponent(username)}/followers`

type ListProps = { username: string; followers: FollowersPage; queryButton: ComponentChildren }

const List = ({ username, followers, queryButton }: ListProps) => (
  <>
    {followers.nodes.length > 0 && (
      <p class="quiet intro">
        {counted(followers.totalCount, 'follower is', 'followers are')} listed, the latest first. The platform lists
        part of a large audience only.
      </p>
    )}
    <FeedOf
      id={`followers ${username}`}
      first={followers}
      listed={{
        what: `followers of @${username}`,
        path: pathOf(username),
        perPage: first
      }}
      load={async (after) => (await ask(ExploreFollowersDocument, { username, first, after })).user?.followers ?? null}
      noun="followers"
      show={(people) => <People people={people} />}
      actions={queryButton}
    >
      <Empty title="No followers here">
        <p>The data list no followers of this creator.</p>
      </Empty>
    </FeedOf>
  </>
)

export const Followers = ({ username }: { username: string }) => {
  const variables = { username, first }
  const answer = useQuery(ExploreFollowersDocument, variables)
  const queryButton = (
    <ShowQuery
      document={ExploreFollowersDocument}
      variables={variables}
      rest={[['Followers', `${pathOf(username)}?count=${first}`]]}
    />
  )
  return (
    <LoadedCreator answer={answer} requested={username} queryButton={queryButton}>
      {(creator) => (
        <Part answer={answer} of={creator.followers} field="followers">
          {(followers) => <List username={username} followers={followers} queryButton={queryButton} />}
        </Part>
      )}
    </LoadedCreator>
  )
}
