import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, inject, test, vi } from 'vitest'
import { ownerOf } from '../src/store/history/history-file.ts'
import { Recorder } from '../src/store/history/recorder.ts'
import { postIdOf, postsEach } from './counted-upstream.ts'
import { began, day, hour, recordingFacades } from './recording-facade.ts'

const { newPath, remember, deployment, upstream } = recordingFacades()

const owner = ownerOf(new URL('https://a.example'), null)

/** A recorder that writes at once, with its clock. Each `write` is one of its own. */
const record = (limits: { maxBytes?: number; maxDays?: number }) => {
  const path = newPath()
  const clock = { seconds: began }
  const fail = (problem: string) => {
    throw new Error(problem)
  }
  const options = { path, ...owner, maxBytes: 2 ** 24, maxDays: 400, writeMs: 1, now: () => clock.seconds * 1_000 }
  const recorder = new Recorder({ ...options, ...limits, complain: fail })
  let expected = 0
  const write = async (things: readonly (readonly [key: string, posts: number])[]) => {
    expected += things.length
    for (const [key, posts] of things) recorder.record('sounds', key, recorder.now(), [posts])
    await vi.waitUntil(() => recorder.figures.recorded === expected, { timeout: 60_000, interval: 1 })
  }
  const counts = async (key: string) => {
    const history = await recorder.history('sounds', key)
    if (history === null || history instanceof Error) throw new Error('the history must be there')
    return history.points.map(({ counts: [posts] }) => posts)
  }
  return { path, clock, recorder, write, counts }
}

describe('a history file', () => {
  test('forgets what is too old', async () => {
    const { path, clock, recorder, write, counts } = record({ maxDays: 10 })
    await write([['2', 0]])
    for (const days of [0, 6, 12, 20, 24]) {
      clock.seconds = began + days * day
      await write([['1', days]])
    }
    expect(await counts('1')).toEqual([20, 24])
    expect(await counts('2')).toEqual([])
    await recorder.close()
    // Weeks that are too old as a whole are removed from the file, and things that were not read since.
    const db = new DatabaseSync(path, { readOnly: true })
    expect(db.prepare('SELECT key FROM things').all()).toEqual([{ key: '1' }])
    const weekOf = (days: number) => Math.floor((began + days * day) / (7 * day))
    const weeks = new Set([0, 6, 12, 20, 24].map(weekOf).filter((week) => week >= weekOf(24 - 10)))
    expect(db.prepare('SELECT count(*) AS blocks FROM blocks').get()).toEqual({ blocks: weeks.size })
    db.close()
  })

  test('has no time of the future: counts said to be from then are as old as their read', async () => {
    const { recorder } = record({})
    recorder.record('sounds', '1', began + day, [5])
    expect(await recorder.history('sounds', '1')).toMatchObject({ points: [{ at: began, counts: [5] }] })
    await vi.waitUntil(() => recorder.figures.recorded === 1, { timeout: 60_000, interval: 1 })
    expect(await recorder.history('sounds', '1')).toMatchObject({ points: [{ at: began, counts: [5] }] })
    await recorder.close()
  })

  test('stays below its size, and forgets what was not read for the longest', async () => {
    const maxBytes = 128 * 1024
    const { clock, recorder, write, counts } = record({ maxBytes })
    for (let hours = 0; hours < 40; hours += 1) {
      clock.seconds = began + hours * hour
      const others = Array.from({ length: 100 }, (_, index) => [`${hours}00${index}`, hours] as const)
      await write([['1', hours], ...others])
      expect(recorder.figures.bytes).toBeLessThanOrEqual(maxBytes)
    }
    expect(await counts('1')).toHaveLength(40)
    expect(await counts('390099')).toEqual([39])
    expect(await counts('00')).toEqual([])
    expect(await counts('1000')).toEqual([])
    await recorder.close()
  })

  test('takes less than 40 bytes a sample', async () => {
    const { path, clock, recorder, write } = record({})
    const days = 30
    for (let each = 0; each < days; each += 1) {
      clock.seconds = began + each * day + 17 * each
      await write(Array.from({ length: 1_000 }, (_, index) => [String(index), each * each * 1_234 + index] as const))
    }
    await recorder.close()
    expect(statSync(path).size / (1_000 * days)).toBeLessThan(40)
  })
})

describe('a history file has the counts of one deployment', () => {
  const options = { maxBytes: 2 ** 24, maxDays: 400, writeMs: 1, now: () => began * 1_000 }
  let sounds = 0
  /** What a recorder for a deployment says is wrong; null when it records into the file. */
  const problemAt = async (path: string, address: string, movedFrom: string | null = null) => {
    const problems: string[] = []
    const owner = ownerOf(new URL(address), movedFrom === null ? null : new URL(movedFrom))
    const recorder = new Recorder({ ...options, path, ...owner, complain: (problem) => void problems.push(problem) })
    sounds += 1
    recorder.record('sounds', String(sounds), began, [1])
    await vi.waitUntil(() => recorder.figures.recorded + problems.length > 0, { timeout: 60_000, interval: 1 })
    const history = await recorder.history('sounds', '1')
    expect(history instanceof Error).toBe(problems.length > 0)
    await recorder.close()
    return problems[0] ?? null
  }
  const countsOf = (deployment: string) => expect.stringContaining(`it has the counts of ${deployment}, and DATA_URL`)

  test('however its address is written, and those of no other', async () => {
    const path = newPath()
    for (const same of [
      'https://a.example',
      'https://A.example:443/',
      'https://a.example.//',
      'https://u:secret@a.example'
    ]) {
      expect(await problemAt(path, same)).toBe(null)
    }
    for (const other of [
      'https://b.example',
      'https://a.example:8443',
      'https://a.example/clips',
      'http://a.example'
    ]) {
      expect(await problemAt(path, other)).toEqual(countsOf('https://a.example'))
    }
    expect(readFileSync(path).includes('secret')).toBe(false)
  })

  test('also after it moved to another address, where that is said', async () => {
    const path = newPath()
    expect(await problemAt(path, 'https://a.example')).toBe(null)
    expect(await problemAt(path, 'https://b.example', 'https://c.example')).toEqual(countsOf('https://a.example'))
    expect(await problemAt(path, 'https://b.example', 'https://a.example/')).toBe(null)
    expect(await problemAt(path, 'https://b.example', 'https://a.example/')).toBe(null)
    expect(await problemAt(path, 'https://a.example')).toEqual(countsOf('https://b.example'))
  })

  test('and one of an earlier version, which does not say whose they are, has those of the first that uses it', async () => {
    const path = newPath()
    expect(await problemAt(path, 'https://a.example')).toBe(null)
    const db = new DatabaseSync(path)
    db.exec('ALTER TABLE about DROP COLUMN deployment')
    db.close()
    expect(await problemAt(path, 'https://b.example')).toBe(null)
    expect(await problemAt(path, 'https://a.example')).toEqual(countsOf('https://b.example'))
  })

  test('so that a server refuses to start over the counts of another', async () => {
    const path = newPath()
    const { close } = await remember(path)
    await close()
    const other = remember(path, { url: deployment().url })
    await expect(other).rejects.toThrow(
      `it has the counts of ${upstream().url}, and DATA_URL names ${deployment().url}; `
    )
    await remember(path, { url: deployment().url, movedFrom: new URL(upstream().url) })
  })
})

test('servers of one machine share a history file', async () => {
  const path = newPath()
  // Both find none and begin one.
  const both = await Promise.all([remember(path), remember(path)])
  await Promise.all(both.map(({ read }, index) => read(`/users/u${index}/posts?count=${postsEach}`)))
  for (const { recorded } of both) await expect.poll(recorded).toBe(postsEach)
  for (const { lookUp, problems } of both) {
    for (const creator of [0, 1]) {
      for (const index of [0, postsEach - 1]) {
        expect((await lookUp('postHistory', postIdOf(creator, index)))?.points).toHaveLength(1)
      }
    }
    expect(problems().filter((problem) => !/lock|again/.test(problem))).toEqual([])
  }
})

describe('a facade serves on, and says once what is wrong,', () => {
  const cases: [string, (path: string) => () => void, RegExp][] = [
    [
      'while another process locks the file',
      (path) => {
        const db = new DatabaseSync(path)
        db.exec('BEGIN IMMEDIATE')
        return () => db.close()
      },
      /another process holds a lock on it/
    ],
    [
      'while another version has written the file',
      (path) => {
        const header = readFileSync(path)
        writeFileSync(path, header.fill(9, 60, 64))
        return () => rmSync(path)
      },
      /another version of clipgraph; move it away/
    ],
    [
      'while the file is damaged',
      (path) => {
        const file = readFileSync(path)
        writeFileSync(path, file.fill(7, 100))
        return () => rmSync(path)
      },
      /it is damaged; move it away/
    ],
    [
      'while the file cannot be made',
      (path) => {
        rmSync(path)
        // A file where a folder has to be.
        const parent = join(path, '..')
        rmSync(parent, { recursive: true })
        writeFileSync(parent, '')
        return () => rmSync(parent)
      },
      /it cannot be opened or made/
    ]
  ]
  test.each(cases)('%s', async (_, spoil, problem) => {
    const path = join(newPath(), 'history.db')
    // The folder is made.
    const before = await remember(path)
    await before.read('/users/u1')
    await before.close()
    const repair = spoil(path)
    const { facade, read, recorded, problems, series } = await remember(path)
    await read('/users/u2')
    await expect.poll(problems).toEqual([expect.stringMatching(problem)])
    expect(problems()[0]).toMatch(/^no history is recorded in .+ Requests are answered as before$/)
    await read('/users/u3')
    expect((await facade.get('/readyz')).status).toBe(200)
    expect((await facade.get('/healthz')).status).toBe(200)
    repair()
    await expect.poll(problems).toEqual([expect.stringMatching(problem), `history is recorded in ${path} again`])
    // What waited is not lost.
    await expect.poll(recorded).toBe(2)
    for (const handle of ['u2', 'u3']) expect(await series('userHistory', handle)).toHaveLength(1)
  })

  test.runIf(process.platform === 'linux')('where no folder can ever be made', async () => {
    const { read, problems, close } = await remember('/proc/none/history.db')
    await read('/users/u1')
    await expect.poll(problems).toEqual([expect.stringContaining('ENOENT')])
    await close()
  })

  test('when the file is full', async () => {
    // Little more than its tables take.
    const { read, problems } = await remember(newPath(), { maxBytes: 8 * 4_096 })
    for (const creator of [1, 2, 3]) await read(`/users/u${creator}/posts?count=${postsEach}`)
    await expect.poll(problems).toEqual([expect.stringMatching(/what HISTORY_MAX_MB allows, is full/)])
    await read('/users/u1')
  })

  test('when too much waits', async () => {
    const path = newPath()
    const complaints: string[] = []
    const options = {
      path,
      ...owner,
      maxBytes: 2 ** 24,
      maxDays: 400,
      now: () => began * 1_000,
      writeMs: 5,
      maxWaiting: 10
    }
    const first = new Recorder({ ...options, complain: () => {} })
    await first.close()
    const db = new DatabaseSync(path)
    db.exec('BEGIN IMMEDIATE')
    const recorder = new Recorder({ ...options, complain: (text) => complaints.push(text) })
    for (let index = 0; index < 30; index += 1) recorder.record('sounds', String(index), began, [index])
    await expect.poll(() => complaints.length).toBe(2)
    expect(complaints).toEqual(
      expect.arrayContaining([expect.stringMatching(/lock/), expect.stringMatching(/the oldest are dropped/)])
    )
    db.close()
    await expect.poll(() => recorder.figures.recorded).toBe(10)
    expect(complaints).toHaveLength(3)
    expect(await recorder.history('sounds', '19')).toEqual({ points: [], undated: 0 })
    expect(await recorder.history('sounds', '20')).toMatchObject({ points: [{ counts: [20] }] })
    await recorder.close()
  })

  test('when the file is removed while it is written to, and makes a new one', async () => {
    const path = newPath()
    const { read, recorded, series, problems } = await remember(path)
    await read('/users/u1')
    await expect.poll(recorded).toBe(1)
    expect(await series('userHistory', 'u1')).toHaveLength(1)
    rmSync(path)
    await read('/users/u2')
    await expect.poll(recorded).toBe(2)
    expect(existsSync(path)).toBe(true)
    expect(await series('userHistory', 'u1')).toEqual([])
    expect(await series('userHistory', 'u2')).toHaveLength(1)
    expect(problems()).toEqual([])
  })
})

const pick = ({ ino, size, mtimeMs }: Stats) => ({ ino, size, mtimeMs })

describe('what is something else is refused at the start, and left as it is:', () => {
  const cases: [string, (path: string) => void, string][] = [
    ['a data set', (path) => copyFileSync(inject('defaultDataset'), path), 'it is a database of something else'],
    [
      'another database',
      (path) => new DatabaseSync(path).exec('CREATE TABLE a (b)'),
      'it is a database of something else'
    ],
    ['a text', (path) => writeFileSync(path, 'a letter'), 'it is not a SQLite database'],
    ['a folder', (path) => mkdirSync(path), 'it is a folder, not a file'],
    ['a named pipe', (path) => execFileSync('mkfifo', [path]), 'it is a named pipe, not a file']
  ]
  test.each(cases)('%s', async (_, make, problem) => {
    const path = newPath()
    make(path)
    const stateOf = () => pick(statSync(path))
    const before = stateOf()
    const start = remember(path)
    await expect(start).rejects.toThrow(
      `configuration: HISTORY names ${path}, which cannot record anything: ${problem}`
    )
    expect(stateOf()).toEqual(before)
  })
})
