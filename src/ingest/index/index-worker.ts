import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { buildIndex } from './build-index.ts'

/** Worker thread of `BackgroundIndex`. It posts the number of posts done. */
const { path, file, tables }: { path: string; file: string; tables: string } = workerData
const rows = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
const into = new DatabaseSync(file)
// Not durable: the file is useless if the import stops.
into.exec(`PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -2048; ${tables}; BEGIN`)
buildIndex({ rows, into, onPosts: (done) => parentPort?.postMessage(done) })
into.exec('COMMIT')
into.close()
rows.close()
