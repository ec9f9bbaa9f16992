import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appPost, appScript, appTable, postIds, startAppVendor, vendorKey } from './app-vendor.ts'
import type { Finished } from './checkout.ts'
import { type Command, start } from './command.ts'
import { commandInProcess as run } from './command-in-process.ts'
import type { VendorScript } from './fake-vendor.ts'
import { researchEnv, startResearch } from './research-vendor.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-collect-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Collects into `own.db` in a folder. */
type Collect = (what: string, options?: string, env?: Record<string, string>) => Promise<Finished>

const asked = async (folder: string, query: string) => {
  const { stdout, stderr } = await run(`query '${query}' --from own.db`, folder)
  expect(stderr).toBe('')
  return JSON.parse(stdout).data
}
/** A field of all elements of a list. */
const exportedOf = async (folder: string, list: string, field: string): Promise<unknown[]> => {
  const { stdout } = await run(`export ${list} --from own.db`, folder)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)[field])
}
/** Points of a history are a second apart. */
const nextSecond = () => pause(1_000)
type Posts = { totalCount: number; nodes: { postId: string; history: { at: string }[] }[] }
const postsOf = async (folder: string): Promise<Posts> => {
  const { user } = await asked(
    folder,
    '{ user(by: { username: "oak_bench" }) { posts(first: 9) { totalCount nodes { postId history { at } } } } }'
  )
  return user.posts
}

describe('a source that bounds its calls', () => {
  const posts = 200
  let vendor: Awaited<ReturnType<typeof startAppVendor>>
  beforeAll(async () => {
    vendor = await startAppVendor(posts)
  })
  afterAll(() => vendor.close())

  const begin = (more: object = {}) => {
    const folder = newFolder()
    const table = appTable(vendor.url, { budget: { calls: 1_000, per: 'day' }, ...more })
    writeFileSync(join(folder, 'mine.json'), JSON.stringify(table))
    const collect: Collect = (what, options = '', env = {}) =>
      run(`collect ${what} --from source:./mine.json --into own.db ${options}`, folder, {
        SOURCE_KEY: vendorKey,
        ...env
      })
    return { folder, collect }
  }
  /** A collection of which the source lists ids alone. */
  const listedByIds = {
    operations: {
      getPost: { get: '/posts/{videoId}' },
      listCollectionPosts: { get: '/list?of={collectionId}', ids: 'ids' }
    }
  }
  const byIds =
    (ids: readonly string[]): VendorScript =>
    ({ path }) => ({
      text: path === '/list' ? JSON.stringify({ ids }) : appPost(ids.indexOf(path.split('/').at(-1) ?? ''))
    })
  const exported = (folder: string) => exportedOf(folder, 'user:oak_bench/posts', 'post_id')

  test('is read over as many runs as its calls take, each page once', async () => {
    const { folder, collect } = begin()
    const before = vendor.calls.length
    const runs: Finished[] = []
    for (const calls of [1, 3, 100]) runs.push(await collect('user:oak_bench/posts', '', { SOURCE_BUDGET: `${calls}` }))
    const [, second, third] = runs
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(second?.stderr).toContain('The 3 calls a day that the source example allows are used up')
    expect(second?.stderr).toContain('The same command goes on from there.')
    expect(third?.stdout).toContain('user:oak_bench/posts: ')
    expect(await exported(folder)).toEqual(postIds(posts))
    const pages = vendor.calls.slice(before).map(({ query }) => query.get('max_cursor'))
    expect(new Set(pages).size).toBe(pages.length)
    // Nothing is kept that is in the data set.
    expect(readdirSync(join(folder, 'data/collected'))).toEqual(['lists.json'])
  })

  test('gives each run a point of the histories, and of the posts those since a day', async () => {
    const { folder, collect } = begin()
    expect((await collect('user:oak_bench user:oak_bench/posts', '--since 2025-06-15T08:00:00Z')).code).toBe(0)
    const first = await postsOf(folder)
    expect(first.nodes.map(({ postId }) => postId)).toEqual(postIds(9))
    expect(first.totalCount).toBeLessThan(40)
    vendor.says(({ ...call }, response) => {
      const answer = appScript(posts)(call, response)
      return answer instanceof Promise || answer === undefined
        ? answer
        : { ...answer, text: answer.text.replaceAll('"play_count":1', '"play_count":2') }
    })
    await nextSecond()
    await collect('user:oak_bench user:oak_bench/posts', '--since 2025-06-15T08:00:00Z')
    vendor.says(appScript(posts))
    const { user } = await asked(
      folder,
      '{ user(by: { username: "oak_bench" }) { history { followers { value } } posts(first: 1) { nodes { plays history { plays { value } } } } } }'
    )
    expect(user.history.map((each: { followers: { value: number } }) => each.followers.value)).toEqual([1_024, 1_024])
    expect(user.posts.nodes).toEqual([
      { plays: 2_000, history: [{ plays: { value: 1_000 } }, { plays: { value: 2_000 } }] }
    ])
  })

  test('goes on after a run that was killed, with what that one had read', async () => {
    const { folder, collect } = begin()
    let running: Command | null = null
    vendor.says(async (call, response) => {
      // The third page never comes.
      if (call.query.get('max_cursor') === '60') {
        running?.kill('SIGKILL')
        return
      }
      return appScript(posts)(call, response)
    })
    const words = 'collect user:oak_bench/posts --from source:./mine.json --into own.db'.split(' ')
    running = start(words, { cwd: folder, env: { SOURCE_KEY: vendorKey } })
    await running.finished
    const before = vendor.calls.length
    vendor.says(appScript(posts))
    expect((await collect('user:oak_bench/posts')).code).toBe(0)
    expect(await exported(folder)).toEqual(postIds(posts))
    expect(vendor.calls.slice(before).map(({ query }) => query.get('max_cursor'))).not.toContain('0')
  })

  test('keeps what was read where something else fails, and says what', async () => {
    const { folder, collect } = begin()
    const { code, stderr } = await collect('user:nobody_at_all user:oak_bench/followers user:oak_bench')
    expect(code).toBe(1)
    expect(stderr).toContain('user:nobody_at_all: User nobody_at_all was not found.')
    expect(stderr).toContain('user:oak_bench/followers: The source example has no listUserFollowers')
    const { user } = await asked(folder, '{ user(by: { username: "oak_bench" }) { userId followersCount } }')
    expect(user).toEqual({ userId: '6900000000000000001', followersCount: 1_024 })
  })

  test('gives each list its turn, and one without elements is none to complain of', async () => {
    const { folder, collect } = begin({ budget: { calls: 1_000, per: 'day' } })
    const seen = async (calls: number) => {
      const before = vendor.calls.length
      const { code } = await collect('user:oak_bench/posts user:oak_bench', '', { SOURCE_BUDGET: `${calls}` })
      expect(code).toBe(0)
      return vendor.calls.slice(before).map(({ path }) => path)
    }
    vendor.says(appScript(30))
    expect(await seen(1)).toEqual(['/v1/videos'])
    expect(await seen(2)).toEqual(['/v1/profile'])
    vendor.says(appScript(0))
    const { code, stdout } = await collect('user:oak_bench/posts')
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'user:oak_bench/posts: 0 records\nNothing was collected.\n' })
    vendor.says(appScript(posts))
    expect((await exported(folder)).length).toBe(30)
  })

  test('reads a list anew where the source no longer accepts the place at which it would go on', async () => {
    const { folder, collect } = begin()
    await collect('user:oak_bench/posts', '', { SOURCE_BUDGET: '1' })
    vendor.says((call, response) =>
      (call.query.get('max_cursor') ?? '') === ''
        ? appScript(30)(call, response)
        : { status: 400, text: '{"error":{"code":"cursor_expired"}}' }
    )
    expect(await collect('user:oak_bench/posts')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('user:oak_bench/posts: the next run reads the list anew')
    })
    expect((await collect('user:oak_bench/posts')).code).toBe(0)
    vendor.says(appScript(posts))
    expect(await exported(folder)).toEqual(postIds(30))
  })

  test('keeps every post of a collection that the source lists by ids', async () => {
    const ids = postIds(25)
    const { folder, collect } = begin(listedByIds)
    const before = vendor.calls.length
    vendor.says(byIds(ids))
    const { code, stdout } = await collect('collection:1/posts')
    vendor.says(appScript(posts))
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('collection:1/posts: 25 records') })
    expect(await exported(folder)).toEqual(ids)
    expect(vendor.calls.length - before).toBe(1 + ids.length)
  })

  test('goes on where it was after a day on which the source fails', async () => {
    const { folder, collect } = begin()
    await collect('user:oak_bench/posts', '', { SOURCE_BUDGET: '1' })
    vendor.says(() => ({ status: 503, text: 'secret words' }))
    expect((await collect('user:oak_bench/posts')).code).toBe(1)
    vendor.says(appScript(posts))
    const before = vendor.calls.length
    expect((await collect('user:oak_bench/posts')).code).toBe(0)
    expect(await exported(folder)).toEqual(postIds(posts))
    expect(vendor.calls.slice(before).map(({ query }) => query.get('max_cursor'))[0]).toBe('30')
  })

  test('keeps the records of a call that looked up a value as well', async () => {
    const me = '/v1/profile?handle=oak_bench'
    const { folder, collect } = begin({
      lookups: { own: { get: me, value: 'user.unique_id' } },
      operations: { getUser: { get: me, record: 'user', only: { username: '{own}' } } }
    })
    const { code, stdout } = await collect('user:oak_bench')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Written to') })
    const { user } = await asked(folder, '{ user(by: { username: "oak_bench" }) { followersCount } }')
    expect(user).toEqual({ followersCount: 1_024 })
  })

  test('keeps posts of a hashtag whose name is longer than that of a file', async () => {
    const { folder, collect } = begin({
      operations: { listChallengePosts: { get: '/v1/videos?handle=oak_bench&tag={hashtagName}', list: 'aweme_list' } }
    })
    const name = '木'.repeat(90)
    vendor.says((call, response) => {
      const { text } = appScript(30)(call, response) as { text: string }
      return { text: text.replaceAll('"cha_name":"wood"', `"cha_name":"${name}"`) }
    })
    const { code, stderr } = await collect(`hashtag:${name}/posts`)
    vendor.says(appScript(posts))
    expect({ code, isLong: stderr.includes('ENAMETOOLONG') }).toEqual({ code: 0, isLong: false })
    expect(await exported(folder)).toHaveLength(30)
  })

  test('goes on after a page of followers that has none', async () => {
    const { folder, collect } = begin({
      operations: {
        ...appTable('').operations,
        listUserFollowers: { get: '/fans?from={cursor}', list: 'fans', next: 'next', more: 'more' }
      }
    })
    vendor.says((call, response) => {
      if (call.path !== '/fans') return appScript(posts)(call, response)
      const from = Number(call.query.get('from') ?? 1_760_000_000)
      const page = 1_760_000_000 - from
      return {
        text: `{"fans":[${page === 1 ? '' : `{"uid":"${page + 7}","unique_id":"fan${page}"}`}],"next":${from - 1},"more":${page < 2}}`
      }
    })
    const { code, stdout } = await collect('user:oak_bench user:oak_bench/followers')
    vendor.says(appScript(posts))
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('followers: 2 records') })
    expect(await exportedOf(folder, 'user:oak_bench/followers', 'username')).toEqual(['fan0', 'fan2'])
  })

  test('ends where followers lead back to a page before, with or without an empty one between', async () => {
    const time = 1_760_000_000
    for (const second of ['', '{"uid":"8","unique_id":"fan1"}']) {
      const { collect } = begin({
        operations: {
          listUserFollowers: { get: '/fans?from={cursor}', list: 'fans', next: 'next', more: 'more' }
        }
      })
      vendor.says(({ query }) => {
        const isSecond = query.get('from') === String(time)
        const fan = isSecond ? second : '{"uid":"7","unique_id":"fan0"}'
        return { text: `{"fans":[${fan}],"next":${isSecond ? time - 1 : time},"more":true}` }
      })
      const { code, stdout } = await collect('user:oak_bench/followers')
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Written to') })
    }
    vendor.says(appScript(posts))
  })

  test('goes on in a list by ids with the post at which its calls were used up', async () => {
    const ids = postIds(25)
    const { folder, collect } = begin(listedByIds)
    vendor.says(byIds(ids))
    const before = vendor.calls.length
    for (const calls of [5, 9, 100]) await collect('collection:1/posts', '', { SOURCE_BUDGET: `${calls}` })
    vendor.says(appScript(posts))
    expect(await exported(folder)).toEqual(ids)
    const asked = vendor.calls.slice(before).filter(({ path }) => path !== '/list')
    expect(asked).toHaveLength(ids.length)
  })

  test('keeps every post of a list by ids that one answer has', async () => {
    const ids = postIds(4)
    const { folder, collect } = begin({
      operations: {
        getPost: { get: '/mine', list: 'all' },
        listCollectionPosts: { get: '/list?of={collectionId}', ids: 'ids' }
      }
    })
    vendor.says(({ path }) => ({
      text: path === '/list' ? JSON.stringify({ ids }) : `{"all":[${ids.map((_, at) => appPost(at))}]}`
    }))
    const before = vendor.calls.length
    expect((await collect('collection:1/posts')).stdout).toContain('4 records')
    vendor.says(appScript(posts))
    expect(await exported(folder)).toEqual(ids)
    expect(vendor.calls.length - before).toBe(2)
  })

  test('goes on after pages without posts at which its calls were used up', async () => {
    const { folder, collect } = begin()
    vendor.says((call, response) => {
      const from = Number(call.query.get('max_cursor') ?? 0)
      if (from >= 4) call.query.set('max_cursor', String(from - 4))
      return from < 4
        ? { text: `{"aweme_list":[],"max_cursor":${from + 1},"has_more":1}` }
        : appScript(20)(call, response)
    })
    const before = vendor.calls.length
    for (const calls of [2, 4, 100]) await collect('user:oak_bench/posts', '', { SOURCE_BUDGET: `${calls}` })
    vendor.says(appScript(posts))
    expect(await exported(folder)).toEqual(postIds(20))
    expect(vendor.calls.length - before).toBe(5)
  })

  test('reads a list once that is named twice', async () => {
    const { collect } = begin()
    const before = vendor.calls.length
    expect((await collect('user:oak_bench user:oak_bench')).code).toBe(0)
    expect(vendor.calls.length - before).toBe(1)
  })

  test('reads handles that begin with a dot', async () => {
    const { folder, collect } = begin()
    vendor.says((call, response) => {
      call.query.set('handle', 'oak_bench')
      const answer = appScript(5)(call, response) as { text: string }
      return { text: answer.text.replaceAll('oak_bench', '.oak') }
    })
    const { code, stderr } = await collect('user:.oak user:.oak/posts')
    vendor.says(appScript(posts))
    expect({ code, stderr: stderr.includes('hidden') }).toEqual({ code: 0, stderr: false })
    const { user } = await asked(folder, '{ user(by: { username: ".oak" }) { followersCount posts { totalCount } } }')
    expect(user).toEqual({ followersCount: 1_024, posts: { totalCount: 5 } })
  })

  test('says what to do with a note that is damaged, and with a data set that seed made', async () => {
    const { folder, collect } = begin()
    await collect('user:oak_bench')
    writeFileSync(join(folder, 'data/collected/lists.json'), '')
    expect(await collect('user:oak_bench')).toMatchObject({
      code: 1,
      stderr: 'data/collected/lists.json is damaged: remove it to read all lists from their start.\n'
    })
    rmSync(join(folder, 'data/collected'), { recursive: true })
    await run(`seed --users 10 --posts 20 --out seeded.db`, folder)
    const { code, stderr } = await run(`collect user:oak_bench --from source:./mine.json --into seeded.db`, folder, {
      SOURCE_KEY: vendorKey
    })
    expect(code).toBe(1)
    expect(stderr).toContain('seeded.db has data that seed made: name another data set with --into.')
  })

  test.each([
    ['posts', '', 2, 'posts is not read from live sources'],
    ['user:oak_bench/history', '', 2, 'user:oak_bench/history is not read from live sources'],
    ['user:oak_bench', '--from sqlite:own.db', 2, '--from must be source:research, source:display or source:FILE'],
    ['user:oak_bench/posts', '--since never', 2, '--since must be a date'],
    ['user:nobody_at_all', '', 1, 'User nobody_at_all was not found.'],
    ['search:wood/suggestions', '', 2, 'search:wood/suggestions has no records']
  ])('refuses %s %s', async (what, options, code, problem) => {
    const { collect } = begin()
    const refused = await collect(what, options)
    expect(refused.code).toBe(code)
    expect(refused.stderr).toContain(problem)
  })

  test('refuses the folder of another data set', async () => {
    const { folder, collect } = begin()
    await collect('user:oak_bench')
    await collect('user:oak_bench/posts', '', { SOURCE_BUDGET: '2' })
    const { code, stderr } = await run(`collect user:oak_bench --from source:./mine.json --into other.db`, folder, {
      SOURCE_KEY: vendorKey
    })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'data/collected is of another source or data set: name another folder with --folder.\n'
    })
  })
})

describe('a source that bounds how long records may be kept', () => {
  let research: Awaited<ReturnType<typeof startResearch>>
  beforeAll(async () => {
    research = await startResearch()
  })
  afterAll(() => research.close())
  const collect = (folder: string, what: string, options = '') =>
    run(`collect ${what} --from source:research --into own.db ${options}`, folder, {
      ...researchEnv,
      SOURCE_URL: research.url
    })

  test('gives a data set of what was read in that time, with whose lists they are', async () => {
    const folder = newFolder()
    const all = 'user:oak_bench user:oak_bench/posts user:oak_bench/followers'
    const first = await collect(folder, all, '--since 100d')
    expect({ code: first.code, stderr: first.stderr }).toMatchObject({ code: 0 })
    const { user } = await asked(
      folder,
      '{ user(by: { username: "oak_bench" }) { followersCount followers(first: 1) { totalCount } posts(first: 1) { nodes { country } } } }'
    )
    expect(user).toMatchObject({ followersCount: 1_024, followers: { totalCount: 250 } })
    expect(user.posts.nodes).toEqual([{ country: 'FI' }])
    const { totalCount } = await postsOf(folder)
    await nextSecond()
    expect((await collect(folder, 'user:oak_bench/posts', '--since 30d')).code).toBe(0)
    const again = await postsOf(folder)
    expect(again.totalCount).toBe(totalCount)
    expect(again.nodes[0]?.history).toHaveLength(2)
    // Sixteen days later.
    const runs = join(folder, 'data/collected')
    const [earliest = ''] = readdirSync(runs).filter((name) => /^\d+$/.test(name))
    renameSync(join(runs, earliest), join(runs, String(Number(earliest) - 16 * 86_400_000)))
    await nextSecond()
    expect((await collect(folder, 'user:oak_bench/posts', '--since 30d')).code).toBe(0)
    const left = await postsOf(folder)
    expect(left.totalCount).toBeLessThan(totalCount)
    expect(left.nodes[0]?.history).toHaveLength(2)
    const { user: later } = await asked(folder, '{ user(by: { username: "oak_bench" }) { followersCount } }')
    expect(later).toEqual({ followersCount: null })
  })

  test('is asked for no more days than --since says, and for each of them once', async () => {
    const callsFor = async (what: string) => {
      const before = research.calls.length
      expect((await collect(newFolder(), what, '--since 30d')).code).toBe(0)
      return research.calls
        .slice(before)
        .filter(({ path }) => path.includes('video'))
        .map(({ body }) => body)
    }
    for (const what of ['user:oak_bench/posts', 'hashtag:wood/posts', 'search:plank/videos', 'user:nobody/posts']) {
      const calls = await callsFor(what)
      // That day and those before it are two windows of 30 days.
      expect({ what, calls: calls.length }).toEqual({ what, calls: 2 })
      expect(new Set(calls).size).toBe(2)
    }
  })

  test('keeps the order of lists over pages, and collections with their posts', async () => {
    const folder = newFolder()
    const lists = 'user:oak_bench user:oak_bench/followers collection:7200000000000000001'
    const { code, stderr } = await collect(folder, `${lists} collection:7200000000000000001/posts`)
    expect({ code, skipped: stderr.includes('Skipped') }).toEqual({ code: 0, skipped: false })
    const fans = Array.from({ length: 250 }, (_, at) => `fan${1_760_000_000 - at}`)
    expect(await exportedOf(folder, 'user:oak_bench/followers', 'username')).toEqual(fans)
  })

  test('gives followers by as few calls as its pages allow', async () => {
    const before = research.dataCalls()
    expect((await collect(newFolder(), 'user:oak_bench/followers')).stdout).toContain('250 records')
    expect(research.dataCalls() - before).toBe(3)
  })

  test('is removed with the last of what may be kept', async () => {
    const folder = newFolder()
    expect((await collect(folder, 'user:oak_bench')).code).toBe(0)
    const runs = join(folder, 'data/collected')
    for (const name of readdirSync(runs).filter((name) => /^\d+$/.test(name))) {
      renameSync(join(runs, name), join(runs, String(Number(name) - 15 * 86_400_000)))
    }
    const { code, stdout } = await collect(folder, 'user:nobody_at_all')
    expect(code).toBe(1)
    expect(stdout).toContain('own.db was removed: nothing of it may be kept any longer.')
    expect(readdirSync(folder)).toEqual(['data'])
  })

  test('is removed in time as well where the source gives nothing that can be read any more', async () => {
    const folder = newFolder()
    expect((await collect(folder, 'user:oak_bench')).code).toBe(0)
    const runs = join(folder, 'data/collected')
    const [name = ''] = readdirSync(runs).filter((each) => /^\d+$/.test(each))
    const long = String(Number(name) - 16 * 86_400_000)
    renameSync(join(runs, name), join(runs, long))
    const db = new DatabaseSync(join(folder, 'own.db'))
    db.exec(`UPDATE sources SET name = replace(name, '${name}', '${long}')`)
    db.close()
    research.instead(({ path }) =>
      path.includes('video')
        ? { text: '{"data":{"videos":[{"x":1}],"has_more":false},"error":{"code":"ok"}}' }
        : undefined
    )
    const { code, stdout, stderr } = await collect(folder, 'user:oak_bench/posts', '--since 2d')
    research.instead(null)
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('nothing to import'),
      stdout: expect.stringContaining('own.db was removed: nothing of it may be kept any longer.')
    })
    expect(readdirSync(folder)).toEqual(['data'])
  })

  test('says in a line why its folder cannot be written to', async () => {
    const [isFile, isLocked] = [newFolder(), newFolder()]
    writeFileSync(join(isFile, 'data'), '')
    mkdirSync(join(isLocked, 'data/collected/lock'), { recursive: true })
    for (const folder of [isFile, isLocked]) {
      const { code, stderr } = await collect(folder, 'user:oak_bench')
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^data\/collected cannot be written to: [^\n]+\.\n$/)
      })
    }
  })

  test('is not mixed with other data', async () => {
    const folder = newFolder()
    const feed = join(import.meta.dirname, 'formats/app-post.json')
    expect((await collect(folder, 'user:oak_bench')).code).toBe(0)
    expect((await run(`import ${feed} --into own.db`, folder)).code).toBe(0)
    const { code, stderr } = await collect(folder, 'user:oak_bench')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'The source lets records be kept for 15 days, so each run creates their data set again, and own.db has other records: name a file of its own with --into.\n'
    })
    expect(await collect(newFolder(), 'user:oak_bench', '--into postgres://a:b@127.0.0.1:1/c')).toMatchObject({
      code: 1,
      stderr:
        'The source lets records be kept for 15 days, so each run creates their data set again: name a file with --into.\n'
    })
  })
})
