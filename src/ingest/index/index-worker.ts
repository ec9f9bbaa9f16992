import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { IndexBuilder, type IndexOrder, type IndexReport } from './index-builder.ts'

/** Worker thread of `BackgroundIndex`. */
const { path, file, tables }: { path: string; file: string; tables: string } = workerData
const rows = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
const beside = new DatabaseSync(file)
// Not durable: the file is useless if the import stops.
beside.exec(`PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -2048; ${tables}; BEGIN`)
const index = new IndexBuilder(rows, beside)

const report = (done: IndexReport) => parentPort?.postMessage(done)

parentPort?.on('message', (order: IndexOrder) => {
  if (order !== null) {
    index.takePosts(order)
    return
  }
  index.finish((done) => {
    if (done % 10_000 === 0) report(done)
  })
  beside.exec('COMMIT')
  beside.close()
  rows.close()
  parentPort?.close()
})
