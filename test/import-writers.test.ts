import { spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../src/core/config/config.ts'
import { makeDefaultDatasetQuietly } from '../src/ingest/default-dataset.ts'
import { importFiles } from '../src/ingest/import.ts'
import { seedDataset, seedDefaults } from '../src/ingest/seed/seed.ts'
import { mergeIntoFile } from '../src/ingest/sqlite/import-session.ts'
import { lockForImport } from '../src/store/sqlite/import-lock.ts'
import { commandAlone } from './command.ts'
import { commandInProcess } from './command-in-process.ts'

const root = mkdtempSync(join(tmpdir(), 'clipgraph-writers-'))
afterAll(() => rmSync(root, { recursive: true }))
let folder: string
let folders = 0
beforeEach(() => {
  folder = join(root, String(++folders))
  mkdirSync(join(folder, 'data'), { recursive: true })
})

/** The id of a post tells which feed it is from. */
const post = (id: number) => ({
  id: String(7_000_000_000_000_000_000n + BigInt(id)),
  text: `post ${id}`,
  createTime: 1_600_000_000,
  authorMeta: { name: `author${id}` }
})
const feedOf = (...ids: number[]) => {
  const file = join(root, `feed${ids.join('-')}.json`)
  writeFileSync(file, JSON.stringify(ids.map(post)))
  return file
}
const seeded = (path: string, posts: number) =>
  seedDataset({ path, users: 20, posts, seed: 3, until: '2026-06-01', replaces: true })
/** The default data set with a post more. */
const oneMoreThanDefault = (path: string) => {
  copyFileSync(inject('defaultDataset'), path)
  const db = new DatabaseSync(path)
  const columns = db
    .prepare("SELECT name FROM pragma_table_info('all_posts')")
    .all()
    .map(({ name }) => String(name))
  const copied = columns.map((name) => (name === 'pk' ? '1000000' : name === 'post_id' ? "'1'" : name))
  db.exec(`INSERT INTO all_posts (${columns}) SELECT ${copied} FROM all_posts LIMIT 1`)
  db.close()
}
const idsIn = (path: string) => {
  const db = new DatabaseSync(path, { readOnly: true })
  const ids = db.prepare('SELECT post_id FROM all_posts ORDER BY post_id').all()
  db.close()
  return ids.map(({ post_id }) => Number(BigInt(String(post_id)) - 7_000_000_000_000_000_000n))
}
const posts = (path: string) => idsIn(path).length
/** A command in the folder, without a terminal. */
const typed = (line: string, env: Record<string, string> = {}) => commandInProcess(line, folder, env)

describe('data are replaced only by somebody who says so:', () => {
  test('the data set that the first start made makes room for the first feed', async () => {
    copyFileSync(inject('defaultDataset'), join(folder, 'data/clipgraph.db'))
    const { code, stdout } = await typed(`import ${feedOf(1)}`)
    expect(code).toBe(0)
    expect(stdout).toContain('The seed data were removed.')
    expect(idsIn(join(folder, 'data/clipgraph.db'))).toEqual([1])
  })

  test.each<[string, string, (file: string) => Record<string, string>, string]>([
    ['named with --into', 'mine.db', () => ({}), '--into mine.db'],
    ['named with --out', 'mine.db', () => ({}), '--out mine.db'],
    ['of DATA_URL', 'mine.db', (file) => ({ DATA_URL: `sqlite:${file}` }), ''],
    ['in the place of the default, but larger', 'data/clipgraph.db', () => ({}), '']
  ])('seed data %s', async (_, name, env, option) => {
    const path = join(folder, name)
    const many = name === 'mine.db' ? 300 : 20_001
    if (name === 'mine.db') seeded(path, many)
    else oneMoreThanDefault(path)
    const line = `import ${feedOf(1)} ${option}`
    const refused = await typed(line, env(path))
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      new RegExp(`${name} has ${many.toLocaleString('en')} posts that seed made, which would be lost: add --replace`)
    )
    expect(posts(path)).toBe(many)
    const agreed = await typed(`${line} --replace`, env(path))
    expect([agreed.code, idsIn(path)]).toEqual([0, [1]])
    expect(readdirSync(folder).filter((each) => each !== name && each !== 'data')).toEqual([])
  })

  test('imported data, by seed', async () => {
    const path = join(folder, 'mine.db')
    await importFiles({ inputs: [feedOf(1)], path })
    const line = 'seed --users 20 --posts 50 --out mine.db'
    const refused = await typed(line)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('mine.db has 1 post, which would be lost: add --replace')
    expect(idsIn(path)).toEqual([1])
    expect((await typed(`${line} --replace`)).code).toBe(0)
    expect(posts(path)).toBe(50)
    // What was seeded can be made again.
    expect((await typed('seed --users 20 --posts 60 --out mine.db')).code).toBe(0)
    expect(posts(path)).toBe(60)
  })

  test('what is no data set, by seed', async () => {
    writeFileSync(join(folder, 'letter.txt'), 'Dear reader')
    const refused = await typed('seed --users 20 --posts 50 --out letter.txt')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('letter.txt has other contents, which would be lost')
  })
})

describe('on a terminal, a command asks', () => {
  const { stdin } = process
  afterEach(() => Object.defineProperty(process, 'stdin', { value: stdin, configurable: true }))
  const answered = (answer: string, line: string) => {
    const input = Object.assign(new PassThrough(), { isTTY: true })
    Object.defineProperty(process, 'stdin', { value: input, configurable: true })
    input.end(answer)
    return commandInProcess(line, folder, {}, { isTerminal: true })
  }

  test.each([
    ['y\n', 0],
    ['Yes\n', 0],
    ['\n', 1],
    ['n\n', 1],
    // The end of the input is no answer.
    ['', 1]
  ])('whether seed data are replaced, and takes %j', async (answer, code) => {
    const path = join(folder, 'mine.db')
    seeded(path, 300)
    const { stderr, ...ended } = await answered(answer, `import ${feedOf(1)} --into mine.db`)
    expect(stderr).toContain('mine.db has 300 posts that seed made. Replace them? [y/N] ')
    expect(ended.code).toBe(code)
    if (code === 0) expect(idsIn(path)).toEqual([1])
    else {
      expect(stderr).toContain('Nothing was changed.')
      expect(posts(path)).toBe(300)
    }
  })

  test('whether imported data are replaced by seed', async () => {
    const path = join(folder, 'mine.db')
    await importFiles({ inputs: [feedOf(1)], path })
    const line = 'seed --users 20 --posts 50 --out mine.db'
    expect((await answered('n\n', line)).stderr).toContain('mine.db has 1 post. Replace it? [y/N] ')
    expect(idsIn(path)).toEqual([1])
    expect((await answered('y\n', line)).code).toBe(0)
    expect(posts(path)).toBe(50)
  })
})

/** A script that is interrupted as soon as its thread is begun. */
const stoppedAtOnce = (task: object) => `
  import { makeDataset } from '${new URL('../src/ingest/make-dataset.ts', import.meta.url)}'
  void makeDataset(${JSON.stringify(task)}, () => {})
  process.emit('SIGINT', 'SIGINT')`

describe('writers of one data set know of each other:', () => {
  const isTaken = /^Another import or seed into .+ is running since .+: wait until it has ended\.$/

  test.each<[string, (path: string) => unknown]>([
    ['seed', (path) => seeded(path, 50)],
    ['import', (path) => importFiles({ inputs: [feedOf(2)], path })],
    ['import --replace', (path) => importFiles({ inputs: [feedOf(2)], path, replaces: true })]
  ])('%s waits for a running import', async (_, write) => {
    const path = join(folder, 'a.db')
    await importFiles({ inputs: [feedOf(1)], path })
    const link = join(folder, 'link.db')
    symlinkSync('a.db', link)
    const running = await mergeIntoFile({ path: link, replaces: false, resumes: false })
    for (const way of [path, link]) await expect((async () => write(way))()).rejects.toThrow(isTaken)
    await running.close()
    expect(idsIn(path)).toEqual([1])
    await write(link)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(idsIn(path)).not.toEqual([1])
    expect(readdirSync(folder).sort()).toEqual(['a.db', 'data', 'link.db'])
  })

  test('who is stopped before it writes leaves the files of who does', async () => {
    const path = join(folder, 'a.db')
    const running = await mergeIntoFile({ path, replaces: false, resumes: false })
    const files = readdirSync(folder)
    expect(files).toEqual(expect.arrayContaining(['a.db.importing', 'a.db.part']))
    const task = {
      kind: 'import',
      inputs: [feedOf(2)],
      path,
      replaces: false,
      replacesSeedUpTo: -1,
      resumes: false,
      columns: null
    }
    const stopped = spawnSync(process.execPath, ['--input-type=module', '-e', stoppedAtOnce(task)])
    expect(stopped.stderr.toString()).toBe(`Stopped. ${path} was not written.\n`)
    expect(readdirSync(folder)).toEqual(files)
    await running.close()
  })

  test('who is refused in the same process takes no lock from who writes', async () => {
    const path = join(folder, 'a.db')
    await importFiles({ inputs: [feedOf(1)], path })
    const unlock = lockForImport(path)
    expect(() => lockForImport(path)).toThrow(isTaken)
    expect((await commandAlone(['import', feedOf(2), '--into', path])).stderr).toMatch(/Another import or seed/)
    unlock()
    expect(idsIn(path)).toEqual([1])
  })

  test('a lock that cannot be taken for another reason is not blamed on another import', async () => {
    const path = join(folder, 'a.db')
    writeFileSync(`${path}.importing`, 'no database'.repeat(20))
    const { code, stderr } = await typed(`import ${feedOf(1)} --out ${path}`)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`Could not write the data set ${path}`)])
    expect(stderr).not.toContain('Another import')
  })

  test('a writer that comes while another ends either writes or is refused with the name of that one', async () => {
    const path = join(folder, 'busy.db')
    const loop = `import { lockForImport } from ${JSON.stringify(join(import.meta.dirname, '../src/store/sqlite/import-lock.ts'))}
      const ends = new Set()
      for (let turn = 0; turn < 1500; turn += 1) {
        try { lockForImport(${JSON.stringify(path)})(); ends.add('written') }
        catch (error) { ends.add(/Another import or seed/.test(error.message) ? 'refused' : error.message) }
      }
      process.stdout.write(JSON.stringify([...ends].sort()))`
    const outputs = await Promise.all(
      [1, 2, 3].map(async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', loop], {
          stdio: ['ignore', 'pipe', 'inherit']
        })
        return JSON.parse(await text(child.stdout))
      })
    )
    for (const ends of outputs) expect(['refused', 'written']).toEqual(expect.arrayContaining(ends))
  })

  test('a link to a file that is not there yet is followed', async () => {
    symlinkSync('data/new.db', join(folder, 'link.db'))
    await importFiles({ inputs: [feedOf(1)], path: join(folder, 'link.db') })
    expect(lstatSync(join(folder, 'link.db')).isSymbolicLink()).toBe(true)
    expect(idsIn(join(folder, 'data/new.db'))).toEqual([1])
  })

  test('in any order, each either writes all that it says or is refused', async () => {
    let state = 42
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((state / 2 ** 31) * below)
    }
    const path = join(folder, 'many.db')
    await importFiles({ inputs: [feedOf(1)], path })
    type Writer = { line: string; write: (before: number[]) => number[] }
    const writers = (id: number): Writer[] => [
      { line: `import ${feedOf(id)} --into ${path}`, write: (before) => [...before, id] },
      { line: `import ${feedOf(id)} --into ${path} --replace`, write: () => [id] },
      { line: `seed --users 5 --posts 5 --out ${path}`, write: () => [] }
    ]
    let before = [1]
    for (let round = 0; round < 3; round += 1) {
      const two = [10 * round + 10, 10 * round + 11].flatMap((id) => writers(id)[random(3)] ?? [])
      const ended = await Promise.all(two.map(({ line }) => commandAlone(line.split(' '))))
      for (const { code, stderr } of ended) {
        if (code !== 0) expect(stderr).toMatch(/Another import or seed|would be lost/)
      }
      const wrote = two.filter((_, index) => ended[index]?.code === 0)
      const orders = [wrote, wrote.toReversed()].map((order) =>
        order.reduce((ids, { write }) => write(ids), before).toSorted((a, b) => a - b)
      )
      before = idsIn(path)
      expect(orders).toContainEqual(before)
    }
    expect(readdirSync(folder).sort()).toEqual(['data', 'many.db'])
  })

  test('processes that start together share the data set that one of them makes', async () => {
    const path = join(folder, 'data/clipgraph.db')
    const config = { ...readConfig({}), data: { kind: 'sqlite', path, sample: 'unset' } as const }
    const unlock = lockForImport(path)
    const starting = [makeDefaultDatasetQuietly(config), makeDefaultDatasetQuietly(config)]
    unlock()
    await Promise.all(starting)
    expect(posts(path)).toBe(seedDefaults.posts)
    expect(readdirSync(join(folder, 'data'))).toEqual(['clipgraph.db'])
  })
})
