import { graphql, usePaginationFragment } from 'react-relay'
import type { postList_user$key } from './__generated__/postList_user.graphql.ts'
import type { postListNextPageQuery } from './__generated__/postListNextPageQuery.graphql.ts'

/**
 * The posts of a creator, and a button for the next page of them. With `@throwOnFieldError` a field that is null only beside an error
 * is never null here: the error is thrown instead, to the nearest error boundary.
 */
export const PostList = ({ user }: { user: postList_user$key }) => {
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<postListNextPageQuery, postList_user$key>(
    graphql`
      fragment postList_user on User
      @refetchable(queryName: "postListNextPageQuery")
      @throwOnFieldError
      @argumentDefinitions(count: { type: "Int", defaultValue: 5 }, after: { type: "String" }) {
        posts(first: $count, after: $after) @connection(key: "postList_user_posts") {
          edges {
            node {
              id
              postId
              plays
            }
          }
        }
      }
    `,
    user
  )
  return (
    <>
      <ol>
        {data.posts.edges.map(({ node }) => (
          <li key={node.id}>
            post {node.postId}, {node.plays} plays
          </li>
        ))}
      </ol>
      <button type="button" disabled={!hasNext || isLoadingNext} onClick={() => loadNext(5)}>
        More
      </button>
    </>
  )
}
