import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { generated } from '../codegen.ts'
import { collection } from '../examples/generate-bruno.ts'

const run = promisify(execFile)
const project = resolve(import.meta.dirname, '..')
const guide = 'src/surfaces/site/docs/guides/agents.md'
/** Folders in which everything is generated. */
const folders = ['schema/typed', 'examples/bruno']
const stray = folders.map((folder) => `${folder}/left-behind.txt`)

let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'clipgraph-generated-'))
  for (const name of [
    'codegen.ts',
    'package.json',
    'package-lock.json',
    'packages',
    'tsconfig.json',
    'src',
    'schema',
    'docs',
    'examples',
    'test/formats'
  ]) {
    cpSync(join(project, name), join(copy, name), {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules'
    })
  }
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const textIn = (root: string, path: string) => readFileSync(join(root, path), 'utf8')
const filesIn = (root: string) =>
  folders
    .flatMap((folder) => globSync(`${folder}/**`, { cwd: root }))
    .filter((path) => statSync(join(root, path)).isFile())
const generate = async () => {
  await run(process.execPath, ['codegen.ts', inject('defaultDataset')], { cwd: copy })
  await run(process.execPath, ['examples/generate-bruno.ts'], { cwd: copy })
}

test('`npm run generate` puts right whatever is wrong with a generated file, and removes what is none', async () => {
  const paths = [
    ...Object.keys(await generated(inject('defaultDataset'))),
    ...Object.keys(collection()).map((path) => `examples/bruno/${path}`)
  ]
  // In a guide that people write, only the rows of operations are generated.
  const damagedGuide = textIn(copy, guide).replace(/^\| `(?:get_user|search)` \| .*\n/gm, '| damaged |\n')
  expect(damagedGuide.match(/damaged/g)).toHaveLength(2)
  for (const path of [...paths, ...stray]) {
    writeFileSync(join(copy, path), path === guide ? damagedGuide : path.endsWith('.json') ? '{}' : 'damaged')
  }
  await generate()
  for (const path of paths) expect(textIn(copy, path), path).toBe(textIn(project, path))
  expect(filesIn(copy).toSorted()).toEqual(filesIn(project).toSorted())
})

test.each([
  ['| tool | returns |', '| tool | gives |'],
  ['| `find_posts` |', '| `find` |']
])('a guide without the place for its rows is an error: %s', async (mark, renamed) => {
  const text = textIn(project, guide)
  expect(text).toContain(mark)
  writeFileSync(join(copy, guide), text.replace(mark, renamed))
  await expect(generate()).rejects.toThrow(`${guide} has no table of tools`)
})

test('the explorer is built anew when one of its sources has changed, and only then', async () => {
  const build = async () => {
    await run(process.execPath, ['packages/build-explorer.ts'], { cwd: copy })
    const { mtimeMs } = statSync(join(copy, 'built/explorer/explorer.js'))
    return {
      mtimeMs,
      script: textIn(copy, 'built/explorer/explorer.js'),
      styles: textIn(copy, 'built/explorer/explorer.css')
    }
  }
  const first = await build()
  expect(await build()).toEqual(first)
  const change = (path: string, from: string, to: string) => {
    expect(textIn(copy, path)).toContain(from)
    writeFileSync(join(copy, path), textIn(copy, path).replace(from, to))
  }
  writeFileSync(join(copy, 'built/explorer/left-behind.js'), '')
  change('src/surfaces/explorer/styles/base.css', 'body {', 'body { --changed: 1;')
  change('src/surfaces/views/operations/start.graphql', 'query ExploreStart {', 'query ExploreStart { __typename')
  const second = await build()
  expect(second.styles).toContain('--changed:1')
  expect(second.script).not.toBe(first.script)
  expect(globSync('built/explorer/left-behind.js', { cwd: copy })).toEqual([])
  // What is gone is made again.
  rmSync(join(copy, 'built/explorer/explorer.css'))
  expect((await build()).styles).toBe(second.styles)
  change('src/surfaces/views/titles.ts', '', '// A comment changes nothing in the bundle, but nobody knows before.\n')
  const third = await build()
  expect(third).toMatchObject({ script: second.script, styles: second.styles })
  expect(third.mtimeMs).toBeGreaterThan(second.mtimeMs)
})
