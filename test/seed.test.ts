import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { decodeLists } from '../src/engines/columnar/chunks.ts'
import { groupSize } from '../src/engines/columnar/column-store.ts'
import { progress } from '../src/ingest/progress.ts'
import { type SeedSummary, seedDataset, seedDefaults } from '../src/ingest/seed/seed.ts'
import { storedSamples } from './stored-samples.ts'

const directory = mkdtempSync(join(tmpdir(), 'clipgraph-seed-'))
const inDirectory = (name: string) => join(directory, name)
const opened: DatabaseSync[] = []

const open = (path: string): DatabaseSync => {
  const db = new DatabaseSync(path, { readOnly: true })
  opened.push(db)
  return db
}

const make = (
  name: string,
  users: number,
  posts: number,
  seed = 1,
  until = '2026-06-01'
): { db: DatabaseSync; summary: SeedSummary } => {
  const path = inDirectory(name)
  const summary = seedDataset({ path, users, posts, seed, until })
  return { db: open(path), summary }
}

/** One hash over every row of every ordinary table. */
const contentHash = (db: DatabaseSync): string => {
  const hash = createHash('sha256')
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
    .all()
  for (const { name } of tables) {
    // A generation is told from all others, whatever it holds.
    if (/_(terms_|stat)|^generation$/.test(String(name))) continue
    hash.update(String(name))
    for (const row of db.prepare(`SELECT * FROM ${name}`).iterate()) hash.update(JSON.stringify(Object.values(row)))
  }
  return hash.digest('hex')
}

let db: DatabaseSync

const number = (sql: string, from = db): number => Number(Object.values(from.prepare(sql).get() ?? {})[0])
const column = (sql: string): string[] =>
  db
    .prepare(sql)
    .all()
    .map((row) => String(Object.values(row)[0]))

beforeAll(() => {
  db = open(inject('defaultDataset'))
})

afterAll(() => {
  for (const one of opened) one.close()
  rmSync(directory, { recursive: true, force: true })
})

describe('the same numbers', () => {
  it('give the same rows', () => {
    const first = contentHash(make('a.db', 40, 600, 7).db)
    expect(contentHash(make('b.db', 40, 600, 7).db)).toBe(first)
    expect(contentHash(make('c.db', 40, 600, 8).db)).not.toBe(first)
  })

  it('give the same things with other times on another day', () => {
    const table = (from: DatabaseSync, name: string, times: string[]) =>
      from
        .prepare(`SELECT * FROM ${name} ORDER BY pk`)
        .all()
        .map((row) => Object.entries(row).filter(([column]) => !times.includes(column)))
    const { db: june } = make('june.db', 40, 600)
    const { db: later } = make('later.db', 40, 600, 1, '2027-11-24')
    for (const [name, ...times] of [
      ['users'],
      ['posts', 'created_at'],
      ['sounds', 'published_at', 'new_rank'],
      ['effects', 'publish_time'],
      ['places'],
      ['hashtags'],
      ['collections'],
      ['live_rooms']
    ] as const) {
      expect(table(later, name, [...times]), name).toEqual(table(june, name, [...times]))
    }
    const newest = (from: DatabaseSync) => new Date(number('SELECT max(created_at) FROM posts', from) * 1000)
    expect(newest(june).toISOString()).toMatch(/^2026-05-(30|31)/)
    expect(newest(later).toISOString()).toMatch(/^2027-11-2[123]/)
    const order = (from: DatabaseSync) =>
      from.prepare('SELECT author_pk, post_id FROM posts WHERE author_pk > 0 ORDER BY author_pk, created_at, pk').all()
    expect(order(later)).toEqual(order(june))
  })

  it('give the same growth of followers at other times on another day', () => {
    const followers = (until: string) => {
      const { db } = make(`past-${until}.db`, 40, 600, 1, until)
      const as = Date.parse(until) / 1000
      return [...storedSamples(db, 'users')].map(([pk, samples]) => [
        pk,
        samples.map(({ at, values: [followers, following] }) => [as - (at ?? 0), followers, following])
      ])
    }
    expect(followers('2027-11-24')).toEqual(followers('2026-06-01'))
  })

  it('keep the accounts when only the posts differ', () => {
    const names = (from: DatabaseSync) => from.prepare('SELECT user_id, username, display_name, bio FROM users').all()
    expect(names(make('few.db', 30, 50).db)).toEqual(names(make('more.db', 30, 400).db))
  })
})

describe('small data sets', () => {
  it.each([
    [1, 0],
    [1, 5],
    [2, 1],
    [3, 5],
    [7, 40]
  ])('work with %i users and %i posts', (users, posts) => {
    const { db, summary } = make(`small-${users}-${posts}.db`, users, posts)
    expect(summary).toMatchObject({ users, posts })
    expect(number('SELECT count(*) FROM users', db)).toBe(users)
    expect(number('SELECT count(*) FROM posts', db)).toBe(posts)
    expect(number('SELECT count(*) FROM users WHERE is_private', db)).toBe(users >= 3 ? 1 : 0)
    expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
  })

  it.each([
    { users: 0 },
    { users: 1.5 },
    { users: Number.NaN },
    { users: 1_000_001 },
    { posts: -1 },
    { posts: 10_000_001 },
    { seed: -1 },
    { seed: 0.5 }
  ])('are refused for %o, with nothing left behind', (wrong) => {
    const path = inDirectory('refused.db')
    expect(() => seedDataset({ path, ...seedDefaults, ...wrong })).toThrow(
      new RegExp(`${Object.keys(wrong)[0]} must be a whole number from`)
    )
    expect(existsSync(path)).toBe(false)
  })

  it.each(['yesterday', '2026-6-1', '2026-02-30', '1969-12-31', '2100-01-01', '2026-06-01T10:00'])(
    'are refused for the day %s',
    (until) => {
      const path = inDirectory('refused-day.db')
      expect(() => seedDataset({ path, ...seedDefaults, until })).toThrow('until must be a day from 2010-01-01 to 2099')
      expect(existsSync(path)).toBe(false)
    }
  )

  it('is one file and its lock while it is being made, so that whoever stops it knows what to take away', () => {
    const own = mkdtempSync(join(directory, 'one-'))
    const seen = new Set<string>()
    const onProgress = () => {
      for (const name of readdirSync(own)) seen.add(name.replace(/\d+\.\w+\.part$/, 'part'))
    }
    // More than is held in memory before it is written.
    seedDataset({ path: join(own, 'data.db'), ...seedDefaults, users: 400, posts: 40_000, onProgress })
    // Beside it is the lock, with its journal.
    expect([...seen].sort()).toEqual(['data.db.importing', 'data.db.importing-journal', 'data.db.part'])
    expect(readdirSync(own)).toEqual(['data.db'])
  })

  it('leave the former file alone when the work fails', () => {
    const path = inDirectory('kept.db')
    writeFileSync(path, 'former')
    const onProgress = () => {
      throw new Error('stopped')
    }
    const replacing = { path, ...seedDefaults, users: 3, posts: 5, replaces: true, onProgress }
    expect(() => seedDataset(replacing)).toThrow('stopped')
    expect(readdirSync(directory).filter((name) => name.startsWith('kept.db'))).toEqual(['kept.db'])
  })
})

describe('the default data set', () => {
  it('has what was asked for, and refers to nothing that is missing', () => {
    expect(number('SELECT count(*) FROM users')).toBe(seedDefaults.users)
    expect(number('SELECT count(*) FROM posts')).toBe(seedDefaults.posts)
    expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
    expect(number('SELECT count(*) FROM collection_posts WHERE post_pk NOT IN (SELECT pk FROM posts)')).toBe(0)
    expect(number('SELECT count(*) FROM reposts WHERE post_pk NOT IN (SELECT pk FROM posts)')).toBe(0)
    expect(number('SELECT count(*) FROM followers WHERE follower_pk NOT IN (SELECT pk FROM users)')).toBe(0)
  })

  it('takes little room with its past', () => {
    expect(statSync(inject('defaultDataset')).size).toBeLessThan(60e6)
  })

  it('has ids as the platform has them', () => {
    const ids = ['users.user_id', 'posts.post_id', 'sounds.sound_id', 'places.place_id', 'effects.effect_id']
    for (const id of [...ids, 'live_rooms.room_id', 'collections.collection_id']) {
      const [table, name] = id.split('.')
      const odd = number(`SELECT count(*) FROM ${table} WHERE length(${name}) <> 19 OR ${name} GLOB '*[^0-9]*'`)
      expect(odd, id).toBe(0)
    }
    // A post's id tells the day it was made, near enough: hours and weekdays of its author come after.
    expect(
      number('SELECT max(abs((CAST(post_id AS INTEGER) >> 32) - created_at)) FROM posts WHERE author_pk IS NOT NULL')
    ).toBeLessThan(9 * 86_400)
    const lengths = column(
      'SELECT DISTINCT length(hashtag_id) AS n FROM hashtags WHERE hashtag_id IS NOT NULL ORDER BY n'
    )
    expect([lengths.at(0), lengths.at(-1)]).toEqual(['3', '16'])
  })

  it('keeps to its own present', () => {
    const now = Date.parse(seedDefaults.until) / 1000
    const fourYears = 4 * 366 * 86_400
    expect(number('SELECT max(created_at) FROM posts')).toBeLessThan(now)
    expect(number('SELECT min(created_at) FROM posts')).toBeGreaterThan(now - fourYears)
    expect(number('SELECT max(followed_at) FROM followers')).toBeLessThan(now)
    expect(
      number('SELECT count(*) FROM reposts r JOIN posts p ON p.pk = r.post_pk WHERE r.reposted_at < p.created_at')
    ).toBe(0)
    expect(number(`SELECT count(*) FROM reposts WHERE reposted_at >= ${now}`)).toBe(0)
  })

  it.each([
    ['private accounts', 'users WHERE is_private', 15],
    ['public accounts without posts', 'users WHERE NOT is_private AND total_videos = 0', 5],
    ['posts nobody played', 'posts WHERE plays + likes + comments + shares + saves + reposts = 0', 20],
    ['posts without a sound', 'posts WHERE sound_pk IS NULL', 50],
    ['posts whose sound has no page', 'posts p JOIN sounds s ON s.pk = p.sound_pk WHERE s.sound_id IS NULL', 10],
    ['posts of deleted accounts', 'posts WHERE author_pk IS NULL AND share_url IS NULL', 20],
    ['such posts with a sound', 'posts WHERE author_pk IS NULL AND sound_pk IS NOT NULL', 20],
    ['such posts with a place', 'posts WHERE author_pk IS NULL AND place_pk IS NOT NULL', 3],
    ['image posts', "posts WHERE duration_seconds + video_width = 0 AND share_url LIKE '%/photo/%'", 200],
    ['hashtags without an id', 'hashtags WHERE hashtag_id IS NULL', 5],
    ['uses of them', 'posts WHERE hashtags LIKE \'%"id":null%\'', 20],
    ['advertisements', 'posts WHERE is_ad', 100],
    ['captions that are missing', 'posts WHERE caption IS NULL', 100],
    ['very long captions', 'posts WHERE length(caption) >= 2000', 5],
    ['captions with line breaks', "posts WHERE caption LIKE '%' || char(10) || '%'", 1_000],
    ['posts without a cover', 'posts WHERE cover_url IS NULL', 20],
    ['profiles that differ by region', 'user_variants', 10],
    ['reposts', 'reposts', 1_000],
    ['followers within one second', 'followers WHERE page_time <> followed_at', 50],
    ['empty collections', 'collections WHERE posts_count = 0', 1],
    ['full collections', 'collections WHERE posts_count >= 100', 1],
    ['collections without a cover', 'collections WHERE cover_url IS NULL', 2],
    ['creators with many collections', '(SELECT 1 FROM collections GROUP BY user_pk HAVING count(*) >= 30)', 1],
    ['creators without a collection', 'users WHERE pk NOT IN (SELECT user_pk FROM collections)', 100],
    [
      'creators without listed followers',
      'users WHERE NOT is_private AND pk NOT IN (SELECT user_pk FROM followers)',
      5
    ],
    ['rooms on the air', 'live_rooms WHERE status = 2', 25],
    ['paused rooms', 'live_rooms WHERE status = 3', 3],
    ['rooms that ended', 'live_rooms WHERE status = 4', 5],
    ['places without an address', 'places WHERE address IS NULL', 20],
    ['places without a city', 'places WHERE city_code IS NULL', 3],
    ['accounts without a picture', 'users WHERE avatar_url IS NULL', 5],
    ['accounts without a bio', 'users WHERE bio IS NULL', 50],
    ['usernames with capitals', 'users WHERE username <> handle', 5],
    ['sounds without audio', 'sounds WHERE play_url IS NULL', 20],
    ['likes beyond 32 bits', 'users WHERE total_likes > 2147483647', 1],
    ['uses of effects beyond 32 bits', 'effects WHERE user_count > 2147483647', 1]
  ])('has %s', (_, from, atLeast) => {
    expect(number(`SELECT count(*) FROM ${from}`)).toBeGreaterThanOrEqual(atLeast)
  })

  it('has posts that carry a hashtag twice', () => {
    const lists = column("SELECT hashtags FROM posts WHERE hashtags <> '[]'")
    const twice = lists.filter((list) => {
      // What the writer stores: a list of {id, name}.
      const names = (JSON.parse(list) as { name: string }[]).map((tag) => tag.name)
      return new Set(names).size < names.length
    })
    expect(twice.length).toBeGreaterThanOrEqual(100)
  })

  it('has columns that list each post under all its hashtags, also those without an id', () => {
    const listed = new Set<string>()
    const chunks = db.prepare("SELECT row_group, data FROM column_chunks WHERE name = 'hashtags'").all()
    for (const { row_group, data } of chunks) {
      if (!(data instanceof Uint8Array)) continue
      const { keys, starts, rowsOf } = decodeLists(data)
      for (const [place, hashtag] of keys.entries())
        for (const row of rowsOf.subarray(starts[place], starts[place + 1]))
          listed.add(`${hashtag} ${Number(row_group) * groupSize + row}`)
    }
    expect([...listed].sort()).toEqual(column("SELECT hashtag_pk || ' ' || post_pk FROM hashtag_posts").sort())
    expect(number('SELECT count(*) FROM hashtags WHERE hashtag_id IS NULL')).toBeGreaterThan(0)
  })

  it('shows nothing of private accounts', () => {
    for (const [table, key] of [
      ['posts', 'author_pk'],
      ['reposts', 'user_pk'],
      ['followers', 'user_pk'],
      ['collections', 'user_pk'],
      ['all_live_rooms', 'user_pk']
    ]) {
      const shown = number(`SELECT count(*) FROM ${table} WHERE ${key} IN (SELECT pk FROM users WHERE is_private)`)
      expect(shown, table).toBe(0)
    }
    expect(number('SELECT sum(total_videos) FROM users WHERE is_private')).toBeGreaterThan(0)
  })

  it('counts on profiles what it lists', () => {
    const wrong = number(`
      WITH listed AS (SELECT author_pk AS pk, count(*) AS posts, sum(likes) AS likes FROM posts GROUP BY author_pk),
        followed AS (SELECT user_pk AS pk, count(*) AS n FROM followers GROUP BY user_pk),
        follows AS (SELECT follower_pk AS pk, count(*) AS n FROM followers GROUP BY follower_pk)
      SELECT count(*) FROM users u LEFT JOIN listed USING (pk) LEFT JOIN followed USING (pk) LEFT JOIN follows USING (pk)
      WHERE NOT is_private AND (total_videos < coalesce(posts, 0) OR total_likes < coalesce(likes, 0)
        OR followers < coalesce(followed.n, 0) OR following < coalesce(follows.n, 0))`)
    expect(wrong).toBe(0)
  })

  it('spreads followers by a power law', () => {
    const followers = column('SELECT followers FROM users ORDER BY followers DESC').map(Number)
    const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)
    expect(sum(followers.slice(0, 10)) / sum(followers)).toBeGreaterThan(0.3)
    expect(followers[0]).toBeGreaterThan(100_000_000)
    expect(followers[500]).toBeLessThan(500_000)
    expect(followers.at(-1)).toBeLessThan(1_000)
  })

  it('has a first account worth showing, and rich first things', () => {
    expect(db.prepare('SELECT is_private, verified FROM users WHERE pk = 1').get()).toEqual({
      is_private: 0,
      verified: 1
    })
    expect(number('SELECT pk FROM users ORDER BY followers DESC LIMIT 1')).toBe(1)
    expect(number('SELECT total_videos FROM users WHERE pk = 1')).toBeGreaterThanOrEqual(100)
    expect(number('SELECT count(*) FROM collections WHERE user_pk = 1 AND posts_count > 0')).toBeGreaterThanOrEqual(3)
    expect(number('SELECT count(*) FROM reposts WHERE user_pk = 1')).toBeGreaterThanOrEqual(50)
    expect(number('SELECT listed FROM follower_counts WHERE user_pk = 1')).toBeGreaterThanOrEqual(100)
    expect(number('SELECT count(*) FROM live_rooms WHERE user_pk = 1 AND status = 2')).toBe(1)
    expect(column('SELECT region FROM user_variants WHERE user_pk = 1')).toEqual(['BR', 'DE', 'ES', 'FR', 'JP'])
    expect(number('SELECT count(*) FROM hashtag_posts WHERE hashtag_pk = 1')).toBeGreaterThan(500)
    expect(number('SELECT posts_count FROM sounds WHERE hot_rank = 1')).toBeGreaterThan(100)
    expect(number('SELECT posts_count FROM places WHERE pk = 1')).toBeGreaterThan(50)
  })

  it('writes in many scripts, with joined and toned emoji', () => {
    const texts = [
      ...column('SELECT caption FROM posts WHERE caption IS NOT NULL'),
      ...column('SELECT name FROM hashtags')
    ]
    const all = texts.join('\n')
    for (const script of [
      'Latin',
      'Arabic',
      'Hebrew',
      'Devanagari',
      'Bengali',
      'Thai',
      'Hiragana',
      'Hangul',
      'Han',
      'Cyrillic',
      'Greek'
    ]) {
      expect(all.match(new RegExp(`\\p{Script=${script}}`, 'gu'))?.length ?? 0, script).toBeGreaterThan(200)
    }
    expect(all).toMatch(/\p{Emoji}\u200d\p{Emoji}/u)
    expect(all).toMatch(/\p{Emoji_Modifier}/u)
    expect(all).toMatch(/\p{Regional_Indicator}{2}/u)
    expect(new Set(texts).size).toBeGreaterThan(10_000)
  })

  it('has no broken text anywhere', () => {
    for (const { name } of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()) {
      if (/terms|sqlite_/.test(String(name))) continue
      for (const row of db.prepare(`SELECT * FROM ${name}`).iterate()) {
        for (const value of Object.values(row)) {
          if (typeof value !== 'string') continue
          if (!value.isWellFormed() || /[\0{}]/.test(value.replace(/^\[.*\]$/, '')))
            throw new Error(`${name}: ${value}`)
        }
      }
    }
  })

  it('has usernames that could be typed', () => {
    const odd = column('SELECT handle FROM users').filter((handle) => !/^(?=.*[a-z0-9])[a-z0-9._]{2,24}$/.test(handle))
    expect(odd).toEqual([])
  })
})

describe('progress', () => {
  const recorder = (isTTY: boolean) => {
    const written: string[] = []
    return { written, stream: { isTTY, columns: 60, write: (text: string) => written.push(text) } }
  }

  it('redraws one line on a terminal and clears it at the end', () => {
    const { written, stream } = recorder(true)
    const onProgress = progress(stream, 'Seeding')
    for (let done = 0; done <= 1_000; done++) onProgress('posts', done, 1_000)
    expect(written).toHaveLength(101)
    expect(written[50]).toContain('Seeding')
    expect(written[50]).toContain('50 %  posts')
    expect(written.at(-1)).toBe('\r\x1b[2K')
    expect(written.join('')).not.toContain('\n')
  })

  it('writes few plain lines elsewhere', () => {
    const { written, stream } = recorder(false)
    const onProgress = progress(stream)
    for (const step of ['posts', 'search']) for (let done = 0; done <= 1_000; done++) onProgress(step, done, 1_000)
    expect(written).toEqual(['posts\n', 'search\n'])
  })

  it('says how it goes, also where the end is not known', () => {
    vi.useFakeTimers()
    try {
      const { written, stream } = recorder(false)
      const [onLines, terminal] = [progress(stream), recorder(true)]
      const onBar = progress(terminal.stream)
      for (const [done, total] of [
        [0, 1],
        [500, 1000],
        [5, 0],
        [6, 0]
      ] as const) {
        vi.advanceTimersByTime(6_000)
        onLines('read', done, total, '9 records/s')
        onBar('read', done, total, '9 records/s')
      }
      expect(written).toEqual(['read\n', 'read 50 %, 9 records/s\n', 'read 9 records/s\n'])
      expect(terminal.written.at(-1)).toBe('\r\x1b[2Kread, 9 records/s')
    } finally {
      vi.useRealTimers()
    }
  })
})
