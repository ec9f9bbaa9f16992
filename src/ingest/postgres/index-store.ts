import type { IndexStore } from '../../engines/search/index-store.ts'
import { statement } from '../../store/postgres/database.ts'
import * as sql from '../index/index-statements.ts'
import { tableIndexStore } from '../index/table-index-store.ts'
import { postgresTables } from './row-tables.ts'
import type { Writing } from './writing.ts'

const lastIds = statement(sql.lastIds)
const lastWord = statement(sql.lastWord)

export const postgresIndexStore = async (writing: Writing): Promise<IndexStore> =>
  tableIndexStore({
    ...postgresTables(writing),
    lastIds: (await writing.rows(lastIds))[0],
    lastWord: async () => Number((await writing.rows(lastWord))[0]?.[0])
  })
