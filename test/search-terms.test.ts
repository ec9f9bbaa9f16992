import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { handleText, indexText, matchQuery, searchPhrases } from '../src/source/sql/search-terms.ts'
import { effortWithin } from './effort.ts'

const terms = (text: string) => searchPhrases(text).flat()

/** Texts as people and fuzzers write them: any script, any emoji, lone surrogates and control characters included. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'grapheme-composite', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(
      ...'aZé9_ #@"*^:-+(){}.\'\0\n',
      ...[
        'ラ',
        'ー',
        'メ',
        '中',
        '国',
        'ก',
        'ำ',
        'ि',
        'क',
        '한',
        'ב',
        'ِ',
        'م',
        'Σ',
        'ς',
        'İ',
        'ß',
        'ℍ',
        '𝚨',
        '™',
        '½',
        'ﷺ'
      ],
      ...['👩🏽‍🚀', '❤️‍🔥', '❤', '\ufe0f', '\u200d', '🏽', '🇯', '🇵', '1️⃣', '#️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '\ud83d', '\udc00']
    ),
    maxLength: 30
  })
)

describe('terms of a text', () => {
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
    ['Hebrew with vowel points', 'שָׁלוֹם עולם', ['שלום', 'עולם']],
    ['Hindi with its vowel signs', 'नमस्ते दोस्तों', ['नमस्ते', 'दोस्तों']],
    ['Korean composed and decomposed', '한국 한국', ['한국', '한국']],
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

  test('come out the same when their own text is split again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = terms(text)
        expect(terms(once.join(' '))).toEqual(once)
        expect(indexText(indexText(text))).toBe(indexText(text))
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

describe('a handle', () => {
  test.each([
    ['mira', 'mira'],
    ['Sunny.Bakes', 'sunny bakes sunnybakes'],
    ['_rafa.robin_9', 'rafa robin 9 rafarobin9'],
    ['___', '']
  ])('%s is found by its parts and by all of it', (username, text) => {
    expect(handleText(username)).toBe(text)
  })
})

describe('a full-text query', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(`CREATE VIRTUAL TABLE texts USING fts5 (caption, other, content='', tokenize="ascii")`)
  afterAll(() => db.close())
  const insert = db.prepare('INSERT INTO texts (rowid, caption, other) VALUES (?, ?, ?)')
  const find = db.prepare('SELECT rowid FROM texts WHERE texts MATCH ?')
  let rows = 0
  const index = (caption: string, other = '') => {
    rows += 1
    insert.run(rows, indexText(caption), indexText(other))
    return rows
  }
  const matches = (query: string | null) => (query === null ? [] : find.all(query).map((row) => Number(row.rowid)))

  test('is null when the text holds no term', () => {
    for (const text of ['', ' ', '"', '***', '()', '^', '#', '🏽', '\0']) expect(matchQuery(text)).toBe(null)
  })

  test('finds every text by itself, whole and as a prefix', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const row = index(text, 'something else')
        if (terms(text).length === 0) return
        expect(matches(matchQuery(text))).toContain(row)
        expect(matches(matchQuery(text, { prefix: true }))).toContain(row)
        expect(matches(matchQuery(text, { columns: 'caption' }))).toContain(row)
        expect(matches(matchQuery(text, { columns: 'other' }))).not.toContain(row)
      }),
      { numRuns: 500 }
    )
  })

  test('takes operators as text', () => {
    const plain = index('bread butter near caption not or and')
    for (const text of [
      'bread AND butter',
      'bread OR nothinglikeit',
      'NOT bread',
      'NEAR(bread butter)',
      'NEAR(bread butter, 2)',
      'caption:bread',
      'caption : bread',
      '{caption} : bread',
      '-bread',
      '^bread',
      'bread*',
      '"bread',
      '"bread" "butter"',
      'bread + butter',
      '(bread',
      "bread'; --"
    ]) {
      const expected = terms(text).every((term) => 'bread butter near caption not or and'.split(' ').includes(term))
      expect(matches(matchQuery(text)).includes(plain), text).toBe(expected)
    }
    // An asterisk that was typed completes nothing.
    expect(matches(matchQuery('brea*'))).not.toContain(plain)
    expect(matches(matchQuery('brea', { prefix: true }))).toContain(plain)
  })

  test('wants the characters of a spaceless script next to each other', () => {
    const ramen = index('札幌のラーメン屋')
    const scrambled = index('ンメーラ ラメーン')
    expect(matches(matchQuery('ラーメン'))).toEqual([ramen])
    expect(matches(matchQuery('メーラ'))).toEqual([scrambled])
    expect(matches(matchQuery('札幌 屋'))).toEqual([ramen])
  })

  test('completes only the last word', () => {
    const row = index('golden orchard waltz')
    expect(matches(matchQuery('waltz orch', { prefix: true }))).toContain(row)
    expect(matches(matchQuery('orch waltz', { prefix: true }))).not.toContain(row)
  })

  test('stays small however long the text is', () => {
    const long = Array.from({ length: 500 }, (_, word) => `w${word}`).join(' ')
    const row = index(long)
    expect(matchQuery(long)?.length).toBeLessThan(400)
    expect(matches(matchQuery(long))).toContain(row)
    const characters = index('火'.repeat(500))
    expect(matches(matchQuery('火'.repeat(200), { prefix: true }))).toContain(characters)
  })
})
