import { client } from '../generated/hey-api/client.gen'
import { getPost, listUserPosts, search } from '../generated/hey-api/sdk.gen'
import { key, missingPost, printPost, url, username } from './environment'

client.setConfig({ baseUrl: url, auth: key })

let cursor: string | null = '0'
for (let page = 0; page < 2 && cursor !== null; page += 1) {
  const list: Awaited<ReturnType<typeof posts>> = await posts(cursor)
  for (const { post_id, plays } of list.data) printPost(post_id, plays)
  cursor = list.pagination.cursor
}

async function posts(cursor: string) {
  const { data, error } = await listUserPosts({ path: { username }, query: { count: 5, cursor } })
  if (data === undefined) throw new Error(error.error.message)
  return data
}

const { error } = await getPost({ query: { videoId: missingPost } })
console.log(error?.error.code)

// @ts-expect-error A search without a keyword does not type-check.
export const forgotten = () => search({ query: { count: 5 } })
