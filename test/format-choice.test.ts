import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Decoded } from '../src/ingest/mapping/decoder.ts'
import { readInputs } from '../src/ingest/read.ts'
import { effortWithin } from './effort.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-format-choice-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const read = async (content: unknown): Promise<Decoded[]> => {
  const file = join(folder, `${++files}`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return (await Array.fromAsync(readInputs([file]))).flat().map(({ decoded }) => decoded)
}
type Keys = Readonly<Record<string, unknown>>
/** The element at a path in a sample. */
const sampleOf = (name: string, path: string): Keys =>
  path
    .split('.')
    .filter((key) => key !== '')
    // The samples have objects and lists there.
    .reduce(
      (value, key) => value[key] as Keys,
      JSON.parse(readFileSync(join(import.meta.dirname, 'formats', name), 'utf8')) as Keys
    )

const created_at = 1_742_700_001
const post = { aweme_id: '7620000000000001001', desc: 'file #wood', create_time: created_at }
const oak = { uid: '6900000000000000001', unique_id: 'oak_bench', nickname: 'Oak', signature: 'doors' }

describe('an element is read by the format that reads most of its values:', () => {
  // An account that is not live has a room of its own number, and says that the account is in use.
  test.each([
    ['app-account.json', 'user_list.0.user_info', 'user'],
    ['web-account.json', 'users.0', 'user'],
    ['research-account.json', 'data', 'user'],
    ['collector-user.json', '0', 'user'],
    ['table-account.json', '', 'user'],
    ['web-profile.json', 'userInfo', 'user'],
    ['app-sound.json', '', 'sound'],
    ['app-post.json', 'aweme_list.0', 'post'],
    ['collector-post.json', '0', 'post'],
    ['tikwm-post.json', 'data', 'post'],
    ['web-post.json', 'itemInfo.itemStruct', 'post']
  ])('%s %s stays a %s beside the keys of a live room', async (name, path, kind) => {
    const [alone] = await read(sampleOf(name, path))
    const [first] = await read({ ...sampleOf(name, path), room_id: 0, status: 1 })
    expect(first).toMatchObject({ kind })
    expect({ ...first, unread: null }).toEqual({ ...alone, unread: null })
  })

  test('a list of accounts of the app is whole', async () => {
    const followers = [oak, { ...oak, uid: '6900000000000000002', unique_id: 'elm_bench' }]
    const all = await read({ followers: followers.map((each) => ({ ...each, room_id: 0, status: 1 })) })
    expect(all).toMatchObject([{ user: { username: 'oak_bench' } }, { user: { username: 'elm_bench' } }])
  })

  test.each([
    ['snake case', { view_count: 10, like_count: 3, author_unique_id: 'oak_bench', music_title: 'Slow saw' }],
    ['camel case', { playCount: 10, diggCount: 3, authorUniqueId: 'oak_bench', music_title: 'Slow saw' }]
  ])('a table in %s has its author and sound', async (_, values) => {
    const [first] = await read([{ id: post.aweme_id, text: 'rasp', createTime: created_at, ...values }])
    expect(first).toMatchObject({
      post: { caption: 'rasp', plays: 10, likes: 3, author: { username: 'oak_bench' }, sound: { title: 'Slow saw' } }
    })
  })

  test('what is surely no record stays none', async () => {
    const comment = { cid: '7620000000000001009', text: 'nice', ...post, ...oak }
    expect(await read(comment)).toMatchObject([{ kind: 'skipped', skipped: { reason: 'a comment, not a post' } }])
  })
})

describe('a column that counts hashtags gives no names', () => {
  const row = { id: post.aweme_id, create_time: created_at, plays: 10 }
  test.each([
    ['18', 'rasp #wood', ['wood']],
    ['0', 'rasp', []],
    ['2.0', 'rasp #a #b', ['a', 'b']],
    ['1', 'year #2024', ['2024']],
    ['2024,wood', 'rasp', ['2024', 'wood']],
    ['#2024', 'rasp', ['2024']]
  ])('%j beside %j', async (hashtags, caption, names) => {
    const [first] = await read([{ ...row, hashtags, caption }])
    expect(first).toMatchObject({ post: { hashtags: names.map((name) => ({ id: null, name })) } })
  })
})

test.each(['hashtags/4294967294/name', 'hashtags.2147483647.name', 'hashtags/1000/name', 'hashtags/length/name'])(
  'the column %s makes no long list',
  async (column) => {
    const table = `id,text,createTime,authorMeta/name,playCount,hashtags/0/name,${column}\n1,rasp,1742700001,oak,3,wood,x\n`
    const { value, ms } = await effortWithin(1_000, () => read(table))
    expect(value).toMatchObject([{ post: { hashtags: [{ id: null, name: 'wood' }] } }])
    expect(ms).toBeLessThan(1_000)
  }
)

describe('posts are found in an envelope', () => {
  const envelopes: Readonly<Record<string, object>> = {
    'a collection': { collection_id: '7300000000000000001', name: 'Shelves' },
    'a sound': { sound_id: '7100000000000000009', title: 'Slow saw' },
    'a place': { place_id: '2253', name: 'Old Mill' },
    'an effect': { effect_id: '3301', name: 'Golden' },
    'an account': { user_id: oak.uid, username: 'oak_bench' },
    'an account of the app': oak,
    'an account without a valid handle': { ...oak, unique_id: 'no handle' },
    'a hashtag': { challengeId: '4712', challengeName: 'wood' },
    'a sound of the app': sampleOf('app-sound.json', ''),
    'a profile of the site': sampleOf('web-profile.json', 'userInfo')
  }
  test.each(Object.keys(envelopes))('with the id of %s', async (what) => {
    const envelope = envelopes[what] ?? {}
    const alone = await read(envelope)
    const all = await read({ ...envelope, videos: [post, { ...post, aweme_id: '7620000000000001002' }] })
    expect(all.map((each) => ({ ...each, unread: null }))).toEqual([
      ...alone.map((each) => ({ ...each, unread: null })),
      ...['7620000000000001001', '7620000000000001002'].map((post_id) =>
        expect.objectContaining({ post: expect.objectContaining({ post_id }) })
      )
    ])
  })

  test('with an id alone, however deep they are', async () => {
    const all = await read({ room_id: 0, status: 1, data: { feed: { videos: [post] } } })
    expect(all).toMatchObject([{ kind: 'skipped' }, { kind: 'post' }])
  })

  test('with its time, and what is no record among them is named', async () => {
    const all = await read({ ...oak, scrapedAt: created_at + 60, videos: [post, 5] })
    expect(all).toMatchObject([
      { kind: 'user' },
      { kind: 'post', seen: { collectedAt: created_at + 60 } },
      { kind: 'skipped', skipped: { reason: 'not an object' } }
    ])
  })

  test('but whoever wrote a comment is not looked for', async () => {
    const comment = { cid: '7620000000000001009', text: 'nice', replies: [{ user: oak }], users: [oak] }
    expect(await read(comment)).toMatchObject([{ kind: 'skipped' }])
  })
})
