/**
 * The ten most played posts of a hashtag that are no advertisements, with the typed client, which fetches them five at a time.
 *
 *   CLIPGRAPH_KEY=… npx node examples/client/find-posts.ts
 */
// Elsewhere: from 'clipgraph/client'. These examples have a package.json of their own, so the name does not lead there.
import { ClientError, createClient, FindPostsDocument } from '../../src/surfaces/client/client.ts'

const client = createClient({
  url: process.env.CLIPGRAPH_URL ?? 'http://127.0.0.1:4000',
  key: process.env.CLIPGRAPH_KEY ?? ''
})

try {
  // Names of fields and orders are checked by the compiler, too.
  const posts = client.walk(
    FindPostsDocument,
    { filter: { hashtags: { anyOf: ['fyp'] }, isAd: false }, orderBy: 'PLAYS', first: 5 },
    (data) => data.posts
  )
  let number = 0
  for await (const { postId, plays } of posts) {
    console.log(`${++number}. post ${postId}, ${plays} plays`)
    if (number === 10) break
  }
} catch (error) {
  if (!(error instanceof ClientError)) throw error
  console.error(`${error.code}: ${error.message}`, error.details ?? '')
  process.exitCode = 1
}
