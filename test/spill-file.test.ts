import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SpillFile } from '../src/ingest/tables/spill-file.ts'

const number = fc.oneof(fc.nat(200), fc.nat(), fc.constantFrom(0, 2 ** 31, 2 ** 35, Number.MAX_SAFE_INTEGER))
const added = fc.array(
  fc.record({
    heap: fc.nat(2_000),
    entry: fc.array(number, { maxLength: 40 }),
    times: fc.integer({ min: 1, max: 90 })
  }),
  { maxLength: 40 }
)

test('heaps come out by their numbers as they grew, however little may be held', () => {
  fc.assert(
    fc.property(added, fc.constantFrom(0, 5_000, 2 ** 30), (entries, mostHeld) => {
      const db = new DatabaseSync(':memory:')
      const spool = new SpillFile(db, 'heaps', mostHeld)
      const expected = new Map<number, number[]>()
      for (const { heap, entry, times } of entries) {
        for (let time = 0; time < times; time += 1) spool.add(heap, entry)
        const all = Array.from({ length: times }, () => entry).flat()
        if (all.length > 0) expected.set(heap, [...(expected.get(heap) ?? []), ...all])
      }
      const read: [number, number[]][] = []
      for (const { heap, numbers } of spool.read()) {
        if (read.at(-1)?.[0] !== heap) read.push([heap, []])
        while (!numbers.isAtEnd) read.at(-1)?.[1].push(numbers.next())
      }
      expect(read).toEqual([...expected].sort(([one], [other]) => one - other))
      spool.end()
      expect(db.prepare('SELECT name FROM sqlite_temp_master').all()).toEqual([])
      db.close()
    }),
    { numRuns: 50 }
  )
})
