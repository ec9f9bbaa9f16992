import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Decoded } from '../src/ingest/mapping/decoder.ts'
import { readInputs } from '../src/ingest/read.ts'
import { commandInProcess } from './command-in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-no-posts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const decoded = async (content: unknown, name = 'document'): Promise<Decoded[]> => {
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return (await Array.fromAsync(readInputs([file]))).flat().map((read) => read.decoded)
}
const kinds = (all: readonly Decoded[]) =>
  all.map((each) => (each.kind === 'skipped' ? each.skipped.reason : each.kind))
const posts = (all: readonly Decoded[]) => all.flatMap((each) => (each.kind === 'post' ? [each.post] : []))

const id = '7620000000000008001'
const at = 1_767_225_600
const comment = 'a comment, not a post'
const unknown = 'unknown format'

describe('what has an id, a text and a time like a post is none:', () => {
  const others: Readonly<Record<string, readonly [unknown, string]>> = {
    'a comment with its post': [{ id, text: 'nice', createTime: at, diggCount: 3, videoId: '1' }, comment],
    'a comment with its answers': [{ id, text: 'nice', createTime: at, diggCount: 3, replyCount: 0 }, comment],
    'a comment of a script': [{ commentId: id, text: 'nice', createTime: at, likes: 3 }, comment],
    'a comment of the app': [{ aweme_id: id, text: 'nice', create_time: at, digg_count: 3 }, comment],
    'a comment on a record of this API': [{ post_id: id, text: 'nice', created_at: at, likes: 3 }, unknown],
    'a comment in a table of a post': [{ video_id: id, text: 'nice', create_time: at, likes: 3 }, unknown],
    'a message': [{ id, text: 'see you at nine', createTime: at, sender: 'oak_bench' }, unknown],
    'a message with its time in words': [
      { id, text: 'see you at nine', createTimeISO: '2026-01-01T00:00:00Z' },
      unknown
    ],
    'a message with its author': [
      { id, username: 'oak_bench', create_time: at, message: 'hi', like_count: 2 },
      unknown
    ],
    'a text with likes': [{ id, text: 'nice', createTime: at, diggCount: 3 }, unknown]
  }
  const inPlaces = ['comment', 'comment_text', 'message', 'content', 'body'].flatMap(
    (key) =>
      [
        [
          `a ${key} on a post of a table`,
          [{ video_id: id, [key]: 'nice', create_time: at, likes: 3, author: 'oak_bench' }, unknown]
        ],
        [`a ${key} on a record of this API`, [{ post_id: id, [key]: 'nice', created_at: at, likes: 3 }, unknown]],
        [`a ${key} with likes of the app`, [{ post_id: id, [key]: 'nice', create_time: at, digg_count: 3 }, unknown]]
      ] as const
  )
  test.each([...Object.entries(others), ...inPlaces])('%s', async (_, [element, reason]) => {
    expect(kinds(await decoded([element]))).toEqual([reason])
    const names = Object.keys(Object(element))
    const table = `${names.join()}\n${names.map((name) => Object(element)[name]).join()}\n`
    expect(kinds(await decoded(table))).toEqual([reason])
  })
})

test('a page of a post that is gone says so, as a page and as its state', async () => {
  const state = {
    __DEFAULT_SCOPE__: {
      'webapp.app-context': { user: { uniqueId: 'viewer', nickname: 'Viewer' } },
      'webapp.biz-context': { interestList: { interest_list: [{ id: 'Animals', text: 'Animals' }] } },
      'webapp.video-detail': { statusCode: 10204, statusMsg: "item doesn't exist" }
    }
  }
  const gone = [{ kind: 'skipped', skipped: { reason: 'an error instead of a record', example: "item doesn't exist" } }]
  expect(await decoded(state)).toEqual(gone)
  expect(await decoded(`<!DOCTYPE html><script id="state">${JSON.stringify(state)}</script>`)).toEqual(gone)
})

test('each record of an unknown shape is counted, whatever lists it has, and an answer without records is not', async () => {
  const known = { id, desc: 'saw', createTime: at, stats: { playCount: 5 } }
  const shapes = [
    { shape: 1, tags: [] },
    { shape: 2, tags: ['a'] },
    { shape: 3, parts: { names: [] } }
  ]
  expect(kinds(await decoded([known, ...shapes]))).toEqual(['post', unknown, unknown, unknown])
  expect(kinds(await decoded({ data: { list: [known, ...shapes] } }))).toEqual(['post', unknown, unknown, unknown])
  for (const empty of [{ itemList: [] }, { data: { aweme_list: [], has_more: 0 } }, { items: [], cursor: '0' }])
    expect(await decoded(empty)).toEqual([])
})

test('texts that Python wrote in cells of a table have their line ends', async () => {
  const table = (caption: string, hashtags: string) =>
    `"video_id","video_timestamp","video_playcount","text","hashtags"\n"${id}","${at}","5","${caption}","${hashtags}"\n`
  const read = async (caption: string, hashtags = '') => {
    const [post] = posts(await decoded(table(caption, hashtags)))
    return [post?.caption, ...(post?.hashtags ?? []).map(({ name }) => name)]
  }
  expect(await read(String.raw`'first\nsecond \'x\' \u2713'`)).toEqual(["first\nsecond 'x' ✓"])
  expect(await read("'it is said'", String.raw`['caf\xe9', 'b']`)).toEqual(["'it is said'", 'café', 'b'])
  expect(await read(String.raw`C:\new 'folder'`)).toEqual([String.raw`C:\new 'folder'`])
})

test.each(['.', '_'])('columns of joined tables count without what the join added: id%sx', async (mark) => {
  const [x, y] = [`${mark}x`, `${mark}y`]
  const table = [
    `id${x},desc${x},createTime,stats.playCount,music.id,author.uniqueId${x},id${y},desc${y},author.uniqueId${y}`,
    `${id},saw,${at},5,71,oak_bench,6900000000000000001,other,`,
    `,,${at},6,71,,${BigInt(id) + 1n},plane,elm_bench`
  ].join('\n')
  expect(posts(await decoded(`${table}\n`))).toMatchObject([
    { post_id: id, caption: 'saw', plays: 5, author: { username: 'oak_bench' } },
    { post_id: String(BigInt(id) + 1n), caption: 'plane', plays: 6, author: { username: 'elm_bench' } }
  ])
})

test('names of files reach a pipe without what a terminal obeys', async () => {
  const name = 'feed\u001b[31m\u202e.json'
  const records = [{ id, desc: 'saw', createTime: at, stats: { playCount: 5 } }, { shape: 1 }]
  writeFileSync(join(folder, name), JSON.stringify(records))
  const { stdout, stderr } = await commandInProcess(`import ${name} --out ${name}.db`, folder)
  expect(stdout).toContain('feed\\u001b[31m\\u202e.json')
  expect(stdout + stderr).not.toMatch(/\u001b\[31m|\u202e/)
  const { stdout: checked } = await commandInProcess('doctor', folder, { DATA_URL: `sqlite:${name}.db` })
  expect(checked).not.toMatch(/\u001b\[31m|\u202e/)
})
