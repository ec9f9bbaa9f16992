/**
 * Writes the data set that a former version makes of `feed.ts`, as SQL, for SQLite and PostgreSQL:
 *   node test/data-versions/make.ts CHECKOUT NUMBER POSTGRES_URL
 * CHECKOUT: a checkout of the last commit with that version, with its packages. The database is empty, and is filled.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { formerFeeds } from './feed.ts'

const [checkout = '', number = '', url = ''] = process.argv.slice(2)
const main = resolve(checkout, process.argv[5] ?? 'src/main.js')
const folder = mkdtempSync(join(tmpdir(), 'clipgraph-former-'))
const run = (...words: string[]) => execFileSync(process.execPath, [main, ...words], { cwd: folder, stdio: 'inherit' })

const literal = (value: unknown): string => {
  if (value === null) return 'NULL'
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString('hex')}'`
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
const insert = (table: string, rows: readonly Record<string, unknown>[]) =>
  rows.length === 0
    ? ''
    : `INSERT INTO ${table} (${Object.keys(rows[0] ?? {})}) VALUES\n${rows
        .map((row) => `(${Object.values(row).map(literal)})`)
        .join(',\n')};\n`
const inOneLine = (sql: string) => sql.replace(/--.*|\s+/g, ' ').trim()
const target = (ending: string) => join(import.meta.dirname, `version-${number}.${ending}`)

for (const [name, content] of Object.entries(formerFeeds)) writeFileSync(join(folder, name), JSON.stringify(content))
const inputs = Object.keys(formerFeeds)

for (const input of inputs) run('import', input, '--into', 'former.db')
const db = new DatabaseSync(join(folder, 'former.db'))
const objects = db
  .prepare(
    "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
  )
  .all()
const dump = objects.map(({ type, name, sql }) =>
  [
    `${inOneLine(String(sql))};\n`,
    type === 'table' ? insert(String(name), db.prepare(`SELECT * FROM ${name}`).all()) : ''
  ].join('')
)
const version = db.prepare('PRAGMA user_version').get()?.user_version
writeFileSync(target('sqlite.sql'), `${dump.join('')}PRAGMA user_version = ${version};\n`)
db.close()

run('migrate', '--into', url)
for (const input of inputs) run('import', input, '--into', url)
const client = new pg.Client({ connectionString: url })
await client.connect()
await client.query("SET search_path = clipgraph; SET bytea_output = 'hex'")
const rows = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
const relations =
  await rows(`SELECT c.relname AS name, c.relkind AS kind, CASE c.relkind WHEN 'v' THEN pg_get_viewdef(c.oid) ELSE
    (SELECT string_agg(format('%I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        CASE WHEN a.atttypid = 'text'::regtype THEN ' COLLATE "C"' ELSE '' END,
        CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END,
        coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '')), ', ' ORDER BY a.attnum)
      FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) END AS definition
  FROM pg_class c WHERE c.relnamespace = 'clipgraph'::regnamespace AND c.relkind IN ('r', 'v') ORDER BY c.oid`)
const text = ['CREATE SCHEMA clipgraph;\nSET search_path = clipgraph;\n']
for (const { name, kind, definition } of relations.filter((each) => each.kind === 'r')) {
  text.push(`CREATE ${kind === 'v' ? 'VIEW' : 'TABLE'} ${name} (${definition});\n`)
  text.push(insert(String(name), await rows(`SELECT * FROM ${name}`)).replaceAll(/X'([\da-f]*)'/g, String.raw`'\x$1'`))
}
const constraints = await rows(`SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s;', conrelid::regclass, conname,
    pg_get_constraintdef(oid)) AS sql FROM pg_constraint
  WHERE connamespace = 'clipgraph'::regnamespace AND contype IN ('p', 'u') ORDER BY oid`)
const indexes = await rows(`SELECT replace(pg_get_indexdef(indexrelid), 'clipgraph.', '') || ';' AS sql FROM pg_index
  JOIN pg_class c ON c.oid = indexrelid WHERE c.relnamespace = 'clipgraph'::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid) ORDER BY indexrelid`)
text.push(...[...constraints, ...indexes].map(({ sql }) => `${String(sql)}\n`))
for (const { name, definition } of relations.filter((each) => each.kind === 'v')) {
  text.push(`CREATE VIEW ${name} AS ${inOneLine(String(definition))}\n`)
}
writeFileSync(target('postgres.sql'), text.join(''))
await client.end()
rmSync(folder, { recursive: true })
