import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/**
 * The most room for what is new, in MB, that a process comes to use that has lost all but the least of it and makes much that stays for a while.
 * `prepare` sees to the room before.
 */
const mostRoom = async (prepare: string): Promise<number> => {
  const program = `
    import { setTimeout } from 'node:timers/promises'
    import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
    import { keepYoungGeneration } from ${module('../src/commands/serve/young-generation.ts')}
    ${prepare}
    let kept = []
    let most = 0
    for (let turn = 0; turn < 600; turn += 1) {
      for (let index = 0; index < 20_000; index += 1) {
        if (kept.push({ index, list: [index] }) > 30_000) kept = []
      }
      await setTimeout(1)
      most = Math.max(most, getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size)
    }
    console.log(most / 1024 / 1024)`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--min-semi-space-size=1',
    '--input-type=module',
    '--eval',
    program
  ])
  return Number(stdout)
}

// The engine may double the room twice before a timer looks at it, once in a few hundred runs.
test('a small server that lost its room for what is new in a quiet time gets it back, and no more than it had', {
  retry: 2
}, async () => {
  const [kept, lost, doubled] = await Promise.all([
    mostRoom('keepYoungGeneration(1)'),
    mostRoom("setFlagsFromString('--semi-space-growth-factor=1')"),
    mostRoom("setFlagsFromString('--semi-space-growth-factor=2')")
  ])
  expect(lost).toBeLessThan(16)
  expect(kept).toBeGreaterThan(20)
  expect(kept).toBeLessThan(40)
  expect(doubled).toBeGreaterThan(40)
})
