import createClient from 'openapi-fetch'
import type { paths } from '../generated/openapi-typescript'
import { key, missingPost, printPost, url, username } from './environment'

const client = createClient<paths>({ baseUrl: url, headers: { 'x-gateway-key': key } })

let cursor: string | null = '0'
for (let page = 0; page < 2 && cursor !== null; page += 1) {
  const list: Awaited<ReturnType<typeof posts>> = await posts(cursor)
  for (const { post_id, plays } of list.data) printPost(post_id, plays)
  cursor = list.pagination.cursor
}

async function posts(cursor: string) {
  const { data, error } = await client.GET('/api/v1/users/{username}/posts', {
    params: { path: { username }, query: { count: 5, cursor } }
  })
  if (data === undefined) throw new Error(error.error.message)
  return data
}

const { error } = await client.GET('/api/v1/posts', { params: { query: { videoId: missingPost } } })
const code: 'NOT_FOUND' | string | undefined = error?.error.code
console.log(code)

// @ts-expect-error A search without a keyword does not type-check.
export const forgotten = () => client.GET('/api/v1/search', { params: { query: { count: 5 } } })
