import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { listOf } from '../src/engines/search/fields.ts'
import { readPostings } from '../src/engines/search/lists.ts'
import { typoKeys } from '../src/engines/search/spelling.ts'
import type { SearchStore } from '../src/engines/search/store.ts'
import { defaultPageBytes } from '../src/store/source.ts'
import type { Database } from '../src/store/sqlite/database.ts'
import { searchStore } from '../src/store/sqlite/search-store.ts'
import { typoKeyNumber } from '../src/store/tables/search-keys.ts'
import { rows } from './dataset.ts'

type Place = { key: number; fields: number }

const placesIn = (data: Uint8Array): Place[] => {
  const { keys, fields } = readPostings(data)
  return keys.map((key, index) => ({ key, fields: fields[index] ?? 0 }))
}

describe('the index of the default data set', () => {
  const db = new DatabaseSync(inject('defaultDataset'), { readOnly: true })
  afterAll(() => db.close())
  const store: SearchStore = searchStore({
    query: (sql) => db.prepare(sql),
    cells: (sql) => {
      const statement = db.prepare(sql)
      statement.setReturnArrays(true)
      // The declarations know nothing of rows as arrays.
      return statement as unknown as ReturnType<Database['cells']>
    },
    mediaBase: () => null,
    maxPageBytes: defaultPageBytes,
    limitValues() {},
    limitsValues: false
  })
  const words = rows<{ id: number; word: string; documents: number }>(
    'SELECT id, word, documents FROM search_words WHERE kind = 1 ORDER BY documents DESC, id'
  )

  test('leads to words of the kind that is asked for, though a key of another has the same number', async () => {
    const [one] = rows<{ word: string }>(
      "SELECT word FROM search_words WHERE kind = 2 AND word GLOB 'a[a-z][a-z]' ORDER BY word"
    )
    const word = one?.word ?? ''
    const other = `b${word.slice(1)}`
    expect(typoKeyNumber('posts', other)).toBe(typoKeyNumber('users', word))
    const inPosts = await store.keyedBy('posts', [other], 100)
    expect(inPosts.every((found) => typoKeys(found.word).includes(other))).toBe(true)
    expect((await store.keyedBy('users', [word], 100)).map((found) => found.word)).toContain(word)
  })

  test('knows its words, and no others', async () => {
    const [one, other] = [words[0], words.at(-1)]
    expect(await store.words('posts', [one?.word ?? '', 'nothinglikeit', other?.word ?? ''])).toEqual([
      one,
      null,
      other
    ])
  })

  test('knows the most common words of every beginning, of many words and of few', async () => {
    const beginnings = new Set(
      words
        .filter((_, index) => index % 151 === 0)
        .map(({ word }) => [...word])
        .flatMap((word) => word.map((_, end) => word.slice(0, end + 1).join('')))
    )
    for (const beginning of beginnings) {
      const expected = words.filter(({ word }) => word.startsWith(beginning)).map(({ documents }) => documents)
      const found = await store.withPrefix('posts', beginning, 24)
      expect(
        found.map(({ documents }) => documents),
        beginning
      ).toEqual(expected.slice(0, 24))
      for (const { word } of found) expect(word.startsWith(beginning)).toBe(true)
    }
    expect(await store.withPrefix('posts', 'xqzvwkjhgf', 9)).toEqual([])
  })

  test('leads from the keys of a word to the word', async () => {
    for (const word of words.filter((_, index) => index % 97 === 0)) {
      const keys = typoKeys(word.word)
      const found = await store.keyedBy('posts', keys, 1_000)
      if (keys.length > 0) expect(found).toContainEqual(word)
      else expect(found).toEqual([])
    }
  })

  test('leads to words of the kind alone', async () => {
    for (const kind of ['posts', 'users', 'live'] as const) {
      for (const { word } of words.filter((_, index) => index % 29 === 0)) {
        const found = await store.keyedBy(kind, typoKeys(word), 1_000)
        const known = await store.words(
          kind,
          found.map(({ word }) => word)
        )
        expect(found, `${kind}: ${word}`).toEqual(known)
      }
    }
  })

  test('has lists that name each document once, the best first, as many as its word says', async () => {
    for (const { id, word, documents } of words.filter((_, index) => index % 41 === 0)) {
      const named = new Set<number>()
      for (const part of [0, 1]) {
        let from = 0
        for (;;) {
          const [block] = await store.blocks([{ list: listOf(id, part), from }])
          if (block === null || block === undefined) break
          const keys = placesIn(block.data).map(({ key }) => key)
          expect(keys.at(-1)).toBeGreaterThanOrEqual(from)
          expect(keys).toEqual(keys.toSorted((a, b) => a - b))
          for (const key of keys) named.add(key)
          if (block.isLast) break
          from = (keys.at(-1) ?? 0) + 1
        }
      }
      expect(named.size, word).toBe(documents)
    }
  })

  test('tells whose each post is', async () => {
    const posts = rows<{ key: number; author_pk: number | null }>(
      `SELECT t.key, p.author_pk FROM posts p JOIN search_documents t ON t.kind = 1 AND t.pk = p.pk
       WHERE p.author_pk IS NULL OR p.pk % 997 = 0 ORDER BY p.pk DESC`
    )
    const asked = [...posts.map(({ key }) => key), 999_999_999]
    expect((await store.origins(asked)).map(({ author }) => author)).toEqual([
      ...posts.map(({ author_pk }) => author_pk),
      null
    ])
  })
})
