import { expect, test } from 'vitest'
import { slope } from './campaign/trend.ts'

const line = (grows: number) => Array.from({ length: 21 }, (_, x) => ({ x, y: 100 + grows * x }))

test('growth is told from a line, and from none', () => {
  expect(slope(line(0.5))).toBeCloseTo(0.5)
  expect(slope(line(0))).toBe(0)
  expect(slope(line(1).slice(0, 1))).toBe(0)
})

test('growth is not taken from a few points that stick out', () => {
  const points = line(0.1).map((point) => (point.x % 7 === 3 ? { ...point, y: point.y + 50 } : point))
  expect(slope(points)).toBeCloseTo(0.1, 1)
})
