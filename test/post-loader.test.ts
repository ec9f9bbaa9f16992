import { expect, test } from 'vitest'
import { createPostLoader } from '../src/explorer/timeline/post-loader.ts'

/** Pages of a life without end, each of which comes when it is told to. */
const slowLife = () => {
  const held: (() => void)[] = []
  const when = () => new Promise<void>((come) => held.push(come))
  let posts = 0
  const gathering = createPostLoader({
    async page() {
      await when()
      posts += 1
      const node = {
        postId: String(posts),
        createdAt: '2026-01-01T00:00:00Z',
        plays: 1,
        author: { username: `u${posts}` }
      }
      return { nodes: [node], pageInfo: { hasNextPage: true, endCursor: 'c' } }
    },
    async audiences() {
      await when()
      return new Map()
    }
  })
  return { gathering, held, come: () => held.shift()?.() }
}

test.each([
  ['a page', 0],
  ['who follows, behind the last page,', 1]
])('a life that is left and come back to while %s is under way goes on', async (_, pages) => {
  const life = slowLife()
  life.gathering.go()
  await expect.poll(() => life.held.length).toBe(1)
  life.gathering.stop()
  for (let page = 0; page < pages; page += 1) {
    life.come()
    await expect.poll(() => life.held.length).toBe(1)
  }
  expect(life.gathering.current.dots).toHaveLength(pages)
  life.gathering.go()
  await expect
    .poll(() => {
      life.come()
      return life.gathering.current.dots.length
    })
    .toBeGreaterThan(3)
  expect(life.gathering.current.isRunning).toBe(true)
})
