import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { retryingRead } from '../src/commands/export/retry.ts'
import { ApiError } from '../src/core/errors.ts'
import type { Post } from '../src/records/post.ts'
import { UpstreamFault } from '../src/store/upstream/faults.ts'
import { cases, samples } from './cases.ts'
import { run } from './checkout.ts'
import { command, start } from './command.ts'
import { type FakeUpstream, failure, type Script, speaking, startFakeUpstream, success } from './fake-upstream.ts'

let folder: string
let out: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipgraph-resume-'))
  out = join(folder, 'posts.ndjson')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A part that takes no more time than it must: looked at until it holds so much. */
const until = async (holds: () => boolean) => {
  while (!holds()) await sleep(2)
}

describe('an export from a server', () => {
  let upstream: FakeUpstream
  beforeAll(async () => {
    upstream = await startFakeUpstream()
  })
  afterAll(() => upstream.close())

  const post = (number: number): Partial<Post> => ({
    post_id: String(number),
    created_at: 1_700_000_000 - number,
    caption: `=${number}`
  })
  const pages = 5
  const perPage = 100
  const page = (index: number) =>
    success(
      Array.from({ length: perPage }, (_, place) => post(index * perPage + place + 1)),
      { cursor: index + 1 < pages ? `page-${index + 1}` : null, has_more: index + 1 < pages }
    )
  const indexOf = (cursor: string | null) => (cursor === null ? 0 : Number(cursor.slice('page-'.length)))
  /** All pages in turn, but for what is said of some of them. */
  const answering = (
    instead: (index: number, ...asked: Parameters<Script>) => ReturnType<Script> | 'page' = () => 'page'
  ): Script =>
    speaking((asked, response) => {
      const index = indexOf(asked.query.get('cursor'))
      const answer = instead(index, asked, response)
      return answer === 'page' ? page(index) : answer
    })
  const args = (...more: string[]) => ['export', 'user:someone/posts', '--from', upstream.url, ...more]
  const env = { UPSTREAM_KEY: 'a-key' }
  const ids = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line): number => Number(JSON.parse(line).post_id))
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
  const all = upTo(pages * perPage)
  const asked = () => upstream.asked.map(({ query }) => indexOf(query.get('cursor')))

  test('sends the key, and asks for each page once', async () => {
    upstream.says(answering())
    const { code, stdout, stderr } = await command(args(), { env })
    expect([code, stderr, ids(stdout)]).toEqual([0, '', all])
    expect(asked()).toEqual([0, 1, 2, 3, 4])
    expect(new Set(upstream.asked.map(({ headers }) => headers['x-gateway-key']))).toEqual(new Set(['a-key']))
    expect(upstream.asked[0]?.query.get('count')).toBe('100')
  })

  test('stopped by Ctrl-C says how to go on, and goes on behind what is there', async () => {
    let reached = () => {}
    const isAsked = new Promise<void>((resolve) => {
      reached = resolve
    })
    upstream.says(
      answering((index) => {
        if (index < 2) return 'page'
        reached()
        return undefined
      })
    )
    const stopped = start(args('--out', out), { env })
    await isAsked
    stopped.kill('SIGINT')
    const { code, stdout, stderr } = await stopped.finished
    expect([code, stdout]).toEqual([null, ''])
    const [line = '', way = ''] = stderr.trimEnd().split('\n')
    expect(line).toBe('Stopped.')
    expect(way).toBe(
      `${out}.part has 200 records. Resume with: npm run -s clipgraph -- export user:someone/posts --from ${upstream.url} --out ${out} --resume`
    )
    expect(readdirSync(folder).toSorted()).toEqual(['posts.ndjson.part', 'posts.ndjson.part.json'])
    expect(ids(readFileSync(`${out}.part`, 'utf8'))).toEqual(upTo(200))

    // Somebody cut the power in the middle of a line.
    appendFileSync(`${out}.part`, '{"post_id":"201","capt')
    upstream.says(answering())
    const resumed = await command(args('--out', out, '--resume'), { env })
    expect(resumed).toEqual({ code: 0, stdout: `${out}: 500 records\n`, stderr: 'Resuming after 200 records.\n' })
    expect(asked()).toEqual([2, 3, 4])
    expect(readdirSync(folder)).toEqual(['posts.ndjson'])
    expect(ids(readFileSync(out, 'utf8'))).toEqual(all)
  })

  test('stopped before its first page leaves nothing behind', async () => {
    const isAsked = Promise.withResolvers<void>()
    upstream.says(
      answering(() => {
        isAsked.resolve()
        return undefined
      })
    )
    const stopped = start(args('--out', out), { env })
    await isAsked.promise
    stopped.kill('SIGTERM')
    expect(await stopped.finished).toMatchObject({ code: null, stderr: 'Stopped.\n' })
    expect(readdirSync(folder)).toEqual([])
  })

  test('keeps others from writing its file, resumed or not, until it ends', async () => {
    const isAsked = Promise.withResolvers<void>()
    upstream.says(
      answering((index) => {
        if (index < 2) return 'page'
        isAsked.resolve()
        return undefined
      })
    )
    const first = start(args('--out', out), { env })
    await isAsked.promise
    for (const more of [[], ['--resume']]) {
      const { code, stderr } = await command(args('--out', out, ...more), { env })
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(
          /posts\.ndjson\.part is being written by another export since .*: wait until it has ended/
        )
      ])
    }
    expect(ids(readFileSync(`${out}.part`, 'utf8'))).toEqual(upTo(200))
    // Whoever is killed leaves no lock behind.
    first.kill('SIGKILL')
    await first.finished
    upstream.says(answering())
    expect((await command(args('--out', out, '--resume'), { env })).code).toBe(0)
    expect(ids(readFileSync(out, 'utf8'))).toEqual(all)
    expect(readdirSync(folder)).toEqual(['posts.ndjson'])
  })

  test('leaves the file that is there alone until all is in the new one', async () => {
    writeFileSync(out, 'the former export')
    upstream.says(answering((index) => (index < 2 ? 'page' : failure(401, 'UNAUTHORIZED'))))
    const { code, stderr } = await command(args('--out', out), { env })
    expect(code).toBe(1)
    expect(stderr.split('\n')).toEqual([
      `the upstream at ${upstream.url} refuses the key in UPSTREAM_KEY. Set UPSTREAM_KEY to a key that it accepts.`,
      expect.stringContaining(`${out}.part has 200 records. Resume with: `),
      ''
    ])
    expect(readFileSync(out, 'utf8')).toBe('the former export')

    const again = await command(args('--out', out), { env })
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('continue it with --resume, or remove it')])
    const other = await command(
      ['export', 'user:other/posts', '--format', 'csv', '--from', upstream.url, '--out', out, '--resume'],
      { env }
    )
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('differs in what and format')])
    upstream.says(answering())
    expect((await command(args('--out', out, '--resume'), { env })).code).toBe(0)
    expect(ids(readFileSync(out, 'utf8'))).toEqual(all)
  })

  test('that cannot begin leaves nothing behind, and does not wait', async () => {
    upstream.says(speaking(() => failure(401, 'UNAUTHORIZED')))
    const { code, stderr } = await command(args('--out', out), { env })
    expect([code, stderr]).toEqual([
      1,
      `the upstream at ${upstream.url} refuses the key in UPSTREAM_KEY. Set UPSTREAM_KEY to a key that it accepts.\n`
    ])
    const nowhere = await command(['export', 'sounds', '--from', 'http://127.0.0.1:1', '--out', out])
    expect([nowhere.code, nowhere.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^nothing answers at http:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\)\. Start the deployment .*, or correct --from\.\n$/
      )
    ])
    const noDatabase = await command([
      'export',
      'users',
      '--from',
      'postgres://me:secret@127.0.0.1:1/clips',
      '--out',
      out
    ])
    expect([noDatabase.code, noDatabase.stderr]).toEqual([
      1,
      expect.stringMatching(/^PostgreSQL cannot be reached \(ECONNREFUSED\); start it, .*\n$/)
    ])
    expect(readdirSync(folder)).toEqual([])
  })

  test('waits as long as it is told to, and for a server that is away for a moment', async () => {
    const at: number[] = []
    const fails = [
      failure(429, 'RATE_LIMITED', { 'retry-after': '2' }),
      failure(503, 'UNAVAILABLE', { 'retry-after': '2' })
    ]
    upstream.says(
      answering((index) => {
        if (index !== 2) return 'page'
        at.push(performance.now())
        return fails.shift() ?? 'page'
      })
    )
    const { code, stdout, stderr } = await command(args(), { env })
    expect([code, ids(stdout)]).toEqual([0, all])
    expect(stderr.split('\n')).toEqual([
      `the upstream at ${upstream.url} limits how much may be asked with the key in UPSTREAM_KEY; retrying in 2 s`,
      `the upstream at ${upstream.url} asks to be left alone for a moment; retrying in 2 s`,
      ''
    ])
    expect(at).toHaveLength(3)
    for (const [index, time] of at.slice(1).entries()) expect(time - (at[index] ?? 0)).toBeGreaterThanOrEqual(1_990)
  })

  test('stops reading where posts are older than asked for, but not at those that are pinned', async () => {
    const since = String(1_700_000_000 - 150)
    upstream.says(answering())
    const { code, stdout } = await command(args('--since', since), { env })
    expect([code, ids(stdout), asked()]).toEqual([0, upTo(150), [0, 1]])
    upstream.says(
      answering((index) =>
        index === 0
          ? success([post(900), post(901), ...upTo(98).map(post)], { cursor: 'page-1', has_more: true })
          : 'page'
      )
    )
    expect(ids((await command(args('--since', since), { env })).stdout)).toEqual([...upTo(98), ...upTo(150).slice(100)])
    // A few posts may all be pinned, so a small limit does not make the pages small.
    const list = [900, 901, ...all]
    upstream.says(
      speaking(({ query }) =>
        success(list.slice(0, Number(query.get('count'))).map(post), { cursor: null, has_more: false })
      )
    )
    expect(ids((await command(args('--since', since, '--limit', '2'), { env })).stdout)).toEqual([1, 2])
  })

  test('ends with a server that repeats its last page for ever', async () => {
    const sound = { sound_id: '1', title: 'One', author: 'Somebody' }
    upstream.says(speaking(() => success([sound], { page: 1, has_more: true, total: 1 })))
    const { code, stdout } = await command(['export', 'sounds', '--from', upstream.url])
    expect([code, stdout.trimEnd().split('\n')]).toEqual([0, [expect.stringContaining('"sound_id":"1"')]])
  })

  test('has nothing twice where things move on from page to page', async () => {
    const sound = (id: number) => ({ sound_id: String(id), title: 'One', author: 'Somebody' })
    // Somebody's sound came in between, so that the last one of the first page is the first one of the next.
    const pagesOfSounds = [[1, 2, 3], [3, 4], [5]]
    upstream.says(
      speaking(({ query }) => {
        const number = Number(query.get('page'))
        const list = pagesOfSounds[number - 1] ?? []
        return success(list.map(sound), { page: number, has_more: number < 3, total: 5 })
      })
    )
    const { stdout } = await command(['export', 'sounds', '--from', upstream.url])
    const found = stdout
      .trimEnd()
      .split('\n')
      .map((line): string => JSON.parse(line).sound_id)
    expect(found).toEqual(['1', '2', '3', '4', '5'])
  })
})

describe('an export that is killed at any moment', () => {
  const data = () => ({ DATA_URL: `sqlite:${inject('defaultDataset')}` })

  test('goes on to the same bytes', async () => {
    const what = 'search:fyp'
    const once = join(folder, 'once')
    expect((await command(['export', what, '--out', once], { env: data() })).code).toBe(0)
    const whole = readFileSync(once)
    const part = `${out}.part`
    const size = () => statSync(part, { throwIfNoEntry: false })?.size ?? 0
    for (const share of [0, 0.2, 0.21, 0.6, 0.9]) {
      const killed = start(['export', what, '--out', out, '--resume'], { env: data() })
      await Promise.race([until(() => size() > share * whole.length), killed.finished])
      killed.kill('SIGKILL')
      await killed.finished
      if (existsSync(out)) break
    }
    const { code } = await command(['export', what, '--out', out, '--resume'], { env: data() })
    expect(code).toBe(0)
    expect(readFileSync(out).equals(whole)).toBe(true)
    expect(readdirSync(folder).toSorted()).toEqual(['once', 'posts.ndjson'])
  })
})

describe('an export that was interrupted does not go on', () => {
  const interrupted = async (args: readonly string[], cwd = folder) => {
    const killed = start(args, { cwd })
    await Promise.race([until(() => existsSync(`${out}.part.json`)), killed.finished])
    expect(existsSync(`${out}.part.json`)).toBe(true)
    killed.kill('SIGKILL')
    await killed.finished
  }

  test.each([
    ['are others', "UPDATE generation SET id = 'another'"],
    [
      'have a batch more of an import',
      "INSERT INTO imports (inputs, passed, counts, started_at) VALUES ('[]', 5, '{}', 0)"
    ]
  ])('once the data %s', async (_, change) => {
    const data = join(folder, 'data.db')
    copyFileSync(inject('defaultDataset'), data)
    const args = ['export', 'search:fyp', '--from', `sqlite:${data}`, '--out', out]
    await interrupted(args)
    const db = new DatabaseSync(data)
    db.exec(change)
    db.close()
    const { code, stderr } = await command([...args, '--resume'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('belongs to another export, which differs in data')])
  })

  test('in another folder, where names lead to other files', async () => {
    const folders = ['here', 'there'].map((name) => join(folder, name)) as [string, string]
    for (const each of folders) {
      mkdirSync(each)
      copyFileSync(inject('defaultDataset'), join(each, 'data.db'))
      writeFileSync(join(each, 'names.txt'), samples.users().join('\n'))
    }
    const args = ['export', 'scorecards:names.txt', '--from', 'data.db', '--out', out]
    await interrupted(args, folders[0])
    const elsewhere = await command([...args, '--resume'], { cwd: folders[1] })
    expect([elsewhere.code, elsewhere.stderr]).toEqual([1, expect.stringContaining('which differs in from and keys')])
    expect((await command([...args, '--resume'], { cwd: folders[0] })).stdout).toContain(`${out}: `)
  })
})

describe('what an export is written to', () => {
  const piped = (line: string, before = '') =>
    run(
      `${before}${process.execPath} ${join(import.meta.dirname, '../src/commands/main.js')} export user:${cases.busyUser()}/posts ${line}`,
      folder,
      {
        DATA_URL: `sqlite:${inject('defaultDataset')}`
      }
    )

  test('may be closed, as head does', async () => {
    const { code, stdout, stderr } = await piped('| head -1; exit $PIPESTATUS')
    expect([code, stderr, stdout.split('\n').length]).toEqual([0, '', 2])
  })

  test('is named when it is a file that takes no more', async () => {
    const { code, stderr } = await piped(`--out ${folder}/full.ndjson`, 'ulimit -f 8; ')
    expect([code, stderr.split('\n')[0]]).toEqual([
      1,
      expect.stringMatching(/full\.ndjson\.part cannot be written: EFBIG/)
    ])
  })

  test('is told when it is full, and devices are left alone', async () => {
    const full = await piped('> /dev/full')
    expect([full.code, full.stderr]).toEqual([1, 'Standard output cannot be written: no space left.\n'])
    const device = await piped(`--out ${folder}`)
    expect([device.code, device.stderr]).toEqual([1, expect.stringContaining('is not a regular file')])
  })
})

describe('patience', () => {
  const away = (retryAfterSeconds?: number, fault: UpstreamFault['fault'] = 'unreachable') =>
    new ApiError('UPSTREAM_ERROR', undefined, {
      cause: new UpstreamFault(fault),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
    })
  const reader = (signal = new AbortController().signal) => {
    const slept: number[] = []
    const read = retryingRead({ signal, onWait: () => {}, sleep: async (ms) => slept.push(ms / 1_000) })
    return { slept, read }
  }
  const failing =
    (...errors: Error[]) =>
    () => {
      const error = errors.shift()
      if (error !== undefined) throw error
      return 'read'
    }

  test('ends after half a minute, and begins anew with every page', async () => {
    const { slept, read } = reader()
    await read(() => 'first')
    await expect(read(failing(...Array.from({ length: 6 }, () => away())))).rejects.toThrow(ApiError)
    expect(slept).toEqual([1, 2, 4, 8, 16])
    expect(await read(failing(away(), away(20)))).toBe('read')
    expect(slept.slice(5)).toEqual([1, 20])
  })

  test('has no end where a server says how long to wait, the first time as well', async () => {
    const { slept, read } = reader()
    const limits = Array.from({ length: 40 }, () => away(30, 'limited'))
    expect(await read(failing(...limits))).toBe('read')
    expect(slept).toEqual(Array.from({ length: 40 }, () => 30))
  })

  test('asks again after an hour at the latest', async () => {
    const { slept, read } = reader()
    expect(await read(failing(away(999_999_999, 'limited')))).toBe('read')
    expect(slept).toEqual([3_600])
  })

  test('is not for what stays as it is, nor for a first read', async () => {
    const { slept, read } = reader()
    await expect(read(failing(away()))).rejects.toThrow(ApiError)
    await read(() => 'first')
    for (const error of [
      away(undefined, 'key'),
      away(undefined, 'version'),
      new ApiError('NOT_FOUND'),
      new Error('mistake')
    ]) {
      await expect(read(failing(error))).rejects.toBe(error)
    }
    expect(slept).toEqual([])
  })

  test('ends when somebody stops it', async () => {
    const stop = new AbortController()
    const read = retryingRead({ signal: stop.signal, onWait: () => stop.abort(new Error('stopped')) })
    await read(() => 'first')
    await expect(read(failing(away(3_600)))).rejects.toThrow()
  })
})
