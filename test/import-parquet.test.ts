import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { run } from './checkout.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-parquet-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Columns = Parameters<typeof parquetWriteBuffer>[0]['columnData']
const project = join(import.meta.dirname, '..')
const parquet = (columnData: Columns, more: object = {}): Buffer =>
  Buffer.from(parquetWriteBuffer({ columnData, ...more }))
const fileOf = (bytes: Uint8Array, path = `${randomUUID()}.parquet`): string => {
  const file = join(folder, path)
  writeFileSync(file, bytes)
  return file
}

const count = 3
const ids = Array.from({ length: count }, (_, index) => 7_645_973_820_491_993_728n + BigInt(index))
const posts = (more: Columns = []): Columns => [
  { name: 'post_id', data: ids.map(String), type: 'STRING' },
  { name: 'caption', data: ['[not a list]', 'two', ''], type: 'STRING' },
  {
    name: 'created_at',
    data: [1, 2, 3].map((second) => new Date(1_780_000_000_000 + second * 1_000)),
    type: 'TIMESTAMP'
  },
  { name: 'plays', data: [10n, 20n, null], type: 'INT64', nullable: true },
  { name: 'likes', data: [1n, 2n, 3n], type: 'INT64' },
  { name: 'author_username', data: ['oak', 'oak', 'elm'], type: 'STRING' },
  ...more
]

const imported = (inputs: readonly string[], path = join(folder, `${randomUUID()}.db`)) =>
  importFiles({ inputs, path }).then((summary) => ({ summary, path }))

/** Posts as they come out, without what nobody gave. */
const exported = async (path: string, file: string): Promise<Record<string, unknown>[]> => {
  await run(`node src/commands/main.js export posts --from sqlite:${path} --unknown empty --out ${file}`, project)
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
const told = async (bytes: Uint8Array) => {
  const { path } = await imported([fileOf(bytes)])
  const rows = await exported(path, join(folder, `${randomUUID()}.ndjson`))
  return rows.sort((a, b) => (String(a.post_id) < String(b.post_id) ? -1 : 1))
}
const refusal = async (bytes: Uint8Array): Promise<string> =>
  imported([fileOf(bytes)]).then(
    ({ summary }) => `imported, and ${summary.skipped.map(({ reason }) => reason).join('; ')}`,
    (error: unknown) => String(error)
  )

describe('Parquet', () => {
  test('is read with exact ids, times and what is unknown', async () => {
    expect(await told(parquet(posts()))).toMatchObject([
      {
        post_id: String(ids[0]),
        caption: '[not a list]',
        created_at: 1_780_000_001,
        plays: 10,
        author_username: 'oak'
      },
      { post_id: String(ids[1]), caption: 'two', created_at: 1_780_000_002, plays: 20 },
      { post_id: String(ids[2]), plays: null, likes: 3, author_username: 'elm' }
    ])
  })

  test('has ids of 64 bits and decimals as they are', async () => {
    const [, ...others] = posts()
    const asNumbers = await told(parquet([{ name: 'post_id', data: ids, type: 'INT64' }, ...others]))
    expect(asNumbers.map(({ post_id }) => post_id)).toEqual(ids.map(String))
    const decimal = { name: 'post_id', type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, repetition_type: 'REQUIRED' }
    const schema = [
      { name: 'root', num_children: others.length + 1 },
      { ...decimal, converted_type: 'DECIMAL', scale: 0, precision: 38 },
      { name: 'caption', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      { name: 'created_at', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'REQUIRED' },
      { name: 'plays', type: 'INT64', repetition_type: 'OPTIONAL' },
      { name: 'likes', type: 'INT64', repetition_type: 'REQUIRED' },
      { name: 'author_username', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' }
    ]
    const columns = [{ name: 'post_id', data: ids }, ...others.map(({ name, data }) => ({ name, data }))]
    const asDecimals = await told(parquet(columns, { schema }))
    expect(asDecimals.map(({ post_id }) => post_id)).toEqual(ids.map(String))
  })

  test('is read in parts of a folder, and in row groups and pages of any length', async () => {
    const many = Array.from({ length: 40_000 }, (_, index) => index)
    // Few different values, which stand in a dictionary, and some that are unknown.
    const likesOf = (index: number) => (index % 3 === 0 ? null : BigInt(index % 50))
    const columns: Columns = [
      {
        name: 'post_id',
        data: many.map((index) => String(7_000_000_000_000_000_000n + BigInt(index))),
        type: 'STRING'
      },
      { name: 'plays', data: many.map((index) => BigInt(index + 1)), type: 'INT64' },
      { name: 'created_at', data: many.map((index) => BigInt(1_700_000_000 + index)), type: 'INT64' },
      { name: 'likes', data: many.map(likesOf), type: 'INT64', nullable: true },
      { name: 'is_ad', data: many.map((index) => index % 5 === 0), type: 'BOOLEAN', nullable: true },
      { name: 'author_username', data: many.map((index) => `oak${index % 7}`), type: 'STRING' }
    ]
    mkdirSync(join(folder, 'parts'))
    fileOf(parquet(columns, { pageSize: 5_000 }), 'parts/a.parquet')
    fileOf(parquet(posts()), 'parts/b.parquet')
    const { summary, path } = await imported([join(folder, 'parts')])
    expect(summary.read.post).toBe(40_003)
    const rows = await exported(path, join(folder, 'parts.ndjson'))
    const byId = new Map(rows.map((row) => [row.post_id, row]))
    for (const index of many) {
      const { plays, likes = null, is_ad: isAd } = byId.get(String(7_000_000_000_000_000_000n + BigInt(index))) ?? {}
      const known = likesOf(index)
      const expected = { index, plays: index + 1, likes: known === null ? null : Number(known), isAd: index % 5 === 0 }
      if (plays !== expected.plays || likes !== expected.likes || isAd !== expected.isAd)
        expect({ index, plays, likes, isAd }).toEqual(expected)
    }
  })

  test('comes back equal from an export', async () => {
    const { path } = await imported([fileOf(parquet(posts()))])
    const file = join(folder, 'again.parquet')
    await run(`node src/commands/main.js export posts --from sqlite:${path} --out ${file}`, project)
    const { path: again } = await imported([file])
    const [before, after] = [await exported(path, `${file}.1`), await exported(again, `${file}.2`)]
    expect(after).toEqual(before)
  })

  test('without what makes it a Parquet file is refused with the reason', async () => {
    const whole = parquet(posts())
    expect(await refusal(whole.subarray(0, whole.length - 5))).toContain(
      'damaged or cut off: it has no table of contents'
    )
    expect(await refusal(Buffer.concat([whole.subarray(0, 40), whole.subarray(-4)]))).toContain('damaged or cut off')
    expect(await refusal(Buffer.from('PARE and nothing that can be read'))).toContain('an encrypted Parquet file')
    const long = Buffer.from(whole)
    long.writeUInt32LE(0x7fff_ffff, long.length - 8)
    expect(await refusal(long)).toContain('its table of contents is too long')
    expect(await refusal(parquet([{ name: 'other', data: ['x'], type: 'STRING' }]))).toContain('nothing to import')
  })

  test('with a forged table of contents or forged pages never takes the process along', async () => {
    const whole = parquet(posts())
    const footer = whole.readUInt32LE(whole.length - 8)
    let state = 7
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state % below
    }
    for (let round = 0; round < 300; round += 1) {
      const forged = Buffer.from(whole)
      const from = round % 2 === 0 ? whole.length - 8 - footer : 4
      const length = round % 2 === 0 ? footer : whole.length - footer - 12
      for (let change = 0; change <= round % 3; change += 1) forged[from + random(length)] = random(256)
      const outcome = await refusal(forged)
      expect(outcome).toMatch(/^imported|ImportError/)
    }
    expect(process.memoryUsage.rss()).toBeLessThan(2 ** 30)
  }, 120_000)

  test('has columns that are not read beside those that are', async () => {
    const nested: Columns = [
      { name: 'hashtags', data: [[{ id: '5', name: 'oak' }], [], []], type: 'JSON' },
      { name: 'vectors', data: [[1, 2], [3], []] },
      { name: 'other', data: [new Uint8Array(2), new Uint8Array(2), new Uint8Array(2)] }
    ]
    const [first] = await told(parquet(posts(nested)))
    expect(first).toMatchObject({ plays: 10, hashtags: [{ id: '5', name: 'oak' }] })
  })

  test('has columns of any name, and says so where none can be read', async () => {
    const [first] = await told(parquet(posts([{ name: 'constructor', data: ['a', 'b', 'c'], type: 'STRING' }])))
    expect(first).toMatchObject({ plays: 10 })
    const unread = await refusal(
      parquet(posts(), { codec: 'LZ4_RAW', compressors: { LZ4_RAW: (page: object) => page } })
    )
    expect(unread).toContain('compressed with LZ4_RAW')
    expect(unread).not.toContain('damaged')
  })
})
