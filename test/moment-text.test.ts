import { expect, test } from 'vitest'
import { Streams } from '../src/ingest/seed/random.ts'
import { latestTime } from '../src/records/fields.ts'
import { momentText } from '../src/surfaces/graphql/schema/moment-text.ts'

test('moments are written as dates write them, on more days than are remembered', () => {
  const random = new Streams(1).at('moments', 0)
  const any = Array.from({ length: 30_000 }, () => random.between(0, latestTime))
  const moments = [0, 0.25, 1.999, 59, 60, 3_599, 3_600, 86_399, 86_400, 951_782_400, latestTime, ...any]
  const isOther = (seconds: number) => momentText(seconds) !== new Date(seconds * 1_000).toISOString()
  expect(moments.filter(isOther)).toEqual([])
})
