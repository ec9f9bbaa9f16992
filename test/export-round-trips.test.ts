import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type FieldSchema, withoutNull } from '../src/records/fields.ts'
import { Place } from '../src/records/place.ts'
import { ofAuthor, ofSound, Post } from '../src/records/post.ts'
import { Sound } from '../src/records/sound.ts'
import { UserProfile } from '../src/records/user-profile.ts'
import { commandInProcess } from './command-in-process.ts'
import { startServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-round-trips-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Fields = Record<string, unknown>
type Schema = { readonly properties: object }

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((value) => value.trim() !== '')
const url = fc.webUrl({ validSchemes: ['https'], withQueryParameters: true })

/** Any value that a field may have, but for null, 0, false and what is empty: a field that is lost on the way then differs. */
const anyValue = (declared: FieldSchema): fc.Arbitrary<unknown> => {
  const { type, format, items = {}, properties, minimum = 0, maximum = 2 ** 31 - 1 } = withoutNull(declared) ?? declared
  switch (type) {
    case 'object':
      return anyRecord({ properties: properties ?? {} })
    case 'array':
      return fc.array(anyValue(items), { minLength: 1, maxLength: 3 })
    case 'boolean':
      return fc.constant(true)
    case 'integer':
      // A moment that is past.
      return format === 'unix-time' || minimum < 0
        ? fc.integer({ min: 1_000_000_000, max: 1_700_000_000 })
        : fc.maxSafeNat().map((value) => 1 + (value % Math.min(maximum, 2 ** 53 - 2)))
    default:
      if (format === 'int64') return fc.bigInt(1n, 2n ** 63n - 1n).map(String)
      return format === 'uri' ? url : text
  }
}
const anyRecord = ({ properties }: Schema): fc.Arbitrary<Fields> =>
  fc.record(
    Object.fromEntries(Object.entries<FieldSchema>({ ...properties }).map(([name, field]) => [name, anyValue(field)]))
  )

const here = async (line: string, env: Readonly<Record<string, string>> = {}): Promise<void> => {
  const { code, stdout, stderr } = await commandInProcess(line, folder, env)
  expect([code, code === 0 ? '' : stdout + stderr]).toEqual([0, ''])
}
const linesOf = (file: string): Fields[] =>
  readFileSync(join(folder, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const write = (file: string, lines: readonly object[]): void =>
  writeFileSync(join(folder, file), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

/** What a server of a data set answers at some addresses. */
const answers = async (dataset: string, paths: readonly string[]): Promise<unknown[]> => {
  const server = await startServer({ dataset: join(folder, dataset) })
  try {
    return await Promise.all(paths.map(async (path) => (await server.get(`/api/v1${path}`)).body.data))
  } finally {
    await server.close()
  }
}

const borrowed = (from: Fields, names: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(Object.entries(names).map(([key, name]) => [key, from[name]]))

/** A creator, a private account, and a place, a sound and a post of the creator, as REST gives them. */
const anyAnswers = fc.tuple(...[UserProfile, UserProfile, Sound, Place, Post].map(anyRecord)).map((records) => {
  const [creator = {}, other = {}, sound = {}, place = {}, post = {}] = records
  // Posts of a private account are not shown. Handles have an alphabet of their own.
  Object.assign(creator, { username: 'creator.1', is_private: false, user_id: '1' })
  Object.assign(other, { username: 'other_2', user_id: '2' })
  // Both are counted.
  Object.assign(sound, { posts_count: 1 })
  Object.assign(place, { posts_count: 0 })
  Object.assign(post, borrowed(creator, ofAuthor), borrowed(sound, ofSound), {
    hashtags: [
      { id: '11', name: 'first' },
      { id: '12', name: 'second' }
    ]
  })
  const paths = [
    '/users/creator.1',
    '/users/other_2',
    `/sounds/${sound.sound_id}`,
    `/places/${place.place_id}`,
    `/posts?videoId=${post.post_id}`
  ]
  const targets = [
    ...['user:creator.1', 'user:other_2', `sound:${sound.sound_id}`],
    ...[`place:${place.place_id}`, `post:${post.post_id}`]
  ]
  return { records: [creator, other, sound, place, post], paths, targets }
})

describe('answers of REST', () => {
  test('are the same after they were imported, and after each was exported and imported again', async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswers, async ({ records, paths, targets }) => {
        write('answers.ndjson', records)
        await here('import answers.ndjson --into answers.db --replace')
        expect(await answers('answers.db', paths)).toEqual(records)
        const files = targets.map((target, index) => ({ target, file: `record${index}.ndjson` }))
        for (const { target, file } of files) await here(`export ${target} --from answers.db --out ${file}`)
        await here(`import ${files.map(({ file }) => file).join(' ')} --into again.db --replace`)
        expect(await answers('again.db', paths)).toEqual(records)
      }),
      { numRuns: 5, endOnFailure: true }
    )
  })
})

/** Captions that a table may take for something else. */
const anyCaption = fc
  .tuple(
    fc.constantFrom(
      "'",
      "''",
      "'=",
      "'12345",
      '=',
      '="',
      '+',
      '-',
      '@',
      '"',
      ' ',
      '\t',
      '\n',
      '\r\n',
      '{"a":1}',
      '[{',
      "'a\\nb'",
      '＝',
      ''
    ),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('', "'", '"', '}', '}]')
  )
  .map((parts) => parts.join(''))
  .filter((caption) => caption.trim() !== '')

describe('captions', () => {
  test('are the same after they were exported as a table of either form and imported again', async () => {
    const captionsIn = (file: string) => linesOf(file).map(({ post_id, caption }) => [post_id, caption])
    await fc.assert(
      fc.asyncProperty(fc.array(anyCaption, { minLength: 20, maxLength: 200 }), async (captions) => {
        const posts = captions.map((caption, index) => ({
          ...{
            post_id: String(7_620_000_000_000_000_000n + BigInt(index)),
            created_at: 1_600_000_000 + index,
            caption
          },
          ...{ plays: 5, author_username: 'creator.1' }
        }))
        write('captions.ndjson', posts)
        await here('import captions.ndjson --into captions.db --replace')
        await here('export user:creator.1/posts --from captions.db --out before.ndjson')
        for (const form of ['', '--plain']) {
          await here(`export user:creator.1/posts --format csv ${form} --from captions.db --out captions.csv`)
          await here('import captions.csv --into again.db --replace')
          await here('export user:creator.1/posts --from again.db --out after.ndjson')
          expect(captionsIn('after.ndjson')).toEqual(captionsIn('before.ndjson'))
        }
        expect(captionsIn('before.ndjson').map(([, caption]) => caption)).toEqual(captions.toReversed())
      }),
      { numRuns: 5, endOnFailure: true }
    )
  })

  test.each(['', "'"])('of tables of others keep their apostrophe, with %s before ids', async (apostrophe) => {
    const captions = ["'tis", "'90s kids", "'=x", "''", "'@a", "'12345"]
    const rows = captions.map(
      (caption, index) =>
        `${apostrophe}76200000000000010${10 + index},${apostrophe}1700000000,"${caption}",${apostrophe}12`
    )
    writeFileSync(join(folder, 'others.csv'), `video_id,create_time,desc,play_count\n${rows.join('\n')}\n`)
    await here('import others.csv --into others.db --replace')
    await here('export posts --from others.db --out others.ndjson')
    expect(linesOf('others.ndjson').map(({ caption, plays }) => [caption, plays])).toEqual(
      captions.map((caption) => [caption, 12]).toReversed()
    )
  })
})

describe('flags of the author and the sound that no source gave', () => {
  test.each(['ndjson', 'csv --plain', 'parquet'])('are unknown after an export as %s and an import', async (format) => {
    const given = {
      video_id: '7620000000000000001',
      n_plays: 5,
      n_likes: 3,
      author_username: 'creator.1',
      music_title: 'hum'
    }
    write('unknown.ndjson', [given])
    await here('import unknown.ndjson --into unknown.db --replace')
    const unknown = format === 'parquet' ? '' : '--unknown empty'
    await here(`export posts --format ${format} ${unknown} --from unknown.db --out unknown.table`)
    await here('import unknown.table --into again.db --replace')
    await here('export posts --unknown empty --from again.db --out after.ndjson')
    expect(linesOf('after.ndjson')).toMatchObject([{ plays: 5, author_verified: null, sound_is_original: null }])
  })
})
