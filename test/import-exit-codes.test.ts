import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { tarOf, zipOf } from './archives.ts'
import { bareEnvironment } from './bare-environment.ts'
import { run } from './checkout.ts'
import { commandInProcess } from './command-in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-exit-codes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const post = (id: number) => ({ id: String(id), text: 'x', createTime: 1_600_000_000, authorMeta: { name: 'mona' } })
const list = JSON.stringify([1, 2, 3].map((id) => ({ ...post(id), playCount: 3 })))
const lines = [1, 2, 3].map((id) => `${JSON.stringify({ ...post(id), playCount: 3 })}\n`).join('')
const table = `post_id,caption,created_at,plays\n${[1, 2, 3].map((id) => `${id},"a, b",1600000000,12345\n`).join('')}`
const noise = Buffer.from([0, 1, 2, 3, 0xff, 0xfe, 0, 9])
/** Large enough for several pieces: the last one is lost with the checksum. */
const packed = gzipSync(
  Array.from({ length: 20_000 }, (_, id) => `${JSON.stringify({ ...post(id + 1), playCount: 3 })}\n`).join('')
)

const write = (name: string, content: string | Uint8Array) => {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), content)
}
write('whole.json', list)

let sets = 0
const imported = (inputs: string) => commandInProcess(`import ${inputs} --out ${++sets}.db`, folder)

/** Standard error without the progress. */
const said = (stderr: string) =>
  stderr
    .split('\n')
    .filter((line) => /[.:]/.test(line))
    .join('\n')

describe('an import exits with 1 and keeps what it read, where an input', () => {
  test.each<[string, string, string | Uint8Array]>([
    ['is JSON that is cut off', 'cut.json', list.slice(0, -60)],
    ['is a list without its end', 'open.json', list.slice(0, -1)],
    ['is lines of JSON that are cut off', 'cut.ndjson', lines.slice(0, -60)],
    ['has one document that is cut off', 'joined.ndjson', `${lines.slice(0, -60)}\n${lines}`],
    ['is a table that is cut off in a quoted cell', 'quoted.csv', table.slice(0, table.lastIndexOf('"a') + 3)],
    ['is a table that is cut off in its last row', 'cut.csv', table.slice(0, table.lastIndexOf(','))],
    ['is compressed and cut off', 'cut.gz', packed.subarray(0, packed.length / 2)],
    ['is compressed and has another checksum', 'sum.gz', packed.with(packed.length - 6, (packed.at(-6) ?? 0) ^ 1)],
    ['is an archive that is cut off', 'cut.tar', tarOf([{ name: 'a.json', content: list }]).subarray(0, 700)],
    [
      'has an encrypted file in it',
      'encrypted.zip',
      zipOf([
        { name: 'a.json', content: list },
        { name: 'b.json', content: list, isEncrypted: true }
      ])
    ],
    ['is of an unknown kind', 'photo.jpg', noise],
    ['is text of an unknown kind', 'notes.txt', 'hello world\n'],
    ['has to be unpacked first', 'feed.bz2', 'BZh91AY&SY']
  ])('%s', async (_, name, content) => {
    write(name, content)
    const { code, stdout, stderr } = await imported(`whole.json ${name}`)
    expect(stdout).toMatch(/^Read [\d,]+ posts: [\d,]+ posts/)
    expect(stdout).toMatch(/^Written to /m)
    expect([code, said(stderr)]).toEqual([
      1,
      expect.stringMatching(`^Not read to the end: ${name}.*\\. What was read is kept\\.$`)
    ])
  })

  test('is a folder with damaged files and broken links', async () => {
    write('folder/a.json', list)
    write('folder/b.json', list.slice(0, -60))
    symlinkSync('nowhere', join(folder, 'folder/c.json'))
    const { code, stderr } = await imported('folder')
    expect([code, said(stderr)]).toEqual([
      1,
      'Not read to the end: folder/c.json, folder/b.json. What was read is kept.'
    ])
  })

  test('is one of many that are damaged, and names the first', async () => {
    for (const index of [1, 2, 3, 4, 5]) write(`many/${index}.json`, list.slice(0, -60))
    const { stderr } = await imported('many')
    expect(said(stderr)).toBe(
      'Not read to the end: many/1.json, many/2.json, many/3.json and 2 more. What was read is kept.'
    )
  })

  test('does not exist, and then reads nothing', async () => {
    const { code, stdout, stderr } = await imported('whole.json nowhere.json neither.json')
    expect({ code, stdout, stderr: said(stderr) }).toEqual({
      code: 1,
      stdout: '',
      stderr: 'nowhere.json, neither.json do not exist.'
    })
  })
})

test('an import does its work, and exits as ever, where nobody reads what it says', async () => {
  write('unheard.json', list.slice(0, -60))
  const main = resolve(import.meta.dirname, '../src/commands/main.js')
  const command = `${process.execPath} ${main} import unheard.json --out unheard.db`
  const { stdout } = await run(`${command} 2>&1 | true; echo $PIPESTATUS`, folder, bareEnvironment())
  expect([stdout, existsSync(join(folder, 'unheard.db'))]).toEqual(['1\n', true])
})

test('an import exits with 3 where records are refused, and keeps what it read', async () => {
  write(
    'future.json',
    JSON.stringify([
      { ...post(9), createTime: 1e11 },
      { ...post(1), playCount: 3 }
    ])
  )
  const { code, stdout, stderr } = await imported('future.json')
  expect([code, said(stderr)]).toEqual([3, 'Refused 1 record, which cannot be read: --rejects FILE lists them.'])
  expect(stdout).toMatch(/^Read 1 post/)
})

describe('an import exits with 0', () => {
  const harmless: Readonly<Record<string, string | Uint8Array>> = {
    'others.json': JSON.stringify([{ cat: 1 }, 5]),
    'log.ndjson': `${lines}started at 10:00\n${lines}`,
    'empty.ndjson': '',
    'empty.json': '[]',
    'empty.csv': 'post_id,caption,created_at\n',
    'unended.csv': table.trimEnd(),
    'short.csv': `${table}4,x,1600000000\n`,
    'ragged.csv': `${table}4,x,1600000000\n5,x,1600000000`,
    'page.html': '<!doctype html><p>Nothing',
    'videos.zip': zipOf([
      { name: 'a.json', content: list },
      { name: 'a.mp4', content: noise },
      { name: '.hidden', content: 'x' }
    ]),
    'videos/a.json': list,
    'videos/a.mp4': noise,
    'videos/README': 'What is here\n'
  }

  test('where elements or files are no records, and counts both', async () => {
    for (const [name, content] of Object.entries(harmless)) write(name, content)
    const inputs = new Set(Object.keys(harmless).map((name) => name.split('/')[0]))
    const { code, stdout, stderr } = await imported([...inputs].join(' '))
    expect([code, said(stderr)]).toEqual([0, ''])
    const skipped = stdout.split('\n').filter((line) => line.startsWith('Skipped'))
    expect(skipped.map((line) => line.slice('Skipped '.length, line.indexOf(' (')))).toEqual([
      '2: not text',
      '1: unknown format',
      '1: not an object',
      '1: neither an object nor a list',
      '1: empty',
      '1: a table without rows',
      '1: a page or script without records in it',
      '1: hidden',
      '1: not JSON, and no table: it begins with "What is here\\n"'
    ])
    expect(stdout).toMatch(/^Read 24 posts: 5 posts/)
  })
})
