import { ExploreRepostsDocument } from '../../../../built/documents.js'
import { firstOf } from '../../views/queries.ts'
import { ask } from '../graph/client.ts'
import { useQuery } from '../graph/use-query.ts'
import { ShowQuery } from '../parts/show-query.tsx'
import { Empty } from '../parts/states.tsx'
import { FeedOfPosts } from './feed-of-posts.tsx'
import { LoadedCreator } from './loaded.tsx'
import { Part } from './optional-section.tsx'

const first = firstOf.reposts

export const Reposts = ({ username }: { username: string }) => {
  const variables = { username, first }
  const answer = useQuery(ExploreRepostsDocument, variables)
  const path = `/api/v1/users/${encodeURIComponent(username)}/reposts`
  const queryButton = (
    <ShowQuery document={ExploreRepostsDocument} variables={variables} rest={[['Reposts', `${path}?count=${first}`]]} />
  )
  return (
    <LoadedCreator answer={answer} requested={username} queryButton={queryButton}>
      {(creator) => (
        <Part answer={answer} of={creator.reposts} field="reposts">
          {(reposts) => (
            <FeedOfPosts
              id={`reposts ${username}`}
              first={reposts}
              listed={{ what: `reposts of @${username}`, path, perPage: first }}
              actions={queryButton}
              load={async (after) => (await ask(ExploreRepostsDocument, { ...variables, after })).user?.reposts ?? null}
            >
              <Empty title="No reposts here">
                <p>The data contain no reposts of this creator.</p>
              </Empty>
            </FeedOfPosts>
          )}
        </Part>
      )}
    </LoadedCreator>
  )
}
