import { getPost, listUserPosts, search } from '../generated/orval/api'
import { missingPost, printPost, username } from './environment'

let cursor: string | null = '0'
for (let page = 0; page < 2 && cursor !== null; page += 1) {
  const list: Awaited<ReturnType<typeof posts>> = await posts(cursor)
  for (const { post_id, plays } of list.data) printPost(post_id, plays)
  cursor = list.pagination.cursor
}

async function posts(cursor: string) {
  const { status, data } = await listUserPosts(username, { count: 5, cursor })
  if (status !== 200) throw new Error(`${status}`)
  return data
}

const missing = await getPost({ videoId: missingPost })
if (missing.status === 404) console.log(missing.data.error.code)

// @ts-expect-error A search without a keyword does not type-check.
export const forgotten = () => search({ count: 5 })
