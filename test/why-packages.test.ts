import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, inject, test } from 'vitest'
import { bundled } from '../packages/locked.ts'
import { start } from './checkout.ts'
import { testKey } from './server.ts'

const project = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')
const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json'))

/** Rows of the page about packages, which its first column names. */
const rowsOf = (title: string) => {
  const section = read('docs/packages.md')
    .split(/^## /m)
    .find((text) => text.startsWith(`${title}\n`))
  return [...(section ?? '').matchAll(/^\| (.+) \|$/gm)].slice(1).map(([, row = '']) => {
    const [names = '', , loaded = ''] = row.split(' | ')
    return { names: names.split(', '), loaded }
  })
}
const namesOf = (title: string) => rowsOf(title).flatMap(({ names }) => names)

test('every dependency has a row in docs/packages.md, and no other package has', () => {
  expect(namesOf('Needed to run').sort()).toEqual(Object.keys(dependencies).sort())
  expect(namesOf('Optional').sort()).toEqual(Object.keys(optionalDependencies).sort())
  expect(namesOf('Bundled').sort()).toEqual([...bundled].sort())
  const isElsewhere = (name: string) => name in optionalDependencies || bundled.includes(name)
  expect(namesOf('To develop').sort()).toEqual(
    Object.keys(devDependencies)
      .filter((name) => !isElsewhere(name))
      .sort()
  )
})

test('what docs/packages.md says is loaded later is not loaded at the start, and requests do not load it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-loaded-'))
  const list = join(folder, 'loaded')
  const hook = join(folder, 'hook.mjs')
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs'
    import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => (appendFileSync(${JSON.stringify(list)}, url + '\\n'), next(url, context)) })`
  )
  const server = await start('exec node src/commands/main.js serve', project, {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    NODE_OPTIONS: `--import ${hook}`,
    DATA_URL: `sqlite:${inject('defaultDataset')}`,
    CACHE_URL: 'memory:',
    GATEWAY_KEYS: testKey
  })
  try {
    const headers = { 'x-gateway-key': testKey, 'content-type': 'application/json' }
    const query = '{ user(by: { username: "maya.nguyen" }) { bio posts(first: 5) { nodes { author { bio } } } } }'
    for (const init of [
      { method: 'POST', body: JSON.stringify({ query }) },
      { method: 'POST', body: '{}' }
    ])
      await (await fetch(`${server.url}/graphql`, { headers, ...init })).text()
    expect((await fetch(`${server.url}/api/v1/users/maya.nguyen`, { headers })).status).toBe(200)
  } finally {
    await server.stop()
  }
  const paths = readFileSync(list, 'utf8').matchAll(/node_modules\/((?:@[^/]+\/)?[^/\n]+)/g)
  const loaded = new Set([...paths].map(([, name]) => name))
  rmSync(folder, { recursive: true })
  expect(loaded).toContain('graphql')
  const later = [...rowsOf('Needed to run'), ...rowsOf('Optional')].filter(({ loaded }) => loaded.startsWith('with'))
  const tooEarly = later.flatMap(({ names }) => names).filter((name) => loaded.has(name))
  expect(tooEarly).toEqual([])
})
