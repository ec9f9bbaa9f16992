import { describe, expect, test } from 'vitest'
import { isLeftOut } from './ignored-terms.ts'
import { areInstalled, lint, linters } from './linters/linters.ts'

/** Each is a program of its own with hundreds of files to load, which takes its time on a machine that has other work. */
const startMs = 240_000

const haveNoLinters = isLeftOut(areInstalled, 'the contracts by linters; install them: npm run linters:install')

describe.skipIf(haveNoLinters)('the published contracts', () => {
  test.each(linters)(
    'have nothing that $name objects to: $what',
    async (linter) => {
      expect(areInstalled, 'run: npm run linters:install').toBe(true)
      const { isClean, output } = await lint(linter)
      expect(isClean, output).toBe(true)
    },
    startMs
  )
})
