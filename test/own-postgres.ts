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

/** Databases with the default data set that this run has filled, by their number of partitions: copies of them are made in a moment. */
const filled = new Map<number, Promise<string>>()

const fillOnce = async (partitions: number): Promise<string> => {
  const { url } = await createDatabase()
  await migrate(url, partitions)
  await copyDataset(process.env.TEST_DATASET ?? inject('defaultDataset'), url, () => {})
  return new URL(url).pathname.slice(1)
}

/** One with the default data set in it. */
export const fillDatabase = async ({ partitions = 0 } = {}): Promise<OwnDatabase> => {
  const template = filled.get(partitions) ?? fillOnce(partitions)
  filled.set(partitions, template)
  return createDatabase({ made: `TEMPLATE ${await template}` })
}
