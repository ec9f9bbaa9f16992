import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-flags-'))
afterAll(() => rmSync(folder, { recursive: true }))

const created = 1_767_225_600
const idOf = (number: number) => String(7_700_000_000_000_000_000n + BigInt(number))
const of = (number: number) => ({ id: String(6_900_000_000_000_000_000n + BigInt(number)), name: `oak${number}` })

type Mark = Readonly<Record<string, unknown>>
/** Records with an account, its flags, and all names that say in them that it is private. */
const formats: Readonly<Record<string, { record: (number: number, mark: Mark) => object; names: readonly string[] }>> =
  {
    'web account': {
      record: (n, mark) => ({ user: { id: of(n).id, uniqueId: of(n).name, ...mark }, stats: { followerCount: 5 } }),
      names: ['privateAccount', 'private', 'secret', 'isSecret']
    },
    'web post': {
      record: (n, mark) => ({
        ...{ id: idOf(n), desc: 'saw', createTime: created, stats: { playCount: 5 } },
        author: { id: of(n).id, uniqueId: of(n).name, ...mark }
      }),
      names: ['privateAccount', 'private', 'secret', 'isSecret']
    },
    'web post beside its author': {
      record: (n, mark) => ({
        ...{ id: idOf(n), desc: 'saw', createTime: created, stats: { playCount: 5 } },
        ...{ author: of(n).name, authorId: of(n).id, ...mark }
      }),
      names: ['authorPrivate']
    },
    'collector account': {
      record: (n, mark) => ({ ...of(n), fans: 5, ...mark }),
      names: ['privateAccount', 'private']
    },
    'app account': {
      record: (n, mark) => ({ uid: of(n).id, unique_id: of(n).name, ...mark }),
      names: ['is_private', 'secret', 'private_account']
    },
    'app post': {
      record: (n, mark) => ({
        ...{ aweme_id: idOf(n), desc: 'saw', create_time: created, statistics: { digg_count: 1 } },
        author: { uid: of(n).id, unique_id: of(n).name, ...mark }
      }),
      names: ['is_private', 'secret', 'private_account']
    },
    'live room': {
      record: (n, mark) => ({
        ...{ id_str: idOf(n), title: 'saw', status: 2, user_count: 5 },
        owner: { id_str: of(n).id, display_id: of(n).name, ...mark }
      }),
      names: ['secret', 'is_private']
    },
    'table account': {
      record: (n, mark) => ({ ...of(n), account_id: of(n).name, followers: 5, ...mark }),
      names: ['is_private', 'privateAccount']
    },
    'table post': {
      record: (n, mark) => ({
        ...{ video_id: idOf(n), video_timestamp: created, video_playcount: 5 },
        ...{ author_username: of(n).name, author_id: of(n).id, ...mark }
      }),
      names: ['author_private', 'author_is_private', 'author_private_account', 'authorPrivate', 'privateAccount']
    }
  }

const yes = [true, 1, '1', '1.0', '1.', '1,0', 'true', 'True', 'TRUE', ' true ', 'T', 'yes', 'Yes', 'y', 'on']
const no = [false, 0, '0', '0.0', '0,0', 'false', 'False', 'FALSE', 'F', 'no', 'No', 'n', 'off']
const unreadable = ['perhaps', '?', -1, '-1', {}, 'WAHR']

let files = 0
const imported = async (path: string, ...feeds: unknown[]): Promise<void> => {
  const inputs = feeds.map((feed) => {
    const file = join(folder, `${++files}.json`)
    writeFileSync(file, typeof feed === 'string' ? feed : JSON.stringify(feed))
    return file
  })
  await importFiles({ inputs, path })
}
const rows = (path: string, sql: string): unknown[] => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return db.prepare(sql).all().map(Object.values)
  } finally {
    db.close()
  }
}

describe('whether an account is private', () => {
  test.each(Object.entries(formats))('is read by every name and in every spelling: %s', async (name, format) => {
    const path = join(folder, `${name}.db`)
    const marks = format.names.flatMap((key) => [
      ...yes.map((value) => [{ [key]: value }, 1] as const),
      ...no.map((value) => [{ [key]: value }, 0] as const),
      ...unreadable.map((value) => [{ [key]: value }, null] as const)
    ])
    await imported(
      path,
      marks.map(([mark], number) => format.record(number, mark))
    )
    const expected = marks.map(([, isPrivate], number) => [of(number).name, isPrivate])
    expect(rows(path, 'SELECT username, is_private FROM users ORDER BY user_id')).toEqual(expected)
  })

  test.each(Object.entries(formats))('is not loosened by what cannot be read: %s', async (name, format) => {
    const path = join(folder, `${name} later.db`)
    const [first = '', ...others] = format.names
    const later = unreadable.flatMap((value) => [
      { [first]: value },
      // Another name says no, and this one something else.
      ...others.map((other) => ({ [first]: value, [other]: false }))
    ])
    const at = (time: number) => (mark: Mark, number: number) => ({ ...format.record(number, mark), scrapedAt: time })
    await imported(path, later.map(() => ({ [first]: true })).map(at(created + 10)))
    await imported(path, later.map(at(created + 20)))
    expect(rows(path, 'SELECT username, is_private FROM users ORDER BY user_id')).toEqual(
      later.map((_, number) => [of(number).name, 1])
    )
  })

  test('is read from tables as pandas and spreadsheets write them', async () => {
    const path = join(folder, 'table.db')
    const spelled = ['1.0', 'True', 'TRUE', '0.0', 'False', '']
    const lines = spelled.map(
      (flag, n) => `${idOf(n)},saw,${created},5,${of(n).id},${of(n).name},${flag},${flag},${flag},9${n},${flag}`
    )
    const header =
      'id,desc,createTime,stats.playCount,author.id,author.uniqueId,author.privateAccount,author.verified,isAd,music.id,music.original'
    await imported(path, [header, ...lines, ''].join('\n'))
    const expected = [1, 1, 1, 0, 0, null]
    const flags = `SELECT u.is_private, u.verified, p.is_ad, s.is_original FROM all_posts p JOIN users u ON u.pk = p.author_pk
      JOIN sounds s ON s.pk = p.sound_pk ORDER BY p.post_id`
    expect(rows(path, flags)).toEqual(expected.map((flag) => [flag, flag, flag, flag]))
  })
})

describe('whether a post is public', () => {
  test('is not loosened by what cannot be read', async () => {
    const path = join(folder, 'posts.db')
    const post = (number: number, scrapedAt: number, mark: Mark) => ({
      ...{ id: idOf(number), desc: 'saw', createTime: created, stats: { playCount: 5 }, scrapedAt },
      ...mark
    })
    const later = [
      ...unreadable.flatMap((value) => [{ privateItem: value }, { privateItem: value, secret: false }]),
      ...[{}, { secret: null }]
    ]
    await imported(
      path,
      later.map((_, number) => post(number, created + 10, { privateItem: '1.0' }))
    )
    await imported(
      path,
      later.map((mark, number) => post(number, created + 20, mark))
    )
    expect(rows(path, 'SELECT count(*) FROM posts')).toEqual([[0]])
  })
})
