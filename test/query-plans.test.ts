import { buildSchema, getArgumentValues, Kind, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { TooManySelections } from '../src/surfaces/graphql/query/compile.ts'
import { costOf, estimate } from '../src/surfaces/graphql/query/cost.ts'
import { type DocumentOperation, Documents } from '../src/surfaces/graphql/query/documents.ts'
import {
  argumentsOf,
  compileArguments,
  toVariableValues,
  type Variables
} from '../src/surfaces/graphql/query/inputs.ts'
import { synchronousText } from '../src/surfaces/graphql/query/synchronous-fields.ts'
import { limitsBut, rules } from './rules.ts'

/** With more tokens than are allowed by default. */
const roomy = { ...rules, limits: limitsBut({ tokens: 10_000 }) }

const operationOf = (text: string, name: string | null = null): DocumentOperation => {
  const { document } = new Documents(roomy).get(text)
  const operation = document.operation(name)
  if (operation === null || document.errors.length > 0)
    throw new Error(document.errors.map(({ message }) => message).join() || 'no operation')
  return operation
}
const planOf = (text: string, variables: Variables = {}) => operationOf(text).plan(variables, false)
const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ')

/** What a search of posts or creators counts; one of live rooms is a read like others. */
const aSearch = 10

describe('what a query may cost', () => {
  const estimateOf = (selection: string, declared = '', variables: Variables = {}) =>
    estimate(planOf(`query Q${declared} { ${selection} }`, variables), variables, { hasFilters: true, maxScan: 1_000 })
  const times = <T>(count: number, element: T): T[] => Array<T>(count).fill(element)

  /** Values whose JSON is as long as it is expected to be. */
  const id = 'i'.repeat(30)
  const name = 'n'.repeat(30)
  const long = 'l'.repeat(108)
  const count = 12_345_678
  const flag = false

  test.each<[what: string, selection: string, reads: number, like: unknown]>([
    ['a type name is what it is', '__typename', 0, { __typename: 'Query' }],
    ['a look-up and a field of it', 'effect(effectId: "1") { name }', 1, { effect: { name } }],
    ['a list of texts is ten', 'effect(effectId: "1") { tags }', 1, { effect: { tags: times(10, name) } }],
    ['one with a read too', 'search(keyword: "a") { suggestions }', 1, { search: { suggestions: times(10, name) } }],
    [
      'captions, addresses and cursors are long',
      'post(by: { postId: "1" }) { caption coverUrl }',
      1,
      {
        post: { caption: long, coverUrl: long }
      }
    ],
    [
      'a connection, its elements, and what is beside them',
      'soundLibrary(first: 3) { totalCount nodes { title } pageInfo { hasNextPage } }',
      1,
      { soundLibrary: { totalCount: count, nodes: times(3, { title: name }), pageInfo: { hasNextPage: flag } } }
    ],
    [
      'edges',
      'soundLibrary(first: 3) { edges { cursor node { title } } }',
      1,
      { soundLibrary: { edges: times(3, { cursor: 'c'.repeat(98), node: { title: name } }) } }
    ],
    [
      'aliases, each for itself',
      'soundLibrary(first: 3) { a: nodes { b: title c: title } d: nodes { title } }',
      1,
      { soundLibrary: { a: times(3, { b: name, c: name }), d: times(3, { title: name }) } }
    ],
    [
      'authors with what posts tell of them',
      'search(keyword: "a") { posts(first: 5) { nodes { author { username } } } }',
      aSearch,
      { search: { posts: { nodes: times(5, { author: { username: name } }) } } }
    ],
    [
      'authors looked up, once for all fields',
      'search(keyword: "a") { posts(first: 5) { nodes { author { bio followersCount } } } }',
      aSearch + 5,
      { search: { posts: { nodes: times(5, { author: { bio: long, followersCount: count } }) } } }
    ],
    [
      'authors looked up through edges, with reads of their own',
      'search(keyword: "a") { posts(first: 5) { edges { node { author { followersCount isLive } } } } }',
      aSearch + 5 + 5,
      { search: { posts: { edges: times(5, { node: { author: { followersCount: count, isLive: flag } } }) } } }
    ],
    [
      'rooms found by search, with what search tells',
      'search(keyword: "a") { live(first: 2) { nodes { title streamer { username } } } }',
      1,
      { search: { live: { nodes: times(2, { title: name, streamer: { username: name } }) } } }
    ],
    [
      'rooms found by search through edges, with what it does not tell',
      'search(keyword: "a") { live(first: 2) { edges { node { likeCount streamer { username } } } } }',
      1 + 2,
      { search: { live: { edges: times(2, { node: { likeCount: count, streamer: { username: name } } }) } } }
    ],
    [
      'a batch is a read an element',
      'users: usersByUsername(usernames: ["a", "b", "c"]) { username }',
      3,
      { users: times(3, { username: name }) }
    ],
    [
      'a field that makes three reads',
      'user(by: { username: "a" }) { scorecard { __typename } }',
      1 + 3,
      { user: { scorecard: { __typename: 'CreatorScorecard' } } }
    ],
    [
      'lists within lists multiply',
      'user(by: { username: "a" }) { collections { posts(first: 2) { nodes { postId } } } }',
      1 + 1 + 50,
      { user: { collections: times(50, { posts: { nodes: times(2, { postId: id }) } }) } }
    ],
    [
      'elements of a list, not of the connection around it',
      'soundLibrary(first: 3) { nodes { posts(first: 2) { nodes { hashtags { name } } } } }',
      1 + 3,
      { soundLibrary: { nodes: times(3, { posts: { nodes: times(2, { hashtags: times(10, { name }) }) } }) } }
    ],
    [
      'an interface without anything selected of it',
      'node(id: "a") { __typename }',
      1,
      {
        node: { __typename: 'Collection' }
      }
    ],
    [
      'the most of each measure over the types of an interface',
      'nodes(ids: ["a", "b"]) { id ... on Post { caption } ... on User { isLive } ... on Effect { name } }',
      2 + 2,
      { nodes: times(2, { id, caption: long }) }
    ]
  ])('%s', (_, selection, reads, like) => {
    expect(estimateOf(selection)).toMatchObject({ reads, bytes: JSON.stringify(like).length })
  })

  test('depends on the variables', () => {
    const query = 'soundLibrary(first: $n) { nodes { title } }'
    const like = { soundLibrary: { nodes: times(4, { title: name }) } }
    expect(estimateOf(query, '($n: Int)', { n: 4 })).toMatchObject({ reads: 1, bytes: JSON.stringify(like).length })
    expect(estimateOf(query, '($n: Int)', {})).toEqual(estimateOf('soundLibrary { nodes { title } }'))
  })

  test('is what can be said of a query whose arguments are going to be refused', () => {
    expect(estimateOf('users: usersByUsername(usernames: [$u]) { bio }', '($u: String = "a")', { u: null }).reads).toBe(
      0
    )
  })

  test('is its reads and one more for every 8 KiB', () => {
    const posts = (count: number) =>
      `soundLibrary(first: ${count}) { nodes { posts(first: 50) { nodes { caption } } } }`
    for (const count of [1, 3, 10]) {
      const scorecardInputs = estimateOf(posts(count))
      expect(scorecardInputs.reads).toBe(1 + count)
      expect(costOf(scorecardInputs)).toBe(1 + count + Math.ceil(scorecardInputs.bytes / 8_192))
    }
    const of = (bytes: number) => costOf({ reads: 1, nodes: 0, bytes })
    expect([of(100), of(8_192), of(8_193)]).toEqual([2, 2, 3])
  })
})

describe('a plan', () => {
  test('tells its levels, those of introspection aside', () => {
    expect(planOf('{ __typename }')).toMatchObject({ depth: 1, size: 1 })
    expect(planOf('{ effect(effectId: "1") { name } }')).toMatchObject({ depth: 2, size: 2 })
    expect(
      planOf('{ node(id: "a") { ... on User { posts { nodes { caption } } } } __schema { description } }')
    ).toMatchObject({ depth: 4 })
  })

  test('has at most 10,000 selections, fragments written out', () => {
    const query = (more: number) =>
      `{ ${aliases(58, 'effect(effectId: "1") { ...F }')} ${'__typename '.repeat(more)} }
       fragment F on Effect { ${'name '.repeat(168)} }`
    const { size } = planOf(query(1))
    expect(size).toBe(58 * 170 + 1)
    expect(planOf(query(10_001 - size)).size).toBe(10_000)
    expect(() => planOf(query(10_002 - size))).toThrow(TooManySelections)
  })
})

describe('arguments made ready', () => {
  // More than the graph has: nullable elements, objects in objects, defaults everywhere.
  const field = buildSchema(`
    type Query { f(range: Range, need: Range!, list: [Int], matrix: [[Int!]], one: One, n: Int! = 3, sort: Sort = HOT): Int }
    input Range { from: Int = 1, to: Int!, tags: [String], inner: Range, one: One }
    input One @oneOf { a: String, b: Int }
    enum Sort { HOT NEW }
  `)
    .getQueryType()
    ?.getFields().f
  if (field === undefined) throw new Error('the schema has a field f')

  const written = [
    'need: {to: 1}',
    'need: $range',
    'need: {to: $n}',
    'need: {to: $n, from: $m}',
    'need: {to: 1, from: $m, tags: ["a", $s]}',
    'need: {to: 1, tags: $s}',
    'need: {to: 1, tags: [$s], inner: {to: $n, inner: {to: 2, from: $m}}}',
    'need: {to: 1, one: {a: $s}}',
    'need: {to: 1, one: {b: $n}}, one: {a: $s}',
    'need: {to: 1}, range: $range',
    'need: {to: 1}, range: {to: 1, inner: $range}',
    'need: {to: 1}, list: [1, $n, null, $m]',
    'need: {to: 1}, list: $n',
    'need: {to: 1}, matrix: [[1, $n], null, [$m]]',
    'need: {to: 1}, matrix: [[1, 2], $list]',
    'need: {to: 1}, one: {a: $s, b: $n}',
    'need: {to: 1}, one: {a: $s, b: 1}',
    'need: {to: 1}, n: $n, sort: $sort',
    'need: {to: 1}, n: 4, sort: NEW'
  ]
  /** Coerced values of the variables, null, and left out. */
  const choices: readonly (readonly [string, unknown])[] = [
    ['n', 7],
    ['m', 8],
    ['s', 'text'],
    ['range', { from: 2, to: 3 }],
    ['list', [5, 6]],
    ['sort', 'NEW']
  ]

  test.each(written)('are those graphql reads: %s', (text) => {
    const [definition] = parse(`{ f(${text}) }`).definitions
    const node = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections[0] : undefined
    if (node?.kind !== Kind.FIELD) throw new Error('a field is selected')
    const args = compileArguments(field, node)
    expect(typeof args === 'function').toBe(text.includes('$'))
    const used = choices.filter(([name]) => text.includes(`$${name}`))
    const all = used.reduce<Variables[]>(
      (known, [name, value]) => known.flatMap((each) => [each, { ...each, [name]: null }, { ...each, [name]: value }]),
      [{}]
    )
    for (const variables of all) {
      const theirs = outcomeOf(() => getArgumentValues(field, node, toVariableValues(variables)))
      const ready = outcomeOf(() => (typeof args === 'function' ? args(variables) : args))
      // What is wrong with them is told in graphql's words, whoever stumbled over it.
      if ('error' in theirs) expect(typeof args !== 'function' || 'error' in ready).toBe(true)
      else expect(ready).toEqual(theirs)
      expect(outcomeOf(() => argumentsOf({ args, definition: field, nodes: [node] }, variables))).toEqual(theirs)
    }
  })
})

const outcomeOf = (work: () => unknown) => {
  try {
    return { value: work() }
  } catch (error) {
    return { error: String(error) }
  }
}

describe('an operation', () => {
  test('keeps its plan for what its conditions come to', () => {
    const operation = operationOf(
      'query ($a: Boolean!, $b: Boolean!, $n: Int) { effect(effectId: "1") @include(if: $a) { name @skip(if: $b) } soundLibrary(first: $n) { totalCount } }'
    )
    const plan = operation.plan({ a: true, b: false, n: 1 }, false)
    expect(operation.plan({ a: true, b: false, n: 2 }, false)).toBe(plan)
    expect(operation.plan({ a: true, b: true, n: 1 }, false)).not.toBe(plan)
    expect(operation.plan({ a: false, b: true, n: 1 }, false).root.fields.map(({ name }) => name)).toEqual([
      'soundLibrary'
    ])
    expect(operation.plan({ a: true, b: false, n: 1 }, false)).toBe(plan)
  })

  test('keeps sixteen plans', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const operation = operationOf(
      `query (${names.map((name) => `$${name}: Boolean!`).join(' ')}) { ${names.map((name) => `${name}: __typename @skip(if: $${name})`).join(' ')} }`
    )
    const conditions = Array.from({ length: 17 }, (_, bits) =>
      Object.fromEntries(names.map((name, index) => [name, ((bits >> index) & 1) === 1]))
    )
    const plans = conditions.map((each) => operation.plan(each, false))
    const areKept = conditions.map((each, index) => operation.plan(each, false) === plans[index])
    expect(areKept).toEqual([...Array(16).fill(true), false])
  })

  test('does not keep plans that are far longer than its text', () => {
    const isKept = (selections: number) => {
      const operation = operationOf(
        `{ ${aliases(8, 'effect(effectId: "1") { ...F }')} more: effect(effectId: "1") { ${aliases(selections - 4_017, 'name')} } }
         fragment F on Effect { ${'name '.repeat(500)} }`
      )
      const plan = operation.plan({}, false)
      expect(plan.size).toBe(selections)
      return operation.plan({}, false) === plan
    }
    expect([isKept(5_000), isKept(5_001)]).toEqual([true, false])
  })

  test('takes texts as they come, what it declares and no more', () => {
    const { coerce } = operationOf(
      'query ($u: String!, $id: ID) { user(by: {username: $u}) { id } node(id: $id) { id } }'.replace(
        '$id: ID',
        '$id: ID!'
      )
    )
    const given = { u: 'a', id: '1' }
    expect(coerce(given).coerced).toBe(given)
    expect(coerce({ ...given, more: 'b' }).coerced).toEqual(given)
    expect(coerce({ u: 'a', id: 1 }).coerced).toEqual(given)
    expect(coerce({ u: 1, id: '1' }).errors).toHaveLength(1)
    expect(coerce({ u: 'a' }).errors).toHaveLength(1)
  })

  test('takes one of several keys, whole numbers and flags as they come, and nothing that is not of their type', () => {
    const { coerce } = operationOf(
      `query ($by: UserBy!, $n: Int!, $is: Boolean!) {
        user(by: $by) { username @include(if: $is) posts(first: $n) { pageInfo { hasNextPage } } }
      }`
    )
    const given = { by: { username: 'a' }, n: 3, is: true }
    expect(coerce(given).coerced).toBe(given)
    expect(coerce({ ...given, by: { userId: 1 } }).coerced).toEqual({ ...given, by: { userId: '1' } })
    const wrong: Record<string, unknown>[] = [
      { by: {} },
      { by: { username: 'a', userId: '1' } },
      { by: { username: null } },
      { by: { toString: 'a' } },
      { by: 'a' },
      { by: ['a'] },
      { by: null },
      { n: 2 ** 31 },
      { n: 0.5 },
      { n: '3' },
      { is: 'true' }
    ]
    for (const each of wrong) expect(coerce({ ...given, ...each }).errors).toBeDefined()
  })

  test('leaves what is more than that to the rules of its type', () => {
    const { coerce } = operationOf(
      'query ($u: [String!]!, $n: Int = 3) { users: usersByUsername(usernames: $u) { id } soundLibrary(first: $n) { totalCount } }'
    )
    expect(coerce({ u: 'a' }).coerced).toEqual({ u: ['a'], n: 3 })
    expect(coerce({ u: ['a'], n: '3' }).errors).toHaveLength(1)
    expect(
      operationOf(
        'query ($u: String = "a") { user(by: {userId: "1"}) { id } search(keyword: $u) { suggestions } }'
      ).coerce({}).coerced
    ).toEqual({ u: 'a' })
  })
})

describe('objects of which all that is asked is at hand', () => {
  const post = {
    post_id: '1',
    caption: 'A "caption"\n\u{1f642}\ud83d',
    created_at: 1,
    plays: 2 ** 40,
    author_username: 'a',
    author_display_name: 'A',
    author_verified: true,
    author_avatar_url: null,
    sound_id: null,
    sound_title: null,
    sound_author: null,
    sound_is_original: false,
    hashtags: [
      { id: '1', name: 'one' },
      { id: null, name: 'two' }
    ]
  }
  /** What is written of a post, once for however often. */
  const written = (selection: string, change: object = {}) => {
    const value = planOf(`{ post(by: {postId: "1"}) { ${selection} } }`).root.fields[0]?.value
    if (value?.kind !== 'object' || !value.object.isSynchronous) throw new Error('not at hand')
    const { object } = value
    const texts = Array.from({ length: 5 }, () =>
      synchronousText(object, { ...post, ...change }, {} as never, {} as never)
    )
    expect(new Set(texts).size).toBe(1)
    return texts[0]
  }

  test('are written the same however often they are', () => {
    expect(
      written(`__typename id: postId caption createdAt plays sound { title }
        author { username verified avatarThumbUrl } hashtags { hashtagId name __typename }`)
    ).toBe(
      `{"__typename":"Post","id":"1","caption":${JSON.stringify(post.caption)},"createdAt":"1970-01-01T00:00:01.000Z",` +
        '"plays":1099511627776,"sound":null,"author":{"username":"a","verified":true,"avatarThumbUrl":null},' +
        '"hashtags":[{"hashtagId":"1","name":"one","__typename":"Hashtag"},{"hashtagId":null,"name":"two","__typename":"Hashtag"}]}'
    )
    expect(written('__proto__: postId toJSON: caption then: author { __proto__: username }', { caption: null })).toBe(
      '{"__proto__":"1","toJSON":null,"then":{"__proto__":"a"}}'
    )
  })

  test.each<[what: string, change: object]>([
    ['is null and must not be', { created_at: null }],
    ['failed', { caption: new Error('failed') }],
    ['is waited for', { caption: Promise.resolve('later') }],
    ['is of no such type', { plays: -1 }],
    ['cannot be read', { hashtags: [null] }]
  ])('are left to the way that can say where, when something %s', (_, change) => {
    expect(written('caption createdAt plays hashtags { name }', change)).toBe(undefined)
  })

  test('are left to it when something is waited for in vain, which is told there alone', () => {
    expect(written('caption', { caption: Promise.reject(new Error('failed')) })).toBe(undefined)
  })
})

describe('documents', () => {
  test('are remembered from the second time they are met', () => {
    const documents = new Documents(roomy)
    const met = Array.from({ length: 3 }, () => documents.get('{ __typename }'))
    expect(met.map(({ isCacheable }) => isCacheable)).toEqual([false, true, true])
    expect(met[1]?.document).not.toBe(met[0]?.document)
    expect(met[2]?.document).toBe(met[1]?.document)
    expect(met[2]?.document.operation(null)).toBe(met[1]?.document.operation(null))
  })

  test('are forgotten for five hundred others', () => {
    const documents = new Documents(roomy)
    const isCacheable = (index: number) => documents.get(`{ a${index}: __typename }`).isCacheable
    for (let index = 0; index < 501; index += 1) isCacheable(index)
    expect(isCacheable(1)).toBe(true)
    expect(isCacheable(0)).toBe(false)
  })

  test('of more than 50,000 characters are read each time', () => {
    const documents = new Documents(roomy)
    const isCacheable = (length: number) => {
      const text = '{ __typename }'.padEnd(length)
      documents.get(text)
      return documents.get(text).isCacheable
    }
    expect([isCacheable(50_000), isCacheable(50_001)]).toEqual([true, false])
  })

  test('have their operations by name, or the only one', () => {
    const { document } = new Documents(roomy).get('query A { a: __typename } query B { b: __typename }')
    expect(document.operation('B')?.definition.name?.value).toBe('B')
    expect(document.operation('A')).not.toBe(document.operation('B'))
    expect(document.operation(null)).toBe(null)
    expect(document.operation('C')).toBe(null)
    expect(new Documents(roomy).get('query A { a: __typename }').document.operation(null)?.definition.name?.value).toBe(
      'A'
    )
  })

  test('that cannot be read have one error and no operation', () => {
    const { document } = new Documents(roomy).get('{')
    expect(document).toMatchObject({ node: null, errors: [{ message: expect.stringContaining('Syntax Error') }] })
    expect(document.operation(null)).toBe(null)
  })

  test('have some of their errors told', () => {
    const { document } = new Documents(roomy).get(`{ ${aliases(200, 'nothing')} }`)
    expect(document.errors).toHaveLength(11)
    expect(document.errors.at(-1)?.message).toContain('Too many validation errors')
  })
})
