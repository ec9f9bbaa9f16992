import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

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
