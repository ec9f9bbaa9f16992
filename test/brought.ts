import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { storeTables } from '../src/store/postgres/schema.ts'
import { types } from '../src/store/postgres/values.ts'
import { indexes, tables } from '../src/store/tables/schema.ts'

/** All tables of a PostgreSQL as an embedded data set in memory, row by row as they are, for whoever compares. */
export const brought = async (url: string): Promise<DatabaseSync> => {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
  db.exec(`${tables}; ${indexes}; BEGIN`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const { name, columns } of storeTables()) {
      const names = columns.map((column) => column.name)
      const { rows } = await client.query({
        text: `SELECT ${names} FROM clipgraph.${name}`,
        rowMode: 'array',
        types
      })
      const insert = db.prepare(`INSERT INTO ${name} (${names}) VALUES (${names.map(() => '?')})`)
      for (const cells of rows) insert.run(...cells)
    }
  } finally {
    await client.end()
  }
  db.exec('COMMIT')
  return db
}
