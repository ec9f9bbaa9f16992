import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Decoded } from '../src/ingest/mapping/decoder.ts'
import { readInputs } from '../src/ingest/read.ts'
import { commandInProcess } from './command-in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-columns-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const written = (content: unknown, ending = 'json'): string => {
  const file = join(folder, `${++files}.${ending}`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}
const read = async (content: unknown): Promise<Decoded[]> =>
  (await Array.fromAsync(readInputs([written(content)]))).flat().map(({ decoded }) => decoded)
const command = (line: string) => commandInProcess(line, folder)

const post_id = '7590178304137625611'
const address = `https://www.tiktok.com/@fir_bench/video/${post_id}`

describe('a column is known by its name in any case and style', () => {
  const styles: Readonly<Record<string, (words: readonly string[]) => string>> = {
    snake: (words) => words.join('_'),
    camel: (words) => words.map((word, index) => (index === 0 ? word : capital(word))).join(''),
    pascal: (words) => words.map(capital).join(''),
    kebab: (words) => words.join('-'),
    spaced: (words) => words.map(capital).join(' '),
    upper: (words) => words.join('_').toUpperCase()
  }
  const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
  const names: readonly (readonly [field: string, words: readonly string[]])[] = [
    ['plays', ['play', 'count']],
    ['plays', ['views']],
    ['plays', ['total', 'views']],
    ['likes', ['digg', 'count']],
    ['likes', ['like', 'count']],
    ['comments', ['comment', 'count']],
    ['shares', ['number', 'of', 'shares']],
    ['saves', ['collect', 'count']]
  ]
  const style = fc.constantFrom(...Object.values(styles))
  const inFront = fc.constantFrom<readonly string[]>([], ['m5'], ['video'], ['post'], ['v2', 'video'])

  test('whatever stands in front of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        style,
        inFront,
        fc.nat(1_000_000),
        async ([field, words], styled, front, count) => {
          const name = styled([...front, ...words])
          const other = field === 'likes' ? 'comments' : 'likes'
          const [first] = await read([{ [styled(['video', 'id'])]: post_id, [name]: count, [other]: 3 }])
          expect({ name, first }).toMatchObject({
            first: { kind: 'post', post: { post_id, [field]: count, [other]: 3 } }
          })
        }
      )
    )
  })

  test('in whatever order the columns stand', async () => {
    const row = { M1_id: post_id, Author_UniqueID: 'fir_bench', 'Play Count': 9, LIKES: 3, sound_title: 'hum' }
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(Object.entries(row), { minLength: 5 }), async (entries) => {
        expect(await read([Object.fromEntries(entries)])).toMatchObject([
          { post: { post_id, plays: 9, likes: 3, author: { username: 'fir_bench' }, sound: { title: 'hum' } } }
        ])
      })
    )
  })

  test('and other names are none, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ maxLength: 30 }), fc.nat()), async (other) => {
        const [first] = await read([{ ...other, video_id: post_id, views: 9, likes: 3 }])
        expect(first).toMatchObject({ kind: 'post', post: { post_id } })
      })
    )
  })
})

describe('a table of posts', () => {
  test('as the public set TikTok-10M has it is read', async () => {
    const row = {
      ...{ id: post_id, desc: 'rasp', create_time: 1_767_226_100, duration: 15, play_count: 900, digg_count: 40 },
      ...{ comment_count: 3, share_count: 2, collect_count: 1, music_id: '7100000000000000021', user_id: '69' },
      ...{ challenges: ['wood', 'saw'], stats_time: 1_767_300_000 }
    }
    expect(await read([row])).toMatchObject([
      {
        post: {
          ...{
            post_id,
            caption: 'rasp',
            plays: 900,
            likes: 40,
            comments: 3,
            shares: 2,
            saves: 1,
            duration_seconds: 15
          },
          ...{ created_at: 1_767_226_100, sound: { sound_id: '7100000000000000021' } },
          hashtags: [
            { id: null, name: 'wood' },
            { id: null, name: 'saw' }
          ]
        },
        seen: { collectedAt: 1_767_300_000 }
      }
    ])
  })

  test('as the public set dokitok has it is read', async () => {
    expect(await read(`content_id,views,likes\n${post_id},900,40\n`)).toMatchObject([
      { post: { post_id, plays: 900, likes: 40, created_at: 1_767_226_100 } }
    ])
  })

  test('loses no value that stands there under a name of another format', async () => {
    const [first] = await read([
      {
        ...{ aweme_id: post_id, desc: 'rasp', create_time: 1_767_226_100, liked_count: '2.5万', collected_count: '56' },
        ...{ user_unique_id: 'fir_bench', nickname: 'Fir' }
      }
    ])
    expect(first).toMatchObject({
      post: { likes: 25_000, saves: 56, author: { username: 'fir_bench', display_name: 'Fir' } },
      seen: { rounded: new Set(['likes']) }
    })
  })

  test('has the id and the handle of its address, not the number of its row', async () => {
    expect(await read(`id,link,views,likes\n7,${address},9,3\n`)).toMatchObject([
      { post: { post_id, author: { username: 'fir_bench' }, plays: 9 } }
    ])
  })

  const header = 'video_id,create_time,author_username,desc,hashtags,region,n_plays,n_likes'
  const row = (cells: Readonly<Record<string, string>> = {}) =>
    header
      .split(',')
      .map(
        (name) => ({ video_id: post_id, create_time: '1767226100', n_plays: '9', n_likes: '3', ...cells })[name] ?? ''
      )
      .join()

  test('may have lines that end in several ways, as joined tables do', async () => {
    const rows = [row({ desc: 'one' }), row({ desc: 'two' }), row({ desc: 'three' })]
    const captions = async (table: string) =>
      (await read(table)).map((decoded) => decoded.kind === 'post' && decoded.post.caption)
    for (const [first, others] of [
      ['\r\n', '\n'],
      ['\n', '\r\n'],
      ['\r', '\r']
    ] as const) {
      expect(await captions(header + first + rows.map((each) => each + others).join(''))).toEqual([
        'one',
        'two',
        'three'
      ])
    }
    expect(await captions(`${header}\n${row({ desc: 'one\rtwo' })}\n`)).toEqual(['one\rtwo'])
  })

  test('may have line feeds in texts without quotes where lines end in CRLF, as databases write them', async () => {
    const texts = ['one\ntwo\nthree', 'plain', '"quoted\nand ""more"""', 'last\nof all']
    const table = [header, ...texts.map((desc) => row({ desc }))].join('\r\n')
    const inFront = ['desc,video_id,n_plays,n_likes', ...texts.map((desc) => `${desc},${post_id},9,3`)].join('\r\n')
    const atEnd = ['video_id,n_plays,n_likes,desc', ...texts.map((desc) => `${post_id},9,3,${desc}`)].join('\r\n')
    for (const each of [`${table}\r\n`, table, inFront, atEnd]) {
      expect(await read(each)).toMatchObject(
        ['one\ntwo\nthree', 'plain', 'quoted\nand "more"', 'last\nof all'].map((caption) => ({
          post: { caption, plays: 9, likes: 3 }
        }))
      )
    }
  })

  test('has no hashtags of numbers between brackets, as JSON has none', async () => {
    const of = (hashtags: string) => read(`${header}\n${row({ hashtags: `"${hashtags}"` })}\n`)
    expect(await of('[229207, 1234567]')).toMatchObject([{ post: { hashtags: [] } }])
    expect(await of('{2024,fyp}')).toMatchObject([{ post: { hashtags: [{ name: '2024' }, { name: 'fyp' }] } }])
  })

  test('has no rows with more cells than columns: which cell is of which column, nobody knows', async () => {
    const file = written(`${header}\n${row()},,\n${row({ desc: 'saw, then rasp' })}\n`, 'csv')
    const { code, stdout } = await command(`import ${file} --out cells.db`)
    expect(stdout).toContain('Of 2 records 1 were read, 0 skipped and 1 refused.')
    expect([code, stdout]).toEqual([3, expect.stringMatching(/more cells than the first row names: .* line 3:/)])
  })

  test('has the first of two columns of one name, and nothing where that is empty', async () => {
    const table = `video_id,views,likes,views\n${post_id},9,3,8\n${post_id},,3,8\n`
    expect(await read(table)).toMatchObject([
      { post: { plays: 9, likes: 3 }, unread: { keys: ['views (column 4)'] } },
      { post: { plays: null, likes: 3 } }
    ])
  })

  test('without quotes loses no rows silently by a text that begins with one', async () => {
    const rows = [{ desc: '"Best day' }, { desc: 'rasp' }, { desc: 'a "good" day' }, { desc: 'saw' }].map(row)
    expect(await read(`${header}\n${rows.join('\n')}\n`.replaceAll(',', '\t'))).toMatchObject([
      { skipped: { reason: expect.stringMatching(/^a quote that opens/), example: 'lines 2 to 4 are missing' } },
      { post: { caption: 'saw' } }
    ])
    const lines = row({ desc: '"one\ntwo"' })
    expect(await read(`${header}\n${lines}\n`.replaceAll(',', '\t'))).toMatchObject([{ post: { caption: 'one\ntwo' } }])
  })

  test('has nothing where tools write a word for that', async () => {
    const missing = {
      create_time: 'NA',
      author_username: 'NA',
      desc: 'NaN',
      hashtags: 'None',
      region: 'NA',
      n_likes: 'N/A'
    }
    expect(await read(`${header}\n${row()}\n${row(missing)}\n`)).toMatchObject([
      { post: { likes: 3 } },
      {
        post: {
          created_at: 1_767_226_100,
          author: null,
          caption: null,
          hashtags: [],
          country: null,
          plays: 9,
          likes: null
        }
      }
    ])
  })

  test('has the rows with empty cells where a format looks for what is its own, but for those that may be comments', async () => {
    const rows = [row({ n_likes: '' }), row(), row({ n_plays: '', desc: 'nice' })]
    expect(await read(`${header}\n${rows.join('\n')}\n`)).toMatchObject([
      { post: { plays: 9, likes: null } },
      { post: { plays: 9, likes: 3 } },
      { skipped: { reason: 'unknown format' } }
    ])
  })

  test('has ids and handles with spaces around, which keep spreadsheets from rounding', async () => {
    const cells = [{ video_id: `${post_id}\t` }, { video_id: ` ${post_id}`, author_username: ' fir_bench ' }]
    expect(await read(`${header}\n${cells.map(row).join('\n')}\n`)).toMatchObject([
      { post: { post_id } },
      { post: { post_id, author: { username: 'fir_bench' } } }
    ])
  })

  test('has no times that are days as spreadsheets count them, or years', async () => {
    expect(
      await read(`${header}\n${['46023.5', '2026'].map((create_time) => row({ create_time })).join('\n')}\n`)
    ).toMatchObject(
      [46_023, 2026].map(() => ({ post: { created_at: 1_767_226_100 }, seen: { rounded: new Set(['created_at']) } }))
    )
    expect(await read([{ video_id: post_id, create_time: 46_023.5, n_plays: 9, n_likes: 3 }])).toMatchObject([
      { post: { created_at: 1_767_226_100 } }
    ])
  })

  test.each([
    ...['fyp,dance', 'fyp;dance', 'fyp|dance', 'fyp dance', '#fyp #dance', '#fyp#dance', '#fyp, #dance'],
    ...['["fyp", "dance"]', "['fyp' 'dance']", '[fyp, dance]', '{fyp,dance}', '{"fyp",dance}', '[fyp, dance, NULL]'],
    '[{"id": null, "name": "fyp"}, {"name": "dance"}]'
  ])('has hashtags as %s', async (hashtags) => {
    const [first] = await read([{ video_id: post_id, n_plays: 9, n_likes: 3, hashtags }])
    expect(first).toMatchObject({ post: { hashtags: ['fyp', 'dance'].map((name) => ({ id: null, name })) } })
  })

  test.each(['', '[]', '{}', '[object Object],[object Object]', '3'])('has no hashtags as %j', async (hashtags) => {
    const [first] = await read([{ video_id: post_id, n_plays: 9, n_likes: 3, hashtags }])
    expect(first).toMatchObject({ post: { hashtags: [] } })
  })

  test('has neither of two columns that are as good for a field', async () => {
    expect(await read(`video_id,M5_view_count,M6_view_count,likes\n${post_id},9,8,3\n`)).toMatchObject([
      { post: { plays: null, likes: 3 }, unread: { keys: ['M5_view_count', 'M6_view_count'] } }
    ])
  })

  test('is not public where any column says so, whatever the others say', async () => {
    const [first] = await read([{ video_id: post_id, views: 1, likes: 1, PrivateItem: 0, for_friend: true }])
    expect(first).toMatchObject({ post: { is_private: true } })
  })

  test('of another site is refused for that', async () => {
    const row = { url: `https://www.instagram.com/p/video/${post_id}`, views: 9, likes: 3 }
    expect(await read([row])).toMatchObject([
      { skipped: { reason: 'a post of another site', example: 'instagram.com' } }
    ])
  })

  test('may have thousands of columns, and is refused for more', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`)
    const table = (count: number) =>
      `video_id,views,likes,${names(count)}\n${post_id},9,3,${names(count).map(() => 1)}\n`
    expect(await read(table(1900))).toMatchObject([{ post: { plays: 9, likes: 3 } }])
    expect(await read(table(3000))).toMatchObject([{ skipped: { reason: 'a table with more than 2000 columns' } }])
    const wide = Object.fromEntries(names(5000).map((name) => [`${name}_view_count`, 1]))
    expect(await read([{ ...wide, video_id: post_id, likes: 3, shares: 1 }])).toMatchObject([
      { post: { plays: null, likes: 3 } }
    ])
  })
})

describe('--columns', () => {
  const table = written(`clip,when,seen,hearts\n${post_id},2026-01-01,9,3\n`, 'csv')
  const columns = 'post_id=clip,created_at=when,plays=seen,likes=hearts'

  test('says which columns have which fields', async () => {
    const { code, stdout } = await command(`import ${table} --columns ${columns} --out named.db`)
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Read 1 post: 1 post new/)])
  })

  test('may be a JSON file, and --dry-run prints records as they would be read', async () => {
    const file = written({ post_id: 'clip', created_at: 'when', plays: 'seen', likes: 'hearts' })
    const { code, stdout } = await command(`import ${table} --columns ${file} --dry-run`)
    expect([code, stdout]).toEqual([0, expect.stringMatching(/line 2: a post\n {2}post_id {2}"7590178304137625611"\n/)])
    expect(stdout).toMatch(/ {2}plays {2}9\n {2}likes {2}3\n[\s\S]*Nothing was written\.\n$/)
  })

  test('that names a column which no record has is refused by name, and what was read is kept', async () => {
    const { code, stdout } = await command(`import ${table} --columns ${columns},saves=kept --out typo.db`)
    expect([code, stdout]).toEqual([3, expect.stringMatching(/a column that --columns names and no record has .*kept/)])
  })

  test.each([
    ['', 'names no column'],
    ['plays=a,plays=b', 'names plays twice'],
    ['plays=a,likes=a', 'names the column "a" twice, for plays and likes'],
    ['x=1', 'has no field "x": fields are post_id, created_at, '],
    ['plays=', 'names no column for plays'],
    ['plays=a,b', 'has "b", which is not of the form FIELD=COLUMN'],
    ['nowhere.json', 'names columns as "post_id=COLUMN,plays=COLUMN", or a JSON file; nowhere.json cannot be read']
  ])('%j is refused', async (option, problem) => {
    const { code, stderr } = await command(`import ${table} --columns=${option} --out bad.db`)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`--columns ${problem}`)])
  })

  test('is no part of what is resumed', async () => {
    const { code, stderr } = await command(`import --resume --columns ${columns} --out bad.db`)
    expect([code, stderr]).toEqual([1, expect.stringContaining('omit --columns and --dry-run')])
  })
})

describe('a refusal', () => {
  const refusal = async (content: string): Promise<string> => {
    const { code, stderr } = await command(`import ${written(content, 'csv')} --out refused.db`)
    expect(code).toBe(1)
    const lines = stderr
      .trim()
      .split('\n')
      .filter((line) => line !== 'read')
    expect(lines.length).toBeLessThanOrEqual(5)
    return lines.join('\n')
  }

  test('names the nearest format, what it reads and what it misses', async () => {
    const said = await refusal('views_total,likes_total,clip\n10,2,762\n')
    expect(said).toContain('a table of posts, with plays from "views_total", likes from "likes_total"')
    expect(said).toContain('It misses the id or the address of a post.')
    expect(said).toContain('--columns "post_id=COLUMN"')
  })

  test('stays short, however many columns and reasons there are', async () => {
    const names = Array.from({ length: 1500 }, (_, index) => `column${index}`)
    expect((await refusal(`${names}\n${names.map(() => 1)}\n`)).length).toBeLessThan(1000)
  })

  test('of single records is in the exit code, and every record is counted', async () => {
    const row = { video_id: post_id, views: 9, likes: 3 }
    const comment = { cid: '1', text: 'nice' }
    const file = written([row, { ...row, video_id: 'none' }, comment, { shape: 'other' }])
    const { code, stdout, stderr } = await command(`import ${file} --out counted.db`)
    expect(stdout).toContain('Of 4 records 1 were read, 2 skipped and 1 refused.')
    expect([code, stderr]).toEqual([3, expect.stringContaining('Refused 1 record')])
  })
})
