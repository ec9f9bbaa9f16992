import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import pg from 'pg'
import { inject } from 'vitest'
import { copyDataset } from '../src/ingest/postgres/copy.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { isLeftOut } from './ignored-terms.ts'

/** A server on which whoever runs the tests may make databases and roles. */
const server = new URL(process.env.TEST_POSTGRES ?? `postgres://${userInfo().username}@127.0.0.1:5432/postgres`)

/** A connection of its own. */
export const connectTo = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // What is asked hears of it.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The rows of one statement, asked on a connection of its own. */
export const onPostgres = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = await connectTo(url)
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const isThere = await onPostgres(server.href, 'SELECT 1').then(
  () => true,
  () => false
)
export const hasNoPostgres = isLeftOut(isThere, `PostgreSQL, as none answers at ${server.host}`)

export type OwnDatabase = { url: string; close(): Promise<void> }

/** No run of tests takes as long. */
const oldestSeconds = 24 * 60 * 60

const nameNow = (secondsAgo = 0) =>
  `clipgraph_test_${Math.floor(Date.now() / 1000) - secondsAgo}_${randomBytes(6).toString('hex')}`

/** Drops what runs that were killed have left; its name says when it was made. */
export const dropLeftovers = async (): Promise<void> => {
  const rows = await onPostgres(
    server.href,
    String.raw`SELECT datname FROM pg_database WHERE datname ~ '^clipgraph_test_\d+_'`
  )
  const oldest = Date.now() / 1000 - oldestSeconds
  for (const { datname } of rows) {
    const name = String(datname)
    if (Number(name.split('_')[2]) > oldest) continue
    // Another run may do the same at this moment.
    await onPostgres(server.href, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(() => {})
  }
}
let dropped: Promise<void> | undefined

/** An empty database of our own. `secondsAgo`: as if it were that old. `made`: further words of CREATE DATABASE. */
export const createDatabase = async ({ secondsAgo = 0, made = '' } = {}): Promise<OwnDatabase> => {
  dropped ??= dropLeftovers()
  await dropped
  const name = nameNow(secondsAgo)
  await onPostgres(server.href, `CREATE DATABASE ${name} ${made}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    close: async () => {
      await onPostgres(server.href, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
  }
}

/** Databases that this run has made, by what is in them: copies of them are made in a moment. */
const templates = new Map<string, Promise<string>>()

const copyOf = async (what: string, make: () => Promise<OwnDatabase>): Promise<OwnDatabase> => {
  const template = templates.get(what) ?? make().then(({ url }) => new URL(url).pathname.slice(1))
  templates.set(what, template)
  return createDatabase({ made: `TEMPLATE ${await template}` })
}

/** One with tables that are empty. */
export const emptyDatabase = (partitions = 0): Promise<OwnDatabase> =>
  copyOf(`${partitions}`, async () => {
    const database = await createDatabase()
    await migrate(database.url, partitions)
    return database
  })

/** One with a data set in it, unless it is told otherwise the default one. */
export const fillDatabase = ({
  partitions = 0,
  path = process.env.TEST_DATASET ?? inject('defaultDataset')
} = {}): Promise<OwnDatabase> =>
  copyOf(`${partitions} ${path}`, async () => {
    const database = await emptyDatabase(partitions)
    await copyDataset(path, database.url, () => {})
    return database
  })
