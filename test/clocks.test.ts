import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Where the time of day is meant, how often, and why: dates that people and other processes read. What lasts is measured by `performance.now()`. */
const ofTheDay: Readonly<Record<string, readonly [number, string]>> = {
  'host/backend.ts': [1, 'the clock of entries and records'],
  'host/data-source.ts': [2, 'records are dated'],
  'cache/cache.ts': [1, 'entries are dated, for other replicas and for clients'],
  'cache/shared-store.ts': [1, 'entries of other replicas are dated'],
  'commands/collect/collect.ts': [1, '--since is a date'],
  'commands/collect/collected.ts': [6, 'runs, pages and what may be kept are dated'],
  'commands/export/order.ts': [2, '--since and --until are dates'],
  'commands/keys/list-keys.ts': [1, 'keys end on a date'],
  'commands/keys/new-key.ts': [2, 'keys end on a date'],
  'core/allowance.ts': [1, 'resetAt is a date'],
  'commands/export/output.ts': [3, 'an export says when it began'],
  'surfaces/http/gateway-keys.ts': [1, 'keys end on a date'],
  'surfaces/http/meta.ts': [1, 'every answer is dated'],
  'ingest/removal/removed-records.ts': [1, 'removals are dated'],
  'ingest/removals.ts': [1, 'removals are dated'],
  'ingest/sqlite/dataset-writer.ts': [1, 'part of a name'],
  'records/fields.ts': [1, 'records are dated'],
  'surfaces/site/docs/error-examples.ts': [1, 'the clock of records'],
  'surfaces/site/graphiql/starters.ts': [1, 'a date in an example'],
  'store/source/live-source.ts': [1, 'a budget and its periods are dated'],
  'commands/sources/check.ts': [1, 'a budget and its periods are dated'],
  'store/sqlite/backup.ts': [1, 'when a file was last written'],
  'store/sqlite/import-lock.ts': [1, 'files are dated'],
  'store/upstream/retries.ts': [1, 'Retry-After may be a date'],
  'host/handler/reply-headers.ts': [1, 'the reset of a budget is a date'],
  'host/surfaces.ts': [1, 'the clock of entries and records'],
  'host/telemetry/metric-producer.ts': [1, 'metrics are dated']
}

test('durations and deadlines are measured by a clock that nobody sets', () => {
  const src = join(import.meta.dirname, '../src')
  const found = globSync('**/*.{ts,js}', { cwd: src, exclude: ['surfaces/explorer/**'] }).flatMap((file) => {
    const uses = readFileSync(join(src, file), 'utf8').match(/\bDate\.now\b/g) ?? []
    return uses.length === 0 ? [] : [[file, uses.length]]
  })
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(ofTheDay).map(([file, [uses]]) => [file, uses]))
  )
})
