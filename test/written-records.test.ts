import { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { Cache } from '../src/cache/cache.ts'
import { Reads } from '../src/cache/reads.ts'
import { textOf } from '../src/core/byte-text.ts'
import { Memory } from '../src/core/memory.ts'
import { Scope } from '../src/core/scope.ts'
import { count, flag, id, list, nullable, record, text, url } from '../src/records/fields.ts'
import type { Page, Source, WrittenPage } from '../src/store/source.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { type Cells, columns, type Selection, selection } from '../src/store/tables/columns.ts'
import * as selections from '../src/store/tables/selections.ts'
import { row } from './dataset.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What is held of them. The second collection waits for what the first gives back beside it. */
const bytesOutside = (): number => {
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

/** Each row in both ways: what is read of its columns, as JSON, and what SQLite writes of them. */
const bothWays = (
  db: DatabaseSync,
  { columns, json, addresses, width, read }: Selection<unknown>,
  from: string,
  base: string | null
) => {
  const statement = db.prepare(`SELECT ${columns}, ${json} FROM ${from}`)
  statement.setReturnArrays(true)
  const rows = statement.all(...Array.from({ length: addresses }, () => base)) as unknown as Cells[]
  return rows.map((cells) => ({
    read: JSON.stringify(read(cells, base)),
    written: cells[width]
  }))
}

describe('a record that SQLite writes is, letter by letter, what it is read as', () => {
  const { posts, postJoins, users, sounds, liveRooms, liveSearchResults, liveJoins, collections, effects, places } =
    selections
  const kinds: Record<string, [Selection<unknown>, string]> = {
    posts: [posts, `posts p ${postJoins}`],
    users: [users, 'users u'],
    sounds: [sounds, 'sounds s'],
    liveRooms: [liveRooms, `live_rooms l ${liveJoins}`],
    liveSearchResults: [liveSearchResults, `live_rooms l ${liveJoins}`],
    collections: [collections, 'collections c'],
    effects: [effects, 'effects e'],
    places: [places, 'places p']
  }

  test('for every way in which records are selected', () => {
    const declared = Object.values(selections).filter((one) => typeof one === 'object' && 'json' in one)
    expect(new Set(declared)).toEqual(new Set(Object.values(kinds).map(([one]) => one)))
  })

  test.each(Object.keys(kinds))('for all %s of the default data, with and without addresses of its own', (kind) => {
    const [selection, from] = kinds[kind] as [Selection<unknown>, string]
    const db = new DatabaseSync(inject('defaultDataset'), { readOnly: true })
    try {
      for (const base of ['http://media.test', null]) {
        const rows = bothWays(db, selection, from, base)
        expect(rows.length).toBeGreaterThan(10)
        expect(rows.filter(({ read, written }) => read !== written)).toEqual([])
      }
    } finally {
      db.close()
    }
  })

  test('whatever its texts and numbers are', () => {
    const inner = record('Inner', 'A record within another.', { said: text('Any text.'), at: nullable(url('Where.')) })
    const Thing = record('Thing', 'A record with a field of each sort.', {
      key: id('A number.'),
      said: text('Any text.'),
      perhaps: nullable(text('Any text, or none.')),
      at: nullable(url('Where.')),
      always: url('Where, always.'),
      many: count('How many.'),
      sure: flag('Whether.'),
      words: list(text('A word.'), 'Words.'),
      inner
    })
    const { key, said, perhaps, at, always, many, sure, words } = Thing.properties
    const own = { key, said, perhaps, at, always, many, sure, words }
    const things = selection(Thing, 't', { inner: selection(inner, 't') })
    const db = new DatabaseSync(':memory:')
    db.exec(`CREATE TABLE things (${columns(own)}) STRICT`)
    const put = db.prepare('INSERT INTO things VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    // No text here holds a NUL, nor half a character: whoever writes a data set takes care of that.
    const any = fc.string({ unit: 'binary' }).map((one) => one.toWellFormed().replaceAll('\0', ''))
    const address = any.map((rest) => `/${rest}`)
    const values = fc.tuple(
      any,
      fc.option(any),
      fc.option(fc.oneof(any, address)),
      fc.oneof(any, address),
      fc.maxSafeNat(),
      fc.boolean(),
      fc.array(any)
    )
    fc.assert(
      fc.property(values, fc.option(any), ([said, perhaps, at, always, many, sure, words], base) => {
        db.exec('DELETE FROM things')
        put.run('1', said, perhaps, at, always, many, sure ? 1 : 0, JSON.stringify(words))
        const [both] = bothWays(db, things, 'things t', base)
        expect(both?.written).toBe(both?.read)
      }),
      { numRuns: 500 }
    )
    db.close()
  })
})

describe('a page that was read to be sent on', () => {
  const embedded = openSqlite({ path: inject('defaultDataset'), mediaBase: () => 'http://media.test' })
  const { handle } = row<{ handle: string }>(
    'SELECT u.handle FROM users u JOIN posts p ON p.author_pk = u.pk WHERE NOT u.is_private GROUP BY u.pk HAVING count(*) > 5'
  )
  const request = { count: 5, after: null }
  const scopeOf = (passesListsThrough: boolean) =>
    Object.assign(new Scope({ requestId: 'test', signal: new AbortController().signal, startedAt: 0 }), {
      passesListsThrough
    })
  const withCache = (source: Source = embedded, now = Date.now) => {
    const cache = new Cache({ memory: new Memory(1_000_000), now })
    const reads = new Reads({ source, cache })
    const page = (passesListsThrough: boolean) => reads.page(scopeOf(passesListsThrough), 'userPosts', handle, request)
    return { cache, page }
  }

  test('is kept as it came for whoever sends it on, and takes about the bytes it has', async () => {
    const { cache, page } = withCache()
    const written = (await page(true)) as WrittenPage
    expect(await page(true)).toBe(written)
    expect(cache.bytes).toBeGreaterThan(written.json.length)
    expect(cache.bytes).toBeLessThan(written.json.length + 2_000)
  })

  test('is kept as its records once somebody looks into it, and they stay the same', async () => {
    const { cache, page } = withCache()
    const { json, missing: _, ...ends } = (await page(true)) as WrittenPage
    const asWritten = cache.bytes
    const records = (await page(false)) as Page<unknown>
    expect(records).toEqual({ items: JSON.parse(textOf(json)), ...ends })
    expect(cache.bytes).toBeGreaterThan(asWritten)
    expect(await page(false)).toBe(records)
    // Nothing is written for those who send it on while the records are at hand.
    expect(await page(true)).toBe(records)
  })

  test('is kept without memory outside the heap, which is collected at ten times the cost', async () => {
    await withCache().page(true)
    const before = bytesOutside()
    const caches = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const { cache, page } = withCache()
        await page(true)
        return cache
      })
    )
    expect(caches.every(({ isUseful }) => isUseful)).toBe(true)
    expect(bytesOutside() - before).toBeLessThan(caches.length * 100)
  })

  test('is looked into by those as well who are served it while it is renewed', async () => {
    let now = 0
    const { now: _, ...slow } = embedded
    const { page } = withCache(slow, () => now)
    const { items } = (await page(true)) as Page<object>
    now += 6 * 60_000
    expect(await page(false)).toMatchObject({ items })
  })
})
