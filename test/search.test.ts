import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveSearchResult } from '../src/records/live-room.ts'
import { liveStatuses } from '../src/records/live-statuses.ts'
import type { Post } from '../src/records/post.ts'
import type { UserProfile } from '../src/records/user-profile.ts'
import type { Source } from '../src/store/source.ts'
import { countedSource } from './counted-source.ts'
import { row, rows } from './dataset.ts'
import { findFixtures } from './fixtures.ts'
import { startServer, type TestServer } from './server.ts'

const day = 86_400_000
const began = Date.UTC(2026, 5, 1)
let now = began
let server: TestServer
beforeAll(async () => {
  server = await startServer({ now: () => now })
})
afterAll(() => server.close())

type Kind = '' | '/videos' | '/users' | '/live'

const page = async <T>(kind: Kind, keyword: string, more = '&count=50') => {
  const { status, body } = await server.get<T[]>(`/api/v1/search${kind}?keyword=${encodeURIComponent(keyword)}${more}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body.error)}`)
  return { items: body.data, cursor: body.pagination?.cursor as string | null }
}

const all = async <T>(kind: Kind, keyword: string, betweenPages = () => {}): Promise<T[]> => {
  const items: T[] = []
  let more = '&count=50'
  for (;;) {
    const found = await page<T>(kind, keyword, more)
    items.push(...found.items)
    if (found.cursor === null) return items
    betweenPages()
    more = `&count=50&cursor=${found.cursor}`
  }
}
/** What is so comes before what is not, and something is. */
const expectFirst = <T>(found: readonly T[], isSo: (item: T) => boolean) => {
  const others = found.findIndex((item) => !isSo(item))
  expect(others).not.toBe(0)
  expect(others === -1 ? [] : found.slice(others).filter(isSo)).toEqual([])
}
const ids = (posts: readonly Post[]) => posts.map((post) => post.post_id)

/** What the tests compare texts by: written apart from the product's own folding, and simpler. */
const plain = (text: string | null) =>
  (text ?? '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u093c]|\ufe0f|[\u{1f3fb}-\u{1f3ff}]/gu, '')
    .toLowerCase()
    .replace(/(?<=\p{L}{2})['’](?=\p{L})/gu, '')
    .replaceAll('ς', 'σ')
    .normalize('NFC')
const words = (text: string | null) =>
  plain(text).split(/[^\p{L}\p{N}\p{M}]+|(?<=[a-z0-9])(?=\p{sc=Han})|(?<=\p{sc=Han})(?=[a-z0-9])/u)
/** Whether a text may hold a form of a word, or its parts: they have letters in a row in common. */
const isAlike = (text: string, word: string) => {
  // Unicode does not take đ apart.
  const letters = [...plain(word).replaceAll('đ', 'd')]
  const rows = Array.from({ length: Math.max(1, letters.length - 2) }, (_, at) => letters.slice(at, at + 3).join(''))
  return rows.some((row) => plain(text).replaceAll('đ', 'd').includes(row))
}
const own = (post: Post) => `${post.caption} ${post.hashtags.map(({ name }) => name).join(' ')}`
const everything = (post: Post) =>
  [own(post), post.author_username, post.author_display_name, post.sound_title, post.sound_author].join(' ')

const captions = rows<{ post_id: string; caption: string; plays: number }>(
  'SELECT post_id, caption, plays FROM posts WHERE caption IS NOT NULL ORDER BY pk'
)
const creators = rows<{ handle: string; username: string; display_name: string }>(
  'SELECT handle, username, display_name FROM users ORDER BY (pk * 7919) % 1009'
)
const tags = rows<{ name: string; uses: number }>(
  `SELECT h.name, count(*) AS uses FROM hashtag_posts t JOIN hashtags h ON h.pk = t.hashtag_pk
   WHERE h.name IS NOT NULL GROUP BY h.name ORDER BY uses DESC`
)
/** Posts by the words of their captions. */
const postsByWord = new Map<string, string[]>()
for (const { caption, post_id } of captions) {
  for (const word of new Set(words(caption))) {
    const posts = postsByWord.get(word)
    if (posts === undefined) postsByWord.set(word, [post_id])
    else posts.push(post_id)
  }
}
/** Words that are not common. */
const captionWords = [...postsByWord]
  .filter(([word, { length }]) => /^[a-z]{5,}$/.test(word) && length >= 3 && length <= 200)
  .map(([word]) => word)
const some = <T>(values: readonly T[], wanted: number): T[] =>
  values.filter((_, index) => index % Math.max(1, Math.floor(values.length / wanted)) === 0).slice(0, wanted)

describe('searching for creators', () => {
  test('finds the owner of a handle first, however popular others of that name are', async () => {
    for (const { username } of creators) {
      const { items } = await page<UserProfile>('/users', username, '&count=1')
      expect(items[0]?.username).toBe(username)
    }
  })

  test('finds the owner of a handle first, whatever the spelling', async () => {
    for (const { handle, username } of some(creators, 60)) {
      for (const keyword of [`@${handle}`, handle.toUpperCase(), ` ${handle} `]) {
        const { items } = await page<UserProfile>('/users', keyword, '&count=3')
        expect(items[0]?.username, keyword).toBe(username)
      }
    }
  })

  test('finds a creator by the whole name', async () => {
    const named = rows<{ username: string; display_name: string }>(
      `SELECT username, display_name FROM users WHERE length(display_name) > 8
       GROUP BY display_name HAVING count(*) = 1 ORDER BY (pk * 7919) % 1009 LIMIT 60`
    )
    for (const { username, display_name } of named) {
      if (words(display_name).filter(Boolean).length < 2) continue
      const { items } = await page<UserProfile>('/users', display_name, '&count=10')
      expect(
        items.map((user) => user.username),
        display_name
      ).toContain(username)
    }
  })

  test('finds creators as soon as the beginning of a name is typed', async () => {
    for (const { handle } of some(creators, 25)) {
      const [part = ''] = handle.split(/[._]+/).filter(Boolean)
      const found = await all<UserProfile>('/users', part.slice(0, 3))
      expect(found.map((user) => user.username.toLowerCase())).toContain(handle)
    }
  })

  test('finds only creators who carry the words, the last of which may be a beginning', async () => {
    for (const keyword of ['mi', 'maya', 'a b', 'ma']) {
      const typed = keyword.split(' ')
      for (const user of await all<UserProfile>('/users', keyword)) {
        const carried = words(`${user.username} ${user.display_name} ${user.bio}`)
        carried.push(words(user.username).join(''))
        for (const [index, part] of typed.entries()) {
          const isLast = index === typed.length - 1
          expect(
            carried.some((word) => (isLast ? word.startsWith(part) : word === part)),
            `${keyword}: ${carried}`
          ).toBe(true)
        }
      }
    }
  })
})

describe('searching for posts', () => {
  test('by a word of captions finds all posts that hold it, and others only by forms of it', async () => {
    for (const word of some(captionWords, 40)) {
      const found = await all<Post>('/videos', word)
      for (const post of found) expect(isAlike(own(post), word), `${word}: ${own(post)}`).toBe(true)
      const expected = postsByWord.get(word) ?? []
      expect(new Set(ids(found)), word).toEqual(new Set([...expected, ...ids(found)]))
      expect(expected.length).toBeLessThanOrEqual(found.length)
    }
  })

  test('for top results looks at creators and sounds too', async () => {
    for (const word of some(captionWords, 15)) {
      const top = await all<Post>('', word)
      for (const post of top) expect(isAlike(everything(post), word), `${word}: ${everything(post)}`).toBe(true)
      const videos = new Set(ids(await all<Post>('/videos', word)))
      expect(ids(top).filter((id) => videos.has(id))).toHaveLength(videos.size)
    }
    const { username, posts } = row<{ username: string; posts: number }>(
      'SELECT u.username, count(*) AS posts FROM posts p JOIN users u ON u.pk = p.author_pk GROUP BY u.pk ORDER BY posts DESC LIMIT 1'
    )
    const byAuthor = (await all<Post>('', username)).filter((post) => post.author_username === username)
    expect(byAuthor).toHaveLength(posts)
  })

  test('by several words finds posts that hold all of them, in any order', async () => {
    for (const { caption } of some(captions, 25)) {
      const typed = words(caption)
        .filter((word) => /^[a-z]{4,}$/.test(word))
        .slice(0, 3)
      if (typed.length < 2) continue
      const forwards = await all<Post>('/videos', typed.join(' '))
      const backwards = await all<Post>('/videos', typed.toReversed().join(' '))
      expect(new Set(ids(forwards))).toEqual(new Set(ids(backwards)))
      expect(forwards.length).toBeGreaterThan(0)
      expectFirst(forwards, (post) => typed.every((word) => words(own(post)).includes(word)))
    }
  })

  test('by a hashtag finds every post of it, with and without #', async () => {
    for (const { name, uses } of some(
      tags.filter(({ uses }) => uses < 400),
      20
    )) {
      const without = await all<Post>('/videos', name)
      for (const found of [without, await all<Post>('/videos', `#${name}`)]) {
        const tagged = found.filter((post) => post.hashtags.some((tag) => plain(tag.name) === plain(name)))
        expect(tagged.length, name).toBeGreaterThanOrEqual(uses)
      }
    }
  })

  test('shows popular posts before unpopular ones when nothing else tells them apart', async () => {
    const [common] = tags.filter(({ uses }) => uses > 250 && uses < 500)
    const plays = (await all<Post>('', common?.name ?? '')).map((post) => post.plays)
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    expect(mean(plays.slice(0, 20))).toBeGreaterThan(3 * mean(plays.slice(-100)))
  })

  test('does not depend on accents and case', async () => {
    const accented = tags.filter(
      ({ name }) => plain(name) !== name.toLowerCase().normalize('NFC') && /^\p{sc=Latin}+$/u.test(name)
    )
    expect(accented.length).toBeGreaterThan(3)
    for (const { name } of some(accented, 10)) {
      const found = ids(await all<Post>('/videos', name))
      expect(found.length).toBeGreaterThan(0)
      for (const spelling of [plain(name), name.toUpperCase(), name.normalize('NFD'), plain(name).toUpperCase()]) {
        // Capitals of ß, ı and the like are other letters.
        if (plain(spelling) === plain(name)) expect(ids(await all<Post>('/videos', spelling)), spelling).toEqual(found)
      }
    }
  })
})

describe('what no post says all of itself', () => {
  const madeAt = (name: string) =>
    new Set<string | null>(
      rows<{ post_id: string }>(
        `SELECT p.post_id FROM posts p JOIN places l ON l.pk = p.place_pk WHERE l.name = '${name}'`
      ).map(({ post_id }) => post_id)
    )
  const said = captions.map(({ caption }) => new Set(words(caption)))

  test('is found where it was posted, before what lacks a word of the place', async () => {
    const places = rows<{ name: string }>(
      `SELECT l.name FROM places l JOIN posts p ON p.place_pk = l.pk WHERE l.name GLOB '[A-Z][a-z]* [A-Z][a-z]*'
       GROUP BY l.pk HAVING count(*) BETWEEN 10 AND 100 ORDER BY count(*) DESC`
    ).filter(({ name }) => {
      const parts = words(name)
      return parts.length === 2 && !said.some((caption) => parts.every((part) => caption.has(part)))
    })
    expect(places.length).toBeGreaterThan(4)
    for (const { name } of places.slice(0, 12)) {
      const at = madeAt(name)
      for (const kind of ['', '/videos'] as const) {
        const { items } = await page<Post>(kind, name)
        // A sound may be called so too.
        const lacking = items
          .slice(0, at.size)
          .filter((post) => !at.has(post.post_id) && !words(name).every((part) => isAlike(everything(post), part)))
        expect(ids(lacking), `${name} ${kind}`).toEqual([])
      }
    }
  })

  test('is found by the creator, whose name may be unfinished, whatever else the beginning means', async () => {
    for (const kind of ['', '/videos'] as const) {
      const { items } = await page<Post>(kind, 'maya ngu', '&count=10')
      expect(items).toHaveLength(10)
      for (const { author_display_name } of items) expect(author_display_name).toMatch(/^Maya Nguyen/)
    }
  })
})

describe('scripts', () => {
  /** Runs of characters of one script in captions. */
  const runs = (pattern: RegExp) =>
    captions.flatMap(({ post_id, caption }) => (caption.match(pattern) ?? []).map((found) => ({ post_id, found })))
  const finds = async (post_id: string, keyword: string) => {
    const found = await all<Post>('/videos', keyword)
    expect(ids(found), keyword).toContain(post_id)
    for (const post of found) expect(isAlike(own(post), keyword), `${keyword}: ${own(post)}`).toBe(true)
  }

  test.each([
    ['Arabic', /\p{sc=Arabic}{4,}/gu],
    ['Hindi', /[\p{sc=Devanagari}]{4,}/gu],
    // What follows a number is part of its word.
    ['Korean', /(?<![\p{N}\p{sc=Hangul}])\p{sc=Hangul}{2,}/gu],
    ['Cyrillic', /\p{sc=Cyrillic}{4,}/gu],
    ['Greek', /\p{sc=Greek}{4,}/gu],
    ['Hebrew', /\p{sc=Hebrew}{3,}/gu],
    ['Bengali', /[\p{sc=Bengali}]{4,}/gu],
    ['Vietnamese', /(?<!\p{L})\p{L}*[ếệồộướ]\p{L}*(?!\p{L})/gu]
  ])('%s is found by its words, in capitals as well', async (_, pattern) => {
    const found = runs(pattern)
    expect(found.length).toBeGreaterThan(10)
    for (const { post_id, found: word } of some(found, 12)) {
      await finds(post_id, word)
      if (plain(word.toUpperCase()) === plain(word)) await finds(post_id, word.toUpperCase())
    }
  })

  test.each([
    ['Chinese', /\p{sc=Han}{5,}/gu, 2],
    ['Japanese', /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}ー]{5,}/gu, 3],
    ['Japanese with long vowels', /[\p{sc=Kana}]+ー[\p{sc=Kana}ー]+/gu, 0]
  ] as const)('%s is found by any part of a sentence', async (_, pattern, length) => {
    const found = runs(pattern)
    expect(found.length).toBeGreaterThan(3)
    for (const [index, { post_id, found: sentence }] of some(found, 15).entries()) {
      const characters = [...sentence]
      const start = length === 0 ? 0 : index % (characters.length - length + 1)
      const part = characters.slice(start, length === 0 ? undefined : start + length).join('')
      expect(ids(await all<Post>('/videos', part)), part).toContain(post_id)
    }
  })

  test('Thai is found by any part of a sentence, cut between clusters', async () => {
    const found = runs(/[\p{sc=Thai}]{6,}/gu)
    expect(found.length).toBeGreaterThan(10)
    const clusters = new Intl.Segmenter('th', { granularity: 'grapheme' })
    for (const [index, { post_id, found: sentence }] of some(found, 15).entries()) {
      const parts = [...clusters.segment(sentence.normalize('NFKD'))].map(({ segment }) => segment)
      const start = index % Math.max(1, parts.length - 3)
      const part = parts.slice(start, start + 3).join('')
      expect(ids(await all<Post>('/videos', part)), part).toContain(post_id)
    }
  })

  test('names are found in their own script', async () => {
    const named = creators.filter(
      ({ display_name }) => /^[\p{L}\p{M}]{2,}$/u.test(display_name) && /\P{ASCII}/u.test(display_name)
    )
    expect(named.length).toBeGreaterThan(10)
    for (const { display_name, username } of some(named, 25)) {
      const found = await all<UserProfile>('/users', display_name)
      expect(
        found.map((user) => user.username),
        display_name
      ).toContain(username)
    }
  })
})

describe('emoji', () => {
  const withEmoji = (pattern: RegExp) =>
    captions.flatMap(({ post_id, caption }) => {
      const found = pattern.exec(caption)?.[0]
      return found === undefined ? [] : [{ post_id, emoji: found }]
    })

  test.each([
    ['plain', /(?<!\u200d)(?![\p{Emoji_Modifier}\p{RI}])\p{Emoji_Presentation}(?![\u200d\ufe0f\u{1f3fb}-\u{1f3ff}])/u],
    ['with a presentation selector', /(?<!\u200d)\p{Extended_Pictographic}\ufe0f(?!\u200d)/u],
    ['with a skin tone', /\p{Emoji_Modifier_Base}\p{Emoji_Modifier}(?!\u200d)/u],
    ['joined', /\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?(?:\u200d\p{Extended_Pictographic}\ufe0f?)+/u],
    ['flags', /\p{RI}\p{RI}/u]
  ])('%s find posts that show them, whatever skin tone and presentation', async (_, pattern) => {
    const found = withEmoji(pattern)
    expect(found.length).toBeGreaterThan(3)
    for (const { post_id, emoji } of some(found, 8)) {
      const same = ids(await all<Post>('/videos', emoji))
      expect(same, emoji).toContain(post_id)
      for (const post of (await page<Post>('/videos', emoji)).items)
        expect(plain(own(post)), emoji).toContain(plain(emoji))
      const bare = emoji.replace(/[\ufe0f\u{1f3fb}-\u{1f3ff}]/gu, '')
      expect(ids(await all<Post>('/videos', bare)), bare).toEqual(same)
    }
  })

  test('tell a person with a profession from the person alone', async () => {
    const cooks = ids(await all<Post>('/videos', '👩‍🍳'))
    const [post] = withEmoji(/👩[\u{1f3fb}-\u{1f3ff}]?\u200d🍳/u)
    if (post !== undefined) expect(cooks).toContain(post.post_id)
    for (const id of ids(await all<Post>('/videos', '👩'))) {
      const caption = plain(captions.find((one) => one.post_id === id)?.caption ?? '')
      expect(caption.replace(/👩\u200d/gu, '')).toContain('👩')
    }
  })
})

describe('nothing that is typed is an operator:', () => {
  const kinds: readonly string[] = ['', '/videos', '/users', '/live', '/suggest']
  const status = async (kind: string, keyword: string) =>
    (await server.get(`/api/v1/search${kind}?count=2&keyword=${encodeURIComponent(keyword)}`)).status

  test.each([
    ...['AND', 'OR', 'NOT', 'bread AND', 'AND bread', 'OR OR', 'NEAR(', 'NEAR(bread coffee)', 'NEAR(bread, 5)'],
    ...['"', '""', '"bread', 'bread"', '"bread" "', '*', 'bread*', '*bread', '^', '^bread', '^ *', '-', '-bread', '--'],
    ...[
      'caption:',
      'caption:bread',
      '{caption hashtags}: bread',
      'caption : (',
      '(',
      ')',
      '()',
      '(bread',
      'bread)',
      '+'
    ],
    ...["'", "'; DROP TABLE posts; --", '%', '_', '\\', '\\"', '?', '?1', ':a', '@a', '$a', '#', '##', 'a:b:c'],
    ...['\u0001', '\u007f', '\ufeffa', '\u202ebread', '\u200d', '\ufe0f', '🏽', '🇯', 'a\u0301'.repeat(60)]
  ])('%j', async (keyword) => {
    for (const kind of kinds) expect(await status(kind, keyword), kind).toBe(keyword.trim() === '' ? 400 : 200)
  })

  test('words between operators are searched for like any others', async () => {
    const word = captionWords[5] ?? ''
    const found = ids(await all<Post>('/videos', word))
    for (const keyword of [`"${word}"`, `${word}*`, `^${word}`, `-${word}`, `(${word})`, `{${word}}`, `+${word}:`]) {
      expect(ids(await all<Post>('/videos', keyword)), keyword).toEqual(found)
    }
    expect(ids(await all<Post>('/videos', `${word} OR fyp`))).toEqual(ids(await all<Post>('/videos', `${word} or fyp`)))
    expect(ids(await all<Post>('/videos', word.slice(0, -1).concat('*')))).toEqual(
      ids(await all<Post>('/videos', word.slice(0, -1)))
    )
  })

  test('any text is answered, or refused as empty, too long or not text', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'grapheme', minLength: 150, maxLength: 250 }),
      fc.string({
        unit: fc.constantFrom(...'"*^:()-+{}[]\\\'', ' ', 'AND ', 'NEAR(', 'caption:', 'a', 'ー', 'é', '\0'),
        maxLength: 30
      })
    )
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...kinds), async (keyword, kind) => {
        const trimmed = keyword.trim()
        const isFine = trimmed !== '' && trimmed.length <= 200 && !keyword.includes('\0')
        const answer = await server.get(`/api/v1/search${kind}?count=2&keyword=${encodeURIComponent(keyword)}`)
        expect(answer.status).toBe(isFine ? 200 : 400)
        if (!isFine) expect(answer.body.error).toMatchObject({ code: 'INVALID_PARAM', details: { param: 'keyword' } })
      }),
      { numRuns: 200 }
    )
  })

  test('keywords of 200 characters are the longest', async () => {
    for (const kind of kinds) {
      expect(await status(kind, '火'.repeat(200))).toBe(200)
      expect(await status(kind, 'a '.repeat(99))).toBe(200)
      expect(await status(kind, '火'.repeat(201))).toBe(400)
    }
  })

  test.each([
    ['left out', ''],
    ['empty', 'keyword='],
    ['blank', 'keyword=%20%09%E3%80%80'],
    ['percent-encoded badly', 'keyword=%E0%A4'],
    ['half a surrogate pair', 'keyword=%ED%A0%80'],
    ['given twice', 'keyword=a&keyword=b'],
    ['holding NUL', 'keyword=a%00b']
  ])('a keyword that is %s is refused', async (_, query) => {
    for (const kind of kinds) {
      const { status, body } = await server.get(`/api/v1/search${kind}?${query}`)
      expect(status).toBe(400)
      expect(body.error).toMatchObject({ code: 'INVALID_PARAM', details: { param: 'keyword' } })
    }
  })

  test('GraphQL refuses the same keywords with the same code', async () => {
    for (const keyword of ['', ' ', 'a\0b', '\ud800', 'a'.repeat(201)]) {
      const { errors } = await server.query(
        'query ($k: String!) { search(keyword: $k) { posts { nodes { postId } } suggestions } }',
        { k: keyword }
      )
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_PARAM', details: { param: 'keyword' } })
    }
  })
})

test('q stands in for keyword, and keyword wins', async () => {
  const word = captionWords[0] ?? ''
  const found = ids((await page<Post>('', word)).items)
  const byAlias = await server.get<Post[]>(`/api/v1/search?count=50&q=${word}`)
  const byBoth = await server.get<Post[]>(`/api/v1/search?count=50&q=fyp&keyword=${word}`)
  expect(ids(byAlias.body.data)).toEqual(found)
  expect(ids(byBoth.body.data)).toEqual(found)
})

describe('a search that goes on for days', () => {
  const common = findFixtures().feeds.find(({ kind }) => kind === 'searchTop')?.key ?? ''

  test.each(['', '/videos'] as const)('keeps its order from the first page to the last (search%s)', async (kind) => {
    now = began
    const at = ids(await all<Post>(kind, common))
    const overDays = ids(
      await all<Post>(kind, common, () => {
        now += 9 * day
      })
    )
    expect(at.length).toBeGreaterThan(250)
    expect(now).toBeGreaterThan(began + 40 * day)
    expect(overDays).toEqual(at)
  })

  test('finds the same posts in the same order when it is begun anew later', async () => {
    now = began
    const before = ids(await all<Post>('/videos', common))
    now = began + 400 * day
    expect(ids(await all<Post>('/videos', common))).toEqual(before)
  })
})

describe('searching for live rooms', () => {
  const rooms = rows<{ room_id: string; title: string; status: number; username: string }>(
    'SELECT l.room_id, l.title, l.status, u.username FROM live_rooms l JOIN users u ON u.pk = l.user_pk'
  )

  test('finds every room on the air by its title and by who streams', async () => {
    for (const room of rooms.filter(({ status }) => status === liveStatuses.live)) {
      for (const keyword of [room.title, room.username]) {
        const found = await all<LiveSearchResult>('/live', keyword)
        expect(
          found.map(({ room_id }) => room_id),
          keyword
        ).toContain(room.room_id)
      }
    }
  })

  test('never finds a room that is paused or over', async () => {
    for (const room of rooms.filter(({ status }) => status !== liveStatuses.live)) {
      for (const keyword of [room.title, room.username]) {
        for (const found of await all<LiveSearchResult>('/live', keyword)) {
          expect(found).toMatchObject({ status: liveStatuses.live, is_live: true })
          expect(found.room_id).not.toBe(room.room_id)
        }
      }
    }
  })

  test('shows the rooms with most people first when the words tell nothing', async () => {
    const viewers = (await all<LiveSearchResult>('/live', 'a')).map((room) => room.viewer_count)
    expect(viewers.length).toBeGreaterThan(3)
    expect(viewers[0]).toBeGreaterThan(viewers.at(-1) ?? 0)
  })
})

test('words that were left out are told as the source tells them, and kept as long as what was found', async () => {
  const counted = countedSource()
  const telling = (source: Source): Source => ({
    lookUp: async (kind, keys, signal) =>
      // The kind says what is found.
      kind === 'ignoredTerms' ? keys.map(() => ['Bread'] as never) : source.lookUp(kind, keys, signal),
    page: (kind, key, request, signal) => source.page(kind, key, request, signal),
    ready: (signal) => source.ready(signal),
    close: () => source.close()
  })
  const teller = await startServer({ wrapSource: (source) => counted.wrap(telling(source)) })
  try {
    for (let time = 0; time < 2; time++) {
      const { data, errors } = await teller.query('{ search(keyword: " Sourdough Bread ") { ignoredTerms } }')
      expect(errors).toBe(undefined)
      expect(data).toEqual({ search: { ignoredTerms: ['Bread'] } })
    }
    expect(counted.take()).toEqual([{ method: 'lookUp', kind: 'ignoredTerms', keys: ['Sourdough Bread'] }])
  } finally {
    await teller.close()
  }
})

describe('the subject of a keyword', () => {
  const saidBy = (post: Post) => plain(own(post)).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '')
  test.each([
    ['is yoga good for back pain', 'yoga'],
    ['funny skincare fails', 'skin'],
    ['easy pasta recipe for beginners', 'pasta'],
    ['travl tips japan', 'travel'],
    ['sourdoh', 'sourdough'],
    ['lasange', 'lasagna'],
    ['5k', '5k'],
    ['2025', '2025'],
    ['बिल्ली', 'बिल्ल']
  ])('of %s is %s, whatever rare word or slip there is', async (keyword, subject) => {
    const { items } = await page<Post>('/videos', keyword, '&count=8')
    expect(items.length).toBeGreaterThan(3)
    expect(items.filter((post) => saidBy(post).includes(subject)).length).toBeGreaterThanOrEqual(items.length - 1)
  })

  test.each([
    ['times squre', 'l.name', 'Times Square'],
    ['東京', 'l.address', '東京'],
    ['manhattan', 'l.address', 'Manhattan']
  ])('of %s is a place', async (keyword, column, called) => {
    const at = new Set<string | null>(
      rows<{ post_id: string }>(
        `SELECT p.post_id FROM posts p JOIN places l ON l.pk = p.place_pk WHERE ${column} LIKE '%${called}%'`
      ).map(({ post_id }) => post_id)
    )
    const found = ids((await page<Post>('', keyword, '&count=10')).items)
    expect(found.slice(0, 4).every((id) => at.has(id))).toBe(true)
  })

  test('of a name is who is called so: videos begin with those by them', async () => {
    for (const keyword of ['maya nguyen', 'videos by maya nguyen', 'maya nguen']) {
      const { items } = await page<Post>('/videos', keyword, '&count=10')
      expect(new Set(items.map(({ author_username }) => author_username))).toEqual(new Set(['maya.nguyen']))
    }
  })

  test('of a name is what mentions it as well: those come behind the posts of its owner', async () => {
    const found = await all<Post>('/videos', 'maya nguyen')
    const isHers = ({ author_username }: Post) => author_username === 'maya.nguyen'
    const hers = found.findIndex((post) => !isHers(post))
    expect(hers).toBeGreaterThan(20)
    expect(found.slice(hers).some(isHers)).toBe(false)
    expect(new Set(ids(found)).size).toBe(found.length)
  })

  test('of creators may be what they post about, page by page and each once', async () => {
    const people = async (keyword: string) =>
      (await all<UserProfile>('/users', keyword)).map(({ username }) => username)
    const [puppies, workout] = [await people('puppies'), await people('gym workout at home')]
    const postAbout = (word: string) =>
      new Set<string | null>(
        rows<{ username: string }>(
          `SELECT DISTINCT u.username FROM users u JOIN posts p ON p.author_pk = u.pk WHERE p.caption LIKE '%${word}%'`
        ).map(({ username }) => username)
      )
    const [ofPuppies, ofWorkouts] = [postAbout('pupp'), postAbout('workout')]
    expect(puppies.slice(0, 5).every((username) => ofPuppies.has(username))).toBe(true)
    expect(workout.slice(0, 5).every((username) => ofWorkouts.has(username))).toBe(true)
    for (const found of [puppies, workout]) expect(new Set(found).size).toBe(found.length)
    const one = await page<UserProfile>('/users', 'gym workout at home', '&count=3')
    const next = await page<UserProfile>('/users', 'gym workout at home', `&count=4&cursor=${one.cursor}`)
    expect([...one.items, ...next.items].map(({ username }) => username)).toEqual(workout.slice(0, 7))
  })
})
