import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { row } from './dataset.ts'
import { isLeftOut } from './ignored-terms.ts'
import { isListening } from './own-redis.ts'
import { startServer, type TestServerOptions } from './server.ts'

const hasNoRedis = isLeftOut(
  await isListening(6379),
  'new data and a shared cache, as no Redis answers on 127.0.0.1:6379'
)

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const { username } = row<{ username: string }>('SELECT username FROM users ORDER BY followers DESC LIMIT 1')

/** What an import does at its end, as far as a server can see it: other rows, and another generation. */
const write = async (path: string, name: string): Promise<void> => {
  const db = new DatabaseSync(path)
  try {
    await writeAhead(db)
    db.exec('BEGIN')
    db.prepare('UPDATE users SET display_name = ? WHERE username = ?').run(name, username)
    db.prepare('UPDATE generation SET id = ?').run(name)
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}

/** The lock may be with the server, which gives it back now and then. */
const writeAhead = async (db: DatabaseSync): Promise<void> => {
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!String(error).includes('locked')) throw error
      await pause(5)
    }
  }
}

const start = async (options: TestServerOptions = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-new-data-'))
  const path = join(folder, 'data.db')
  copyFileSync(inject('defaultDataset'), path)
  const server = await startServer({ dataset: path, ...options })
  closing.push(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  const shown = async () => {
    const [rest, graph] = await Promise.all([
      server.get<{ display_name: string }>(`/api/v1/users/${username}`),
      server.query<{ user: { displayName: string } }>(`{ user(by: { username: "${username}" }) { displayName } }`)
    ])
    return { rest: rest.body.data.display_name, graph: graph.data?.user.displayName, cached: rest.body.meta.cached }
  }
  /** Asks until both surfaces say so: nothing tells clients when a server has looked. */
  const saysInTheEnd = (name: string) =>
    expect.poll(shown, { timeout: 30_000, interval: 50 }).toMatchObject({ rest: name, graph: name })
  /** Often enough that whole answers are kept. */
  const warmUp = async () => {
    for (let times = 0; times < 4; times += 1) await shown()
    expect(await shown()).toMatchObject({ cached: true })
  }
  return { path, folder, server, shown, saysInTheEnd, warmUp }
}

describe('a running server', () => {
  test('shows what was imported into its data set, although it had older answers ready', async () => {
    const { path, warmUp, saysInTheEnd } = await start()
    for (const name of ['The first import', 'The second import']) {
      await warmUp()
      await write(path, name)
      await saysInTheEnd(name)
    }
  })

  test('goes on with a data set that takes the place of the one it opened', async () => {
    const { path, folder, warmUp, saysInTheEnd } = await start()
    await warmUp()
    const next = join(folder, 'next.db')
    copyFileSync(path, next)
    await write(next, 'Another file')
    renameSync(next, path)
    await saysInTheEnd('Another file')
  })

  test('keeps the data it has while what lies in their place cannot be read', async () => {
    const { path, folder, shown, saysInTheEnd } = await start()
    const before = await shown()
    const next = join(folder, 'next.db')
    copyFileSync(path, next)
    const broken = join(folder, 'broken.db')
    writeFileSync(broken, 'no data set\n'.repeat(100))
    renameSync(broken, path)
    // By the time a good one is seen, the broken one was looked at, or was never there to be seen.
    expect(await shown()).toMatchObject({ rest: before.rest, graph: before.graph })
    await write(next, 'A good one')
    renameSync(next, path)
    await saysInTheEnd('A good one')
  })

  test.skipIf(hasNoRedis)('takes nothing older from a cache that replicas share', async () => {
    const { path, shown, warmUp, saysInTheEnd } = await start({
      config: { cache: { kind: 'redis', url: 'redis://127.0.0.1:6379' } }
    })
    await expect.poll(shown, { timeout: 30_000 }).toMatchObject({ cached: true })
    await warmUp()
    await write(path, 'Told to all replicas')
    await saysInTheEnd('Told to all replicas')
  })
})
