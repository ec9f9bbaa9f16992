import { DatabaseSync } from 'node:sqlite'
import { describe } from 'vitest'
import { gather } from '../src/dataset/gather/gather.ts'
import { emptyTally } from '../src/dataset/gather/tally.ts'
import { deriveFromPosts, sqliteGatherStore, waitingUses } from '../src/source/sql/gather-store.ts'
import { hidePosts, showPosts } from '../src/source/sql/hidden-posts.ts'
import { indexes, tables } from '../src/source/sql/schema.ts'

import { gatherConformance, toldBy } from './gather-conformance.ts'

describe.each([
  ['a data set in a file', false],
  ['a new data set in a file', true]
])('%s', (_, isNew) => {
  gatherConformance(async () => {
    const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
    db.exec(tables)
    db.exec(isNew ? waitingUses : indexes)
    const store = sqliteGatherStore(db, { isNew })
    return {
      async gather(batches) {
        const tally = emptyTally()
        if (isNew) db.exec(showPosts)
        for (const batch of batches) await gather(store, toldBy(batch), tally)
        if (isNew) db.exec(`${indexes}; ${hidePosts}; ${deriveFromPosts}`)
        return tally
      },
      stored: async () => db
    }
  }, 100)
})
