import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../src/core/log.ts'
import { breakerRules } from '../src/store/upstream/calls.ts'
import { appShapedTable, keys, startAppShaped } from './app-shaped-vendor.ts'
import { appPost, appScript, appTable, failed, postIds, vendorKey } from './app-vendor.ts'
import { kinds, startCollector } from './collector.ts'
import { commandInProcess } from './command-in-process.ts'
import { displayToken, startDisplay } from './display-vendor.ts'
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
const env = { SOURCE_KEY: vendorKey }
const user = '/api/v1/users/oak_bench'
const posts = `${user}/posts?count=100`
const list = (from: number, count: number, rest: string) => ({
  text: `{"aweme_list":[${Array.from({ length: count }, (_, at) => appPost(from + at))}],${rest}}`
})

describe('a source that misbehaves', () => {
  test.each<[string, VendorScript, number, string]>([
    ['answers with an unknown code', () => failed('strange'), 502, 'UPSTREAM_ERROR'],
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
  })

  test.each([403, 429, 500])(
    'that says by its code what does not exist is believed, whatever its status: %i',
    async (status) => {
      const { vendor, server } = await over((call, response) =>
        call.query.get('handle') === 'private' ? failed('not_found', status) : appScript(1)(call, response)
      )
      expect((await server.get('/api/v1/users/private')).status).toBe(404)
      expect((await server.get(user)).status).toBe(200)
      expect(vendor.calls).toHaveLength(2)
    }
  )

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

  test('that lists ids is asked for no more posts than a page has, and loses none', async () => {
    const listed = 70
    const ids = postIds(listed)
    const script: VendorScript = ({ path }) => {
      if (path === '/list') return { text: JSON.stringify({ ids }) }
      const at = ids.indexOf(path.split('/').at(-1) ?? '')
      return at === 3 ? { status: 404, text: '{}' } : { text: appPost(at) }
    }
    const operations = {
      getPost: { get: '/posts/{videoId}' },
      listCollectionPosts: { get: '/list?of={collectionId}', ids: 'ids' }
    }
    const { vendor, server } = await over(script, { operations })
    type Listed = { post_id: string }[]
    const path = '/api/v1/collections/1/posts'
    let page = await server.get<Listed>(`${path}?count=3`)
    expect(vendor.calls).toHaveLength(1 + 3)
    const found = page.body.data.map(({ post_id }) => post_id)
    for (const count of [5, 20, 50, 50]) {
      if (page.body.pagination?.cursor == null) break
      page = await server.get<Listed>(`${path}?count=${count}&cursor=${page.body.pagination.cursor}`)
      found.push(...page.body.data.map(({ post_id }) => post_id))
    }
    expect(found).toEqual(ids.filter((_, at) => at !== 3))
    expect(page.body.pagination?.cursor).toBeNull()
    // One for each post, the one that is gone included, and one for the list.
    expect(vendor.calls).toHaveLength(1 + listed)
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

  test('whose list goes in a circle is walked to an end, without repeats', async () => {
    const { server } = await over(({ query }) =>
      list(0, 5, `"max_cursor":${(Number(query.get('max_cursor') ?? 0) % 3) + 1},"has_more":1`)
    )
    const { body } = await server.get<{ post_id: string }[]>(posts)
    expect(body.data.map(({ post_id }) => post_id)).toEqual(postIds(5))
    expect(body.pagination).toEqual({ cursor: null, has_more: false })
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

  test('leads nowhere else by what it writes: to addresses, cursors and values of its own host', async () => {
    const bait = await startVendor(() => ({ text: '{}' }))
    closing.push(bait.close)
    const lookups = { ownId: { get: '/v1/profile?handle={username}', value: 'user.uid' } }
    const operations = {
      listUserPosts: { get: '/v1/of/{ownId}/videos?from={cursor}', list: 'aweme_list', next: 'max_cursor' },
      searchVideos: { get: '/v1/found?q={keyword}&from={cursor}', list: 'aweme_list', next: 'max_cursor' }
    }
    let uid = ''
    const { vendor, server } = await over(
      ({ path, query }) => {
        if (path === '/v1/profile') return { text: JSON.stringify({ user: { uid } }) }
        if (query.get('q') === 'moved') return { status: 307, headers: { location: `${bait.url}/` }, text: '' }
        return list(0, 3, `"max_cursor":"${bait.url}/#"`)
      },
      { operations, lookups }
    )
    const statuses: number[] = []
    const handles = { a: bait.url, b: `/${bait.url.slice(5)}?x=1&y#z`, c: '..', d: '', e: 'http://169.254.169.254/' }
    for (const [handle, written] of Object.entries(handles)) {
      uid = written
      statuses.push((await server.get(`/api/v1/users/${handle}/posts?count=1`)).status)
    }
    expect(statuses).toEqual([200, 200, 404, 404, 200])
    expect((await server.get('/api/v1/search/videos?keyword=moved')).status).toBe(502)
    expect((await server.get('/api/v1/search/videos?keyword=far&count=9')).status).toBe(200)
    expect(bait.calls).toEqual([])
    const paths = vendor.calls.map(({ path }) => decodeURIComponent(path))
    expect(paths).toEqual(expect.arrayContaining([`/v1/of/${handles.a}/videos`, `/v1/of/${handles.b}/videos`]))
    expect(vendor.calls.map(({ query }) => query.get('from'))).toContain(`${bait.url}/#`)
  })

  test.each([200, 500])('and takes its key in addresses has it from nobody else: status %i', async (status) => {
    const vendor = await startVendor(({ query }) =>
      query.get('api_key') === vendorKey ? { status, text: '{"user":null}' } : failed('unauthorized', 401)
    )
    closing.push(vendor.close)
    const logged: string[] = []
    const collector = await startCollector()
    closing.push(collector.close)
    const server = await startOverSource(
      appTable(vendor.url, { auth: { query: 'api_key', value: '{env.SOURCE_KEY}' } }),
      env,
      {
        log: createLog('trace', { write: (line: string) => logged.push(line) }),
        config: { openTelemetry: collector.options() }
      }
    )
    const answer = await server.get(user)
    expect(answer.status).toBe(status === 200 ? 404 : 502)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    await server.close()
    expect(collector.spans.some(({ kind }) => kind === kinds.client)).toBe(true)
    for (const shown of [JSON.stringify(answer.body), metrics, logged.join(''), collector.text()]) {
      expect(shown).not.toContain(vendorKey)
    }
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

describe('an answer of another form than the table says', () => {
  const account = '{"user":{"uid":"1","unique_id":"oak_bench","nickname":"Oak"}}'
  const getUser = { get: '/v1/profile?handle={username}', record: 'user' }
  const listUserFollowers = { get: '/fans?of={username}&n={count}&from={cursor}', list: 'fans', next: 'next' }

  test.each<[string, object, string]>([
    ['not at all', {}, ''],
    ['with null', { total: 'total' }, ',"total":null'],
    ['with an empty text', { total: 'total' }, ',"total":""'],
    ['with a number below 0', { total: 'total' }, ',"total":-1']
  ])('that says the length of a list %s leaves it unknown', async (_, more, total) => {
    const { server } = await over(
      ({ path }) => ({ text: path === '/fans' ? `{"fans":[{"uid":"2","unique_id":"fan"}]${total}}` : account }),
      { operations: { getUser, listUserFollowers: { ...listUserFollowers, ...more } } }
    )
    const { data, errors } = await server.query(
      '{ user(by: {username: "oak_bench"}) { followers(first: 5) { totalCount nodes { username } } } }'
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({ user: { followers: { totalCount: null, nodes: [{ username: 'fan' }] } } })
  })

  test.each(['{"at":30}', '[30]', 'true', 'false'])('that has %s as what leads on ends its list', async (next) => {
    const { server } = await over(() => list(0, 5, `"max_cursor":${next},"has_more":1`))
    const { body } = await server.get<unknown[]>(posts)
    expect(body.data).toHaveLength(5)
    expect(body.pagination).toEqual({ cursor: null, has_more: false })
  })

  test('that leads on by half a character is asked for what follows', async () => {
    const { server } = await over(({ query }) =>
      query.has('max_cursor') ? list(5, 5, '"has_more":0') : list(0, 5, '"max_cursor":"a\\ud83d","has_more":1')
    )
    const { status, body } = await server.get<unknown[]>(posts)
    expect({ status, length: body.data?.length }).toEqual({ status: 200, length: 10 })
  })

  test.each([
    ['getUserPlaylist', `${user}/playlist`],
    ['suggest', '/api/v1/search/suggest?keyword=oak']
  ])('that is no list for %s is an error, not an empty list', async (name, path) => {
    const { server } = await over(() => ({ text: '{"all":{"a":1}}' }), {
      operations: { [name]: { get: '/all', list: 'all' } }
    })
    expect(await server.get(path)).toMatchObject({ status: 502, body: { error: { code: 'UPSTREAM_ERROR' } } })
  })

  test('that has nothing around the place of a list is an error, also where nothing says that more follows', async () => {
    const { server } = await over(() => ({ text: '{"message":"secret words"}' }), {
      operations: { listUserPosts: { get: '/of?u={username}', list: 'data.videos' } }
    })
    expect(await server.get(posts)).toMatchObject({ status: 502, body: { error: { code: 'UPSTREAM_ERROR' } } })
  })

  test('that is an empty record is of nobody, whatever the table sets', async () => {
    const { server } = await over(() => ({ text: '{"user":{}}' }), {
      operations: { getUser: { ...getUser, set: { username: '{username}' } } }
    })
    expect(await server.get(user)).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
  })

  test('lacks what is null, and has what the table sets there, from look-ups as well', async () => {
    const { server } = await over(
      ({ path }) => ({ text: path === '/own' ? '{"name":"oak_bench"}' : '{"user":{"uid":"1","unique_id":null}}' }),
      {
        lookups: { own: { get: '/own', value: 'name' } },
        operations: { getUser: { get: '/me', record: 'user', set: { unique_id: '{own}' } } }
      }
    )
    expect(await server.get(user)).toMatchObject({
      status: 200,
      body: { data: { username: 'oak_bench', user_id: '1' } }
    })
  })

  test('has in each element of a list what the table sets', async () => {
    const { server } = await over(() => ({ text: '{"all":[{"id":"71"},{"id":"72"}]}' }), {
      operations: { getUserPlaylist: { get: '/all', list: 'all', set: { name: 'of {username}' } } }
    })
    const { body } = await server.get<{ playlists: object[] }>(`${user}/playlist`)
    expect(body.data.playlists).toMatchObject([{ name: 'of oak_bench' }, { name: 'of oak_bench' }])
  })

  test('that is not for everybody is found nowhere, and the rest of a list that names it is', async () => {
    const ids = postIds(3)
    const { server } = await over(
      ({ path }) => {
        if (path === '/list') return { text: JSON.stringify({ ids }) }
        const at = ids.indexOf(path.split('/').at(-1) ?? '')
        return { text: at === 1 ? appPost(at).replace('"desc"', '"is_private":1,"desc"') : appPost(at) }
      },
      {
        operations: {
          getPost: { get: '/posts/{videoId}' },
          listCollectionPosts: { get: '/list?of={collectionId}', ids: 'ids' }
        }
      }
    )
    expect((await server.get(`/api/v1/posts?videoId=${ids[1]}`)).status).toBe(404)
    const { body } = await server.get<{ post_id: string }[]>('/api/v1/collections/1/posts')
    expect(body.data?.map(({ post_id }) => post_id)).toEqual([ids[0], ids[2]])
  })

  test('that is not for everybody is found nowhere by what the table sets, too', async () => {
    const [id = ''] = postIds(1)
    const { server } = await over(() => ({ text: '{"desc":"plank","create_time":1750000000,"is_private":1}' }), {
      operations: { getPost: { get: '/posts/{videoId}', set: { aweme_id: '{videoId}', username: 'oak_bench' } } }
    })
    expect(await server.get(`/api/v1/posts?videoId=${id}`)).toMatchObject({ status: 404 })
  })
})

test('a token that does not come in time is a timeout by both surfaces', { timeout: 20_000 }, async () => {
  const auth = { token: '/token', form: { grant_type: 'client_credentials' } }
  const { server } = await over(
    ({ path }, response) => {
      if (path !== '/token') return list(0, 1, '"has_more":0')
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(' ')
      return undefined
    },
    { auth }
  )
  expect(await server.get(posts)).toMatchObject({ status: 504, body: { error: { code: 'UPSTREAM_TIMEOUT' } } })
})

test('a source that failed too often is tried by one call, however many wait for it', async () => {
  const { vendor, server } = await over(() => ({ status: 500, text: '{}' }), { budget: { calls: 1_000, per: 'day' } })
  const ask = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => server.get(`/api/v1/users/nobody${at}`)))
  await expect.poll(async () => (await ask(10)).map(({ status }) => status)).toContain(503)
  const clock = vi.spyOn(performance, 'now')
  closing.push(() => clock.mockRestore())
  const rested = performance.now() + breakerRules.halfOpenAfterMs
  clock.mockImplementation(() => rested)
  const before = vendor.calls.length
  const names = Array.from({ length: 10 }, (_, at) => `"nobody${at}"`)
  await server.query(`{ usersByUsername(usernames: [${names}]) { username } }`)
  expect(vendor.calls.length - before).toBe(1)
})

test('a value that calls need is asked for again where it was empty', async () => {
  let id = ''
  const vendor = await startVendor(({ path }) =>
    path === '/id' ? { text: `{"user":{"id":"${id}"}}` } : list(0, 2, '"has_more":0')
  )
  closing.push(vendor.close)
  const listUserPosts = { get: '/of/{id}', list: 'aweme_list', more: 'has_more' }
  let now = Date.now()
  const server = await startOverSource(
    appTable(vendor.url, { lookups: { id: { get: '/id', value: 'user.id' } }, operations: { listUserPosts } }),
    env,
    { now: () => now }
  )
  closing.push(server.close)
  expect((await server.get(posts)).status).toBe(404)
  id = '7'
  now += 3_600_000
  expect((await server.get(posts)).status).toBe(200)
})

test('the account of the Display API is the only one that is there', async () => {
  const display = await startDisplay()
  closing.push(display.close)
  const server = await startOverSource('display', { SOURCE_KEY: displayToken, SOURCE_URL: display.url })
  closing.push(server.close)
  expect((await server.get(user)).body.data).toMatchObject({ username: 'oak_bench', followers: 1_024 })
  expect((await server.get(`/api/v1/posts?videoId=${display.ids[4]}`)).body.data).toMatchObject({
    plays: 1_004,
    author_username: 'oak_bench'
  })
  expect((await server.get('/api/v1/users/someone')).status).toBe(404)
  expect((await server.get('/api/v1/users/someone/posts')).status).toBe(404)
})

describe('`sources check`', () => {
  test('takes every handle that the services take, and no other', async () => {
    const codeFor = async (user: string) =>
      (await commandInProcess(`sources check --from source:research --dry-run --user ${user}`, folder())).code
    expect([await codeFor('@Oak-Bench'), await codeFor('...'), await codeFor('oak/bench')]).toEqual([0, 2, 2])
  })

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

  test('finds 14 operations and more of the example of an app-shaped source', async () => {
    const shaped = await startAppShaped()
    closing.push(shaped.close)
    const path = folder()
    writeFileSync(join(path, 'mine.json'), JSON.stringify(appShapedTable(shaped.url)))
    const { stdout: output } = await commandInProcess(
      'sources check --from source:mine.json --user oak_bench',
      path,
      env
    )
    expect(output.match(/^(?:works|partly) +\w+/gm)?.length).toBeGreaterThanOrEqual(14)
    // What no post names is asked for by hand.
    const server = await startOverSource(appShapedTable(shaped.url), env)
    closing.push(server.close)
    expect((await server.get(`/api/v1/live/${keys.roomId}`)).body.data).toMatchObject({ viewer_count: 31 })
    expect((await server.get<unknown[]>(`/api/v1/collections/${keys.collectionId}/posts`)).body.data).toHaveLength(20)
  })

  const getUser = (get: string) => ({ operations: { getUser: { get } } })
  const inCircle = { a: { get: '/a/{b}', value: 'x' }, b: { get: '/b/{a}', value: 'x' } }
  test.each<[string, object, RegExp]>([
    ['an unknown key', { nope: 2 }, /line \d+: nope is no key of a table/],
    ['look-ups that need each other', { lookups: inCircle }, /lookups\.a needs itself/],
    ['a template that names nothing', getUser('/v1/{nobody}'), /\{nobody\}, which names nothing/],
    ['a path to another host', getUser('//127.0.0.1/x'), /getUser\.get is not valid/],
    ['a path out of its folder', getUser('/v1/%2E%2e/admin'), /leads out of its path/],
    ['an address with a password', { url: 'http://me:abc123@127.0.0.1' }, /url is not valid/],
    ['a secret', { auth: { header: 'x-api-key', value: 'abc123' } }, /auth\.value has a secret in the file/],
    ['a secret in an address', getUser('/v1/x?u={username}&api_key=abc123'), /a secret in the file, api_key/]
  ])('refuses a table with %s, and so does a server', async (_, more, problem) => {
    const path = folder()
    const table = appTable('http://127.0.0.1:1', more)
    writeFileSync(join(path, 'mine.json'), JSON.stringify(table, null, 2))
    const { stdout, stderr, code } = await commandInProcess('sources check --from source:mine.json --dry-run', path)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(problem)
    expect(stderr).toMatch(/mine\.json: line \d+: /)
    expect(stderr).not.toContain('abc123')
    await expect(startOverSource(table, env)).rejects.toThrow(problem)
  })
})
