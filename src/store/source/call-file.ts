import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CallCounter } from './budget.ts'

/** Counts calls in a file, for all processes of one machine. A count is on disk before its call is made. */
export const openCallFile = (path: string, now: number): CallCounter => {
  mkdirSync(dirname(path), { recursive: true })
  const db = new DatabaseSync(path, { timeout: 2_000 })
  // With fewer syncs, a power failure could lose counts and exceed the limit.
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS calls (window TEXT PRIMARY KEY, used INTEGER NOT NULL, until INTEGER NOT NULL) STRICT`)
  const add = db.prepare(
    `INSERT INTO calls VALUES (:window, 1, :until)
     ON CONFLICT (window) DO UPDATE SET used = used + 1 WHERE used < :most RETURNING used`
  )
  const read = db.prepare('SELECT used FROM calls WHERE window = ?')
  const all = db.prepare(
    'INSERT INTO calls VALUES (:window, :most, :until) ON CONFLICT (window) DO UPDATE SET used = max(used, :most)'
  )
  db.prepare('DELETE FROM calls WHERE until < ?').run(now - 40 * 86_400_000)
  const usedIn = (row: Readonly<Record<string, unknown>> | undefined) => (row === undefined ? null : Number(row.used))
  return {
    take: (window, { most }, until) => (most < 1 ? null : usedIn(add.get({ window, most, until }))),
    used: (window) => usedIn(read.get(window)) ?? 0,
    exhaust(window, most, until) {
      all.run({ window, most, until })
    },
    close: () => db.close()
  }
}
