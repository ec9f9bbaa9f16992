import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import Format from 'typebox/format'
import { afterAll, describe, expect, test } from 'vitest'
import { ImportError, importFiles } from '../src/ingest/import.ts'
import { madeUpId } from '../src/ingest/mapping/made-up-id.ts'
import { describeSummary } from '../src/ingest/summary.ts'
import { derivedAddresses, isDerivedAddress } from '../src/records/derived-address.ts'
import { type ExactJson, readExactly, unrounded } from '../src/records/exact-json.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { creatorFeed, mixedFeed } from './collected.ts'

const directory = mkdtempSync(join(tmpdir(), 'clipgraph-import-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

let files = 0
const fresh = (extension: string) => join(directory, `${++files}.${extension}`)

type Row = Record<string, string | number | null>

const query = (path: string, sql: string): Row[] => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return db.prepare(sql).all() as Row[]
  } finally {
    db.close()
  }
}

/** Imports a document, given as text or as what its JSON says, and hands out the tables. */
const imported = async (document: unknown) => {
  const file = fresh('json')
  const path = fresh('db')
  writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document))
  const summary = await importFiles({ inputs: [file], path })
  return {
    summary,
    path,
    posts: query(
      path,
      `SELECT p.*, u.user_id AS author_id, u.username, s.sound_id, s.title AS sound_title FROM posts p
       LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk ORDER BY p.pk`
    ),
    users: query(path, 'SELECT * FROM users ORDER BY username'),
    sounds: query(path, 'SELECT * FROM sounds ORDER BY sound_id, title'),
    hashtags: query(path, 'SELECT * FROM hashtags ORDER BY pk')
  }
}

const failure = async (content: string | Buffer): Promise<string> => {
  const file = fresh('json')
  const path = fresh('db')
  writeFileSync(file, content)
  const error = await importFiles({ inputs: [file], path }).then(
    () => new Error('was imported'),
    (thrown: unknown) => thrown
  )
  expect(error).toBeInstanceOf(ImportError)
  expect(existsSync(path)).toBe(false)
  return (error as ImportError).message
}

/** What imports left beside data sets. */
const parts = () => readdirSync(directory).filter((name) => /\.(part|importing)|-(wal|shm|journal)$/.test(name))

const author = (more: object = {}) => ({ id: '6800000000000000001', name: 'mona.lisa', nickName: 'Mona', ...more })
const sound = (more: object = {}) => ({
  musicId: '6700000000000000001',
  musicName: 'Waves',
  musicAuthor: 'Sea',
  musicOriginal: false,
  ...more
})
let ids = 6_900_000_000_000_000_000n
const post = (more: object = {}) => ({
  id: String(++ids),
  text: 'hello',
  createTime: 1_600_000_000,
  authorMeta: author(),
  musicMeta: sound(),
  covers: { default: 'https://media.example/c.jpg' },
  webVideoUrl: 'https://www.example/@mona.lisa/video/1',
  videoMeta: { height: 1024, width: 576, duration: 15 },
  diggCount: 30,
  shareCount: 2,
  playCount: 400,
  commentCount: 5,
  hashtags: [],
  ...more
})

describe('a collector file', () => {
  test('is read from both kinds of top level', async () => {
    const posts = [post(), post()]
    expect((await imported({ collector: posts })).summary).toMatchObject({ posts: 2, users: 1, sounds: 1, hashtags: 0 })
    expect((await imported(posts)).summary).toMatchObject({ posts: 2, users: 1, sounds: 1, hashtags: 0 })
  })

  test('may begin with a byte order mark and end with newlines', async () => {
    const { posts } = await imported(`\ufeff${JSON.stringify([post({ text: '\ufeffkept' })])}\n\n`)
    expect(posts[0]?.caption).toBe('\ufeffkept')
  })

  test('is added to the data set that is there, or takes its place where that is asked for', async () => {
    const path = fresh('db')
    const file = fresh('json')
    const captions = async (text: string, replaces: boolean) => {
      writeFileSync(file, JSON.stringify([post({ text })]))
      await importFiles({ inputs: [file], path, replaces })
      expect(parts()).toEqual([])
      return query(path, 'SELECT caption FROM posts').map(({ caption }) => caption)
    }
    expect(await captions('first', false)).toEqual(['first'])
    expect(await captions('second', false)).toEqual(['first', 'second'])
    expect(await captions('third', true)).toEqual(['third'])
  })

  test('is seen by whoever serves the data set, with totals of what is there where nobody told them', async () => {
    // As long as somebody reads it, a journal may lie beside it.
    const served = mkdtempSync(join(directory, 'served-'))
    const path = join(served, 'data.db')
    const file = join(served, 'posts.json')
    writeFileSync(file, JSON.stringify([post({ id: '1' })]))
    await importFiles({ inputs: [file], path })
    const source = openSqlite({ path, mediaBase: () => '', watchMs: 20 })
    const hears = new Promise<void>((resolve) => source.onNewData?.(resolve))
    writeFileSync(file, JSON.stringify([post({ id: '2' }), post({ id: '1', playCount: 900 })]))
    await importFiles({ inputs: [file], path })
    await hears
    const { signal } = new AbortController()
    expect(await source.lookUp('post', ['1', '2'], signal)).toMatchObject([{ plays: 900, saves: 0 }, { plays: 400 }])
    expect(await source.lookUp('user', ['mona.lisa'], signal)).toMatchObject([
      { total_videos: 2, total_likes: 60, followers: 0, is_private: false }
    ])
    await source.close()
  })

  test('tells of its progress up to the end of every step', async () => {
    const file = fresh('json')
    writeFileSync(file, JSON.stringify([post(), 5]))
    const steps: unknown[][] = []
    await importFiles({ inputs: [file], path: fresh('db'), onProgress: (...step) => steps.push(step) })
    expect(steps).toContainEqual(['read', 1, 1])
    expect(steps).toContainEqual(['search', 1, 1])
  })

  test('makes a data set that search and the sound library can work with', async () => {
    const { path } = await imported([post({ text: 'Café am See', hashtags: [{ id: '5', name: 'lake' }] })])
    expect(query(path, "SELECT documents FROM search_words WHERE kind = 1 AND word = 'cafe'")).toEqual([
      { documents: 1 }
    ])
    expect(query(path, 'SELECT sound_id, posts_count, hot_rank, new_rank FROM sounds')).toEqual([
      { sound_id: '6700000000000000001', posts_count: 1, hot_rank: 1, new_rank: 1 }
    ])
    expect(query(path, 'SELECT hashtag_pk, post_pk FROM hashtag_posts')).toEqual([{ hashtag_pk: 1, post_pk: 1 }])
  })
})

describe('ids', () => {
  test('stay exact as strings and as JSON numbers', async () => {
    const text = JSON.stringify([
      post({ id: 'ID', authorMeta: author({ id: 'ID' }), musicMeta: sound({ musicId: 'ID' }) })
    ])
    const { posts } = await imported(text.replaceAll('"ID"', '6917529027641081857'))
    expect(posts[0]).toMatchObject({
      post_id: '6917529027641081857',
      author_id: '6917529027641081857',
      sound_id: '6917529027641081857'
    })
  })

  const notIds: unknown[] = ['', '0', '000', 'abc', '-5', '1.5', '1 2', 0, -5, 1.5, 1e300]
  test.each([...notIds, true, {}, [[]], { toString: 1 }])(
    '%j is no id: the post is skipped with a reason',
    async (id) => {
      const { summary } = await imported([post(), post({ id })])
      expect(summary.posts).toBe(1)
      expect(summary.skipped).toEqual([
        { reason: 'no valid post id', count: 1, examples: [expect.stringMatching(/\.json \[1\]: id /)] }
      ])
    }
  )

  test.each([null, undefined])('%s is none: the post has the one of its address', async (id) => {
    const { posts } = await imported([post({ id, webVideoUrl: 'https://www.example/@mona.lisa/video/77' })])
    expect(posts.map((row) => row.post_id)).toEqual(['77'])
  })

  test('of up to 64 bits and small numbers are ids', async () => {
    const { posts } = await imported([post({ id: '9223372036854775807' }), post({ id: 7 })])
    expect(posts.map((row) => row.post_id)).toEqual(['9223372036854775807', '7'])
  })

  test.each(['9223372036854775808', '12345678901234567890', '123456789012345678901'])(
    '%s is beyond 64 bits: the post is skipped by name, and an author or a sound is without it',
    async (id) => {
      const { summary, posts, users } = await imported([
        post({ authorMeta: author({ id }), musicMeta: sound({ musicId: id }) }),
        post({ id })
      ])
      expect(summary.skipped).toMatchObject([{ reason: 'post id beyond 64 bits', count: 1 }])
      expect(posts).toMatchObject([{ sound_id: null, sound_title: 'Waves' }])
      expect(users).toHaveLength(1)
      expect(users[0]?.user_id).not.toBe(id)
    }
  )
})

describe('counts', () => {
  test.each([
    [undefined, null],
    [null, null],
    [-1_384_277_568, null],
    ['-3', null],
    ['NaN', null],
    ['1.2M', 1_200_000],
    ['12.3k', 12_300],
    ['2B', 2_000_000_000],
    ['1,234,567', 1_234_567],
    ['1,23', null],
    ['1.2Q', null],
    ['', null],
    [true, null],
    [{}, null],
    ['1234', 1234],
    [12.9, 12],
    [5_123_456_789_012, 5_123_456_789_012],
    ['99999999999999999999', Number.MAX_SAFE_INTEGER]
  ])('%j is read as %j', async (value, expected) => {
    const { posts } = await imported([
      post({ playCount: value, diggCount: value, shareCount: value, commentCount: value })
    ])
    expect(posts[0]).toMatchObject({ plays: expected, likes: expected, shares: expected, comments: expected })
  })

  test('written as huge JSON numbers are capped or unknown', async () => {
    const text = JSON.stringify([post({ playCount: 'A', diggCount: 'B', shareCount: 'C', commentCount: 'D' })])
    const { posts } = await imported(
      text.replace('"A"', '9007199254740993').replace('"B"', '1e30').replace('"C"', '1e999').replace('"D"', '-0')
    )
    const max = Number.MAX_SAFE_INTEGER
    expect(posts[0]).toMatchObject({ plays: max, likes: max, shares: null, comments: 0 })
  })

  test('that the format does not have are unknown, and so is whether a post is an ad', async () => {
    const { posts, summary } = await imported([post(), post({ isAd: true, collectCount: 9, repostCount: '8' })])
    expect(posts[0]).toMatchObject({ is_ad: null, saves: null, reposts: null })
    expect(posts[1]).toMatchObject({ is_ad: 1, saves: 9, reposts: 8 })
    expect(summary.missing).toMatchObject({ is_ad: 1, saves: 1, reposts: 1, plays: 0 })
  })
})

describe('texts', () => {
  test.each([
    'family 👨‍👩‍👧‍👦',
    'שלום\u200f עולם',
    'مرحبا',
    'two\nlines\r\n',
    '  padded  ',
    '\u200d',
    '🏳️‍🌈 "quoted" \\'
  ])('%j is kept exactly', async (text) => {
    expect((await imported([post({ text })])).posts[0]?.caption).toBe(text)
  })

  test('lose what cannot be stored, and nothing else', async () => {
    const { posts } = await imported([post({ text: 'a\ud83db\0c \ufffd 🏳️‍🌈' })])
    expect(posts[0]?.caption).toBe('abc \ufffd 🏳️‍🌈')
  })

  test.each(['', '  \n\t', '\0', null, undefined, 7, {}])('%j is no caption', async (text) => {
    const { posts, summary } = await imported([post({ text })])
    expect(posts[0]?.caption).toBeNull()
    expect(summary.missing.caption).toBe(1)
  })
})

describe('times', () => {
  test('are seconds, as number or string', async () => {
    const { posts } = await imported([post({ createTime: '1611111111' }), post({ createTime: 1_611_111_111.5 })])
    expect(posts.map((row) => row.created_at)).toEqual([1_611_111_111, 1_611_111_111])
  })

  test.each([0, '0', null, undefined, '', -5])('%j marks a hollow record', async (createTime) => {
    const { summary } = await imported([post(), post({ id: '42', createTime })])
    expect(summary.skipped).toEqual([
      { reason: 'incomplete record: no creation time', count: 1, examples: [expect.stringMatching(/\[1\]: 42$/)] }
    ])
  })

  test.each([
    1_611_111_111_000,
    '1611111111000',
    1_611_111_111_000_123,
    '1611111111000123456',
    '2021-01-20T02:51:51.000Z',
    '2021-01-20T04:51:51+02:00',
    '2021-01-20 02:51:51'
  ])('%j is a time, too', async (createTime) => {
    const { posts } = await imported([post({ createTime }), post({ createTime: undefined, createTimeISO: createTime })])
    expect(posts.map((row) => row.created_at)).toEqual([1_611_111_111, 1_611_111_111])
  })
})

describe('elements', () => {
  test('that are no posts are skipped and counted by reason, with a few examples', async () => {
    const { summary } = await imported([post(), null, 5, 'x', [post()], { id: 'q' }])
    expect(summary.skipped).toEqual([
      {
        reason: 'not an object',
        count: 4,
        examples: [
          expect.stringMatching(/\.json \[1\]: null$/),
          expect.stringMatching(/\[2\]: number$/),
          expect.stringMatching(/\[3\]: string$/)
        ]
      },
      { reason: 'unknown format', count: 1, examples: [expect.stringMatching(/\[5\]: it has "id"$/)] }
    ])
  })

  test('without video, counts and text are hollow', async () => {
    const hollow = { text: '', videoMeta: {}, playCount: 0, diggCount: 0, shareCount: 0, commentCount: undefined }
    const { summary } = await imported([post(), post(hollow), post({ ...hollow, playCount: 3 })])
    expect(summary.posts).toBe(2)
    expect(summary.skipped).toMatchObject([{ reason: 'incomplete record: no video, no counts and no text', count: 1 }])
  })

  test('may lack everything but id and time', async () => {
    const { posts, summary } = await imported({ collector: [{ id: '1', createTime: 5, playCount: 1 }] })
    expect(posts[0]).toMatchObject({
      post_id: '1',
      author_pk: null,
      sound_pk: null,
      caption: null,
      cover_url: null,
      share_url: null,
      duration_seconds: null,
      hashtags: '[]'
    })
    expect(summary).toMatchObject({ posts: 1, users: 0, sounds: 0, hashtags: 0 })
  })

  test('that repeat a post are one, with the most that was counted', async () => {
    const { posts, summary } = await imported([
      post({ id: '1', playCount: 10, diggCount: 3 }),
      post({ id: '1', playCount: 30, diggCount: 4 }),
      post({ id: '1', playCount: 20, diggCount: 5 }),
      post({ id: '2', text: '' }),
      post({ id: '2', text: 'after' })
    ])
    expect(posts.map((row) => [row.plays, row.likes, row.caption])).toEqual([
      [30, 5, 'hello'],
      [400, 30, 'after']
    ])
    expect(summary).toMatchObject({ read: { post: 5 }, tally: { posts: { new: 2, changed: 0 } } })
  })
})

describe('authors', () => {
  test('come with the profile the posts carry', async () => {
    const full = author({
      verified: true,
      signature: 'paints\n🎨',
      avatar: 'https://media.example/a.jpg',
      following: 4,
      fans: '41200',
      heart: 7_650_000,
      video: 88
    })
    const { users } = await imported([post({ authorMeta: full })])
    expect(users).toMatchObject([
      {
        pk: 1,
        user_id: '6800000000000000001',
        handle: 'mona.lisa',
        username: 'mona.lisa',
        display_name: 'Mona',
        website_url: null,
        followers: 41_200,
        following: 4,
        total_likes: 7_650_000,
        total_videos: 88,
        verified: 1,
        is_private: null,
        bio: 'paints\n🎨',
        avatar_url: 'https://media.example/a.jpg',
        avatar_thumb_url: 'https://media.example/a.jpg'
      }
    ])
  })

  test('without counts show what the listed posts add up to', async () => {
    const meta = author({ nickName: '', signature: ' ', heart: -5, avatar: 'ftp://x' })
    const { users, summary } = await imported([post({ authorMeta: meta }), post({ authorMeta: meta })])
    expect(users).toMatchObject([
      {
        display_name: null,
        followers: null,
        following: null,
        total_likes: null,
        total_videos: null,
        listed_likes: 60,
        listed_videos: 2,
        bio: null,
        avatar_url: null,
        avatar_thumb_url: null
      }
    ])
    expect(summary.missing.followers).toBe(1)
  })

  test('are told by their newest post, field by field', async () => {
    const { users } = await imported([
      post({ createTime: 100, authorMeta: author({ nickName: 'Old', fans: 10, heart: 77 }) }),
      post({ createTime: 300, authorMeta: author({ nickName: 'New', fans: 30 }) }),
      post({ createTime: 200, authorMeta: author({ nickName: 'Middle', fans: 20 }) })
    ])
    expect(users).toMatchObject([{ display_name: 'New', followers: 30, total_likes: 77 }])
  })

  test.each([undefined, null, '', {}, [[]], 5, { id: '5' }, { id: '5', name: '' }])(
    '%j is no author',
    async (authorMeta) => {
      const { posts, users, summary } = await imported([post({ authorMeta, webVideoUrl: undefined })])
      expect(posts[0]?.author_pk).toBeNull()
      expect(users).toEqual([])
      expect(summary.missing).toMatchObject({ author: 1, author_refused: 0 })
    }
  )

  test.each(['mo\0na', 'mona lisa', 'мона', '...', '@', 'a'.repeat(65), '@@mona', 7])(
    '%j is no username: the post stays without author',
    async (name) => {
      const { posts, users, summary } = await imported([post({ authorMeta: author({ name }) })])
      expect(posts[0]?.author_pk).toBeNull()
      expect(users).toEqual([])
      expect(summary.missing).toMatchObject({ author: 0, author_refused: 1 })
    }
  )

  test('may be a bare username, which belongs to the account that holds it', async () => {
    const { posts, users } = await imported([
      post({ createTime: 900, authorMeta: '@Mona.Lisa' }),
      post({ createTime: 100, authorMeta: author({ fans: 12 }) })
    ])
    expect(users).toMatchObject([{ user_id: '6800000000000000001', username: 'mona.lisa', followers: 12 }])
    expect(posts.map((row) => row.author_pk)).toEqual([1, 1])
  })

  test('without an id get a made-up one, the same in every import', async () => {
    const one = await imported([
      post({ authorMeta: 'solo_artist' }),
      post({ authorMeta: { name: 'Solo_Artist', id: '0' } })
    ])
    const two = await imported([post({ authorMeta: '@solo_artist' })])
    expect(one.users).toHaveLength(1)
    expect(one.users[0]?.user_id).toMatch(/^9[01]\d{17}$/)
    expect(one.users[0]?.user_id).toBe(two.users[0]?.user_id)
    expect(one.summary.missing.user_id).toBe(1)
    const taken = String(one.users[0]?.user_id)
    expect(madeUpId('solo_artist', (id) => id === taken)).toBe(String(BigInt(taken) + 1n))
  })

  test('who changed their username have the newest one', async () => {
    const { posts, users } = await imported([
      post({ createTime: 100, authorMeta: author({ name: 'before' }) }),
      post({ createTime: 200, authorMeta: author({ name: 'after' }) }),
      post({ createTime: 150, authorMeta: author({ id: '77', name: 'before' }) })
    ])
    expect(users.map(({ user_id, username }) => [user_id, username])).toEqual([
      ['6800000000000000001', 'after'],
      ['77', 'before']
    ])
    expect(posts.map((row) => row.username)).toEqual(['after', 'after', 'before'])
  })

  test('whose username went to another account stay, and are not found by it', async () => {
    const { posts, users } = await imported([
      post({ createTime: 100, authorMeta: author({ id: '1', fans: 5, signature: 'old' }) }),
      post({ createTime: 200, authorMeta: author({ id: '2', name: 'MONA.LISA' }) }),
      post({ createTime: 50, authorMeta: 'mona.lisa' })
    ])
    expect(users).toMatchObject([
      { user_id: '2', username: 'MONA.LISA', handle: 'mona.lisa', followers: null, bio: null, listed_videos: 2 },
      { user_id: '1', username: 'mona.lisa', handle: null, followers: 5, bio: 'old', listed_videos: 1 }
    ])
    expect(posts.map((row) => row.author_id)).toEqual(['1', '2', '2'])
  })
})

describe('sounds', () => {
  test('come with everything the posts tell', async () => {
    const meta = sound({
      playUrl: 'https://media.example/p.mp3',
      coverThumb: 'https://media.example/t.jpg',
      coverMedium: 'https://media.example/m.jpg',
      coverLarge: '',
      duration: 17
    })
    const { sounds } = await imported([
      post({ createTime: 300, musicMeta: meta }),
      post({ createTime: 100, musicMeta: sound() })
    ])
    expect(sounds).toMatchObject([
      {
        sound_id: '6700000000000000001',
        title: 'Waves',
        author: 'Sea',
        duration_seconds: 17,
        is_original: 0,
        is_copyrighted: null,
        posts_count: 2,
        cover_url: 'https://media.example/m.jpg',
        play_url: 'https://media.example/p.mp3',
        published_at: 100
      }
    ])
  })

  test('that are original, or not told to be licensed, stay out of the library', async () => {
    const { sounds } = await imported([
      post({ musicMeta: sound({ musicId: '1', musicOriginal: true }) }),
      post({ musicMeta: sound({ musicId: '2', musicOriginal: undefined }) })
    ])
    expect(sounds).toMatchObject([
      { is_original: 1, is_copyrighted: null, published_at: null, hot_rank: null },
      { is_original: null, is_copyrighted: null, published_at: null, hot_rank: null }
    ])
  })

  test.each([undefined, '', '0', 'x'])('with the id %j keep title and author', async (musicId) => {
    const { sounds, posts, summary } = await imported([
      post({ musicMeta: sound({ musicId }) }),
      post({ musicMeta: sound({ musicId }) }),
      post({ musicMeta: sound({ musicId, musicAuthor: 'Wind' }) })
    ])
    expect(sounds.map((row) => [row.sound_id, row.title, row.author, row.posts_count])).toEqual([
      [null, 'Waves', 'Sea', 2],
      [null, 'Waves', 'Wind', 1]
    ])
    expect(posts[0]).toMatchObject({ sound_id: null, sound_title: 'Waves' })
    expect(summary.missing.sound_id).toBe(3)
  })

  test.each([
    undefined,
    null,
    'x',
    {},
    { musicId: '', musicName: ' ', musicAuthor: '', musicOriginal: true, duration: 5 }
  ])('%j is no sound', async (musicMeta) => {
    const { sounds, posts, summary } = await imported([post({ musicMeta })])
    expect(sounds).toEqual([])
    expect(posts[0]?.sound_pk).toBeNull()
    expect(summary.missing.sound).toBe(1)
  })
})

describe('hashtags', () => {
  const uses = (row: Row | undefined): unknown => JSON.parse(String(row?.hashtags))

  test('keep order, repeats and spelling in the post; the row has the first name', async () => {
    const { posts, hashtags } = await imported([
      post({
        hashtags: [
          { id: '1', name: 'Fyp' },
          { id: '22', name: 'cat' },
          { id: '1', name: 'FYP' }
        ]
      })
    ])
    expect(uses(posts[0])).toEqual([
      { id: '1', name: 'Fyp' },
      { id: '22', name: 'cat' },
      { id: '1', name: 'FYP' }
    ])
    expect(hashtags.map((row) => [row.hashtag_id, row.name])).toEqual([
      ['1', 'Fyp'],
      ['22', 'cat']
    ])
  })

  test('without an id belong to the hashtag of that name, or stand for themselves', async () => {
    const { posts, hashtags, path, summary } = await imported([
      post({ hashtags: [{ id: '', name: 'FYP' }, { name: '日本' }, 'loose'] }),
      post({
        hashtags: [
          { id: '1', name: 'fyp' },
          { id: 0, name: '#loose' }
        ]
      })
    ])
    expect(uses(posts[0])).toEqual([
      { id: null, name: 'FYP' },
      { id: null, name: '日本' },
      { id: null, name: 'loose' }
    ])
    expect(hashtags.map((row) => [row.hashtag_id, row.name])).toEqual([
      ['1', 'fyp'],
      [null, '日本'],
      [null, 'loose']
    ])
    expect(query(path, 'SELECT count(*) AS n FROM hashtag_posts WHERE hashtag_pk = 1')).toEqual([{ n: 2 }])
    expect(summary.missing.hashtag_id).toBe(4)
  })

  test('that differ where the words of search are cut, in the middle of a character, are searched all the same', async () => {
    const [fire, laugh] = ['🔥', '🤣'].map((last) => `${'a'.repeat(63)}${last}`)
    const { path } = await imported([
      post({ hashtags: [{ id: '1', name: fire }] }),
      post({ hashtags: [{ id: '2', name: laugh }] })
    ])
    const found = query(path, "SELECT documents FROM search_words WHERE kind = 1 AND word GLOB '#aaa*'")
    expect(found).toEqual([{ documents: 2 }])
  })

  test('without a name keep their id; without both they are dropped', async () => {
    const { posts, hashtags } = await imported([
      post({
        hashtags: [{ id: '1', name: '' }, { id: '', name: ' ' }, { name: '#' }, null, 5, { id: '1', name: 'late' }]
      }),
      post({ hashtags: 5 })
    ])
    expect(uses(posts[0])).toEqual([
      { id: '1', name: null },
      { id: '1', name: 'late' }
    ])
    expect(uses(posts[1])).toEqual([])
    expect(hashtags).toMatchObject([{ hashtag_id: '1', name: 'late' }])
  })
})

describe('video and addresses', () => {
  test('frame sizes and durations are whole numbers', async () => {
    const { posts } = await imported([
      post({ videoMeta: { height: 1024.7, width: '576', duration: 9.99 } }),
      post({ videoMeta: { height: -1, width: 2 ** 40 } }),
      post({ videoMeta: null })
    ])
    const sizes = posts.map((row) => [row.video_height, row.video_width, row.duration_seconds])
    expect(sizes).toEqual([
      [1024, 576, 9],
      [null, null, null],
      [null, null, null]
    ])
  })

  test('the first cover that is an address is taken', async () => {
    const { posts } = await imported([
      post({ covers: { default: '', origin: 'https://media.example/o.jpg', dynamic: 'https://media.example/d.jpg' } }),
      post({ covers: { default: 5, origin: '/o.jpg', dynamic: 'http://media.example/d.jpg?x=1#y' } }),
      post({ covers: [] })
    ])
    expect(posts.map((row) => row.cover_url)).toEqual([
      'https://media.example/o.jpg',
      'http://media.example/d.jpg?x=1#y',
      null
    ])
  })

  test.each(['', 'www.example/video/1', 'javascript:alert(1)', 'https://', 'https://a b/', 'https://x/\0', null, 3])(
    '%j is no address, so it is derived',
    async (webVideoUrl) => {
      expect((await imported([post({ webVideoUrl })])).posts[0]?.share_url).toBe(derivedAddresses.video)
    }
  )

  test('addresses are kept as they are, or encoded where no URI may hold their characters', async () => {
    const { posts } = await imported([
      post({ webVideoUrl: 'https://WWW.example/@mona/video/1?lang=en' }),
      post({ webVideoUrl: 'https://www.example/ü|"x"' })
    ])
    expect(posts.map((row) => row.share_url)).toEqual([
      'https://WWW.example/@mona/video/1?lang=en',
      'https://www.example/%C3%BC%7C%22x%22'
    ])
  })
})

describe('a file that cannot be imported', () => {
  test.each([
    ['nothing at all', '', /empty/],
    ['blank text', ' \n\ufeff', /empty/],
    ['a byte order mark alone', '\ufeff', /empty/],
    ['other text', 'hello', /not JSON, and no table: it begins with "hello/],
    ['a table of other things', 'id,name\n1,hello', /unknown format/],
    ['half a document', '[{"id":"1"', /cut off/],
    ['no document', 'NaN', /not JSON/],
    ['a word', '"x"', /not JSON/],
    ['a number', '12345678901234567890', /not JSON/],
    ['null', 'null', /not JSON/],
    ['an empty object', '{}', /unknown format \(.* line 1: an empty object/],
    ['an object of another format', '{"name":"x","b":1}', /unknown format \(.* line 1: it has "name", "b"\)/],
    ['a collector that is no list', '{"collector":{}}', /it has "collector"/],
    ['a list of another format', '[{"title":"1","x":"x"}]', /1 × unknown format \(.* \[0\]: it has "title", "x"\)/],
    ['an empty list', '[]', /it has no elements/],
    ['an empty page', '{"aweme_list":[],"has_more":0}', /it has no elements/],
    [
      'unreadable posts only',
      '{"collector":[1,{"id":"1","text":"x","playCount":1}]}',
      /incomplete record: no creation time .*collector\[1\]: 1.*not an object .*collector\[0\]: number/
    ],
    [
      'bottomless nesting',
      `${'['.repeat(200_000)}1234567890123456789${']'.repeat(200_000)}`,
      /nested more than 200 levels deep/
    ]
  ])('because it holds %s is refused with a reason, in at most five lines', async (_what, content, reason) => {
    const message = await failure(content)
    expect(message).toMatch(reason)
    expect(message.split('\n').length).toBeLessThanOrEqual(5)
    if (message.includes('unknown format')) expect(message).toMatch(/--columns .* --dry-run/)
    expect(parts()).toEqual([])
  })

  test('because it does not exist is named, with all others', async () => {
    const [path, one, other] = [fresh('db'), fresh('json'), fresh('json')]
    await expect(importFiles({ inputs: [one], path })).rejects.toThrow(new ImportError(`${one} does not exist.`))
    await expect(importFiles({ inputs: [one, '-', other], path })).rejects.toThrow(
      new ImportError(`${one}, ${other} do not exist.`)
    )
    expect(existsSync(path)).toBe(false)
  })

  test('leaves an earlier data set alone', async () => {
    const { path } = await imported([post({ text: 'kept' })])
    const file = fresh('json')
    writeFileSync(file, '[1]')
    await expect(importFiles({ inputs: [file], path })).rejects.toBeInstanceOf(ImportError)
    expect(query(path, 'SELECT caption FROM posts')).toEqual([{ caption: 'kept' }])
  })

  test('is told when the data set cannot be put in place, and no temporary file stays', async () => {
    const file = fresh('json')
    writeFileSync(file, JSON.stringify([post()]))
    await expect(importFiles({ inputs: [file], path: file })).rejects.toThrow(/is the target data set/)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(1)
    await expect(importFiles({ inputs: [file], path: directory })).rejects.toThrow(
      /could not be written: it is a folder/
    )
    expect(readdirSync(join(directory, '..')).filter((name) => name.startsWith(`${basename(directory)}.`))).toEqual([])
    await expect(importFiles({ inputs: [file], path: join(file, 'below.db') })).rejects.toBeInstanceOf(ImportError)
  })
})

test('a disk that takes no more is told, and that nothing is kept where nothing is', async () => {
  const [file, path] = [fresh('json'), fresh('db')]
  writeFileSync(file, JSON.stringify(Array.from({ length: 3_000 }, (_, index) => post({ id: String(index + 1) }))))
  const main = join(import.meta.dirname, '../src/commands/main.js')
  const limited = ['-c', 'ulimit -f 600; exec "$@"', 'sh', process.execPath, main, 'import', file, '--into', path]
  const { code, text } = await new Promise<{ code: unknown; text: string }>((resolve) => {
    execFile('sh', limited, { cwd: directory }, (error, _, stderr) => resolve({ code: error?.code, text: stderr }))
  })
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(/Writing to .* failed .*\. Nothing was kept: .*, import again\.\n$/)
  ])
  expect(readdirSync(directory).filter((name) => name.startsWith(basename(path)))).toEqual([])
})

describe('the summary', () => {
  test('reads as lines for a terminal', async () => {
    const { summary } = await imported([
      post({ id: '1' }),
      post({ id: '1' }),
      null,
      1,
      2,
      3,
      post({ authorMeta: 'a b' })
    ])
    const lines = describeSummary(summary).split('\n')
    expect(lines.slice(0, 5)).toEqual([
      'Read 3 posts: 2 posts, 1 user, 1 sound new; nothing changed.',
      'The data set has 2 posts, 1 user, 1 sound.',
      'Of 7 records 3 were read, 4 skipped and 0 refused.',
      expect.stringMatching(/^Skipped 4: not an object \(.*\.json \[2\]: null; .*\[3\]: number; .*\[4\]: number; …\)$/),
      'Missing (null in the graph; in REST counts are 0 and flags false):'
    ])
    expect(lines).toContain('  1 post whose author has an impossible username (imported without author)')
  })
})

/** Reads a text whose digits all matter. */
const parseExactJson = (text: string): ExactJson => {
  const read = (json: ExactJson): ExactJson => {
    if (typeof json !== 'object' || json === null) return unrounded(json)
    for (const value of Object.values(json)) read(value)
    return json
  }
  return readExactly(JSON.parse(text), text, read)
}

describe('exact JSON', () => {
  const plain = fc.jsonValue({ maxDepth: 4 })

  test('differs from JSON.parse in nothing but the integers that JSON.parse rounds', () => {
    const rounded = (value: unknown): unknown => {
      if (typeof value === 'bigint') return Number(value)
      if (Array.isArray(value)) return value.map(rounded)
      if (typeof value !== 'object' || value === null) return value
      // Not by assignment, which means something else for a key like __proto__.
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]))
    }
    fc.assert(
      fc.property(plain, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(rounded(parseExactJson(text))).toEqual(JSON.parse(text))
      })
    )
  })

  test('keeps every integer exact, wherever it stands', () => {
    type Tree = bigint | string | Tree[] | { [key: string]: Tree }
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
        fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
        fc.string({ unit: 'binary' }),
        fc.array(tie('tree')),
        fc.dictionary(fc.string(), tie('tree'))
      )
    }))
    const write = (value: Tree): string => {
      if (typeof value === 'bigint') return String(value)
      if (typeof value === 'string') return JSON.stringify(value)
      if (Array.isArray(value)) return `[${value.map(write).join(' , ')}]`
      return `{${Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${write(inner)}`)}}`
    }
    const exact = (value: unknown): unknown => {
      if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
      if (Array.isArray(value)) return value.map(exact)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, exact(inner)]))
    }
    fc.assert(
      fc.property(tree, (value) => {
        expect(exact(parseExactJson(write(value)))).toEqual(exact(value))
      })
    )
  })

  test('makes bigints of long integers only', () => {
    expect(parseExactJson('[9007199254740991,9007199254740992,-9007199254740993,1e20,1234567890123456.5]')).toEqual([
      9_007_199_254_740_991,
      9_007_199_254_740_992n,
      -9_007_199_254_740_993n,
      1e20,
      1234567890123456.5
    ])
    expect(parseExactJson('9007199254740993')).toBe(9_007_199_254_740_993n)
    expect(parseExactJson('{"a":9007199254740993}')).toEqual({ a: 9_007_199_254_740_993n })
  })
})

describe('arbitrary documents', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '0',
      '',
      '1611111111',
      'https://x.example/|é',
      'https://[',
      '\ud800',
      '@mona',
      '__proto__',
      -0,
      1e308
    )
  )
  const of = (...keys: string[]) =>
    fc.oneof(value, fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] }))
  // Few different ids and names, so that posts, accounts, sounds and hashtags meet in every way.
  const few = fc.constantFrom('1', '2', 3, '', null, 'x')
  const name = fc.constantFrom('mona', '@MONA', 'lisa', 'a\0b', '')
  const account = fc.record({ id: few, name, nickName: value, fans: value, heart: value }, { requiredKeys: [] })
  const anyPost = fc.record(
    {
      id: fc.oneof({ weight: 5, arbitrary: few }, value),
      createTime: fc.oneof({ weight: 5, arbitrary: fc.nat({ max: 5 }) }, value),
      text: value,
      authorMeta: fc.oneof(account, name, of('id', 'name', 'nickName', 'signature', 'avatar', 'verified')),
      musicMeta: fc.oneof(
        fc.record({ musicId: few, musicName: name, musicOriginal: fc.boolean() }, { requiredKeys: [] }),
        of('musicId', 'musicName', 'musicAuthor', 'playUrl', 'duration')
      ),
      hashtags: fc.oneof(fc.array(fc.record({ id: few, name: fc.oneof(name, value) }, { requiredKeys: [] })), value),
      covers: of('default', 'origin', 'dynamic'),
      videoMeta: of('height', 'width', 'duration'),
      webVideoUrl: value,
      playCount: value,
      diggCount: value
    },
    { requiredKeys: ['id', 'createTime'] }
  )
  const list = fc.array(fc.oneof({ weight: 9, arbitrary: anyPost }, value))
  const document = fc.oneof(list, fc.record({ collector: list }), value)

  test('are imported or refused with an ImportError, and never leave a temporary file', async () => {
    let readable = 0
    await fc.assert(
      fc.asyncProperty(document, async (content) => {
        const file = join(directory, 'arbitrary.json')
        const path = join(directory, 'arbitrary.db')
        rmSync(path, { force: true })
        writeFileSync(file, JSON.stringify(content))
        try {
          const summary = await importFiles({ inputs: [file], path })
          readable++
          expect(query(path, 'PRAGMA foreign_key_check')).toEqual([])
          expect(query(path, 'SELECT count(*) AS posts FROM posts')).toEqual([{ posts: summary.posts }])
          for (const row of query(path, 'SELECT cover_url, share_url FROM posts')) {
            for (const url of Object.values(row)) {
              expect(url === null || isDerivedAddress(url) || Format.IsUri(String(url))).toBe(true)
            }
          }
        } catch (error) {
          if (!(error instanceof ImportError)) throw error
          expect(error.message).toMatch(/unknown format|nothing to import/)
          expect(existsSync(path)).toBe(false)
        }
        expect(parts()).toEqual([])
      }),
      { numRuns: 150 }
    )
    expect(readable).toBeGreaterThan(20)
  })

  test('that are not even JSON are refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (bytes) => {
        await failure(Buffer.from(bytes))
      }),
      { numRuns: 50 }
    )
  })
})

type SamplePost = {
  id: string
  text: string
  createTime: number
  playCount: number
  authorMeta: { id: string; name: string; signature: string; fans?: number; heart?: number; video?: number }
  musicMeta: { musicId: string; musicOriginal: boolean }
  hashtags: { id: string; name: string }[]
}

const importSample = async (file: string, source: readonly SamplePost[]) => {
  const path = fresh('db')
  const summary = await importFiles({ inputs: [file], path })
  const posts = query(
    path,
    `SELECT p.post_id, p.caption, p.created_at, p.plays, p.hashtags, u.user_id, u.username, s.sound_id, s.is_original
     FROM posts p JOIN users u ON u.pk = p.author_pk JOIN sounds s ON s.pk = p.sound_pk ORDER BY p.pk`
  )
  const expected = source.map((post) => ({
    post_id: post.id,
    caption: post.text === '' ? null : post.text,
    created_at: post.createTime,
    plays: post.playCount,
    hashtags: JSON.stringify(post.hashtags.map(({ id, name }) => ({ id, name }))),
    user_id: post.authorMeta.id,
    username: post.authorMeta.name,
    sound_id: post.musicMeta.musicId,
    is_original: post.musicMeta.musicOriginal ? 1 : 0
  }))
  return { path, summary, posts, expected }
}

describe('the samples', () => {
  test.skipIf(mixedFeed.isLeftOut)('a mixed feed is read whole, every post like its source', async () => {
    const source = (JSON.parse(readFileSync(mixedFeed.file, 'utf8')) as { collector: SamplePost[] }).collector
    const { path, summary, posts, expected } = await importSample(mixedFeed.file, source)
    expect(posts).toEqual(expected)
    expect(summary).toMatchObject({ posts: 500, users: 428, sounds: 469, hashtags: 1344, skipped: [] })
    expect(summary.missing).toMatchObject({
      caption: 21,
      author: 0,
      author_refused: 0,
      sound: 0,
      followers: 428,
      plays: 0
    })
    expect(summary.missing).toMatchObject({ saves: 500, reposts: 500, is_ad: 500, cover_url: 0, share_url: 0 })
    const repeats = posts.filter((row) => {
      const names = (JSON.parse(String(row.hashtags)) as { name: string }[]).map((use) => use.name)
      return new Set(names).size < names.length
    })
    expect(repeats).toHaveLength(15)
    const licensed = new Set(
      source.filter((post) => !post.musicMeta.musicOriginal).map((post) => post.musicMeta.musicId)
    )
    expect(query(path, 'SELECT count(*) AS n FROM sounds WHERE hot_rank IS NOT NULL')).toEqual([{ n: licensed.size }])
  })

  test.skipIf(creatorFeed.isLeftOut)('a creator’s own list brings the profile’s counts', async () => {
    const source = JSON.parse(readFileSync(creatorFeed.file, 'utf8')) as SamplePost[]
    const { path, summary, posts, expected } = await importSample(creatorFeed.file, source)
    expect(posts).toEqual(expected)
    expect(summary).toMatchObject({ posts: 40, users: 1, sounds: 30, hashtags: 18, skipped: [] })
    const meta = source[0]?.authorMeta
    expect(query(path, 'SELECT followers, total_likes, total_videos, bio FROM users')).toEqual([
      { followers: meta?.fans, total_likes: meta?.heart, total_videos: meta?.video, bio: meta?.signature }
    ])
  })
})
