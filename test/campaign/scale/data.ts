import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { GatewayKeys } from '../../../src/http/gateway-keys.ts'
import { Cursors } from '../../../src/services/cursors.ts'
import type { FeedKind } from '../../../src/source/source.ts'
import { openSqlite } from '../../../src/source/sql/sqlite.ts'
import { mostResidentMiB } from '../../process-figures.ts'
import { testKey } from '../../server.ts'

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))

/** What it took to make a data set. */
export type Seeding = { seconds: number; mostMiB: number }
export type Made = { posts: number; path: string; seeding: Seeding; bytes: number }

/** Makes the data set of so many posts in a process of its own; one that is there already is taken, with what was told of its making. */
export const makeData = async (folder: string, posts: number): Promise<Made> => {
  const path = join(folder, `${posts}.db`)
  const told = join(folder, `${posts}.json`)
  if (!existsSync(path) || !existsSync(told)) writeFileSync(told, JSON.stringify(await seed(path, posts)))
  return { posts, path, seeding: JSON.parse(readFileSync(told, 'utf8')) as Seeding, bytes: statSync(path).size }
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
      // Behind the last one nothing follows.
      const positions = page === null ? [] : page.positions.slice(from - 1, page.next === null ? -pageSize : undefined)
      return positions.map((position) => cursors.seal(kind, key, position))
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
