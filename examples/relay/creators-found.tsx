import { graphql, useRefetchableFragment } from 'react-relay'
import type { creatorsFound_query$key } from './__generated__/creatorsFound_query.graphql.ts'
import type { creatorsFoundMoreQuery } from './__generated__/creatorsFoundMoreQuery.graphql.ts'

/** Creators that a search finds, as many as are asked for. A search has no id: what Relay asks for again begins at the root. */
export const CreatorsFound = ({ query }: { query: creatorsFound_query$key }) => {
  const [{ search }, refetch] = useRefetchableFragment<creatorsFoundMoreQuery, creatorsFound_query$key>(
    graphql`
      fragment creatorsFound_query on Query
      @refetchable(queryName: "creatorsFoundMoreQuery")
      @throwOnFieldError
      @argumentDefinitions(count: { type: "Int", defaultValue: 2 }) {
        search(keyword: "maya") {
          keyword
          users(first: $count) {
            nodes {
              id
              username
              displayName
            }
          }
        }
      }
    `,
    query
  )
  if (search === null || search === undefined) return <p>The search gave no answer.</p>
  const { keyword, users } = search
  return (
    <aside>
      <label>
        Creators for {keyword}
        <input
          type="number"
          value={users.nodes.length}
          onChange={({ target }) => refetch({ count: target.valueAsNumber })}
        />
      </label>
      {users.nodes.map(({ id, username, displayName }) => (
        <p key={id}>
          {displayName}, @{username}
        </p>
      ))}
    </aside>
  )
}
