import { initGraphQLTada, type TadaDocumentNode } from 'gql.tada'
import { print } from 'graphql'
import type { introspection } from '../generated/gql-tada'
import { key, missingPost, printPost, url, username } from './environment'

const graphql = initGraphQLTada<{
  introspection: introspection
  scalars: { Count: number; DateTime: string; CountryCode: string }
}>()

const posts = graphql(`
  query Posts($username: String!, $after: String) {
    user(by: { username: $username }) {
      posts(first: 5, after: $after) {
        nodes {
          postId
          plays
        }
        pageInfo {
          endCursor
        }
      }
    }
  }
`)
const missing = graphql(`
  query Missing($postId: ID!) {
    post(by: { postId: $postId }) {
      plays
    }
  }
`)

const ask = async <R, V>(document: TadaDocumentNode<R, V>, variables: V) => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-key': key },
    body: JSON.stringify({ query: print(document), variables })
  })
  // What comes back is what the document says.
  return (await response.json()) as { data: R; errors?: { extensions: { code: string } }[] }
}

let after: string | null = null
for (let page = 0; page < 2; page += 1) {
  const list: Awaited<ReturnType<typeof next>> = await next(after)
  for (const { postId, plays } of list?.nodes ?? []) printPost(postId, plays ?? 0)
  after = list?.pageInfo.endCursor ?? null
}

async function next(after: string | null) {
  const { data } = await ask(posts, { username, after })
  return data.user?.posts
}

const { errors } = await ask(missing, { postId: missingPost })
console.log(errors?.[0]?.extensions.code)

// @ts-expect-error A variable that is needed cannot be left out.
export const forgotten = () => ask(posts, {})
