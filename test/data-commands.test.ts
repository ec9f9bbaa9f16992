import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { examples } from '../src/services/examples.ts'
import { call, overStdio } from './agent.ts'
import { freshCheckout, run } from './checkout.ts'
import { commandInProcess } from './command-in-process.ts'

const checkout = freshCheckout()
const folder = mkdtempSync(join(tmpdir(), 'clipgraph-made-'))
afterAll(() => {
  checkout.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** For what is not about a process. */
const here = (commandLine: string) => commandInProcess(commandLine, checkout.path)

test('making a data set says where and how many, and leaves the file alone there', async () => {
  const path = join(folder, 'small.db')
  const { code, stdout } = await here(`seed --users 20 --posts 50 --out ${path}`)
  expect(code).toBe(0)
  expect(stdout).toMatch(new RegExp(`^${path}: 20 users, .* 50 posts, .* in [\\d.]+ s\n$`))
  expect(readdirSync(folder)).toEqual(['small.db'])
})

/**
 * Runs a command, and presses Ctrl-C as soon as a command of bash says so, which finds in `$said` what this one says on standard error. There is
 * no place for temporary files, which none of these commands needs.
 */
const interrupted = (commandLine: string, isTime: string) =>
  run(
    `said=$(mktemp)
     PORT=0 TMPDIR=/missing node_modules/.bin/node src/commands/main.js ${commandLine} 2> "$said" & pid=$!
     until ${isTime}; do kill -0 $pid || break; sleep 0.01; done
     kill -INT $pid; wait $pid; code=$?
     cat "$said" >&2; rm "$said"; exit $code`,
    checkout.path
  )

/** There is a file that `find` looks for. */
const isThere = (folders: readonly string[], looksFor: string) =>
  `find ${folders.join(' ')} ${looksFor} 2>/dev/null | grep -q .`

test.each([
  ['seeding', (path: string) => `seed --posts 400000 --out ${path}`],
  ['seeding before the first start', () => 'serve']
])('Ctrl-C while %s ends it at once and leaves no file behind', async (_, commandLine) => {
  const place = mkdtempSync(join(folder, 'stopped-'))
  const data = join(checkout.path, 'data')
  const parts = () =>
    [place, data]
      .flatMap((name) => (existsSync(name) ? readdirSync(name) : []))
      .filter((name) => name.endsWith('.part'))
  const command = commandLine(join(place, 'large.db'))
  const { code, stderr, stdout } = await interrupted(command, isThere([place, data], "-name '*.part'"))
  // Bash says so of what was ended by SIGINT.
  expect(code).toBe(130)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/Stopped\. .*\.db was not written\.\n$/)
  expect(parts()).toEqual([])
  expect(readdirSync(place)).toEqual([])
  expect(existsSync(join(data, 'clipgraph.db'))).toBe(false)
})

test('Ctrl-C while importing leaves what was read, to go on with', async () => {
  const feed = join(folder, 'feed.json')
  const post = (id: number) => ({
    id: String(6_907_228_749_872_000_000n + BigInt(id)),
    text: `hello #tag${id % 1_000}`,
    createTime: 1_608_214_517,
    authorMeta: { id: String(id % 997), name: `someone${id % 997}` }
  })
  writeFileSync(feed, JSON.stringify(Array.from({ length: 25_000 }, (_, id) => post(id))))
  const place = mkdtempSync(join(folder, 'import-'))
  const { code, stderr } = await interrupted(
    `import ${feed} --out ${place}/feed.db`,
    // Enough for a batch to be in.
    isThere([place], "-name '*.part-wal' -size +2000k")
  )
  expect(code).toBe(130)
  const way = `import --resume --into ${place}/feed.db`
  expect(stderr.split('\n').at(-2)).toContain(
    `Stopped. What was read so far is kept. Resume with: npm run clipgraph -- ${way}`
  )
  expect(readdirSync(place).filter((name) => !name.startsWith('feed.db.part'))).toEqual([])
  expect((await here(way)).stdout).toContain('Read 25,000 posts')
  expect(readdirSync(place)).toEqual(['feed.db'])
})

test('clipgraph mcp makes the default data set first where there is none, and says so on standard error', async () => {
  const { client, stderr } = await overStdio({}, 'legacy', checkout.path)
  const { content } = await call<{ data: { username: string } }>(client, 'get_user', { username: examples.username })
  expect(content.data.username).toBe(examples.username)
  expect(stderr()).toContain('First start: creating a data set')
  await client.close()
})
