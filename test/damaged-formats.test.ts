import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import type { Decoded } from '../src/ingest/mapping/decoder.ts'
import { readInputs } from '../src/ingest/read.ts'
import { describeSummary } from '../src/ingest/summary.ts'

const samples = join(import.meta.dirname, 'formats')
const folder = mkdtempSync(join(tmpdir(), 'clipgraph-damaged-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = async (name: string, content: string): Promise<Decoded[]> => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return (await Array.fromAsync(readInputs([file]))).flat().map(({ decoded }) => decoded)
}
const records = (decoded: readonly Decoded[]) => decoded.filter(({ kind }) => kind !== 'skipped')
const reasons = (decoded: readonly Decoded[]) =>
  decoded.flatMap((each) => (each.kind === 'skipped' ? [each.skipped.reason] : []))

const names = readdirSync(samples)
const documents = names.filter((name) => name.endsWith('.json'))
const tables = names.filter((name) => !name.endsWith('.json'))
/** One object in one line, with ids as they are written: parsing would round them. Some samples are lists of one. */
const textOf = (name: string) => {
  const text = readFileSync(join(samples, name), 'utf8').replaceAll(/\n\s*/g, '')
  return text.replace(/^\[(.*)\]$/, '$1')
}

/** What each sample says by itself. */
const alone = new Map<string, Decoded[]>()
beforeAll(async () => {
  for (const name of documents) alone.set(name, await read(name, textOf(name)))
})
const saying = (list: readonly string[]): Decoded[] => list.flatMap((name) => alone.get(name) ?? [])

const withoutPlace = (decoded: Decoded): Decoded => {
  if (decoded.kind !== 'collection') return decoded
  const { place_in_list: _, ...collection } = decoded.collection
  return { ...decoded, collection }
}

const foreign = fc.constantFrom('{"kind":"note","text":"x"}', '{"a":[{"b":1}]}', '7', '"word"', 'null', '[]', '{}')
const someDocuments = fc.shuffledSubarray(documents, { minLength: 1, maxLength: 6 })
const layout = fc.constantFrom<(elements: readonly string[]) => { text: string; ends: number[] }>(
  (elements) => laidOut(elements, '[', ',', ']'),
  (elements) => laidOut(elements, '', '\n', '\n')
)
const laidOut = (elements: readonly string[], opening: string, between: string, closing: string) => {
  const ends: number[] = []
  let text = opening
  for (const [index, element] of elements.entries()) {
    text += index === 0 ? element : between + element
    ends.push(text.length)
  }
  return { text: text + closing, ends }
}

describe('records of several formats in one file', () => {
  test('are each read by their own, whatever stands between', async () => {
    await fc.assert(
      fc.asyncProperty(
        someDocuments,
        layout,
        foreign,
        fc.integer({ min: 0, max: 6 }),
        async (list, lay, other, position) => {
          const elements = list.map(textOf)
          elements.splice(Math.min(position, list.length), 0, other)
          const all = await read('mixed.json', lay(elements).text)
          expect(records(all)).toEqual(records(saying(list)))
          // Nothing is said of what is empty.
          if (other !== '[]') expect(reasons(all)).toHaveLength(reasons(saying(list)).length + 1)
        }
      ),
      { numRuns: Number(process.env.RUNS ?? 40) }
    )
  })

  test('are read up to where the file is cut off', async () => {
    await fc.assert(
      fc.asyncProperty(someDocuments, layout, fc.double({ min: 0, max: 1, noNaN: true }), async (list, lay, share) => {
        const { text, ends } = lay(list.map(textOf))
        const cut = Math.floor(1 + share * (text.length - 2))
        const all = await read('cut.json', text.slice(0, cut))
        const found = records(all)
        const before = records(saying(list.filter((_, index) => (ends[index] ?? 0) <= cut)))
        // Of the element that is cut off, records at its beginning may be whole.
        expect(found.length).toBeGreaterThanOrEqual(before.length)
        // Where a list is cut off, the places of its elements are not known.
        expect(found.map(withoutPlace)).toEqual(records(saying(list)).slice(0, found.length).map(withoutPlace))
        if (!ends.includes(cut)) expect(reasons(all)).not.toEqual([])
      }),
      { numRuns: Number(process.env.RUNS ?? 80) }
    )
  })

  test('match one format best', async () => {
    const tied = saying(documents).filter((each) => each.kind !== 'skipped' && each.tied !== undefined)
    expect(tied).toEqual([])
  })
})

describe.each(tables)('a table as %s', (name) => {
  const text = readFileSync(join(samples, name), 'utf8')

  test('gives the rows before the one that is cut off', async () => {
    const whole = records(await read(name, text))
    const row = text.slice(text.indexOf('\n') + 1)
    for (let cut = 1; cut < row.trimEnd().length; cut += 7) {
      const all = await read(name, text + row.slice(0, cut))
      expect(records(all).slice(0, whole.length)).toEqual(whole)
    }
  })
})

test('the summary names what several formats match equally, and --verbose which records', async () => {
  // An account of the app and of a page, with as much of each.
  const account = { uid: '5', unique_id: 'mona', uniqueId: 'mona', userId: '5', nickname: 'Mona' }
  const file = join(folder, 'tied.json')
  writeFileSync(file, JSON.stringify([account, { ...account, uid: '6', unique_id: 'lisa' }]))
  const summary = await importFiles({ inputs: [file], path: join(folder, 'tied.db') })
  const line = '2 records match both app account and web account equally; read as app account'
  expect(describeSummary(summary).split('\n')).toContain(line)
  expect(describeSummary(summary, { isVerbose: true }).split('\n')).toContain(`${line}: ${file} [0]; ${file} [1]`)
  expect(summary.users).toBe(2)
})

test('an import of a file that is cut off keeps what comes before and says where it ends', async () => {
  const { text, ends } = laidOut(['web-post.json', 'tikwm-post.json', 'live-room.json'].map(textOf), '[', ',', ']')
  const file = join(folder, 'broken.json')
  writeFileSync(file, text.slice(0, (ends[1] ?? 0) + 100))
  const summary = await importFiles({ inputs: [file], path: join(folder, 'broken.db') })
  expect(summary.read).toMatchObject({ post: 2, live_room: 0 })
  expect(describeSummary(summary)).toMatch(/Skipped 1: .*(cut off|end)/)
})
