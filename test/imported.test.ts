import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import type { Post } from '../src/records/post.ts'
import { operations } from '../src/surfaces/rest/operations.ts'
import { creatorFeed, mixedFeed } from './collected.ts'
import { type Envelope, startServer, type TestServer } from './server.ts'

type Collected = {
  id: string
  text: string
  playCount: number
  authorMeta: { id: string; name: string }
  musicMeta: { musicId: string }
  hashtags: { id: string; name: string }[]
}

/** Every operation answers from what was collected, in its own form. */
const everyOperation = (file: string) => () => {
  let folder: string
  let server: TestServer
  let posts: Collected[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clipgraph-imported-'))
    const document = JSON.parse(readFileSync(file, 'utf8')) as Collected[] | { collector: Collected[] }
    posts = Array.isArray(document) ? document : document.collector
    const path = join(folder, 'imported.db')
    await importFiles({ inputs: [file], path })
    server = await startServer({ dataset: path })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('every post is found by its id on both surfaces, to the letter', async () => {
    for (const post of posts.slice(0, 60)) {
      const { body } = await server.get<Post>(`/api/v1/posts?videoId=${post.id}`)
      expect(body.data).toMatchObject({
        post_id: post.id,
        caption: post.text.trim() === '' ? null : post.text,
        plays: post.playCount,
        author_username: post.authorMeta.name,
        sound_id: post.musicMeta.musicId
      })
      expect(body.data.hashtags).toEqual(post.hashtags.map(({ id, name }) => ({ id, name })))
      const answer = await server.query('query ($id: ID!) { post(by: {postId: $id}) { postId caption plays } }', {
        id: post.id
      })
      expect(answer.data?.post).toEqual({ postId: post.id, caption: body.data.caption, plays: post.playCount })
    }
  })

  test.each(operations.map(({ id, path }) => ({ id, path })))('$id answers', async ({ path }) => {
    const [post] = posts.filter(({ hashtags }) => hashtags.length > 0)
    if (post === undefined) throw new Error('the sample has no hashtags')
    const filled = path
      .replace('{username}', post.authorMeta.name)
      .replace('{userId}', post.authorMeta.id)
      .replace('{soundId}', post.musicMeta.musicId)
      .replace('{challengeId}', post.hashtags[0]?.id ?? '')
      .replace(/\{\w+\}/, '1')
    const address = `${filled}?keyword=${post.authorMeta.name}&videoId=${post.id}`
    const { status, body }: { status: number; body: Envelope } = await server.get(address)
    // The format tells nothing of live rooms, effects, places and collections.
    const hasLabels = !/\/(live\/1|effects|places|collections)(\/|$)/.test(filled)
    expect([status, body.error?.code ?? null]).toEqual(hasLabels ? [200, null] : [404, 'NOT_FOUND'])
    if (hasLabels && Array.isArray(body.data) && !/reposts|followers|live|suggest|library|search\/videos/.test(path)) {
      expect(body.data.length).toBeGreaterThan(0)
    }
  })
}

for (const { name, file, isLeftOut } of [mixedFeed, creatorFeed]) {
  describe.skipIf(isLeftOut)(`${name}, imported and served`, everyOperation(file))
}
