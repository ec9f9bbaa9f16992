import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { searchPhrases } from '../src/source/search/words.ts'
import { handleText, indexText, matchQuery } from '../src/source/sql/search-terms.ts'
import { anyText } from './any-text.ts'

const terms = (text: string) => searchPhrases(text).flat()

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
