import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAnyData } from '../src/core/config/data-location.ts'
import { importFiles } from '../src/ingest/import.ts'
import { canonicalHashtag } from '../src/records/hashtag-name.ts'
import { startFacade } from './chain.ts'
import { emptyDatabase, hasNoPostgres } from './own-postgres.ts'
import { startServer, type TestServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-hashtags-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Letters as the compatibility forms of other keyboards: wide Latin, narrow katakana. */
const otherWidth = (text: string): string =>
  text.replace(/[A-Za-z0-9]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).replace('カフェ', 'ｶﾌｪ')
const letterForms = [
  (name: string) => name.normalize('NFC'),
  (name: string) => name.normalize('NFD'),
  (name: string) => name.toUpperCase(),
  (name: string) => name.normalize('NFD').toUpperCase(),
  otherWidth
]
const signs = ['', '#', '＃', '﹟', '##', '# ']

/** Canonical names; the platform has a number for some. `2024` looks like one. */
const numbers: Readonly<Record<string, string | null>> = {
  xuhướng: '4101',
  révisions: null,
  fyp: '4103',
  カフェ: null,
  ǰuly_days: null,
  '2024': null
}
const names = Object.keys(numbers)
const formsOf = (name: string): string[] => letterForms.flatMap((form) => signs.map((sign) => `${sign}${form(name)}`))

const idOf = (number: number) => String(7_700_000_000_000_000_000n + BigInt(number))
const createdAt = 1_767_225_600
const author = { id: '6800000000000000001', name: 'lena.bakes' }

/** A post that carries a hashtag, in each way that files have. A caption needs a sign. */
const ways: Readonly<Record<string, (id: string, written: string, number: string | null) => object | string>> = {
  'list with ids': (id, name, number) => ({
    ...{ id, text: 'saw', createTime: createdAt, authorMeta: author, playCount: 5 },
    hashtags: [{ ...(number !== null && { id: number }), name }]
  }),
  challenges: (id, title, number) => ({
    ...{ id, desc: 'saw', createTime: createdAt, video: { duration: 9 }, stats: { playCount: 5 } },
    ...{
      author: { id: author.id, uniqueId: author.name },
      challenges: [{ ...(number !== null && { id: number }), title }]
    }
  }),
  'list of names': (id, name) => ({
    ...{ id, create_time: createdAt, username: author.name, video_description: 'saw', view_count: 5 },
    hashtag_names: [name]
  }),
  caption: (id, name) => ({
    ...{ id, extractor_key: 'TikTok', timestamp: createdAt, uploader_id: author.id, view_count: 5 },
    webpage_url: `https://clips.example/@${author.name}/video/${id}`,
    description: `saw ${/^[#＃﹟]/.test(name) ? name.replace(' ', '') : `#${name}`}, twice!`
  }),
  'record of this API': (post_id, name, number) => ({
    ...{ post_id, created_at: createdAt, caption: 'saw', plays: 5, author_username: author.name },
    hashtags: [{ id: number, name }]
  }),
  'row of a table of this API': (post_id, name, number) =>
    `post_id,created_at,caption,plays,author_username,hashtags_id,hashtags_name\n${post_id},${createdAt},saw,5,${author.name},${number ?? ''},${name}\n`
}

/** Every form of every name, the next way for each, in files of which the second knows the numbers. */
const written = names.flatMap((name) => formsOf(name).map((form) => ({ name, form })))
const posts = written.flatMap(({ name, form }, index) =>
  Object.values(ways).map((make, way) => {
    const isSecond = (index + way) % 2 === 1
    return { name, isSecond, record: make(idOf(index * 10 + way), form, isSecond ? (numbers[name] ?? null) : null) }
  })
)
const perName = formsOf('x').length * Object.keys(ways).length

const files = (isSecond: boolean): string[] => {
  const records = posts.filter((post) => post.isSecond === isSecond).map(({ record }) => record)
  const lines = records.filter((record) => typeof record === 'object').map((record) => JSON.stringify(record))
  const tables = records.filter((record) => typeof record === 'string')
  const rows = tables.map((table) => table.split('\n')[1])
  const head = tables[0]?.split('\n')[0]
  const [json, csv] = [join(folder, `${isSecond}.ndjson`), join(folder, `${isSecond}.csv`)]
  writeFileSync(json, `${lines.join('\n')}\n`)
  writeFileSync(csv, `${[head, ...rows].join('\n')}\n`)
  return [json, csv]
}

type Tagged = { hashtags: { name: string }[] }
/** The canonical names of the first hashtags of posts. */
const namesIn = (posts: readonly Tagged[]) =>
  new Set(posts.map(({ hashtags }) => canonicalHashtag(hashtags[0]?.name ?? '')))
type Node = { id: string; hashtagId: string | null; name: string }

type Store = { url: string; close(): Promise<void> }
const stores: readonly (readonly [name: string, isLeftOut: boolean, open: () => Promise<Store>])[] = [
  ['SQLite', false, async () => ({ url: `sqlite:${join(folder, 'own.db')}`, close: async () => {} })],
  [
    'PostgreSQL',
    hasNoPostgres,
    async () => {
      const { url, close } = await emptyDatabase()
      return { url, close }
    }
  ]
]

const anyName = fc.constantFrom(...names)
const anyForm = anyName.chain((name) => fc.record({ name: fc.constant(name), form: fc.constantFrom(...formsOf(name)) }))

test('a canonical name is its own canonical name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const name = canonicalHashtag(text)
      expect(canonicalHashtag(name)).toBe(name)
      expect(canonicalHashtag(text.normalize('NFD'))).toBe(name)
    })
  )
  for (const { name, form } of written) expect(canonicalHashtag(form)).toBe(name)
  for (const text of [`${'é'.repeat(499)} é`, `${'é'.repeat(499)}🍜`, '\ufdfa'.repeat(900)]) {
    const name = canonicalHashtag(text)
    expect(canonicalHashtag(name)).toBe(name)
    expect(name.length).toBeLessThanOrEqual(500)
  }
  expect(canonicalHashtag('X'.repeat(600))).toBe(canonicalHashtag('x'.repeat(600)))
})

/** Random letters of a range, which no database can compress into less. */
const random = (count: number, from: number, letters: number, seed: number) => {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return String.fromCharCode(from + ((state >>> 8) % letters))
  }).join('')
}

describe.each(stores)('in %s, texts that are no keys as they are', (_, isLeftOut, open) => {
  test.skipIf(isLeftOut)('are shortened', async () => {
    const { url, close } = await open()
    const long = `中 ${random(900, 0x4e00, 20_000, 1)}`
    const posts = [`#${long}a`, `${long}b`, '\ufdfa'.repeat(900), `${'x'.repeat(499)} ${long}`].map((name, index) => ({
      ...{ id: String(7_300_000_000_000_000_000n + BigInt(index)), createTime: 1_700_000_000 },
      ...{ text: `กข${random(5_000, 0x0e34, 7, index)}ค`, authorMeta: { name: 'mona' } },
      hashtags: [{ name }]
    }))
    const file = join(folder, 'long.json')
    writeFileSync(file, JSON.stringify(posts))
    const { tally } = await importFiles({ inputs: [file], path: url.replace(/^sqlite:.*/, join(folder, 'long.db')) })
    expect(tally).toMatchObject({ posts: { new: 4 }, hashtags: { new: 3 } })
    await close()
  })
})

describe.each(stores)('in %s, each hashtag is one, however written:', (_, isLeftOut, open) => {
  let store: Store
  let server: TestServer
  let facade: TestServer
  const searched = new Set<string>()

  beforeAll(async () => {
    if (isLeftOut) return
    store = await open()
    const path = store.url.replace(/^sqlite:/, '')
    for (const isSecond of [false, true]) await importFiles({ inputs: files(isSecond), path })
    server = await startServer({
      config: { data: readAnyData(store.url), federation: true },
      wrapSource: (source) => ({
        ...source,
        page(kind, key, ...rest) {
          if (kind === 'searchVideos') searched.add(key)
          return source.page(kind, key, ...rest)
        }
      })
    })
    facade = await startFacade(server.url, { config: { federation: true } })
  })
  afterAll(async () => {
    await facade?.close()
    await server?.close()
    await store?.close()
  })

  const ask = async <T>(query: string, variables: Record<string, unknown>, on = server): Promise<T> => {
    const answer = await on.query<T>(query, variables)
    expect(answer.errors).toBeUndefined()
    return answer.data as T
  }
  const forms = (check: (name: string, form: string) => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(anyForm, ({ name, form }) => check(name, form)),
      { numRuns: 40 }
    )

  test.skipIf(isLeftOut)('filters of posts and creators', () =>
    forms(async (name, form) => {
      const data = await ask<{ search: { videos: { nodes: Tagged[] } } }>(
        `query ($form: [String!]!) {
          any: posts(filter: { hashtags: { anyOf: $form } }) { totalCount }
          all: posts(filter: { hashtags: { allOf: $form } }) { totalCount }
          none: posts(filter: { hashtags: { noneOf: $form } }) { totalCount }
          creators: users(filter: { hashtags: { anyOf: $form } }) { totalCount }
          user(by: { username: "${author.name}" }) { posts(filter: { hashtags: { anyOf: $form } }) { totalCount } }
          search(keyword: "saw") { videos(filter: { hashtags: { anyOf: $form } }, first: 50) { nodes { hashtags { name } } } }
        }`,
        { form: [form] }
      )
      const count = { totalCount: perName }
      expect(data).toMatchObject({ any: count, all: count, none: { totalCount: perName * (names.length - 1) } })
      expect(data).toMatchObject({ creators: { totalCount: 1 }, user: { posts: count } })
      expect(namesIn(data.search.videos.nodes)).toEqual(new Set([name]))
    })
  )

  test.skipIf(isLeftOut)('look-ups by name, in a batch, by id, and over another deployment', () =>
    forms(async (name, form) => {
      const [plain, wanted] = [
        { __typename: 'Hashtag', name },
        { __typename: 'Hashtag', name: form }
      ]
      const query = `query ($form: String!, $keys: [_Any!]!) {
        hashtag(by: { name: $form }) { id hashtagId name }
        _entities(representations: $keys) { ... on Hashtag { id hashtagId } }
      }`
      for (const on of [server, facade]) {
        const { hashtag, _entities: entities } = await ask<{ hashtag: Node; _entities: Node[] }>(
          query,
          { form, keys: [plain, wanted] },
          on
        )
        expect(hashtag.hashtagId).toBe(numbers[name])
        expect(canonicalHashtag(hashtag.name)).toBe(name)
        expect(entities).toEqual(entities.map(() => ({ id: hashtag.id, hashtagId: hashtag.hashtagId })))
        const { node } = await ask<{ node: Node }>(
          'query ($id: ID!) { node(id: $id) { id ... on Hashtag { name } } }',
          hashtag,
          on
        )
        expect([node.id, canonicalHashtag(node.name)]).toEqual([hashtag.id, name])
      }
      // One search for all forms, here and upstream.
      expect([...searched].filter((key) => canonicalHashtag(key) === name && key !== name)).toEqual([])
    })
  )

  test.skipIf(isLeftOut)('filters of the lists of another deployment', () =>
    forms(async (name, form) => {
      const { user } = await ask<{ user: { posts: { nodes: Tagged[] } } }>(
        `query ($form: [String!]!) { user(by: { username: "${author.name}" }) {
          posts(filter: { hashtags: { anyOf: $form } }, first: 20) { nodes { hashtags { name } } facets { top(by: HASHTAG, first: 20) { key } } }
        } }`,
        { form: [form] },
        facade
      )
      expect(namesIn(user.posts.nodes)).toEqual(new Set([name]))
    })
  )

  test.skipIf(isLeftOut)('searches and suggestions', () =>
    forms(async (name, form) => {
      const text = form.replace('# ', '#')
      const tag = /^[#＃﹟]/.test(text) ? text : `#${text}`
      const keyword = encodeURIComponent(tag)
      const found = await server.get<Tagged[]>(`/api/v1/search/videos?keyword=${keyword}&count=20`)
      expect(namesIn(found.body.data)).toEqual(new Set([name]))
      const { body } = await server.get<string[]>(`/api/v1/search/suggest?keyword=${keyword}`)
      expect(body.data.map(canonicalHashtag).filter((each) => each === name)).toEqual([name])
    })
  )

  test.skipIf(isLeftOut)('counts of facets, of the data set, of the hashtag and its list', async () => {
    const { posts, dataset, ...tagged } = await ask<{
      posts: { facets: { top: { count: number; node: Node }[] } }
      dataset: { hashtagsCount: number }
    }>(
      `{ posts { facets { top(by: HASHTAG, first: 20) { count node { ... on Hashtag { id hashtagId name } } } } }
        dataset { hashtagsCount }
        first: hashtag(by: { name: "fyp" }) { postsCount }
        second: hashtag(by: { hashtagId: "4101" }) { postsCount } }`,
      {}
    )
    const top = posts.facets.top
    expect(top.map(({ count }) => count)).toEqual(names.map(() => perName))
    expect(new Set(top.map(({ node }) => canonicalHashtag(node.name)))).toEqual(new Set(names))
    for (const { node } of top) {
      expect(node.name).not.toMatch(/^[#＃﹟\s]/)
      expect(node.hashtagId).toBe(numbers[canonicalHashtag(node.name)])
    }
    expect(dataset.hashtagsCount).toBe(names.length)
    expect(tagged).toEqual({ first: { postsCount: perName }, second: { postsCount: perName } })
    const { body } = await server.get<unknown[]>('/api/v1/challenges/4103/posts?count=50')
    expect(body.data).toHaveLength(50)
  })
})
