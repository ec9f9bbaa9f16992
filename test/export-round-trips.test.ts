import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type LineKind, lineKinds } from '../src/ingest/export/lines.ts'
import { type FieldSchema, withoutNull } from '../src/records/fields.ts'
import { Place } from '../src/records/place.ts'
import { ofAuthor, ofSound, Post } from '../src/records/post.ts'
import { Sound } from '../src/records/sound.ts'
import { UserProfile } from '../src/records/user-profile.ts'
import { commandInProcess } from './command-in-process.ts'
import { createDatabase, hasNoPostgres } from './own-postgres.ts'
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
  return { records: [creator, other, sound, place, post], paths }
})

describe('answers of REST', () => {
  test('are the same after they were imported, and after all of it was exported and imported again', async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswers, async ({ records, paths }) => {
        write('answers.ndjson', records)
        await here('import answers.ndjson --into answers.db --replace')
        expect(await answers('answers.db', paths)).toEqual(records)
        await here('export all --from answers.db --out whole.ndjson')
        await here('import whole.ndjson --into again.db --replace')
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

const kinds = Object.keys(lineKinds) as LineKind[]

/** Lines of every kind, each field filled in, that refer to each other as lines of an export do. */
const anyLines = fc.record(Object.fromEntries(kinds.map((kind) => [kind, anyRecord(lineKinds[kind])]))).map((any) => {
  const older = (field: string) => [{ field, at: 1_600_000_000, rounded: true }]
  const of = (kind: LineKind, more: Fields): Fields => ({ kind, ...any[kind], ...more })
  const source = String(any.source?.name)
  // Lines have them in the order of their regions.
  const variants = ((any.user?.variants ?? []) as Fields[]).map((variant, index) => ({
    ...variant,
    region: 'DEJPUS'.slice(2 * index, 2 * index + 2)
  }))
  const user = { user_id: '1', username: 'Mona.1', handle: 'mona.1', source, variants, older: older('followers') }
  const follower = {
    user_id: '2',
    username: 'lisa_2',
    handle: 'lisa_2',
    is_private: false,
    source,
    variants,
    older: null
  }
  const facts = { title: 'Waves', author: 'Sea', is_original: true }
  const use = { id: '11', name: 'First' }
  /** Two moments, in their order, and one that is unknown. */
  const samples = (kind: 'user_samples' | 'post_samples', rounded: string, negative: string): Fields[] => {
    const [sample] = (any[kind]?.samples ?? []) as Fields[]
    const undated: Fields = { ...sample, source, rounded: [rounded], negative: [negative] }
    delete undated.at
    delete undated[negative]
    return [undated, { at: 1_500_000_000, [negative]: 7, [rounded]: 8 }, { ...undated, at: 1_600_000_000 }]
  }
  const post = { author_id: '2', place_id: '7', author_handle: 'lisa_2', hashtags: [use, use], source }
  return [
    of('source', {}),
    of('import', {}),
    of('user', user),
    of('user', follower),
    of('handle', { handle: 'once.mona', user_id: '1' }),
    of('sound', { sound_id: '5', source, older: older('title') }),
    of('sound', { ...facts, sound_id: null, source, older: null }),
    of('place', { place_id: '7', source, older: older('name') }),
    of('hashtag', { hashtag_id: '11', name: 'First' }),
    of('hashtag_name', { name: 'first', hashtag_id: '11' }),
    of('post', { ...post, post_id: '100', sound_id: '5', sound: null, older: older('plays') }),
    of('post', { ...post, post_id: '101', sound_id: null, sound: facts, older: null }),
    of('repost', { user_id: '1', post_id: '100' }),
    of('follower', { user_id: '1', follower_id: '2' }),
    of('collection', { user_id: '2', post_ids: ['101', '100'], collection_id: '8' }),
    of('live_room', { user_id: '2', streamer_handle: 'lisa_2', room_id: '9', source, older: older('viewer_count') }),
    of('effect', { effect_id: '10', source, older: older('name') }),
    of('user_samples', { user_id: '2', samples: samples('user_samples', 'followers', 'following') }),
    of('post_samples', { post_id: '100', samples: samples('post_samples', 'plays', 'saves') })
  ]
})

/** Where REST shows what a line tells, by the kind of line. */
const shown: Partial<Record<LineKind, string>> = {
  user: '/users/by-id/2',
  sound: '/sounds/5',
  place: '/places/7',
  post: '/posts?videoId=100',
  collection: '/collections/8',
  live_room: '/live/9',
  effect: '/effects/10'
}

describe('lines of a whole export', () => {
  const header = (lines: readonly Fields[]) => ({
    kind: 'clipgraph',
    version: 3,
    as_of: 1_700_000_000,
    counts: Object.fromEntries(kinds.map((kind) => [kind, lines.filter((line) => line.kind === kind).length]))
  })

  test('of every kind are the same after they were imported, and are what REST shows', async () => {
    await fc.assert(
      fc.asyncProperty(anyLines, async (lines) => {
        const whole = [header(lines), ...lines]
        write('lines.ndjson', whole)
        await here('import lines.ndjson --into lines.db --replace')
        await here('export all --from lines.db --out lines-again.ndjson')
        expect(linesOf('lines-again.ndjson')).toEqual(whole)
        const found = await answers('lines.db', Object.values(shown))
        for (const [index, kind] of (Object.keys(shown) as LineKind[]).entries()) {
          const record = found[index] as Fields | null
          const line = lines.find((each) => each.kind === kind && (kind !== 'user' || each.user_id === '2')) ?? {}
          const isHidden = kind === 'post' && line.is_private === true
          expect([kind, record === null]).toEqual([kind, isHidden])
          if (record === null) continue
          const both = Object.keys(record).filter((name) => name in line)
          expect(both.length).toBeGreaterThan(1)
          expect([kind, ...both.map((name) => record[name])]).toEqual([kind, ...both.map((name) => line[name])])
        }
      }),
      { numRuns: 5, endOnFailure: true }
    )
  })

  test.skipIf(hasNoPostgres)('are the same in a PostgreSQL', async () => {
    const [lines] = fc.sample(anyLines, 1)
    if (lines === undefined) throw new Error('no lines')
    const whole = [header(lines), ...lines]
    const database = await createDatabase()
    try {
      write('own.ndjson', whole)
      await here('import own.ndjson --into own.db')
      await here('migrate', { DATA_URL: database.url })
      await here(`copy own.db --into ${database.url}`)
      await here(`export all --from ${database.url} --out of-database.ndjson`)
      expect(linesOf('of-database.ndjson')).toEqual(whole)
    } finally {
      await database.close()
    }
  })
})
