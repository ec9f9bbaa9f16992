import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { type QueryLimits, readConfig } from '../src/core/config/config.ts'
import { importFiles } from '../src/ingest/import.ts'
import { migrateData } from '../src/ingest/migrations/migrate.ts'
import { copyToFile } from '../src/ingest/postgres/copy-to-file.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { openFile } from '../src/store/sqlite/data-file.ts'
import { schemaVersion } from '../src/store/tables/schema-version.ts'
import { formerFeeds } from './data-versions/feed.ts'
import { dump } from './dump.ts'
import { overGraphQL, overRest, type Values } from './every-answer.ts'
import { accountNodeId } from './node-ids.ts'
import { connectTo, createDatabase, hasNoPostgres, onPostgres } from './own-postgres.ts'
import { startServer, testKey } from './server.ts'

/** Data sets of former versions, as those made them (`data-versions/make.ts`). */

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

const versions = [1, 2]
const formerSql = (version: number, store: 'sqlite' | 'postgres') =>
  readFileSync(join(import.meta.dirname, `data-versions/version-${version}.${store}.sql`), 'utf8')

const newPath = () => join(folder, `${randomUUID()}.db`)
const formerFile = (version: number): string => {
  const path = newPath()
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  db.exec(`BEGIN; ${formerSql(version, 'sqlite')} COMMIT`)
  db.close()
  return path
}
const postIds = [1, 5, 6, 20].map((number) => String(7_400_000_000_000_000_000n + BigInt(number)))
const silent = () => {}
const migrateFile = (path: string, onProgress: Parameters<typeof migrateData>[1] = silent) =>
  migrateData({ kind: 'sqlite', path }, onProgress)

/** Imports the feeds one by one, as they were imported then. */
const importFeeds = async (path: string): Promise<void> => {
  for (const [name, content] of Object.entries(formerFeeds)) {
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify(content))
    await importFiles({ inputs: [file], path })
  }
}
const fresh = async (): Promise<string> => {
  const path = newPath()
  await importFeeds(path)
  return path
}
const reading = <T>(path: string, read: (db: DatabaseSync) => T): T => {
  const db = openFile(path)
  try {
    return read(db)
  } finally {
    db.close()
  }
}

/** Sources are named as they were given. Since when an account has a handle is unknown in version 1. */
const contents = (db: DatabaseSync): unknown =>
  JSON.parse(JSON.stringify(dump(db)).replaceAll(`${folder}/`, ''), (key, value) =>
    key === 'claimed_from' ? undefined : value
  )

/** Tables with their columns, and indexes with what they are of. The order of columns is free: new ones come last in a data set that had others. */
const layoutOf = (db: DatabaseSync) => ({
  columns: db
    .prepare(`SELECT m.name AS of, c.name, c.type, c."notnull", c.dflt_value, c.pk FROM sqlite_schema m, pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY 1, 2`)
    .all(),
  indexes: db
    .prepare(`SELECT m.tbl_name AS of, m.name, i."unique", i.origin, i.partial, group_concat(coalesce(c.name, '()')) AS columns
      FROM sqlite_schema m JOIN pragma_index_list(m.tbl_name) i ON i.name = m.name, pragma_index_info(m.name) c
      WHERE m.type = 'index' AND m.name NOT LIKE 'sqlite_%' GROUP BY m.name ORDER BY 1, 2`)
    .all(),
  views: db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'view' ORDER BY name").all()
})

describe.each(versions)('a data set with tables of version %i', (version) => {
  test('has those of this version when it is migrated, and all that it had', async () => {
    const path = formerFile(version)
    expect(() => openFile(path)).toThrow(
      `${path} has tables of version ${version}, and this clipgraph reads version ${schemaVersion}; bring it there with`
    )
    expect(await migrateFile(path)).toBe(true)
    const imported = await fresh()
    expect(reading(path, layoutOf)).toEqual(reading(imported, layoutOf))
    expect(reading(path, contents)).toEqual(reading(imported, contents))
    expect(readdirSync(folder).filter((name) => join(folder, name).startsWith(path))).toEqual([basename(path)])
    expect(await migrateFile(path)).toBe(false)
  })

  test.skipIf(hasNoPostgres)('has them in PostgreSQL likewise', async () => {
    const [former, imported] = await Promise.all([createDatabase(), createDatabase()])
    try {
      const client = await connectTo(former.url)
      await client.query(formerSql(version, 'postgres'))
      await client.end()
      expect(await migrateData({ kind: 'postgres', urls: [former.url] }, silent)).toBe(true)
      await migrate(imported.url, 0)
      await importFeeds(imported.url)
      for (const sql of [columnsSql, indexesSql]) {
        expect(await onPostgres(former.url, sql)).toEqual(await onPostgres(imported.url, sql))
      }
      const [copy, importedCopy] = [newPath(), newPath()]
      await copyToFile(former.url, copy, silent)
      await copyToFile(imported.url, importedCopy, silent)
      expect(reading(copy, contents)).toEqual(reading(importedCopy, contents))
      expect(await migrateData({ kind: 'postgres', urls: [former.url] }, silent)).toBe(false)
    } finally {
      await former.close()
      await imported.close()
    }
  })
})

/** A post that names its sound by what sound 771 is called. */
const namedAlone = `INSERT INTO sounds (pk, title, author, is_original, posts_count) VALUES (50, 'Song 1', 'A band', 0, 1);
  INSERT INTO all_posts (pk, author_pk, sound_pk, id_order, post_id, created_at, hashtags)
    VALUES (50, 1, 50, 30, '30', 1780000500, '[]');`
const soundOfThat = (schema = '') =>
  `SELECT s.sound_id, s.posts_count, s.published_at, p.sound_facts FROM ${schema}all_posts p
    JOIN ${schema}sounds s ON s.pk = p.sound_pk WHERE p.post_id = '30'`
const sound771 = {
  sound_id: '771',
  posts_count: 4,
  published_at: 1_780_000_500,
  sound_facts: 'Song 1\u001fA band\u001f0'
}

/** What a query finds in a file of a former version with `added` in it, after its migration. */
const migratedRow = async (version: number, added: string, query: string) => {
  const path = formerFile(version)
  const db = new DatabaseSync(path)
  db.exec(added)
  db.close()
  await migrateFile(path)
  return reading(path, (db) => ({ ...db.prepare(query).get() }))
}
const migratedRowsOfPostgres = async (version: number, added: string, query: string) => {
  const { url, close } = await createDatabase()
  try {
    const client = await connectTo(url)
    await client.query(formerSql(version, 'postgres') + added)
    await client.end()
    await migrateData({ kind: 'postgres', urls: [url] }, silent)
    return await onPostgres(url, query)
  } finally {
    await close()
  }
}

test('a sound that a post names without its id is the one with these facts after a migration', async () => {
  expect(await migratedRow(1, namedAlone, soundOfThat())).toEqual(sound771)
})

test.skipIf(hasNoPostgres)('and likewise in PostgreSQL', async () => {
  const [found] = await migratedRowsOfPostgres(1, namedAlone, soundOfThat('clipgraph.'))
  expect(Object.entries(found ?? {}).map(([name, value]) => [name, String(value)])).toEqual(
    Object.entries(sound771).map(([name, value]) => [name, String(value)])
  )
})

/** An account of which no post is known, with the scores that version 2 gave it. */
const withoutPosts = `INSERT INTO users (pk, handle, user_id, username, followers, total_likes, total_videos, is_private)
    VALUES (60, 'maker60', '660', 'maker60', 100, 200, 5, 0);
  INSERT INTO creator_scores (user_pk, engagement_rate, authority_score, posting_consistency, tier, niche, last_post_at)
    VALUES (60, 0, 13, 0, 4, 'general', NULL);`
const scoresOfThat = (schema = '') =>
  `SELECT engagement_rate, authority_score, tier FROM ${schema}creator_scores WHERE user_pk = 60`
const unscored = { engagement_rate: null, authority_score: null, tier: null }

test('an account of which no post is known has no engagement after a migration', async () => {
  expect(await migratedRow(2, withoutPosts, scoresOfThat())).toEqual(unscored)
})

test.skipIf(hasNoPostgres)('and none in PostgreSQL', async () => {
  expect(await migratedRowsOfPostgres(2, withoutPosts, scoresOfThat('clipgraph.'))).toEqual([unscored])
})

test('a count that is unknown is not 0 in the rates of creators after a migration', async () => {
  const partial = `INSERT INTO users (pk, handle, user_id, username) VALUES (61, 'maker61', '661', 'maker61');
    INSERT INTO all_posts (pk, author_pk, id_order, post_id, created_at, hashtags, plays, likes, comments, shares)
      VALUES (61, 61, 31, '31', 1780000500, '[]', 100, 10, 2, 3), (62, 61, 32, '32', 1780000600, '[]', 100, 10, 2, NULL);
    INSERT INTO creator_scores (user_pk, engagement_rate, posting_consistency, niche, last_post_at)
      VALUES (61, 0.135, 0, 'general', 1780000600);`
  const rate = 'SELECT engagement_rate FROM creator_scores WHERE user_pk = 61'
  expect(await migratedRow(2, partial, rate)).toEqual({ engagement_rate: 0.15 })
  const unplayed = partial
    .replace("'[]', 100, 10, 2, 3)", "'[]', 0, 0, 0, 0)")
    .replace('100, 10, 2, NULL', 'NULL, 10, 2, 3')
  expect(await migratedRow(2, unplayed, rate)).toEqual({ engagement_rate: null })
})

const columnsSql = `SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default
  FROM information_schema.columns WHERE table_schema = 'clipgraph' ORDER BY 1, 2`
/** That each handle is unique by itself is left over from version 1. */
const indexesSql = `SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'clipgraph'
  AND indexname <> 'users_handle_key' ORDER BY 1, 2`

/** A walk asks for more than a client may. */
const generous: QueryLimits = {
  ...readConfig({ GATEWAY_KEYS: testKey }).limits,
  ...{ depth: 100, cost: 1e9, nodes: 1e9, reads: 1e6, tokens: 1e6, aliases: 1e6 }
}

/** All that the feeds are about, and what is not among it. */
const values: Values = {
  username: ['maker1', 'maker3', 'known.by.handle', 'nobody'],
  userId: ['681', '682', '9'],
  ...{ videoId: postIds, url: postIds.map((id) => `https://clips.example/@x/video/${id}`), postIds: [postIds] },
  ...{ soundId: ['771', '9'], soundIds: [['771', '772']], placeId: ['1'], collectionId: ['1'], effectId: ['1'] },
  ...{ challengeId: ['501', '510'], roomId: ['7620000000000001'], keyword: ['video', 'maker', 'wood', 'sogn'] },
  sort: ['hot', 'new'],
  usernames: [['maker1', 'maker2']],
  userIds: [['681', '684']],
  names: [['wood', 'BREAD1']],
  'user.by': [{ username: 'maker1' }, { userId: '683' }],
  'post.by': postIds.map((postId) => ({ postId })),
  'hashtag.by': [{ hashtagId: '501' }, { name: 'bread2' }],
  'trending.kind': ['POST', 'CREATOR'],
  id: [accountNodeId('681')],
  ids: [[accountNodeId('681'), accountNodeId('682')]]
}

const computedAt = /(analysis_?[tT]imestamp\\*":\\*)"[^"]*"/g

test('everything that can be asked of a migrated data set is answered as by one that was just imported', async () => {
  const path = formerFile(1)
  await migrateFile(path)
  const answersOf = async (path: string) => {
    const server = await startServer({ config: { data: { kind: 'sqlite', path, sample: null }, limits: generous } })
    try {
      const answers = [...(await overRest(server, values)), ...(await overGraphQL(server, values))]
      // Scorecards say when they were computed.
      const same = (text: string) => text.replaceAll(`${folder}/`, '').replaceAll(computedAt, 'now')
      return new Map(answers.map(({ asked, text }) => [asked, same(text)]))
    } finally {
      await server.close()
    }
  }
  const migrated = await answersOf(path)
  expect(migrated.size).toBeGreaterThan(500)
  const imported = await answersOf(await fresh())
  expect([...migrated].filter(([asked, text]) => imported.get(asked) !== text)).toEqual([])
}, 120_000)

describe('a migration of a file', () => {
  const main = join(import.meta.dirname, '../src/commands/main.js')
  const child = (command: string, words: readonly string[]) =>
    new Promise<{ code: number | null; signal: string | null; text: string }>((done) => {
      const running = spawn(command, words, { env: { ...process.env, NO_COLOR: '1' } })
      let text = ''
      running.stdout.on('data', (chunk) => (text += chunk))
      running.stderr.on('data', (chunk) => (text += chunk))
      running.on('close', (code, signal) => done({ code, signal, text }))
    })
  const leftovers = (path: string) =>
    readdirSync(folder)
      .filter((name) => join(folder, name).startsWith(path))
      .sort()

  test('that is killed leaves the data set as it was, and the next one does it', async () => {
    const path = formerFile(1)
    const before = readFileSync(path)
    const script = `import { migrateData } from ${JSON.stringify(join(import.meta.dirname, '../src/ingest/migrations/migrate.ts'))}
      await migrateData({ kind: 'sqlite', path: ${JSON.stringify(path)} }, (step) => {
        if (step.startsWith('version 2')) process.kill(process.pid, 'SIGKILL')
      })`
    const { signal } = await child(process.execPath, ['--input-type=module', '-e', script])
    expect(signal).toBe('SIGKILL')
    expect(leftovers(path)).toContain(`${basename(path)}.migrating`)
    expect(readFileSync(path)).toEqual(before)
    expect(await migrateFile(path)).toBe(true)
    expect(leftovers(path)).toEqual([basename(path)])
    expect(reading(path, (db) => db.prepare('SELECT count(*) AS n FROM all_posts').get()?.n)).toBe(13)
  })

  test('is made by one of several processes, while the others wait; whoever reads goes on', async () => {
    const path = formerFile(1)
    const reader = new DatabaseSync(path, { readOnly: true })
    const blocks = () => reader.prepare('SELECT count(*) AS n FROM sample_blocks').get()?.n
    const before = blocks()
    const runs = await Promise.all([1, 2, 3].map(() => child(process.execPath, [main, 'migrate', '--into', path])))
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(runs.filter(({ text }) => text.includes(`has the tables of version ${schemaVersion} now`))).toHaveLength(1)
    expect(blocks()).toBe(before)
    reader.close()
    expect(leftovers(path)).toEqual([basename(path)])
  })

  test('says what is missing when it cannot write, and leaves the data set as it was', async () => {
    const path = formerFile(1)
    const before = readFileSync(path)
    const full = await child('sh', [
      '-c',
      `ulimit -f 200; exec "$@"`,
      'sh',
      process.execPath,
      main,
      'migrate',
      '--into',
      path
    ])
    expect(full).toMatchObject({
      code: 1,
      text: expect.stringContaining('The data set is as it was; this takes write access')
    })
    expect(leftovers(path)).toEqual([basename(path)])
    chmodSync(path, 0o444)
    await expect(migrateFile(path)).rejects.toThrow(
      `${path} has tables of version 1 and cannot be brought to version ${schemaVersion}: it is write-protected`
    )
    chmodSync(path, 0o644)
    expect(readFileSync(path)).toEqual(before)
  })

  test('comes before an import, and before a doctor says that all is well', async () => {
    const path = formerFile(1)
    const doctor = () => child('env', [`DATA_URL=sqlite:${path}`, 'PORT=0', process.execPath, main, 'doctor'])
    expect((await doctor()).text).toMatch(/note +data +\S+ has tables of version 1\n.*migrate/)
    await importFeeds(path)
    expect((await doctor()).text).toMatch(/ok +data/)
    expect(reading(path, (db) => db.prepare('SELECT count(*) AS n FROM all_posts').get()?.n)).toBe(13)
  })
})
