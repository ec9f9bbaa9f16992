import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { startOwnKey } from './own-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-own-examples-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Of which the fourth sign takes two code units. */
const hashtag = 'fyp🔥'
const path = join(folder, 'own.db')
beforeAll(async () => {
  const posts = Array.from({ length: 3 }, (_, at) => ({
    id: String(7_000_000_000_000_000_000n + BigInt(at)),
    text: `#${hashtag}`,
    createTime: 1_600_000_000 + at,
    authorMeta: { id: '901', name: 'own.handle', nickName: 'Own', fans: 5 },
    hashtags: [{ name: hashtag }],
    playCount: 10
  }))
  const feed = join(folder, 'feed.json')
  writeFileSync(feed, JSON.stringify(posts))
  await importFiles({ inputs: [feed], path })
})

describe('pages about data of one’s own', () => {
  const open = async (page: string, settings = {}, headers: Record<string, string> = {}) => {
    const app = await startOwnKey('cg_own-examples', undefined, { DATA_URL: `sqlite:${path}`, ...settings })
    const response = await fetch(app.url + page, { headers: { accept: 'text/html', ...headers } })
    const answer = { status: response.status, text: await response.text() }
    await app.close()
    return answer
  }
  const others = { 'x-forwarded-for': '203.0.113.7' }

  test.each(['/', '/docs', '/graphql'])('%s names what is there, whatever its signs', async (page) => {
    const { status, text } = await open(page)
    expect(status).toBe(200)
    expect(text).toContain('own.handle')
  })

  test.each(['/', '/docs', '/graphql'])('%s names nothing of it to who has no key, previews or not', async (page) => {
    for (const PUBLIC_PREVIEWS of ['on', 'off']) {
      const { status, text } = await open(page, { PUBLIC_PREVIEWS }, others)
      expect(status).toBe(200)
      expect(text).not.toContain('own.handle')
      expect(text).not.toContain('7000000000000000')
    }
  })
})
