import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '../src/records/post.ts'
import type { UserProfile } from '../src/records/user-profile.ts'
import type { LookupKind, Lookups } from '../src/store/kinds.ts'
import type { Source } from '../src/store/source.ts'
import { startDeployment, startFacade, stillNow } from './chain.ts'
import { findFixtures } from './fixtures.ts'
import { metricOf } from './metric.ts'
import type { TestServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-history-'))
let files = 0
const newPath = () => {
  files += 1
  return join(folder, `${files}.db`)
}

let deployment: TestServer
const open: { close(): Promise<unknown> }[] = []
beforeAll(async () => {
  deployment = await startDeployment()
})
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})
afterAll(async () => {
  await deployment.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A facade that records, its source, and its clock. */
const remember = async (path: string, { url = deployment.url, clock = { ms: stillNow } } = {}) => {
  let source: Source | undefined
  const facade = await startFacade(url, {
    now: () => clock.ms,
    config: {
      data: { kind: 'upstream', url: new URL(url), key: 'test-key' },
      history: { path, maxBytes: 2 ** 24, maxDays: 400 }
    },
    wrapSource: (given) => {
      source = given
      return given
    }
  })
  open.push(facade)
  const found = async <K extends LookupKind>(kind: K, key: string) => {
    const [first] = (await source?.lookUp(kind, [key], new AbortController().signal)) ?? []
    if (first instanceof Error) throw first
    return first as Lookups[K] | null
  }
  return { facade, clock, found }
}

const fixtures = findFixtures()
const handle = fixtures.feeds.find(({ kind }) => kind === 'userPosts')?.key ?? ''

describe('a facade that records', () => {
  test('answers with the counts that it read, when it read them', async () => {
    const { facade, found, clock } = await remember(newPath())
    const { body: user } = await facade.get<UserProfile>(`/api/v1/users/${handle}`)
    const { body: posts } = await facade.get<Post[]>(`/api/v1/users/${handle}/posts?count=5`)
    const { followers, following, total_likes, total_videos } = user.data
    const point = { at: Math.floor(clock.ms / 1_000), source: null, rounded: 0, negative: 0 }
    expect(await found('userHistory', handle)).toEqual({
      points: [{ ...point, counts: [followers, following, total_likes, total_videos] }],
      undated: 0
    })
    for (const { post_id, plays, likes, comments, shares, saves, reposts } of posts.data) {
      expect(await found('postHistory', post_id ?? '')).toEqual({
        points: [{ ...point, counts: [plays, likes, comments, shares, saves, reposts] }],
        undated: 0
      })
    }
    await expect.poll(() => metricOf(facade, 'clipgraph_history_samples_total{outcome="recorded"}')).toBe(6)
    expect(await found('userHistory', 'nobody.has.this.handle')).toEqual({ points: [], undated: 0 })
  })
})
