/**
 * Ten posts of a creator over GraphQL, five at a time, with nothing but fetch.
 *
 *   CLIPGRAPH_KEY=… npx node examples/fetch/graphql.ts
 */
const url = process.env.CLIPGRAPH_URL ?? 'http://127.0.0.1:4000'
const key = process.env.CLIPGRAPH_KEY ?? ''

const query = `
  query Posts($username: String!, $first: Int!, $after: String) {
    user(by: { username: $username }) {
      posts(first: $first, after: $after) {
        nodes { postId plays }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`

type Posts = {
  user: {
    posts: {
      nodes: { postId: string; plays: number | null }[]
      pageInfo: { hasNextPage: boolean; endCursor: string | null }
    }
  }
}
type Answer = { data: Posts; errors?: { message: string; extensions: { code: string } }[] }

const ask = async (variables: Record<string, unknown>): Promise<Posts> => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-key': key },
    body: JSON.stringify({ query, variables })
  })
  const { data, errors } = (await response.json()) as Answer
  // Errors stand in the body, whatever the status: their code is for programs, their message for people.
  const [error] = errors ?? []
  if (error !== undefined) throw new Error(`${error.extensions.code}: ${error.message}`)
  return data
}

let after: string | null = null
let number = 0
do {
  const { user }: Posts = await ask({ username: 'maya.nguyen', first: 5, after })
  for (const { postId, plays } of user.posts.nodes) console.log(`${++number}. post ${postId}, ${plays} plays`)
  after = user.posts.pageInfo.hasNextPage ? user.posts.pageInfo.endCursor : null
} while (after !== null && number < 10)
