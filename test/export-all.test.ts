import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { lineKinds } from '../src/ingest/export/lines.ts'
import { importFiles } from '../src/ingest/import.ts'
import { seedDataset } from '../src/seed/seed.ts'
import { creatorFeed, mixedFeed } from './collected.ts'
import { command } from './command.ts'
import { dump } from './dump.ts'
import { startServer } from './server.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipgraph-all-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const inFolder = (name: string) => join(folder, name)

/** What belongs to one file: which data it serves, and how far an import is. */
const ofTheFile = ['generation', 'imports.counts']

/** Every table of a data set, row by row. */
const tablesOf = (path: string) => {
  const db = new DatabaseSync(path, { readOnly: true })
  const names = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_') && !ofTheFile.includes(name))
  const tables = names.map((name) => {
    const columns = db
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(name)
      .map((column) => String(column.name))
    const shown = columns.filter((column) => !ofTheFile.includes(`${name}.${column}`))
    return [name, db.prepare(`SELECT ${shown} FROM ${name}`).all()] as const
  })
  db.close()
  return tables
}

const exportAll = async (data: string, out: string) => {
  const { code, stdout } = await command(['export', 'all', '--from', `sqlite:${data}`, '--out', out])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/: [\d,]+ records\n$/)])
}

/** Exports everything of a data set, imports that into a new one, and compares all rows of all tables. */
const expectEqualCopy = async (data: string) => {
  const [lines, copy, again] = ['lines.ndjson', 'copy.db', 'again.ndjson'].map(inFolder) as [string, string, string]
  await exportAll(data, lines)
  const imported = await command(['import', lines, '--out', copy, '--replace'])
  expect([imported.code, imported.stdout]).toEqual([0, expect.stringMatching(/^Read .*\nThe data set has /)])
  const [before, after] = [tablesOf(data), tablesOf(copy)]
  expect(after.map(([name]) => name)).toEqual(before.map(([name]) => name))
  for (const [index, [name, rows]] of before.entries()) {
    // Compared as wholes first, for a difference of a hundred thousand rows is nothing to look at.
    const isSame = JSON.stringify(after[index]?.[1]) === JSON.stringify(rows)
    if (!isSame) expect([name, after[index]?.[1]]).toEqual([name, rows])
  }
  await exportAll(copy, again)
  expect(readFileSync(again).equals(readFileSync(lines))).toBe(true)
  return { lines, copy }
}

describe('a data set made of the whole export of another one is equal to it', () => {
  test('the default data set, whose cursors serve both', async () => {
    const { copy } = await expectEqualCopy(inject('defaultDataset'))
    const [one, other] = await Promise.all([startServer(), startServer({ dataset: copy })])
    const path = '/api/v1/search?keyword=cooking&count=50'
    const first = await one.get(path)
    const next = `${path}&cursor=${first.body.pagination?.cursor}`
    const local = ({ body }: typeof first, { url }: typeof one) =>
      JSON.stringify([body.data, body.pagination]).replaceAll(url, '')
    expect(local(await other.get(next), other)).toBe(local(await one.get(next), one))
    await Promise.all([one.close(), other.close()])
  })

  test.each([
    ['a small one', { users: 40, posts: 300, seed: 7 }],
    ['one without posts', { users: 3, posts: 0, seed: 2 }]
  ])('%s', async (_, numbers) => {
    const path = inFolder('seeded.db')
    await seedDataset({ path, until: '2026-06-01', ...numbers })
    await expectEqualCopy(path)
  })

  test.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync]
  ])('compressed with %s', async (name, compress) => {
    const [path, lines, packed, copy] = ['packed.db', 'packed.ndjson', `packed.ndjson.${name}`, 'packed-copy.db'].map(
      inFolder
    ) as [string, string, string, string]
    await seedDataset({ path, until: '2026-06-01', users: 40, posts: 300, seed: 7 })
    await exportAll(path, lines)
    writeFileSync(packed, compress(readFileSync(lines)))
    const imported = await command(['import', packed, '--out', copy, '--replace'])
    expect([imported.code, imported.stdout]).toEqual([0, expect.stringMatching(/^Read .*\nThe data set has /)])
    expect(tablesOf(copy)).toEqual(tablesOf(path))
    writeFileSync(packed, compress(readFileSync(lines)).subarray(0, -100))
    const cut = await command(['import', packed, '--out', inFolder('cut.db')])
    expect([cut.code, cut.stderr]).toEqual([1, expect.stringMatching(/is damaged or cut off/)])
  })

  test.skipIf(mixedFeed.isLeftOut || creatorFeed.isLeftOut)('what was imported from collected feeds', async () => {
    for (const { file } of [mixedFeed, creatorFeed]) {
      const path = inFolder('imported.db')
      await importFiles({ inputs: [file], path, replaces: true })
      await expectEqualCopy(path)
    }
  })
})

describe('where data come from is exported with them', () => {
  const post = (id: number, more: object) => ({
    ...{ id: `69072287498722${id}`, createTime: 1_608_214_517 + id, text: `post ${id}` },
    ...more
  })
  const as = (id: string | undefined, name: string, more = {}) => ({ authorMeta: { id, name, ...more } })
  /** Accounts that go by other names, hashtags that are told by name, sounds without an id, rounded counts, times that are told and not. */
  const feeds = {
    'old.json': [
      post(200, { ...as('1001', 'maya', { fans: 12_300 }), playCount: 5_000_000, scrapedAt: 1_610_000_000 }),
      post(201, { ...as('1002', 'noor'), hashtags: [{ id: '77', name: 'bread' }], diggCount: 3 }),
      post(202, { ...as(undefined, 'wanda'), hashtags: [{ name: 'Loaf' }], musicMeta: { musicName: 'Rise' } }),
      post(203, { authorMeta: 'noor', playCount: 7 })
    ],
    'new.json': [
      post(200, { ...as('1001', 'maya.bakes'), playCount: 5_100_001, scrapedAt: 1_620_000_000 }),
      post(204, { ...as('1003', 'maya'), hashtags: [{ id: '77', name: 'Brot' }], scrapedAt: 1_620_000_000 }),
      post(205, { ...as('1002', 'noor'), hashtags: [{ name: 'bread' }], musicMeta: { musicId: '88' } })
    ],
    'later.json': [
      post(201, { ...as('1004', 'noor'), diggCount: 4, scrapedAt: 1_630_000_000 }),
      post(202, { ...as('1005', 'wanda'), hashtags: [{ id: '79', name: 'loaf' }], scrapedAt: 1_600_000_000 }),
      post(206, { authorMeta: 'maya', hashtags: [{ name: 'bread' }], musicMeta: { musicName: 'Rise' } })
    ]
  }
  const file = (name: keyof typeof feeds) => {
    const path = inFolder(name)
    writeFileSync(path, JSON.stringify(feeds[name]))
    return path
  }
  const dumped = (path: string) => {
    const db = new DatabaseSync(path, { readOnly: true })
    const found = { ...dump(db), sources: db.prepare('SELECT * FROM sources ORDER BY name').all() }
    db.close()
    return found
  }

  test('and an import goes on with the copy as it does with the data set', async () => {
    const path = inFolder('gathered.db')
    for (const name of ['old.json', 'new.json'] as const) await importFiles({ inputs: [file(name)], path })
    const { copy, lines } = await expectEqualCopy(path)
    expect(dumped(copy)).toEqual(dumped(path))
    // None of it is empty.
    for (const field of ['"source":"/', '"collected_at":16', '"older":[{', '"author_handle":"', '"has_id":false']) {
      expect([field, readFileSync(lines, 'utf8').includes(field)]).toEqual([field, true])
    }
    const doctors = await Promise.all(
      [path, copy].map((data) => command(['doctor'], { env: { DATA_URL: `sqlite:${data}`, PORT: '0' } }))
    )
    const told = doctors.map(({ stdout }) => /sources +(.*)/.exec(stdout)?.[1])
    expect(told[0]).toMatch(/new\.json, .*old\.json, collected from 2021-01-07 to 2021-05-03; last import on /)
    expect(told[1]).toBe(told[0])
    for (const data of [path, copy]) await importFiles({ inputs: [file('later.json')], path: data })
    expect(dumped(copy)).toEqual(dumped(path))
  })

  test('lines of before, which did not tell, are read as well', async () => {
    const path = inFolder('before.db')
    await importFiles({ inputs: [file('old.json')], path })
    await exportAll(path, inFolder('now.ndjson'))
    const kinds = ['source', 'import', 'handle', 'hashtag_name', 'user_samples', 'post_samples']
    const fields = ['source', 'collected_at', 'older', 'has_id', 'author_handle', 'named_at']
    const before = readFileSync(inFolder('now.ndjson'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line, (name, value) => (fields.includes(name) ? undefined : value)))
      .filter(({ kind }) => !kinds.includes(kind))
    const { counts } = before[0]
    for (const kind of kinds) delete counts[kind]
    Object.assign(before[0], { version: 1 })
    writeFileSync(inFolder('before.ndjson'), before.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await importFiles({ inputs: [inFolder('before.ndjson')], path: inFolder('of-before.db') })
    const plain = ({ posts }: ReturnType<typeof dumped>) =>
      posts.map(({ seen_at: _, older: _o, source_name: _s, author_handle: _h, ...post }) => post)
    expect(plain(dumped(inFolder('of-before.db')))).toEqual(plain(dumped(path)))
    await importFiles({ inputs: [file('later.json')], path: inFolder('of-before.db') })
  })
})

describe('counts over time', () => {
  const feed = (name: string, posts: readonly object[]) => {
    const path = inFolder(name)
    writeFileSync(path, JSON.stringify(posts))
    return path
  }
  const post = (id: number, more: object) => ({
    ...{ id: `69072287498722${id}`, createTime: 1_600_000_000, text: `post ${id}` },
    ...more
  })
  const maya = { id: '1001', name: 'maya' }
  const [first, second] = ['early.json', 'late.json'] as const
  let data: string
  beforeAll(async () => {
    data = inFolder('sampled.db')
    const early = [
      post(301, { playCount: 7, diggCount: -5, scrapedAt: 1_610_000_000, authorMeta: { ...maya, fans: 20_300 } }),
      post(302, { playCount: 1, authorMeta: { ...maya, privateAccount: true } })
    ]
    const late = [post(301, { playCount: 9, diggCount: 3, scrapedAt: 1_620_000_000, authorMeta: maya })]
    await importFiles({ inputs: [feed(first, early)], path: data })
    await importFiles({ inputs: [feed(second, late)], path: data })
  })
  const samplesIn = (file: string) =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind.endsWith('_samples'))

  const expected = () => [
    {
      kind: 'user_samples',
      user_id: '1001',
      samples: [{ at: 1_610_000_000, source: inFolder(first), followers: 20_300, rounded: ['followers'] }]
    },
    {
      kind: 'post_samples',
      post_id: '69072287498722301',
      samples: [
        { at: 1_610_000_000, source: inFolder(first), plays: 7, negative: ['likes'] },
        { at: 1_620_000_000, source: inFolder(second), plays: 9, likes: 3 }
      ]
    },
    { kind: 'post_samples', post_id: '69072287498722302', samples: [{ source: inFolder(first), plays: 1 }] }
  ]

  test('are all exported, those of hidden posts too', async () => {
    const { lines } = await expectEqualCopy(data)
    expect(samplesIn(lines)).toEqual(expected())
    const dated = importFiles({ inputs: [lines], path: inFolder('never.db'), collectedAt: 1_700_000_000 })
    await expect(dated).rejects.toThrow('is a whole data set, which says when it was collected: omit --collected-at.')
  })

  test.each<[string, (line: string) => string, string]>([
    ['twice', (line) => `${line}\n${line}`, 'has samples of 69072287498722302, which come in the order of the posts'],
    ['of no post', (line) => line.replace('8722302', '8722309'), 'refers to post 69072287498722309'],
    ['with a mark of no count', (line) => line.replace('"plays"', '"rounded":["shows"],"plays"'), 'marks a count that'],
    ['of no source', (line) => line.replace(/"source":"[^"]*"/, '"source":"x"'), 'refers to source x'],
    ['below zero', (line) => line.replace('"plays":1', '"plays":-1'), 'has a samples[0].plays that is not']
  ])('that are there %s are refused', async (_, change, problem) => {
    const [file, changed] = [inFolder('sampled.ndjson'), inFolder('changed-samples.ndjson')]
    if (!existsSync(file)) await exportAll(data, file)
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    writeFileSync(changed, `${[...lines.slice(0, -1), change(lines.at(-1) ?? '')].join('\n')}\n`)
    await expect(importFiles({ inputs: [changed], path: inFolder('never.db') })).rejects.toThrow(problem)
  })
})

describe('lines of a whole export', () => {
  let text: string
  let data: string
  beforeAll(async () => {
    data = inFolder('lines.db')
    await seedDataset({ path: data, users: 40, posts: 300, seed: 7, until: '2026-06-01' })
    await exportAll(data, inFolder('all.ndjson'))
    text = readFileSync(inFolder('all.ndjson'), 'utf8')
  })
  const lines = () => text.trimEnd().split('\n')

  test('refer to lines before them, and are counted in the first', () => {
    const [header = '', ...rest] = lines()
    const { counts, ...told } = JSON.parse(header)
    expect(told).toEqual({ kind: 'clipgraph', version: 3, as_of: Date.UTC(2026, 5, 1) / 1000 })
    const found = Object.fromEntries(Object.keys(lineKinds).map((kind) => [kind, 0]))
    const known = new Set<string>()
    for (const line of rest) {
      const { kind, ...fields } = JSON.parse(line)
      found[kind] = (found[kind] ?? 0) + 1
      expect(Object.keys(fields).toSorted()).toEqual(
        Object.keys(lineKinds[kind as keyof typeof lineKinds].properties).toSorted()
      )
      const own = { user: 'user_id', sound: 'sound_id', place: 'place_id', hashtag: 'hashtag_id', post: 'post_id' }[
        String(kind)
      ]
      const references = Object.entries(fields).filter(
        ([name, value]) => name !== own && name !== 'has_id' && /_ids?$/.test(name) && value !== null
      )
      for (const [name, value] of references) {
        if (['collection_id', 'room_id', 'effect_id'].includes(name)) continue
        for (const id of [value].flat()) expect([name, known.has(String(id))]).toEqual([name, true])
      }
      if (own !== undefined) known.add(String(fields[own]))
    }
    expect(found).toEqual(counts)
    // What was made up was gathered from nowhere.
    const none = Object.keys(found).filter((kind) => found[kind] === 0)
    expect(none).toEqual(['import', 'handle', 'hashtag_name'])
  })

  test('are the ones that the docs tell of', () => {
    const page = readFileSync(join(import.meta.dirname, '../docs/export.md'), 'utf8')
    expect([...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind)).toEqual(Object.keys(lineKinds))
    const fields = JSON.stringify(lineKinds)
    for (const [, name] of page.matchAll(/`(\w+_(?:ids?|at|in_list))`/g)) expect(fields).toContain(`"${name}":`)
  })

  /** Changes one line of a kind. */
  const changed = (kind: string, change: (line: Record<string, unknown>) => unknown) => {
    const index = lines().findIndex((line) => line.startsWith(`{"kind":"${kind}"`))
    const line = change(JSON.parse(lines()[index] ?? ''))
    const altered = lines().with(index, typeof line === 'string' ? line : JSON.stringify(line))
    return { text: `${altered.join('\n')}\n`, number: index + 1 }
  }

  test.each<[string, string, (line: Record<string, unknown>) => unknown, string]>([
    ['is no JSON', 'post', () => '{"kind":"post","post_id', 'is not JSON'],
    ['is a list', 'post', () => '[]', 'has an unknown kind'],
    ['is of an unknown kind', 'place', (line) => ({ ...line, kind: 'toString' }), 'has an unknown kind: "toString"'],
    ['lacks a field that is never null', 'post', ({ created_at: _, ...line }) => line, 'has no created_at'],
    ['has a number for an id', 'user', (line) => ({ ...line, user_id: 7 }), 'has a user_id that is not'],
    ['has a rounded id', 'user', (line) => ({ ...line, user_id: '7.3e18' }), 'has a user_id that is not an id'],
    [
      'has less than nothing',
      'post',
      (line) => ({ ...line, plays: -1 }),
      'has a plays that is not a whole number from 0'
    ],
    [
      'comes from nowhere',
      'post',
      (line) => ({ ...line, source: 'x' }),
      'refers to source x, which no earlier line has'
    ],
    [
      'knows a field that it has not',
      'sound',
      (line) => ({ ...line, older: [{ field: '__proto__', at: 1, rounded: false }] }),
      'has an older entry for an unknown field'
    ],
    ['has half of a pair', 'user', (line) => ({ ...line, bio: '\ud83d' }), 'has a bio that is not a string'],
    ['has a NUL', 'effect', (line) => ({ ...line, tags: ['a\0b'] }), 'has a tags[0] that is not a string'],
    ['has something wrong within', 'user', (line) => ({ ...line, variants: [{}] }), 'has no variants[0].region'],
    [
      'refers to nobody',
      'post',
      (line) => ({ ...line, author_id: '1' }),
      'refers to user 1, which no earlier line has'
    ],
    ['refers to no post', 'collection', (line) => ({ ...line, post_ids: ['1'] }), 'refers to post 1, which'],
    [
      'refers to no sound',
      'post',
      (line) => ({ ...line, sound_id: null, sound: { title: 'x', author: null, is_original: true } }),
      'refers to a sound without an id'
    ],
    ['is of another version', 'clipgraph', (line) => ({ ...line, version: 4 }), 'has export version 4'],
    ['counts nothing', 'clipgraph', (line) => ({ ...line, counts: null }), 'lacks the number of lines']
  ])(
    'that cannot be read are told by number, and nothing is written: one that %s',
    async (_, kind, change, problem) => {
      const file = inFolder('changed.ndjson')
      const { text: damaged, number } = changed(kind, change)
      writeFileSync(file, damaged)
      await expect(importFiles({ inputs: [file], path: inFolder('never.db') })).rejects.toThrow(
        `${file}: line ${number} ${problem}`
      )
      expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([])
    }
  )

  test('that are there twice, or not at all, are told', async () => {
    const file = inFolder('changed.ndjson')
    const user = lines().findIndex((line) => line.startsWith('{"kind":"user"'))
    writeFileSync(
      file,
      `${lines()
        .toSpliced(user + 1, 0, lines()[user] ?? '')
        .join('\n')}\n`
    )
    await expect(importFiles({ inputs: [file], path: inFolder('never.db') })).rejects.toThrow(
      `line ${user + 2} repeats user `
    )
    writeFileSync(file, `${lines().slice(0, -3).join('\n')}\n`)
    await expect(importFiles({ inputs: [file], path: inFolder('never.db') })).rejects.toThrow(
      /is incomplete: it has \d+ of \d+ lines of kind post_samples/
    )
  })

  test('of a release that did not know a field are read, and the field is null', async () => {
    const file = inFolder('changed.ndjson')
    const { text: altered } = changed('place', ({ address: _, ...line }) => line)
    writeFileSync(file, altered)
    await importFiles({ inputs: [file], path: inFolder('less.db'), replaces: true })
    const db = new DatabaseSync(inFolder('less.db'), { readOnly: true })
    expect(db.prepare('SELECT address FROM places ORDER BY pk LIMIT 1').get()).toEqual({ address: null })
    db.close()
  })

  test('may hold more than they must, and keep none of it', async () => {
    const file = inFolder('changed.ndjson')
    const more = changed('user', (line) => ({ ...line, 'pk) VALUES (1); DROP TABLE users; --': 1 }))
    writeFileSync(file, more.text)
    await importFiles({ inputs: [file], path: inFolder('more.db') })
    const before = new Map(tablesOf(data))
    for (const [name, rows] of tablesOf(inFolder('more.db'))) expect([name, rows]).toEqual([name, before.get(name)])
  })
})
