import { expect, test } from 'vitest'
import { Post } from '../src/records/post.ts'
import { readRecord } from '../src/records/reading.ts'
import { postRecord } from '../src/store/upstream/graph-records.ts'
import { heapBytes, postOf, searchDistinctAlone } from './campaign/memory.ts'
import { toNode } from './graph-answer.ts'

test('40,000 distinct keywords stay within the bound of the memory cache, by its estimate and in fact', async () => {
  const bound = 16 * 1024 * 1024
  const { bytes, heap } = await searchDistinctAlone(40_000, bound)
  expect(bytes).toBeLessThanOrEqual(bound)
  expect(bytes).toBeGreaterThan(bound * 0.9)
  expect(heap).toBeLessThanOrEqual(bound)
})

test('records that are read otherwise than they came take no more memory', () => {
  const bytesEach = (read: (json: ReturnType<typeof postOf>) => unknown): number => {
    const before = heapBytes()
    const kept = Array.from({ length: 5_000 }, (_, index) => read(JSON.parse(JSON.stringify(postOf(index)))))
    const bytes = (heapBytes() - before) / kept.length
    expect(kept).not.toContain(null)
    return bytes
  }
  const asTheyCame = bytesEach((json) => readRecord(Post, json))
  expect(bytesEach((json) => readRecord(Post, { more: 1, ...json }))).toBeLessThan(asTheyCame * 1.3)
  const createdAt = new Date(0).toISOString()
  const ofGraph = (json: object) => readRecord(Post, postRecord.toRest({ ...toNode(Post, { ...json }), createdAt }))
  expect(bytesEach(ofGraph)).toBeLessThan(asTheyCame * 1.3)
})
