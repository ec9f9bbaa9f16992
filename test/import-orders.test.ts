import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import type { FeedKind, LookupKind } from '../src/store/kinds.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import type { Page, Source } from '../src/store/source.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { emptyDatabase, hasNoPostgres } from './own-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-orders-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { signal } = new AbortController()
const words = ['dance', 'daily', 'kitchen']
const handles = ['mona', 'mona.lisa', 'monastery', 'lisa', 'vera', 'verona']
const tags = ['dance', 'dancer', 'daily']

/** Few different values, so that nearly everything is as good as something else. */
const post = fc.record({
  author: fc.nat(handles.length - 1),
  createTime: fc.constantFrom(1_600_000_000, 1_600_000_001),
  playCount: fc.constantFrom(0, 1_000),
  diggCount: fc.constantFrom(0, 10),
  said: fc.subarray(words, { minLength: 1 }),
  tag: fc.option(fc.nat(tags.length - 1)),
  sound: fc.nat(3),
  place: fc.option(fc.nat(2))
})

/** Posts of several files, and the order in which other imports read them, several at once or one after the other. */
const feeds = fc
  .tuple(fc.array(post, { minLength: 6, maxLength: 60 }), fc.integer({ min: 2, max: 4 }), fc.nat(1_000))
  .chain(([posts, files, step]) => {
    const elements = posts.map(({ author, said, tag, sound, place, ...counts }, index) => ({
      // Ids of a second grow with it, and are of two lengths.
      id: String((index % 2 === 0 ? 7_000_000_000_000_000_000n : 1_000_000_000n) + BigInt(index * (step + 1))),
      text: said.join(' '),
      authorMeta: { id: String(900 + author), name: handles[author], nickName: 'Mona' },
      musicMeta: { musicId: String(70 + sound), musicName: 'Waves', musicAuthor: 'Sea', musicOriginal: sound === 3 },
      hashtags: tag === null ? [] : [{ id: String(50 + tag), name: tags[tag] }],
      ...(place === null ? {} : { locationMeta: { locationId: String(30 + place), locationName: 'Kitchen' } }),
      ...counts
    }))
    const parts = Array.from({ length: files }, (_, part) => elements.filter((_, index) => index % files === part))
    return fc.record({
      parts: fc.constant(parts),
      orders: fc.tuple(
        fc.shuffledSubarray([...parts.keys()], { minLength: files }),
        fc.shuffledSubarray([...parts.keys()], { minLength: files })
      )
    })
  })

let written = 0
const fileOf = (elements: readonly object[]): string => {
  const file = join(folder, `feed-${++written}.json`)
  writeFileSync(file, JSON.stringify(elements))
  return file
}

/** All of a feed, page by page. */
const walk = async (source: Source, kind: FeedKind, key: string): Promise<unknown[]> => {
  const items: unknown[] = []
  const seen = new Set<string>()
  let after: string | null = null
  do {
    const page: Page<unknown> | null = await source.page(kind, key, { count: 7, after }, signal)
    for (const item of page?.items ?? []) {
      const text = JSON.stringify(item)
      expect(seen.has(text), `${kind} ${key} repeats ${text}`).toBe(false)
      seen.add(text)
      items.push(item)
    }
    after = page?.next ?? null
  } while (after !== null)
  return items
}

const keywords = [
  'dance',
  'dance daily',
  'kitchen',
  'mona',
  'waves',
  'da',
  'verona lisa',
  'danse',
  'daily kitchen mona'
]
const lists: readonly (readonly [FeedKind, string])[] = [
  ...handles.map((handle) => ['userPosts', handle] as const),
  ...[70, 71, 72, 73].map((id) => ['soundPosts', String(id)] as const),
  ...[30, 31, 32].map((id) => ['placePosts', String(id)] as const),
  ...[50, 51, 52].map((id) => ['hashtagPosts', String(id)] as const),
  ['soundLibrary', 'hot'],
  ['soundLibrary', 'new'],
  ...(['searchTop', 'searchVideos', 'searchUsers', 'searchLive'] as const).flatMap((kind) =>
    keywords.map((keyword) => [kind, keyword] as const)
  )
]
const lookUps: readonly (readonly [LookupKind, readonly string[]])[] = [
  ['suggestions', ['d', 'da', 'm', 'mona', 'k', 'w', 'danse', 'v']],
  ['completions', ['d', 'da', 'm', 'mona', 'k', 'w', 'danse', 'v']],
  ['nameMatches', ['d', 'da', 'm', 'k', 'danse']],
  ['scorecardInputs', handles],
  ['dataset', ['']]
]

/** What a source answers, in the order in which it does. */
const answersOf = async (source: Source): Promise<Map<string, unknown>> => {
  const answers = new Map<string, unknown>()
  try {
    for (const [kind, key] of lists) answers.set(`${kind} ${key}`, await walk(source, kind, key))
    for (const [kind, keys] of lookUps) answers.set(kind, await source.lookUp(kind, keys, signal))
  } finally {
    await source.close()
  }
  return answers
}

/** Imports each group of files at once, one group after the other. */
const importAll = async (path: string, groups: readonly (readonly string[])[]): Promise<void> => {
  for (const inputs of groups) await importFiles({ inputs, path })
}

let stores = 0
const inFile = async (groups: readonly (readonly string[])[]): Promise<Map<string, unknown>> => {
  const path = join(folder, `${++stores}.db`)
  await importAll(path, groups)
  const answers = await answersOf(openSqlite({ path, mediaBase: () => null }))
  rmSync(path)
  return answers
}
const inPostgres = async (groups: readonly (readonly string[])[]): Promise<Map<string, unknown>> => {
  const { url, close } = await emptyDatabase(2)
  try {
    await importAll(url, groups)
    return await answersOf(openPostgres({ urls: [url], mediaBase: () => null }))
  } finally {
    await close()
  }
}

describe('answers', () => {
  test('are the same in whatever order feeds are imported', async () => {
    await fc.assert(
      fc.asyncProperty(feeds, async ({ parts, orders: [one, other] }) => {
        const files = parts.map(fileOf)
        const reversed = parts.map((elements) => fileOf(elements.toReversed()))
        const all = await inFile([one.map((part) => files[part] ?? '')])
        const apart = await inFile(other.map((part) => [reversed[part] ?? '']))
        for (const [what, answer] of all) expect({ what, answer: apart.get(what) }).toEqual({ what, answer })
      }),
      { numRuns: Number(process.env.RUNS ?? 20) }
    )
  })

  test('are the same for thousands that nothing tells apart but their ids, first page and last', async () => {
    const elements = Array.from({ length: 3_000 }, (_, index) => ({
      id: String(7_000_000_000_000_000_000n + BigInt(index)),
      text: 'dance daily',
      createTime: 1_600_000_000,
      authorMeta: `mona${index % 1_500}`,
      musicMeta: { musicId: String(70 + (index % 20)), musicName: 'Waves', musicAuthor: 'Sea', musicOriginal: false },
      hashtags: [{ id: '50', name: 'dance' }],
      playCount: 5
    }))
    const shuffled = elements.map((_, index) => elements[(index * 1_237) % elements.length] ?? {})
    const one = await inFile([[fileOf(elements)]])
    const other = await inFile([[fileOf(shuffled.slice(0, 2_500))], [fileOf(shuffled.slice(2_500))]])
    for (const [what, answer] of one) expect({ what, answer: other.get(what) }).toEqual({ what, answer })
    expect(one.get('searchTop dance')).toHaveLength(3_000)
    expect(one.get('hashtagPosts 50')).toHaveLength(3_000)
  })

  test.skipIf(hasNoPostgres)('are those of a file in a PostgreSQL too', async () => {
    await fc.assert(
      fc.asyncProperty(feeds, async ({ parts, orders: [one, other] }) => {
        const files = parts.map(fileOf)
        const here = await inFile([one.map((part) => files[part] ?? '')])
        const there = await inPostgres(other.map((part) => [files[part] ?? '']))
        for (const [what, answer] of here) expect({ what, answer: there.get(what) }).toEqual({ what, answer })
      }),
      { numRuns: Number(process.env.RUNS ?? 3) }
    )
  })
})
