import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const project = resolve(import.meta.dirname, '..')
const json = (path: string) => JSON.parse(readFileSync(join(project, path), 'utf8'))

/** What is installed apart, to try the contracts with. */
const folders = ['test/linters', 'test/clients']

const pinned = (folder: string): Record<string, string> => {
  const { dependencies, devDependencies } = json(`${folder}/package.json`)
  return { ...dependencies, ...devDependencies }
}

describe.each(folders)('%s', (folder) => {
  test('pins exact versions, and its lockfile names no registry', () => {
    for (const version of Object.values(pinned(folder))) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    const { packages } = json(`${folder}/package-lock.json`) as { packages: Record<string, { resolved?: string }> }
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([])
  })
})

describe('docs/clients.md', () => {
  const rows = [...readFileSync(join(project, 'docs/clients.md'), 'utf8').matchAll(/^\| (.+) \|$/gm)]
    .map(([, cells = '']) => cells.split(' | '))
    .slice(2)

  test('has a row for every tool, each with its full score', () => {
    expect(rows.length).toBeGreaterThanOrEqual(16)
    for (const [tool, , , score] of rows) expect(score, tool).toMatch(/^([1-9]\d*)\/\1$/)
  })

  test('was written with the versions that are pinned', () => {
    const versions = ['.', 'examples', ...folders].flatMap((folder) => Object.values(pinned(folder)))
    for (const [tool, told = ''] of rows) {
      for (const version of told.split(' with ').filter((text) => text !== '')) {
        expect(versions, `${tool}; run: npm run campaign -- clients`).toContain(version)
      }
    }
  })
})
