import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { atOnce } from '../src/core/awaitable.ts'
import { readWords, sortWords, writeWords } from '../src/engines/search/indexed-words.ts'
import { readPostings } from '../src/engines/search/lists.ts'
import { refreshDocuments } from '../src/engines/search/refresh.ts'
import { run } from '../src/engines/search/store.ts'
import { sqliteIndexStore } from '../src/ingest/sqlite/index-store.ts'
import { refreshIndex } from '../src/ingest/sqlite/search-refresh.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { indexes, tables } from '../src/store/tables/schema.ts'
import { schemaVersion } from '../src/store/tables/schema-version.ts'

const { signal } = new AbortController()
const folder = mkdtempSync(join(tmpdir(), 'search-refresh-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const newPath = () => join(folder, `${++files}.db`)

const open = (path: string): DatabaseSync => {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  db.exec('PRAGMA synchronous = OFF')
  return db
}

/** Nothing is built anew but what was never built, so that refreshing is what is tested. */
const always = (postingsOfRound = 2_000_000) => ({ postingsOfRound, largestShare: Number.POSITIVE_INFINITY })

const schema = new DatabaseSync(':memory:')
schema.exec(tables)
const neededColumns = new Map<string, { name: string; type: string }[]>()
const needed = (table: string) => {
  const known = neededColumns.get(table)
  if (known !== undefined) return known
  const columns = schema.prepare(`SELECT name, type FROM pragma_table_info('${table}') WHERE "notnull"`).all()
  const found = columns.map(({ name, type }) => ({ name: String(name), type: String(type) }))
  neededColumns.set(table, found)
  return found
}

/** A row with what it must have beside what is told. */
const insert = (db: DatabaseSync, table: string, row: Readonly<Record<string, SQLInputValue>>): void => {
  const whole = { ...row }
  for (const { name, type } of needed(table)) whole[name] ??= type === 'TEXT' ? `${row.pk}` : 0
  const names = Object.keys(whole)
  db.prepare(`INSERT OR REPLACE INTO ${table} (${names}) VALUES (${names.map(() => '?')})`).run(...Object.values(whole))
}

const note = (db: DatabaseSync, kind: number, pk: number): void => {
  db.prepare('INSERT OR IGNORE INTO search_stale VALUES (?, ?)').run(kind, pk)
}

/** Hundreds of words begin alike, and low numbers are common. */
const wordOf = (number: number): string => {
  const letters = [...'aeioulmnrt']
  const digits = [...String(number).padStart(3, '0')].map((digit) => letters[Number(digit)])
  return `${number % 5 === 0 ? 'so' : 'ka'}${digits.join('k')}`
}
const words = (most: number) =>
  fc
    .array(fc.tuple(fc.nat(most), fc.nat(most)), { maxLength: 6 })
    .map((pairs) => pairs.map(([a, b]) => wordOf(Math.min(a, b))))

const pks = { posts: 900, users: 12, sounds: 8, places: 4, rooms: 6 }
const pkOf = (count: number) => fc.integer({ min: 1, max: count })

type Change = (db: DatabaseSync) => void

const writePost = fc
  .record({
    pk: pkOf(pks.posts),
    caption: words(400),
    hashtags: words(60),
    author_pk: fc.option(pkOf(pks.users)),
    sound_pk: fc.option(pkOf(pks.sounds)),
    place_pk: fc.option(pkOf(pks.places)),
    plays: fc.option(fc.nat(100_000)),
    created_at: fc.integer({ min: 1_600_000_000, max: 1_700_000_000 })
  })
  .map(
    ({ caption, hashtags, ...row }): Change =>
      (db) => {
        const uses = JSON.stringify(hashtags.map((name) => ({ hashtag_id: null, name })))
        insert(db, 'all_posts', { ...row, post_id: `p${row.pk}`, caption: caption.join(' '), hashtags: uses })
        note(db, 1, row.pk)
      }
  )
/** So many alike that their words have lists of several blocks. */
const writePosts = fc
  .record({
    from: fc.integer({ min: 1, max: 300 }),
    count: fc.integer({ min: 1, max: 600 }),
    said: words(20),
    plays: fc.nat(50)
  })
  .map(
    ({ from, count, said, plays }): Change =>
      (db) => {
        for (let pk = from; pk < from + count; pk += 1) {
          const row = { pk, post_id: `p${pk}`, hashtags: '[]', plays: plays * (pk % 7), created_at: 1_600_000_000 }
          insert(db, 'all_posts', { ...row, caption: said.join(' '), author_pk: (pk % pks.users) + 1 })
          note(db, 1, pk)
        }
      }
  )
const removePosts = fc
  .record({ from: pkOf(pks.posts), count: fc.integer({ min: 1, max: 400 }), step: fc.integer({ min: 1, max: 3 }) })
  .map(
    ({ from, count, step }): Change =>
      (db) => {
        for (let pk = from; pk < from + count; pk += step) {
          db.prepare('DELETE FROM all_posts WHERE pk = ?').run(pk)
          note(db, 1, pk)
        }
      }
  )
const replay = fc
  .record({ from: pkOf(pks.posts), count: fc.integer({ min: 1, max: 400 }), plays: fc.nat(1_000_000) })
  .map(
    ({ from, count, plays }): Change =>
      (db) => {
        for (let pk = from; pk < from + count; pk += 1) {
          db.prepare('UPDATE all_posts SET plays = ? WHERE pk = ?').run(plays, pk)
          note(db, 1, pk)
        }
      }
  )
const writeUser = fc
  .record({ pk: pkOf(pks.users), name: words(40), bio: words(40), followers: fc.nat(1_000), holds: fc.boolean() })
  .map(
    ({ pk, name, bio, followers, holds }): Change =>
      (db) => {
        const username = `user${pk}.${wordOf(pk)}`
        insert(db, 'users', {
          ...{ pk, user_id: `u${pk}`, handle: holds ? username : null, username, followers },
          ...{ display_name: name.join(' '), bio: bio.join(' ') }
        })
        note(db, 2, pk)
      }
  )
const writeSound = fc.record({ pk: pkOf(pks.sounds), title: words(40) }).map(
  ({ pk, title }): Change =>
    (db) => {
      insert(db, 'sounds', { pk, sound_id: `s${pk}`, title: title.join(' '), author: null })
      note(db, 4, pk)
    }
)
const writePlace = fc.record({ pk: pkOf(pks.places), name: words(40) }).map(
  ({ pk, name }): Change =>
    (db) => {
      insert(db, 'places', { pk, place_id: `l${pk}`, name: name.join(' ') })
      note(db, 5, pk)
    }
)
const writeRoom = fc
  .record({
    pk: pkOf(pks.rooms),
    user_pk: pkOf(pks.users),
    title: words(30),
    viewer_count: fc.nat(100),
    status: fc.constantFrom(2, 4)
  })
  .map(
    ({ title, ...row }): Change =>
      (db) => {
        insert(db, 'all_live_rooms', { ...row, room_id: `r${row.pk}`, title: title.join(' ') })
        note(db, 3, row.pk)
      }
  )
const removeUser = pkOf(pks.users).map(
  (pk): Change =>
    (db) => {
      db.prepare('DELETE FROM users WHERE pk = ?').run(pk)
      note(db, 2, pk)
    }
)
const refresh = fc.constantFrom(1, 300, 2_000_000).map(
  (postings): Change =>
    (db) =>
      refreshIndex(db, () => {}, always(postings))
)

const changes = fc.array(
  fc.oneof(
    { arbitrary: writePost, weight: 6 },
    { arbitrary: refresh, weight: 4 },
    ...[writePosts, removePosts, replay, writeUser, removeUser, writeSound, writePlace, writeRoom].map((arbitrary) => ({
      arbitrary,
      weight: 2
    }))
  ),
  { minLength: 1, maxLength: 40 }
)

const refreshAll: Change = (db) => refreshIndex(db, () => {}, always())

/** All that an index tells, without what it calls documents by. Fails where it contradicts itself. */
const contentsOf = (db: DatabaseSync) => {
  const rows = db.prepare('SELECT id, kind, word, documents FROM search_words').all()
  const byId = new Map(rows.map(({ id, kind, word }) => [Number(id), `${kind} ${word}`]))
  const nameOf = (id: unknown) => byId.get(Number(id)) ?? `unknown word ${id}`

  const lists = new Map<string, { keys: number[]; fields: number[] }>()
  const blocks = db.prepare('SELECT list, last, is_last, data FROM search_blocks ORDER BY list, last').all()
  for (const [index, { list, last, is_last, data }] of blocks.entries()) {
    if (!(data instanceof Uint8Array)) throw new Error('a block has data')
    const name = `${nameOf(Math.floor(Number(list) / 2))} ${Number(list) % 2}`
    const places = readPostings(data)
    const count = places.keys.length
    const isEnd = blocks[index + 1]?.list !== list
    const isRight = count > 0 && count <= 256 && places.keys.at(-1) === last && is_last === Number(isEnd)
    if (!isRight) expect.fail(`${name}: ${count} places up to ${places.keys.at(-1)}, noted as ${last}, ${is_last}`)
    const whole = lists.get(name) ?? { keys: [], fields: [] }
    lists.set(name, { keys: [...whole.keys, ...places.keys], fields: [...whole.fields, ...places.fields] })
  }
  for (const [name, { keys }] of lists) {
    if (keys.some((key, index) => key <= (keys[index - 1] ?? -1))) expect.fail(`${name} is out of order`)
  }

  const documents = db.prepare('SELECT kind, pk, key, words FROM search_documents ORDER BY kind, pk').all()
  const beginnings = db
    .prepare('SELECT kind, beginning, rank, word FROM search_beginnings ORDER BY kind, beginning, rank')
    .all()
  return {
    words: Object.fromEntries(rows.map(({ id, documents }) => [nameOf(id), documents])),
    lists: Object.fromEntries([...lists].sort()),
    documents: documents.map(({ words, ...document }) => {
      if (!(words instanceof Uint8Array)) throw new Error('a document has words')
      const known = readWords(words)
      return { ...document, words: known.words.map((id, at) => `${nameOf(id)} ${known.fields[at]}`).sort() }
    }),
    beginnings: beginnings.map(({ word, ...beginning }) => ({ ...beginning, word: nameOf(word) })),
    typoKeys: db
      .prepare('SELECT key, word FROM search_typo_keys')
      .all()
      .map(({ key, word }) => `${key} ${nameOf(word)}`)
      .sort(),
    sizes: db.prepare('SELECT kind, documents FROM search_sizes WHERE kind > 0 ORDER BY kind').all(),
    stale: db.prepare('SELECT count(*) AS notes FROM search_stale').get()?.notes,
    suggestions: db.prepare('SELECT * FROM suggestions ORDER BY rank').all()
  }
}

/** The same rows with an index that was built of them as a whole. */
const builtAnew = (path: string): string => {
  const copy = newPath()
  copyFileSync(path, copy)
  const db = open(copy)
  db.exec('DELETE FROM search_sizes')
  refreshIndex(db)
  db.close()
  return copy
}

const newDataset = (): { path: string; db: DatabaseSync } => {
  const path = newPath()
  const db = open(path)
  db.exec(`${tables}; ${indexes}; PRAGMA user_version = ${schemaVersion}; INSERT INTO generation VALUES ('one')`)
  refreshIndex(db)
  return { path, db }
}

const keywords = [0, 1, 2, 3, 5, 10, 40, 133].flatMap((number) => [wordOf(number), `${wordOf(number)} ${wordOf(1)}`])
const typed = [
  ...keywords,
  'ka',
  'kaak',
  'so',
  'sooka',
  `#${wordOf(0)}`,
  `@user1.${wordOf(1)}`,
  'kaakaks',
  wordOf(7).slice(1)
]

const foundIn = async (path: string): Promise<unknown[]> => {
  const source = openSqlite({ path, mediaBase: () => null })
  const found: unknown[] = []
  for (const keyword of typed) {
    for (const kind of ['searchTop', 'searchVideos', 'searchUsers', 'searchLive'] as const) {
      const page = await source.page(kind, keyword, { count: 20, after: null }, signal)
      found.push([kind, keyword, page?.items.map((item) => JSON.stringify(item))])
    }
  }
  await source.close()
  return found
}

/** So many posts, which say the same but for their number. */
const fill = (db: DatabaseSync, posts: number, row: Readonly<Record<string, SQLInputValue>> = {}): void => {
  db.exec('BEGIN')
  for (let pk = 1; pk <= posts; pk += 1) {
    const caption = `${wordOf(0)} ${wordOf(pk % 10)} ${wordOf(pk % 400)}`
    insert(db, 'all_posts', {
      pk,
      post_id: `p${pk}`,
      caption,
      hashtags: '[]',
      plays: pk % 50,
      created_at: 1_600_000_000,
      ...row
    })
    note(db, 1, pk)
  }
  db.exec('COMMIT')
}

const found = async (path: string, kind: 'searchTop' | 'searchUsers', keyword: string): Promise<number> => {
  const source = openSqlite({ path, mediaBase: () => null })
  const page = await source.page(kind, keyword, { count: 20, after: null }, signal)
  await source.close()
  return page?.items.length ?? 0
}

describe('words of a document', () => {
  test('come out as they went in, whatever they are numbered', () => {
    const word = fc.oneof(fc.nat(100), fc.nat(2 ** 25))
    fc.assert(
      fc.property(fc.dictionary(word.map(String), fc.integer({ min: 1, max: 31 }), { maxKeys: 600 }), (fields) => {
        const words = Object.entries(fields).reverse()
        const written = writeWords(
          sortWords(
            words.map(([word]) => Number(word)),
            words.map(([, fields]) => fields)
          )
        )
        const read = readWords(written)
        const sorted = words.map(([word, fields]) => [Number(word), fields]).sort(([a = 0], [b = 0]) => a - b)
        expect(read.words.map((word, at) => [word, read.fields[at]])).toEqual(sorted)
      })
    )
  })
})

describe('an index that is refreshed', () => {
  test('is what one would be that is built of the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(changes, fc.boolean(), async (all, isBuiltWhereManyAreStale) => {
        const { path, db } = newDataset()
        for (const change of all) change(db)
        if (isBuiltWhereManyAreStale) refreshIndex(db)
        else refreshAll(db)
        const anew = builtAnew(path)
        const other = open(anew)
        expect(contentsOf(db)).toEqual(contentsOf(other))
        db.close()
        other.close()
        expect(await foundIn(path)).toEqual(await foundIn(anew))
        for (const file of [path, anew]) rmSync(file)
      }),
      { numRuns: 25 }
    )
  })

  test('is done when its lists are written, not when its posts are read', () => {
    const { path, db } = newDataset()
    fill(db, 10_000)
    const steps: { done: number; total: number; words: unknown }[] = []
    refreshIndex(db, (done, total) => {
      steps.push({ done, total, words: db.prepare('SELECT count(*) AS n FROM search_words').get()?.n })
    })
    expect(steps).toEqual([
      { done: 0, total: 10_000, words: 0 },
      { done: 10_000, total: 10_000, words: 400 }
    ])
    db.close()
    rmSync(path)
  })

  test('knows the name of an account that is not found itself', async () => {
    const { path, db } = newDataset()
    insert(db, 'users', { pk: 1, user_id: 'u1', handle: null, username: 'anna', display_name: 'kaoldname' })
    fill(db, 30, { author_pk: 1 })
    note(db, 2, 1)
    refreshAll(db)
    db.exec("UPDATE users SET display_name = 'sonewname'")
    note(db, 2, 1)
    refreshAll(db)
    db.close()
    expect(await found(path, 'searchUsers', 'sonewname')).toBe(0)
    expect(await found(path, 'searchTop', 'sonewname')).toBe(20)
  })

  test('has as few blocks of a list that became short as if it had never been long', () => {
    const { path, db } = newDataset()
    fill(db, 2_000)
    refreshAll(db)
    for (let step = 2; step <= 64; step *= 2) {
      db.exec(`INSERT OR IGNORE INTO search_stale SELECT 1, pk FROM posts WHERE pk % ${step} <> 0;
        DELETE FROM all_posts WHERE pk % ${step} <> 0`)
      refreshAll(db)
    }
    const blocks = db
      .prepare('SELECT max(n) AS most FROM (SELECT count(*) AS n FROM search_blocks GROUP BY list)')
      .get()
    const posts = db.prepare('SELECT count(*) AS n FROM posts').get()
    expect(posts?.n).toBe(31)
    // The last block of a list is as short as it is, and so may what stands before it be joined with it later.
    expect(blocks?.most).toBeLessThanOrEqual(2)
    const other = open(builtAnew(path))
    expect(contentsOf(db)).toEqual(contentsOf(other))
    db.close()
    other.close()
  })

  test('finds what few posts borrow by its new name at once, and leaves it where it is lent to many', async () => {
    for (const [posts, isFew] of [
      [900, true],
      [1_100, false]
    ] as const) {
      const { path, db } = newDataset()
      const user = { pk: 1, user_id: 'u1', handle: 'anna', username: 'anna', display_name: 'kaoldname' }
      insert(db, 'users', user)
      note(db, 2, 1)
      fill(db, posts, { author_pk: 1 })
      refreshAll(db)
      insert(db, 'users', { ...user, display_name: 'sonewname' })
      note(db, 2, 1)
      refreshAll(db)
      db.close()
      expect(await found(path, 'searchUsers', 'sonewname')).toBe(1)
      expect(await found(path, 'searchTop', 'sonewname')).toBe(isFew ? 20 : 0)
      expect(await found(path, 'searchTop', 'kaoldname')).toBe(isFew ? 0 : 20)
    }
  })

  test('lets go of as many words at once as posts of one account may have', () => {
    const { path, db } = newDataset()
    const pks = Array.from({ length: 10_000 }, (_, index) => index + 1)
    db.exec('BEGIN')
    for (const pk of pks) {
      const caption = Array.from({ length: 14 }, (_, word) => `no${pk}x${word}`).join(' ')
      insert(db, 'all_posts', { pk, post_id: `p${pk}`, caption, hashtags: '[]', created_at: 1_600_000_000 })
      note(db, 1, pk)
    }
    db.exec('COMMIT')
    refreshIndex(db)
    db.exec('BEGIN; DELETE FROM all_posts')
    const store = sqliteIndexStore(db)
    let rounds = 0
    const lastWord = () => {
      rounds += 1
      return store.lastWord()
    }
    const counted = atOnce(run(refreshDocuments('posts', pks, 4_000_000), { ...store, lastWord }))
    db.exec('COMMIT')
    // However few postings they have, the words of a round are bounded.
    expect(rounds).toBe(2)
    expect(new Set(counted.map(({ documents }) => documents))).toEqual(new Set([0]))
    expect(contentsOf(db)).toMatchObject({ words: {}, lists: {}, documents: [], beginnings: [], typoKeys: [] })
    db.close()
    rmSync(path)
  })

  test('is whole when its process is killed in the middle of a round, and the next one ends what it began', () => {
    const { path, db } = newDataset()
    fill(db, 600)
    refreshAll(db)
    const before = contentsOf(db)
    fill(db, 700, { plays: 1_000 })
    db.exec('PRAGMA journal_mode = WAL')
    db.close()
    for (const { written, rounds } of [
      { written: 5, rounds: 0 },
      { written: 300, rounds: 0 },
      { written: 500, rounds: 1 }
    ]) {
      const killed = spawnSync(process.execPath, ['--input-type=module', '-e', killedAt(path, written)])
      expect(killed.signal, String(killed.stderr)).toBe('SIGKILL')
      expect(String(killed.stdout).split('round').length - 1).toBe(rounds)
      const after = open(path)
      const left = contentsOf(after)
      after.close()
      if (rounds === 0) expect(left).toEqual({ ...before, stale: 700 })
      else expect(left.stale).toBeLessThan(700)
    }
    const last = open(path)
    refreshAll(last)
    last.exec('PRAGMA journal_mode = DELETE')
    const other = open(builtAnew(path))
    expect(contentsOf(last)).toEqual(contentsOf(other))
    last.close()
    other.close()
  })
})

/** Refreshes by small rounds and kills itself once so many blocks are written, some of which are in the file by then. */
const killedAt = (path: string, written: number): string => `
  import { DatabaseSync } from 'node:sqlite'
  import { refreshIndex } from ${JSON.stringify(new URL('../src/ingest/sqlite/search-refresh.ts', import.meta.url).href)}
  const db = new DatabaseSync(${JSON.stringify(path)}, { enableForeignKeyConstraints: false })
  let left = ${written}
  db.function('written', () => {
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    return null
  })
  db.exec(\`PRAGMA cache_size = 10;
    CREATE TEMP TRIGGER updated AFTER UPDATE ON search_blocks BEGIN SELECT written(); END;
    CREATE TEMP TRIGGER inserted AFTER INSERT ON search_blocks BEGIN SELECT written(); END\`)
  refreshIndex(db, () => process.stdout.write('round'), { postingsOfRound: 2_000, largestShare: Infinity })`
