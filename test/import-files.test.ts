import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { ReadElement } from '../src/ingest/file-decoder.ts'
import { importFiles } from '../src/ingest/import.ts'
import { type ReadOptions, readInputs } from '../src/ingest/read.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let names = 0
const fresh = (name: string) => join(folder, `${++names}-${name}`)
const written = (content: string | Uint8Array, name = 'feed.json') => {
  const file = fresh(name)
  writeFileSync(file, content)
  return file
}

const read = async (inputs: readonly string[], options?: ReadOptions): Promise<ReadElement[]> =>
  (await Array.fromAsync(readInputs(inputs, options))).flat()

const captions = (reads: readonly ReadElement[]) =>
  reads.flatMap(({ decoded }) => (decoded.kind === 'post' ? [decoded.post.caption] : []))
/** Where something was left out and why. */
const leftOut = (reads: readonly ReadElement[]) =>
  reads.flatMap(({ at, decoded }) => (decoded.kind === 'skipped' ? [`${at}: ${decoded.skipped.reason}`] : []))

let ids = 0
const post = (text: string) => ({
  id: String(++ids),
  text,
  createTime: 1_600_000_000,
  authorMeta: { name: 'mona' },
  playCount: 3
})
const list = (...texts: string[]) => JSON.stringify(texts.map(post))
const lines = (...texts: string[]) => texts.map((text) => `${JSON.stringify(post(text))}\n`).join('')

describe('packed files', () => {
  const text = lines('one', 'two', 'three')

  test.each([
    ['gzip', gzipSync(text)],
    ['gzip in several pieces', Buffer.concat([gzipSync(text.slice(0, 50)), gzipSync(text.slice(50))])],
    ['zstd', zstdCompressSync(text)],
    ['nothing', Buffer.from(text)]
  ])('%s is recognised by its first bytes and not by the name', async (_name, bytes) => {
    for (const name of ['feed.json', 'feed.gz', 'feed']) {
      expect(captions(await read([written(bytes, name)]))).toEqual(['one', 'two', 'three'])
    }
  })

  test.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync]
  ])('what %s has before it is cut off is read, and what is missing is said', async (name, pack) => {
    // Not so regular that it would be packed into a single block.
    const long = fc.sample(fc.string({ minLength: 200, maxLength: 300 }), { numRuns: 3000, seed: 1 })
    const packed = pack(lines(...long.map((caption, index) => `${index} ${caption}`)))
    const reads = await read([written(packed.subarray(0, packed.length / 2))])
    expect(captions(reads).length).toBeGreaterThan(100)
    expect(leftOut(reads)).toContain(`: its ${name} is damaged or cut off`)
  })

  test('a small gzip file whose end is missing gives what is before it', async () => {
    const packed = gzipSync(lines('one', 'two', 'three'))
    for (const bytes of [packed.subarray(0, -8), packed.subarray(0, -3)]) {
      const reads = await read([written(bytes)])
      expect(captions(reads)).toEqual(['one', 'two', 'three'])
      expect(leftOut(reads)).toContain(': its gzip is damaged or cut off')
    }
  })

  test.each([
    ['7z', '377abcaf271c0004', /7z archive: unpack it first/],
    ['RAR', '526172211a070100', /RAR archive: unpack it first/],
    ['a part of a ZIP archive', '504b070850004b', /split ZIP archive: join it first/],
    ['bzip2', '425a683931', /bzip2: decompress it first/],
    ['a picture', '89504e470d0a1a0a0000000d', /not text/]
  ])('%s is told by name', async (_name, hex, reason) => {
    expect(leftOut(await read([written(Buffer.from(hex, 'hex'))])).join()).toMatch(reason)
  })
})

describe('encodings', () => {
  const text = list('žluťoučký 👩‍👩‍👧 日本', 'plain')
  const big = (content: string) => Buffer.from(content, 'utf16le').swap16()

  test.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 LE', Buffer.from(text, 'utf16le')],
    ['UTF-16 BE with a mark', big(`\ufeff${text}`)],
    ['UTF-16 BE', big(text)],
    ['UTF-16 LE in gzip', gzipSync(Buffer.from(text, 'utf16le'))]
  ])('%s is read', async (_name, bytes) => {
    const reads = await read([written(bytes)])
    expect(captions(reads)).toEqual(['žluťoučký 👩‍👩‍👧 日本', 'plain'])
    expect(leftOut(reads)).toEqual([])
  })

  test('UTF-16 of more than a chunk keeps every character', async () => {
    const texts = Array.from({ length: 4000 }, (_, index) => `${'👩‍👩‍👧é'.repeat(index % 20)}${index}`)
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines(...texts), 'utf16le')])
    expect(captions(await read([written(bytes)]))).toEqual(texts)
  })

  test('Latin-1 and Windows-1252 are recognised, converted and told of', async () => {
    for (const [byte, letter] of [
      [0xe9, 'é'],
      [0x80, '€'],
      [0x9c, 'œ']
    ] as const) {
      const bytes = Buffer.from(list('a', 'caf# x', 'c'), 'latin1')
      bytes[bytes.indexOf('#')] = byte
      const notes: string[] = []
      const reads = await read([written(bytes)], { onNote: (note) => notes.push(note) })
      expect(captions(reads)).toEqual(['a', `caf${letter} x`, 'c'])
      expect(leftOut(reads)).toEqual([])
      expect(notes).toEqual([expect.stringMatching(/ is not in UTF-8: 1 element was read as Windows-1252\.$/)])
    }
  })

  test('of many files that are not UTF-8 are told of in one line', async () => {
    const inputs = Array.from({ length: 5 }, (_, index) => written(Buffer.from(list(`caf\xe9 ${index}`), 'latin1')))
    const notes: string[] = []
    await read(inputs, { onNote: (note) => notes.push(note) })
    expect(notes).toEqual([
      `5 files are not in UTF-8: 5 elements were read as Windows-1252 (${inputs.slice(0, 3).join('; ')}; …).`
    ])
  })

  describe('of a table', () => {
    const header = 'id,text,createTime,authorMeta/name,playCount,légende\n'
    const row = (text: string) => `${++ids},${text},1600000000,mona,5,\n`
    const readBytes = async (bytes: Buffer) => {
      const notes: string[] = []
      const reads = await read([written(bytes)], { onNote: (note) => notes.push(note) })
      return { captions: captions(reads), leftOut: leftOut(reads), notes }
    }

    test('which a spreadsheet saved as Windows-1252, is recognised row by row and told of', async () => {
      const texts = Array.from({ length: 3_000 }, (_, index) => `${index} ${'x'.repeat(200)}`)
      const text = header + texts.map(row).join('') + row('café œ €') + row('plain')
      const bytes = Buffer.from(text.replace('œ', '\x9c').replace('€', '\x80'), 'latin1')
      expect(await readBytes(bytes)).toEqual({
        captions: [...texts, 'café œ €', 'plain'],
        leftOut: [],
        notes: [expect.stringMatching(/ is not in UTF-8: 2 rows were read as Windows-1252\.$/)]
      })
    })

    test('that is cut off within a character stays UTF-8', async () => {
      for (const [character, size] of [
        ['é', 1],
        ['日', 2],
        ['😀', 3]
      ] as const) {
        const bytes = Buffer.from(header + row('日本') + row('čaj') + row(`cut${character}`))
        const end = bytes.lastIndexOf(character) + size
        const read = await readBytes(bytes.subarray(0, end))
        expect(read).toEqual({ captions: ['日本', 'čaj'], leftOut: [expect.stringMatching(/^line 4: /)], notes: [] })
      }
    })

    test('that is damaged loses the rows that are neither', async () => {
      const bytes = Buffer.from(header + row('日本') + row('x#y') + row('ok'))
      bytes[bytes.indexOf('#')] = 0xe9
      const { captions, leftOut } = await readBytes(bytes)
      expect([captions, leftOut]).toEqual([['日本', 'ok'], ['line 3: neither UTF-8 nor Windows-1252']])
    })
  })

  test('damaged UTF-8 is refused by name: it becomes nothing else in silence', async () => {
    const bytes = Buffer.from(list('日本', 'x#y', 'ok'))
    bytes[bytes.indexOf('#')] = 0xe9
    const reads = await read([written(bytes)])
    expect(captions(reads)).toEqual(['日本', 'ok'])
    expect(leftOut(reads)).toEqual(['[1]: neither UTF-8 nor Windows-1252'])
  })

  test('a replacement character that was there before is kept', async () => {
    const reads = await read([written(list('a\ufffdb'))])
    expect([captions(reads), leftOut(reads)]).toEqual([['a\ufffdb'], []])
  })

  test('NUL and halves of surrogate pairs go, the post stays', async () => {
    const reads = await read([written(JSON.stringify([post('a\0b\ud83dc')]))])
    expect([captions(reads), leftOut(reads)]).toEqual([['abc'], []])
  })
})

describe('files that are broken', () => {
  test('an empty one is named', async () => {
    expect(leftOut(await read([written(''), written(' \n')]))).toEqual([': empty', ': empty'])
  })

  test('a last line that was half written, a line of something else and a list that is cut off cost nothing else', async () => {
    const half = `${lines('one', 'two')}${JSON.stringify(post('three')).slice(0, 30)}`
    const between = `${lines('one')}Traceback (most recent call last):\n${lines('two')}`
    const cut = list('one', 'two', 'three').slice(0, -60)
    expect(leftOut(await read([written(half)]))).toEqual(['line 3: cut off'])
    expect(leftOut(await read([written(between)]))).toEqual(['line 2: neither an object nor a list'])
    expect(leftOut(await read([written(cut)]))).toEqual(['[2]: cut off'])
    for (const content of [half, between, cut]) {
      expect(captions(await read([written(content)]))).toEqual(['one', 'two'])
    }
  })

  test.skipIf(!existsSync('/proc/self/fd'))('none stays open, however early reading it ends', async () => {
    const files = [
      written('nothing'),
      written(Buffer.from('504b0304', 'hex')),
      written(''),
      written(gzipSync('nothing'))
    ]
    await read(files)
    const first = written(list(...Array.from({ length: 300 }, String)))
    for await (const batch of readInputs([first])) if (batch.length > 0) break
    const open = readdirSync('/proc/self/fd').flatMap((name) => {
      try {
        return [readlinkSync(`/proc/self/fd/${name}`)]
      } catch {
        // The descriptor that listed them.
        return []
      }
    })
    expect(open.filter((file) => [...files, first].includes(file))).toEqual([])
  })

  test.each([
    ['a number', '7'],
    ['a word', 'null'],
    ['a text with commas', '"loaded 3, of 4"'],
    ['what a program said', 'Loaded 3 posts, done']
  ])('a first line that is %s costs nothing else', async (_, line) => {
    const reads = await read([written(`${line}\n${lines('one', 'two')}`)])
    expect(captions(reads)).toEqual(['one', 'two'])
    expect(leftOut(reads)).toEqual(['line 1: neither an object nor a list'])
  })

  test('an element that is no JSON is named with the place in it', async () => {
    const reads = await read([
      written(`[${JSON.stringify(post('one'))},{"id":"5",oops},${JSON.stringify(post('two'))}]`)
    ])
    expect(captions(reads)).toEqual(['one', 'two'])
    expect(leftOut(reads)).toEqual(['[1]: not JSON'])
    const skipped = reads.find(({ decoded }) => decoded.kind === 'skipped')?.decoded
    expect(skipped).toMatchObject({ skipped: { example: expect.stringContaining('position 10') } })
  })

  test('another file is read all the same', async () => {
    const reads = await read([written('{"a":'), written('nothing'), written(list('one'))])
    expect(captions(reads)).toEqual(['one'])
    expect(leftOut(reads)).toEqual(['line 1: cut off', ': not JSON, and no table: it begins with "nothing"'])
  })

  test('any bytes at all are read to the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom('', '[', '{"a":[', '\x1f\x8b\x08'),
        async (bytes, begin) => {
          const reads = await read([written(Buffer.concat([Buffer.from(begin, 'latin1'), bytes]), 'any')])
          expect(captions(reads)).toEqual([])
        }
      ),
      { numRuns: 150 }
    )
  })
})

describe('several inputs', () => {
  test('a folder is read to the last file below it; what is no feed is named and passed over', async () => {
    const place = fresh('folder')
    mkdirSync(join(place, 'sub', '.git'), { recursive: true })
    writeFileSync(join(place, 'a.json'), list('one'))
    writeFileSync(join(place, 'b.txt'), 'notes')
    writeFileSync(join(place, 'package.json'), '{"name":"x","version":"1"}')
    writeFileSync(join(place, 'sub', 'c.ndjson.gz'), gzipSync(lines('two', 'three')))
    writeFileSync(join(place, 'sub', 'd.db'), Buffer.from('SQLite format 3\0'))
    symlinkSync(place, join(place, 'sub', 'loop'))
    symlinkSync(join(place, 'a.json'), join(place, 'sub', 'same.json'))
    symlinkSync(join(place, 'gone'), join(place, 'sub', 'gone.json'))
    const reads = await read([place, join(place, 'a.json')])
    expect(captions(reads)).toEqual(['one', 'two', 'three'])
    const named = reads.flatMap(({ file, decoded }) =>
      decoded.kind === 'skipped' ? [`${file.slice(place.length + 1)}: ${decoded.skipped.reason}`] : []
    )
    expect(named.sort()).toEqual([
      'b.txt: not JSON, and no table: it begins with "notes"',
      'package.json: unknown format',
      'sub/.git: hidden',
      'sub/d.db: a SQLite database',
      'sub/gone.json: cannot be read: broken link',
      'sub/loop: link to a folder'
    ])
  })

  test('links that lead nowhere or back to themselves are named in plain words', async () => {
    const place = fresh('links')
    mkdirSync(place)
    writeFileSync(join(place, 'a.json'), list('one'))
    symlinkSync(join(place, 'self'), join(place, 'self'))
    const reads = await read([place])
    expect(captions(reads)).toEqual(['one'])
    expect(leftOut(reads)).toEqual([': cannot be read: circular link'])
    const named = importFiles({ inputs: [join(place, 'self')], path: fresh('never.db') })
    await expect(named).rejects.toThrow(`${join(place, 'self')} cannot be read: circular link.`)
  })

  test('a pipe with a name is read once, from its beginning', async () => {
    const pipe = fresh('pipe')
    execFileSync('mkfifo', [pipe])
    const writing = spawn('sh', ['-c', 'cat > "$0"', pipe], { stdio: ['pipe', 'ignore', 'ignore'] })
    writing.stdin.end(list('through', 'a pipe'))
    const { posts } = await importFiles({ inputs: [pipe], path: fresh('piped.db') })
    expect(posts).toBe(2)
  })

  test('a name that there is not is refused before anything is read', async () => {
    const batches = readInputs([written(list('one')), fresh('nowhere')])
    await expect(batches.next()).rejects.toThrow(/ENOENT/)
  })

  test('a large list comes in batches, and progress goes up to the last byte', async () => {
    const texts = Array.from({ length: 5000 }, (_, index) => `${index}`.padEnd(300, 'x'))
    const files = [written(list(...texts)), written(gzipSync(lines('last')))]
    const done: [number, number | null][] = []
    let largest = 0
    const seen: (string | null | undefined)[] = []
    for await (const batch of readInputs(files, { onProgress: (...progress) => done.push(progress) })) {
      largest = Math.max(largest, batch.length)
      seen.push(...captions(batch))
    }
    expect(seen).toEqual([...texts, 'last'])
    expect(largest).toBeLessThan(2000)
    const total = files.reduce((sum, file) => sum + readFileSync(file).length, 0)
    expect(done.at(-1)).toEqual([total, total])
    expect(done.map(([bytes]) => bytes)).toEqual(done.map(([bytes]) => bytes).toSorted((a, b) => a - b))
  })

  test('an aborted signal ends it', async () => {
    const stop = new AbortController()
    const batches = readInputs([written(list(...Array.from({ length: 5000 }, () => 'x'.repeat(300))))], {
      signal: stop.signal
    })
    await batches.next()
    stop.abort(new Error('enough'))
    await expect(Array.fromAsync(batches)).rejects.toThrow('enough')
  })
})

describe('the command', () => {
  const project = resolve(import.meta.dirname, '..')

  const clipgraph = async (args: readonly string[], input: string | Uint8Array = '') => {
    const child = spawn('node_modules/.bin/node', ['src/commands/main.js', ...args], { cwd: project })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (text) => {
      stdout += text
    })
    child.stderr.on('data', (text) => {
      stderr += text
    })
    child.stdin.end(input)
    const code = await new Promise<number | null>((done) => child.once('close', done))
    return { code, stdout, stderr }
  }

  test('reads files, folders and standard input together, and writes what it left out', async () => {
    const [out, rejects] = [fresh('out.db'), fresh('rejects.ndjson')]
    const file = written(`${lines('one')}{"cat":1}\n`)
    const { code, stdout } = await clipgraph(
      ['import', file, '-', '--out', out, '--rejects', rejects],
      gzipSync(list('two', 'three'))
    )
    expect([code, existsSync(out)]).toEqual([0, true])
    expect(stdout).toContain('Read 3 posts: 3 posts, 1 user new')
    expect(stdout).toContain(`Skipped 1: unknown format (${file} line 2: it has "cat")`)
    const rejected = readFileSync(rejects, 'utf8').trimEnd().split('\n')
    expect(rejected.map((line): unknown => JSON.parse(line))).toEqual([
      { file, at: 'line 2', reason: 'unknown format', example: 'it has "cat"' }
    ])
  })

  test('dates records without a time of their own where it is told when they were collected', async () => {
    const out = fresh('out.db')
    const own = JSON.stringify([{ ...post('own'), scrapedAt: 1_700_000_000 }])
    const times = ['2025-03-24T07:06:40Z', '1742800001', '1742800002000']
    for (const time of times) {
      const { code } = await clipgraph([
        'import',
        written(list(time)),
        written(own),
        '--out',
        out,
        '--collected-at',
        time
      ])
      expect(code).toBe(0)
    }
    const db = new DatabaseSync(out, { readOnly: true })
    const posts = db.prepare('SELECT caption, collected_at FROM posts ORDER BY pk').all()
    db.close()
    const expected = times.map((caption, index) => ({ caption, collected_at: 1_742_800_000 + index }))
    expect(posts.filter(({ caption }) => caption !== 'own')).toEqual(expected)
    expect(posts.find(({ caption }) => caption === 'own')).toMatchObject({ collected_at: 1_700_000_000 })
    const { code, stderr } = await clipgraph(['import', '--resume', '--out', out, '--collected-at', '2025-01-01'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('as it started: omit --collected-at')])
  })

  test('says what it saw and what it knows where nothing could be read', async () => {
    const file = written('{"cat":1,"dog":2}')
    const { code, stdout, stderr } = await clipgraph(['import', file, '--out', fresh('out.db')])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/it has "cat", "dog"[\s\S]*No format has such names.*--columns/)
  })

  test('says so where it cannot write what it left out', async () => {
    const { code, stderr } = await clipgraph([
      'import',
      written(list('one')),
      '--out',
      fresh('out.db'),
      '--rejects',
      join(folder, 'nowhere', 'rejects')
    ])
    expect(code).toBe(1)
    expect(stderr).toMatch(/nowhere\/rejects cannot be written: its folder does not exist/)
  })
})
