import { createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../src/core/errors.ts'
import { writeQuery } from '../src/engines/filters/query.ts'
import { examples } from '../src/services/examples.ts'
import type { PoolState } from '../src/store/pool-state.ts'
import { openPostgres, type PostgresOptions } from '../src/store/postgres/postgres.ts'
import type { ServerEvent } from '../src/store/postgres/servers.ts'
import type { Source } from '../src/store/source.ts'
import { closedAfter } from './closed-after.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { connectTo, createDatabase, fillDatabase, hasNoPostgres, type OwnDatabase, onPostgres } from './own-postgres.ts'
import { startServer } from './server.ts'

const { signal } = new AbortController()

const kept = closedAfter()

const codeOf = async (read: Promise<unknown>): Promise<string> =>
  read.then(
    () => 'answered',
    (error: unknown) => (error instanceof ApiError ? error.code : String(error))
  )

describe.skipIf(hasNoPostgres)('a PostgreSQL in trouble', () => {
  let database: OwnDatabase
  beforeAll(async () => {
    database = await fillDatabase()
  })
  afterAll(() => database.close())

  const open = (options: Partial<PostgresOptions> = {}): Source =>
    kept(openPostgres({ urls: [database.url], mediaBase: () => null, ...options }))
  const profile = (source: Source, by = signal) => source.lookUp('user', [examples.username], by)

  /** Nobody reads users until it is let go. */
  const lockUsers = async (): Promise<{ letGo(): Promise<void> }> => {
    const client: pg.Client = await connectTo(database.url)
    kept({ close: () => client.end() })
    await client.query('BEGIN; LOCK TABLE clipgraph.users IN ACCESS EXCLUSIVE MODE')
    return {
      letGo: async () => {
        await client.query('ROLLBACK')
      }
    }
  }
  const connections = async (where = 'true'): Promise<number> => {
    const [row] = await onPostgres(
      database.url,
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'clipgraph' AND ${where}`
    )
    return Number(row?.n)
  }
  const waiting = () => connections("wait_event_type = 'Lock'")

  test('a statement that takes too long ends, with an error that says so', async () => {
    const source = open()
    const { letGo } = await lockUsers()
    expect(await codeOf(profile(source))).toBe('UPSTREAM_TIMEOUT')
    expect(await waiting()).toBe(0)
    await letGo()
    expect(await codeOf(profile(source))).toBe('answered')
  })

  test('who leaves waits for nothing, and the statement ends on the server too', async () => {
    const source = open()
    await lockUsers()
    const leaving = new AbortController()
    const read = codeOf(profile(source, leaving.signal))
    await expect.poll(waiting).toBe(1)
    leaving.abort(new ApiError('UNAVAILABLE'))
    expect(await read).toBe('UNAVAILABLE')
    // The limit of time would leave its connection behind.
    await expect.poll(() => connections()).toBe(0)
  })

  test('what is asked in one turn is one statement: who leaves leaves alone, and the last takes it along', async () => {
    const source = open()
    const { letGo } = await lockUsers()
    const ask = () => {
      const leaving = new AbortController()
      return { read: codeOf(profile(source, leaving.signal)), leave: () => leaving.abort(new ApiError('UNAVAILABLE')) }
    }
    const [first, second] = [ask(), ask()]
    const page = codeOf(source.page('userPosts', examples.username, { count: 1, after: null }, signal))
    await expect.poll(waiting).toBe(2)
    first.leave()
    expect(await first.read).toBe('UNAVAILABLE')
    await letGo()
    expect([await second.read, await page]).toEqual(['answered', 'answered'])

    await lockUsers()
    const others = [ask(), ask(), ask()]
    await expect.poll(waiting).toBe(1)
    for (const { leave } of others) leave()
    expect(await Promise.all(others.map(({ read }) => read))).toEqual(others.map(() => 'UNAVAILABLE'))
    await expect.poll(waiting).toBe(0)
  })

  test('who leaves a statement that ends by itself leaves its connection to others', async () => {
    const source = open({ maxConnections: 1 })
    await profile(source)
    const backend =
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'clipgraph'"
    const before = await onPostgres(database.url, backend)
    const leaving = new AbortController()
    const read = codeOf(profile(source, leaving.signal))
    await Promise.resolve()
    leaving.abort(new ApiError('UNAVAILABLE'))
    expect(await read).toBe('UNAVAILABLE')
    expect(await codeOf(profile(source))).toBe('answered')
    expect(await onPostgres(database.url, backend)).toEqual(before)
  })

  test('there are never more connections than are allowed, and who waits too long is told to come back', async () => {
    let state = (): PoolState => ({ connected: 0, free: 0, running: 0, queued: 0 })
    const source = open({
      maxConnections: 2,
      measurePool: (measured) => {
        state = measured
      }
    })
    const { letGo } = await lockUsers()
    const reads: Promise<string>[] = []
    for (let turn = 0; turn < 20; turn += 1) {
      // Those of one turn would be one statement.
      reads.push(codeOf(profile(source)))
      await setImmediate()
    }
    await expect.poll(waiting).toBe(2)
    expect(state()).toEqual({ connected: 2, free: 0, running: 2, queued: 18 })
    expect(await connections()).toBe(2)
    const codes = await Promise.all(reads)
    expect(codes.filter((code) => code === 'UPSTREAM_TIMEOUT')).toHaveLength(2)
    expect(codes.filter((code) => code === 'UNAVAILABLE')).toHaveLength(18)
    await letGo()
    expect(await codeOf(profile(source))).toBe('answered')
  })

  test('a connection that ends beneath a read is replaced, and the read is answered', async () => {
    const source = open()
    const { letGo } = await lockUsers()
    const read = codeOf(profile(source))
    await expect.poll(waiting).toBe(1)
    await onPostgres(
      database.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'clipgraph'`
    )
    await letGo()
    expect(await read).toBe('answered')
  })

  test('a database that goes and comes back is asked again, and meanwhile nobody waits for it', async () => {
    const proxy = kept(await startFaultProxy(database.url))
    const source = open({ urls: [through(proxy.url)] })
    expect(await codeOf(profile(source))).toBe('answered')
    await proxy.set({ kind: 'refusal' })
    expect(await codeOf(profile(source))).toBe('UNAVAILABLE')
    // Three failures in a row, two of each read.
    await codeOf(profile(source))
    expect(await codeOf(profile(source))).toBe('UNAVAILABLE')
    await expect(source.ready(signal)).rejects.toThrow(/failed just now/)
    await proxy.set({ kind: 'none' })
    await expect.poll(() => codeOf(profile(source))).toBe('answered')
  })

  test('a server that says nothing is given up', async () => {
    const proxy = kept(await startFaultProxy(database.url))
    await proxy.set({ kind: 'blackhole' })
    const source = open({ urls: [through(proxy.url)] })
    expect(await codeOf(profile(source))).toBe('UPSTREAM_TIMEOUT')
  })

  test('a replica that fails is left out and taken back, and every read is answered', async () => {
    const proxy = kept(await startFaultProxy(database.url))
    const events: ServerEvent[] = []
    const source = open({ urls: [database.url, through(proxy.url)], observe: (event) => events.push(event) })
    const read = async () => expect(await codeOf(profile(source))).toBe('answered')
    for (let reads = 0; reads < 4; reads += 1) await read()
    expect(proxy.counts.requests).toBeGreaterThan(0)
    await proxy.set({ kind: 'refusal' })
    for (let reads = 0; reads < 20; reads += 1) await read()
    expect(events).toEqual([{ server: 2, isLeftOut: true }])
    await proxy.set({ kind: 'none' })
    await expect
      .poll(() => events)
      .toEqual([
        { server: 2, isLeftOut: true },
        { server: 2, isLeftOut: false }
      ])
    const before = proxy.counts.requests
    for (let reads = 0; reads < 4; reads += 1) await read()
    expect(proxy.counts.requests).toBeGreaterThan(before)
  })

  test('a scan is answered while the first server fails, also where that has never answered or has other data', async () => {
    const proxy = kept(await startFaultProxy(database.url))
    const other = kept(await fillDatabase())
    await onPostgres(other.url, "UPDATE clipgraph.generation SET id = 'another'")
    for (const [second, begins] of [
      [database.url, 'refusal'],
      [other.url, 'none']
    ] as const) {
      await proxy.set({ kind: begins })
      const source = open({ urls: [through(proxy.url), second], watchMs: 60_000 })
      let asked = 0
      const scan = () => {
        const where = { number: 'plays', min: ++asked, max: null, not: false } as const
        const query = writeQuery({ of: null, where, order: 'PLAYS' })
        return codeOf(source.page('filteredPosts', query, { count: 5, after: null }, signal))
      }
      await source.ready(signal)
      if (begins === 'none') expect(await scan()).toBe('answered')
      await proxy.set({ kind: 'refusal' })
      for (let reads = 0; reads < 6; reads += 1) expect(await scan()).toBe('answered')
    }
  })

  const through = (proxy: string): string => {
    const url = new URL(database.url)
    url.host = new URL(proxy).host
    return url.href
  }

  test('a role that may only read is enough, with what migrate says it needs', async () => {
    const role = `clipgraph_reader_${new URL(database.url).pathname.slice(-12)}`
    await onPostgres(
      database.url,
      `CREATE ROLE ${role} LOGIN; GRANT USAGE ON SCHEMA clipgraph TO ${role};
       GRANT SELECT ON ALL TABLES IN SCHEMA clipgraph TO ${role}`
    )
    kept({ close: () => onPostgres(database.url, `DROP OWNED BY ${role}; DROP ROLE ${role}`) })
    const url = new URL(database.url)
    url.username = role
    const source = open({ urls: [url.href] })
    expect(await codeOf(profile(source))).toBe('answered')
    await onPostgres(database.url, `REVOKE SELECT ON clipgraph.users FROM ${role}`)
    expect(await codeOf(profile(source))).toBe('UPSTREAM_ERROR')
  })

  test('a wrong password keeps the server from starting, and is shown to nobody', async () => {
    const url = await refusingPassword()
    const started = startServer({ config: { data: { kind: 'postgres', urls: [url] } } })
    const error = await started.then(
      () => null,
      (reason: unknown) => reason
    )
    expect(String(error)).toMatch(/does not let this user in.*28P01.*password/)
    expect(JSON.stringify(error) + String(error)).not.toContain('sekret')
  })

  test.each([
    ['no tables', 'DROP TABLE clipgraph.store_version', /no tables of clipgraph.*migrate/],
    ['no version of them', 'DELETE FROM clipgraph.store_version', /no tables of clipgraph.*migrate/],
    ['others', 'UPDATE clipgraph.store_version SET version = 123456789', /another version.*migrate/],
    ['newer ones', 'UPDATE clipgraph.store_version SET version = 1000', /newer version.*bring this one up to date/]
  ])('with %s the server does not start, and says what to do', async (_, sql, message) => {
    const other = kept(await createDatabase())
    const { migrate } = await import('../src/store/postgres/migrate.ts')
    await migrate(other.url, null)
    await onPostgres(other.url, sql)
    await expect(startServer({ config: { data: { kind: 'postgres', urls: [other.url] } } })).rejects.toThrow(message)
  })

  test('the server starts without its database, says so in no answer, and is ready when that comes', async () => {
    const proxy = kept(await startFaultProxy(database.url))
    await proxy.set({ kind: 'refusal' })
    const server = kept(await startServer({ config: { data: { kind: 'postgres', urls: [through(proxy.url)] } } }))
    const { status, body } = await server.get(`/api/v1/users/${examples.username}`)
    expect(status).toBeGreaterThanOrEqual(500)
    expect(JSON.stringify(body)).not.toMatch(/postgres|127\.0\.0\.1|DATA_URL/i)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    await proxy.set({ kind: 'none' })
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
    await expect.poll(async () => (await server.get(`/api/v1/users/${examples.username}`)).status).toBe(200)
  })

  /** A server that asks for a password and takes none. */
  const refusingPassword = async (): Promise<string> => {
    const message = (type: string, body: Buffer) => {
      const length = Buffer.alloc(4)
      length.writeInt32BE(body.length + 4)
      return Buffer.concat([Buffer.from(type), length, body])
    }
    const listener = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write(message('R', Buffer.from([0, 0, 0, 3])))
        socket.once('data', () => {
          const fields = 'SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user "clips"\0\0'
          socket.end(message('E', Buffer.from(fields)))
        })
      })
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    kept({ close: async () => listener.close() })
    const address = listener.address()
    return `postgres://clips:sekret@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/clips`
  }
})
