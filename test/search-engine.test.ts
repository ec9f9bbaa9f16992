import fc from 'fast-check'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { BadPosition } from '../src/core/paging.ts'
import { captionPrint } from '../src/engines/search/caption-print.ts'
import { type FoundPage as FoundKeys, search as searchKeys } from '../src/engines/search/engine.ts'
import { numberOf, postQuality } from '../src/engines/search/keys.ts'
import { ranks, type SearchQuery, type WordGroup } from '../src/engines/search/query.ts'
import { understand } from '../src/engines/search/query-parser.ts'
import { rankingOf } from '../src/engines/search/ranking.ts'
import { topRanking, videosRanking } from '../src/engines/search/rankings.ts'
import { ReadBlocks } from '../src/engines/search/read-blocks.ts'
import { run, type SearchStore, type Steps } from '../src/engines/search/store.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { rows } from './dataset.ts'
import { postWords } from './document-words.ts'
import { type Document, keyOfDocument, searchInMemory } from './search-in-memory.ts'

const vocabulary = ['a', 'b', 'c', 'd', 'e']
const mask = 3
const ranking = rankingOf('posts', 3, [
  { bit: 1, worth: 0.7 },
  { bit: 2, worth: 1 }
])

const document = fc.record({
  quality: fc.double({ min: 0, max: 12, noNaN: true }),
  author: fc.option(fc.integer({ min: 1, max: 4 })),
  words: fc
    .array(fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom(1, 2, 3, 4, 7)), { maxLength: 4 })
    .map((words): ReadonlyMap<string, number> => new Map(words))
})
const documents = fc
  .array(document, { maxLength: 120 })
  .map((found) => found.map((each, index): Document => ({ pk: index + 1, ...each })))
/** Groups of one or two words that stand for each other. */
const asked = fc.array(fc.uniqueArray(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 2 }), {
  minLength: 1,
  maxLength: 3
})

type Memory = ReturnType<typeof searchInMemory>

const queryOf = ({ known }: Memory, words: readonly (readonly string[])[], dropOrder: readonly number[] = []) => ({
  groups: words.map(
    (alternatives, index): WordGroup => ({
      rawText: alternatives[0] ?? '',
      of: index,
      isTopic: false,
      isFiller: false,
      isCorrected: false,
      isDoubtful: false,
      importance: { rank: ranks.word, weight: 1 },
      alternatives: alternatives.flatMap((word, index) => {
        const { id, documents } = known(word) ?? { id: 999, documents: 0 }
        return [{ word: id, documents, weight: index === 0 ? 1 : 0.5 }]
      })
    })
  ),
  dropOrder: dropOrder.map((group) => [group]),
  emptySteps: 0,
  unfinished: null,
  unknown: []
})

/** A page with the numbers of documents beside their keys. */
type FoundPage = FoundKeys & { pks: number[] }
function* search(...asked: Parameters<typeof searchKeys>): Steps<FoundPage> {
  const page = yield* searchKeys(...asked)
  return { ...page, pks: page.keys.map((key) => key % 2 ** 32) }
}

const now = <T>(steps: Steps<T>, store: SearchStore): T => {
  const answer = run(steps, store)
  if (answer instanceof Promise) throw new Error('a store in memory answers at once')
  return answer as T
}

const walk = (store: SearchStore, query: SearchQuery, count: number, how = ranking, read?: ReadBlocks) => {
  const pages: FoundPage[] = []
  let after: string | null = null
  do {
    const page: FoundPage = now(search(query, how, { count, after }, [], read), store)
    pages.push(page)
    after = page.next
    if (pages.length > 5_000) throw new Error('the walk does not end')
  } while (after !== null)
  return { pages, pks: pages.flatMap(({ pks }) => pks) }
}

const holds = ({ words }: Document, alternatives: readonly string[]) =>
  alternatives.some((word) => ((words.get(word) ?? 0) & mask) !== 0)
/** Words that stand in none of the fields are asked of nothing. */
const standing = (all: readonly Document[], words: readonly (readonly string[])[]) =>
  words.filter((alternatives) => all.some((each) => holds(each, alternatives)))
const matching = (all: readonly Document[], words: readonly (readonly string[])[]) =>
  words.length === 0
    ? []
    : all.filter((each) => words.every((alternatives) => holds(each, alternatives))).map(({ pk }) => pk)

const sorted = (pks: readonly number[]) => pks.toSorted((a, b) => a - b)
const blockSize = fc.constantFrom(1, 2, 5, 256)

describe('what is found', () => {
  test('is all that holds every word in one of the fields, whatever the size of blocks and pages', () => {
    fc.assert(
      fc.property(documents, asked, blockSize, fc.integer({ min: 1, max: 9 }), (all, words, size, count) => {
        const memory = searchInMemory(all, size)
        const { pks } = walk(memory.store, queryOf(memory, words), count)
        expect(sorted(pks)).toEqual(matching(all, standing(all, words)))
      })
    )
  })

  test('is what holds all words before what lacks some, nothing twice, the same in pages of any size', () => {
    fc.assert(
      fc.property(documents, asked, blockSize, fc.integer({ min: 1, max: 9 }), (all, words, size, count) => {
        const memory = searchInMemory(all, size)
        const dropOrder = words.map((_, index) => index)
        const query = queryOf(memory, words, dropOrder)
        const { pages, pks } = walk(memory.store, query, 50)
        expect(walk(memory.store, query, count).pks).toEqual(pks)
        expect(new Set(pks).size).toBe(pks.length)
        for (const [index, position] of pages.flatMap(({ positions }) => positions).entries()) {
          const rest = now(search(query, ranking, { count: 50, after: position }), memory.store)
          expect(rest.pks).toEqual(pks.slice(index + 1, index + 1 + rest.pks.length))
        }
        // Blocks of a real size: no window ends before its list does.
        if (size < 256) return
        const asked = standing(all, words)
        const stages = asked.map((_, left) => new Set(matching(all, asked.slice(left))))
        const stageOf = (pk: number) => stages.findIndex((stage) => stage.has(pk))
        expect(pks.map(stageOf)).toEqual(pks.map(stageOf).sort((a, b) => a - b))
        const needed = stages.findIndex((stage) => stage.size >= 20)
        expect(pks.length).toBe(stages.at(needed)?.size ?? 0)
      }),
      { numRuns: 200 }
    )
  })

  test('is, where nothing holds all words, what holds them in further fields or has a longer last word, then what lacks some', () => {
    const further = rankingOf('posts', 3, [{ bit: 1, worth: 1 }], null, [{ bit: 4, worth: 0.5 }])
    const longer = fc.array(
      fc
        .array(fc.tuple(fc.constantFrom('a', 'b', 'bc', 'bd'), fc.constantFrom(1, 4, 5)), { maxLength: 3 })
        .map((words): Omit<Document, 'pk'> => ({ quality: 1, author: null, words: new Map(words) })),
      { maxLength: 30 }
    )
    fc.assert(
      fc.property(longer, fc.integer({ min: 1, max: 9 }), blockSize, (some, count, size) => {
        const all = some.map((each, index): Document => ({ pk: index + 1, ...each }))
        const memory = searchInMemory(all, size)
        const query = {
          ...queryOf(memory, [['a'], ['b']], [0, 1]),
          unfinished: { group: 1, prefix: 'b', weight: 0.7 }
        }
        const { pks } = walk(memory.store, query, 50, further)
        expect(walk(memory.store, query, count, further).pks).toEqual(pks)
        expect(new Set(pks).size).toBe(pks.length)
        const has = (fields: number, words: readonly string[]) => (each: Document) =>
          words.some((word) => ((each.words.get(word) ?? 0) & fields) !== 0)
        const [own, any] = [(word: string) => has(1, [word]), (words: readonly string[]) => has(5, words)]
        const together = all.filter((each) => own('a')(each) && own('b')(each))
        const longer = all.filter((each) => own('a')(each) && has(1, ['bc', 'bd'])(each) && !together.includes(each))
        const anywhere = all.filter((each) => any(['a'])(each) && any(['b', 'bc', 'bd'])(each))
        const expected = together.length === 0 ? [anywhere] : together.length < 20 ? [together, longer] : [together]
        let from = 0
        for (const some of expected) {
          expect(sorted(pks.slice(from, from + some.length))).toEqual(some.map(({ pk }) => pk))
          from += some.length
        }
      }),
      { numRuns: 500 }
    )
  })

  test('is the same, and asks for no block again, where others went along the lists before', () => {
    const searches = fc.array(fc.tuple(asked, fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(documents, searches, blockSize, (all, several, size) => {
        const memory = searchInMemory(all, size)
        const read = new ReadBlocks()
        const pages = (words: string[][], count: number, kept?: ReadBlocks) => {
          const dropOrder = words.map((_, index) => index)
          return walk(memory.store, queryOf(memory, words, dropOrder), count, ranking, kept).pages
        }
        for (const [words, count] of several) expect(pages(words, count, read)).toEqual(pages(words, count))
        const before = memory.asked.blocks
        for (const [words, count] of several.slice(-1)) pages(words, count, read)
        // More blocks of one list than are kept are read again.
        if (size === 256) expect(memory.asked.blocks).toBe(before)
      }),
      { numRuns: 200 }
    )
  })

  test('has the better ones first where the words tell nothing', () => {
    fc.assert(
      fc.property(documents, (all) => {
        const same = all.map((each): Document => ({ ...each, words: new Map([['a', 1]]) }))
        const memory = searchInMemory(same)
        const expected = same.toSorted((a, b) => keyOfDocument(a) - keyOfDocument(b)).map(({ pk }) => pk)
        expect(walk(memory.store, queryOf(memory, [['a']]), 20).pks).toEqual(expected)
      })
    )
  })

  test('has the word itself before what stands for it, and the better field before the other', () => {
    const all = [
      { pk: 1, quality: 5, author: null, words: new Map([['a', 1]]) },
      { pk: 2, quality: 5, author: null, words: new Map([['b', 2]]) },
      { pk: 3, quality: 5, author: null, words: new Map([['a', 2]]) }
    ]
    const memory = searchInMemory(all)
    expect(walk(memory.store, queryOf(memory, [['a', 'b']]), 9).pks).toEqual([3, 1, 2])
  })

  test('is nothing for no words, and what is meant beyond doubt comes first in any case', () => {
    const all = [1, 2, 3].map((pk): Document => ({ pk, quality: pk, author: null, words: new Map([['a', 1]]) }))
    const memory = searchInMemory(all)
    expect(walk(memory.store, queryOf(memory, []), 9)).toMatchObject({ pages: [{ pks: [], next: null }] })
    const page = (words: string[][], count: number, after: string | null = null) =>
      now(search(queryOf(memory, words), ranking, { count, after }, [keyOfDocument(all[0] as Document)]), memory.store)
    expect(page([], 9)).toMatchObject({ pks: [1], next: null })
    const first = page([['a']], 1)
    expect(first.pks).toEqual([1])
    expect(page([['a']], 9, first.next)).toMatchObject({ pks: [3, 2], next: null })
  })
})

describe('creators among the first twenty', () => {
  const byCreator = rankingOf(
    'posts',
    2,
    [
      { bit: 1, worth: 1 },
      { bit: 4, worth: 1 }
    ],
    4
  )
  const postsOf = (author: number, count: number, quality: number, fields = 1, others = fields) =>
    Array.from({ length: count }, () => ({
      author,
      quality,
      words: new Map([
        ['a', fields],
        ['b', others]
      ])
    }))
  const shown = (posts: readonly Omit<Document, 'pk'>[], ...words: string[]) => {
    const all = posts.map((post, index): Document => ({ ...post, pk: index + 1 }))
    const memory = searchInMemory(all)
    const { pks } = walk(memory.store, queryOf(memory, [['a'], ...words.map((word) => [word])]), 20, byCreator)
    expect(sorted(pks)).toEqual(all.map(({ pk }) => pk))
    return pks.map((pk) => all[pk - 1]?.author)
  }

  test('have three posts at most, the rest right behind', () => {
    const others = Array.from({ length: 30 }, (_, index) => postsOf(index + 2, 1, 4)).flat()
    const authors = shown([...postsOf(1, 60, 5), ...others])
    expect(authors.slice(0, 20).filter((author) => author === 1)).toHaveLength(3)
    expect(authors.slice(20, 77)).toEqual(Array(57).fill(1))
  })

  test('have more where there is nobody else, and where the words name them', () => {
    expect(shown([...postsOf(1, 30, 5), ...postsOf(2, 1, 1)]).slice(0, 5)).toEqual([1, 1, 1, 2, 1])
    const others = Array.from({ length: 30 }, (_, index) => postsOf(index + 2, 1, 4)).flat()
    expect(shown([...postsOf(1, 25, 5, 4), ...others], 'b').slice(0, 25)).toEqual(Array(25).fill(1))
    // What creators call themselves after names none of them; nor do words of which one is about something else.
    for (const shownFirst of [
      shown([...postsOf(1, 25, 5, 4), ...others]),
      shown([...postsOf(1, 25, 5, 4, 1), ...others], 'b')
    ]) {
      expect(shownFirst.slice(0, 20).filter((author) => author === 1)).toHaveLength(3)
    }
  })
})

test('one caption stands twice at most among the first twenty, as long as there are others', () => {
  const byCreator = rankingOf('posts', 2, [{ bit: 1, worth: 1 }], 4)
  const post = (pk: number, caption: number): Document => ({
    ...{ pk, caption, quality: 9 - pk / 100, author: pk },
    words: new Map([['a', 1]])
  })
  const all = Array.from({ length: 30 }, (_, index) => post(index + 1, index < 10 ? 7 : 0))
  const memory = searchInMemory(all)
  const { pks } = walk(memory.store, queryOf(memory, [['a']]), 20, byCreator)
  expect(pks.slice(0, 20)).toEqual([1, 2, ...Array.from({ length: 18 }, (_, index) => index + 11)])
  expect(sorted(pks)).toEqual(all.map(({ pk }) => pk))
})

test('what is left out still counts among documents that hold the rest', () => {
  const post = (pk: number, ...words: string[]): Document => ({
    ...{ pk, quality: pk / 10, author: null },
    words: new Map(words.map((word) => [word, 1]))
  })
  const all = [post(1, 'a', 'b'), post(2, 'a'), post(3, 'a'), post(4, 'b'), post(5, 'c')]
  const memory = searchInMemory(all)
  expect(walk(memory.store, queryOf(memory, [['a'], ['b'], ['c']], [2, 1]), 20).pks).toEqual([1, 3, 2])
  const query = queryOf(memory, [['a'], ['b'], ['c']], [1, 2])
  expect(walk(memory.store, query, 20).pks).toEqual([1, 3, 2])
})

test('captions are the same whatever tags, pictures and case they are in', () => {
  const print = captionPrint('Recipe is in the comments because I know')
  expect(captionPrint('🍝 @maya RECIPE is in the #food comments, because I know')).toBe(print)
  expect(captionPrint('Recipe is in the comments, as I know')).not.toBe(print)
  expect([captionPrint('Day 5 #food'), captionPrint(null)]).toEqual([0, 0])
})

describe('what a page costs', () => {
  const lists = (count: number, wordsOf: (pk: number) => string[]) =>
    searchInMemory(
      Array.from({ length: count }, (_, index): Document => {
        const words = new Map(wordsOf(index + 1).map((word) => [word, 1]))
        return { pk: index + 1, quality: 1, author: null, words }
      })
    )
  const cost = ({ store, asked }: Memory, query: SearchQuery, after: string | null = null) => {
    const before = { ...asked }
    const page = now(search(query, ranking, { count: 20, after }), store)
    return { page, blocks: asked.blocks - before.blocks, rounds: asked.rounds - before.rounds }
  }

  test('is a few blocks for a word, deep down as on the first page', () => {
    const memory = lists(20_000, () => ['a'])
    const query = queryOf(memory, [['a']])
    let after: string | null = null
    for (let pages = 0; pages < 60; pages += 1) {
      const { page, blocks, rounds } = cost(memory, query, after)
      expect(page.pks).toHaveLength(20)
      expect(blocks).toBeLessThanOrEqual(5)
      expect(rounds).toBeLessThanOrEqual(5)
      after = page.next
    }
  })

  test('is a few blocks for two common words too, deep down as well, where what holds both is enough', () => {
    const memory = lists(40_000, (pk) => (pk % 20 === 0 ? ['a', 'b'] : [pk % 2 === 0 ? 'a' : 'b']))
    const query = queryOf(memory, [['a'], ['b']])
    let after: string | null = null
    for (let pages = 0; pages < 60; pages += 1) {
      const { page, blocks } = cost(memory, query, after)
      expect(page.pks).toHaveLength(20)
      expect(blocks).toBeLessThanOrEqual(16)
      after = page.next
    }
  })

  test.each([2, 3, 4])(
    'is at most a hundred blocks for %i lists that never meet, and words are left out until one finds something',
    (count) => {
      const words = ['a', 'b', 'c', 'd'].slice(0, count)
      const memory = lists(100_000, (pk) => [words[pk % count] ?? ''])
      const dropOrder = words.map((_, index) => index)
      const query = queryOf(
        memory,
        words.map((word) => [word]),
        dropOrder
      )
      const { page, blocks } = cost(memory, query)
      expect(blocks).toBeLessThanOrEqual(100)
      expect(page.pks).toHaveLength(20)
      expect(page.pks.every((pk) => pk % count === count - 1)).toBe(true)
    }
  )

  test('is no more where no word may be left out: pages are short and lead on, to the only document that holds both', () => {
    const memory = lists(100_000, (pk) => (pk === 90_001 ? ['a', 'b'] : [pk % 2 === 0 ? 'a' : 'b']))
    const query = queryOf(memory, [['a'], ['b']])
    const found: number[] = []
    let after: string | null = null
    do {
      const { page, blocks } = cost(memory, query, after)
      expect(blocks).toBeLessThanOrEqual(100)
      found.push(...page.pks)
      after = page.next
    } while (after !== null)
    expect(found).toEqual([90_001])
  })

  test('is bounded for a dozen words with many others each, none of which ever meet', () => {
    const words = Array.from({ length: 12 }, (_, word) => Array.from({ length: 20 }, (_, other) => `w${word}-${other}`))
    const all = words.flat()
    const memory = lists(24_000, (pk) => [all[pk % all.length] ?? ''])
    const dropOrder = words.map((_, index) => index)
    const { page, blocks } = cost(memory, queryOf(memory, words, dropOrder))
    expect(blocks).toBeLessThanOrEqual(100)
    expect(page.pks).toHaveLength(20)
  })
})

test('positions that no page gave are refused', () => {
  const memory = searchInMemory([{ pk: 1, quality: 1, author: null, words: new Map([['a', 1]]) }])
  const query = queryOf(memory, [['a'], ['a']], [0, 1])
  for (const position of ['', 'x', '1.2.3', '1.2.3.4.5', '64.0.0.0', '1.0.0.0', '0.21.0.0', '-1.0.0.0', '0.0.1e3.0']) {
    expect(() => now(search(query, ranking, { count: 5, after: position }), memory.store), position).toThrow(
      BadPosition
    )
  }
})

describe('the embedded data set', () => {
  type Row = {
    post_id: string
    author_pk: number | null
    plays: number
    created_at: number
    caption: string | null
    hashtags: string
    username: string | null
    displayName: string | null
    soundTitle: string | null
    soundAuthor: string | null
    place: string | null
    address: string | null
  }
  const posts = rows<Row>(`
    SELECT p.post_id, p.author_pk, p.plays, p.created_at, p.caption, p.hashtags, u.username, u.display_name AS displayName,
      s.title AS soundTitle, s.author AS soundAuthor, l.name AS place, l.address
    FROM posts p LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk
    LEFT JOIN places l ON l.pk = p.place_pk`)
  const ids = new Map(posts.map(({ post_id }) => [numberOf(post_id), post_id]))
  const names = (hashtags: string) => (JSON.parse(hashtags) as { name: string | null }[]).map(({ name }) => name ?? '')
  const memory = searchInMemory(
    posts.map((post) => ({
      pk: numberOf(post.post_id),
      quality: postQuality(post.plays, post.created_at),
      author: post.author_pk,
      caption: captionPrint(post.caption),
      words: postWords({ ...post, hashtags: names(post.hashtags) })
    }))
  )
  const source = openSqlite({ path: inject('defaultDataset'), mediaBase: () => null })
  afterAll(() => source.close())

  test.each([
    'fyp',
    'fyp viral',
    'sourdough',
    'how to make sourdough bread at home',
    'maya',
    'coffee tokyo',
    '日本',
    'the a to of and',
    'nothinglikeit fyp'
  ])('answers what lists in memory answer, from page to page: %s', (keyword) => {
    for (const [kind, how] of [
      ['searchTop', topRanking],
      ['searchVideos', videosRanking]
    ] as const) {
      let after: string | null = null
      for (let pages = 0; pages < 15; pages += 1) {
        const query = now(understand(keyword, 'posts'), memory.store)
        const expected: FoundPage = now(search(query, how, { count: 23, after }), memory.store)
        const page = source.now?.page(kind, keyword, { count: 23, after }) ?? null
        expect(page?.items.map((post) => ('post_id' in post ? post.post_id : null))).toEqual(
          expected.pks.map((pk) => ids.get(pk))
        )
        expect(page).toMatchObject({ positions: expected.positions, next: expected.next })
        after = expected.next
        if (after === null) break
      }
    }
  })
})
