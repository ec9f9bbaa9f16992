import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readAnyData } from '../src/core/config/data-location.ts'
import { importFiles } from '../src/ingest/import.ts'
import { emptyDatabase, hasNoPostgres } from './own-postgres.ts'
import { startServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-names-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Store = { path: string; url: string; close(): Promise<void> }
let files = 0
const stores: readonly (readonly [name: string, isLeftOut: boolean, open: () => Promise<Store>])[] = [
  [
    'SQLite',
    false,
    async () => {
      const path = join(folder, `${++files}.db`)
      return { path, url: `sqlite:${path}`, close: async () => {} }
    }
  ],
  [
    'PostgreSQL',
    hasNoPostgres,
    async () => {
      const { url, close } = await emptyDatabase()
      return { path: url, url, close }
    }
  ]
]

const creators = [
  { id: '11', name: 'quokka.star', nickName: 'Quokka Star', fans: 150_000_000 },
  { id: '12', name: 'island_days', nickName: 'Quokka', fans: 300_000 },
  { id: '13', name: 'quokkafarm', nickName: 'Rotto Farm', fans: 40_000 },
  { id: '14', name: 'rotto', nickName: 'A.', fans: 7 }
]
type Author = (typeof creators)[number] & { privateAccount?: boolean }
/** A post of each, seen at a time; the last one has a sound, a place and a hashtag that no other uses. */
const seen = (day: number, authors: readonly Author[]): string => {
  const file = join(folder, `feed-${++files}.json`)
  const posts = authors.map((authorMeta) => ({
    id: String(7_000_000_000_000_000_000n + BigInt(authorMeta.id)),
    text: 'a sunny day',
    createTime: 1_780_000_000,
    authorMeta,
    ...(authorMeta.id === '14'
      ? {
          musicMeta: { musicId: '71', musicName: 'Bilby Waltz', musicAuthor: 'A.', musicOriginal: false },
          locationMeta: { locationId: '31', locationName: 'Bilby Beach' },
          hashtags: [{ id: '51', name: 'bilbylove' }]
        }
      : {}),
    scrapedAt: `2026-06-0${day}T00:00:00Z`
  }))
  writeFileSync(file, JSON.stringify(posts))
  return file
}

describe.each(stores)('in %s', (_, isLeftOut, open) => {
  let store: Store
  beforeEach(async () => {
    if (!isLeftOut) store = await open()
  })
  afterEach(() => (isLeftOut ? undefined : store.close()))

  const asking = async <T>(ask: (server: Awaited<ReturnType<typeof startServer>>) => Promise<T>): Promise<T> => {
    const server = await startServer({ config: { data: readAnyData(store.url) } })
    try {
      return await ask(server)
    } finally {
      await server.close()
    }
  }
  const suggested = (keyword: string) =>
    asking(async (server) => {
      const { body } = await server.get<string[]>(`/api/v1/search/suggest?keyword=${encodeURIComponent(keyword)}`)
      return body.data
    })

  test.skipIf(isLeftOut)('an exact handle comes first, then the best known, whoever else is called so', async () => {
    await importFiles({ inputs: [seen(1, creators)], path: store.path })
    expect(await suggested('quokka')).toEqual(['quokka.star', 'Quokka', 'quokkafarm'])
    expect(await suggested('@quokka')).toEqual(['@quokka.star', '@island_days', '@quokkafarm'])
    expect(await suggested('rotto')).toEqual(['rotto', 'Rotto Farm'])
    expect(await suggested('quoka')).toEqual(['quokka.star', 'Quokka', 'quokkafarm'])
    expect(await suggested('quokka stra')).toEqual(['Quokka Star'])
  })

  test.skipIf(isLeftOut)('what a later import says of followers decides', async () => {
    await importFiles({ inputs: [seen(1, creators)], path: store.path })
    const grown = creators.map((creator) => (creator.id === '13' ? { ...creator, fans: 900_000_000 } : creator))
    await importFiles({ inputs: [seen(2, grown)], path: store.path })
    expect(await suggested('quokka')).toEqual(['quokkafarm', 'quokka.star', 'Quokka'])
  })

  test.skipIf(isLeftOut)('what only private accounts use is not named', async () => {
    const named = () =>
      asking(async (server) => {
        const { data } = await server.query(
          '{ search(keyword: "bilby") { sounds { title } places { name } hashtags { name } suggestions } }'
        )
        return data?.search
      })
    await importFiles({ inputs: [seen(1, creators)], path: store.path })
    expect(await named()).toMatchObject({
      sounds: [{ title: 'Bilby Waltz' }],
      places: [{ name: 'Bilby Beach' }],
      hashtags: [{ name: 'bilbylove' }]
    })
    const hidden = creators.map((creator) => ({ ...creator, privateAccount: creator.id === '14' }))
    await importFiles({ inputs: [seen(2, hidden)], path: store.path })
    expect(await named()).toEqual({ sounds: [], places: [], hashtags: [], suggestions: [] })
  })
})
