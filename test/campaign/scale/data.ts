import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { copyDataset } from '../../../src/ingest/postgres/copy.ts'
import { Cursors } from '../../../src/services/cursors.ts'
import type { FeedKind } from '../../../src/store/kinds.ts'
import { migrate } from '../../../src/store/postgres/migrate.ts'
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts'
import { GatewayKeys } from '../../../src/surfaces/http/gateway-keys.ts'
import { createDatabase, onPostgres } from '../../own-postgres.ts'
import { mostResidentMiB } from '../../process-figures.ts'
import { testKey } from '../../server.ts'

const main = fileURLToPath(new URL('../../../src/commands/main.js', import.meta.url))

/** What it took to make a data set. */
export type Seeding = { seconds: number; mostMiB: number }
/** `data`: what a server reads, as DATA_URL names it. `bytes`: what it takes there. */
export type Made = {
  posts: number
  path: string
  data: string
  seeding: Seeding
  bytes: number
  /** Posts a second that an import gathers into an empty store of the same kind. */
  importRate: number
  /** Removes what is not in the folder. */
  remove(): Promise<void>
}
export type StoreName = 'sqlite' | 'postgres'

/** Makes the data set of so many posts in a process of its own; one that is there already is taken, with what was told of its making. */
export const makeData = async (folder: string, posts: number, store: StoreName): Promise<Made> => {
  const path = join(folder, `${posts}.db`)
  const told = join(folder, `${posts}.json`)
  if (!existsSync(path) || !existsSync(told)) writeFileSync(told, JSON.stringify(await seed(path, posts)))
  const seeding = JSON.parse(readFileSync(told, 'utf8')) as Seeding
  const feed = join(folder, `${posts}.ndjson`)
  const records = await writeFeed(path, feed)
  if (store === 'sqlite') {
    const gathered = join(folder, `${posts}-gathered.db`)
    const importRate = records / (await gather(feed, gathered))
    rmSync(gathered)
    rmSync(feed)
    const bytes = statSync(path).size
    return { ...{ posts, path, seeding, bytes, importRate }, data: `sqlite:${path}`, remove: async () => {} }
  }
  const empty = await createDatabase()
  await migrate(empty.url, null)
  const importRate = records / (await gather(feed, empty.url))
  await empty.close()
  rmSync(feed)
  const { url, close } = await createDatabase()
  await migrate(url, null)
  await copyDataset(path, url, () => {})
  const [size] = await onPostgres(url, 'SELECT pg_database_size(current_database())::float8 AS bytes')
  return { ...{ posts, path, seeding, importRate }, data: url, bytes: Number(size?.bytes), remove: close }
}

/** What a collector would have written of the posts of all creators: as records of the project's own, a line each. Tells how many. */
const writeFeed = async (path: string, feed: string): Promise<number> => {
  const data = openData(path)
  const file = openSync(feed, 'w')
  let records = 0
  for (const handle of data.texts('SELECT handle FROM users ORDER BY pk')) {
    const posts = await data.posts(handle)
    writeSync(file, posts.map((post) => `${JSON.stringify(post)}\n`).join(''))
    records += posts.length
  }
  closeSync(file)
  await data.close()
  return records
}

/** Imports in a process of its own; seconds. */
const gather = async (feed: string, into: string): Promise<number> => {
  const began = performance.now()
  const child = spawn(process.execPath, [main, 'import', feed, '--into', into], {
    stdio: ['ignore', 'ignore', 'inherit']
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${feed} could not be imported`)
  return (performance.now() - began) / 1_000
}

const seed = async (path: string, posts: number): Promise<Seeding> => {
  // As many creators for each post as the default data set has.
  const size = ['--posts', String(posts), '--users', String(Math.max(1, posts / 20))]
  const began = performance.now()
  const child = spawn(process.execPath, [main, 'seed', '--out', path, ...size], {
    stdio: ['ignore', 'ignore', 'inherit']
  })
  const { value, mostMiB } = await mostResidentMiB(child.pid ?? 0, () => once(child, 'exit'))
  if (value[0] !== 0) throw new Error(`${path} could not be made`)
  return { seconds: (performance.now() - began) / 1_000, mostMiB }
}

/** What a server of this project takes for cursors of its own, as long as it has this key. */
const cursors = new Cursors(new GatewayKeys([testKey]).hashes)

/** A data set to look for things to ask about. */
export const openData = (path: string) => {
  const db = new DatabaseSync(path, { readOnly: true })
  const source = openSqlite({ path, mediaBase: () => null })
  const idle = new AbortController().signal
  return {
    /** First columns of the rows. */
    texts(sql: string): string[] {
      const statement = db.prepare(sql)
      statement.setReturnArrays(true)
      // The declarations know nothing of rows as arrays.
      return (statement.all() as unknown as unknown[][]).map(([first]) => String(first))
    },
    /** Cursors that go on behind elements of a feed, from one number on, as many as there are up to a number. */
    async cursors(kind: FeedKind, key: string, from: number, count: number): Promise<string[]> {
      const page = await source.page(kind, key, { count: from + count, after: null }, idle)
      // After the last one nothing follows.
      const positions = page === null ? [] : page.positions.slice(from - 1, page.next === null ? -pageSize : undefined)
      return positions.map((position) => cursors.seal(kind, key, position))
    },
    async posts(handle: string) {
      const page = await source.page('userPosts', handle, { count: 1_000_000, after: null }, idle)
      return page?.items ?? []
    },
    cursor: (kind: FeedKind, key: string, position: string) => cursors.seal(kind, key, position),
    async close() {
      db.close()
      await source.close()
    }
  }
}
export type Data = ReturnType<typeof openData>

/** Elements of a page that is somewhere down a feed. */
export const pageSize = 20
