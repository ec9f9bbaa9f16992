import type { Client } from 'pg'
import { afterAll, beforeAll, describe } from 'vitest'
import { mergeRecords } from '../src/ingest/merge/merge-records.ts'
import { emptyTally } from '../src/ingest/merge/tally.ts'
import { waitingTables } from '../src/ingest/postgres/merge-statements.ts'
import { postgresMergeStore } from '../src/ingest/postgres/merge-store.ts'
import { ofBatches, Writing } from '../src/ingest/postgres/writing.ts'
import { connect } from '../src/store/postgres/client.ts'
import { storeTables } from '../src/store/postgres/schema.ts'
import { brought } from './brought.ts'
import { mergeConformance, toldBy } from './merge-conformance.ts'
import { emptyDatabase, hasNoPostgres, type OwnDatabase } from './own-postgres.ts'

describe.skipIf(hasNoPostgres).each([
  ['a PostgreSQL', 0],
  ['a PostgreSQL whose creators are divided', 3]
])('%s', (_, partitions) => {
  let database: OwnDatabase
  let client: Client
  beforeAll(async () => {
    database = await emptyDatabase(partitions)
    client = await connect(database.url)
    await client.query(`SET search_path = clipgraph; ${waitingTables.join('; ')}`)
  })
  afterAll(async () => {
    await client.end()
    await database.close()
  })
  const empty = storeTables()
    .map(({ name }) => `DELETE FROM ${name}`)
    .join('; ')

  mergeConformance(async () => {
    await client.query(empty)
    const writing = new Writing(client)
    const store = await postgresMergeStore(writing, { isNew: false, notesStale: true })
    return {
      async gather(batches) {
        const tally = emptyTally()
        for (const batch of batches)
          await writing.transaction(() => mergeRecords(store, toldBy(batch), tally), ofBatches)
        return tally
      },
      stored: () => brought(database.url)
    }
  }, 8)
})
