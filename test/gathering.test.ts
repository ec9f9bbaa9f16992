import { DatabaseSync } from 'node:sqlite'
import { describe } from 'vitest'
import { gather } from '../src/dataset/gather/gather.ts'
import { emptyTally } from '../src/dataset/gather/tally.ts'
import { sqliteGatherStore } from '../src/source/sql/gather-store.ts'
import { indexes, tables } from '../src/source/sql/schema.ts'

import { gatherConformance, toldBy } from './gather-conformance.ts'

describe('a data set in a file', () => {
  gatherConformance(async () => {
    const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
    db.exec(tables)
    db.exec(indexes)
    const store = sqliteGatherStore(db, { notesStale: true })
    return {
      async gather(batches) {
        const tally = emptyTally()
        for (const batch of batches) await gather(store, toldBy(batch), tally)
        return tally
      },
      stored: async () => db
    }
  }, 100)
})
