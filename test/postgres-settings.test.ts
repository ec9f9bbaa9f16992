import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { writeQuery } from '../src/engines/filters/query.ts'
import { importFiles } from '../src/ingest/import.ts'
import { copyDataset } from '../src/ingest/postgres/copy.ts'
import { seedDataset } from '../src/ingest/seed/seed.ts'
import { connect } from '../src/store/postgres/client.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { changingFeed } from './changing-feed.ts'
import { closedAfter } from './closed-after.ts'
import { command } from './command.ts'
import { connectTo, createDatabase, hasNoPostgres, onPostgres } from './own-postgres.ts'

const kept = closedAfter()
const folder = mkdtempSync(join(tmpdir(), 'clipgraph-settings-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
const feed = join(folder, 'feed.json')
writeFileSync(feed, JSON.stringify(changingFeed(0, 700)))

/** A database whose connections begin with other settings. */
const databaseWith = async (settings: Readonly<Record<string, string>>): Promise<string> => {
  const { url } = kept(await createDatabase())
  const name = new URL(url).pathname.slice(1)
  for (const [setting, value] of Object.entries(settings)) {
    await onPostgres(url, `ALTER DATABASE ${name} SET ${setting} = '${value}'`)
  }
  return url
}

describe.skipIf(hasNoPostgres)('a PostgreSQL whose settings are', () => {
  const path = () => process.env.TEST_DATASET ?? inject('defaultDataset')
  const query = writeQuery({ of: null, where: { number: 'plays', min: 1_000, max: null, not: false }, order: 'PLAYS' })
  const request = { count: 20, after: null }
  const { signal } = new AbortController()

  test('limits of time for short statements is filled, exported and read all the same', async () => {
    const url = await databaseWith({
      ...{ statement_timeout: '100ms', lock_timeout: '1ms' },
      ...{ idle_in_transaction_session_timeout: '100ms', idle_session_timeout: '10s' }
    })
    await migrate(url, null)
    await copyDataset(path(), url, () => {})
    const { code, stderr } = await command(['copy', url, '--into', join(folder, 'copy.db')])
    expect({ code, stderr }).toMatchObject({ code: 0 })
    const source = kept(openPostgres({ urls: [url], mediaBase: () => null }))
    expect((await source.page('filteredPosts', query, request, signal))?.items).toHaveLength(20)
    expect((await importFiles({ inputs: [feed], path: url })).read.post).toBe(700)
    // An import may read its files for longer than that.
    const client = await connect(url)
    kept({ close: () => client.end() })
    expect((await client.query('SHOW idle_session_timeout')).rows).toEqual([{ idle_session_timeout: '0' }])
  })

  test('statements compiled at any cost runs those of an import as they are', async () => {
    const url = await databaseWith({ jit: 'on', jit_above_cost: '0' })
    const client = await connect(url)
    kept({ close: () => client.end() })
    const { rows } = await client.query<Record<string, string>>('EXPLAIN (ANALYZE) SELECT 1')
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('JIT')
  })

  test('other forms of bytes has the same columns, histories and exports', async () => {
    const url = await databaseWith({ bytea_output: 'escape' })
    await migrate(url, null)
    const path = join(folder, 'seeded.db')
    seedDataset({ path, users: 60, posts: 1_000, seed: 5, until: '2026-06-01' })
    await copyDataset(path, url, () => {})
    const [source, embedded] = [
      kept(openPostgres({ urls: [url], mediaBase: () => null })),
      kept(openSqlite({ path, mediaBase: () => null }))
    ]
    expect(await source.page('filteredPosts', query, request, signal)).toEqual(
      await embedded.page('filteredPosts', query, request, signal)
    )
    const all = (from: string) => command(['export', 'posts', '--from', from])
    expect((await all(url)).stdout === (await all(path)).stdout).toBe(true)
  })

  test('another form of lists is filled all the same', async () => {
    const url = await databaseWith({ array_nulls: 'off' })
    await migrate(url, null)
    expect((await importFiles({ inputs: [feed], path: url })).read.post).toBe(700)
  })

  test('work for several processes at no cost tells of new data once', async () => {
    const costs = { parallel_setup_cost: '0', parallel_tuple_cost: '0' }
    const sizes = { min_parallel_table_scan_size: '0', min_parallel_index_scan_size: '0' }
    const url = await databaseWith({ ...costs, ...sizes })
    await migrate(url, null)
    await importFiles({ inputs: [feed], path: url })
    const source = kept(openPostgres({ urls: [url], mediaBase: () => null }))
    let changes = 0
    source.onNewData?.(() => void changes++)
    await source.ready(signal)
    for (const min of [100, 200, 300]) {
      const where = { number: 'plays', min, max: null, not: false } as const
      await source.page('filteredPosts', writeQuery({ of: null, where, order: 'PLAYS' }), request, signal)
    }
    expect(changes).toBe(1)
  })

  test('another encoding is refused by name, whatever is asked of it', async () => {
    const made = "ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
    const { url } = kept(await createDatabase({ made }))
    for (const args of [
      ['migrate', '--into', url],
      ['import', feed, '--into', url],
      ['copy', path(), '--into', url],
      ['copy', url, '--into', join(folder, 'never.db')],
      ['export', 'users', '--from', url],
      ['serve']
    ]) {
      const { code, stdout, stderr } = await command(args, { env: { DATA_URL: url, PORT: '0' } })
      expect({ args, code, stdout, stderr }).toEqual({
        ...{ args, code: 1, stdout: '' },
        stderr: expect.stringMatching(/the database is not encoded in UTF8; make another one with: createdb/)
      })
    }
    const { code, stdout } = await command(['doctor'], { env: { DATA_URL: url, NO_COLOR: '1' } })
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/wrong +data .*not encoded in UTF8/) })
  })
})

test.skipIf(hasNoPostgres)('a statement of an import that somebody cancels is reported as that', async () => {
  const { url } = kept(await createDatabase())
  await migrate(url, null)
  const holder = await connectTo(url)
  kept({ close: () => holder.end() })
  await holder.query('BEGIN; LOCK TABLE clipgraph.all_posts IN ACCESS EXCLUSIVE MODE')
  const importing = importFiles({ inputs: [feed], path: url }).catch((error: unknown) => String(error))
  const cancelled = () =>
    onPostgres(
      url,
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    )
  await expect.poll(async () => (await cancelled()).length).toBeGreaterThan(0)
  const message = await importing
  expect(message).toMatch(/PostgreSQL gave up: canceling statement due to user request \(57014\)/)
  expect(message).not.toContain('two seconds')
})
