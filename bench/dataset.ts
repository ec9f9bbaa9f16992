import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { seedDataset, seedDefaults } from '../src/ingest/seed/seed.ts'
import type { HashtagUse, Post } from '../src/records/post.ts'
import type { UserProfile } from '../src/records/user-profile.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { programIn } from './program.ts'

/** What pictures are addressed under, the same for every server so that their answers are equal. */
export const mediaBase = 'http://media.bench'

/**
 * The records of one file in the tables that another checkout made, as far as both have the same columns. What is made from records, such as
 * full text, stays that of others.
 */
const putRecords = (from: string, into: string): void => {
  const db = new DatabaseSync(into)
  db.exec('PRAGMA foreign_keys = OFF')
  db.prepare('ATTACH ? AS records').run(from)
  const texts = (sql: string, ...values: string[]) =>
    db
      .prepare(sql)
      .all(...values)
      .map(({ name }) => String(name))
  const tablesOf = (schema: string) =>
    texts("SELECT name FROM pragma_table_list WHERE schema = ? AND type = 'table' AND name NOT LIKE 'sqlite%'", schema)
  const columnsOf = (schema: string, table: string) => texts('SELECT name FROM pragma_table_info(?, ?)', table, schema)
  const known = tablesOf('records')
  db.exec('BEGIN')
  for (const table of tablesOf('main').filter((name) => known.includes(name))) {
    const told = columnsOf('records', table)
    const columns = columnsOf('main', table).filter((name) => told.includes(name))
    db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM records.${table}`)
  }
  db.exec('COMMIT; VACUUM main')
  db.close()
}

/** A data set of a size in a folder of its own, and the same in the form that another checkout gives it. */
export const makeDataset = (
  size: { users: number; posts: number },
  against?: string
): { path: string; before: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-bench-'))
  const [path, before] = [join(folder, 'bench.db'), join(folder, 'before.db')]
  seedDataset({ path, ...seedDefaults, ...size })
  if (against !== undefined) {
    execFileSync(process.execPath, [programIn(against), 'seed', '--out', before], { stdio: 'ignore' })
    putRecords(path, before)
  }
  return { path, before, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export type Creator = { profile: UserProfile; posts: readonly Post[] }
export type Tag = { tag: HashtagUse; posts: readonly Post[] }

/** What the queries can reach, in memory. Posts are newest first, in the order the graph shows them. */
export type Dataset = {
  /** By handle in lower case. */
  creators: ReadonlyMap<string, Creator>
  /** By id. */
  hashtags: ReadonlyMap<string, Tag>
}

/** Reads the file through the project's own source, so that peers hold the very records clipgraph serves. */
export const loadDataset = async (path: string): Promise<Dataset> => {
  const source = openSqlite({ path, mediaBase: () => mediaBase })
  const db = new DatabaseSync(path, { readOnly: true })
  const { signal } = new AbortController()
  const shared = new Map<string, Post>()
  const postsOf = async (kind: 'userPosts' | 'hashtagPosts', key: string): Promise<Post[]> => {
    const page = await source.page(kind, key, { count: 1_000_000, after: null }, signal)
    return (page?.items ?? []).map((post) => {
      const known = shared.get(post.post_id ?? '')
      if (known === undefined) shared.set(post.post_id ?? '', post)
      return known ?? post
    })
  }

  const handles = db.prepare('SELECT handle FROM users ORDER BY pk').all()
  const creators = new Map<string, Creator>()
  for (const key of handles.map((row) => String(row.handle))) {
    const [profile] = await source.lookUp('user', [key], signal)
    if (profile == null || profile instanceof Error) throw new Error(`no profile for ${key}`)
    creators.set(key, { profile, posts: await postsOf('userPosts', key) })
  }
  const hashtags = new Map<string, Tag>()
  for (const { hashtag_id, name } of db.prepare('SELECT hashtag_id, name FROM hashtags ORDER BY pk').all()) {
    const id = String(hashtag_id)
    hashtags.set(id, { tag: { id, name: String(name) }, posts: await postsOf('hashtagPosts', id) })
  }
  db.close()
  await source.close()
  return { creators, hashtags }
}
