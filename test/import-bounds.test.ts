import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { commandInProcess } from './command-in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-bounds-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const here = async (line: string) => {
  const { code, stdout, stderr } = await commandInProcess(line, folder)
  expect([code, stderr.replace(/^(?:read|search|lines|indexes).*\n/gm, '')]).toMatchObject([
    stderr.includes('Refused') ? 3 : 0,
    expect.any(String)
  ])
  return stdout
}

/** Imports a document; what the command says, and how tables can be asked. */
const imported = async (document: unknown) => {
  const name = String(++files)
  writeFileSync(join(folder, `${name}.json`), typeof document === 'string' ? document : JSON.stringify(document))
  const said = await here(`import ${name}.json --into ${name}.db`)
  return { said, name, rows: rowsOf(name) }
}
const rowsOf = (name: string) => (sql: string) => {
  const db = new DatabaseSync(join(folder, `${name}.db`), { readOnly: true })
  const rows = db.prepare(sql).all()
  db.close()
  return rows
}

const now = Math.floor(Date.now() / 1_000)
const author = { id: '6800000000000000001', name: 'mona.lisa', nickName: 'Mona' }
let ids = 6_900_000_000_000_000_000n
const post = (more: object = {}) => ({
  id: String(++ids),
  text: 'hello',
  createTime: 1_608_214_517,
  authorMeta: author,
  playCount: 5,
  ...more
})

describe('a text that an import reads', () => {
  test('is kept whole as long as any platform has it, and cut behind that', async () => {
    const caption = 'x'.repeat(100_000)
    const { said, rows } = await imported([
      post({
        text: caption,
        authorMeta: { ...author, signature: caption, nickName: caption },
        musicMeta: { musicId: '77', musicName: caption, musicAuthor: caption },
        covers: { default: `https://c.example/${caption}` },
        hashtags: Array.from({ length: 3_000 }, (_, id) => ({ id: String(id + 1), name: `tag${id}` }))
      }),
      post({ text: 'y'.repeat(10_000), authorMeta: { id: '6800000000000000002', name: 'another' } })
    ])
    expect(rows('SELECT length(caption) AS caption, cover_url FROM posts ORDER BY pk')).toMatchObject([
      { caption: 10_000, cover_url: null },
      { caption: 10_000 }
    ])
    expect(rows('SELECT length(bio) AS bio, length(display_name) AS name FROM users ORDER BY user_id LIMIT 1')).toEqual(
      [{ bio: 10_000, name: 1_000 }]
    )
    expect(rows('SELECT length(title) AS title, length(author) AS author FROM sounds')).toEqual([
      { title: 300, author: 300 }
    ])
    expect(rows('SELECT json_array_length(hashtags) AS tags FROM posts ORDER BY pk LIMIT 1')).toEqual([{ tags: 1_000 }])
    expect(said).toMatch(/^Cut 7 values to the maximum: 10,000 characters of a caption or bio, 1,000 of a name/m)
  })

  test.each([
    ['a surrogate pair', '😀', '😀'],
    ['a family', '👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
    ['a letter and its accents', 'e\u0301\u0323', 'e\u0301\u0323']
  ])('is cut between characters, not within %s', async (_, character) => {
    const offsets = [0, 1, 2, 3, 5, 7]
    const { rows } = await imported(
      offsets.map((before) => post({ text: 'x'.repeat(before) + character.repeat(5_000) }))
    )
    const captions = rows('SELECT caption FROM posts ORDER BY pk')
    for (const [index, before] of offsets.entries()) {
      const caption = String(captions[index]?.caption)
      expect(caption.isWellFormed()).toBe(true)
      expect(caption.length).toBeLessThanOrEqual(10_000)
      expect(caption.length).toBeGreaterThan(10_000 - character.length)
      expect(caption.slice(0, before)).toBe('x'.repeat(before))
      expect(caption.slice(before).replaceAll(character, '')).toBe('')
    }
  })

  test('is cut anywhere where it is one character without end', async () => {
    const { rows } = await imported([post({ text: `e${'\u0301'.repeat(50_000)}` })])
    expect(rows('SELECT length(caption) AS caption FROM posts')).toEqual([{ caption: 10_000 }])
  })
})

describe('a post that is dated ahead', () => {
  const dates = [99_999_999_999, now + 2 * 86_400, '5138-11-16T09:46:39Z', (now + 400 * 86_400) * 1_000]

  test('by more than a day has no known time: it is left out by name, in every format', async () => {
    const tooLate = dates.map((createTime) => post({ createTime }))
    const { said, rows } = await imported([post({ createTime: now + 3_600 }), ...tooLate, post()])
    expect(rows('SELECT created_at FROM posts ORDER BY created_at')).toEqual([
      { created_at: 1_608_214_517 },
      { created_at: now + 3_600 }
    ])
    expect(said).toMatch(/^Skipped 4: creation time in the future \(.*\[1\]: 69/m)
    const formats = [
      { post_id: '71', created_at: 99_999_999_999, caption: 'own', plays: 1 },
      { aweme_id: '72', create_time: 99_999_999_999, desc: 'app', statistics: { play_count: 1 } },
      { id: '73', createTime: 99_999_999_999, desc: 'web', stats: { playCount: 1 }, author: { uniqueId: 'a' } },
      post()
    ]
    expect((await imported(formats)).said).toMatch(/^Skipped 3: creation time in the future/m)
  })

  test('does not make what a feed tells the newest for good', async () => {
    const feed = (nickName: string, scrapedAt: number) => [post({ authorMeta: { ...author, nickName }, scrapedAt })]
    const { name, rows } = await imported(feed('Of the year 5138', 99_999_999_999))
    writeFileSync(join(folder, 'later.json'), JSON.stringify(feed('Of today', now)))
    await here(`import later.json --into ${name}.db`)
    expect(rows('SELECT display_name FROM users')).toEqual([{ display_name: 'Of today' }])
  })
})
