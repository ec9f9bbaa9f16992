import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ignoredTerms } from '../src/engines/search/ignored-terms.ts'
import { maxGroups, type SearchQuery } from '../src/engines/search/query.ts'
import { understand } from '../src/engines/search/query-parser.ts'
import { topRanking } from '../src/engines/search/rankings.ts'
import { ask, run, type SearchKind } from '../src/engines/search/store.ts'
import { anyText } from './any-text.ts'
import { type PostText, postWords, roomWords, userWords } from './document-words.ts'
import { searchIndex } from './search-index.ts'

const post = (caption: string, more: Partial<PostText> = {}): PostText => ({
  caption,
  hashtags: [...caption.matchAll(/#([\p{L}\p{N}_]+)/gu)].map(([, name = '']) => name),
  username: null,
  displayName: null,
  soundTitle: null,
  soundAuthor: null,
  place: null,
  ...more
})
const maya = { username: 'maya.nguyen', displayName: 'Maya Nguyen' }

/** What is looked through, by a name for each. */
const posts = {
  loaf: post('The crust of this loaf #sourdough'),
  starter: post('Feeding my starter, day 12 #Sourdough #BreadTok'),
  toast: post('Bread and butter, the whole story'),
  knot: post('Bread knots for a party'),
  crumbs: post('Bread crumbs'),
  shelf: post('A shelf out of scrap wood #diyprojects'),
  bench: post('More DIY: two projects for a weekend'),
  lamp: post('DIY lamp'),
  tea: post('Projects, plans and a pot of tea'),
  soup: post('Recipe for a soup you cook at home', maya),
  stew: post('Recipes are in the comments', maya),
  garden: post('Gardens in spring, and Maya in them'),
  pan: post('Cooked twice #cooking'),
  still: post('Still cooking you up a dream', { username: 'still_cooking' }),
  cookies: post('Cookies!'),
  dont: post('I don’t know how this works'),
  york: post('Yellow cabs', { place: 'New York' }),
  newer: post('New shoes'),
  yorkshire: post('A pudding from York'),
  oven: post('비 오는 날엔 베이킹 🍪'),
  football: post('يوم جميل #كرة_القدم'),
  tram: post('路面電車で行く東京', { soundTitle: '東京タワー' }),
  day: post('Coffee, bus, coffee #dayinmylife'),
  photo: post('Photography for everyone'),
  borscht: post('Рецепты борща')
}
type Name = keyof typeof posts
const names = Object.keys(posts) as Name[]

const people = {
  maya: { username: 'maya.nguyen', displayName: 'Maya Nguyen', bio: 'Home cooking' },
  lena: { username: 'lena_nguyen61', displayName: 'Lena', bio: null },
  rao: { username: 'bytes.with.maya', displayName: 'Maya Rao', bio: 'Code' },
  sakura: { username: 'sakura.kobayashi61', displayName: '小林さくら', bio: null },
  bakes: { username: 'Sunny.Bakes', displayName: 'Sunny', bio: 'Cakes by the sea' }
}

const indexes = {
  posts: searchIndex(Object.values(posts).map(postWords)),
  users: searchIndex(Object.values(people).map(userWords)),
  live: searchIndex([roomWords({ title: 'Late night cooking', username: 'maya.nguyen', displayName: 'Maya Nguyen' })])
}

// The store answers at once.
const understood = (keyword: string, kind: SearchKind = 'posts', index = indexes[kind]): SearchQuery =>
  run(understand(keyword, kind), index.store) as SearchQuery

const found = (keyword: string, kind: SearchKind, all: readonly string[]): string[] => {
  const { documents } = indexes[kind].firstFound(understood(keyword, kind))
  return documents.map((document) => all[document] ?? '')
}
const foundPosts = (keyword: string) => found(keyword, 'posts', names)
const foundPeople = (keyword: string) => found(keyword, 'users', Object.keys(people))

const firstDropped = (query: SearchQuery) =>
  ask(() => query.dropOrder.slice(0, indexes.posts.firstFound(query).stage).flat())
const left = (keyword: string) => run(ignoredTerms(keyword, topRanking, firstDropped), indexes.posts.store)

describe('posts', () => {
  test.each<[keyword: string, because: string, found: Name[]]>([
    ['maya nguen', 'a letter is missing in one word', ['soup', 'stew']],
    ['ngyuen', 'two letters are swapped', ['soup', 'stew']],
    ['souerdogh', 'a long word may have two typos', ['loaf', 'starter']],
    ['photografy', 'a word that ends otherwise is not looked for as two', ['photo']],
    ['photograhpye', 'what is mistyped may lose an ending that it never had', ['photo']],
    ['gardenign', 'an ending is mistyped', ['garden']],
    ['gardeningg', 'or has a letter too many', ['garden']],
    ['paarty', 'what is likelier to be typed so', ['knot']],
    ['projects of diy', 'two words are one hashtag in whichever order, whatever small words are between', ['shelf']],
    ['what are the best crumbs of bread to learn from', 'words that ask are left out first', ['crumbs']],
    ['recipes', 'a plural finds the singular', ['soup', 'stew']],
    ['recipies', 'and a wrong one does', ['soup', 'stew']],
    ['рецепт', 'in Russian too', ['borscht']],
    ['dont', 'nobody types apostrophes', ['dont']],
    ['don’t', 'and those who do mean the same', ['dont']],
    ['cooking', 'all forms of a word are one', ['soup', 'pan', 'still']],
    ['cookin', 'its ending is not typed to the end, or never', ['soup', 'pan', 'still']],
    ['maya ngu', 'the last word is not finished', ['soup', 'stew']],
    ['cook', 'a word that is known is finished', ['soup', 'pan', 'still']],
    ['#cooking', 'a hashtag means the hashtag', ['pan']],
    ['＃ＣＯＯＫＩＮＧ', 'in full width too', ['pan']],
    ['#cookin', 'there is none of that name', ['soup', 'pan', 'still']],
    ['@maya.nguyen', 'a handle means the creator', ['soup', 'stew']],
    ['@maya_nguyen', 'nobody is called so, and these are the words', ['soup', 'stew']],
    ['mayanguyen', 'a handle is known without its dot', ['soup', 'stew']],
    ['DIY projects', 'what is written in two words is found in one', ['shelf', 'bench']],
    ['diyprojects', 'and the other way round', ['shelf', 'bench']],
    ['sour dough', 'a word typed as two that are none', ['loaf', 'starter']],
    ['day in my life', 'four words are one hashtag', ['day']],
    ['new york', 'places are words of a post', ['york']],
    ['newyork', 'written in one', ['york']],
    ['베이', 'a part of a Korean word', ['oven']],
    ['베이킹', 'all of it', ['oven']],
    ['비', 'one character', ['oven']],
    ['قدم', 'an Arabic word without its article', ['football']],
    ['القدم', 'and with it', ['football']],
    ['كره القدم', 'as people type it', ['football']],
    ['東京', 'neighbouring characters', ['tram']],
    ['東京タワー', 'of the sound', ['tram']],
    ['🍪', 'an emoji', ['oven']],
    ['sourdough bread', 'no post holds both: the hashtag says more', ['loaf', 'starter']],
    ['how to make sourdough bread at home', 'of a question what it is about', ['loaf', 'starter']],
    ['#sourdough butter', 'a hashtag was meant to count', ['loaf', 'starter']],
    ['the a of', 'small words alone are looked for', ['loaf']],
    ['xqzvwkjhgf', 'nothing is like it', []],
    ['xqzvwkjhgf bread', 'one word of two is known', ['toast', 'knot', 'crumbs']],
    ['2025', 'numbers are not mistyped', []],
    ['gardenia', 'a word of its own', []]
  ])('%s: %s', (keyword, _, expected) => {
    expect(foundPosts(keyword)).toEqual(expected)
  })
})

describe('creators', () => {
  test.each<[keyword: string, because: string, found: (keyof typeof people)[]]>([
    ['may ngyuen', 'both words are mistyped', ['maya']],
    ['maya nguen', 'one is', ['maya']],
    ['mayarao', 'a name in one word', ['rao']],
    ['kobayashi sakura', 'the number behind a name is not part of it', ['sakura']],
    ['@maya.nguyen', 'the handle', ['maya']],
    ['@maya.ng', 'a handle that is not finished', ['maya']],
    ['sunnybakes', 'without its dot', ['bakes']],
    ['s', 'one letter begins a name', ['sakura', 'bakes']],
    ['maya', 'a whole name may be the beginning of another', ['maya', 'rao']],
    ['cakes by the se', 'words of the bio', ['bakes']],
    ['小林', 'part of a name', ['sakura']]
  ])('%s: %s', (keyword, _, expected) => {
    expect(foundPeople(keyword)).toEqual(expected)
  })
})

test('a room is found by its title and by who streams', () => {
  for (const keyword of ['night cook', 'maya lat', '@maya.nguyen', 'mayang']) {
    expect(found(keyword, 'live', ['room'])).toEqual(['room'])
  }
})

describe('what is left out', () => {
  test.each([
    ['bread', []],
    ['Sourdough Bread', ['Bread']],
    ['how to make sourdough bread at home', ['how', 'to', 'make', 'bread', 'at', 'home']],
    ['xqzvwkjhgf bread', ['xqzvwkjhgf']],
    ['xqzvwkjhgf', ['xqzvwkjhgf']],
    ['東京菜', ['東京菜']],
    ['newyork', []],
    ['maya nguen', []],
    ['"', []]
  ])('of %s is told as it was typed', async (keyword, words) => {
    expect(await left(keyword)).toEqual(words)
  })

  test('is told of more words than are looked for', async () => {
    const words = Array.from({ length: 15 }, (_, index) => `w${index}`)
    expect(await left(`bread ${words.join(' ')}`)).toEqual(words)
  })
})

describe('any keyword', () => {
  const everything = Object.values(posts).flatMap(({ caption, soundTitle }) => [caption ?? '', soundTitle ?? ''])
  const words = everything.flatMap((text) => text.split(' '))
  const keyword = fc.oneof(
    anyText,
    fc
      .array(fc.constantFrom(...words, 'the', '"', '*', 'NOT', '(', '\u202e', '#', '@'), { maxLength: 30 })
      .map((some) => some.join(' ')),
    fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((some) => some.join('')),
    fc.string({ maxLength: 200 })
  )

  test('comes to little: two questions, twelve groups of eight lists, each once', () => {
    fc.assert(
      fc.property(keyword, fc.constantFrom<SearchKind>('posts', 'users', 'live'), (text, kind) => {
        const { store, asked } = indexes[kind]
        asked.words = 0
        const steps = understand(text.slice(0, 200), kind)
        let rounds = 0
        let step = steps.next()
        while (step.done !== true) {
          rounds += 1
          step = steps.next(step.value(store))
        }
        expect(rounds).toBeLessThanOrEqual(2)
        expect(asked.words).toBeLessThanOrEqual(400)
        const { groups, dropOrder, unknown } = step.value
        expect(groups.length).toBeLessThanOrEqual(maxGroups)
        for (const { alternatives } of groups) {
          const lists = alternatives.map(({ word }) => word)
          expect(lists.length).toBeGreaterThan(0)
          expect(lists.length).toBeLessThanOrEqual(8)
          expect(new Set(lists).size).toBe(lists.length)
          for (const { weight } of alternatives) expect(weight).toBeGreaterThan(0)
        }
        const left = dropOrder.flat()
        expect(new Set(left).size).toBe(left.length)
        if (groups.length > 0) expect(left.length).toBeLessThan(groups.length)
        for (const index of left) expect(groups[index]).toBeDefined()
        expect(unknown.length).toBeLessThanOrEqual(200)
      }),
      { numRuns: 1_000 }
    )
  })

  test('finds what it was taken from', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), (name) => {
        const { caption, hashtags } = posts[name]
        expect(foundPosts(caption ?? '')).toContain(name)
        for (const tag of hashtags) expect(foundPosts(`#${tag}`)).toContain(name)
      })
    )
  })

  test('is the same however often a word of it is rawText', () => {
    expect(understood(Array.from({ length: 24 }, () => 'Bread').join(' '))).toEqual(understood('Bread'))
  })
})
