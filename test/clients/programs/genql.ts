import { createClient, GenqlError } from '../generated/genql'
import { key, missingPost, printPost, url, username } from './environment'

const client = createClient({ url: `${url}/graphql`, headers: { 'x-gateway-key': key } })

let after: string | null = null
for (let page = 0; page < 2; page += 1) {
  const list: Awaited<ReturnType<typeof next>> = await next(after)
  for (const { postId, plays } of list?.nodes ?? []) printPost(postId, plays ?? 0)
  after = list?.pageInfo.endCursor ?? null
}

async function next(after: string | null) {
  const { user } = await client.query({
    user: {
      __args: { by: { username } },
      posts: { __args: { first: 5, after }, nodes: { postId: true, plays: true }, pageInfo: { endCursor: true } }
    }
  })
  return user?.posts
}

try {
  await client.query({ post: { __args: { by: { postId: missingPost } }, plays: true } })
} catch (error) {
  if (error instanceof GenqlError) {
    // Its own type of an error leaves the extensions out.
    const [first] = error.errors as unknown as { extensions: { code: string } }[]
    console.log(first?.extensions.code)
  }
}

// @ts-expect-error An argument that is needed cannot be left out.
export const forgotten = () => client.query({ user: { __args: {}, plays: true } })
