import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { ApiError } from '../src/core/errors.ts'
import { importFiles } from '../src/ingest/import.ts'
import type { CountHistory } from '../src/records/count-history.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import type { Source } from '../src/store/source.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { dump } from './dump.ts'
import { emptyDatabase, hasNoPostgres } from './own-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-samples-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { signal } = new AbortController()

const postKeys = ['playCount', 'diggCount', 'commentCount', 'shareCount', 'collectCount', 'repostCount']
const userKeys = ['fans', 'following', 'heart', 'video']

/** Counts of one thing as one file gives them; null for those it does not give. */
type Counts = readonly (number | null)[]
type Capture = { at: number | null; file: number; post: Counts; author: Counts }

/** Few different values, so that neighbours are often equal; 12,300 is rounded, and -7 wrapped around. A count of 0 would be a placeholder. */
const counts = (fields: number) =>
  fc.array(fc.option(fc.constantFrom(2, 3, 250, 12_345, 12_300, -7), { freq: 6 }), {
    minLength: fields,
    maxLength: fields
  })
const fileCount = 4
const capture = fc.record({
  at: fc.option(fc.integer({ min: 1_650_000_000, max: 1_650_000_006 }), { freq: 8 }),
  file: fc.nat(fileCount - 1),
  post: counts(postKeys.length),
  author: counts(userKeys.length)
})
const sequences = 130
/** Sequences of captures of posts with an author each, and the files in the order of several imports, some of them again. */
const history = fc.record({
  captures: fc.array(fc.array(capture, { minLength: 1, maxLength: 7 }), { minLength: sequences, maxLength: sequences }),
  order: fc.shuffledSubarray(
    Array.from({ length: fileCount }, (_, file) => file),
    { minLength: fileCount }
  ),
  again: fc.subarray(Array.from({ length: fileCount }, (_, file) => file)),
  atOnce: fc.integer({ min: 1, max: 3 })
})
type History = typeof history extends fc.Arbitrary<infer H> ? H : never

const postId = (index: number) => String(7_000_000_000_000_000_000n + BigInt(index))
const named = (keys: readonly string[], values: Counts) =>
  Object.fromEntries(keys.flatMap((key, index) => (values[index] == null ? [] : [[key, values[index]]])))
const elementOf = (index: number, { at, post, author }: Pick<Capture, 'at' | 'post' | 'author'>) => ({
  ...{ id: postId(index), text: 'dance', createTime: 1_600_000_000 },
  ...(at === null ? {} : { scrapedAt: at }),
  authorMeta: { id: String(900 + index), name: `mona${index}`, ...named(userKeys, author) },
  ...named(postKeys, post)
})

let written = 0
const fileOf = (elements: readonly object[]): string => {
  const file = join(folder, `feed-${++written}.json`)
  writeFileSync(file, JSON.stringify(elements))
  return file
}
const filesOf = (captures: readonly (readonly Capture[])[]) =>
  Array.from({ length: fileCount }, (_, file) =>
    fileOf([
      // Nothing but an element that gives no counts, so that no file is empty.
      elementOf(0, { at: null, post: [], author: [] }),
      ...captures.flatMap((own, index) =>
        own.filter((each) => each.file === file).map((each) => elementOf(index, each))
      )
    ])
  )

const isRounded = (count: number) => count >= 10_000 && count % 100 === 0
/** The better of several observations of one count. */
const best = (values: readonly (number | null)[]): number | null => {
  const known = values.flatMap((value) => (value !== null && value >= 0 ? [value] : []))
  const exact = known.filter((value) => !isRounded(value))
  return known.length === 0 ? null : Math.max(...(exact.length > 0 ? exact : known))
}

/** What the history of captures is by the rules of docs/importing.md. */
const modelOf = (captures: readonly Capture[], of: 'post' | 'author', files: readonly string[]): CountHistory => {
  const observed = captures.filter((each) => each[of].some((value) => value !== null))
  const times = new Set(observed.map(({ at }) => at))
  const undated = new Set(observed.filter(({ at }) => at === null).map(({ file }) => file)).size
  const points = [...times]
    .filter((at) => at !== null)
    .sort((a, b) => a - b)
    .map((at) => {
      const own = observed.filter((each) => each.at === at)
      const values = (own[0]?.[of] ?? []).map((_, field) => best(own.map((each) => each[of][field] ?? null)))
      const bits = (isMarked: (value: number | null, field: number) => boolean) =>
        values.reduce<number>((sum, value, field) => (isMarked(value, field) ? sum | (1 << field) : sum), 0)
      const rounded = bits((value) => value !== null && isRounded(value))
      const negative = bits((value, field) => value === null && own.some((each) => (each[of][field] ?? 0) < 0))
      const source =
        own
          .map(({ file }) => files[file] ?? '')
          .sort()
          .at(-1) ?? null
      return { at, source, counts: values, rounded, negative }
    })
  const countsAt = (index: number) => JSON.stringify([points[index]?.counts, points[index]?.negative])
  const isSame = (index: number, other: number) => countsAt(index) === countsAt(other)
  return { points: points.filter((_, index) => !isSame(index, index - 1) || !isSame(index, index + 1)), undated }
}

type Histories = { posts: readonly (CountHistory | null)[]; users: readonly (CountHistory | null)[] }
const lookUp = async (
  source: Source,
  kind: 'postHistory' | 'userHistory',
  keys: readonly string[]
): Promise<(CountHistory | null)[]> =>
  (await source.lookUp(kind, keys, signal)).map((found) => {
    if (found instanceof ApiError) throw found
    return found
  })
const read = async (source: Source, count: number): Promise<Histories> => {
  const indices = Array.from({ length: count }, (_, index) => index)
  try {
    const posts = await lookUp(source, 'postHistory', indices.map(postId))
    const users = await lookUp(
      source,
      'userHistory',
      indices.map((index) => `mona${index}`)
    )
    return { posts, users }
  } finally {
    await source.close()
  }
}
let stores = 0
const newPath = () => join(folder, `${++stores}.db`)
const readFile = (path: string, count: number) => read(openSqlite({ path, mediaBase: () => null }), count)
const samplesIn = (path: string) => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return dump(db).samples
  } finally {
    db.close()
  }
}

/** Imports some files at once, the others one after the other. */
const importAll = async (path: string, files: readonly string[], { order, again, atOnce }: History) => {
  const named = (file: number) => files[file] ?? ''
  await importFiles({ inputs: order.slice(0, atOnce).map(named), path })
  for (const file of [...order.slice(atOnce), ...again]) await importFiles({ inputs: [named(file)], path })
}
const expectModel = ({ posts, users }: Histories, { captures }: History, files: readonly string[]) => {
  for (const [index, own] of captures.entries()) {
    expect({ index, history: posts[index] }).toEqual({ index, history: modelOf(own, 'post', files) })
    expect({ index, history: users[index] }).toEqual({ index, history: modelOf(own, 'author', files) })
  }
}

describe('counts over time', () => {
  test('are those of a simple model for any sequence of captures', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (any) => {
        const files = filesOf(any.captures)
        const path = newPath()
        await importAll(path, files, any)
        expectModel(await readFile(path, sequences), any, files)
        rmSync(path)
      }),
      { numRuns: Number(process.env.RUNS ?? 8) }
    )
  })

  test.skipIf(hasNoPostgres)('are so in a PostgreSQL too', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (any) => {
        const files = filesOf(any.captures)
        const { url, close } = await emptyDatabase(2)
        try {
          await importAll(url, files, any)
          expectModel(await read(openPostgres({ urls: [url], mediaBase: () => null }), sequences), any, files)
        } finally {
          await close()
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 1) }
    )
  })

  const two = [
    { at: 1_650_000_000, post: [10, 1, 0, 0, 0, 0], author: [100, 5, 50, 7] },
    { at: 1_660_000_000, post: [25, 3, 1, 0, 0, 0], author: [90, 5, 52, 7] }
  ].map((each) => fileOf([elementOf(0, each)]))

  test('of two captures are the same two points in either order, also when a file comes again', async () => {
    const found: unknown[] = []
    for (const order of [two, two.toReversed()]) {
      const path = newPath()
      for (const file of order) await importFiles({ inputs: [file], path })
      const before = samplesIn(path)
      found.push(await readFile(path, 1))
      for (const file of two) {
        const { tally } = await importFiles({ inputs: [file], path })
        expect(tally.posts).toEqual({ new: 0, changed: 0 })
      }
      expect(samplesIn(path)).toEqual(before)
    }
    expect(found[0]).toEqual({
      posts: [
        {
          points: [
            { at: 1_650_000_000, source: two[0], counts: [10, 1, 0, 0, 0, 0], rounded: 0, negative: 0 },
            { at: 1_660_000_000, source: two[1], counts: [25, 3, 1, 0, 0, 0], rounded: 0, negative: 0 }
          ],
          undated: 0
        }
      ],
      users: [
        {
          points: [
            { at: 1_650_000_000, source: two[0], counts: [100, 5, 50, 7], rounded: 0, negative: 0 },
            { at: 1_660_000_000, source: two[1], counts: [90, 5, 52, 7], rounded: 0, negative: 0 }
          ],
          undated: 0
        }
      ]
    })
    expect(found[1]).toEqual(found[0])
  })

  test('of a data set that replaces another are its own', async () => {
    const path = newPath()
    await importFiles({ inputs: [two[0] ?? ''], path })
    await importFiles({ inputs: [two[1] ?? ''], path, replaces: true })
    const { posts } = await readFile(path, 1)
    expect(posts[0]?.points.map(({ at }) => at)).toEqual([1_660_000_000])
  })
})

describe('an account', () => {
  const profile = (name: string, at: number, fans: number, id?: string) =>
    fileOf([{ name, fans, privateAccount: false, scrapedAt: at, ...(id === undefined ? {} : { id }) }])
  const followers = async (path: string, ...handles: string[]) => {
    const source = openSqlite({ path, mediaBase: () => null })
    try {
      const found = await lookUp(source, 'userHistory', handles)
      return found.map((each) => each?.points.map(({ at, counts: [first] }) => [at, first]))
    } finally {
      await source.close()
    }
  }

  test('keeps its series when its handle passes to another account', async () => {
    const captures = [
      profile('mona', 1_000, 10, '1'),
      profile('mona', 2_000, 700, '2'),
      profile('lisa', 3_000, 12, '1'),
      profile('mona', 4_000, 710, '2')
    ]
    for (const order of [captures, captures.toReversed()]) {
      const path = newPath()
      for (const file of order) await importFiles({ inputs: [file], path })
      expect(await followers(path, 'lisa', 'mona')).toEqual([
        [
          [1_000, 10],
          [3_000, 12]
        ],
        [
          [2_000, 700],
          [4_000, 710]
        ]
      ])
    }
  })

  test('that is known by its handle alone is gone with its samples once another has the handle', async () => {
    const path = newPath()
    await importFiles({ inputs: [profile('other', 1_000, 10, '1')], path })
    await importFiles({ inputs: [profile('mona', 1_000, 5)], path })
    expect(await followers(path, 'mona')).toEqual([[[1_000, 5]]])
    await importFiles({ inputs: [profile('mona', 2_000, 11, '1')], path })
    await importFiles({ inputs: [profile('mona', 3_000, 6)], path })
    // Has the row number of the one that is gone.
    await importFiles({ inputs: [profile('vera', 4_000, 8, '2')], path })
    expect(await followers(path, 'mona', 'vera')).toEqual([
      [
        [1_000, 10],
        [2_000, 11]
      ],
      [[4_000, 8]]
    ])
  })

  test('has none of the samples of a removed one with its row number where imports were interrupted', async () => {
    const path = newPath()
    const interrupted = async (file: string) => {
      const onProgress = (step: string) => {
        if (step === 'scores') throw new Error('stopped here')
      }
      await expect(importFiles({ inputs: [file], path, onProgress })).rejects.toThrow('stopped here')
    }
    await importFiles({ inputs: [profile('other', 1_000, 10, '1')], path })
    await interrupted(profile('mona', 1_000, 5))
    await interrupted(profile('mona', 2_000, 11, '1'))
    await importFiles({ inputs: [profile('vera', 4_000, 8, '2')], path })
    expect(await followers(path, 'mona', 'vera')).toEqual([
      [
        [1_000, 10],
        [2_000, 11]
      ],
      [[4_000, 8]]
    ])
  })
})

describe('an import', () => {
  const staleAfter = async (path: string, file: string) => {
    const onProgress = (step: string) => {
      if (step === 'ranks') throw new Error('stopped here')
    }
    await expect(importFiles({ inputs: [file], path, onProgress })).rejects.toThrow('stopped here')
    const db = new DatabaseSync(path)
    try {
      return Number(db.prepare('SELECT count(*) AS n FROM stale_column_rows').get()?.n)
    } finally {
      db.close()
    }
  }

  test('makes columns stale only where it changes samples', async () => {
    const newer = fileOf([elementOf(0, { at: 1_660_000_000, post: [25, 3, 1, 2, 2, 2], author: [90, 5, 52, 7] })])
    const older = fileOf([elementOf(0, { at: 1_650_000_000, post: [10, 2, 1, 2, 2, 2], author: [80, 5, 50, 7] })])
    const path = newPath()
    await importFiles({ inputs: [newer], path })
    expect(await staleAfter(path, newer)).toBe(0)
    // Rows stay as they are, and there is a sample more of the post and of its author.
    expect(await staleAfter(path, older)).toBe(2)
  })
})
