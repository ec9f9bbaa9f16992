import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { commandInProcess } from './command-in-process.ts'

/** What a terminal obeys: sequences of both kinds, a bell, a return, a deletion, and what turns the direction of text. */
const evil = 'a\u001b[2J\u001b]0;title\u0007\u009b31m\b\rb\u007f\u202e\u2066\u200f\u2028c'
/** All of it as it is shown. */
const shown = 'a\\u001b[2J\\u001b]0;title\\u0007\\u009b31m\\u0008\\u000db\\u007f\\u202e\\u2066\\u200f\\u2028c'
const obeyed = /(?!\r\n|[\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-terminal-'))
const data = join(folder, 'evil.db')
const post = { id: '6907228749872000001', text: evil, createTime: 1_608_214_517, authorMeta: { name: 'someone' } }
/** No line of its own is made up by it either. */
const evilName = `${evil}\nWritten to nowhere.json`

beforeAll(() => {
  writeFileSync(
    join(folder, evilName),
    JSON.stringify([post, { id: 'no id', createTime: 5, text: 'x', authorMeta: {} }])
  )
  copyFileSync(inject('defaultDataset'), data)
  const db = new DatabaseSync(data)
  db.prepare('UPDATE all_posts SET caption = ? WHERE pk = 1').run(evil)
  db.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const typed = (line: string, isTerminal: boolean, env: Record<string, string> = {}) =>
  commandInProcess(line, folder, { NO_COLOR: '1', ...env }, { isTerminal })

/** What is said without the lines that show how far something is. */
const withoutProgress = (text: string) => text.replaceAll(/\r\x1b\[2K[^\n\r]*(?=\r|$)|\r\x1b\[2K/g, '')

describe('on a terminal', () => {
  test('what an import says of files and what is in them is shown, and not obeyed', async () => {
    const { code, stdout, stderr } = await typed(`import '${evilName}' --into new.db`, true)
    // A record was refused.
    expect(code).toBe(3)
    expect(stdout).not.toMatch(obeyed)
    expect(withoutProgress(stderr)).not.toMatch(obeyed)
    expect(stdout).toContain(`no valid post id (${shown} Written to nowhere.json`)
    expect(stdout.match(/^Written to .*/gm)).toEqual(['Written to new.db'])
  })

  test.each(['csv', 'ndjson'])('records as %s are shown, and go to a pipe as they are', async (format) => {
    const id = new DatabaseSync(data, { readOnly: true })
      .prepare('SELECT post_id FROM posts WHERE pk = 1')
      .get()?.post_id
    const line = `export post:${id} --format ${format} --from ${data}`
    const onTerminal = await typed(line, true)
    expect(onTerminal.stdout).not.toMatch(obeyed)
    const inPipe = await typed(line, false)
    if (format === 'csv') {
      expect(onTerminal.stdout).toContain(shown)
      expect(inPipe.stdout).toContain(evil)
      expect(inPipe.stdout.endsWith('\r\n')).toBe(true)
    } else {
      // The same record: JSON spells them so itself.
      expect(JSON.parse(inPipe.stdout).caption).toBe(evil)
      expect(JSON.parse(onTerminal.stdout)).toEqual(JSON.parse(inPipe.stdout))
      expect(inPipe.stdout).toContain('\u202e')
    }
  })

  test.each([
    ['a file that is not there', `import '${evil}'`],
    ['an argument', `export '${evil}'`],
    ['an option', `seed '--${evil}'`],
    ['a value', `seed --until '${evil}'`],
    ['a command', `'${evil}'`],
    ['a data set', `export sounds --from '${evil}'`],
    ['a file of handles', `export 'scorecards:${evil}' --from ${data}`],
    ['a key', `keys revoke '${evil}'`]
  ])('an error repeats %s without obeying it, in a pipe too', async (_, line) => {
    writeFileSync(join(folder, 'keys.json'), '{"cursorSecret":"x","keys":[]}')
    for (const isTerminal of [true, false]) {
      const { code, stderr } = await typed(line, isTerminal, { KEY_FILE: join(folder, 'keys.json') })
      expect(code).toBeGreaterThan(0)
      expect(withoutProgress(stderr)).not.toMatch(obeyed)
    }
  })

  test('a setting and a handle are repeated so too', async () => {
    const { code, stdout } = await typed('doctor', true, {
      DATA_URL: `./${evil}\nok     data   all is well`,
      PORT: '0'
    })
    expect(code).toBe(1)
    // Its own words are coloured.
    expect(stdout.replaceAll(/\u001b\[3[1239]m/g, '')).not.toMatch(obeyed)
    expect(stdout).toContain(shown)
    expect(stdout).not.toMatch(/^ok +data/m)
    writeFileSync(join(folder, 'handles.txt'), `${evil.replaceAll(/[\r\u2028]/g, '')}\n`)
    const exported = await typed(`export scorecards:handles.txt --from ${data}`, true)
    expect(exported.code).toBe(1)
    expect(withoutProgress(exported.stderr)).not.toMatch(obeyed)
    expect(exported.stderr).toContain('\\u001b[2J')
  })
})

test('lines of the log are JSON in which nothing is obeyed', () => {
  const log = new URL('../src/core/log.ts', import.meta.url).href
  const script = `const { createLog } = await import('${log}'); createLog('info').info({ of: process.env.EVIL }, process.env.EVIL)`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { EVIL: evil },
    encoding: 'utf8'
  })
  expect(stderr).not.toMatch(obeyed)
  expect(JSON.parse(stderr)).toMatchObject({ of: evil, msg: evil })
})

test('nothing but core/terminal.ts writes to a terminal, so that all of it goes through there', () => {
  const src = join(import.meta.dirname, '../src')
  const writers = globSync('**/*.ts', { cwd: src })
    .filter((file) => !file.startsWith('surfaces/explorer/'))
    // Prints code for users to copy.
    .filter((file) => file !== 'surfaces/views/snippets.ts')
    .filter((file) => /process\.std(?:out|err)\.write|\bconsole\./.test(readFileSync(join(src, file), 'utf8')))
  // What doctor says is coloured.
  expect(writers.sort()).toEqual(['commands/doctor.ts', 'core/terminal.ts'])
})
