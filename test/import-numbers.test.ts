import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { readInputs } from '../src/ingest/read.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-numbers-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const read = async (content: string) => {
  const file = join(folder, `${++files}`)
  writeFileSync(file, content)
  const elements = (await Array.fromAsync(readInputs([file]))).flat().map(({ decoded }) => decoded)
  rmSync(file)
  return elements
}

const post = { video_id: '7620000000000001001', create_time: '1742700001', desc: 'saw', n_plays: '1', n_likes: '1' }
const csvOf = (rows: readonly Readonly<Record<string, string>>[]): string => {
  const names = Object.keys(rows[0] ?? {})
  const line = (cells: readonly string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`
  return line(names) + rows.map((row) => line(names.map((name) => row[name] ?? ''))).join('')
}
const fields = ['n_plays', 'n_likes', 'n_comments', 'n_shares', 'n_saves'] as const
/** The totals of posts with some columns, as a table and as a list in JSON give them. */
const totalsIn = async (columns: readonly (readonly string[])[], isJson: boolean) => {
  const rows = (columns[0] ?? []).map((_, row) => {
    const totals = Object.fromEntries(columns.map((column, index) => [fields[index] ?? '', column[row] ?? '']))
    return { ...post, ...totals }
  })
  const elements = await read(isJson ? JSON.stringify(rows) : csvOf(rows))
  return columns.map((_, index) =>
    elements.map((decoded) => {
      if (decoded.kind !== 'post') throw new Error(`the row is a ${decoded.kind}`)
      const { plays, likes, comments, shares, saves } = decoded.post
      return [plays, likes, comments, shares, saves][index] ?? null
    })
  )
}
const columnIn = async (column: readonly string[], isJson = false) => (await totalsIn([column], isJson))[0]

type Writing = { point: string; group: string; least: number }
/** `least`: digits from which numbers are grouped. */
const writings: Readonly<Record<string, Writing>> = {
  English: { point: '.', group: ',', least: 4 },
  German: { point: ',', group: '.', least: 4 },
  Spanish: { point: ',', group: '.', least: 5 },
  Swiss: { point: '.', group: "'", least: 4 },
  'Swiss with a typographic apostrophe': { point: '.', group: '’', least: 4 },
  spaced: { point: ',', group: ' ', least: 4 },
  'with no-break spaces': { point: ',', group: '\u00a0', least: 4 },
  'with narrow no-break spaces': { point: ',', group: '\u202f', least: 5 },
  plain: { point: '.', group: '', least: 4 },
  'plain with a decimal comma': { point: ',', group: '', least: 4 }
}
const units = { '': 1, K: 1e3, M: 1e6, B: 1e9 } as const
const written = (whole: number, fraction: string, { point, group, least }: Writing): string => {
  const digits = String(whole)
  const integer = digits.length < least ? digits : digits.replace(/\B(?=(\d{3})+$)/g, group)
  return fraction === '' ? integer : integer + point + fraction
}
const whole = fc.oneof(
  fc.nat({ max: 999 }),
  fc.integer({ min: 1, max: 999 }).map((thousands) => thousands * 1_000),
  fc.nat({ max: 30_000_000 })
)
/** A number of a column, and how it is written. */
type Cell = { text: string; value: number }
const cellOf = (writing: Writing): fc.Arbitrary<Cell> =>
  fc.oneof(
    { weight: 3, arbitrary: whole.map((value) => ({ text: written(value, '', writing), value })) },
    fc
      .tuple(fc.nat({ max: 9_999 }), fc.stringMatching(/^\d{0,3}$/), fc.constantFrom('K', 'M', 'B'), fc.boolean())
      .map(([number, fraction, unit, isSpaced]) => ({
        text: `${written(number, fraction, writing)}${isSpaced ? ' ' : ''}${unit}`,
        value: Math.round(Number(`${number}.${fraction}`) * units[unit])
      }))
  )
const floats = (zeros: string) => whole.map((value) => ({ text: `${value}.${zeros}`, value }))
const columnKinds: readonly fc.Arbitrary<Cell>[] = [...Object.values(writings).map(cellOf), floats('0'), floats('000')]
const column = fc.constantFrom(...columnKinds).chain((cell) => fc.array(cell, { minLength: 6, maxLength: 6 }))

describe('numbers of a column', () => {
  test('are what was written, or unknown, however they are written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(column, { minLength: 2, maxLength: fields.length }),
        fc.boolean(),
        fc.integer({ min: 1, max: 6 }),
        async (all, isJson, rows) => {
          const columns = all.map((cells) => cells.slice(0, rows))
          const read = await totalsIn(
            columns.map((cells) => cells.map(({ text }) => text)),
            isJson
          )
          for (const [index, cells] of columns.entries()) {
            const values = read[index]?.map((value, row) => value ?? cells[row]?.value)
            expect([cells.map(({ text }) => text), values]).toEqual([
              cells.map(({ text }) => text),
              cells.map(({ value }) => value)
            ])
          }
        }
      ),
      { numRuns: Number(process.env.RUNS ?? 300) }
    )
  })

  test.each<[string, string[], (number | null)[]]>([
    ['fractions beside a thousand', ['999.000', '1000.000', '5.000'], [999, 1_000, 5]],
    ['fractions of one digit', ['999.0', '1000.0'], [999, 1_000]],
    ['thousands, since totals are whole', ['1.234', '999.000', '12'], [1_234, 999_000, 12]],
    ['thousands by a number with two signs', ['999.000', '1.000.000'], [999_000, 1_000_000]],
    ['thousands by a decimal comma', ['999.000', '1,5K'], [999_000, 1_500]],
    ['English thousands of thousands', ['1,234K', '12,345'], [1_234_000, 12_345]],
    ['German fractions of thousands', ['1,234K', '12.345'], [1_234, 12_345]],
    ['fractions of thousands by a shorter one', ['1,234K', '1,5M'], [1_234, 1_500_000]],
    ['fractions beside other groups', ['999.000', "1'000.000", '1 000'], [999, 1_000, 1_000]],
    ['numbers without groups', ['1,234K', '123456'], [1_234, 123_456]],
    ['English thousands alone', ['1,000', '20,000'], [1_000, 20_000]],
    ['points before zeros alone, which say nothing', ['999.000', '20.000', '7'], [null, null, 7]],
    ['an abbreviation alone that may mean two numbers', ['1,234K', '1.234M'], [null, null]],
    [
      'both signs for fractions, of which nothing is taken',
      ['1.5K', '1,5K', '2.000', '2,000'],
      [1_500, 1_500, null, null]
    ],
    ['a page beside a table', ['1.5K', '1.234', '1234567'], [1_500, null, 1_234_567]],
    ['numbers with and without groups', ['1234', '1,234', '12,000'], [1_234, 1_234, 12_000]],
    ['totals as R writes them', ['1e+05', '2.5e+06', '123456'], [100_000, 2_500_000, 123_456]],
    ['Indian groups', ['12,34,567', '1,23,45,678.5', '12,345'], [1_234_567, 12_345_678, 12_345]],
    ['no numbers', ['1.23.456', '1,2,3', '.5', '5.', 'none', '1e5'], [null, null, null, null, null, null]]
  ])('are read as %s', async (_, texts, values) => {
    for (const isJson of [false, true]) expect(await columnIn(texts, isJson)).toEqual(values)
    expect((await columnIn(texts.toReversed()))?.toReversed()).toEqual(values)
  })

  test('are read by the first thousand rows of a file, and later ones by all rows before them', async () => {
    const rows = (count: number): string[] => Array.from({ length: count }, () => '999.000')
    const inSample = await columnIn([...rows(900), '1000.000', ...rows(300)])
    expect(new Set(inSample)).toEqual(new Set([999, 1_000]))
    const behind = await columnIn([...rows(1_100), '1000.000', ...rows(300)])
    expect(behind?.slice(0, 1_100)).toEqual(rows(1_100).map(() => null))
    expect(behind?.slice(1_100)).toEqual([1_000, ...rows(300).map(() => 999)])
  })

  test('are read by column, whatever others of the table look like', async () => {
    const columns = [
      ['999.000', '1000.000'],
      ['999.000', '1.000.000']
    ]
    expect(await totalsIn(columns, false)).toEqual([
      [999, 1_000],
      [999_000, 1_000_000]
    ])
  })

  test('are marked as rounded where they are abbreviated', async () => {
    const elements = await read(csvOf([{ ...post, n_plays: '1,234.5K', n_likes: '1,234' }]))
    expect(elements).toMatchObject([
      { post: { plays: 1_234_500, likes: 1_234 }, seen: { rounded: new Set(['plays']) } }
    ])
  })
})

const two = (value: number) => String(value).padStart(2, '0')
const clock = fc.record({ hour: fc.nat({ max: 23 }), minute: fc.nat({ max: 59 }), second: fc.nat({ max: 59 }) })
const zone = fc
  .record({ hours: fc.nat({ max: 14 }), minutes: fc.constantFrom(0, 30, 45), sign: fc.constantFrom('+', '-') })
  .chain(({ hours, minutes, sign }) => {
    const offset = (hours * 60 + minutes) * (sign === '-' ? -60 : 60)
    const forms = [
      `${two(hours)}:${two(minutes)}`,
      `${two(hours)}${two(minutes)}`,
      ...(minutes === 0 ? [two(hours)] : [])
    ]
    return fc
      .tuple(fc.constantFrom('', 'UTC', 'GMT'), fc.constantFrom(...forms), fc.constantFrom('', ' UTC', ' CEST'))
      .map(([before, form, behind]) => ({ offset, text: before + sign + form + behind }))
  })
const anyZone = fc.oneof(
  zone,
  fc.constantFrom('', 'Z', 'z', 'UTC', 'GMT', 'utc').map((text) => ({ offset: 0, text }))
)

describe('times', () => {
  const timesIn = async (times: readonly string[]) => {
    const elements = await read(csvOf(times.map((create_time) => ({ ...post, create_time }))))
    return elements.map((decoded) => {
      if (decoded.kind === 'post') return decoded.post.created_at
      return decoded.kind === 'skipped' ? decoded.skipped.reason : decoded.kind
    })
  }

  test('are read with any fraction, space and zone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 15_000, max: 20_000 }),
        clock,
        fc.constantFrom('T', ' ', 't'),
        fc.option(fc.option(fc.stringMatching(/^[.,]\d{1,9}$/))),
        fc.constantFrom('', ' '),
        anyZone,
        async (day, { hour, minute, second }, separator, fraction, space, { offset, text }) => {
          const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
          // Without seconds, or with them, or with a fraction.
          const seconds = fraction === null ? '' : `:${two(second)}${fraction ?? ''}`
          const time = `${date}${separator}${two(hour)}:${two(minute)}${seconds}${space}${text}`
          const expected = day * 86_400 + hour * 3_600 + minute * 60 + (fraction === null ? 0 : second) - offset
          expect([time, ...(await timesIn([time]))]).toEqual([time, expected])
        }
      ),
      { numRuns: Number(process.env.RUNS ?? 300) }
    )
  })

  test('are named where they cannot be read', async () => {
    const unreadable = [
      ...['2025-02-30T12:00:00Z', '2025-03-01T25:00:00Z', '2025-03-01 24:00:01', '2025-03-01T12:60:00Z'],
      ...['2025-03-01T12:00:00+24:00', '2025-03-01T12:00:00+02:60', '2025-03-01T12:00:00 CEST', '2025-03-01 12']
    ]
    expect(await timesIn(unreadable)).toEqual(
      unreadable.map(() => expect.stringMatching(/^unreadable creation time: write it as/))
    )
  })
})
