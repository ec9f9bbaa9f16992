import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows } from './dataset.ts'
import { startServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const id = '7240189001551405221'
const pictures = [
  `/media/avatar/${id}.svg`,
  `/media/avatar/${id}/thumb.svg`,
  `/media/cover/${id}.svg`,
  `/media/sound/${id}.svg`,
  `/media/collection/${id}.svg`,
  `/media/live/${id}.svg`,
  `/media/effect/${id}.svg`
]
const sound = `/media/sound/${id}.wav`

/** No key: pictures are for everyone. */
const load = async (path: string) => {
  const response = await fetch(server.url + path)
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

test.each(pictures)('%s is a small picture that may be kept for good and can do nothing', async (path) => {
  const { status, headers, body } = await load(path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/svg+xml')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'")
  const text = body.toString()
  expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/)
  expect(text).not.toMatch(/NaN|undefined|null|<script|href|url\((?!#)/)
  expect(body.length).toBeLessThan(4096)
})

test('a sound is a WAV file of a few seconds whose header tells its true size', async () => {
  const { status, headers, body } = await load(sound)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('audio/wav')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toContain('immutable')
  expect(body.length).toBeLessThan(60_000)
  expect(body.toString('latin1', 0, 4)).toBe('RIFF')
  expect(body.toString('latin1', 8, 16)).toBe('WAVEfmt ')
  expect(body.readUInt32LE(4)).toBe(body.length - 8)
  expect(body.readUInt32LE(40)).toBe(body.length - 44)
  const [channels, rate] = [body.readUInt16LE(22), body.readUInt32LE(24)]
  expect(channels).toBe(1)
  expect((body.length - 44) / body.readUInt32LE(28)).toBeGreaterThan(2)
  expect(rate).toBe(8000)
  const levels = Array.from({ length: (body.length - 44) / 2 }, (_, i) => Math.abs(body.readInt16LE(44 + i * 2)))
  expect(Math.max(...levels)).toBeGreaterThan(8_000)
  expect(Math.max(...levels)).toBeLessThan(32_767)
  // It ends in silence, so that nothing clicks.
  expect(Math.max(...levels.slice(-20))).toBeLessThan(300)
})

test.each([...pictures, sound])('%s is the same every time, and another id gives another one', async (path) => {
  const [first, again, other] = await Promise.all([
    load(path),
    load(`${path}?v=2`),
    load(path.replace(id, '7207331102584105633'))
  ])
  expect(again.body.equals(first.body)).toBe(true)
  expect(other.body.equals(first.body)).toBe(false)
})

test('the thumbnail is the avatar in small', async () => {
  const [full, thumb] = await Promise.all(pictures.slice(0, 2).map(load))
  const inside = (body: Buffer | undefined) =>
    body
      ?.toString()
      .replace(/ (width|height)="\d+"/, '')
      .replace(/ height="\d+"/, '')
  expect(inside(thumb?.body)).toBe(inside(full?.body))
  expect(thumb?.body.toString()).toContain('width="100"')
})

test.each<[string, RequestInit, number]>([
  ['a part of a sound is', {}, 206],
  ['the head of a sound has no part, and is', { method: 'HEAD' }, 200],
  ['a part of another version than there is makes it the whole sound, and is', { headers: { 'if-range': '"x"' } }, 200]
])('%s answered as the standard says', async (_, init, status) => {
  const answer = await fetch(server.url + sound, { ...init, headers: { ...init.headers, range: 'bytes=0-99' } })
  expect(answer.status).toBe(status)
  expect(answer.headers.has('content-range')).toBe(status === 206)
  const { length } = (await load(sound)).body
  expect(answer.headers.get('content-length')).toBe(String(status === 206 ? 100 : length))
})

test('covers are portrait, 9 to 16', async () => {
  const { body } = await load(`/media/cover/${id}.svg`)
  expect(body.toString()).toContain('viewBox="0 0 360 640"')
})

test('no id makes a picture too large', async () => {
  const paths = ['cover', 'collection', 'sound', 'live', 'avatar', 'effect'].flatMap((kind) =>
    Array.from({ length: 60 }, (_, index) => `/media/${kind}/${6_500_000_000_000 + index * 7_919}.svg`)
  )
  const sizes = await Promise.all(paths.map(async (path) => (await load(path)).body.length))
  expect(Math.max(...sizes)).toBeLessThan(4096)
})

test.each([
  '/media/avatar/x.svg',
  '/media/avatar/-1.svg',
  '/media/avatar/1.5.svg',
  '/media/avatar/.svg',
  '/media/avatar/1',
  '/media/avatar/1.png',
  '/media/avatar/1.wav',
  '/media/avatar/1/thumb.svg/',
  '/media/avatar/1/thumb',
  '/media/cover/1/thumb.svg',
  '/media/cover/%D9%A1.svg',
  '/media/cover/1%00.svg',
  '/media/cover/..%2F1.svg',
  '/media/cover/123456789012345678901.svg',
  '/media/nothing/1.svg',
  '/media/',
  '/media'
])('%s is not found, in the envelope', async (path) => {
  const { status, headers, body } = await server.get(path)
  expect(status).toBe(404)
  expect(body.error?.code).toBe('NOT_FOUND')
  expect(headers.get('cache-control')).toBe('no-store')
})

test('HEAD tells the size without the picture, and POST is refused', async () => {
  const head = await fetch(server.url + sound, { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(10_000)
  expect((await fetch(server.url + sound, { method: 'POST' })).status).toBe(405)
})

test('every picture and sound the data set points to exists', async () => {
  const user = row<{ a: string; t: string }>(
    'SELECT avatar_url a, avatar_thumb_url t FROM users WHERE avatar_url IS NOT NULL LIMIT 1'
  )
  const others = rows<{ url: string }>(
    `SELECT * FROM (SELECT cover_url url FROM posts WHERE cover_url IS NOT NULL LIMIT 1)
     UNION SELECT * FROM (SELECT cover_url FROM sounds WHERE cover_url IS NOT NULL LIMIT 1)
     UNION SELECT * FROM (SELECT play_url FROM sounds WHERE play_url IS NOT NULL LIMIT 1)
     UNION SELECT * FROM (SELECT cover_url FROM collections WHERE cover_url IS NOT NULL LIMIT 1)
     UNION SELECT * FROM (SELECT cover_url FROM live_rooms WHERE cover_url IS NOT NULL LIMIT 1)
     UNION SELECT * FROM (SELECT icon_url FROM effects WHERE icon_url IS NOT NULL LIMIT 1)`
  )
  const paths = [user.a, user.t, ...others.map(({ url }) => url)]
  expect(paths).toHaveLength(8)
  for (const path of paths) expect([path, (await load(path)).status]).toEqual([path, 200])
})

test('a sound is given from a place on, so that players can go there', async () => {
  const whole = (await load(sound)).body
  const part = async (range: string) => {
    const response = await fetch(server.url + sound, { headers: { range, 'accept-encoding': 'identity' } })
    return {
      status: response.status,
      range: response.headers.get('content-range'),
      body: Buffer.from(await response.arrayBuffer())
    }
  }
  expect(await part('bytes=100-199')).toEqual({
    status: 206,
    range: `bytes 100-199/${whole.length}`,
    body: whole.subarray(100, 200)
  })
  const open = await part('bytes=50000-')
  expect([open.status, open.body.equals(whole.subarray(50_000))]).toEqual([206, true])
  expect((await part('bytes=0-999999999')).body.length).toBe(whole.length)
  // What it does not know, or cannot give, it answers with the whole.
  for (const range of ['bytes=-5', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=9-1', 'bytes=99999999-', 'bytes=x']) {
    const { status, body } = await part(range)
    expect([range, status, body.length]).toEqual([range, 200, whole.length])
  }
})
