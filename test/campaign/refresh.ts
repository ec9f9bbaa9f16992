import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { refreshIndex } from '../../src/ingest/sqlite/search-refresh.ts'

/**
 * What it takes to bring search up to date, in processor time, beside building it anew:
 * `node test/campaign/refresh.ts data.db`, on copies of a data set that `seed` made.
 */
const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('the path of a data set is missing')

const some = (posts: number) => `SELECT pk FROM posts ORDER BY (pk * 7919) % (SELECT max(pk) FROM posts) LIMIT ${posts}`

const change = (db: DatabaseSync, posts: number): void =>
  db.exec(`INSERT INTO search_stale SELECT 1, pk FROM (${some(posts)});
    UPDATE all_posts SET plays = coalesce(plays, 0) * 3 + 10 WHERE pk IN (SELECT pk FROM search_stale WHERE kind = 1)`)

const add = (db: DatabaseSync, posts: number): void => {
  const columns = db
    .prepare("SELECT name FROM pragma_table_info('all_posts')")
    .all()
    .map(({ name }) => String(name))
  const last = Number(db.prepare('SELECT max(pk) AS last FROM posts').get()?.last)
  const others = new Map([
    ['pk', `pk + ${last}`],
    ['post_id', "post_id || 'n'"],
    // Other words, as other posts have them.
    ['caption', "replace(caption, 'a', 'ak')"]
  ])
  db.exec(`INSERT INTO all_posts (${columns}) SELECT ${columns.map((name) => others.get(name) ?? name)}
      FROM posts WHERE pk IN (${some(posts)});
    INSERT INTO search_stale SELECT 1, pk FROM posts WHERE pk > ${last}`)
}

const folder = mkdtempSync(join(tmpdir(), 'refresh-'))
const measured: Record<string, number[]> = {}
const measure = (name: string, prepare: (db: DatabaseSync) => void): void => {
  const copy = join(folder, 'data.db')
  copyFileSync(path, copy)
  const db = new DatabaseSync(copy, { enableForeignKeyConstraints: false })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; BEGIN')
  prepare(db)
  db.exec('COMMIT')
  const before = process.cpuUsage()
  refreshIndex(db)
  const { user, system } = process.cpuUsage(before)
  db.close()
  for (const ending of ['', '-wal', '-shm']) rmSync(copy + ending, { force: true })
  measured[name] = [...(measured[name] ?? []), (user + system) / 1e6]
}

for (let time = 0; time < 3; time += 1) {
  measure('500 new posts', (db) => add(db, 500))
  measure('20,000 changed posts', (db) => change(db, 20_000))
  measure('built anew', (db) => db.exec('DELETE FROM search_sizes'))
}
rmSync(folder, { recursive: true })
for (const [name, seconds] of Object.entries(measured)) {
  const median = seconds.toSorted((a, b) => a - b)[1] ?? 0
  process.stdout.write(`${name}: ${median.toFixed(1)} s of processor time\n`)
}
