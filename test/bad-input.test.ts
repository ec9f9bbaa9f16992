import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations, type RestOperation } from '../src/surfaces/rest/operations.ts'
import { cases } from './cases.ts'
import { type RawAnswer, send } from './raw.ts'
import { validInputs } from './rest-address.ts'
import { type Envelope, type GraphQLAnswer, startServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const encode = encodeURIComponent
const isInPath = (operation: RestOperation, name: string) => operation.path.includes(`{${name}}`)

/** Query-string text that is sent as it stands; a value in a path is cut out behind `=`. */
type Bad = { what: string; query: (name: string) => string }
const as = (what: string, text: string): Bad => ({ what, query: (name) => `${name}=${text}` })
const twice = (text: string): Bad => ({ what: 'given twice', query: (name) => `${name}=${text}&${name}=${text}` })
const severalTimes = (text: string): Bad => ({
  what: 'given three times, once as nothing',
  query: (name) => `${name}=${text}&${name}=&${name}=${text}`
})

const badNumbers = [
  as('nothing', ''),
  as('negative', '-1'),
  as('a fraction', '1.5'),
  as('whole with a fraction', '1.0'),
  as('letters', 'abc'),
  as('an exponent', '1e3'),
  as('hexadecimal', '0x10'),
  as('with a sign', '%2B5'),
  as('with a space before', '%205'),
  as('with a line break behind', '5%0A'),
  as('digits of another script', encode('٥')),
  as('full-width digits', encode('５')),
  as('infinite', 'Infinity'),
  as('not a number', 'NaN'),
  as('huge', '9'.repeat(400)),
  as('beyond 2^53', '9007199254740993'),
  as('null', 'null'),
  as('a list', '[5]'),
  twice('5'),
  severalTimes('5')
]
const badIds = [
  as('letters', 'abc'),
  as('digits and letters', '123abc'),
  as('nothing', ''),
  as('10,000 digits', '1'.repeat(10_000)),
  as('21 digits', '1'.repeat(21)),
  as('negative', '-1'),
  as('a fraction', '1.5'),
  as('an exponent', '1e3'),
  as('digits of another script', encode('١٢٣')),
  as('full-width digits', encode('１２３')),
  as('a space', '%20'),
  as('digits and a line break', '123%0A'),
  as('NUL', '123%00'),
  as('an encoded slash', '1%2F2'),
  as('an emoji', encode('🎵')),
  as('an SQL fragment', encode("1' OR '1'='1")),
  as('a dot', '.'),
  as('two dots', '..'),
  as('two encoded dots', '%2e%2e')
]
const badUsernames = [
  as('a dot', '.'),
  as('two dots', '..'),
  as('two encoded dots', '%2e%2e'),
  as('an encoded dot', '%2E'),
  as('three dots', '...'),
  as('a dot with @', '@..'),
  as('only @', '@'),
  as('two @', '@@abc'),
  as('an @ inside', 'ab@c'),
  as('NUL', 'abc%00'),
  as('a space', 'ab%20c'),
  as('only spaces', '%20%20'),
  as('a plus', 'ab%2Bc'),
  as('65 characters', 'a'.repeat(65)),
  as('66 characters with @', `@${'a'.repeat(65)}`),
  as('10,000 characters', 'a'.repeat(10_000)),
  as('an emoji', encode('🍞')),
  as('another script', encode('имя')),
  as('a full-width letter', encode('ａｂｃ')),
  as('an encoded slash', 'a%2Fb'),
  as('an encoded backslash', 'a%5Cb'),
  as('an encoded percent', '%25'),
  as('a line break', 'abc%0Adef'),
  as('a quote', 'a%27b'),
  as('nothing', '')
]
const badCursors = [
  as('garbage', 'garbage'),
  as('nothing', ''),
  as('negative', '-1'),
  as('a number', '20'),
  as('4 KB', 'A'.repeat(4_096)),
  as('of the greatest length', 'A'.repeat(2_048)),
  as('not base64url', encode('!!!???')),
  as('an emoji', encode('🍞')),
  as('NUL', '%00'),
  as('a list', '[]'),
  as('two zeros', '00'),
  as('padding', 'AAAA%3D%3D'),
  twice('0')
]
const badRegions = [
  as('no country', 'XX'),
  as('three letters', 'USA'),
  as('one letter', 'U'),
  as('digits', '12'),
  as('nothing', ''),
  as('letters of another script', encode('ＪＰ')),
  as('a letter that grows in upper case', encode('ß')),
  as('a space behind', 'JP%20'),
  twice('JP')
]
const badKeywords = [
  as('nothing', ''),
  as('only spaces', '%20%20'),
  as('only line breaks', '%0A%0D'),
  as('NUL', 'a%00b'),
  as('a lone surrogate', '%ED%A0%80'),
  as('201 characters', 'a'.repeat(201)),
  as('201 characters beyond the first plane', encode('🍞'.repeat(201))),
  as('10,000 characters', 'a'.repeat(10_000)),
  twice('bread')
]
const badUrls = [
  as('javascript:', encode('javascript:alert(1)/video/1')),
  as('data:', encode('data:text/html,/video/1')),
  as('file:', encode('file:///video/1')),
  as('ftp:', encode('ftp://x.example/video/1')),
  as('no id', encode('https://x.example/@a/video/')),
  as('no video', encode('https://x.example/@a/1234')),
  as('letters for the id', encode('https://x.example/video/abc')),
  as('digits and letters for the id', encode('https://x.example/video/12ab')),
  as('the id in the query only', encode('https://x.example/?u=/video/1')),
  as('the id in the fragment only', encode('https://x.example/#/video/1')),
  as('21 digits', encode(`https://x.example/video/${'1'.repeat(21)}`)),
  as('digits of another script', encode('https://x.example/video/١٢٣')),
  as('10,000 characters', encode(`https://x.example/video/1?x=${'a'.repeat(10_000)}`)),
  as('no host', encode('https:///video')),
  as('a bad port', encode('https://x.example:99999/video/1')),
  as('words', 'hello'),
  as('a path only', encode('/video/1')),
  as('nothing', ''),
  as('NUL', '%00'),
  twice(encode('https://x.example/video/1'))
]

/** Texts that are no handles, and what is no text. */
const handles = ['.', '..', '%2e%2e', '', '@', '@@a', 'a b', 'a\0', 'a'.repeat(65), '🍞', 'a/b', 'имя', 'a\n']
const loneSurrogates = ['\ud800', 'x\udc00y']

/** Every parameter of every operation must be here. */
const badValues: Readonly<Record<string, readonly Bad[]>> = {
  count: [...badNumbers, as('zero', '0')],
  page: [...badNumbers, as('zero', '0'), as('beyond a billion', '1000000001')],
  max_time: [...badNumbers, as('beyond 2^53', '9007199254740992')],
  sort: [
    as('unknown', 'best'),
    as('upper case', 'HOT'),
    as('nothing', ''),
    as('a space behind', 'hot%20'),
    twice('hot')
  ],
  cursor: badCursors,
  region: badRegions,
  keyword: badKeywords,
  url: badUrls,
  username: badUsernames,
  videoId: [...badIds, twice('1')],
  ...Object.fromEntries(
    ['userId', 'soundId', 'placeId', 'collectionId', 'challengeId', 'roomId', 'effectId'].map((name) => [name, badIds])
  )
}

/** The target of one request with one parameter spelled as given, the others valid. */
const targetOf = (operation: RestOperation, name: string, bad: Bad, spelled = name): string => {
  const valid: Record<string, string | number> = { ...validInputs()[operation.id] }
  delete valid[name]
  if (name === 'url') delete valid.videoId
  const value = bad.query(name).slice(name.length + 1)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, key: string) => {
    if (key === name) return value
    const text = encode(String(valid[key]))
    delete valid[key]
    return text
  })
  const query = Object.entries(valid).map(([key, text]) => `${key}=${encode(String(text))}`)
  if (!isInPath(operation, name)) query.push(bad.query(spelled))
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

const read = (answer: RawAnswer) => JSON.parse(answer.body) as Envelope

const expectRefusal = (answer: RawAnswer, target: string, param: string) => {
  const body = read(answer)
  expect([target.slice(0, 200), answer.status]).toEqual([target.slice(0, 200), 400])
  expect(Object.keys(body)).toEqual(['meta', 'data', 'pagination', 'error'])
  expect(body.data).toBe(null)
  expect(body.pagination).toBe(null)
  expect(body.error?.code).toBe('INVALID_PARAM')
  expect(Object.keys(body.error?.details ?? {})).toEqual(['param', 'reason', 'doc_url'])
  expect(body.error?.details?.param, target.slice(0, 200)).toBe(param)
  expect(body.error?.details?.reason).toMatch(/\S/)
  // A message is for people: it does not repeat kilobytes of what they sent.
  expect(body.error?.message.length).toBeLessThan(300)
}

describe('REST refuses bad input with 400 INVALID_PARAM and names the parameter', () => {
  const parameters = operations.flatMap((operation) =>
    Object.entries(operation.input).map(([name, { aliases = [], schema }]) => ({
      id: operation.id,
      operation,
      name,
      aliases,
      maximum: schema.maximum
    }))
  )

  test('no parameter is left out', () => {
    expect(Object.keys(badValues).sort()).toEqual([...new Set(parameters.map(({ name }) => name))].sort())
  })

  // Whether somebody is live is answered for any text.
  const refusing = parameters.filter(({ id }) => id !== 'getLiveStatus')

  test.each(refusing)('$id: $name', async ({ operation, name, aliases, maximum }) => {
    const bad = [...(badValues[name] ?? [])]
    if (typeof maximum === 'number') bad.push(as('one more than the maximum', String(maximum + 1)))
    await Promise.all(
      [name, ...aliases].flatMap((spelled) =>
        bad.map(async (value) => {
          // Nothing between two slashes is no repetition of a parameter.
          const target = targetOf(operation, name, value, spelled)
          expectRefusal(await send(server.url, target), target, spelled)
        })
      )
    )
  })

  test.each(operations.filter(({ group }) => group === 'Search'))('$id: a missing keyword', async (operation) => {
    expectRefusal(await send(server.url, operation.path), operation.path, 'keyword')
  })

  test('both or neither of videoId and url', async () => {
    for (const target of ['/api/v1/posts', '/api/v1/posts?videoId=1&url=https://x.example/video/1']) {
      expectRefusal(await send(server.url, target), target, 'videoId')
    }
  })

  test('a query that does not decode, in any parameter', async () => {
    for (const text of ['%', '%z', '%zz', '%E0%A4%A', '%FF', '%C0%AF', '%ED%A0%80']) {
      for (const name of ['count', 'cursor', 'anything']) {
        const target = `/api/v1/sounds/library?${name}=${text}`
        expectRefusal(await send(server.url, target), target, name)
      }
    }
  })
})

describe('whoever has no handle is not live', () => {
  test.each(badUsernames)('in REST: $what', async ({ query }) => {
    const text = query('').slice(1)
    const answer = await send(server.url, `/api/v1/live/${text}/alive`)
    expect([answer.status, read(answer).data, read(answer).error]).toEqual([
      200,
      { username: decodeURIComponent(text), is_alive: false },
      null
    ])
  })

  test('in REST, what does not decode is no text', async () => {
    for (const text of ['%zz', '%ff', '%ED%A0%80']) {
      const target = `/api/v1/live/${text}/alive`
      expectRefusal(await send(server.url, target), target, 'path')
    }
  })

  test.each(handles)('in the graph: %j', async (username) => {
    const asked = await server.query('query($value: String!) { liveStatus(username: $value) { username isLive } }', {
      value: username
    })
    const status = { username, isLive: false }
    expect([asked.status, asked.errors, asked.data]).toEqual([200, undefined, { liveStatus: status }])
  })
})

describe('REST answers 404 NOT_FOUND for what does not exist', () => {
  const keyed = operations.filter(({ id, path }) => path.includes('{') && id !== 'getLiveStatus')
  test.each(keyed)('$id says what was not found', async (operation) => {
    const name = /\{(\w+)\}/.exec(operation.path)?.[1] ?? ''
    for (const key of name === 'username' ? ['nobody.has.this', '_', 'a'.repeat(64)] : ['0', '404', '9'.repeat(20)]) {
      const answer = await send(server.url, operation.path.replace(/\{\w+\}/, key))
      expect([key, answer.status]).toEqual([key, 404])
      expect(read(answer).error?.code).toBe('NOT_FOUND')
      expect(read(answer).error?.message).toContain(key)
    }
  })
})

/** A GraphQL field, the argument under test and values it refuses. */
type Argument = {
  field: string
  argument: string
  type: string
  /** Written with `$value` where the argument goes. */
  query: string
  path: readonly (string | number)[]
  bad: readonly unknown[]
}

const tooLongId = '1'.repeat(10_000)
const ids = ['abc', '', '12ab', '-1', '1.5', tooLongId, '١٢٣', '１２３', '1\n', '1\0', '1/2', '🎵', -1]
const cursors = ['garbage', '', 'A'.repeat(4_096), '20', '-1', '🍞', '\0', '[]', '\ud800']
const keywords = ['', '   ', '\n', 'a\0b', 'a'.repeat(201), '\ud800', 'x\udc00y']
const firsts = [0, -1, 2_147_483_647]

const graphArguments = (): Argument[] => {
  const user = `user(by: {username: ${JSON.stringify(cases.busyUser())}})`
  const feeds: [string, string[]][] = [
    [`${user} { posts`, ['user', 'posts']],
    [`${user} { reposts`, ['user', 'reposts']],
    [`${user} { followers`, ['user', 'followers']],
    [`sound(soundId: "${cases.sound()}") { posts`, ['sound', 'posts']],
    [`place(placeId: "${cases.place()}") { posts`, ['place', 'posts']],
    [`collection(collectionId: "${cases.collection()}") { posts`, ['collection', 'posts']],
    [`hashtag(by: {hashtagId: "${cases.hashtag()}"}) { posts`, ['hashtag', 'posts']],
    ['search(keyword: "a") { posts', ['search', 'posts']],
    ['search(keyword: "a") { videos', ['search', 'videos']],
    ['search(keyword: "a") { users', ['search', 'users']],
    ['search(keyword: "a") { live', ['search', 'live']],
    ['soundLibrary', ['soundLibrary']]
  ]
  return [
    ...feeds.flatMap(([field, path]): Argument[] =>
      [
        { argument: 'first', type: 'Int', bad: [...firsts, path[0] === 'soundLibrary' ? 11 : 101] },
        { argument: 'after', type: 'String', bad: cursors }
      ].map((rest) => ({
        ...rest,
        field: path.join('.'),
        path,
        query: `${field}(${rest.argument}: $value) { nodes { id } }${' }'.repeat(path.length - 1)}`
      }))
    ),
    ...[
      ['sound', 'soundId'],
      ['place', 'placeId'],
      ['collection', 'collectionId'],
      ['effect', 'effectId'],
      ['liveRoom', 'roomId']
    ].map(
      ([field = '', argument = '']): Argument => ({
        field,
        argument,
        type: 'ID!',
        query: `${field}(${argument}: $value) { id }`,
        path: [field],
        bad: ids
      })
    ),
    {
      field: 'user',
      argument: 'username',
      type: 'String!',
      query: 'user(by: {username: $value}) { id }',
      path: ['user'],
      bad: [...handles, ...loneSurrogates]
    },
    {
      field: 'user',
      argument: 'userId',
      type: 'ID!',
      query: 'user(by: {userId: $value}) { id }',
      path: ['user'],
      bad: ids
    },
    {
      field: 'user.inRegion',
      argument: 'region',
      type: 'CountryCode!',
      query: `user(by: {username: "${cases.busyUser()}"}) { inRegion(region: $value) { bio } }`,
      path: ['user', 'inRegion'],
      bad: ['XX', 'USA', 'U', '', '12', 'ＪＰ', 'ß', '\ud800']
    },
    {
      field: 'post',
      argument: 'postId',
      type: 'ID!',
      query: 'post(by: {postId: $value}) { id }',
      path: ['post'],
      bad: ids
    },
    {
      field: 'post',
      argument: 'url',
      type: 'String!',
      query: 'post(by: {url: $value}) { id }',
      path: ['post'],
      bad: [
        'javascript:alert(1)/video/1',
        'https://x.example/',
        '',
        'https://x.example/video/abc',
        `https://x.example/video/1?${'a'.repeat(10_000)}`,
        '\0',
        '\ud800'
      ]
    },
    {
      field: 'liveStatus',
      argument: 'username',
      type: 'String!',
      query: 'liveStatus(username: $value) { isLive }',
      path: ['liveStatus'],
      // Any other text is somebody who is not live.
      bad: loneSurrogates
    },
    {
      field: 'search',
      argument: 'keyword',
      type: 'String!',
      query: 'search(keyword: $value) { suggestions }',
      path: ['search'],
      bad: keywords
    },
    {
      field: 'hashtag',
      argument: 'hashtagId',
      type: 'ID!',
      query: 'hashtag(by: {hashtagId: $value}) { id }',
      path: ['hashtag'],
      bad: ids
    },
    {
      field: 'hashtag',
      argument: 'name',
      type: 'String!',
      query: 'hashtag(by: {name: $value}) { id }',
      path: ['hashtag'],
      bad: [...keywords, '#', '# ']
    },
    {
      field: 'node',
      argument: 'id',
      type: 'ID!',
      query: 'node(id: $value) { id }',
      path: ['node'],
      bad: [
        ...['', 'garbage', '123', '!!!', '🍞', 'A'.repeat(1_000), '\ud800'],
        ...[
          'Nothing:1',
          'User',
          'User:',
          ':1',
          'user:a',
          'User:#',
          'User:#a',
          'Sound:abc',
          'Post:',
          '__proto__:1',
          'constructor:1',
          'Query:1',
          'Sound:',
          'Search:',
          'Search:  ',
          'ScorecardScores:..'
        ].map((text) => Buffer.from(text).toString('base64url')),
        `${Buffer.from('Sound:1').toString('base64url')}=`,
        // Bytes that are no UTF-8.
        ...['LiveStatus:\xff', 'Search:a\xff'].map((text) => Buffer.from(text, 'latin1').toString('base64url'))
      ]
    }
  ]
}

describe('GraphQL refuses bad input with the same code, the path and the name of the argument', () => {
  test.each(graphArguments())('$field($argument)', async ({ argument, type, query, path, bad }) => {
    for (const value of bad) {
      const answer = await server.query(`query($value: ${type}) { ${query} }`, { value })
      const shown = JSON.stringify(value).slice(0, 80)
      expect(answer.status, shown).toBe(200)
      expect(answer.errors, shown).toHaveLength(1)
      const [error] = answer.errors ?? []
      expect(error?.extensions?.code, shown).toBe('INVALID_PARAM')
      expect(error?.extensions?.details?.param, shown).toBe(argument)
      expect(error?.extensions?.details?.reason, shown).toMatch(/\S/)
      expect(error?.message.length, shown).toBeLessThan(300)
      expect(error?.path, shown).toEqual(path)
      // Null in its own place, and what leads there is there.
      expect(answer.data, shown).toEqual(path.toReversed().reduce<unknown>((value, step) => ({ [step]: value }), null))
    }
  })

  test.each([
    ['first', 'Int', 'soundLibrary(first: $value) { totalCount }', ['abc', 1.5, 1e10, true, [1, 2], { a: 1 }]],
    ['after', 'String', 'soundLibrary(after: $value) { totalCount }', [5, true, ['a'], { a: 1 }]],
    ['soundId', 'ID!', 'sound(soundId: $value) { id }', [1.5, true, null, ['1'], {}]],
    ['keyword', 'String!', 'search(keyword: $value) { suggestions }', [5, null, ['a'], {}]],
    ['sort', 'SoundSort', 'soundLibrary(sort: $value) { totalCount }', ['hot', 'BEST', 1, ['HOT']]],
    ['region', 'CountryCode!', 'user(by: {username: "a"}) { inRegion(region: $value) { bio } }', [1, true, ['JP']]],
    ['usernames', '[String!]!', 'users: usersByUsername(usernames: $value) { id }', [null, [null], [1]]]
  ] as [string, string, string, unknown[]][])(
    'a value of another type for %s is INVALID_PARAM before anything runs',
    async (_, type, query, values) => {
      for (const value of values) {
        const answer = await server.query(`query($value: ${type}) { ${query} }`, { value })
        expect(answer.data ?? null).toBe(null)
        expect(answer.errors?.[0]?.extensions, JSON.stringify(value)).toMatchObject({
          code: 'INVALID_PARAM',
          details: { param: 'value' }
        })
        expect(answer.extensions?.cost?.reads).toBe(0)
      }
    }
  )

  test('a batch names the list, and one bad element does not spoil the others', async () => {
    const username = cases.busyUser()
    const post = cases.post()
    const answer = await server.query<{ users: unknown[]; posts: unknown[] }>(
      'query($u: [String!]!, $p: [ID!]!) { users: usersByUsername(usernames: $u) { username } posts: postsById(postIds: $p) { postId } }',
      { u: ['..', username, ''], p: [post, 'abc'] }
    )
    expect(answer.data).toEqual({ users: [null, { username }, null], posts: [{ postId: post }, null] })
    expect(
      answer.errors
        ?.map(({ path, extensions }) => [path?.join('.'), extensions?.code, extensions?.details?.param])
        .sort()
    ).toEqual([
      ['posts.1', 'INVALID_PARAM', 'postIds'],
      ['users.0', 'INVALID_PARAM', 'usernames'],
      ['users.2', 'INVALID_PARAM', 'usernames']
    ])
  })

  test.each([
    'usersByUsername(usernames: $v) { id }',
    'postsById(postIds: $v) { id }',
    'usersById(userIds: $v) { id }',
    'soundsById(soundIds: $v) { id }',
    'hashtagsByName(names: $v) { id }',
    'nodes(ids: $v) { id }'
  ])('a batch of more than 50 is refused as a whole: %s', async (query) => {
    const type = /names:/.test(query) ? '[String!]!' : '[ID!]!'
    const field = query.split('(')[0] ?? ''
    const argument = /\((\w+)/.exec(query)?.[1]
    const many = JSON.stringify(Array.from({ length: 51 }, () => '1'))
    const answer = await server.query(`{ ${query.replace('$v', many)} }`)
    expect(answer.data).toEqual({ [field]: null })
    expect(answer.errors).toHaveLength(1)
    expect(answer.errors?.[0]).toMatchObject({
      path: [field],
      extensions: { code: 'INVALID_PARAM', details: { param: argument } }
    })
    const most = await server.query(`query($v: ${type}) { ${query} }`, { v: Array.from({ length: 50 }, () => '1') })
    expect(most.data?.[field]).toHaveLength(50)
    expect((await server.query(`query($v: ${type}) { ${query} }`, { v: [] })).data).toEqual({ [field]: [] })
  })

  test.each([
    'user(by: {}) { id }',
    'user(by: {username: "a", userId: "1"}) { id }',
    'post(by: {}) { id }',
    'post(by: {postId: "1", url: "x"}) { id }',
    'user(by: {username: null}) { id }'
  ])('one of several means exactly one: %s', async (query) => {
    const answer = await server.query(`{ ${query} }`)
    expect(answer.data ?? null).toBe(null)
    expect(answer.errors?.[0]?.extensions?.code).toBe('GRAPHQL_VALIDATION_FAILED')
  })

  test.each([
    {},
    { username: 'a', userId: '1' },
    { username: null },
    { username: 'a', userId: null },
    { name: 'a' },
    'a',
    null,
    []
  ])('the same in a variable: %j', async (by) => {
    const answer = await server.query('query($by: UserBy!) { user(by: $by) { id } }', { by })
    expect(answer.data ?? null).toBe(null)
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_PARAM', details: { param: 'by' } })
  })

  test('what does not exist is null with NOT_FOUND where it was asked for', async () => {
    const answer = await server.query(`{
      user(by: {username: "nobody.has.this"}) { id }  byId: user(by: {userId: "404"}) { id }
      post(by: {postId: "404"}) { id }  byUrl: post(by: {url: "https://x.example/video/404"}) { id }
      sound(soundId: "404") { id }  liveRoom(roomId: "404") { id }  effect(effectId: "404") { id }
      place(placeId: "404") { id }  collection(collectionId: "404") { id }  hashtag(by: { hashtagId: "404" }) { id }
    }`)
    const names = Object.keys(answer.data ?? {})
    expect(names).toHaveLength(10)
    expect(Object.values(answer.data ?? {})).toEqual(names.map(() => null))
    expect(answer.errors?.map(({ path }) => path?.[0]).sort()).toEqual([...names].sort())
    for (const { extensions, message } of answer.errors ?? []) {
      expect(extensions).toEqual({ code: 'NOT_FOUND', details: { doc_url: '/docs/errors/NOT_FOUND' } })
      expect(message).toMatch(/ was not found\.$/)
    }
  })
})

describe('whatever is sent, the answer is in form and no 5xx', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ maxLength: 60 }),
    fc.integer().map(String),
    fc.double().map(String)
  )
  const wellFormed = (text: string) => encode(text.toWellFormed())

  test.each(operations)('$id: any text for any parameter', async (operation) => {
    const inputs = operation.input
    const names = [...Object.keys(inputs), 'q', 'anything']
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), anyText, { minKeys: 1 }), async (values) => {
        const valid = validInputs()[operation.id] ?? {}
        const path = operation.path.replace(/\{(\w+)\}/g, (_, key: string) =>
          wellFormed(values[key] ?? String(valid[key]))
        )
        const query = Object.entries(values).map(([key, text]) => `${key}=${wellFormed(text)}`)
        const answer = await send(server.url, `${path}?${query.join('&')}`)
        expect(answer.status).toBeLessThan(500)
        const body = read(answer)
        expect(Object.keys(body)).toEqual(['meta', 'data', 'pagination', 'error'])
        expect(body.error === null).toBe(answer.status === 200)
      }),
      { numRuns: 25 }
    )
  })

  test('any bytes after a percent sign, in path and query', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 12 }), fc.boolean(), async (bytes, inPath) => {
        const text = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
        const answer = await send(server.url, inPath ? `/api/v1/users/${text}` : `/api/v1/search?q=${text}`)
        expect(answer.status).toBeLessThan(500)
        expect(Object.keys(read(answer))).toEqual(['meta', 'data', 'pagination', 'error'])
      }),
      { numRuns: 100 }
    )
  })

  test.each(graphArguments().filter(({ type }) => !type.startsWith('Int')))(
    '$field($argument): any text',
    async ({ query, type }) => {
      await fc.assert(
        fc.asyncProperty(anyText, async (value) => {
          const answer = await server.query(`query($value: ${type}) { ${query} }`, { value })
          expect(answer.status).toBeLessThan(500)
          for (const { extensions } of answer.errors ?? []) {
            expect(['INVALID_PARAM', 'NOT_FOUND']).toContain(extensions?.code)
          }
        }),
        { numRuns: 15 }
      )
    }
  )

  test('any text as a query, any JSON as a body', async () => {
    const post = async (body: string): Promise<GraphQLAnswer & { status: number }> => {
      const headers = { 'content-type': 'application/json' }
      const answer = await send(server.url, '/graphql', { method: 'POST', body, headers })
      return { ...(JSON.parse(answer.body) as GraphQLAnswer), status: answer.status }
    }
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          anyText.map((query) => JSON.stringify({ query })),
          anyText
        ),
        async (body) => {
          const { status, errors, extensions } = await post(body)
          expect(status).toBeLessThan(500)
          expect(errors?.length).toBeGreaterThan(0)
          expect(extensions?.meta?.version).toBe('2025-01')
          for (const error of errors ?? []) expect(error.extensions?.code).not.toBe('INTERNAL_ERROR')
        }
      ),
      { numRuns: 150 }
    )
  })
})
