import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { mappings } from '../src/ingest/formats/formats.ts'
import type { Decoded } from '../src/ingest/mapping/decoder.ts'
import { readInputs } from '../src/ingest/read.ts'

const folder = join(import.meta.dirname, 'formats')

const readFile = async (name: string): Promise<Decoded[]> =>
  (await Array.fromAsync(readInputs([join(folder, name)]))).flat().map(({ decoded }) => decoded)

const firstOf = async (name: string) => {
  const [first] = await readFile(name)
  if (first === undefined || first.kind === 'skipped') throw new Error(`${name}: ${JSON.stringify(first)}`)
  if (first.kind === 'live_room') return first.live_room
  if (first.kind === 'sound') return first.sound
  if (first.kind === 'collection') return first.collection
  return first.kind === 'post' ? first.post : first.kind === 'user' ? first.user : first
}

const id = '7701000000000000001'
const counts = { plays: 1234, likes: 56, comments: 7, shares: 3 }
const totals = { followers: 4321, total_likes: 98_765, total_videos: 40 }
const author = { user_id: '6801000000000000001', username: 'lena.bakes', display_name: 'Lena' }
const sound = { sound_id: '7001000000000000001', title: 'Warm oven', author: 'Lena' }
const frame = { duration_seconds: 21, video_height: 1024, video_width: 576 }
const cover_url = 'https://media.example/cover.jpg'
const share_url = `https://clips.example/@lena.bakes/video/${id}`
const hashtags = [{ id: '4101', name: 'sourdough' }]
const named = [{ id: null, name: 'sourdough' }]
const post = { post_id: id, created_at: 1_767_225_600 }
const effect = { effect_id: '3301', name: 'Golden crust' }
const room = { room_id: '7601000000000000001', title: 'Bread in the oven', cover_url, started_at: post.created_at }

/** What the first record of each sample says. */
const samples: Readonly<Record<string, object>> = {
  'collector-post.json': {
    ...{ ...post, ...counts, ...frame, saves: 9, reposts: 2, cover_url, share_url, hashtags },
    country: null,
    language: 'de',
    author: { ...author, ...totals, country: 'AT', verified: true, bio: 'bread', website_url: 'https://lena.example' },
    sound: { ...sound, is_original: true },
    place: { place_id: '2201', name: 'Mill', city_code: '51' }
  },
  'collector-post-flat.json': {
    ...{ ...post, ...counts, ...frame, share_url, hashtags: [...named, { id: null, name: 'bread' }] },
    author: { username: 'lena.bakes', followers: 4321 },
    sound: { sound_id: sound.sound_id, title: 'Warm oven' }
  },
  'flat-collector-post.csv': {
    ...{ ...post, ...counts, share_url, duration_seconds: 21, hashtags: named },
    author: { ...author, verified: true },
    sound: { ...sound, is_original: true }
  },
  'collector-author.json': { ...author, ...totals },
  'collector-user.json': { ...author, ...totals, is_private: false },
  'app-post.json': {
    ...{ ...post, ...counts, ...frame, saves: 9, reposts: 2, cover_url, share_url, hashtags },
    country: 'AT',
    language: null,
    author: {
      ...author,
      country: 'AT',
      language: 'de',
      verified: false,
      followers: 4321,
      avatar_url: 'https://media.example/large.jpg'
    },
    effects: [{ ...effect, icon_url: 'https://media.example/icon.png' }],
    sound: { ...sound, is_original: true },
    place: { place_id: '2201', name: 'Mill' }
  },
  'app-account.json': { ...author, ...totals, verified: true, country: 'AT' },
  'web-post.json': {
    ...{ ...post, ...counts, saves: 9, reposts: 2, cover_url, hashtags },
    ...{ duration_seconds: 0, video_height: 1440, video_width: 1080, share_url: '@photo', effects: [effect] },
    country: 'AT',
    language: 'de',
    author: { ...author, followers: 4321, country: null },
    sound: { ...sound, is_original: true },
    place: { place_id: '2201', name: 'Mill', address: '1 Mill Road' }
  },
  'web-state.json': { ...post, ...counts, ...frame, cover_url, hashtags, author, sound },
  'web-post-of-2019.json': {
    ...{ post_id: id, created_at: 1_567_225_600, ...counts, ...frame, cover_url, hashtags },
    author: { ...author, ...totals, is_private: false },
    sound: { ...sound, is_original: true }
  },
  'web-profile.json': { ...author, ...totals, website_url: 'https://lena.example', country: 'AT', language: 'de' },
  'live-room.json': {
    ...{ ...room, status: 2, viewer_count: 17, like_count: 430 },
    streamer: { ...author, followers: 4321, following: 12, avatar_url: 'https://media.example/small.jpg' }
  },
  'live-room-page.json': {
    ...{ ...room, status: 4, viewer_count: 0 },
    streamer: { ...author, followers: 4321, following: 12, bio: 'bread', verified: true }
  },
  'web-playlist.json': {
    ...{
      collection_id: '7500000000000000002',
      name: 'Rye',
      posts_count: 3,
      cover_url: 'https://media.example/rye.jpg'
    },
    owner: { username: 'lena.bakes', display_name: 'Lena' }
  },
  'app-mix.json': {
    ...{ collection_id: '7500000000000000003', name: 'Spelt', posts_count: 4 },
    ...{ cover_url: 'https://media.example/spelt.jpg', owner: { username: 'lena.bakes', display_name: 'Lena' } }
  },
  'research-followers.json': { user_id: null, username: 'lena.bakes', display_name: 'Lena' },
  'web-account.json': { ...author, verified: true },
  'research-post.json': {
    ...{ ...post, ...counts, saves: 9, duration_seconds: 21, hashtags, share_url: '@video', effects: [effect] },
    country: 'DE',
    author: { username: 'lena.bakes' },
    sound: { sound_id: sound.sound_id }
  },
  'research-post.tsv': {
    ...{ ...post, ...counts, saves: 9, duration_seconds: 21, hashtags: [...named, { id: null, name: 'bread' }] },
    sound: { sound_id: sound.sound_id }
  },
  'research-account.json': { username: 'lena.bakes', bio: 'bread', ...totals },
  'display-post.json': {
    ...{ ...post, ...counts, ...frame, cover_url, share_url, hashtags: named },
    author: { username: 'lena.bakes' }
  },
  'yt-dlp-post.info.json': {
    ...{ ...post, ...counts, ...frame, saves: 9, cover_url, share_url, hashtags: named },
    author,
    sound: { sound_id: null, title: 'Warm oven', author: 'Lena' }
  },
  'tikwm-post.json': {
    ...{ ...post, ...counts, saves: 9, duration_seconds: 21, cover_url, hashtags: named },
    country: 'AT',
    author,
    sound: { ...sound, is_original: true }
  },
  'channel-post.json': {
    ...{ ...post, ...counts, ...frame, saves: 9, cover_url, share_url, hashtags: named },
    author: { ...author, followers: 4321, following: 12, total_videos: 40, bio: 'bread', verified: true },
    sound: { sound_id: null, title: 'Warm oven', author: 'Lena' }
  },
  'douyin-page-post.json': {
    ...{ ...post, ...counts, ...frame, plays: null, saves: 9, cover_url, hashtags, sound },
    author: { ...author, followers: 4321, total_likes: 98_765, is_private: false }
  },
  'table-post.csv': {
    ...{ ...post, ...counts, duration_seconds: 21, is_ad: false, share_url: '@video', hashtags: named },
    country: 'AT',
    author: { username: 'lena.bakes', display_name: 'Lena', verified: true, ...totals }
  },
  'table-account.json': {
    ...author,
    ...totals,
    following: 12,
    bio: 'bread',
    verified: true,
    is_private: false,
    country: 'AT',
    language: 'de'
  },
  'web-sound.json': { ...sound, is_original: true, duration_seconds: 21, cover_url },
  'app-sound.json': { ...sound, is_original: true, duration_seconds: 21, cover_url },
  'tikwm-sound.json': { ...sound, is_original: true, duration_seconds: 21, cover_url },
  '4cat-post.csv': {
    ...{ ...post, ...counts, caption: 'first bread\n#sourdough', is_ad: false, cover_url, share_url },
    hashtags: [...named, { id: null, name: 'bread' }],
    country: 'AT',
    author: { username: 'lena.bakes', display_name: 'Lena', ...totals },
    sound
  }
}

describe('the sample of a format', () => {
  test.each(Object.keys(samples))('%s is read', async (name) => {
    expect(await firstOf(name)).toMatchObject(samples[name] ?? {})
  })

  test('is there for every format', () => {
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(samples).toSorted())
    const named = Object.keys(samples).map((name) => name.split('.')[0]?.replaceAll('-', ' '))
    const formats = mappings.map(({ name }) => name.toLowerCase().replaceAll('-', ' '))
    expect(formats.filter((format) => !named.includes(format))).toEqual([])
  })
})

describe('a table', () => {
  const directory = mkdtempSync(join(tmpdir(), 'clipgraph-tables-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  let files = 0
  const read = async (content: string | Buffer) => {
    const file = join(directory, `${++files}.csv`)
    writeFileSync(file, content)
    return (await Array.fromAsync(readInputs([file]))).flat()
  }
  const header = 'id,create_time,username,video_description,view_count,like_count'
  const row = `${id},1767225600,lena.bakes,bread,1234,56`
  const skipped = (read: readonly { decoded: Decoded }[]) =>
    read.flatMap(({ decoded }) => (decoded.kind === 'skipped' ? [decoded.skipped.reason] : []))

  test.each([
    ['with a byte order mark', `\ufeff${header}\n${row}\n`],
    ['with semicolons', `${header}\n${row}\n`.replaceAll(',', ';')],
    ['with tabs and carriage returns', `${header}\r\n${row}\r\n`.replaceAll(',', '\t')],
    ['with quotes', `${header}\n${row.replace('bread', '"bre,ad"')}\n`.replace('bre,ad', 'bread')],
    ['in UTF-16', Buffer.from(`\ufeff${header}\n${row}\n`, 'utf16le')],
    ['without a last line break', `${header}\n${row}`]
  ])('%s gives the same post', async (_, content) => {
    const [only, ...more] = await read(content)
    expect(more).toEqual([])
    expect(only).toMatchObject({ at: 'line 2', decoded: { post: { ...post, plays: 1234, caption: 'bread' } } })
  })

  test('without rows is refused', async () => {
    expect(skipped(await read(`${header}\n`))).toEqual(['a table without rows'])
  })

  test('of one column is none', async () => {
    expect(skipped(await read(`id\n${id}\n`))).toEqual([expect.stringContaining('not JSON, and no table')])
  })

  test('of ten thousand columns is refused', async () => {
    const columns = Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(',')
    expect(skipped(await read(`${columns}\n${columns}\n`))).toEqual(['a table with more than 2000 columns'])
  })

  test('of a million columns is refused, and a row of a million cells is read, in bounded memory', async () => {
    const cells = Array.from({ length: 1_000_000 }, (_, index) => index).join(',')
    const before = process.memoryUsage.rss()
    expect(skipped(await read(`${cells}\n${cells}\n`))).toEqual(['a table with more than 2000 columns'])
    expect(skipped(await read(`${header}\n${cells}\n`))).toEqual([expect.stringMatching(/^a row with more cells/)])
    expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 2 ** 20)
  })

  test.each(["['", "'", "{'a': '", '='])(
    'of a cell of millions of escapes that begins with %j gives its rows',
    async (begin) => {
      const cell = `${begin}${'\\n'.repeat(4 * 2 ** 20 - 1_000)}']`
      const all = await read(`${header},hashtag_names\n${row},"${cell}"\n${row},\n`)
      expect(all).toMatchObject([{ decoded: { kind: 'post' } }, { decoded: { kind: 'post' } }])
    }
  )

  test('that is cut off gives the rows before', async () => {
    const all = await read(`${header}\n${row}\n${row.slice(0, 30)}\n${id},1767225600,"lena`)
    expect(all[0]).toMatchObject({ decoded: { kind: 'post' } })
    expect(skipped(all).at(-1)).toBe('cut off: a quoted cell does not end')
  })

  test('whose quote stays open names the rows that went with it', async () => {
    const all = await read(`${header}\n${row}\n${id},1767225600,lena,"open,1,2\n${row}\n${row}\n`)
    expect(all).toMatchObject([
      { at: 'line 2', decoded: { kind: 'post' } },
      { at: 'line 3', decoded: { skipped: { example: 'lines 3 to 5 are missing' } } }
    ])
  })

  test('with foreign rows between gives the others', async () => {
    const all = await read(`${header}\n${row}\n,,,,,\nx,y,z,bread,1,2\n${row}\n`)
    expect(all.filter(({ decoded }) => decoded.kind === 'post')).toHaveLength(2)
    expect(skipped(all)).toContain('no valid post id')
  })

  test.each(['7.70E+18', '7,70E+18'])('whose ids became %s says what happened to them', async (lost) => {
    const all = await read(`${header}\n"${lost}",1767225600,lena.bakes,bread,1,2\n`)
    expect(skipped(all)[0]).toMatch(/without its last digits, as spreadsheets write it/)
  })
})

describe('the archive of a personal account', () => {
  test('is refused in one line that shows nothing of it', async () => {
    const secret = 'something private'
    const archive = {
      Activity: { 'Video Browsing History': { VideoList: [{ Date: secret, Link: secret }] } },
      'Direct Messages': { 'Chat History': { [secret]: [{ From: secret, Content: secret }] } },
      Profile: { 'Profile Information': { ProfileMap: { emailAddress: secret } } }
    }
    const file = join(mkdtempSync(join(tmpdir(), 'clipgraph-archive-')), 'user_data.json')
    writeFileSync(file, JSON.stringify(archive))
    const all = (await Array.fromAsync(readInputs([file]))).flat()
    rmSync(file)
    expect(all).toHaveLength(1)
    expect(JSON.stringify(all[0]?.decoded)).not.toContain(secret)
    expect(all[0]?.decoded).toMatchObject({
      kind: 'skipped',
      skipped: { reason: expect.stringContaining('private and not imported') }
    })
  })
})

describe('a record is found in', () => {
  const directory = mkdtempSync(join(tmpdir(), 'clipgraph-wrapped-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  const item = {
    id,
    desc: 'bread',
    createTime: 1_767_225_600,
    author: { uniqueId: 'lena.bakes' },
    stats: { playCount: 1234, diggCount: 56 }
  }
  const json = JSON.stringify({ itemInfo: { itemStruct: item } })
  const entry = (content: object) => ({
    startedDateTime: '2026-02-01T00:00:00.000Z',
    request: { url: 'https://clips.example/api' },
    response: { status: 200, content }
  })
  const at = { collectedAt: 1_769_904_000 }

  test.each<[string, string, object?]>([
    ['an object twelve levels deep', Array.from({ length: 10 }, () => '{"x":').join('') + json + '}'.repeat(10)],
    ['a text field', JSON.stringify({ answer: json })],
    ['a text field with a list', JSON.stringify({ answer: JSON.stringify([item]) })],
    ['recorded network traffic', JSON.stringify({ log: { entries: [entry({ text: json })] } }), at],
    [
      'recorded network traffic in Base64',
      JSON.stringify({ log: { entries: [entry({ encoding: 'base64', text: Buffer.from(json).toString('base64') })] } }),
      at
    ],
    ['a saved page', `<!DOCTYPE html><html><script id="state" type="application/json">${json}</script></html>`],
    [
      'a script of a saved page',
      `<html><script>var x = 1;window['STATE']=${json};window['OTHER']={"a":"b;c"};</script><script src="x"></script>`
    ],
    ['a script', `window.STATE = ${json};\n`],
    ['a JSON text sequence', `\x1e${json}\n`],
    ['extended JSON', json.replace(`"${id}"`, `{"$numberLong":"${id}"}`).replace('1234', '{"$numberInt":"1234"}')],
    [
      'JSON with NaN',
      json.replace('"stats":{', '"stats":{"shareCount":NaN,"x":-Infinity,').replace('bread', 'NaN bread')
    ]
  ])('%s', async (_, content, seen = {}) => {
    const file = join(directory, 'wrapped')
    writeFileSync(file, content)
    const all = (await Array.fromAsync(readInputs([file]))).flat()
    expect(all).toHaveLength(1)
    expect(all[0]?.decoded).toMatchObject({ post: { post_id: id, plays: 1234, likes: 56 }, seen })
  })

  test('no page without records', async () => {
    const file = join(directory, 'page.html')
    writeFileSync(file, '<html><script>var a = {"b": 1}</script>bread</html>')
    const [only] = (await Array.fromAsync(readInputs([file]))).flat()
    expect(only?.decoded).toMatchObject({ skipped: { reason: 'a page or script without records in it' } })
  })
})
