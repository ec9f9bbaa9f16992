import { Suspense } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { creatorQuery } from './__generated__/creatorQuery.graphql.ts'
import { CreatorsFound } from './creators-found.tsx'
import { PostList } from './post-list.tsx'

/** The posts are deferred: the name is on the page while they are still being read. */
export const Creator = ({ username }: { username: string }) => {
  const query = useLazyLoadQuery<creatorQuery>(
    graphql`
      query creatorQuery($username: String!) {
        user(by: { username: $username }) {
          displayName
          ...postList_user @defer
        }
        ...creatorsFound_query
      }
    `,
    { username }
  )
  const { user } = query
  if (user === null || user === undefined) return <p>There is no creator of this name.</p>
  return (
    <main>
      <h1>{user.displayName}</h1>
      <Suspense fallback={<p>Loading the posts …</p>}>
        <PostList user={user} />
      </Suspense>
      <CreatorsFound query={query} />
    </main>
  )
}
