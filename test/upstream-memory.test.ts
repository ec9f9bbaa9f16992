import { setFlagsFromString } from 'node:v8'
import { expect, test } from 'vitest'
import { Post } from '../src/records/post.ts'
import { readRecord } from '../src/records/reading.ts'
import { postRecord } from '../src/store/upstream/graph-records.ts'
import { postOf, searchDistinctAlone } from './campaign/memory.ts'
import { toNode } from './graph-answer.ts'

test('40,000 distinct keywords stay within the bound of the memory cache, by its estimate and in fact', async () => {
  const bound = 16 * 1024 * 1024
  const { bytes, heap } = await searchDistinctAlone(40_000, bound)
  expect(bytes).toBeLessThanOrEqual(bound)
  expect(bytes).toBeGreaterThan(bound * 0.9)
  expect(heap).toBeLessThanOrEqual(bound)
})

test('records that are read otherwise than they came are no hash tables, which take more memory', () => {
  setFlagsFromString('--allow-natives-syntax')
  const isCompact = new Function('record', 'return %HasFastProperties(record)') as (record: unknown) => boolean
  setFlagsFromString('--no-allow-natives-syntax')
  const createdAt = new Date(0).toISOString()
  const ways: Readonly<Record<string, (json: ReturnType<typeof postOf>) => unknown>> = {
    'as they came': (json) => readRecord(Post, json),
    'with an unknown field': (json) => readRecord(Post, { more: 1, ...json }),
    'by the graph': (json) => readRecord(Post, postRecord.toRest({ ...toNode(Post, { ...json }), createdAt }))
  }
  for (const [way, read] of Object.entries(ways)) {
    const record = read(JSON.parse(JSON.stringify(postOf(1))))
    expect([way, record !== null && isCompact(record)]).toEqual([way, true])
  }
  const { caption, ...others } = postOf(1) as unknown as Record<string, unknown>
  for (const key of Object.keys(others).slice(0, 3)) delete others[key]
  expect(isCompact(others)).toBe(false)
})
