/**
 * Ten posts of a creator with urql, five at a time. Everything has an `id`, which is all Graphcache needs to know things again;
 * `relayPagination` keeps the pages of a list together.
 *
 *   node packages/install.ts examples
 *   CLIPGRAPH_KEY=… npx node examples/urql/posts.ts
 */
import { Client, fetchExchange, gql } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'

const client = new Client({
  url: `${process.env.CLIPGRAPH_URL ?? 'http://127.0.0.1:4000'}/graphql`,
  preferGetMethod: false,
  exchanges: [
    cacheExchange({
      resolvers: {
        User: { posts: relayPagination() },
        // Lists of other types in the same way.
        Query: { soundLibrary: relayPagination() }
      }
    }),
    fetchExchange
  ],
  fetchOptions: { headers: { 'x-gateway-key': process.env.CLIPGRAPH_KEY ?? '' } }
})

type Posts = {
  user: {
    posts: {
      edges: { node: { postId: string; plays: number | null } }[]
      pageInfo: { hasNextPage: boolean; endCursor: string | null }
    }
  } | null
}

const posts = gql<Posts, { username: string; after?: string | null }>`
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

// In React: const [{ data }] = useQuery({ query: posts, variables: { username, after } })
const username = 'maya.nguyen'
const first = await client.query(posts, { username }).toPromise()
if (first.error !== undefined) throw first.error
const after = first.data?.user?.posts.pageInfo.endCursor ?? null
const { data, error } = await client.query(posts, { username, after }).toPromise()
if (error !== undefined) throw error

// The answer to the second page holds the first one too.
data?.user?.posts.edges.forEach(({ node }, index) => {
  console.log(`${index + 1}. post ${node.postId}, ${node.plays} plays`)
})
