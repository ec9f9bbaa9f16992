import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forms, readExportTarget } from '../src/commands/export/targets.ts'
import { feedKinds } from '../src/store/kinds.ts'
import { operations } from '../src/surfaces/rest/operations.ts'

const project = resolve(import.meta.dirname, '..')
const folder = join(project, 'docs/how-to')
const pages = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

describe('how-to pages', () => {
  test.each(pages)('$name names files that are there', ({ text }) => {
    const named = [...text.matchAll(/`((?:src|test|docs|schema)\/[\w./-]+)`/g)].map(([, path = '']) => path)
    const linked = [...text.matchAll(/\]\((\.[^)#]+)/g)].map(([, path = '']) => join('docs/how-to', path))
    expect(named.length).toBeGreaterThan(3)
    expect([...named, ...linked].filter((path) => !existsSync(join(project, path)))).toEqual([])
  })

  test.each(pages)('$name is short, and the guide for contributors leads to it', ({ name, text }) => {
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(250)
    expect(readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8')).toContain(`(docs/how-to/${name})`)
  })
})

describe('the page on operations', () => {
  const ids = operations.map(({ id }) => id)
  /** The files that name everything of one sort: whoever adds to it has to add to them. */
  const tablesOf = (names: readonly string[]): string[] =>
    globSync('{src,test}/**/*.ts', { cwd: project, exclude: ['**/generated/**'] }).filter((path) => {
      const words = new Set(readFileSync(join(project, path), 'utf8').match(/\w+/g))
      return names.every((name) => words.has(name))
    })

  test.each([
    ['operations', ids, 'src/surfaces/rest/operations.ts'],
    ['lists that sources read', feedKinds, 'src/store/kinds.ts']
  ])('names every table of %s', (_, names, own) => {
    const tables = tablesOf(names)
    expect(tables).toContain(own)
    const page = pages.find(({ name }) => name === 'add-an-operation.md')?.text
    expect(tables.filter((path) => page?.includes(`\`${path}\``) !== true)).toEqual([])
  })

  // No compiler asks for it.
  test('is followed: everything that the API answers can be exported', () => {
    const exportable = forms.flatMap((form) => {
      const wish = readExportTarget(form)
      if (wish.kind === 'target') return [wish.target.operation.id]
      return wish.kind === 'scorecards' ? [wish.operation.id] : []
    })
    expect(new Set(exportable)).toEqual(new Set(ids))
  })
})
