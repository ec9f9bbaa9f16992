import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type Type from 'typebox'
import { afterAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { readPosition } from '../src/core/paging.ts'
import { DatasetWriter, type PostTableRow, type UserRow } from '../src/ingest/sqlite/dataset-writer.ts'
import { Collection } from '../src/records/collection.ts'
import type { ExactJson } from '../src/records/exact-json.ts'
import { Place } from '../src/records/place.ts'
import { type BorrowedField, borrowedFields, Post } from '../src/records/post.ts'
import { readRecord } from '../src/records/reading.ts'
import { Sound } from '../src/records/sound.ts'
import { UserProfile } from '../src/records/user-profile.ts'
import { type FeedKind, type Feeds, isScanned } from '../src/store/kinds.ts'
import type { LookupResult, Page } from '../src/store/source.ts'
import { DatasetError } from '../src/store/sqlite/data-file.ts'
import { mostRows } from '../src/store/sqlite/database.ts'
import { openSqlite, type SqliteOptions } from '../src/store/sqlite/sqlite.ts'
import { schemaVersion } from '../src/store/tables/schema-version.ts'
import { row } from './dataset.ts'
import { findFixtures } from './fixtures.ts'
import { idOf, sourceConformance } from './source-conformance.ts'

const { signal } = new AbortController()
const open = (options: Partial<SqliteOptions> = {}) =>
  openSqlite({
    path: inject('defaultDataset'),
    mediaBase: () => 'http://media.test',
    ...options
  })

sourceConformance(
  'the embedded data set',
  async () => {
    const source = open()
    return { source, fixtures: findFixtures(), close: () => source.close() }
  },
  { soundHistory: null }
)

const directory = mkdtempSync(join(tmpdir(), 'clipgraph-sqlite-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const inDirectory = (name: string) => join(directory, name)

const refusal = (path: string): string => {
  try {
    open({ path })
  } catch (error) {
    expect(error).toBeInstanceOf(DatasetError)
    return (error as DatasetError).message
  }
  throw new Error(`${path} was opened`)
}

describe('a data set that cannot be read', () => {
  const empty = inDirectory('empty.db')
  writeFileSync(empty, '')
  const text = inDirectory('text.db')
  writeFileSync(text, 'This is a letter, not a database.\n'.repeat(100))
  const cut = inDirectory('cut.db')
  writeFileSync(cut, readFileSync(inject('defaultDataset')).subarray(0, 50))
  const other = inDirectory('other.db')
  const otherDb = new DatabaseSync(other)
  otherDb.exec('CREATE TABLE notes (text TEXT)')
  otherDb.close()
  const newer = inDirectory('newer.db')
  const newerDb = new DatabaseSync(newer)
  newerDb.exec(`PRAGMA user_version = ${schemaVersion + 1}`)
  newerDb.close()
  const folder = inDirectory('folder.db')
  mkdirSync(folder)

  test.each([
    ['is not there', inDirectory('missing.db'), 'cannot be opened'],
    ['is in a folder that is not there', inDirectory('no/such/folder.db'), 'cannot be opened'],
    ['is a folder', folder, 'cannot be opened'],
    ['is some other file', text, 'is not a clipgraph data set'],
    ['was cut off', cut, 'is not a clipgraph data set'],
    ['is empty', empty, 'was not written by this version'],
    ['is some other database', other, 'was not written by this version']
  ])('is refused in one line that names it and says what to do, when it %s', (_, path, reason) => {
    const message = refusal(path)
    expect(message).toContain(path)
    expect(message).toContain(reason)
    expect(message).toContain('npm run clipgraph -- seed')
    expect(message).not.toContain('\n')
  })

  test('is refused by its number, when a newer version wrote it', () => {
    const message = refusal(newer)
    expect(message).toContain(
      `${newer} has tables of version ${schemaVersion + 1}, and this clipgraph reads version ${schemaVersion}`
    )
    expect(message).toContain('bring clipgraph up to date')
  })

  test('is not made by looking for it', () => {
    refusal(inDirectory('missing.db'))
    expect(readdirSync(directory)).not.toContain('missing.db')
  })
})

test('a data set is only read: its bytes stay, nothing appears beside it, and it may be write-protected', async () => {
  const folder = inDirectory('protected')
  mkdirSync(folder)
  const path = join(folder, 'data.db')
  copyFileSync(inject('defaultDataset'), path)
  chmodSync(path, 0o444)
  chmodSync(folder, 0o555)
  const before = readFileSync(path)
  const source = open({ path })
  await source.lookUp('user', findFixtures().known.user, signal)
  await source.page('searchTop', 'a', { count: 50, after: null }, signal)
  expect(readdirSync(folder)).toEqual(['data.db'])
  await source.close()
  chmodSync(folder, 0o755)
  expect(readdirSync(folder)).toEqual(['data.db'])
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('a data set in WAL mode is read where nothing can be made beside it, until there is a journal', async () => {
  const path = inDirectory('sealed.db')
  copyFileSync(inject('defaultDataset'), path)
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL')
  db.close()
  symlinkSync(inDirectory('nowhere'), `${path}-shm`)
  const source = open({ path, watchMs: 5 })
  expect(await source.lookUp('user', findFixtures().known.user, signal)).not.toContain(null)
  rmSync(`${path}-shm`)
  const writer = new DatabaseSync(path)
  writer.exec("UPDATE generation SET id = 'another'")
  await vi.waitFor(() => expect(source.generation?.()).toBe('another'))
  writer.close()
  await source.close()
})

test('a data set that is replaced while it is read keeps answering from the file that was opened', async () => {
  const path = inDirectory('replaced.db')
  copyFileSync(inject('defaultDataset'), path)
  const source = open({ path })
  const { handle } = row<{ handle: string }>('SELECT handle FROM users LIMIT 1')
  const before = await source.lookUp('user', [handle], signal)
  rmSync(path)
  writeFileSync(path, 'something else')
  expect(await source.lookUp('user', [handle], signal)).toEqual(before)
  await source.close()
})

test('no statement tells its limit in the way that makes SQLite prepare it anew each time', async () => {
  const { feeds } = findFixtures()
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  const source = open()
  for (const { kind, key } of feeds) {
    if (isScanned(kind)) continue
    for (const count of [1, 2]) expect(source.now?.written(kind, key, { count, after: null })).not.toBeNull()
  }
  const statements = prepare.mock.calls.map(([sql]) => sql)
  expect(statements.some((sql) => sql.endsWith('LIMIT ? + 0'))).toBe(true)
  expect(statements.filter((sql) => /LIMIT \?(?! \+ 0)/.test(sql))).toEqual([])
  expect(new Set(statements).size).toBe(statements.length)
  await source.close()
})

describe('addresses of pictures and sounds', () => {
  const found = <T>(value: LookupResult<T> | undefined): T => {
    if (value === undefined || value === null || value instanceof Error) throw new Error('must be found')
    return value
  }

  test('are put behind the base when they are this server’s own, whatever the base is at the time', async () => {
    let base = 'http://one.test'
    const source = open({ mediaBase: () => base })
    const { handle, path } = row<{ handle: string; path: string }>(
      `SELECT handle, avatar_url AS path FROM users WHERE avatar_url LIKE '/%' AND avatar_thumb_url LIKE '/%' LIMIT 1`
    )
    const read = async () => found((await source.lookUp('user', [handle], signal))[0]).avatar_url
    expect(await read()).toBe(`http://one.test${path}`)
    base = 'https://two.test/clips'
    expect(await read()).toBe(`https://two.test/clips${path}`)
    await source.close()
  })

  test('are complete in every kind of record', async () => {
    const source = open()
    const { known, rooms } = findFixtures()
    const records: unknown[] = await Promise.all([
      source.lookUp('user', known.user, signal),
      source.lookUp('post', known.post, signal),
      source.lookUp('sound', known.sound, signal),
      source.lookUp('liveRoom', [rooms.live.roomId], signal),
      source.lookUp('effect', known.effect, signal),
      source.lookUp('collection', known.collection, signal),
      source.page('searchLive', 'a', { count: 50, after: null }, signal)
    ])
    const text = JSON.stringify(records)
    expect(text).toContain('"http://media.test/')
    expect(text).not.toMatch(/_url":"\//)
    expect(text).not.toMatch(/_url":""/)
    await source.close()
  })

  test('of other servers stay as they are', async () => {
    const source = open()
    const { post_id, share_url } = row<{ post_id: string; share_url: string }>(
      `SELECT post_id, share_url FROM posts WHERE share_url LIKE 'http%' LIMIT 1`
    )
    const [post] = await source.lookUp('post', [post_id], signal)
    expect(found(post).share_url).toBe(share_url)
    await source.close()
  })
})

describe('rows the default data set does not have', () => {
  const path = inDirectory('awkward.db')
  const time = 1_700_000_000
  /** A record that says no more than it has to. */
  const bare = <T extends Type.TSchema>(schema: T, told: ExactJson): Type.Static<T> => {
    const record = readRecord(schema, told)
    if (record === null) throw new Error('more must be told')
    return record
  }
  const user = (pk: number, more: Partial<UserRow> = {}): UserRow => ({
    pk,
    ...bare(UserProfile, { user_id: `900${pk}`, username: `user${pk}`, display_name: `User ${pk}` }),
    ...more
  })
  const barePost = Object.entries(bare(Post, { caption: 'same second', created_at: time }))
  // What a post shows of others is in no column of its own, and that is all its row lacks of the record.
  const ownColumns = Object.fromEntries(
    barePost.filter(([key]) => !borrowedFields.some((field) => field === key))
  ) as Omit<Post, BorrowedField>
  const post = (pk: number, more: Partial<PostTableRow> = {}): PostTableRow => ({
    ...ownColumns,
    pk,
    post_id: `800${pk}`,
    author_pk: 1,
    sound_pk: 1,
    place_pk: 1,
    hashtags: [{ pk: 1, id: '11', name: 'one' }],
    ...more
  })
  const writer = new DatasetWriter(path)
  writer.user(user(1))
  // Private, with everything a public account could show.
  writer.user(user(2, { username: 'Hidden', is_private: true }))
  for (let pk = 3; pk <= 30; pk += 1) writer.user(user(pk))
  const sound = {
    ...bare(Sound, { sound_id: '71', title: '', author: '' }),
    title: null,
    author: null,
    published_at: null
  }
  writer.sound({ ...sound, pk: 1 })
  writer.sound({ ...sound, pk: 2, sound_id: null, title: 'Only named' })
  writer.place({ pk: 1, ...bare(Place, { place_id: '61', name: 'Here', country_code: '1' }) })
  writer.hashtag({ pk: 1, hashtag_id: '11', name: 'one' })
  for (let pk = 1; pk <= 25; pk += 1) writer.post(post(pk))
  writer.post(post(26, { author_pk: 2, sound_pk: 2, place_pk: null, hashtags: [] }))
  writer.post(post(28, { author_pk: null, sound_pk: 2, place_pk: null, hashtags: [] }))
  writer.post(
    post(27, {
      author_pk: null,
      sound_pk: null,
      place_pk: null,
      caption: null,
      created_at: 0,
      hashtags: [{ pk: 9, id: null, name: null }]
    })
  )
  for (let pk = 1; pk <= 25; pk += 1) {
    writer.repost(1, pk, time)
    writer.repost(2, pk, time)
  }
  for (const pk of [1, 2]) {
    writer.followers(
      pk,
      Array.from({ length: 25 }, (_, index) => ({ follower_pk: index + 3, followed_at: time }))
    )
    writer.collection(
      { pk, user_pk: pk, place_in_list: 1, ...bare(Collection, { collection_id: `51${pk}`, name: 'All' }) },
      Array.from({ length: 25 }, (_, index) => index + 1)
    )
  }
  writer.liveRoom({
    pk: 1,
    room_id: '41',
    user_pk: 1,
    title: 'Odd',
    status: 77,
    viewer_count: 0,
    like_count: 0,
    cover_url: null
  })
  writer.finish()

  const source = open({ path })
  afterAll(() => source.close())

  test.each<[FeedKind, string]>([
    ['userPosts', 'user1'],
    ['userReposts', 'user1'],
    ['userFollowers', 'user1'],
    ['soundPosts', '71'],
    ['placePosts', '61'],
    ['hashtagPosts', '11'],
    ['collectionPosts', '511'],
    ['searchTop', 'same second'],
    ['searchVideos', 'same second'],
    ['searchUsers', 'user']
  ])('%s whose elements all come from one second are walked without loss one by one', async (kind, key) => {
    const idsOf = async (size: number) => {
      const ids: string[] = []
      let after: string | null = null
      do {
        const page: Page<Feeds[FeedKind]> | null = await source.page(kind, key, { count: size, after }, signal)
        if (page === null) throw new Error(`${kind} of ${key} must exist`)
        ids.push(...page.items.map(idOf))
        after = page.next
      } while (after !== null)
      return ids
    }
    const whole = await idsOf(100)
    expect(whole.length).toBeGreaterThanOrEqual(25)
    expect(new Set(whole).size).toBe(whole.length)
    for (const size of [1, 4]) expect(await idsOf(size)).toEqual(whole)
  })

  test('of one second stand with the latest written first', async () => {
    const page = await source.page('userPosts', 'user1', { count: 3, after: null }, signal)
    expect(page?.items.map(idOf)).toEqual(['80025', '80024', '80023'])
  })

  test('keep the lists of a private account empty although the rows are there', async () => {
    for (const kind of ['userPosts', 'userReposts', 'userFollowers', 'userFollowing'] as const) {
      const page = await source.page(kind, 'hidden', { count: 20, after: null }, signal)
      expect(page).toMatchObject({ items: [], next: null, total: kind === 'userFollowers' ? 0 : null })
    }
    // Nor does a list of somebody else say who follows it.
    const followed = await source.page('userFollowing', 'user3', { count: 20, after: null }, signal)
    expect(followed).toMatchObject({ items: [{ username: 'user1' }], next: null })
    expect(await source.lookUp('playlists', ['hidden'], signal)).toEqual([{ playlists: [] }])
    expect(await source.lookUp('user', ['hidden'], signal)).toMatchObject([{ username: 'Hidden', is_private: true }])
    expect(await source.lookUp('post', ['80026'], signal)).toEqual([null])
  })

  test('show what is unknown as null', async () => {
    const unknown = {
      ...bare(Post, { caption: 'same second', created_at: time }),
      ...{ post_id: '80027', caption: null, created_at: 0, hashtags: [{ id: null, name: null }] }
    }
    expect(unknown).toMatchObject({ caption: null, created_at: 0, is_ad: false, plays: 0, sound_id: null })
    expect(await source.lookUp('post', ['80027'], signal)).toEqual([unknown])
    const nothing = { website_url: null, bio: null, avatar_url: null, avatar_thumb_url: null }
    expect(await source.lookUp('user', ['user3'], signal)).toMatchObject([nothing])
    expect(await source.lookUp('place', ['61'], signal)).toMatchObject([{ address: null, city_code: null }])
    expect(await source.lookUp('collection', ['511'], signal)).toMatchObject([{ cover_url: null, posts_count: 25 }])
  })

  test('name a sound without name, which is never null', async () => {
    expect(await source.lookUp('sound', ['71'], signal)).toMatchObject([
      { title: '', author: '', cover_url: null, play_url: null, posts_count: 25 }
    ])
    expect(await source.lookUp('post', ['80028'], signal)).toMatchObject([
      { sound_id: null, sound_title: 'Only named', sound_author: null }
    ])
  })

  test('pass an unheard-of status of a room through and do not take it for live', async () => {
    expect(await source.lookUp('liveRoom', ['41'], signal)).toMatchObject([{ status: 77, is_live: false }])
    expect(await source.lookUp('liveStatus', ['user1'], signal)).toEqual([{ username: 'user1', is_alive: false }])
    expect(await source.page('searchLive', 'odd', { count: 5, after: null }, signal)).toMatchObject({ items: [] })
  })

  test('leave the sound library empty when nothing is licensed', async () => {
    expect(await source.page('soundLibrary', 'hot', { count: 5, after: null }, signal)).toEqual({
      items: [],
      positions: [],
      next: null,
      total: 0
    })
  })
})

test('no statement is given a limit that SQLite would plan it anew for', () => {
  const texts = ['store/sqlite/', 'ingest/sqlite/', 'ingest/index/'].flatMap((name) => {
    const folder = new URL(`../src/${name}`, import.meta.url)
    return readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'))
  })
  expect(new Set(texts.join().match(/LIMIT \?[^`'\n]*/g))).toEqual(new Set([mostRows]))
})

test('positions are whole numbers that are exact', () => {
  expect(readPosition('1700000000.42', 2)).toEqual([1_700_000_000, 42])
  expect(readPosition('9007199254740991', 1)).toEqual([Number.MAX_SAFE_INTEGER])
  for (const position of ['9007199254740992', '1.', '.1', '1.2', '', '+1', '1.5e3', '1\n']) {
    expect(() => readPosition(position, 1), position).toThrow()
  }
})
