import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { HistoryOptions } from '../src/core/config/config.ts'
import { createLog } from '../src/core/log.ts'
import type { Post } from '../src/records/post.ts'
import type { Sound } from '../src/records/sound.ts'
import type { UserProfile } from '../src/records/user-profile.ts'
import type { LookupKind, Lookups } from '../src/store/kinds.ts'
import type { Source } from '../src/store/source.ts'
import { startDeployment, startFacade, stillNow } from './chain.ts'
import { startCountedUpstream } from './counted-upstream.ts'
import { findFixtures } from './fixtures.ts'
import { metricOf } from './metric.ts'
import { type TestServer, testKey } from './server.ts'

/** Where the clock of a facade begins, in seconds. */
export const began = Math.floor(stillNow / 1_000)
export const [minute, hour, day] = [60, 3_600, 86_400]

export const fixtures = findFixtures()
export const keyOf = (kind: string) => fixtures.feeds.find((feed) => feed.kind === kind)?.key ?? ''

/** Facades that record, over a deployment with the default data set or an upstream whose counts a test sets; closed by themselves. */
export const recordingFacades = () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-history-'))
  const opened: { close(): Promise<unknown> }[] = []
  let files = 0
  let deployment: TestServer
  let upstream: Awaited<ReturnType<typeof startCountedUpstream>>
  beforeAll(async () => {
    deployment = await startDeployment()
    const handle = keyOf('userPosts')
    const [user, posts, sound] = await Promise.all([
      deployment.get<UserProfile>(`/api/v1/users/${handle}`),
      deployment.get<Post[]>(`/api/v1/users/${handle}/posts?count=1`),
      deployment.get<Sound>(`/api/v1/sounds/${fixtures.known.sound[0]}`)
    ])
    const [post] = posts.body.data
    if (post === undefined) throw new Error('the creator has posts')
    upstream = await startCountedUpstream({ user: user.body.data, post, sound: sound.body.data })
  })
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close()
  })
  afterAll(async () => {
    await upstream.close()
    await deployment.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A facade that records into a file, with its source, its clock and what it logs. */
  const remember = async (
    path: string,
    { url = upstream.url, ...limits }: Partial<HistoryOptions> & { url?: string } = {}
  ) => {
    const clock = { seconds: began }
    const lines: { level: string; msg: string }[] = []
    let source: Source | undefined
    const facade = await startFacade(url, {
      now: () => clock.seconds * 1_000,
      config: {
        data: { kind: 'upstream', url: new URL(url), key: testKey },
        history: { path, maxBytes: 2 ** 24, maxDays: 400, movedFrom: null, ...limits }
      },
      log: createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) }),
      wrapSource(given) {
        source = given
        return given
      }
    })
    let closing: Promise<void> | null = null
    const close = () => {
      closing ??= facade.close()
      return closing
    }
    opened.push({ close })
    const lookUp = async <K extends LookupKind>(kind: K, key: string): Promise<Lookups[K] | null> => {
      const [found = null] = (await source?.lookUp(kind, [key], new AbortController().signal)) ?? []
      if (found instanceof Error) throw found
      return found
    }
    /** Seconds after the beginning, and the first count then. */
    const series = async (kind: 'postHistory' | 'userHistory' | 'soundHistory', key: string) =>
      (await lookUp(kind, key))?.points.map(({ at, counts }) => [at - began, counts[0]])
    const read = async <T = unknown>(place: string): Promise<T> => {
      const { status, body } = await facade.get<T>(`/api/v1${place}`)
      expect(status).toBe(200)
      return body.data
    }
    const recorded = () => metricOf(facade, 'clipgraph_history_samples_total{outcome="recorded"}')
    const bytes = () => metricOf(facade, 'clipgraph_history_bytes')
    /** What it logged of the file. */
    const problems = () => lines.map(({ msg }) => msg).filter((msg) => msg.includes(path))
    return { facade, clock, lookUp, series, read, recorded, bytes, problems, close }
  }

  return {
    folder,
    newPath() {
      files += 1
      return join(folder, `${files}.db`)
    },
    remember,
    deployment: () => deployment,
    upstream: () => upstream
  }
}
