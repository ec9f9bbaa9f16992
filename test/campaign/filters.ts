import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import fc from 'fast-check'
import { Cache } from '../../src/cache/cache.ts'
import { Reads } from '../../src/cache/reads.ts'
import { Memory } from '../../src/core/memory.ts'
import { Scope } from '../../src/core/scope.ts'
import { type PostQuery, type UserQuery, writeQuery } from '../../src/engines/filters/query.ts'
import { copyDataset } from '../../src/ingest/postgres/copy.ts'
import { Cursors } from '../../src/services/cursors.ts'
import type { Deps } from '../../src/services/operation.ts'
import { readPostList } from '../../src/services/post-lists.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import type { Source } from '../../src/store/source.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { anyPostQuery, anyUserQuery, postsOf, readWorld, usersOf, type World } from '../brute-force-filters.ts'
import { createDatabase, hasNoPostgres } from '../own-postgres.ts'
import { defaultDataset } from './default-dataset.ts'

/**
 * Compares random filters, orders and page sizes with loops over all rows: on SQLite, on PostgreSQL where one runs, and over a source that
 * does not filter, as an upstream is. `--filters 200` compares that many on each; `--seed 7` compares others.
 */
const { values } = parseArgs({
  options: { filters: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } }
})
const numRuns = Number(values.filters)
const seed = Number(values.seed)
const say = (text: string) => process.stdout.write(`${text}\n`)
const { signal } = new AbortController()

type Asked = { query: PostQuery | UserQuery; count: number; page: number }
/** The ids of a page of a list; null when the list does not exist. */
type ReadIds = (asked: Asked, after: string | null) => Promise<{ ids: string[]; next: string | null } | null>

const isOfPosts = (query: PostQuery | UserQuery): query is PostQuery => 'of' in query

const expectedOf = (world: World, query: PostQuery | UserQuery): string[] | null =>
  isOfPosts(query)
    ? (postsOf(world, query)?.map(({ id }) => id) ?? null)
    : usersOf(world, query).map(({ username }) => username)

/** Walks to a page and compares every page on the way. */
const compare = async (world: World, asked: Asked, read: ReadIds): Promise<void> => {
  const expected = expectedOf(world, asked.query)
  let after: string | null = null
  for (let page = 0; page <= asked.page; page += 1) {
    const found = await read(asked, after)
    const wanted = expected?.slice(page * asked.count, (page + 1) * asked.count) ?? null
    if (!isDeepStrictEqual(found?.ids ?? null, wanted)) {
      throw new Error(
        `page ${page} of ${asked.count}: ${JSON.stringify(asked.query)}: ${found?.ids} instead of ${wanted}`
      )
    }
    after = found?.next ?? null
    if (after === null) return
  }
}

const campaign = async (title: string, world: World, query: fc.Arbitrary<PostQuery | UserQuery>, read: ReadIds) => {
  const began = performance.now()
  const asked = fc.record({ query, count: fc.integer({ min: 1, max: 50 }), page: fc.nat({ max: 3 }) })
  await fc.assert(
    fc.asyncProperty(asked, (each) => compare(world, each, read)),
    { numRuns, seed }
  )
  say(
    `${title}: ${numRuns} filters answered as by loops over all rows, ${Math.round((performance.now() - began) / 1_000)} s`
  )
}

const idOf = (item: object): string => String('username' in item ? item.username : 'post_id' in item && item.post_id)

const bySource =
  (source: Source): ReadIds =>
  async ({ query, count }, after) => {
    const kind = isOfPosts(query) ? 'filteredPosts' : 'filteredUsers'
    const page = await source.page(kind, writeQuery(query), { count, after }, signal)
    return page && { ids: page.items.map(idOf), next: page.next }
  }

/** Lists of owners, read page by page by the services. */
const byWalk = (source: Source): ReadIds => {
  const cache = new Cache({ memory: new Memory(64 * 2 ** 20) })
  const deps: Deps = {
    reads: new Reads({ source: { ...source, hasFilters: () => false }, cache }),
    cursors: new Cursors([Buffer.alloc(32)]),
    now: Date.now,
    maxScan: 30_000
  }
  return async ({ query, count }, cursor) => {
    if (!isOfPosts(query) || query.of === null) throw new Error('only lists of owners can be walked')
    const scope = new Scope({ requestId: 'filters', startedAt: Date.now(), signal })
    const request = { ...query, count, cursor }
    const read = async () => readPostList(deps, scope, { of: query.of, what: 'The list' }, request)
    const page = await read().catch(isMissing)
    return page === null ? null : { ids: page.items.map(idOf), next: page.cursor }
  }
}
const isMissing = (error: unknown): null => {
  if (error instanceof Error && 'code' in error && error.code === 'NOT_FOUND') return null
  throw error
}

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-filters-'))
const path = await defaultDataset(folder)
const db = new DatabaseSync(path, { readOnly: true })
const world = await readWorld(async (sql) => db.prepare(sql).all())
db.close()
const any = fc.oneof({ arbitrary: anyPostQuery(world), weight: 4 }, anyUserQuery(world))

const source = openSqlite({ path, mediaBase: () => null })
await campaign('SQLite', world, any, bySource(source))
/** Records do not name their place, and do not say what their counts were, nor what their authors are. */
const walked = anyPostQuery(world).filter(
  ({ of, where, order }) =>
    of !== null && !order?.includes('GROWTH') && !/"place"|"growth_|"author":/.test(JSON.stringify(where))
)
await campaign('A source without filters', world, walked, byWalk(source))
await source.close()

if (hasNoPostgres) say('PostgreSQL: skipped, as none runs')
else {
  const database = await createDatabase()
  await migrate(database.url, null)
  await copyDataset(path, database.url, () => {})
  const postgres = openPostgres({ urls: [database.url], mediaBase: () => null })
  await postgres.ready(signal)
  await campaign('PostgreSQL', world, any, bySource(postgres))
  await postgres.close()
  await database.close()
}
rmSync(folder, { recursive: true, force: true })
process.exit(0)
