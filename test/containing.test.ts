import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containingAll, type PostingReads } from '../src/engines/search/containing.ts'
import { listOf } from '../src/engines/search/fields.ts'
import { keyAt } from '../src/engines/search/keys.ts'
import { bytesOfPosting, writePosting } from '../src/engines/search/lists.ts'

/** Lists in memory, in blocks of any size. Words are numbers, as text. */
const readsOf = (lists: readonly (readonly number[])[], sizes: readonly number[]): PostingReads & { read: number } => {
  const blocks = lists.map((keys, word) => {
    const size = sizes[word % sizes.length] ?? 1
    return Array.from({ length: Math.ceil(keys.length / size) }, (_, index) => {
      const some = keys.slice(index * size, (index + 1) * size)
      const bytes = new Uint8Array(some.length * bytesOfPosting)
      let end = 0
      for (const [at, key] of some.entries()) end = writePosting(bytes, end, some[at - 1] ?? -1, key, 1)
      return { last: some.at(-1) ?? 0, data: bytes.subarray(0, end) }
    })
  })
  const reads = {
    read: 0,
    words: (_: unknown, words: readonly string[]) =>
      words.map((word) => {
        const keys = lists[Number(word)]
        // Numbers of documents are estimates while rows change.
        return keys === undefined ? null : { id: Number(word), word, documents: Math.floor(keys.length / 2) }
      }),
    blocksFrom(list: number, key: number, most: number) {
      const word = blocks.findIndex((_, word) => listOf(word, 0) === list)
      const found = (blocks[word] ?? []).filter(({ last }) => last >= key).slice(0, most)
      reads.read += found.length
      return found.map(({ data }) => data)
    }
  }
  return reads
}

const keys = fc
  .uniqueArray(
    fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 400 })).map(([rank, number]) => keyAt(rank, number)),
    { maxLength: 300 }
  )
  .map((list) => list.sort((a, b) => a - b))

test('documents that contain all words are those in each of their lists', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(keys, { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
      async (lists, sizes) => {
        const [first = [], ...others] = lists
        const expected = first.filter((key) => others.every((list) => list.includes(key)))
        const words = lists.map((_, word) => String(word))
        expect([...(await containingAll(readsOf(lists, sizes), 'posts', words))]).toEqual(expected)
        // A word twice is that word, and one that nothing contains leaves nothing.
        expect([...(await containingAll(readsOf(lists, sizes), 'posts', [...words, '0']))]).toEqual(expected)
        expect([...(await containingAll(readsOf(lists, sizes), 'posts', [...words, 'none']))]).toEqual([])
        expect([...(await containingAll(readsOf(lists, sizes), 'posts', []))]).toEqual([])
      }
    ),
    { numRuns: 300 }
  )
})

test('few documents are looked up in a long list, of which the rest is not read', async () => {
  const long = Array.from({ length: 60_000 }, (_, index) => keyAt(1, index))
  const reads = readsOf([[keyAt(1, 7), keyAt(1, 50_000)], long], [100])
  expect([...(await containingAll(reads, 'posts', ['0', '1']))]).toEqual([keyAt(1, 7), keyAt(1, 50_000)])
  expect(reads.read).toBeLessThan(10)
})
