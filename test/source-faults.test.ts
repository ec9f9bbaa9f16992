import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { appPost, appScript, appTable, failed, postIds, vendorKey } from './app-vendor.ts'
import { commandInProcess } from './command-in-process.ts'
import { startVendor, type VendorScript } from './fake-vendor.ts'
import { researchEnv, startResearch } from './research-vendor.ts'
import { startOverSource } from './source-server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const over = async (script: VendorScript, more: object = {}) => {
  const vendor = await startVendor(script)
  closing.push(vendor.close)
  const server = await startOverSource(appTable(vendor.url, more), { SOURCE_KEY: vendorKey })
  closing.push(server.close)
  return { vendor, server }
}
const user = '/api/v1/users/oak_bench'
const posts = `${user}/posts?count=100`
const list = (from: number, count: number, rest: string) => ({
  text: `{"aweme_list":[${Array.from({ length: count }, (_, at) => appPost(from + at))}],${rest}}`
})

describe('a source that misbehaves', () => {
  test.each<[string, VendorScript, number, string]>([
    ['answers with a web page', () => ({ text: '<html>' }), 502, 'UPSTREAM_ERROR'],
    ['answers with something else', () => ({ text: '{"secret words":1}' }), 502, 'UPSTREAM_ERROR'],
    ['answers with an unknown code', () => failed('strange'), 502, 'UPSTREAM_ERROR'],
    ['refuses the key', () => failed('unauthorized', 401), 502, 'UPSTREAM_ERROR'],
    ['fails', () => ({ status: 500, text: 'secret words' }), 502, 'UPSTREAM_ERROR'],
    ['limits bursts', () => ({ status: 429, headers: { 'retry-after': '7' }, text: '{}' }), 429, 'RATE_LIMITED'],
    [
      'leads to another host',
      () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' }, text: '' }),
      502,
      'UPSTREAM_ERROR'
    ],
    [
      'gives another account',
      () => ({ text: '{"user":{"uid":"1","unique_id":"someone","nickname":"S"}}' }),
      502,
      'UPSTREAM_ERROR'
    ]
  ])('that %s is told apart, and nothing of it is shown', async (_, script, status, code) => {
    const { server } = await over(script)
    const answer = await server.get(user)
    expect(answer).toMatchObject({ status, body: { error: { code } } })
    const text = JSON.stringify(answer.body)
    for (const secret of [vendorKey, 'secret words', '127.0.0.1']) expect(text).not.toContain(secret)
    if (code === 'RATE_LIMITED') expect(answer.headers.get('retry-after')).toBe('7')
  })

  test('that lists posts which it cannot be asked for shows the others', async () => {
    const [known = ''] = postIds(1)
    const script: VendorScript = ({ path }) => ({ text: path === '/list' ? `{"ids":["5","${known}"]}` : appPost(0) })
    const { server } = await over(script, {
      operations: {
        getPost: { get: '/posts/{day}/{videoId}' },
        listCollectionPosts: { get: '/list?of={collectionId}', ids: 'ids' }
      }
    })
    const { status, body } = await server.get<{ post_id: string }[]>('/api/v1/collections/1/posts')
    expect(status).toBe(200)
    expect(body.data.map(({ post_id }) => post_id)).toEqual([known])
  })

  test('that sends 100 MB is cut off', async () => {
    let sent = 0
    const { server } = await over((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && sent < 100 * 2 ** 20) {
          sent += 2 ** 20
          if (!response.write(' '.repeat(2 ** 20))) {
            response.once('drain', more)
            return
          }
        }
        response.end()
      }
      more()
      return undefined
    })
    expect(await server.get(user)).toMatchObject({ status: 502, body: { error: { code: 'UPSTREAM_ERROR' } } })
    expect(sent).toBeLessThan(60 * 2 ** 20)
  })

  test.each<[string, VendorScript]>([
    ['never ends and never moves', () => list(0, 5, '"max_cursor":5,"has_more":1')],
    [
      'goes in a circle',
      ({ query }) => list(0, 5, `"max_cursor":${(Number(query.get('max_cursor') ?? 0) % 3) + 1},"has_more":1`)
    ],
    [
      'promises more in empty pages',
      ({ query }) =>
        list(
          0,
          query.get('max_cursor') === null ? 5 : 0,
          `"max_cursor":${Number(query.get('max_cursor') ?? 0) + 1},"has_more":1`
        )
    ]
  ])('whose list %s is walked to an end, without repeats', async (_, script) => {
    const { server } = await over(script)
    const ids: unknown[] = []
    let cursor: unknown = null
    let pages = 0
    do {
      const page = await server.get<{ post_id: string }[]>(posts + (cursor === null ? '' : `&cursor=${cursor}`))
      ids.push(...page.body.data.map(({ post_id }) => post_id))
      cursor = page.body.pagination?.cursor ?? null
      pages += 1
    } while (cursor !== null && pages < 50)
    expect(ids).toEqual(postIds(5))
    expect(pages).toBeLessThan(50)
  })

  test('whose list grows under the reader repeats nothing', async () => {
    let added = 0
    const { server } = await over(({ query }) => {
      const from = Number(query.get('max_cursor') ?? 0)
      const first = Math.max(0, from - added)
      return list(first, 10, `"max_cursor":${from + 10},"has_more":${from < 40 ? 1 : 0}`)
    })
    const first = await server.get<{ post_id: string }[]>(`${user}/posts?count=7`)
    added = 3
    const second = await server.get<{ post_id: string }[]>(
      `${user}/posts?count=50&cursor=${first.body.pagination?.cursor}`
    )
    const ids = [...first.body.data, ...second.body.data].map(({ post_id }) => post_id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('gets keys encoded, whatever a record or a caller writes in them', async () => {
    const operations = {
      searchVideos: { get: '/v1/words/{keyword}/videos?from={cursor}', list: 'aweme_list', next: 'max_cursor' }
    }
    const { vendor, server } = await over(() => list(0, 1, '"max_cursor":null'), { operations })
    await server.get(`/api/v1/search/videos?keyword=${encodeURIComponent('a/../../b?x=1&y#z')}`)
    expect(vendor.calls[0]).toMatchObject({ path: '/v1/words/a%2F..%2F..%2Fb%3Fx%3D1%26y%23z/videos' })
    expect([...(vendor.calls[0]?.query ?? [])]).toEqual([])
    // `..` would leave its place even when it is encoded.
    expect((await server.get('/api/v1/search/videos?keyword=..')).status).toBe(404)
    expect(vendor.calls).toHaveLength(1)
  })

  test('is asked for the value that a call needs once', async () => {
    const operations = {
      listUserPosts: {
        get: '/v1/videos?handle=oak_bench&id={ownId}&max_cursor={cursor}',
        list: 'aweme_list',
        next: 'max_cursor',
        more: 'has_more'
      }
    }
    const lookups = { ownId: { get: '/v1/profile?handle={username}', value: 'user.uid' } }
    const { vendor, server } = await over(appScript(70), { operations, lookups })
    const first = await server.get<unknown[]>(posts)
    expect(first.body.data).toHaveLength(70)
    expect(vendor.calls.map(({ path, query }) => [path, query.get('id')])).toEqual([
      ['/v1/profile', null],
      ...Array.from({ length: 3 }, () => ['/v1/videos', '6900000000000000001'])
    ])
    expect((await server.get('/api/v1/users/nobody/posts')).status).toBe(404)
  })
})

describe('the account of the Display API', () => {
  test('is the only one that is there', async () => {
    const own =
      '{"user":{"username":"oak_bench","open_id":"x","display_name":"Oak","bio_description":"doors","follower_count":5}}'
    const video =
      '{"id":"7516192768000000000","title":"plank","create_time":1750000000,"cover_image_url":"https://cdn.example/c.jpg","share_url":"https://www.tiktok.com/@oak_bench/video/7516192768000000000","view_count":9}'
    const vendor = await startVendor(({ path }) => {
      const data = path === '/v2/user/info/' ? own : `{"videos":[${video}],"cursor":1750000000000,"has_more":false}`
      return { text: `{"data":${data},"error":{"code":"ok"}}` }
    })
    closing.push(vendor.close)
    const server = await startOverSource('display', { SOURCE_KEY: 'token', SOURCE_URL: vendor.url })
    closing.push(server.close)
    expect((await server.get(user)).body.data).toMatchObject({ username: 'oak_bench', followers: 5 })
    expect((await server.get<unknown[]>(posts)).body.data).toHaveLength(1)
    expect((await server.get('/api/v1/posts?videoId=7516192768000000000')).body.data).toMatchObject({
      plays: 9,
      author_username: 'oak_bench'
    })
    expect((await server.get('/api/v1/users/someone')).status).toBe(404)
    expect((await server.get('/api/v1/users/someone/posts')).status).toBe(404)
    expect(vendor.calls.every(({ headers }) => headers.authorization === 'Bearer token')).toBe(true)
  })
})

describe('`sources check`', () => {
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'clipgraph-check-'))
    closing.push(() => rmSync(path, { recursive: true }))
    return path
  }

  test('says what a table has without a call', async () => {
    const { stdout: output, code } = await commandInProcess('sources check --from source:research --dry-run', folder())
    expect(code).toBe(0)
    expect(output.match(/^(?:works|not) +\w+/gm)).toHaveLength(24)
    expect(output).toMatch(/^works +listUserPosts/m)
    expect(output).toMatch(/^not +getSound +for soundId it offers listSoundPosts/m)
  })

  test('makes a call for each, and says what they cost and what records lack', async () => {
    const research = await startResearch()
    closing.push(research.close)
    const env = { ...researchEnv, SOURCE_URL: research.url, DATA_URL: 'source:research' }
    const { stdout: output } = await commandInProcess('sources check --user oak_bench --keyword plank', folder(), env)
    expect(output).toMatch(/^partly +listUserPosts +lacks .*reposts.*; 1 call$/m)
    expect(output).toMatch(/^\d+ calls were made; \d+ of 1000 are left\.$/m)
  })

  test('says what is wrong with a table', async () => {
    const path = folder()
    writeFileSync(join(path, 'mine.json'), '{\n  "source": 1,\n  "nope": 2\n}')
    const { stderr: output, code } = await commandInProcess('sources check --from source:mine.json --dry-run', path)
    expect(code).toBe(1)
    expect(output).toMatch(/mine\.json: line 3: nope is no key of a table/)
  })
})
