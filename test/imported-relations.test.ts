import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readAnyData } from '../src/core/config/data-location.ts'
import { operations } from '../src/surfaces/rest/operations.ts'
import { overHttp } from './agent.ts'
import { tarOf } from './archives.ts'
import { startFacade } from './chain.ts'
import { commandInProcess } from './command-in-process.ts'
import { emptyDatabase, hasNoPostgres } from './own-postgres.ts'
import { addressOf, requiredOf } from './rest-address.ts'
import { startServer, type TestServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-relations-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (name: string, content: unknown): string => {
  const file = join(folder, randomUUID(), name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const profile = (username: string, more: object = {}) => ({
  user_id: `69000000000000001${username.length}${username.charCodeAt(0)}`,
  username,
  display_name: username.toUpperCase(),
  ...{ website_url: null, followers: 5, following: 3, total_likes: 10, total_videos: 2 },
  ...{ verified: false, is_private: false, bio: null, avatar_url: null, avatar_thumb_url: null, ...more }
})
const post = (id: number, author: string, more: object = {}) => ({
  post_id: `76200000000000090${id}`,
  caption: `bench ${id}`,
  created_at: 1_767_225_600 + id,
  ...{ is_ad: false, plays: 100 + id, likes: 7, comments: 1, shares: 1, saves: 1, reposts: 0 },
  ...{ cover_url: null, share_url: null, sound_id: null, sound_title: null, sound_author: null },
  ...{ sound_is_original: false, hashtags: [], author_username: author, author_display_name: null },
  ...{ author_verified: false, author_avatar_url: null, duration_seconds: 9, video_height: 10, video_width: 6 },
  ...more
})
const meta = { request_id: '1', timestamp: '2026-01-05T10:00:00Z', cached: false, version: '2025-01' }
const answer = (data: unknown, pagination: unknown = null) => ({ meta, data, pagination, error: null })

const followers = [
  answer([profile('oak'), profile('ash')], { next_max_time: 1_767_300_000, has_more: true, total: 3 }),
  answer([profile('elm')], { next_max_time: 1_767_200_000, has_more: false, total: 3 })
]
const reposts = answer([post(11, 'oak'), post(12, 'ash')], { cursor: null, has_more: false })
const collection = { collection_id: '7500000000000000077', name: 'Joints', posts_count: 2, cover_url: null }
const playlist = answer({ playlists: [collection] })
const members = answer([post(13, 'fir'), post(11, 'oak')], { cursor: null, has_more: false })

/** What a browser records of answers. */
const archive = (answers: readonly (readonly [address: string, body: unknown])[]) => ({
  log: {
    version: '1.2',
    entries: answers.map(([address, body]) => ({
      startedDateTime: '2026-01-05T10:00:00Z',
      request: { method: 'GET', url: `http://127.0.0.1:4000/api/v1${address}` },
      response: { status: 200, content: { mimeType: 'application/json', text: JSON.stringify(body) } }
    }))
  }
})

type Store = { url: string; into: string; close(): Promise<void> }
const stores: readonly (readonly [name: string, isLeftOut: boolean, open: () => Promise<Store>])[] = [
  [
    'SQLite',
    false,
    async () => {
      const into = join(folder, `${randomUUID()}.db`)
      return { url: `sqlite:${into}`, into, close: async () => {} }
    }
  ],
  [
    'PostgreSQL',
    hasNoPostgres,
    async () => {
      const { url, close } = await emptyDatabase()
      return { url, into: url, close }
    }
  ]
]

const ids = ({ body }: { body: { data: unknown } }): unknown[] =>
  (body.data as { username?: string; post_id?: string }[]).map(({ post_id, username }) => post_id ?? username)
const idOf = (id: number) => post(id, '').post_id

describe.each(stores)('%s', (_, isLeftOut, open) => {
  const imported = (imports: readonly string[], use: (server: TestServer, said: string[]) => Promise<void>) =>
    done(
      imports.map((what) => `import ${what}`),
      use
    )
  const done = async (commands: readonly string[], use: (server: TestServer, said: string[]) => Promise<void>) => {
    const store = await open()
    try {
      const said: string[] = []
      for (const command of commands) {
        const { stdout, stderr, code } = await commandInProcess(
          command.startsWith('import') ? `${command} --into ${store.into}` : `${command} --from ${store.into}`,
          folder
        )
        expect([code, stderr]).toEqual([0, expect.anything()])
        said.push(stdout)
      }
      const server = await startServer({ config: { data: readAnyData(store.url) } })
      try {
        await use(server, said)
      } finally {
        await server.close()
      }
    } finally {
      await store.close()
    }
  }

  const recorded = archive([
    ['/users/Fir/followers?count=2', followers[0]],
    ['/users/Fir/followers?count=2&max_time=1767300000', followers[1]],
    ['/users/fir/reposts', reposts],
    ['/users/fir/playlist', playlist],
    ['/collections/7500000000000000077/posts', members]
  ])

  test.skipIf(isLeftOut)('recorded answers bring the lists of the account that was asked for', async () => {
    const file = fileOf('answers.har', recorded)
    // Again, and it is the same.
    await imported([file, file], async (server, [first, again]) => {
      expect(first).toContain('8 relations')
      expect(again).toContain('nothing new; nothing changed')
      const { body } = await server.get('/api/v1/users/fir/followers')
      expect(body).toMatchObject({ data: [{ username: 'oak' }, { username: 'ash' }, { username: 'elm' }] })
      expect(body.pagination).toMatchObject({ total: 3, has_more: false })
      expect(ids(await server.get('/api/v1/users/fir/reposts'))).toEqual([idOf(12), idOf(11)])
      expect((await server.get('/api/v1/users/fir/playlist')).body.data).toEqual({ playlists: [collection] })
      expect((await server.get('/api/v1/collections/7500000000000000077')).body.data).toEqual(collection)
      expect(ids(await server.get('/api/v1/collections/7500000000000000077/posts'))).toEqual([idOf(13), idOf(11)])
    })
  })

  const research = (list: string, ...names: string[]) => ({
    data: {
      [list]: names.map((username) => ({ username, display_name: username })),
      cursor: 1_767_225_600,
      has_more: false
    }
  })

  test.skipIf(isLeftOut)('a list of whom nobody said anything is unknown, and an empty one is empty', async () => {
    const files = [
      `${fileOf('answer.json', research('user_following', 'oak'))} --of user:ash`,
      fileOf('users/elm/reposts.json', answer([], { cursor: null, has_more: false })),
      fileOf('@fir.followers.json', [{ username: 'oak' }])
    ]
    await imported(files, async (server) => {
      const lists =
        'followers(first: 5) { totalCount nodes { username } } following(first: 5) { nodes { username } } missingFields'
      const { data } = await server.query<
        Record<string, { missingFields: string[] }>
      >(`{ ash: user(by: {username: "ash"}) { ${lists} } elm: user(by: {username: "elm"}) { ${lists} }
        fir: user(by: {username: "fir"}) { ${lists} } }`)
      expect(data).toMatchObject({
        ash: { followers: { totalCount: null, nodes: [] }, following: { nodes: [{ username: 'oak' }] } },
        elm: { followers: { totalCount: null, nodes: [] } },
        fir: { followers: { totalCount: 1 } }
      })
      const missing = (name: string) => data?.[name]?.missingFields.filter((field) => field.endsWith('_LIST'))
      expect(missing('ash')).toEqual(['FOLLOWERS_LIST', 'REPOSTS_LIST', 'COLLECTIONS_LIST'])
      expect(missing('elm')).toEqual(['FOLLOWERS_LIST', 'FOLLOWING_LIST', 'COLLECTIONS_LIST'])
      expect(missing('fir')).toEqual(['FOLLOWING_LIST', 'REPOSTS_LIST', 'COLLECTIONS_LIST'])
      const { body } = await server.get('/api/v1/users/ash/followers')
      expect(body).toMatchObject({ data: [], pagination: { total: 0, has_more: false } })
    })
  })

  test.skipIf(isLeftOut)('a saved answer has the list that its name says, whatever stands beside it', async () => {
    const files = [
      fileOf('users/ash/followers.json', followers[0]),
      fileOf('@elm.followers.json', {
        constructor: [],
        response: { users: [{ username: 'oak' }, { username: 'fir' }] }
      })
    ]
    await imported(files, async (server) => {
      for (const [owner, names] of [
        ['ash', ['oak', 'ash']],
        ['elm', ['oak', 'fir']]
      ] as const) {
        const { body } = await server.get(`/api/v1/users/${owner}/followers`)
        expect(body.data, owner).toMatchObject(names.map((username) => ({ username })))
      }
    })
  })

  test.skipIf(isLeftOut)('a hashtag or sound without id has all that others have', async () => {
    const sound = { sound_title: 'Slow saw', sound_author: null, sound_is_original: true }
    const use = (name: string, id: string | null = null) => ({ hashtags: [{ id, name }] })
    const named = answer([post(21, 'oak', { ...sound, ...use('Wood') }), post(22, 'ash', { ...sound, ...use('wood') })])
    const later = answer([post(23, 'elm', use('WOOD', '4711'))])
    await imported([fileOf('named.json', named)], async (server) => {
      const ask = `{
        hashtag(by: {name: "wood"}) { hashtagId postsCount posts(first: 5) { totalCount nodes { postId sound {
          id soundId title author postsCount missingFields posts(first: 5) { totalCount nodes { postId } }
          history(step: DAY) { postsCount { value } } } } } history(step: DAY) { postsCount } }
        dataset { topSounds { title soundId } topHashtags { node { name } } }
        posts(first: 1) { facets { top(by: SOUND) { key count node { ... on Sound { title posts(first: 1) { totalCount } } } } } }
      }`
      const { data, errors } = await server.query<{ hashtag: { posts: { nodes: { sound: object }[] } } }>(ask)
      expect(errors).toBeUndefined()
      const both = [{ postId: idOf(22) }, { postId: idOf(21) }]
      expect(data).toMatchObject({
        hashtag: {
          hashtagId: null,
          postsCount: 2,
          posts: { totalCount: 2, nodes: both },
          history: [{ postsCount: 2 }]
        },
        dataset: { topSounds: [{ title: 'Slow saw', soundId: null }] },
        posts: { facets: { top: [{ key: 'Slow saw', count: 2, node: { posts: { totalCount: 2 } } }] } }
      })
      const [first] = data?.hashtag.posts.nodes ?? []
      expect(first?.sound).toMatchObject({
        ...{ soundId: null, author: null, postsCount: 2, posts: { totalCount: 2, nodes: both } },
        missingFields: expect.arrayContaining(['AUTHOR'])
      })
    })
    await imported([fileOf('named.json', named), fileOf('later.json', later)], async (server) => {
      const posts = 'posts(first: 5) { totalCount nodes { postId } }'
      const { data } = await server.query<{ name: object; id: object }>(
        `{ name: hashtag(by: {name: "Wood"}) { hashtagId ${posts} } id: hashtag(by: {hashtagId: "4711"}) { hashtagId ${posts} } }`
      )
      expect(data?.name).toMatchObject({ hashtagId: '4711', posts: { totalCount: 3 } })
      expect(data?.id).toEqual(data?.name)
    })
  })

  test.skipIf(isLeftOut)('what rises without id has no argument that other tools of an agent take', async () => {
    const days = [20, 20, 20, 20, 20, 0, 0, 0]
    const risen = days.map((daysAgo, at) =>
      post(51 + at, 'oak', {
        created_at: 1_767_225_600 - daysAgo * 86_400,
        ...{ sound_title: 'Slow saw', hashtags: [{ id: null, name: 'Wood' }] }
      })
    )
    await imported([fileOf('risen.json', answer(risen))], async (server) => {
      const agent = await overHttp(server.url)
      const rising = async (kind: string) =>
        (await agent.callTool({ name: 'find_trending', arguments: { kind } })).structuredContent
      expect(await rising('HASHTAG')).toMatchObject({ data: [{ challengeId: null, name: 'Wood', rate: 0.6 }] })
      expect(await rising('SOUND')).toMatchObject({ data: [{ soundId: null, name: 'Slow saw', rate: 0.6 }] })
      await agent.close()
      const ask = (kind: string) =>
        `{ trending(kind: ${kind}) { edges { rank rate node { ... on Hashtag { hashtagId name } ... on Sound { soundId title author } } } } }`
      const facade = await startFacade(server.url, { way: 'graph' })
      for (const kind of ['HASHTAG', 'SOUND']) {
        const { data } = await server.query(ask(kind))
        expect(data?.trending).toMatchObject({ edges: [{ rank: 1, rate: 0.6 }] })
        expect((await facade.query(ask(kind))).data).toEqual(data)
      }
      await facade.close()
    })
  })

  test.skipIf(isLeftOut)('a group of a sound without id is called the same over another deployment', async () => {
    const posts = answer([post(61, 'oak', { sound_title: 'Slow saw', sound_author: 'Oak' })])
    await imported([fileOf('named.json', posts)], async (server) => {
      const facade = await startFacade(server.url, { way: 'graph' })
      const { data, errors } = await facade.query(
        '{ posts(first: 1) { facets { top(by: SOUND) { key node { ... on Sound { soundId title posts { nodes { id } } } } } } } }'
      )
      await facade.close()
      expect(errors).toBeUndefined()
      const node = { soundId: null, title: 'Slow saw', posts: { nodes: [] } }
      expect(data?.posts).toEqual({ facets: { top: [{ key: 'Slow saw', node }] } })
    })
  })

  test.skipIf(isLeftOut)('plays of a day beyond what a number can count are null, as in other sums', async () => {
    const plays = Number.MAX_SAFE_INTEGER
    await imported(
      [fileOf('huge.json', answer([post(71, 'oak', { plays }), post(72, 'oak', { plays })]))],
      async (server) => {
        const { data, errors } = await server.query('{ posts { facets { timeline { count plays } sum { plays } } } }')
        expect(errors).toBeUndefined()
        expect(data?.posts).toEqual({ facets: { timeline: [{ count: 2, plays: null }], sum: { plays: null } } })
      }
    )
  })

  const named = { sound_title: 'Slow saw', sound_author: 'Oak', sound_is_original: true }
  const withId = (sound_id: string) => ({ ...named, sound_id })
  const facts = answer([post(41, 'oak', named), post(42, 'ash', named)])
  const file = (...posts: object[]) => `import ${fileOf('posts.json', answer(posts))}`
  const first = file(...(facts.data as object[]))
  const globalId = (key: string) => Buffer.from(`Sound:${key}`).toString('base64url')
  const [byFacts, byId, byOther] = [globalId('~["Slow saw","Oak",true]'), globalId('4712'), globalId('4713')]
  const one = `id ... on Sound { soundId title author postsCount posts(first: 5) { totalCount nodes { postId sound { id } } }
    history(step: DAY) { postsCount { value } } }`
  const addresses = `{ facts: node(id: "${byFacts}") { ${one} } id: node(id: "${byId}") { ${one} }
    other: node(id: "${byOther}") { ${one} }
    dataset { soundsCount topSounds { id postsCount } }
    posts(first: 1) { facets { top(by: SOUND) { count node { id } } } } }`
  type Addressed = Record<'facts' | 'id' | 'other', { posts: object } | null>
  const addressed = async (server: TestServer) => {
    const { data } = await server.query<Addressed>(addresses)
    return data as Addressed & object
  }
  const postsOf = (...found: number[]) => found.map((id) => ({ postId: idOf(id) }))

  test.skipIf(isLeftOut).each([
    ['after its facts', [first, file(post(43, 'elm', withId('4712')))]],
    ['before its facts', [file(post(43, 'elm', withId('4712'))), first, first]],
    ['with its facts', [file(...(facts.data as object[]), post(43, 'elm', withId('4712')))]]
  ])('the id of a sound that comes %s is the same sound, and both lead to it', async (_when, commands) => {
    await done(commands, async (server) => {
      const data = await addressed(server)
      expect(data.facts).toMatchObject({
        ...{ id: byId, soundId: '4712', title: 'Slow saw', author: 'Oak', postsCount: 3 },
        posts: { totalCount: 3, nodes: postsOf(43, 42, 41).map((post) => ({ ...post, sound: { id: byId } })) },
        history: [{ postsCount: { value: 3 } }]
      })
      expect(data.id).toEqual(data.facts)
      expect(data).toMatchObject({
        dataset: { soundsCount: 1, topSounds: [{ id: byId, postsCount: 3 }] },
        posts: { facets: { top: [{ count: 3, node: { id: byId } }] } }
      })
      expect(ids(await server.get('/api/v1/sounds/4712/posts'))).toEqual([43, 42, 41].map(idOf))
    })
  })

  test.skipIf(isLeftOut)('posts that come again with the id of their sound lead its facts there', async () => {
    const again = [post(41, 'oak', withId('4712')), post(42, 'ash', withId('4712'))]
    await done([first, file(...again), first], async (server) => {
      const data = await addressed(server)
      expect(data.facts).toMatchObject({ soundId: '4712', posts: { totalCount: 2 } })
      expect(data.id).toEqual(data.facts)
    })
  })

  const two = [file(post(43, 'elm', withId('4712'))), file(post(44, 'elm', withId('4713')))]
  test.skipIf(isLeftOut).each([
    ['facts first', [first, ...two]],
    ['facts between', [two[0] ?? '', first, two[1] ?? '']],
    ['facts last', [...two, first]]
  ])('facts that two sounds have mean none of them, %s', async (_order, commands) => {
    await done(commands, async (server) => {
      const data = await addressed(server)
      expect(data).toMatchObject({
        facts: { id: byFacts, soundId: null, postsCount: 2, posts: { totalCount: 2, nodes: postsOf(42, 41) } },
        id: { postsCount: 1, posts: { nodes: postsOf(43) } },
        other: { postsCount: 1, posts: { nodes: postsOf(44) } },
        dataset: { soundsCount: 3 }
      })
    })
  })

  test.skipIf(isLeftOut)('facts mean the sound that is left when another is removed', async () => {
    const removing = 'remove sound:4713 --why no --yes'
    await done([first, ...two, removing], async (server) => {
      const data = await addressed(server)
      expect(data).toMatchObject({ facts: { soundId: '4712', postsCount: 3 }, other: null })
      expect(data.facts?.posts).toMatchObject({ nodes: postsOf(43, 42, 41) })
    })
    await done([first, ...two.slice(0, 1), 'remove sound:4712 --why no --yes', ...two.slice(0, 1)], async (server) => {
      const data = await addressed(server)
      expect(data).toMatchObject({ facts: { id: byFacts, soundId: null, postsCount: 2 }, id: null })
      expect(data.facts?.posts).toMatchObject({ nodes: postsOf(42, 41) })
    })
  })

  test.skipIf(isLeftOut)('a sound that only a removed account named goes with it', async () => {
    const posts = file(post(41, 'oak', named), post(43, 'oak', withId('4712')))
    await done([posts, 'remove user:oak --why no --yes'], async (server) => {
      expect(await addressed(server)).toMatchObject({ facts: null, id: null, dataset: { soundsCount: 0 } })
      const { data } = await server.query('{ search(keyword: "slow saw") { sounds { title } completions { text } } }')
      expect(data).toEqual({ search: { sounds: [], completions: [] } })
    })
  })

  test.skipIf(isLeftOut)('titles of any length are facts', async () => {
    const long = (from: number) =>
      String.fromCodePoint(...Array.from({ length: 1_500 }, (_, at) => 0x4e00 + ((from + at * 7_919) % 20_000)))
    const endless = { sound_title: long(0), sound_author: long(1), sound_is_original: true }
    const posts = [post(41, 'oak', endless), post(43, 'elm', { ...endless, sound_id: '4712' })]
    await done([file(...posts.slice(0, 1)), file(...posts.slice(1))], async (server) => {
      const { data } = await server.query('{ sound(soundId: "4712") { title author postsCount } }')
      expect(data).toEqual({ sound: { title: long(0).slice(0, 300), author: long(1).slice(0, 300), postsCount: 2 } })
    })
  })

  test.skipIf(isLeftOut)('search finds hashtags and sounds without id', async () => {
    const tagged = { ...named, hashtags: [{ id: null, name: 'Sawdust' }] }
    await done([file(post(45, 'oak', tagged), post(46, 'ash', tagged))], async (server) => {
      const ask = (keyword: string) => `search(keyword: "${keyword}") { hashtags { id hashtagId name postsCount }
        sounds { id soundId title author postsCount posts(first: 5) { totalCount } }
        completions { kind text node { id ... on Sound { author } } } }`
      const { data, errors } = await server.query(`{ tag: ${ask('sawdust')} sound: ${ask('slow saw')} }`)
      expect(errors).toBeUndefined()
      expect(data).toMatchObject({
        tag: { hashtags: [{ hashtagId: null, name: 'Sawdust', postsCount: 2 }] },
        sound: {
          sounds: [
            { id: byFacts, soundId: null, title: 'Slow saw', author: 'Oak', postsCount: 2, posts: { totalCount: 2 } }
          ],
          completions: expect.arrayContaining([
            { kind: 'SOUND', text: expect.anything(), node: { id: byFacts, author: 'Oak' } }
          ])
        }
      })
    })
  })

  test.skipIf(isLeftOut)('files of all kinds and relations are enough for every operation of REST', async () => {
    const kinds = [
      { place_id: '2299000000000000001', name: 'Saw mill', address: null, city_code: null, country_code: null },
      {
        effect_id: '3399000000000000001',
        name: 'Shavings',
        publish_time: 1_767_225_600,
        tags: ['wood'],
        user_count: 3
      },
      {
        ...{ room_id: '7499000000000000001', title: 'Live from the bench', status: 2, viewer_count: 17, is_live: true },
        streamer: { username: 'fir', display_name: 'FIR', avatar_url: null }
      }
    ]
    const collected = {
      ...{ id: idOf(31), text: 'bench by the window', createTime: 1_767_225_631, playCount: 9, diggCount: 2 },
      ...{ commentCount: 1, shareCount: 1, authorMeta: { id: profile('fir').user_id.slice(0, 19), name: 'fir' } },
      musicMeta: { musicId: '7399000000000000001', musicName: 'Slow bench', musicAuthor: 'Fir', musicOriginal: false },
      locationMeta: { locationId: '2299000000000000001', locationName: 'Saw mill' },
      ...{ hashtags: [{ id: '4199000000000000001', name: 'bench' }], scrapedAt: '2026-01-05T10:00:00Z' }
    }
    const values: Readonly<Record<string, string>> = {
      ...{ username: 'fir', userId: collected.authorMeta.id, videoId: collected.id, keyword: 'bench' },
      ...{ soundId: '7399000000000000001', roomId: '7499000000000000001', effectId: '3399000000000000001' },
      ...{ placeId: '2299000000000000001', collectionId: collection.collection_id, challengeId: '4199000000000000001' }
    }
    const files = [fileOf('kinds.json', kinds), fileOf('feed.json', [collected]), fileOf('answers.har', recorded)]
    await imported(files, async (server) => {
      expect(operations).toHaveLength(24)
      for (const operation of operations) {
        // Accounts are found by their handles and names.
        const known: typeof values = { ...values, ...(operation.id === 'searchUsers' && { keyword: 'fir' }) }
        const input = Object.fromEntries(requiredOf(operation).map((name) => [name, known[name] ?? '']))
        const { status, body } = await server.get(addressOf(operation, input))
        const [list] = [body.data, ...Object.values(body.data ?? {})].filter(Array.isArray)
        expect([operation.id, status, list?.length]).not.toEqual([operation.id, 200, 0])
        expect([operation.id, status]).toEqual([operation.id, 200])
      }
    })
  })

  const seen = (isPrivate: boolean) =>
    fileOf(
      'profiles.json',
      ['oak', 'fir'].map((username) => profile(username, { is_private: isPrivate }))
    )
  /** Lists that name accounts and posts of `oak` and `fir` beside others. */
  const lists = fileOf(
    'lists.har',
    archive([
      [
        '/users/elm/followers',
        answer([profile('oak'), profile('ash')], { next_max_time: null, has_more: false, total: 2 })
      ],
      ['/users/elm/reposts', reposts],
      ['/users/fir/playlist', playlist],
      ['/users/fir/followers', followers[0]],
      ['/users/fir/reposts', reposts],
      ['/collections/7500000000000000077/posts', members]
    ])
  )
  const own = fileOf('others.json', [profile('elm'), profile('ash')])

  describe.each(['removed', 'private'] as const)('relations of accounts that are %s', (how) => {
    const away =
      how === 'removed' ? 'remove user:oak user:fir --why no --yes' : `import ${seen(true)} --collected-at 2026-01-09`
    // A private account has a profile, which lists of others have.
    const shown = how === 'removed' ? ['ash'] : ['oak', 'ash']
    const before = [`import ${own}`, `import ${seen(false)} --collected-at 2026-01-04`]

    test.skipIf(isLeftOut).each([
      ['after', [...before, `import ${lists}`, away]],
      ['before', [...before, away, `import ${lists}`]],
      ['between', [...before, `import ${lists}`, away, `import ${lists}`]]
    ])('do not show when that came %s the lists', async (_when, commands) => {
      await done(commands, async (server) => {
        expect(ids(await server.get('/api/v1/users/elm/followers'))).toEqual(shown)
        expect(ids(await server.get('/api/v1/users/elm/reposts'))).toEqual([idOf(12)])
        const { data } =
          await server.query(`{ user(by: {username: "elm"}) { followers(first: 5) { totalCount nodes { username } }
          reposts(first: 5) { nodes { postId } } } ash: user(by: {username: "ash"}) { following(first: 5) { nodes { username } } } }`)
        expect(data).toMatchObject({
          user: {
            followers: { nodes: shown.map((username) => ({ username })) },
            reposts: { nodes: [{ postId: idOf(12) }] }
          },
          ash: { following: { nodes: [{ username: 'elm' }] } }
        })
        for (const path of ['users/fir/followers', 'users/fir/reposts', 'users/fir/playlist']) {
          const { status, body } = await server.get(`/api/v1/${path}`)
          expect([path, [200, 403, 404].includes(status), JSON.stringify(body)]).toEqual([
            path,
            true,
            expect.not.stringMatching(/ash|Joints/)
          ])
        }
        for (const path of ['', '/posts']) {
          expect([path, (await server.get(`/api/v1/collections/7500000000000000077${path}`)).status]).toEqual([
            path,
            404
          ])
        }
      })
    })
  })
})

describe('the name of a file', () => {
  const imported = (file: string) => commandInProcess(`import ${file} --into ${randomUUID()}.db`, folder)
  const list = JSON.stringify([profile('oak'), { username: 'ma ple', user_id: '1' }])

  test('says whose list it has, also in an archive; the members are counted as records once', async () => {
    const file = join(folder, 'lists.tar')
    writeFileSync(file, tarOf([{ name: 'users/elm/followers.json', content: list }]))
    const { stdout } = await imported('lists.tar')
    expect(stdout).toMatch(/^Read 1 user, 1 relation: 2 users, 1 relation new/)
    expect(stdout).toContain('Of 2 records 1 were read, 0 skipped and 1 refused.')
  })

  test('says nothing by the folder of a person, whose name is no handle', async () => {
    const file = 'C:\\Users\\anna\\followers.json'
    writeFileSync(join(folder, file), list)
    const { stdout } = await imported(`'${file}'`)
    expect(stdout).toMatch(/^Read 1 user: 1 user new/)
  })
})
