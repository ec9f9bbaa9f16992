import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { constants, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { ReadElement } from '../src/ingest/file-decoder.ts'
import { type ReadOptions, readInputs } from '../src/ingest/read.ts'
import { paxOf, tarBlocks, tarOf, zipOf } from './archives.ts'
import { bareEnvironment } from './bare-environment.ts'
import { run } from './checkout.ts'
import { commandInProcess } from './command-in-process.ts'
import { effortWithin } from './effort.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-archives-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let names = 0
const written = (content: string | Uint8Array, name = 'feed.zip') => {
  const file = join(folder, `${++names}-${name}`)
  writeFileSync(file, content)
  return file
}
const read = async (content: Uint8Array, options?: ReadOptions): Promise<ReadElement[]> =>
  (await Array.fromAsync(readInputs([written(content)], options))).flat()

const captions = (reads: readonly ReadElement[]) =>
  reads.flatMap(({ decoded }) => (decoded.kind === 'post' ? [decoded.post.caption] : []))
/** What was left out, by its name in the archive, and why. */
const leftOut = (reads: readonly ReadElement[]) =>
  reads.flatMap(({ file, at, decoded }) =>
    decoded.kind === 'skipped'
      ? [[...file.split(' › ').slice(1), at, decoded.skipped.reason].filter((part) => part !== '').join(': ')]
      : []
  )

let ids = 6_900_000_000_000_000_000n
const post = (text: string) => ({
  id: String(++ids),
  text,
  createTime: 1_600_000_000,
  authorMeta: { name: 'mona' },
  playCount: 3
})
const list = (...texts: string[]) => JSON.stringify(texts.map(post))
const lines = (...texts: string[]) => texts.map((text) => `${JSON.stringify(post(text))}\n`).join('')
const table = (text: string) => `id,text,createTime,authorMeta/name,playCount\n${++ids},${text},1600000000,mona,5\n`

const files = [
  { name: 'b.json', content: list('one', 'two') },
  { name: 'sub/a.ndjson.gz', content: gzipSync(lines('three')) },
  { name: 'sub/c.csv', content: table('four') }
]
const inOrder = ['one', 'two', 'three', 'four']
const folders = [{ name: 'sub/', content: '', type: '5' }, ...files]

describe('an archive', () => {
  const tar = tarOf(folders)
  test.each([
    ['ZIP', zipOf(folders)],
    ['ZIP without compression', zipOf(folders.map((file) => ({ ...file, isStored: true })))],
    ['ZIP that was written into a pipe', zipOf(files.map((file) => ({ ...file, isStreamed: true })))],
    [
      'ZIP that was written into a pipe without compression',
      zipOf(files.map((file) => ({ ...file, isStreamed: true, isStored: true })))
    ],
    [
      'ZIP with long sizes',
      zipOf(
        files.map((file) => ({ ...file, isZip64: true })),
        { isZip64: true }
      )
    ],
    [
      'ZIP with zstd',
      zipOf(files.map((file) => ({ ...file, method: 93, packed: zstdCompressSync(Buffer.from(file.content)) })))
    ],
    ['tar', tar],
    ['tar.gz', gzipSync(tar)],
    ['tar.zst', zstdCompressSync(tar)],
    ['two joined tars', Buffer.concat([tarOf(files.slice(0, 1)), tarOf(files.slice(1))])]
  ])('of %s is read like its files, in its order', async (_, bytes) => {
    const reads = await read(bytes)
    expect([captions(reads), leftOut(reads)]).toEqual([inOrder, []])
    const named = reads.map(({ file }) => file.replace(/^.*feed\.zip/, ''))
    expect([...new Set(named)]).toEqual(files.map(({ name }) => ` › ${name}`))
  })

  test('within an archive is read, and one within that is not', async () => {
    const inner = [
      { name: 'in.zip', content: zipOf(files) },
      { name: 'in.tar.gz', content: gzipSync(tarOf(files)) },
      { name: 'deep.zip', content: zipOf([{ name: 'deeper.zip', content: zipOf(files) }]) },
      { name: 'last.json', content: list('last') }
    ]
    for (const bytes of [zipOf(inner), tarOf(inner), zipOf(inner.map((file) => ({ ...file, isStored: true })))]) {
      const reads = await read(bytes)
      expect(captions(reads)).toEqual([...inOrder, ...inOrder, 'last'])
      expect(leftOut(reads)).toEqual(['deep.zip: deeper.zip: an archive in an archive in an archive: unpack it first'])
    }
  })

  test('names what it has beside files, but for folders and what macOS adds', async () => {
    const others = [
      { name: '__MACOSX/._b.json', content: 'x' },
      { name: 'sub/._c.csv', content: 'x' },
      { name: '.DS_Store', content: 'x' },
      { name: '.git/config.json', content: '{}' },
      { name: './../up.json', content: list('up') }
    ]
    const link = { name: 'link.json', content: 'b.json', attributes: 0o120777 * 2 ** 16 }
    expect(leftOut(await read(zipOf([...others, link])))).toEqual(['.git/config.json: hidden', 'link.json: a link'])
    const tarLinks = [
      { name: 'link.json', type: '2', link: 'b.json' },
      { name: 'same.json', type: '1', link: 'b.json' },
      { name: 'pipe', type: '6' },
      { name: 'sparse.json', type: 'S', content: 'x' }
    ]
    expect(leftOut(await read(tarOf([...others, ...tarLinks])))).toEqual([
      '.git/config.json: hidden',
      'link.json: a link',
      'pipe: not a file',
      'sparse.json: a sparse file'
    ])
  })

  test('gives long names, and names in other alphabets, as they are', async () => {
    const long = `${'ž'.repeat(40)}/${'x'.repeat(90)}.json`
    const gnu = { name: '././@LongLink', type: 'L', content: `${long}\0` }
    for (const first of [paxOf('path', long), gnu]) {
      const [only] = await read(tarOf([first, { name: 'short', content: list('one') }]))
      expect(only?.file).toMatch(new RegExp(` › ${long}$`))
    }
    const [only] = await read(zipOf([{ name: long, content: list('one') }]))
    expect(only?.file).toMatch(new RegExp(` › ${long}$`))
  })

  test('cannot make its names paths, or signs for a terminal', async () => {
    const [evil, safe] = ['../../\u001b[2Jetc/\n/passwd\u202e', '../../\\u001b[2Jetc/\\u000a/passwd\\u202e']
    for (const bytes of [zipOf([{ name: evil, content: list('x') }]), tarOf([{ name: evil, content: list('x') }])]) {
      const reads = await read(bytes)
      expect([captions(reads), reads[0]?.file.split(' › ')[1]]).toEqual([['x'], safe])
    }
    const [only] = await read(zipOf([{ name: 'x'.repeat(60_000), content: list('x') }]))
    expect(only?.file.length).toBeLessThan(folder.length + 230)
  })

  test('is read without those entries that cannot be', async () => {
    const bytes = zipOf([
      { name: 'secret.json', content: list('secret'), isEncrypted: true },
      { name: 'old.json', content: list('old'), method: 12 },
      { name: 'odd.json', content: list('odd'), method: 77 },
      { name: 'picture.png', content: Buffer.from('89504e470d0a1a0a0000000d', 'hex') },
      ...files
    ])
    const reads = await read(bytes)
    expect(captions(reads)).toEqual(inOrder)
    expect(leftOut(reads)).toEqual([
      'secret.json: encrypted: unpack its archive first',
      'old.json: compressed by ZIP method bzip2: unpack its archive first',
      'odd.json: compressed by ZIP method 77: unpack its archive first',
      'picture.png: not text'
    ])
  })

  test('that is a spreadsheet, or has no files, is refused with that reason', async () => {
    const xml = { name: '[Content_Types].xml', content: '<xml/>' }
    expect(leftOut(await read(zipOf([xml, { name: 'xl/a.xml', content: '<a/>' }])))).toEqual([
      'an Office document: save its table as CSV first'
    ])
    const addedByMac = { name: '__MACOSX/._b.json', content: 'x' }
    for (const bytes of [zipOf([]), zipOf([addedByMac]), tarOf([{ name: 'sub/', type: '5' }])]) {
      expect(leftOut(await read(bytes))).toEqual(['an archive without files'])
    }
  })

  test('written into a pipe with zstd, within another one, does not say where its entries end', async () => {
    const packed = zstdCompressSync(files[0]?.content ?? '')
    const inner = zipOf([{ name: 'b.json', content: files[0]?.content ?? '', method: 93, packed, isStreamed: true }])
    expect(leftOut(await read(zipOf([{ name: 'in.zip', content: inner }])))).toEqual([
      'in.zip: a ZIP archive that does not say where its entries end: it can be read as a file of its own only'
    ])
    expect(captions(await read(inner))).toEqual(['one', 'two'])
  })

  test('of too many files is read up to the bound', async () => {
    const many = Array.from({ length: 100_001 }, (_, index) => ({ name: String(index), type: '2' }))
    const reads = await read(tarOf([...files, ...many]))
    expect(captions(reads)).toEqual(inOrder)
    expect(leftOut(reads).at(-1)).toBe('an archive of more than 100,000 files')
  })
})

const damage = /(?:ZIP archive|tar archive|gzip|zstd) is damaged or cut off/

describe('a damaged archive', () => {
  test('of ZIP whose checksums or contents are wrong says so of the entry, and gives the others', async () => {
    const stored = files.map((file) => ({ ...file, isStored: true }))
    const bytes = zipOf(stored)
    bytes[bytes.indexOf('one')] = 0x4f
    const reads = await read(bytes)
    expect(captions(reads)).toEqual(['One', ...inOrder.slice(1)])
    expect(leftOut(reads)).toEqual(['b.json: its ZIP archive is damaged or cut off'])
  })

  test('of tar goes on behind a damaged header', async () => {
    const bytes = tarOf(
      [files[0], { name: 'lost.json', content: list('lost') }, ...files.slice(1)].filter((f) => f !== undefined)
    )
    bytes[bytes.indexOf('lost.json')] = 0x4c
    const reads = await read(bytes)
    expect(captions(reads)).toEqual(inOrder)
    expect(leftOut(reads)).toEqual(['its tar archive is damaged or cut off'])
  })

  type Contents = { name: string; content: string }[]
  const zips = (how: object) => (contents: Contents) => {
    const bytes = zipOf(contents.map((file) => ({ ...file, ...how })))
    // The table of contents follows the last entry.
    return { bytes, end: bytes.readUInt32LE(bytes.length - 6) }
  }
  const kinds: readonly [string, (contents: Contents) => { bytes: Buffer; end: number }][] = [
    ['ZIP', zips({})],
    ['ZIP without compression', zips({ isStored: true })],
    ['ZIP that was written into a pipe', zips({ isStreamed: true })],
    ['tar', (contents) => ({ bytes: tarOf(contents), end: tarBlocks(contents).length })]
  ]

  test.each(kinds)('of %s gives everything before the place where it is cut off', async (_, make) => {
    const texts = fc.array(fc.array(fc.string({ minLength: 20, maxLength: 300 }), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 5
    })
    await fc.assert(
      fc.asyncProperty(texts, fc.double({ min: 0, max: 1, noNaN: true }), async (each, share) => {
        const contents = each.map((some, index) => ({
          name: `${index}.ndjson`,
          content: lines(...some.map((text, line) => `${index} ${line} ${text}`))
        }))
        const { bytes, end } = make(contents)
        const expected = captions(await read(bytes))
        expect(expected.length).toBe(each.flat().length)
        const cut = Math.floor(share * end)
        const reads = await read(bytes.subarray(0, cut))
        const whole = each.filter((_some, index) => make(contents.slice(0, index + 1)).end <= cut).flat().length
        const got = captions(reads)
        expect(got).toEqual(expected.slice(0, got.length))
        expect(got.length).toBeGreaterThanOrEqual(whole)
        // Of less than that nobody can tell what it was.
        if (cut >= 512) expect(leftOut(reads).join()).toMatch(damage)
      }),
      { numRuns: 40 }
    )
  })

  test('of any bytes at all is read to the end', async () => {
    const tar = tarOf(files)
    const wholes = [zipOf(files), zipOf(files.map((file) => ({ ...file, isStreamed: true }))), tar, gzipSync(tar)]
    const changes = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...wholes), changes, async (whole, changed) => {
        const bytes = Buffer.from(whole)
        for (const [share, byte] of changed) bytes[Math.floor(share * bytes.length)] = byte
        const reads = await read(bytes)
        expect(captions(reads).length).toBeLessThan(10)
      }),
      { numRuns: 150 }
    )
  })
})

describe('a bomb of ten gigabytes', { timeout: 300_000 }, () => {
  const spaces = Buffer.alloc(64 * 2 ** 20, ' ')
  const times = <T>(part: T): T[] => new Array<T>(160).fill(part)
  const bombs = {
    gzip: () => Buffer.concat([gzipSync('['), ...times(gzipSync(spaces))]),
    zstd: () => Buffer.concat([zstdCompressSync('['), ...times(zstdCompressSync(spaces))]),
    deflate: () => {
      const part = deflateRawSync(spaces, { finishFlush: constants.Z_FULL_FLUSH })
      return Buffer.concat([deflateRawSync('[', { finishFlush: constants.Z_FULL_FLUSH }), ...times(part)])
    }
  }
  const first = { name: 'first.json', content: list('first') }
  const last = { name: 'last.json', content: list('last') }
  const inZip = (isStreamed: boolean) => {
    const bomb = { name: 'bomb.json', content: '', packed: bombs.deflate(), isStreamed }
    return zipOf([first, bomb, last])
  }

  test.each([
    ['gzip', bombs.gzip, ''],
    ['zstd', bombs.zstd, ''],
    ['ZIP', () => inZip(false), 'bomb.json: '],
    ['ZIP that was written into a pipe', () => inZip(true), 'bomb.json: '],
    ['gzip in tar', () => tarOf([first, { name: 'bomb.json', content: bombs.gzip() }, last]), 'bomb.json: ']
  ])('in %s is given up early, by the name of the entry and the bound', async (_, make, place) => {
    const bytes = make()
    const { value: reads, ms } = await effortWithin(10_000, () => read(bytes))
    expect(ms).toBeLessThan(10_000)
    expect(captions(reads)).toEqual(place === '' ? [] : ['first'])
    expect(leftOut(reads)).toContain(
      `${place}it unpacks to more than 200 times its size, the most that an import reads`
    )
    const [rest] = reads.flatMap(({ decoded }) =>
      decoded.kind === 'skipped' && decoded.skipped.example.startsWith('what') ? [decoded.skipped.example] : []
    )
    expect(rest).toBe(place === '' ? undefined : 'what follows bomb.json is missing')
  })

  test('whose entries of a ZIP archive share their bytes is read once, and the others are named', async () => {
    // 150 times its size, and 40 of them.
    const kernel = { name: '0.json', content: `${' '.repeat(40 * 2 ** 20)}${list('kernel')}`, method: 8 }
    const noise = { name: 'noise.txt', content: randomBytes(240 * 1024), isStored: true }
    const again = Array.from({ length: 40 }, (_, index) => ({
      ...kernel,
      name: `${index + 1}.json`,
      sharesWith: '0.json'
    }))
    const bytes = zipOf([kernel, ...again, noise, last])
    const { value: reads, ms } = await effortWithin(5_000, () => read(bytes))
    expect(ms).toBeLessThan(5_000)
    expect(captions(reads)).toEqual(['kernel', 'last'])
    const shared = leftOut(reads).filter((each) => each.includes('shares its bytes'))
    expect(shared).toEqual(again.map(({ name }) => `${name}: it shares its bytes with another entry of the archive`))
  })

  test('of zeros in a ZIP archive costs nothing: it is no text', async () => {
    const part = deflateRawSync(Buffer.alloc(spaces.length), { finishFlush: constants.Z_FULL_FLUSH })
    const bytes = zipOf([{ name: 'zeros', content: '', packed: Buffer.concat(times(part)) }, last])
    const { value: reads, ms } = await effortWithin(2_000, () => read(bytes))
    expect([captions(reads), leftOut(reads)]).toEqual([['last'], ['zeros: not text']])
    expect(ms).toBeLessThan(2_000)
  })
})

describe('xz', () => {
  const xz = Buffer.from(
    '/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4ABvAFpdAC2ewEaTWs408iNUWigDAczJT/DG22tUcLFLbP/dYDK+VLtJSJzkDwp3wJDwUDKL/pG/MSDtY28xljs6gmoSA7O5D+DfPApIXGIoitI/ZgmcRofcwBhEY1liFQAAAPtWY2pjqw+GAAF2cGca5gkftvN9AQAAAAAEWVo=',
    'base64'
  )
  const tar = Buffer.from(
    '/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4Cf/AMRdADmLiUdz+CpVVJXR/2NgntwbmklkHEtGw0BuIBxSuGt5DOW04GfwKqmtp4PGkMa1blcmY6qm9nJAKkwmDBztgOzAMcqWgLWju7iLMhNeB7LcRARo2ujePuCg1HuloaQJCk+BS2NL6oIMrqr/so5pp8bdph8hhgWEvwY+BzmCMRvPdfjAlOs3Hc3473ugmNgtpxUtDcoDOCkqzOwe1zy+/oALHXB0n4uCt78D7Ay/1hI4AlD/EpeL05m1CfOTbmkqtAViIAAA95UrTJfJYj8AAeABgFAAAGR+lGmxxGf7AgAAAAAEWVo=',
    'base64'
  )
  const withSha = Buffer.from(
    '/Td6WFoAAArh+wyhAgAhARYAAAB0L+Wj4ABvAFpdAC2ewEaTWs408iNUWigDAczJT/DG22tUcLFLbP/dYDK+VLtJSJzkDwp3wJDwUDKL/pG/MSDtY28xljs6gmoSA7O5D+DfPApIXGIoitI/ZgmcRofcwBhEY1liFQAAAD22ZhCdbeFtr194l2F47d2i6BgiKbmRs0wiSSfzAlI5AAGOAXAAAABZKLCxtunfHAIAAAAAClla',
    'base64'
  )

  test('is read, also in several pieces and around a tar', async () => {
    expect(captions(await read(xz))).toEqual(['in xz'])
    expect(captions(await read(Buffer.concat([xz, xz])))).toEqual(['in xz', 'in xz'])
    const [only] = await read(tar)
    expect([only?.file.split(' › ')[1], only?.decoded.kind]).toEqual(['s.json', 'post'])
    expect(
      captions(
        await read(
          zipOf([
            { name: 'a', content: xz },
            { name: 'b', content: gzipSync(xz) }
          ])
        )
      )
    ).toHaveLength(2)
  })

  test('that is cut off, or packed in a way that is not supported, says so', async () => {
    expect(leftOut(await read(xz.subarray(0, -40)))).toContain('its xz is damaged or cut off')
    expect(leftOut(await read(withSha))).toEqual(['compressed with xz in an unusual way: decompress it first'])
  })

  test('is read again after some of it was given up', async () => {
    await read(Buffer.concat([xz.subarray(0, 60), xz]))
    for await (const batch of readInputs([written(xz)])) if (batch.length > 0) break
    expect(captions(await read(xz))).toEqual(['in xz'])
  })
})

describe('the command', () => {
  test('names entries as sources and in what it left out, and keeps nothing of what only going on needs', async () => {
    const archive = written(zipOf([...files, { name: 'x.json', content: '{"cat":1}' }]))
    const { code, stdout } = await commandInProcess(`import ${archive} --out named.db --rejects rejects`, folder)
    expect([code, stdout]).toEqual([0, expect.stringContaining('Read 4 posts')])
    expect(stdout).toContain(`Skipped 1: unknown format (${archive} › x.json line 1: it has "cat")`)
    expect(JSON.parse(readFileSync(join(folder, 'rejects'), 'utf8'))).toMatchObject({ file: `${archive} › x.json` })
    const db = new DatabaseSync(join(folder, 'named.db'), { readOnly: true })
    const sources = db.prepare('SELECT name FROM sources ORDER BY name').all()
    const noted = db.prepare('SELECT counts FROM imports').get()
    db.close()
    expect(sources).toEqual(files.map(({ name }) => ({ name: `${archive} › ${name}` })))
    expect(Object.keys(JSON.parse(String(noted?.counts)))).toEqual(['counts'])
  })

  test('reads archives from standard input, a ZIP as far as it says where its entries end', async () => {
    const main = resolve(import.meta.dirname, '../src/commands/main.js')
    const piped = (bytes: Buffer, out: string) =>
      run(`cat ${written(bytes)} | ${process.execPath} ${main} import - --out ${out}`, folder, bareEnvironment())
    for (const [index, bytes] of [gzipSync(tarOf(files)), zipOf(files)].entries()) {
      const { code, stdout } = await piped(bytes, `piped${index}.db`)
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Read 4 posts') })
    }
    const endless = files.map((file) => ({ ...file, isStored: true, isStreamed: true }))
    const { code, stderr } = await piped(zipOf(endless), 'none.db')
    expect([code, stderr]).toEqual([1, expect.stringContaining('does not say where its entries end')])
  })
})
