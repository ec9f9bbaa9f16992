import { randomUUID } from 'node:crypto'
import { loadDataset } from '../dataset.ts'

/** What the REST peers answer: the same envelope, made and serialized anew for each request. */
const { creators } = await loadDataset(process.env.BENCH_DATASET)

const envelope = (data, pagination) => ({
  meta: { request_id: randomUUID(), timestamp: new Date().toISOString(), cached: true, version: '2025-01' },
  data,
  pagination,
  error: null
})

export const user = (username) => envelope(creators.get(username.toLowerCase()).profile, null)

export const userPosts = (username, count) => {
  const { posts } = creators.get(username.toLowerCase())
  const more = posts.length > count
  return envelope(posts.slice(0, count), {
    cursor: more ? Buffer.from(`${username}.${count}.0123456789`).toString('base64url') : null,
    has_more: more
  })
}

export const port = Number(process.env.PORT)
