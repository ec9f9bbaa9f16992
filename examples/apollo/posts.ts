/**
 * Ten posts of a creator with Apollo Client, five at a time. Everything has an `id`, which is all its cache needs to know things
 * again; `relayStylePagination` keeps the pages of a list together.
 *
 *   node packages/install.ts examples
 *   CLIPGRAPH_KEY=… npx node examples/apollo/posts.ts
 */
import { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'

const client = new ApolloClient({
  link: new HttpLink({
    uri: `${process.env.CLIPGRAPH_URL ?? 'http://127.0.0.1:4000'}/graphql`,
    headers: { 'x-gateway-key': process.env.CLIPGRAPH_KEY ?? '' }
  }),
  cache: new InMemoryCache({
    typePolicies: {
      User: { fields: { posts: relayStylePagination() } },
      // Lists of other types in the same way; arguments that choose another list go into the key.
      Query: { fields: { soundLibrary: relayStylePagination(['sort']) } }
    }
  })
})

type Posts = {
  user: {
    id: string
    posts: {
      edges: { node: { id: string; postId: string; plays: number | null } }[]
      pageInfo: { hasNextPage: boolean; endCursor: string | null }
    }
  } | null
}

// The policy reads edges and pageInfo, so that is what the query asks for.
const posts: TypedDocumentNode<Posts, { username: string; after?: string | null }> = gql`
  query Posts($username: String!, $after: String) {
    user(by: { username: $username }) {
      id
      posts(first: 5, after: $after) {
        edges {
          cursor
          node {
            id
            postId
            plays
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`

// In React: const { data, fetchMore } = useQuery(posts, { variables: { username } })
const username = 'maya.nguyen'
const list = client.watchQuery({ query: posts, variables: { username } })
const watching = list.subscribe({ error: () => {} })
const { data: firstPage } = await client.query({ query: posts, variables: { username } })
await list.fetchMore({ variables: { after: firstPage?.user?.posts.pageInfo.endCursor ?? null } })

// Both pages are one list in the cache now, and that is what every component gets that shows it.
const data = client.readQuery({ query: posts, variables: { username } })
data?.user?.posts.edges.forEach(({ node }, index) => {
  console.log(`${index + 1}. post ${node.postId}, ${node.plays} plays`)
})
watching.unsubscribe()
client.stop()
