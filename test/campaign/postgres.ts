import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seedDataset, seedDefaults } from '../../src/seed/seed.ts'

const usage = `Copies a data set into databases of its own and prints what each kind of read costs there. TEST_POSTGRES names the server.

  --dataset <file>     the data set (the default one, made for it)
  --partitions <n,n>   into how many parts creators are divided, a database for each (0,16)
`

const { values: options } = parseArgs({
  options: { dataset: { type: 'string' }, partitions: { type: 'string' }, help: { type: 'boolean', default: false } }
})

const measure = async (path: string): Promise<void> => {
  // Keys of reads are found in it.
  process.env.TEST_DATASET = path
  const { fillDatabase, onPostgres } = await import('../own-postgres.ts')
  const { costsOf } = await import('../postgres-costs.ts')
  for (const partitions of (options.partitions ?? '0,16').split(',').map(Number)) {
    const began = performance.now()
    const database = await fillDatabase({ partitions })
    const seconds = (performance.now() - began) / 1000
    try {
      const [size] = await onPostgres(database.url, 'SELECT pg_database_size(current_database())::text AS bytes')
      const mebibytes = Number(size?.bytes) / 1024 ** 2
      const rows = [
        `\n${partitions} partitions, copied in ${seconds.toFixed(1)} s, ${mebibytes.toFixed(0)} MiB\n`,
        '| read | round trips | pages | parts asked | ms in the database |',
        '|---|---|---|---|---|'
      ]
      // The first time pages are fetched that the second finds in memory.
      await costsOf(database.url)
      for (const { read, statements, pages, parts, ms } of await costsOf(database.url)) {
        rows.push(`| ${read} | ${statements} | ${pages} | ${parts} | ${ms.toFixed(2)} |`)
      }
      process.stdout.write(`${rows.join('\n')}\n`)
    } finally {
      await database.close()
    }
  }
}

if (options.help) process.stdout.write(usage)
else if (options.dataset !== undefined) await measure(options.dataset)
else {
  const directory = mkdtempSync(join(tmpdir(), 'clipgraph-postgres-'))
  try {
    const path = join(directory, 'default.db')
    await seedDataset({ path, ...seedDefaults })
    await measure(path)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
