/**
 * Ten posts of a creator over REST, five at a time, with nothing but fetch.
 *
 *   CLIPGRAPH_KEY=… npx node examples/fetch/rest.ts
 */
const url = process.env.CLIPGRAPH_URL ?? 'http://127.0.0.1:4000'
const key = process.env.CLIPGRAPH_KEY ?? ''

/** Every answer has this form, successes and failures. */
type Envelope<T> = {
  meta: { request_id: string }
  data: T | null
  pagination: { cursor: string | null; has_more: boolean } | null
  error: { code: string; message: string } | null
}
type Post = { post_id: string; plays: number }

const page = async (cursor: string | null): Promise<Envelope<Post[]>> => {
  const address = new URL('/api/v1/users/maya.nguyen/posts', url)
  address.searchParams.set('count', '5')
  if (cursor !== null) address.searchParams.set('cursor', cursor)
  const response = await fetch(address, { headers: { 'x-gateway-key': key } })
  const answer = (await response.json()) as Envelope<Post[]>
  const { error, meta } = answer
  if (error !== null) throw new Error(`${error.code}: ${error.message} (request ${meta.request_id})`)
  return answer
}

let cursor: string | null = null
let number = 0
do {
  const { data, pagination }: Envelope<Post[]> = await page(cursor)
  for (const post of data ?? []) console.log(`${++number}. post ${post.post_id}, ${post.plays} plays`)
  cursor = pagination?.cursor ?? null
} while (cursor !== null && number < 10)
