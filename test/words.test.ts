import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  handleWord,
  handleWords,
  searchPhrases,
  tagWord,
  tagWords,
  typedWords,
  wordsOf
} from '../src/engines/search/words.ts'
import { anyText } from './any-text.ts'
import { effortWithin } from './effort.ts'

const terms = (text: string) => searchPhrases(text).flat()

describe('what a text is split into', () => {
  test.each([
    ['nothing', '', []],
    ['punctuation alone', '#@!? … — « » 、。', []],
    ['words', 'Sourdough, at last!', ['sourdough', 'at', 'last']],
    ['hashtags', '#Sourdough#BreadTok', ['sourdough', 'breadtok']],
    ['numbers', 'Day 37: 2025年', ['day', '37', '2025', '年']],
    ['handles', '@Mira.bakes_9', ['mira', 'bakes', '9']],
    ['accents', 'Café CRÈME brûlée Ünïcode', ['cafe', 'creme', 'brulee', 'unicode']],
    ['Turkish capitals', 'İstanbul', ['istanbul']],
    ['ligatures and wide letters', 'ﬁsh ＷＩＤＥ Ⅳ', ['fish', 'wide', 'iv']],
    ['letters dressed up as mathematics', '𝓗𝓮𝓵𝓵𝓸 ℍi 𝚨𝛀', ['hello', 'hi', 'αω']],
    ['trademarks', 'Clips™', ['clipstm']],
    ['Greek with its final sigma', 'κόσμος ΚΌΣΜΟΣ', ['κοσμοσ', 'κοσμοσ']],
    ['Arabic with vowel points', 'مَرْحَبًا بالعالم', ['مرحبا', 'بالعالم']],
    ['Arabic letters that are written in more than one way', 'أحلى إلى كرة ـــ فیلم', ['احلي', 'الي', 'كره', 'فيلم']],
    ['apostrophes', "don’t don't DON＇T grandma’s O’Neill", ['dont', 'dont', 'dont', 'grandmas', 'oneill']],
    ['small words with apostrophes', 'l’été qu’il dell’arte J’ai', ['ete', 'il', 'arte', 'ai']],
    ['quotes', "‘quoted’ 'so'", ['quoted', 'so']],
    [
      'letters that people type as others',
      'Straße Đồ ăn Łódź blåbærgrød ışık',
      ['strasse', 'do', 'an', 'lodz', 'blabaergrod', 'isik']
    ],
    ['Hebrew with vowel points', 'שָׁלוֹם עולם', ['שלום', 'עולם']],
    ['Hindi with its vowel signs', 'नमस्ते दोस्तों', ['नमस्ते', 'दोस्तों']],
    ['Korean composed and decomposed', '한국 한국', ['한', '국', '한', '국']],
    ['Chinese', '中国菜', ['中', '国', '菜']],
    ['Japanese with its long vowel', 'ラーメン', ['ラ', 'ー', 'メ', 'ン']],
    ['Japanese in half width', 'ｺｰﾋｰ', ['コ', 'ー', 'ヒ', 'ー']],
    ['voiced kana composed and decomposed', 'ガ ガ', ['ガ', 'ガ']],
    ['a long vowel next to Latin', 'コーヒーbreak', ['コ', 'ー', 'ヒ', 'ー', 'break']],
    ['Thai by cluster', 'สวัสดี', ['ส', 'วั', 'ส', 'ดี']],
    ['mixed scripts', 'fypシ 日本go', ['fyp', 'シ', '日', '本', 'go']]
  ])('are found for %s', (_, text, expected) => {
    expect(terms(text)).toEqual(expected)
  })

  test.each([
    ['skin tones', '👍🏽', '👍'],
    ['skin tones inside a sequence', '👩🏽‍🚀', '👩‍🚀'],
    ['two skin tones', '🫱🏻‍🫲🏿', '🫱🏾‍🫲🏽'],
    ['the presentation selector', '❤️', '❤'],
    ['the presentation selector inside a sequence', '❤️‍🔥', '❤‍🔥'],
    ['the presentation selector of a flag', '🏳️‍🌈', '🏳‍🌈'],
    ['the presentation selector of a gendered emoji', '🏃🏽‍♀️', '🏃‍♀'],
    ['the keycap', '1️⃣', '1']
  ])('are the same whatever %s an emoji has', (_, one, other) => {
    expect(terms(one)).toHaveLength(1)
    expect(terms(one)).toEqual(terms(other))
  })

  test.each(['👨‍👩‍👧‍👦', '🇯🇵', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '😮‍💨', '👁️‍🗨️', '🧑🏻‍❤️‍💋‍🧑🏼', '🪿'])('hold %s as one term', (emoji) => {
    expect(terms(emoji)).toHaveLength(1)
    expect(terms(`${emoji}${emoji} word${emoji}`)).toEqual([...terms(emoji), ...terms(emoji), 'word', ...terms(emoji)])
  })

  test('tell different emoji apart', () => {
    const emoji = ['👍', '👎', '🇯🇵', '🇧🇷', '👩‍🚀', '👨‍🚀', '👩', '❤', '❤️‍🔥', '🔥', '🏳️', '🏳️‍🌈', '🏴', '🏴󠁧󠁢󠁥󠁮󠁧󠁿']
    expect(new Set(emoji.flatMap(terms)).size).toBe(emoji.length)
  })

  test('leave out skin tones and half flags that stand alone', () => {
    expect(terms('🏽 🇯 \ufe0f \u200d')).toEqual([])
  })

  test('are phrases where a script has no spaces, so that their order counts', () => {
    expect(searchPhrases('中国 菜 ラーメン hot pot')).toEqual([
      ['中', '国'],
      ['菜'],
      ['ラ', 'ー', 'メ', 'ン'],
      ['hot'],
      ['pot']
    ])
    expect(searchPhrases('ไทย')).toHaveLength(1)
    expect(searchPhrases('日本🍜日本')).toEqual([['日', '本'], ['🍜'], ['日', '本']])
  })

  test('has a limit, whatever marks a letter is stacked with', () => {
    const marks = '\u0e31\u0e34\u0e47\u0e48\u0e49'
    for (const text of [
      `กข${marks.repeat(900)}ค`,
      `も${'\u3099'.repeat(4_000)}`,
      'x'.repeat(9_000),
      `@${marks.repeat(900)}`
    ]) {
      const words = [...wordsOf(text), ...tagWords(text), ...handleWords(text), ...(handleWord(text) ?? '').split(' ')]
      expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(70)
    }
    // Those of any language.
    expect(wordsOf('กี่ นุ่ม')).toEqual(expect.arrayContaining(['กี่', 'นุ่', 'นุ่ม']))
  })

  test('is found between spaces, whatever stands beyond them', () => {
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        const text = texts.join(' ')
        expect(text.split(/\s+/u).flatMap(wordsOf)).toEqual(wordsOf(text))
      }),
      { numRuns: 500 }
    )
  })

  test('come out the same when their own text is split again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = terms(text)
        expect(terms(once.join(' '))).toEqual(once)
      }),
      { numRuns: 2_000 }
    )
  })

  test('hold nothing that separates or quotes', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const term of terms(text)) {
          expect(term).not.toBe('')
          expect(term).not.toMatch(/[[\s\p{Z}\p{Cc}\p{Cf}\p{Cs}]--[\u200d\u{e0020}-\u{e007f}]]/v)
          // Of ASCII, only small letters and digits are left.
          expect(term).not.toMatch(/[[\0-\x7f]--[a-z0-9]]/v)
        }
      }),
      { numRuns: 2_000 }
    )
  })

  test('do not depend on the normal form or the spaces around', () => {
    const wellFormed = anyText.map((text) => text.toWellFormed())
    fc.assert(
      fc.property(wellFormed, fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (text, form) => {
        expect(terms(text.normalize(form))).toEqual(terms(text))
        expect(terms(`  ${text}\n`)).toEqual(terms(text))
      }),
      { numRuns: 1_000 }
    )
  })

  test('do not depend on case', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abzéñçüøđжщяλσωşğ019 .-'), maxLength: 30 })
    fc.assert(
      fc.property(letters, (text) => {
        expect(terms(text.toUpperCase())).toEqual(terms(text))
      })
    )
  })

  test('take linear time however odd the text is', async () => {
    for (const unit of ['a', 'ー', '\u0301', 'é\u0300', '👩\u200d', '🇯', '1\u20e3', 'ก', '\u{e0061}', '🏴\u{e0061}']) {
      const { ms } = await effortWithin(1_000, () => searchPhrases(unit.repeat(20_000)))
      expect(ms).toBeLessThan(1_000)
    }
  })
})

describe('the words of a text', () => {
  test.each([
    ['plurals and endings', 'Recipes, cooked; PROJECTS cooking', ['recip', 'cook', 'project', 'cook']],
    ['Korean', '베이킹', ['베', '이', '킹', '베이', '이킹']],
    ['Japanese', 'ラーメン屋', ['ラ', 'ー', 'メ', 'ン', '屋', 'ラー', 'ーメ', 'メン', 'ン屋']],
    ['one character', '菜', ['菜']],
    ['Thai by cluster', 'ดีไทย', ['ดี', 'ไ', 'ท', 'ย', 'ดีไ', 'ไท', 'ทย']],
    ['runs with something between them', '日本🍜日本', ['日', '本', '日本', '🍜', '日', '本', '日本']],
    ['Arabic without its article', 'كرة القدم', ['كره', 'قدم']],
    ['nothing', '#!… ', []]
  ])('of %s', (_, text, expected) => {
    expect(wordsOf(text)).toEqual(expected)
  })

  test('are cut where nobody would type on, by whoever writes and whoever looks', () => {
    const long = 'ab1'.repeat(100)
    expect(wordsOf(long)).toEqual([long.slice(0, 64)])
    expect(typedWords(long).map(({ word }) => word)).toEqual(wordsOf(long))
    expect(typedWords(`#${long}`).map(({ word }) => word)).toEqual([tagWord(long)])
  })
})

describe('words of a name', () => {
  test.each([
    ['mira', ['mira']],
    ['Sunny.Bakes', ['sunni', 'bake', 'sunnybak']],
    ['_rafa.robin_9', ['rafa', 'robin', '9', 'rafarobin9']],
    ['Mira1997', ['mira1997', 'mira']],
    ['no1', ['no1']],
    ['rowan1990', ['rowan1990', 'rowan']],
    ['___', []]
  ])('of %s as a handle are its parts and all of it', (handle, words) => {
    expect(handleWords(handle)).toEqual(words)
  })

  test.each([
    ['DIYProjects', ['diyproject']],
    ['street_food', ['street', 'food', 'streetfood']],
    ['day45', ['day45', 'day', '45']],
    ['couchto5k', ['couchto5k', 'couchto', '5k']],
    ['2025goals', ['2025goals', '2025', 'goal']],
    ['h2o', ['h2o']],
    ['ছবি_আঁকা', ['ছবি', 'আঁকা', 'ছবিআঁকা']]
  ])('of %s as a hashtag too', (tag, words) => {
    expect(tagWords(tag)).toEqual(words)
  })

  test.each([
    ['Cooking', '#cooking'],
    ['ＣＡＦÉ', '#cafe'],
    ['street_food', '#streetfood'],
    ['烘焙', '#烘焙'],
    ['🔥', '#🔥'],
    ['…', null]
  ])('the hashtag %s has one of its own: %s', (tag, word) => {
    expect(tagWord(tag)).toBe(word)
  })

  test('a handle has one of its own, in which dots and underscores tell it from others', () => {
    expect(['Maya.Nguyen', 'maya_nguyen', 'mayanguyen', 'ｍaya.', '.'].map(handleWord)).toEqual([
      '@maya.nguyen',
      '@maya_nguyen',
      '@mayanguyen',
      '@maya',
      null
    ])
  })
})

describe('typed words', () => {
  const words = (keyword: string) => typedWords(keyword).map(({ word }) => word)

  test.each([
    ['hashtags', '#Cooking cooking ＃ＣＯＯＫＩＮＧ', ['#cooking', 'cook', '#cooking']],
    ['hashtags in a row', '#Sourdough#BreadTok', ['#sourdough', '#breadtok']],
    ['a hashtag with what belongs to the sentence', '(#street_food!), yes', ['#streetfood', 'yes']],
    ['a handle', 'by @Maya.Nguyen.', ['by', '@maya.nguyen']],
    ['a handle in full width', '＠maya_nguyen', ['@maya_nguyen']],
    ['a hashtag and a handle with apostrophes', '#don’t @maya’s', ['#dont', '@maya']],
    ['an address of a mailbox', 'maya@mail.example', ['maya', 'mail', 'exampl']],
    ['marks alone', '# @ #! ＃', []],
    ['a keycap', '#️⃣', []],
    ['emoji', 'so🔥🔥good 👍🏽', ['so', '🔥', '🔥', 'good', '👍']],
    ['an emoji as a hashtag', '#🔥', ['#🔥']],
    ['Korean', '베이킹', ['베이', '이킹']],
    ['one character', '떡', ['떡']]
  ])('are read of %s', (_, keyword, expected) => {
    expect(words(keyword)).toEqual(expected)
  })

  test('say what was typed', () => {
    const rawText = (keyword: string) => typedWords(keyword).map((word) => word.rawText)
    expect(rawText('“Sourdough” Brød, don’t #Cooking!')).toEqual(['Sourdough', 'Brød', 'don’t', '#Cooking'])
    expect(rawText('BTS노래 중국어')).toEqual(['bts', '노래', '중국어', '중국어'])
  })

  test('find every text by itself', () => {
    fc.assert(
      // Apostrophes, marks that stand for letters, such as ™, and skin tones without an emoji end a handle and not a word.
      fc.property(
        anyText.map((text) =>
          text.normalize('NFKC').replace(/'|(?<=[\p{L}\p{M}\p{N}_.])[\ufe0e\ufe0f\u20e3\u{1f3fb}-\u{1f3ff}]/gu, ' ')
        ),
        (text) => {
          const indexed = new Set([...wordsOf(text), ...tagWords(text)])
          for (const typed of typedWords(text)) {
            for (const { word } of typed.instead.length > 0 ? typed.instead : [typed]) {
              if (!/^[#@]/.test(word)) expect(indexed).toContain(word)
            }
          }
        }
      ),
      { numRuns: 2_000 }
    )
  })

  test('find a hashtag and a handle by what they are called', () => {
    const name = fc.string({ unit: fc.constantFrom(...'aZé9_ßø中ラ한ี🔥ب'), minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(name, (tag) => {
        const own = tagWord(tag)
        if (own !== null) expect(words(`#${tag}`)[0]).toBe(own)
      })
    )
    const handle = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.]{0,22}[A-Za-z0-9_]$/)
    fc.assert(
      fc.property(handle, (username) => {
        expect(words(`@${username}`)).toEqual([handleWord(username)])
      })
    )
  })
})
