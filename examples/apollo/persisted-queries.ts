/**
 * Ten posts of a creator with Apollo Client, five at a time, by automatic persisted queries: the text of a query goes over the
 * wire once a day, and from then on its hash, in addresses that can be kept.
 *
 *   node packages/install.ts examples
 *   CLIPGRAPH_KEY=… npx node examples/apollo/persisted-queries.ts
 */
import { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'

/** In hexadecimal, by what browsers and Node have. */
const sha256 = async (text: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const client = new ApolloClient({
  link: new PersistedQueryLink({ sha256, useGETForHashedQueries: true }).concat(
    new HttpLink({
      uri: `${process.env.CLIPGRAPH_URL ?? 'http://127.0.0.1:4000'}/graphql`,
      headers: { 'x-gateway-key': process.env.CLIPGRAPH_KEY ?? '' }
    })
  ),
  cache: new InMemoryCache()
})

type Posts = {
  user: {
    posts: {
      nodes: { id: string; postId: string; plays: number }[]
      pageInfo: { endCursor: string | null }
    }
  } | null
}

const posts: TypedDocumentNode<Posts, { username: string; after: string | null }> = gql`
  query PersistedPosts($username: String!, $after: String) {
    user(by: { username: $username }) {
      id
      posts(first: 5, after: $after) {
        nodes {
          id
          postId
          plays
        }
        pageInfo {
          endCursor
        }
      }
    }
  }
`

let after: string | null = null
let place = 0
for (let page = 0; page < 2; page += 1) {
  const { data }: { data: Posts | undefined } = await client.query({
    query: posts,
    variables: { username: 'maya.nguyen', after }
  })
  for (const { postId, plays } of data?.user?.posts.nodes ?? []) {
    place += 1
    console.log(`${place}. post ${postId}, ${plays} plays`)
  }
  after = data?.user?.posts.pageInfo.endCursor ?? null
}
client.stop()
