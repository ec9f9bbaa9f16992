import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitingTables } from '../src/ingest/postgres/merge-statements.ts'
import { nextSchema } from '../src/ingest/postgres/replacing.ts'
import type { Statement } from '../src/store/postgres/database.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { connectTo, createDatabase, hasNoPostgres, type OwnDatabase } from './own-postgres.ts'

const src = new URL('../src/', import.meta.url)
const files = ['store/postgres/', 'ingest/postgres/'].flatMap((folder) =>
  readdirSync(new URL(folder, src)).map((name) => new URL(folder + name, src).href)
)

type Loaded = { statements: Statement[]; sources: { url: string; functions: Coverage[] }[] }
type Coverage = { ranges: { startOffset: number; endOffset: number; count: number }[] }

/** What a process of its own declares by loading every module of the two folders, and which code that runs. */
const loaded = (): Loaded => {
  const script = `
    import { Session } from 'node:inspector/promises'
    const session = new Session()
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    for (const file of ${JSON.stringify(files)}) await import(file)
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const { statements } = await import(${JSON.stringify(new URL('store/postgres/database.ts', src).href)})
    const sources = result.filter(({ url }) => ${JSON.stringify(files)}.includes(url))
    process.stdout.write(JSON.stringify({ statements: [...statements.values()], sources }))`
  const options = { maxBuffer: 2 ** 26, encoding: 'utf8' } as const
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], options)) as Loaded
}

/** How often the code at an offset ran: what the innermost range around it says. Types are blanked out, so offsets are those of the file. */
const countAt = (functions: readonly Coverage[], offset: number): number =>
  functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
    .toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0]?.count ?? 0

describe('statements of a PostgreSQL', () => {
  const { statements, sources } = loaded()

  test('are all declared when the modules are loaded, wherever they stand', () => {
    const late: string[] = []
    let places = 0
    for (const { url, functions } of sources) {
      const text = readFileSync(new URL(url), 'utf8')
      for (const { index } of text.matchAll(/(?<![\w.])statement(?=\(|\))(?!\(text: string\))/g)) {
        const line = text.slice(0, index).split('\n').length
        if (/^\s*(\*|\/\/|\/\*\*)/.test(text.split('\n')[line - 1] ?? '')) continue
        // A parameter of the same name is no declaration.
        if (!/^statement\(/.test(text.slice(index)) && !/\.map\($/.test(text.slice(0, index))) continue
        places += 1
        if (countAt(functions, index) === 0) late.push(`${url.slice(src.href.length)}:${line}`)
      }
    }
    expect(places).toBeGreaterThan(60)
    expect(late).toEqual([])
  })

  test('are the only way to read and change rows: whatever else is sent is no statement that could be prepared', () => {
    const others = files.flatMap((url) =>
      [
        ...readFileSync(new URL(url), 'utf8').matchAll(
          /\.(?:query|run|rows|send)(?:<[^;]*?>)?\(\s*([`'](?:SELECT|INSERT|UPDATE|DELETE|WITH|TABLE|VALUES)\b[^`']*)/g
        )
      ].map(([, text]) => text)
    )
    // One for each table of the list that tables are made of.
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is the text of the source
    expect(others.toSorted()).toEqual(['`SELECT 1 FROM ${name} LIMIT 1', '`SELECT count(*) FROM ${name}'])
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is the text of the source
  })

  describe.skipIf(hasNoPostgres)('on a server', () => {
    let database: OwnDatabase
    beforeAll(async () => {
      database = await createDatabase()
    })
    afterAll(() => database.close())

    test.each([0, 3])('can be prepared, every one of them, with %s partitions', async (partitions) => {
      await migrate(database.url, partitions)
      const client = await connectTo(database.url)
      try {
        await client.query(`SET search_path = clipgraph; ${waitingTables.join('; ')};
          CREATE SCHEMA IF NOT EXISTS ${nextSchema}; CREATE TABLE IF NOT EXISTS ${nextSchema}.imports (LIKE imports)`)
        const refused: string[] = []
        for (const { name, text } of statements) {
          await client
            .query(`PREPARE "${name}" AS ${text}`)
            .catch((error: Error) => refused.push(`${error.message}: ${text}`))
        }
        expect(refused).toEqual([])
        expect(statements.length).toBeGreaterThan(100)
      } finally {
        await client.end()
      }
    })
  })
})
