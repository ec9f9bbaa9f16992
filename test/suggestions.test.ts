import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Phrases } from '../src/engines/search/phrases.ts'
import { isStopWord } from '../src/engines/search/stop-words.ts'
import { run } from '../src/engines/search/store.ts'
import { suggest } from '../src/engines/search/suggest.ts'
import type { SuggestionStore } from '../src/engines/search/suggestion-matches.ts'
import { fillSuggestions } from '../src/ingest/index/suggestion-builder.ts'
import { arrays } from '../src/ingest/tables/sqlite-arrays.ts'
import { type CompletionKind, completionKinds } from '../src/records/completion.ts'
import type { Database } from '../src/store/sqlite/database.ts'
import { suggestionStore } from '../src/store/sqlite/suggestions.ts'
import { tables } from '../src/store/tables/schema.ts'
import { rows } from './dataset.ts'
import { startServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const ask = async (keyword: string): Promise<string[]> => {
  const { status, body } = await server.get<string[]>(`/api/v1/search/suggest?keyword=${encodeURIComponent(keyword)}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body.error)}`)
  return body.data
}

/** Letters that people type for others, which Unicode does not take apart. */
const asTyped: Readonly<Record<string, string>> = {
  ...{ ς: 'σ', ß: 'ss', ı: 'i', ø: 'o', đ: 'd', ð: 'd', ł: 'l', æ: 'ae', œ: 'oe' },
  ...{ 'ँ': 'ं' },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه' }
}

/** What the tests compare texts by: written apart from the product's own folding, and simpler. */
const squeezed = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u093c]|\ufe0f|[\u{1f3fb}-\u{1f3ff}]/gu, '')
    .toLowerCase()
    .replace(/[ςßıøđðłæœँٱىیکةـ]/g, (letter) => asTyped[letter] ?? '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{RI}]+/gu, '')

type Term = { kind: CompletionKind; term: string; name: string | null }
const terms = rows<Term>('SELECT kind, term, name FROM suggestions ORDER BY rank')
const of = (kind: CompletionKind) => terms.filter((term) => term.kind === kind)
const some = <T>(values: readonly T[], wanted: number): T[] =>
  values.filter((_, index) => index % Math.max(1, Math.floor(values.length / wanted)) === 0).slice(0, wanted)
const creators = rows<{ username: string; display_name: string; followers: number }>(
  'SELECT username, display_name, followers FROM users ORDER BY followers DESC, pk'
)
const tags = rows<{ name: string }>(
  `SELECT h.name FROM hashtag_posts t JOIN hashtags h ON h.pk = t.hashtag_pk
   WHERE h.name IS NOT NULL GROUP BY h.pk ORDER BY count(*) DESC, h.pk`
).map(({ name }) => name)
const places = rows<{ name: string }>(
  'SELECT name FROM places WHERE posts_count > 0 ORDER BY posts_count DESC, pk'
).map(({ name }) => name)
const sounds = rows<{ title: string }>(
  'SELECT title FROM sounds WHERE title IS NOT NULL AND hot_rank <= 100 AND posts_count > 0 ORDER BY hot_rank'
).map(({ title }) => title)

const lastWord = (text: string) => text.split(' ').at(-1) ?? ''
const withWords = (texts: readonly string[]) => texts.filter((text) => /^[a-z]{3,} [a-z]{4,}$/i.test(text))

describe('what is typed', () => {
  const dotted = creators.filter(({ username }) => /^[a-z]{3,}[._][a-z]{3,}$/.test(username)).slice(0, 40)
  const named = creators
    .filter(({ display_name }) => /^[A-Z][a-z]+ [A-Z][a-z]{3,}$/.test(display_name))
    .filter(({ username, display_name }) => !squeezed(username).startsWith(squeezed(display_name).slice(0, -2)))
    .slice(0, 40)

  const promises: readonly [what: string, because: string, cases: readonly [typed: string, told: string][]][] = [
    [
      'a handle without its dot or underscore',
      'nobody remembers where it stands',
      dotted.map(({ username }) => [username.replace(/[._]/, ''), username])
    ],
    [
      'a handle with a space in its place',
      'people say it in two words',
      some(dotted, 20).map(({ username, display_name }) => {
        const typed = username.replace(/[._]/, ' ')
        const isNamed = squeezed(display_name).startsWith(squeezed(typed))
        // Without the pictures around it.
        return [typed, isNamed ? display_name.replace(/[^\p{L} ]+/gu, '').trim() : username]
      })
    ],
    [
      'the beginning of a name, into its second word',
      'a creator is known by the name',
      named.map(({ display_name }) => [display_name.slice(0, -1), display_name])
    ],
    [
      'a whole name in small letters and one word',
      'phones write it so',
      named.map(({ display_name }) => [display_name.replace(' ', '').toLowerCase(), display_name])
    ],
    [
      'most of a hashtag',
      'it is completed',
      some(tags.slice(0, 300), 40)
        .filter((name) => [...name].length > 4)
        .map((name) => [name.slice(0, -1), name])
    ],
    ['a place', 'its posts are found by it', some(places, 30).map((name) => [name.slice(0, -1), name])],
    [
      'the last word of a place',
      'york leads to New York',
      some(withWords(places), 30).map((name) => [lastWord(name).toLowerCase(), name])
    ],
    ['a place in one word', 'newyork is New York', some(withWords(places), 20).map((n) => [n.replace(' ', ''), n])],
    ['a sound', 'its title is what people know of it', some(sounds, 30).map((title) => [title.slice(0, -1), title])],
    [
      'the first word of a phrase and a letter of the second',
      'the phrase is completed',
      some(
        of('phrase').filter(({ term }) => /^\p{L}{4,} \p{L}{3,}$/u.test(term)),
        30
      ).map(({ term }) => [term.replace(/ (\p{L}).*$/u, ' $1'), term])
    ],
    ['a whole term', 'who typed it means it', some(terms, 200).map(({ term }) => [term, term])],
    [
      'capitals, accents, spaces around it',
      'spelling does not count',
      some(tags.slice(0, 200), 10).map((name) => [` ${name.slice(0, -1).toUpperCase().normalize('NFD')} `, name])
    ]
  ]
  test.each(promises.map(([what, because, cases]) => [`${what}: ${because}`, cases] as const))(
    '%s',
    async (_, cases) => {
      expect(cases.length).toBeGreaterThan(3)
      const missed: string[] = []
      for (const [typed, told] of cases) {
        const found = await ask(typed)
        const hasLabels = found.some((text) => text.toLowerCase() === told.toLowerCase())
        // Ten others may stand higher; then each of them begins so too.
        const isCrowded = found.length === 10 && found.every((text) => squeezed(text).includes(squeezed(typed)))
        if (!hasLabels && !isCrowded) missed.push(`${typed} → ${told}: ${found}`)
      }
      expect(missed).toEqual([])
    }
  )

  test('is completed in every script', async () => {
    for (const pattern of [/^\p{sc=Han}{2,}$/u, /^\p{sc=Arabic}{3,}$/u, /^\p{sc=Hangul}{2,}$/u, /^\p{sc=Thai}{3,}$/u]) {
      const found = terms.filter(({ term }) => pattern.test(term))
      expect(found.length, String(pattern)).toBeGreaterThan(0)
      for (const { term } of found.slice(0, 5)) expect(await ask([...term].slice(0, -1).join('')), term).not.toEqual([])
    }
  })
})

describe('of what completes it', () => {
  test('the most popular stand first: all hashtags by their posts, all creators by their followers', async () => {
    expect(await ask('#')).toEqual(tags.slice(0, 10).map((name) => `#${name}`))
    expect(await ask('@')).toEqual(creators.slice(0, 10).map(({ username }) => `@${username}`))
  })

  test('behind @ tell a handle before whoever is only called so', async () => {
    expect((await ask('@maya'))[0]).toBe('@maya.nguyen')
  })

  test('ten are of several kinds, with at most three creators', async () => {
    const kinds = new Map(terms.flatMap(({ kind, term, name }) => [term, name ?? term].map((text) => [text, kind])))
    for (const typed of ['a', 'b', 'c', 'm', 's']) {
      const found = (await ask(typed)).map((text) => kinds.get(text))
      expect(found.length, typed).toBe(10)
      expect(new Set(found).size, typed).toBeGreaterThanOrEqual(3)
      expect(found.filter((kind) => kind === 'creator').length, typed).toBeLessThanOrEqual(3)
    }
  })

  test('a name that hardly anything else begins with brings more of its bearers', async () => {
    const bearers = Map.groupBy(
      creators.map(({ username }) => username).filter((username) => /^[a-z]{4,}[._]/.test(username)),
      (username) => username.replace(/[._].*$/, '')
    )
    const others = terms.filter(({ kind }) => kind !== 'creator').map(({ term }) => squeezed(term))
    const names = [...bearers]
      .filter(([name, { length }]) => length > 4 && !others.some((term) => term.includes(name)))
      .map(([name]) => name)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names.slice(0, 5)) expect((await ask(name)).length, name).toBeGreaterThan(3)
  })

  test.each([
    ['#', 'hashtags', tags],
    ['@', 'creators', creators.map(({ username }) => username)]
  ] as const)('behind %s only %s', async (sign, _, names) => {
    const known = new Set(names.map((name) => name.toLowerCase()))
    for (const typed of ['', 'a', 'co', 'm', 'the', ...some(names, 20).map((name) => [...name].slice(0, 3).join(''))]) {
      for (const found of await ask(sign + typed)) {
        expect(found.startsWith(sign), found).toBe(true)
        expect(known.has(found.slice(1).toLowerCase()), found).toBe(true)
      }
    }
    for (const name of some(names, 20)) expect(await ask(sign + name)).toContain(sign + name)
  })

  test('nothing stands twice', async () => {
    for (const typed of ['a', 'maya', 'new', '#c', '@s', ...some(terms, 50).map(({ term }) => term.slice(0, 3))]) {
      const found = (await ask(typed)).map((text) => text.toLowerCase())
      expect(new Set(found).size, typed).toBe(found.length)
    }
  })
})

describe('phrases', () => {
  const captions = rows<{ caption: string; author_pk: number | null }>(
    'SELECT caption, author_pk FROM posts WHERE caption IS NOT NULL'
  ).map(({ caption, author_pk }) => ({ caption: caption.toLowerCase().replaceAll('’', "'"), author_pk }))

  test('are said by several creators in a dozen posts', () => {
    const phrases = some(of('phrase'), 40)
    expect(phrases.length).toBeGreaterThan(20)
    for (const { term } of phrases) {
      const said = term.toLowerCase().replaceAll('’', "'")
      const posts = captions.filter(({ caption }) => caption.includes(said))
      expect(posts.length, term).toBeGreaterThanOrEqual(12)
      expect(new Set(posts.map(({ author_pk }) => author_pk)).size, term).toBeGreaterThanOrEqual(3)
    }
  })

  test('are found among more different ones than are kept in mind, and pieces of them are not told', () => {
    const phrases = new Phrases()
    for (let post = 0; post < 40_000; post++) {
      const rare = `w${post}a w${post}b w${post}c w${post}d.`
      const said = post % 100 === 0 ? 'Fresh sourdough bread! @sour #dough' : ''
      phrases.add(`${rare} ${said}`, post)
    }
    expect(phrases.common(10)).toEqual([{ text: 'Fresh sourdough bread', posts: 400 }])
  })

  test('are several creators’ words and not one who says the same every day', () => {
    const phrases = new Phrases()
    for (let post = 0; post < 100; post++) {
      phrases.add('my daily bread', 1)
      phrases.add(`street food, day ${post}`, post)
    }
    expect(phrases.common(10)).toEqual([{ text: 'street food', posts: 100 }])
  })

  test('are told as most people write them', () => {
    const phrases = new Phrases()
    for (let post = 0; post < 90; post++) phrases.add(post % 3 === 0 ? 'FREE KICK' : 'Free kick', post)
    expect(phrases.common(10)).toEqual([{ text: 'Free kick', posts: 90 }])
  })

  test('neither begin nor end with a word that says nothing', () => {
    for (const { term } of of('phrase'))
      expect(term).not.toMatch(/^(?:the|a|and|of|to|in|is|it|my)\s|\s(?:the|a|and|of|to|in|is|my)$/i)
  })
})

describe('a word that captions say', () => {
  const posts = new Map<string, number>()
  const sayers = new Map<string, Set<number>>()
  for (const { caption, author_pk } of rows<{ caption: string; author_pk: number }>(
    'SELECT caption, author_pk FROM posts WHERE caption IS NOT NULL'
  )) {
    for (const word of new Set(
      caption
        .replace(/[#@]\S+/gu, ' ')
        .toLowerCase()
        .match(/(?<![\p{L}\p{M}’'-])[a-z]{5,}(?![\p{L}\p{M}’'-])/gu)
    )) {
      posts.set(word, (posts.get(word) ?? 0) + 1)
      sayers.set(word, (sayers.get(word) ?? new Set()).add(author_pk))
    }
  }
  const common = [...posts].filter(
    ([word, count]) => count >= 15 && (sayers.get(word)?.size ?? 0) >= 5 && !isStopWord(word)
  )

  test('is told where hardly anything is called so', async () => {
    expect(common.length).toBeGreaterThan(200)
    for (const [word] of some(common, 60)) {
      const found = (await ask(word.slice(0, -1))).map(squeezed)
      const has =
        found.includes(word) ||
        found.length === 10 ||
        found.filter((text) => text.includes(word.slice(0, -1))).length >= 4
      expect(has, `${word}: ${found}`).toBe(true)
    }
  })

  test('stands behind everything that is called so', () => {
    const isWord = ({ kind, term }: Term) => kind === 'phrase' && /^[a-z]+$/.test(term)
    const first = terms.findIndex(isWord)
    expect(terms.slice(first).filter(({ kind }) => kind !== 'phrase')).toEqual([])
  })
})

describe('where nothing completes it,', () => {
  /** Well-known ones, long enough for a mistake. */
  const known = terms.filter(({ term }) => /^[a-z][a-z ]{4,}$/i.test(term) && squeezed(term).length >= 5).slice(0, 60)
  const mistakes: readonly [what: string, (text: string) => string][] = [
    ['a letter is missing', (text) => text.slice(0, 2) + text.slice(3)],
    ['two letters are swapped', (text) => text.slice(0, 2) + text[3] + text[2] + text.slice(4)],
    ['a letter is wrong', (text) => `${text.slice(0, 3)}q${text.slice(4)}`],
    ['there is a letter too many', (text) => `${text.slice(0, 3)}q${text.slice(3)}`],
    ['the last letter is wrong', (text) => `${text.slice(0, -1)}q`]
  ]
  const isNear = async (typed: string, term: string) => {
    const found = await ask(typed)
    return found.includes(term) || found.length === 10 || found.some((text) => squeezed(text).includes(squeezed(typed)))
  }

  test.each(mistakes)('what comes close is told: %s', async (_, mistake) => {
    expect(known.length).toBeGreaterThan(30)
    for (const { term } of known) {
      const typed = mistake(squeezed(term))
      expect(await isNear(typed, term), `${typed} for ${term}: ${await ask(typed)}`).toBe(true)
    }
  })

  test('two mistakes are seen through in eight letters and more', async () => {
    const long = known.filter(({ term }) => squeezed(term).length >= 10)
    expect(long.length).toBeGreaterThan(5)
    for (const { term } of long) {
      const text = squeezed(term)
      const typed = `${text.slice(0, 2)}${text.slice(3, -2)}q${text.slice(-1)}`
      expect(await isNear(typed, term), `${typed} for ${term}: ${await ask(typed)}`).toBe(true)
    }
  })

  test('the best known come first, however many are as near', async () => {
    const bearers = Map.groupBy(
      creators.map(({ username, display_name }) => ({ username, name: display_name.split(' ')[0] ?? '' })),
      ({ name }) => name.toLowerCase()
    )
    const names = [...bearers].filter(([name, { length }]) => /^[a-z]{4,6}$/.test(name) && length >= 5)
    expect(names.length).toBeGreaterThan(5)
    for (const [name, [first]] of names.slice(0, 20)) {
      for (const typed of [
        `${name.slice(0, 3)}${name.slice(2)}`,
        `${name.slice(0, 2)}${name[3]}${name[2]}${name.slice(4)}`
      ]) {
        // What they typed may begin something else.
        if (terms.some(({ term, name: other }) => [term, other ?? ''].some((text) => squeezed(text).includes(typed))))
          continue
        const owner = terms.find(({ term }) => term === first?.username)
        const found = await ask(typed)
        expect(
          found.some((text) => text === owner?.term || text === owner?.name),
          `${typed}: ${found}`
        ).toBe(true)
      }
    }
  })

  test('what goes on from the last words is told, where they say something', async () => {
    const word = of('phrase').find(({ term }) => /^[a-z]{6,}$/.test(term))?.term ?? ''
    expect(await ask(`xqzvw ${word.slice(0, -1)}`)).toContain(word)
    expect(await ask(`xqzvw the ${word.slice(0, -1)}`)).toContain(word)
    for (const typed of ['xqzvw the', 'xqzvw ab', `#xqzvw ${word}`, `${word}xqzvw the`])
      expect(await ask(typed)).toEqual([])
  })

  test('three letters are too few to guess from, and so are wrong first ones', async () => {
    for (const typed of ['xqz', 'xqzvwkjhgf', 'ѫѫѫ']) expect(await ask(typed)).toEqual([])
  })

  test('a sign keeps its meaning', async () => {
    const tag = tags.find((name) => /^[a-z]{8,}$/.test(name)) ?? ''
    expect(await ask(`#${tag.slice(0, 3)}${tag.slice(4)}`)).toContain(`#${tag}`)
    const handle = creators.find(({ username }) => /^[a-z]{4,}\.[a-z]{4,}$/.test(username))?.username ?? ''
    expect(await ask(`@${handle.slice(0, 3)}${handle.slice(4)}`)).toContain(`@${handle}`)
  })
})

test('every suggestion finds something', async () => {
  // Posts are not found by the name of their place yet, and those of an effect are unknown.
  for (const kind of completionKinds.filter((one) => one !== 'place' && one !== 'effect')) {
    for (const { term, name } of some(of(kind), 60)) {
      for (const text of name === null ? [term] : [term, name]) {
        const found = await Promise.all(
          ['', '/videos', '/users'].map(async (path) => {
            const { body } = await server.get<unknown[]>(
              `/api/v1/search${path}?count=1&keyword=${encodeURIComponent(text)}`
            )
            return body.data.length
          })
        )
        expect(Math.max(...found), `${kind} ${text}`).toBe(1)
      }
    }
  }
})

describe('whatever is typed', () => {
  const hard: readonly (readonly [what: string, typed: string])[] = [
    ['one letter', 'a'],
    ['one letter of no word', 'ƣ'],
    ['200 letters', 'a'.repeat(200)],
    ['200 characters of a script without spaces', '火'.repeat(200)],
    ['a hundred words', 'a '.repeat(99)],
    ['only signs', '"*()'],
    ['a sign and operators', '#"*()'],
    ['many signs', '#@#@##'],
    ['wide signs', '＃ｃｏ'],
    ['operators', 'NEAR(a b) OR c* NOT ^d'],
    ['quotes', `"co' "`],
    ['SQL', "co'; DROP TABLE suggestions; --"],
    ['wildcards', 'c%_*?'],
    ['emoji', '🍞👩‍🍳'],
    ['a skin tone', '🏽'],
    ['half a flag', '🇯'],
    ['marks without a letter', '\u0301\u0301'],
    ['a letter under sixty marks', 'a\u0301'.repeat(60)],
    ['controls', 'co\u0001\u007f\u0085'],
    ['mixed directions', 'co\u202eשלום\u202c مرحبا'],
    ['joiners', 'c\u200do\u200c'],
    ['the last code point', '\u{10ffff}'],
    ['letters beyond the basic plane', '𝒸𝑜𝓸𝓀'],
    ['line breaks', 'co\nok']
  ]
  test.each(hard)('%s is answered, the same on both surfaces', async (_, typed) => {
    const found = await ask(typed)
    expect(found.length).toBeLessThanOrEqual(10)
    const { data, errors } = await server.query<{ search: { suggestions: string[] } }>(
      'query ($typed: String!) { search(keyword: $typed) { suggestions } }',
      { typed }
    )
    expect(errors).toBeUndefined()
    expect(data?.search.suggestions).toEqual(found)
  })

  test('each suggestion holds it or its last words, or comes close', async () => {
    const texts = some(terms, 400).flatMap(({ term, name }) => [term, name ?? term])
    const typed = fc
      .tuple(fc.constantFrom(...texts), fc.nat(40), fc.integer({ min: 1, max: 12 }), fc.boolean())
      .map(([text, from, length, isWhole]) => {
        // A mark without its letter would be no text.
        const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
        const start = isWhole ? 0 : from % letters.length
        return letters.slice(start, start + length).join('')
      })
      // Small words before an apostrophe do not count.
      .filter((text) => text.trim() !== '' && !/['’]/.test(text))
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        const found = await ask(text)
        expect(found.length).toBeLessThanOrEqual(10)
        const [whole, letters] = [squeezed(text), squeezed(text).length]
        const most = letters < 3 ? 0 : letters < 8 ? 1 : 2
        const words = text.split(/\s+/)
        const rests = words.map((_, at) => squeezed(words.slice(at).join(' '))).filter((rest) => [...rest].length >= 3)
        for (const told of found) {
          const isHeld = [whole, ...rests].some((held) => squeezed(told).includes(held)) || /^[#@]/.test(text)
          expect(isHeld || away(whole, squeezed(told)) <= most, `${text} → ${told}`).toBe(true)
        }
      }),
      { numRuns: 300 }
    )
  })
})

/** Edits between the text and the nearest part of the other, with swaps as two: the textbook's. */
const away = (text: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, () => 0)
  for (const [index, letter] of [...text].entries()) {
    const next = [index + 1]
    for (const [place, compared] of [...other].entries()) {
      const same = (row[place] ?? 0) + (letter === compared ? 0 : 1)
      next.push(Math.min(same, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return Math.min(...row) / 2
}

/** A store that counts the rows it reads. */
const counting = (path: string) => {
  const db = new DatabaseSync(path, { readOnly: true })
  let read = 0
  const database: Pick<Database, 'cells'> = {
    cells: (sql) => {
      const statement = arrays(db.prepare(sql))
      return {
        get(...parameters) {
          read += 1
          return statement.get(...parameters)
        },
        all(...parameters) {
          const found = statement.all(...parameters)
          read += found.length
          return found
        },
        iterate: (...parameters) => statement.iterate(...parameters)
      }
    }
  }
  return {
    store: suggestionStore(database),
    take: () => {
      const was = read
      read = 0
      return was
    },
    close: () => db.close()
  }
}

describe('a look-up', () => {
  const directory = mkdtempSync(join(tmpdir(), 'clipgraph-suggestions-'))
  const crowded = join(directory, 'crowded.db')
  /** Twenty thousand hashtags and creators of four letters' words: all of them begin alike. */
  beforeAll(() => {
    const db = new DatabaseSync(crowded)
    db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; ${tables}`)
    const tag = db.prepare('INSERT INTO hashtags (pk, hashtag_id, name) VALUES (?, ?, ?)')
    const use = db.prepare('INSERT INTO hashtag_posts (hashtag_pk, created_at, id_order, post_pk) VALUES (?, ?, 0, ?)')
    for (let pk = 1; pk <= 20_000; pk++) {
      const word = (number: number) => [...(number % 625).toString(5).padStart(4, '0')].map((at) => 'abcde'[Number(at)])
      tag.run(pk, String(pk), [...word(pk), ...word(pk * 7919), ...word(Math.floor(pk / 625))].join(''))
      use.run(pk, 1, pk)
    }
    fillSuggestions(db)
    db.exec('COMMIT')
    db.close()
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  test.each([
    ['the default data', () => inject('defaultDataset')],
    ['twenty thousand terms that begin alike', () => crowded]
  ])('reads a few hundred rows at most, whatever is typed, over %s', (_, path) => {
    const counted = counting(path())
    const typed = [
      'a',
      'ab',
      'abc',
      'aaaa',
      'abcdeabcde',
      'eeeeeeee',
      '#',
      '@',
      'aaqaaa',
      'abcdqbcdeab',
      'the',
      'maya',
      'qaaaaaaa'
    ]
    for (const text of [
      ...typed,
      ...typed.map((one) => one.repeat(6)),
      ...some(terms, 200).map(({ term }) => `${term.slice(0, 6)}q`)
    ]) {
      const found = run(suggest(text), counted.store) as string[]
      expect(counted.take(), text).toBeLessThanOrEqual(400)
      expect(found.length).toBeLessThanOrEqual(10)
    }
    counted.close()
  })

  test('finds the best of thousands by one letter and by many', () => {
    const counted = counting(crowded)
    expect((run(suggest('#a'), counted.store) as string[]).length).toBe(10)
    expect((run(suggest('abcd'), counted.store) as string[]).every((text) => text.includes('abcd'))).toBe(true)
    counted.close()
  })

  test('comes to the same over a store that has to be waited for', async () => {
    const { store, close } = counting(inject('defaultDataset'))
    const later: SuggestionStore = {
      completing: async (text) => store.completing(text),
      exactly: async (text) => store.exactly(text),
      firstCompleted: async (texts) => store.firstCompleted(texts),
      mistyped: async (keys) => store.mistyped(keys)
    }
    for (const typed of ['a', '#c', '@m', 'maya nguen', 'qqqq', ...some(terms, 30).map(({ term }) => term)]) {
      expect(await run(suggest(typed), later), typed).toEqual(run(suggest(typed), store))
    }
    close()
  })
})
