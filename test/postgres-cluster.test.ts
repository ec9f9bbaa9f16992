import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAnyData } from '../src/core/config/data-location.ts'
import { importFiles } from '../src/ingest/import.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import { hasOpenssl } from './certificate.ts'
import { changingFeed } from './changing-feed.ts'
import { commandAlone as command } from './command.ts'
import { isLeftOut } from './ignored-terms.ts'
import { type Cluster, clusterPassword, hasPostgresServer, startCluster } from './own-cluster.ts'
import { onPostgres } from './own-postgres.ts'
import { startServer } from './server.ts'

const isMissing = isLeftOut(
  hasPostgresServer(),
  'PostgreSQL with replicas and TLS, as there is no initdb to make one',
  {
    evenInCi: true
  }
)
const hasNoCertificate =
  isMissing || isLeftOut(hasOpenssl(), 'TLS to a PostgreSQL, as there is no openssl', { evenInCi: true })

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-cluster-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
const feed = join(folder, 'feed.json')
writeFileSync(feed, JSON.stringify(changingFeed(0, 700)))
const [id, author] = ['7000000000000000001', 'name1']

describe.skipIf(hasNoCertificate)('a PostgreSQL that takes encrypted connections alone', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ isEncrypted: true })
  })
  afterAll(() => cluster.close())
  const address = (parameters: Record<string, string>) => {
    const url = new URL(cluster.url)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url.href
  }

  test('is filled and read where its certificate is known, and every connection is encrypted', async () => {
    const told = address({ sslmode: 'verify-full', sslrootcert: cluster.certificate ?? '' })
    const data = readAnyData(told)
    const url = data.kind === 'postgres' ? data.urls[0] : ''
    await migrate(url, null)
    expect((await command(['import', feed, '--into', told])).stdout).toContain('Read 700 posts')
    const source = openPostgres({ urls: [url], mediaBase: () => null })
    const [post] = await source.lookUp('post', [id], AbortSignal.timeout(60_000))
    expect(post).toMatchObject({ post_id: id })
    const connections = await onPostgres(
      url,
      `SELECT bool_and(s.ssl) AS encrypted FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.application_name = 'clipgraph'`
    )
    expect(connections).toEqual([{ encrypted: true }])
    await source.close()
  })

  test('is not spoken to otherwise, which is told without the password', async () => {
    const wrong = new URL(address({ sslmode: 'require' }))
    wrong.password = 'not-the-sekret'
    for (const [url, message] of [
      [address({ sslmode: 'verify-full' }), /cannot be reached \(\w*(?:SELF_SIGNED|UNABLE_TO_VERIFY)\w*\)/],
      [address({ sslmode: 'disable' }), /does not let this user in.*\(28000\)/],
      [address({}), /does not let this user in.*\(28000\)/],
      [wrong.href, /does not let this user in.*\(28P01\)/]
    ] as const) {
      for (const args of [
        ['import', feed, '--into', url],
        ['migrate', '--into', url]
      ]) {
        const { code, stderr } = await command(args)
        expect({ args, code, stderr }).toEqual({ args, code: 1, stderr: expect.stringMatching(message) })
        expect(stderr).not.toContain(clusterPassword)
      }
    }
  })
})

describe.skipIf(isMissing)('a PostgreSQL and its replica', () => {
  let primary: Cluster
  let replica: Cluster
  beforeAll(async () => {
    primary = await startCluster()
    await migrate(primary.url, null)
    await importFiles({ inputs: [feed], path: primary.url })
    replica = await primary.replica()
  })
  afterAll(async () => {
    await replica.close()
    await primary.close()
  })

  test('answer all that is asked while the replica stops and starts, and it takes part again', async () => {
    const data = { kind: 'postgres', urls: [primary.url, replica.url] } as const
    const server = await startServer({ config: { data, cacheMaxBytes: 1 } })
    let isOver = false
    const statuses = new Map<number, number>()
    let turn = 0
    const asker = async () => {
      while (!isOver) {
        turn += 1
        const { status } = await server.get(`/api/v1/users/${author}/posts?count=${1 + (turn % 20)}&trim=${turn % 97}`)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const asking = Promise.all(Array.from({ length: 8 }, asker))
    const asked = async (more: number) => {
      const from = turn
      await expect.poll(() => turn - from).toBeGreaterThan(more)
    }
    const atReplica = async () => {
      const [row] = await onPostgres(
        replica.url,
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'clipgraph'"
      )
      return Number(row?.n)
    }
    await asked(100)
    expect(await atReplica()).toBeGreaterThan(0)
    await replica.stop()
    await asked(200)
    await replica.start()
    await expect.poll(atReplica).toBeGreaterThan(0)
    await asked(100)
    isOver = true
    await asking
    expect([...statuses.keys()]).toEqual([200])
    await server.close()
  })

  test('take an import at the primary, which both then show', async () => {
    const { code, stderr } = await command(['import', feed, '--into', replica.url])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/is read-only, probably a replica/) })
    const newer = join(folder, 'newer.json')
    const [post] = changingFeed(1, 501)
    writeFileSync(newer, JSON.stringify([{ ...post, text: 'told anew' }]))
    await importFiles({ inputs: [newer], path: primary.url, replaces: true })
    for (const { url } of [primary, replica]) {
      const source = openPostgres({ urls: [url], mediaBase: () => null })
      const caption = async () => {
        const [shown] = await source.lookUp('post', [id], AbortSignal.timeout(60_000)).catch(() => [])
        return shown instanceof Error ? null : (shown?.caption ?? null)
      }
      while ((await caption()) !== 'told anew') await pause(10)
      await source.close()
    }
  })

  test.each([
    ['the primary', 0],
    ['the replica', 1]
  ])('filter by what the first of them has, which is %s, however far the replica is behind', async (_, first) => {
    const urls = [primary.url, replica.url] as const
    const ordered = first === 0 ? urls : ([urls[1], urls[0]] as const)
    const server = await startServer({ config: { data: { kind: 'postgres', urls: ordered }, cacheMaxBytes: 2 ** 24 } })
    const replay = (what: 'pause' | 'resume') => onPostgres(replica.url, `SELECT pg_wal_replay_${what}()`)
    let asked = 0
    /** Each time another condition, so that it is no answer from the cache. */
    const posts = async () => {
      const { data, errors } = await server.query<{ posts: { totalCount: number } }>(
        `{ posts(filter: { likes: { max: ${1_000_000 + ++asked} }, hashtags: { anyOf: ["lagging${first}"] } }) { totalCount } }`
      )
      expect(errors).toBeUndefined()
      return data?.posts.totalCount
    }
    const postsOf = (isPrivate: boolean) =>
      Array.from({ length: 30 }, (_, index) => ({
        id: String(7_100_000_000_000_000_000n + BigInt(1_000 * first + index)),
        text: `post ${index} #lagging${first}`,
        createTime: 1_650_000_000 + index,
        authorMeta: { id: String(50_000 + first), name: `lagging${first}`, privateAccount: isPrivate },
        hashtags: [{ id: String(900 + first), name: `lagging${first}` }],
        collectedAt: isPrivate ? 1_700_000_100 : 1_700_000_000,
        diggCount: index
      }))
    const imports = async (isPrivate: boolean) => {
      const file = join(folder, `lagging${first}${isPrivate}.json`)
      writeFileSync(file, JSON.stringify(postsOf(isPrivate)))
      await importFiles({ inputs: [file], path: primary.url })
    }
    /** From some answer on it is always the same one, whichever server is asked. */
    const settlesAt = async (expected: number) => {
      await expect.poll(posts).toBe(expected)
      for (let turn = 0; turn < 40; turn += 1) expect(await posts()).toBe(expected)
    }
    try {
      expect(await posts()).toBe(0)
      await replay('pause')
      await imports(false)
      await settlesAt(first === 0 ? 30 : 0)
      await replay('resume')
      await settlesAt(30)
      await replay('pause')
      await imports(true)
      await settlesAt(first === 0 ? 0 : 30)
      await replay('resume')
      await settlesAt(0)
    } finally {
      await replay('resume')
      await server.close()
    }
  })
})
