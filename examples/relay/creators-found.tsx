import { graphql, useRefetchableFragment } from 'react-relay'
import type { creatorsFound_search$key } from './__generated__/creatorsFound_search.graphql.ts'
import type { creatorsFoundMoreQuery } from './__generated__/creatorsFoundMoreQuery.graphql.ts'

/** Creators that a search finds, as many as are asked for. A search has an id, so Relay can ask for it again by itself. */
export const CreatorsFound = ({ search }: { search: creatorsFound_search$key }) => {
  const [{ keyword, users }, refetch] = useRefetchableFragment<creatorsFoundMoreQuery, creatorsFound_search$key>(
    graphql`
      fragment creatorsFound_search on Search
      @refetchable(queryName: "creatorsFoundMoreQuery")
      @throwOnFieldError
      @argumentDefinitions(count: { type: "Int", defaultValue: 2 }) {
        keyword
        users(first: $count) {
          nodes {
            id
            username
            displayName
          }
        }
      }
    `,
    search
  )
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
