import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { settings } from '../src/core/config/settings.ts'
import { freshCheckout, run, type Started, start } from './checkout.ts'

const project = resolve(import.meta.dirname, '..')
const readme = readFileSync(join(project, 'README.md'), 'utf8')

type Block = { command: string; answer: string | null }
const blocks: Block[] = [
  ...readme.matchAll(/```sh\n([\s\S]*?)```(?:\n\n<!-- answer[^\n]*\n```json\n([\s\S]*?)```)?/g)
].map(([, command = '', answer]) => ({ command: command.trim(), answer: answer ?? null }))
const inTables = [...readme.matchAll(/^\| `((?:npm|DATA_URL)[^`]*)`/gm)].map(([, command = '']) => command)

const checkout = freshCheckout()
let server: Started

beforeAll(async () => {
  server = await start('npm start', checkout.path)
})
afterAll(async () => {
  await server.stop()
  checkout.remove()
})

/** What differs from one run to the next: ids, times and the free port. */
const steady = (text: string) =>
  text
    .replace(/"request_id":\s*"[^"]+"/g, '"request_id":"…"')
    .replace(/"timestamp":\s*"[^"]+"/g, '"timestamp":"…"')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:4000')

test('npm start serves on a machine without data, and the curl it prints works when pasted', async () => {
  expect(blocks.map(({ command }) => command)).toContain('npm ci && npm start')
  expect(existsSync(join(checkout.path, 'data/clipgraph.db'))).toBe(true)
  const curl = /^\s*(curl .+)$/m.exec(server.output)?.[1] ?? ''
  const { code, stdout } = await run(`${curl} -s`, checkout.path)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ error: null, data: { username: 'maya.nguyen' } })
})

const calls = blocks.filter(({ command }) => command.startsWith('curl'))
test.each(calls)('the command gives the answer beside it: $command', async ({ command, answer }) => {
  const { code, stdout } = await run(command.replaceAll('http://127.0.0.1:4000', server.url), checkout.path, {
    KEY: server.key ?? ''
  })
  expect(code).toBe(0)
  expect(answer).not.toBe(null)
  const data = (text: string) => steady(JSON.stringify(JSON.parse(text)))
  expect(data(stdout)).toBe(data(answer ?? ''))
})

test('the command for hashed keys prints a form that GATEWAY_KEYS takes', async () => {
  const command = blocks.find((block) => block.command.startsWith('node -e'))?.command ?? ''
  const { stdout } = await run(`PATH="$PWD/node_modules/.bin:$PATH"; ${command}`, checkout.path)
  expect(settings.GATEWAY_KEYS.read(stdout.trim())).toEqual([stdout.trim()])
})

test('the data commands of the table work', async () => {
  mkdirSync(join(checkout.path, 'more'))
  const post = {
    id: '690722874987222868',
    text: 'hello',
    createTime: 1608214517,
    authorMeta: { id: '6825540582809311097', name: 'someone' }
  }
  for (const [index, file] of ['feed.json', 'more/feed.json'].entries()) {
    writeFileSync(join(checkout.path, file), JSON.stringify({ collector: [{ ...post, id: `${post.id}${index}` }] }))
  }
  const seed = inTables.find((command) => command.includes('seed')) ?? ''
  const importing = inTables.find((command) => command.includes('import')) ?? ''
  const exporting = inTables.find((command) => command.includes('export')) ?? ''
  const seeded = await run(`${seed} --users 100 --posts 400 --out data/seeded.db`, checkout.path)
  expect(seeded).toMatchObject({ code: 0, stdout: expect.stringContaining(' 400 posts') })
  const imported = await run(`${importing} --into data/imported.db`, checkout.path)
  expect(imported).toMatchObject({ code: 0, stdout: expect.stringMatching(/2 posts.*data\/imported\.db/s) })
  const exported = await run(`DATA_URL=sqlite:data/seeded.db ${exporting}`, checkout.path)
  expect(exported).toMatchObject({ code: 0, stdout: expect.stringContaining('posts.csv') })
  const querying = inTables.find((command) => command.includes('query')) ?? ''
  const queried = await run(`DATA_URL=sqlite:data/seeded.db ${querying}`, checkout.path)
  expect(queried).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^id +plays\n(?:\S+ +\d+\n){5}$/)
  })
})

// Most of a first start is this work. Processor time: how long that takes is up to what else runs here.
test('what the first start makes takes 15 seconds of work at most', () => {
  expect(inject('defaultDatasetEffort')).toBeLessThan(15)
})

test('every command is known to this test', () => {
  const known = [
    /^npm ci && npm (start|test)$/,
    /^export KEY=/,
    /^curl /,
    /^node -e /,
    // Needs an engine that builds images; the files it reads are checked below.
    /^GATEWAY_KEYS=\S+ DATA_URL=demo: docker compose up$/
  ]
  for (const { command } of blocks)
    expect(
      known.some((pattern) => pattern.test(command)),
      command
    ).toBe(true)
  expect(inTables.length).toBeGreaterThanOrEqual(3)
  for (const file of ['Dockerfile', 'compose.yaml', 'CONTRIBUTING.md', 'CHANGELOG.md']) {
    expect(existsSync(join(project, file)), file).toBe(true)
  }
})

test('every script and campaign that the documentation names exists', async () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: project })]
  const text = pages.map((page) => readFileSync(join(project, page), 'utf8')).join('\n')
  const named = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))]
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  const { stdout } = await run('npm run -s campaign', project)
  const campaigns = [...stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name = '']) => name)
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named(/npm run (?:-s )?([a-z][\w:-]*)/g)))
  expect(campaigns).toEqual(expect.arrayContaining(named(/npm run campaign -- (\w+)/g)))
})
