import type { DatabaseSync } from 'node:sqlite'
import type { IndexStore } from '../../engines/search/index-store.ts'
import { lastIds, lastWord } from '../index/index-statements.ts'
import { tableIndexStore } from '../index/table-index-store.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import { sqliteTables } from '../tables/sqlite-tables.ts'

export const sqliteIndexStore = (db: DatabaseSync): IndexStore =>
  tableIndexStore({
    ...sqliteTables(db),
    lastIds: arrays(db.prepare(lastIds)).get(),
    lastWord: () => Number(arrays(db.prepare(lastWord)).get()?.[0])
  })
