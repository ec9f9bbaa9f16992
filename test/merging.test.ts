import { DatabaseSync } from 'node:sqlite'
import { describe } from 'vitest'
import { mergeRecords } from '../src/ingest/merge/merge-records.ts'
import { emptyTally } from '../src/ingest/merge/tally.ts'
import { deriveFromPosts, sqliteMergeStore, waitingUses } from '../src/ingest/sqlite/merge-store.ts'
import { hidePosts, showPosts } from '../src/ingest/tables/hidden-posts.ts'
import { indexes, tables } from '../src/store/tables/schema.ts'

import { mergeConformance, toldBy } from './merge-conformance.ts'

describe.each([
  ['a data set in a file', false],
  ['a new data set in a file', true]
])('%s', (_, isNew) => {
  mergeConformance(async () => {
    const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
    db.exec(tables)
    db.exec(isNew ? waitingUses : indexes)
    const store = sqliteMergeStore(db, { isNew })
    return {
      async gather(batches) {
        const tally = emptyTally()
        if (isNew) db.exec(showPosts)
        for (const batch of batches) await mergeRecords(store, toldBy(batch), tally)
        if (isNew) {
          db.exec(indexes)
          hidePosts(db)
          db.exec(deriveFromPosts)
        }
        return tally
      },
      stored: async () => db
    }
  }, 100)
})
