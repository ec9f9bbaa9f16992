import { type Command, InvalidArgumentError } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { print } from '../core/terminal.ts'
import { progress } from '../ingest/progress.ts'
import { dataOption } from './data-option.ts'
import { helpExamples } from './help-examples.ts'

const mostPartitions = 128

const readPartitions = (text: string): number => {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= mostPartitions)) throw new InvalidArgumentError(`It must be a whole number up to ${mostPartitions}.`)
  return value
}

type MigrateCommandOptions = { partitions?: number; into?: string }

/** Grants for a read-only role. */
const grants = `  GRANT USAGE ON SCHEMA clipgraph TO reader;
  GRANT SELECT ON ALL TABLES IN SCHEMA clipgraph TO reader;
`

export const addMigrate = (program: Command) =>
  program
    .command('migrate')
    .description('create the tables in PostgreSQL, or upgrade those of an older version, there or in a file')
    .option('--partitions <number>', 'number of partitions by creator (default: 0, none)', readPartitions)
    .option('--into <data set>', 'a file, or postgres://… with a user that may create tables (default: DATA_URL)')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('migrate'), 'in the database that DATA_URL names'],
        [commandLine('migrate --into postgres://owner@host/clips'), 'as another user than the one that serves'],
        [commandLine('migrate --into data/feed.db'), 'a data set of an older version, before it is served read-only'],
        [commandLine('migrate --partitions 16'), 'posts, reposts and followers partitioned by creator']
      )
    )
    .action(async ({ partitions, into }: MigrateCommandOptions, command: Command) => {
      const data = dataOption(command, '--into', into, ['sqlite', 'postgres'])
      if (data.kind === 'sqlite' && partitions !== undefined) {
        command.error('error: --partitions applies only to PostgreSQL')
      }
      const { migrateData } = await import('../ingest/migrations/migrate.ts')
      const isMigrated = await migrateData(data, progress(process.stderr, 'Migrating'))
      if (data.kind === 'sqlite') {
        const { openFile } = await import('../store/sqlite/data-file.ts')
        openFile(data.path).close()
        const { schemaVersion } = await import('../store/tables/schema-version.ts')
        print(`${data.path} has the tables of version ${schemaVersion}${isMigrated ? ' now' : ', as it had before'}.\n`)
        return
      }
      const [url] = data.urls
      const { migrate } = await import('../store/postgres/migrate.ts')
      const result = await migrate(url, partitions ?? null)
      const parts = result.partitions === 0 ? '' : `, with ${result.partitions} partitions`
      print(
        result.isNew
          ? `Created the tables in the schema clipgraph, version ${result.version}${parts}. A read-only role needs:\n${grants}`
          : `The tables exist, version ${result.version}${parts}.\n`
      )
    })
