import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { readAnyData } from '../src/core/config/data-location.ts'
import { importFiles } from '../src/ingest/import.ts'
import { brought } from './brought.ts'
import { commandInProcess } from './command-in-process.ts'
import { dump } from './dump.ts'
import { emptyDatabase, hasNoPostgres } from './own-postgres.ts'
import { startServer } from './server.ts'
import { checkSums } from './stored.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-private-posts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (name: string, content: unknown): string => {
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}
const idOf = (number: number) => String(7_700_000_000_000_000_000n + BigInt(number))
const created = 1_767_225_600

/** A post of the platform's pages. */
const webPost = (number: number, more: object = {}) => ({
  id: idOf(number),
  desc: `post quokka${number} #common #own${number}`,
  createTime: created + number,
  video: { duration: 9 },
  stats: { playCount: 100 + number, diggCount: 10 },
  challenges: [
    { id: '4100', title: 'common' },
    { id: String(5000 + number), title: `own${number}` }
  ],
  ...more
})
const marks = (names: readonly string[]) => names.flatMap((name) => [{ [name]: true }, { [name]: 'True' }])
const webMarks = [...marks(['privateItem', 'secret', 'forFriend', 'takeDown']), { takeDown: 2 }, { takeDown: '1' }]
const appMarks = [
  ...marks(['is_private', 'self_see', 'is_delete', 'in_reviewing', 'is_prohibited']),
  ...[{ private_status: 1 }, { private_status: 2 }, { private_status: '2' }, { part_see: 1 }]
]
const camel = (mark: object) =>
  Object.fromEntries(
    Object.entries(mark).map(([key, value]) => [
      key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value
    ])
  )
const none = { privateItem: false, secret: 'False', forFriend: false, takeDown: 0 }
const noneOfApp = { private_status: 0, is_delete: false, in_reviewing: false, is_prohibited: false, part_see: '0' }

/** Each format with the marks of posts that are not public in it, and with marks of one that is. */
const formats: Readonly<
  Record<string, { record: (number: number, mark: object) => object; hidden: object[]; open: object }>
> = {
  'web post': { record: webPost, hidden: webMarks, open: none },
  'state of a page': {
    record: (number, mark) => ({ ItemModule: { [idOf(number)]: webPost(number, { author: 'oak_bench', ...mark }) } }),
    hidden: webMarks,
    open: none
  },
  'web post of 2019': {
    record: (number, mark) => ({
      itemInfos: { id: idOf(number), text: 'old', createTime: created, playCount: 5, ...mark },
      authorInfos: { userId: '6900000000000000901', uniqueId: 'old_oak', nickName: 'Old Oak' }
    }),
    hidden: webMarks,
    open: none
  },
  'collector post': {
    record: (number, mark) => ({ id: idOf(number), text: 'saw', createTime: created, playCount: 5, ...mark }),
    hidden: webMarks,
    open: none
  },
  'app post': {
    record: (number, status) => ({
      aweme_id: idOf(number),
      desc: 'saw',
      create_time: created,
      statistics: { digg_count: 1 },
      status
    }),
    hidden: appMarks,
    open: noneOfApp
  },
  'app post whose parts stand side by side': {
    record: (number, mark) => ({ aweme_id: idOf(number), desc: 'saw', create_time: created, ...mark }),
    hidden: appMarks,
    open: noneOfApp
  },
  'app post that is gone': {
    record: (number, status) => ({ aweme_id: idOf(number), create_time: created, status }),
    hidden: [{ is_delete: true }],
    open: { is_delete: false }
  },
  'page of the app in China': {
    record: (number, mark) => ({
      awemeId: idOf(number),
      desc: 'saw',
      createTime: created,
      stats: {},
      status: camel(mark)
    }),
    hidden: appMarks,
    open: noneOfApp
  },
  table: {
    record: (number, mark) => ({ video_id: idOf(number), video_timestamp: created, video_playcount: 5, ...mark }),
    hidden: [...webMarks, ...appMarks],
    open: { ...none, ...noneOfApp }
  },
  'yt-dlp': {
    record: (number, mark) => ({
      ...{ id: idOf(number), extractor_key: 'TikTok', description: 'saw', timestamp: created, view_count: 5 },
      ...{ webpage_url: `https://www.tiktok.com/@oak_bench/video/${idOf(number)}`, ...mark }
    }),
    hidden: [{ availability: 'private' }, { availability: 'subscriber_only' }, { availability: 'unlisted' }],
    open: { availability: 'public' }
  }
}

const idsServed = async (data: string): Promise<string[]> => {
  const server = await startServer({ config: { data: readAnyData(data) } })
  try {
    const { data } = await server.query('{ posts(first: 100) { totalCount nodes { postId } } }')
    const ids = [...JSON.stringify(data).matchAll(/"postId":"(\d+)"/g)].map(([, id = '']) => id)
    expect(data).toMatchObject({ posts: { totalCount: ids.length } })
    return ids.toSorted()
  } finally {
    await server.close()
  }
}

describe('a post that is not public is not served', () => {
  test.each(Object.entries(formats))('by any mark of the format: %s', async (name, { record, hidden, open }) => {
    const records = [{}, open, ...hidden].map((mark, index) => record(index, mark))
    const path = join(folder, `${name}.db`)
    const { notes } = await importFiles({ inputs: [fileOf(`${name}.json`, records)], path })
    expect(notes).toEqual([])
    const isGone = name.endsWith('gone')
    expect(await idsServed(`sqlite:${path}`)).toEqual(isGone ? [] : [idOf(0), idOf(1)])
    const db = new DatabaseSync(path, { readOnly: true })
    const stored = db.prepare('SELECT count(*) AS n FROM all_posts').get()
    db.close()
    expect(stored).toEqual({ n: hidden.length + (isGone ? 0 : 2) })
  })

  test('by columns of tables of text', async () => {
    const web = (column: string) => `id,desc,createTime,stats.playCount,${column}`
    const app = (column: string) => `aweme_id,desc,create_time,statistics.digg_count,status.${column}`
    const tables = [
      ...[[web('privateItem'), 'False'] as const, [app('private_status'), '0'] as const],
      ...[[web('privateItem'), 'True'] as const, [app('private_status'), '2'] as const],
      [app('is_delete'), '1'] as const
    ]
    const inputs = tables.map(([header, mark], number) =>
      fileOf(`columns${number}.csv`, `${header}\n${idOf(number)},saw,${created},5,${mark}\n`)
    )
    const path = join(folder, 'columns.db')
    await importFiles({ inputs, path })
    expect(await idsServed(`sqlite:${path}`)).toEqual([idOf(0), idOf(1)])
  })
})

/** Observations of one post, oldest first: the third does not say whether it is public. */
const observed = [{ privateItem: false }, { privateItem: true }, {}, { privateItem: false }]
const authors = {
  nobody: undefined,
  public: { id: '6900000000000000501', uniqueId: 'birch_bench', privateAccount: false },
  private: { id: '6900000000000000502', uniqueId: 'hidden_bench', privateAccount: true }
}
const permutations = <T>(list: readonly T[]): T[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((first, at) => permutations(list.toSpliced(at, 1)).map((others) => [first, ...others]))

/** Posts of each author for each order, in which the import of one step has one observation of each post. */
const posts = [3, 4].flatMap((times) =>
  Object.values(authors).flatMap((author) =>
    permutations(observed.slice(0, times).map((_, time) => time)).map((order) => ({ author, order, times }))
  )
)
const steps = observed.map((_, step) =>
  fileOf(
    `step${step}.json`,
    posts.flatMap(({ author, order }, number) => {
      const time = order[step]
      if (time === undefined) return []
      return [webPost(number, { author, ...observed[time], scrapedAt: `2026-06-0${time + 1}T00:00:00Z` })]
    })
  )
)
const open = posts.flatMap(({ author, times }, number) => (times === 4 && author !== authors.private ? [number] : []))
const hidden = posts.flatMap((_, number) => (open.includes(number) ? [] : [number]))

type Store = { into: string; url: string; rows(): Promise<DatabaseSync>; close(): Promise<void> }
const stores: readonly (readonly [name: string, isLeftOut: boolean, open: () => Promise<Store>])[] = [
  [
    'SQLite',
    false,
    async () => {
      const into = join(folder, `${randomUUID()}.db`)
      return { into, url: `sqlite:${into}`, rows: async () => new DatabaseSync(into), close: async () => {} }
    }
  ],
  [
    'PostgreSQL',
    hasNoPostgres,
    async () => {
      const { url, close } = await emptyDatabase(3)
      return { into: url, url, rows: () => brought(url), close }
    }
  ]
]
const stateOf = (db: DatabaseSync) => {
  checkSums(db)
  const suggested = db.prepare('SELECT term FROM suggestions ORDER BY 1').all()
  const words = db.prepare('SELECT kind, word, documents FROM search_words ORDER BY 1, 2').all()
  const state = { ...dump(db), suggested, words }
  db.close()
  return state
}

describe.each(stores)('whether a post is public, in %s,', (_, isLeftOut, openStore) => {
  test.skipIf(isLeftOut)('is what was observed last, in whichever order and however often files come', async () => {
    const [one, other] = [await openStore(), await openStore()]
    try {
      for (const step of steps) await importFiles({ inputs: [step], path: one.into })
      const state = stateOf(await one.rows())
      expect(state.posts.filter(({ is_hidden }) => is_hidden === 0).map(({ post_id }) => post_id)).toEqual(
        open.map(idOf)
      )

      await importFiles({ inputs: steps.toReversed(), path: other.into })
      expect(stateOf(await other.rows())).toEqual(state)
      for (const step of steps) await importFiles({ inputs: [step], path: one.into })
      expect(stateOf(await one.rows())).toEqual(state)

      const server = await startServer({ config: { data: readAnyData(one.url) } })
      try {
        const lists = '{ totalCount facets { top(by: HASHTAG, first: 50) { key } } nodes { postId } }'
        const { data } = await server.query(`{
          posts(first: 100) ${lists}
          filtered: posts(first: 100, filter: { hashtags: { anyOf: ["common"] } }) ${lists}
          user(by: { username: "birch_bench" }) { posts(first: 100) { nodes { postId } } }
          hashtag(by: { name: "common" }) { postsCount posts(first: 100) { nodes { postId } } }
        }`)
        const answer = JSON.stringify(data)
        for (const number of open) expect(answer).toContain(idOf(number))
        for (const number of hidden) expect(answer).not.toMatch(new RegExp(`${idOf(number)}|own${number}"`))
        expect(data).toMatchObject({
          posts: { totalCount: open.length },
          filtered: { totalCount: open.length },
          hashtag: { postsCount: open.length }
        })
        for (const number of [...open.slice(0, 3), ...hidden]) {
          const found = await server.get(`/api/v1/search?keyword=quokka${number}`)
          // What nobody may see is no word of the index: search corrects it to a similar one, if there is any.
          expect([number, JSON.stringify(found.body.data).includes(idOf(number))]).toEqual([
            number,
            open.includes(number)
          ])
          const { status } = await server.get(`/api/v1/posts?videoId=${idOf(number)}`)
          expect([number, status]).toEqual([number, open.includes(number) ? 200 : 404])
        }
      } finally {
        await server.close()
      }

      const list = join(folder, `${randomUUID()}.ndjson`)
      await commandInProcess(`export posts --out ${list}`, folder, { DATA_URL: one.url })
      const exported = readFileSync(list, 'utf8')
      for (const number of open) expect(exported).toContain(idOf(number))
      for (const number of hidden) expect(exported).not.toContain(idOf(number))
    } finally {
      await Promise.all([one.close(), other.close()])
    }
  })
})
