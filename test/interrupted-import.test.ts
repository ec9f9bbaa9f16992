import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { mergeIntoFile } from '../src/ingest/sqlite/import-session.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { schemaVersion } from '../src/store/tables/schema-version.ts'
import { bareEnvironment } from './bare-environment.ts'
import { changingFeed } from './changing-feed.ts'
import { dump } from './dump.ts'
import { checkColumns, checkSums } from './stored.ts'

const directory = mkdtempSync(join(tmpdir(), 'clipgraph-interrupted-'))
const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const count = 5_400
const feed = (from: number) => changingFeed(from, count)
const [first, second] = ['first.json', 'second.json'].map((name, index) => {
  const file = join(directory, name)
  writeFileSync(file, JSON.stringify(feed(index * 2_500)))
  return file
}) as [string, string]

const main = join(import.meta.dirname, '../src/commands/main.js')
const run = (...args: string[]) => start(process.execPath, main, 'import', ...args)
const start = (program: string, ...args: string[]) => {
  const child = spawn(program, args, {
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe']
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code: code as number | null, output }
  })
  return { child, ended }
}

/** How many records an import that runs has put into a file. */
const passed = (file: string): number => {
  if (!existsSync(file)) return 0
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 1000 })
    return Number(db.prepare('SELECT passed FROM imports WHERE finished_at IS NULL').get()?.passed ?? 0)
  } catch {
    // Its tables are being made.
    return 0
  } finally {
    db?.close()
  }
}

/** Ends a process without a word as soon as so many records are in. */
const killAt = async ({ child, ended }: ReturnType<typeof run>, file: string, records: number) => {
  while (passed(file) < records && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 1))
  child.kill('SIGKILL')
  return ended
}

const stored = async (path: string) => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    checkSums(db)
    await checkColumns(db)
    const words = db.prepare('SELECT kind, word, documents FROM search_words ORDER BY 1, 2').all()
    return { ...dump(db), words }
  } finally {
    db.close()
  }
}
const leftovers = (path: string) =>
  readdirSync(directory).filter(
    (name) => join(directory, name).startsWith(`${path}.`) || join(directory, name).startsWith(`${path}-`)
  )

describe('an import that is killed', { timeout: 120_000 }, () => {
  test('into a new data set goes on where it was, and comes to the same', async () => {
    const whole = join(directory, 'whole.db')
    await importFiles({ inputs: [first, second], path: whole })
    const path = join(directory, 'new.db')
    const part = `${path}.part`
    expect((await killAt(run(first, second, '--into', path), part, 1)).code).toBeNull()
    expect(existsSync(path)).toBe(false)
    await killAt(run('--resume', '--into', path), part, 8_000)
    // All is in, and what is derived from it is not.
    await killAt(run('--resume', '--into', path), part, 2 * count)
    const { code, output } = await run('--resume', '--into', path).ended
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining(`Read ${(2 * count).toLocaleString('en-US')} posts`)
    })
    expect(await stored(path)).toEqual(await stored(whole))
    expect(leftovers(path)).toEqual([])
  })

  test('when a new data set was complete, a moment before it took its place, puts it there', async () => {
    const path = join(directory, 'complete.db')
    const { notes: _, ...imported } = await importFiles({ inputs: [first], path })
    const whole = await stored(path)
    renameSync(path, `${path}.part`)
    writeFileSync(`${path}.part-index`, '')
    const { notes, ...resumed } = await importFiles({ inputs: [], path, resumes: true })
    expect({ notes, ...resumed }).toEqual({ notes: [], ...imported })
    expect(await stored(path)).toEqual(whole)
    expect(leftovers(path)).toEqual([])
  })

  test('into one that is there leaves it whole, and goes on', async () => {
    const whole = join(directory, 'both.db')
    await importFiles({ inputs: [first], path: whole })
    await importFiles({ inputs: [second], path: whole, collectedAt: 1_700_000_000 })
    const path = join(directory, 'there.db')
    await importFiles({ inputs: [first], path })
    const dated = ['--collected-at', '1700000000']
    expect((await killAt(run(second, '--into', path, ...dated), path, 1)).code).toBeNull()
    const source = openSqlite({ path, mediaBase: () => '' })
    const [post] = await source.lookUp('post', ['7000000000000000001'], AbortSignal.timeout(1000))
    await source.close()
    expect(post).toMatchObject({ post_id: '7000000000000000001' })
    const { code } = await run('--resume', '--into', path).ended
    expect(code).toBe(0)
    expect(await stored(path)).toEqual(await stored(whole))
    expect(leftovers(path)).toEqual([])
  })

  test('for want of room says so, and goes on where there is some', async () => {
    const path = join(directory, 'full.db')
    const limited = ['-c', 'ulimit -f 3000; exec "$@"', 'sh', process.execPath]
    const { code, output } = await start('sh', ...limited, main, 'import', first, '--into', path).ended
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/What was read so far is kept: .*--resume/)
    })
    expect(existsSync(path)).toBe(false)
    const resumed = await importFiles({ inputs: [], path, resumes: true })
    expect(resumed.read.post).toBe(count)
    expect(leftovers(path)).toEqual([])
  })
})

describe('an import', () => {
  test('keeps a second one out of its data set, and tells since when', async () => {
    const path = join(directory, 'twice.db')
    const running = await mergeIntoFile({ path, replaces: false, resumes: false })
    const year = new Date().getFullYear()
    await expect(importFiles({ inputs: [first], path })).rejects.toThrow(
      new RegExp(`Another import or seed into .*twice.db is running since ${year}-`)
    )
    await running.close()
    expect(leftovers(path)).toEqual([])
    expect((await importFiles({ inputs: [first], path })).tally.posts.new).toBeGreaterThan(0)
  })

  test('says that it dropped what an interrupted one had read, and how that is gone on with', async () => {
    const path = join(directory, 'anew.db')
    await stopped({ inputs: [first], path }, 0.9)
    const { notes, read } = await importFiles({ inputs: [second], path })
    expect(notes).toEqual([
      'An earlier import was interrupted, and its data are dropped: --resume would have continued it.'
    ])
    expect(read.post).toBe(count)
    expect((await importFiles({ inputs: [first], path })).notes).toEqual([])
  })

  test('that nobody interrupted cannot be gone on with', async () => {
    const path = join(directory, 'nothing.db')
    await expect(importFiles({ inputs: [], path, resumes: true })).rejects.toThrow(/No import into .* was interrupted/)
    expect(leftovers(path)).toEqual([])
  })

  test('adds to no data set of another version, and says what to do', async () => {
    const path = join(directory, 'older.db')
    const db = new DatabaseSync(path)
    db.exec(`PRAGMA user_version = ${schemaVersion - 1}`)
    db.close()
    await expect(importFiles({ inputs: [first], path })).rejects.toThrow(/not written by this version.* --replace/)
    expect(leftovers(path)).toEqual([])
  })
})

/** Stops an import in the middle, as soon as so much of its input was read: what was put in by then stays. */
const stopped = async (options: Parameters<typeof importFiles>[0], share: number): Promise<void> => {
  const onProgress = (step: string, done: number, total: number) => {
    if (step === 'read' && done > share * total) throw new Error('stopped here')
  }
  await expect(importFiles({ ...options, onProgress })).rejects.toThrow('stopped here')
}

describe('an import that is gone on with', { timeout: 120_000 }, () => {
  test('notices files that changed meanwhile, and reads them from their beginning', async () => {
    const [one, other] = ['one.json', 'other.json'].map((name) => join(directory, name)) as [string, string]
    writeFileSync(one, JSON.stringify(feed(0)))
    writeFileSync(other, JSON.stringify(feed(9_000)))
    const path = join(directory, 'changed.db')
    await stopped({ inputs: [one, other], path }, 0.8)
    // Longer at its beginning, so that everything in it stands elsewhere.
    writeFileSync(one, JSON.stringify([...feed(50_000).slice(0, 900), ...feed(0)]))
    const { notes, read } = await importFiles({ inputs: [], path, resumes: true })
    expect(notes).toEqual([expect.stringMatching(/one\.json has changed since .* read again from the start/)])
    // All of what changed, and of the other only what was not in.
    expect(read.post).toBe(count + (count + 900) + count)
    const whole = join(directory, 'unchanged.db')
    await importFiles({ inputs: [one, other], path: whole })
    expect(await stored(path)).toEqual(await stored(whole))
  })

  test('knows of each file of a folder how far it is, whatever comes and goes beside it', async () => {
    const folder = join(directory, 'folder')
    mkdirSync(folder)
    for (const [index, name] of ['a.json', 'b.json'].entries()) {
      writeFileSync(join(folder, name), JSON.stringify(feed(index * 9_000)))
    }
    const [path, whole] = [join(directory, 'folder.db'), join(directory, 'folder-whole.db')]
    await importFiles({ inputs: [folder], path: whole })
    await stopped({ inputs: [folder], path }, 0.9)
    rmSync(join(folder, 'a.json'))
    const { notes } = await importFiles({ inputs: [], path, resumes: true })
    expect(notes).toEqual([])
    expect(await stored(path)).toEqual(await stored(whole))
  })

  test.each(['feed.json', '.'])('reads no other %s in another folder, and says where it began', async (input) => {
    const folders = ['here-', 'there-'].map((name) => mkdtempSync(join(directory, name))) as [string, string]
    for (const [index, folder] of folders.entries()) {
      writeFileSync(join(folder, 'feed.json'), JSON.stringify(feed(index * 9_000)))
    }
    const path = `${folders[0]}.db`
    const before = process.cwd()
    try {
      process.chdir(folders[0])
      await stopped({ inputs: [input], path, rejects: 'rejects.ndjson' }, 0.9)
      process.chdir(folders[1])
      await expect(importFiles({ inputs: [], path, resumes: true })).rejects.toThrow(
        `The import began with ${join(folders[0], input)}, and here ${input} is ${join(folders[1], input)}`
      )
      rmSync('feed.json')
      await expect(importFiles({ inputs: [], path, resumes: true })).rejects.toThrow(/The import began with .*here/)
      expect(readdirSync('.')).toEqual([])
      process.chdir(folders[0])
      expect((await importFiles({ inputs: [], path, resumes: true })).read.post).toBe(count)
      // Who is given a data set need not know the folders of who made it.
      using db = new DatabaseSync(path, { readOnly: true })
      expect(JSON.stringify(db.prepare('SELECT * FROM imports').all())).not.toContain(directory)
    } finally {
      process.chdir(before)
    }
  })

  test('says so where a file that it was told is gone', async () => {
    const gone = join(directory, 'gone.json')
    writeFileSync(gone, JSON.stringify(feed(0)))
    const path = join(directory, 'gone.db')
    await stopped({ inputs: [gone], path }, 0.9)
    rmSync(gone)
    await expect(importFiles({ inputs: [], path, resumes: true })).rejects.toThrow(/gone\.json does not exist/)
    writeFileSync(gone, JSON.stringify(feed(0)))
    const { read } = await importFiles({ inputs: [], path, resumes: true })
    expect(read.post).toBeGreaterThan(count)
  })

  test('goes on with what was left out, each of it once', async () => {
    const file = join(directory, 'bad.json')
    writeFileSync(
      file,
      JSON.stringify(feed(0).flatMap((post, index) => (index % 10 === 0 ? [post, { index }] : [post])))
    )
    const [path, whole] = [join(directory, 'bad.db'), join(directory, 'bad-whole.db')]
    const [rejects, allRejects] = [join(directory, 'bad.ndjson'), join(directory, 'bad-whole.ndjson')]
    await importFiles({ inputs: [file], path: whole, rejects: allRejects })
    await stopped({ inputs: [file], path, rejects }, 0.7)
    await importFiles({ inputs: [], path, resumes: true })
    expect(readFileSync(rejects, 'utf8')).toBe(readFileSync(allRejects, 'utf8'))
    expect(readFileSync(rejects, 'utf8').trimEnd().split('\n')).toHaveLength(count / 10)
  })
})
