import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isNear, typoKeys, typosBetween } from '../src/engines/search/spelling.ts'

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzéßжбםبक𝒷')
const word = (minLength: number, maxLength = 14) => fc.string({ unit: letter, minLength, maxLength })

type Edit = (letters: string[], at: number, other: string) => void
const edits: Readonly<Record<string, Edit>> = {
  delete: (letters, at) => void letters.splice(at, 1),
  insert: (letters, at, other) => void letters.splice(at, 0, other),
  replace: (letters, at, other) => void letters.splice(at, 1, other),
  swap: (letters, at) => void letters.splice(at, 0, ...letters.splice(at + 1, 1))
}
const edited = (text: string, edit: string, at: number, other: string) => {
  const letters = [...text]
  edits[edit]?.(letters, at % letters.length, other)
  return letters.join('')
}
const edit = fc.constantFrom(...Object.keys(edits))

const shareKey = (one: string, other: string) => {
  const keys = new Set(typoKeys(one))
  return typoKeys(other).some((key) => keys.has(key))
}

describe('a word with a typo', () => {
  test('shares a key with the word that was meant, and is near it', () => {
    fc.assert(
      fc.property(word(4), edit, fc.nat(20), letter, (meant, how, at, other) => {
        const typed = edited(meant, how, at, other)
        expect(shareKey(typed, meant)).toBe(true)
        expect(isNear(typed, meant)).toBe(true)
        expect(typosBetween(typed, meant)).toBe(typed === meant ? 0 : 1)
      }),
      { numRuns: 2_000 }
    )
  })

  test('may have a second one where it is long', () => {
    fc.assert(
      fc.property(word(10), edit, edit, fc.nat(20), fc.nat(20), letter, letter, (meant, one, two, at, then, a, b) => {
        const typed = edited(edited(meant, one, at, a), two, then, b)
        // Two changes of the same letters count as three in this reckoning, which never changes what it has swapped.
        if (typosBetween(typed, meant) === null) expect([one, two]).toContain('swap')
        else expect(shareKey(typed, meant)).toBe(true)
      }),
      { numRuns: 2_000 }
    )
  })

  test.each([
    ['ngyuen', 'nguyen', 1],
    ['nguen', 'nguyen', 1],
    ['sourdogh', 'sourdough', 1],
    ['souerdogh', 'sourdough', 2],
    ['bread', 'break', 1],
    ['bread', 'brain', null],
    ['sourdoh', 'sourdough', 2],
    ['lasange', 'lasagna', 2],
    ['breads', 'board', null],
    ['recipt', 'receipts', null],
    ['cat', 'car', null],
    ['may', 'maya', 1]
  ])('%s is %s with so many: %s', (typed, meant, typos) => {
    expect(typosBetween(typed, meant)).toBe(typos)
    expect(typosBetween(meant, typed)).toBe(typos)
  })
})

describe('keys', () => {
  test('are at most 29, of any word', () => {
    fc.assert(
      fc.property(word(0, 60), (text) => {
        const keys = typoKeys(text)
        expect(keys.length).toBeLessThanOrEqual(29)
        expect(new Set(keys).size).toBe(keys.length)
        for (const key of keys) expect([...key].length).toBeLessThanOrEqual(7)
      })
    )
  })

  test('have only words of letters: numbers, hashtags, handles and pairs of characters are not mistyped', () => {
    for (const text of [
      '',
      'ab',
      '2024',
      'day45',
      '#cooking',
      '@maya',
      '베이',
      'ラーメン',
      '中国菜',
      'ไทยแลนด์',
      '🔥🔥🔥🔥'
    ]) {
      expect(typoKeys(text)).toEqual([])
    }
    expect(typoKeys('cat')).toEqual(['cat'])
    expect(typoKeys('القدم')).toHaveLength(6)
  })
})
