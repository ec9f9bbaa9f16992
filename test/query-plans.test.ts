import { buildSchema, getArgumentValues, Kind, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { estimateCost } from '../src/graphql/query/cost.ts'
import { Documents, type Operation } from '../src/graphql/query/documents.ts'
import { argumentsOf, compileArguments, type Variables } from '../src/graphql/query/inputs.ts'
import { TooManySelections } from '../src/graphql/query/plan.ts'

const operationOf = (text: string, name: string | null = null): Operation => {
  const { document } = new Documents().get(text)
  const operation = document.operation(name)
  if (operation === null || document.errors.length > 0)
    throw new Error(document.errors.map(({ message }) => message).join() || 'no operation')
  return operation
}
const planOf = (text: string, variables: Variables = {}) => operationOf(text).plan(variables)
const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ')

describe('what a query may cost', () => {
  /** The exact count: so many values more and the estimate goes up. */
  const valuesOf = (selection: string, declared = '', variables: Variables = {}): number => {
    const estimate = (more: number) => {
      const text = `query Q${declared} { ${selection} more: effect(effectId: "1") { ${aliases(more, 'name')} } }`
      return estimateCost(planOf(text, variables), variables)
    }
    let enough = 1
    let tooMany = 1_002
    const own = estimate(enough)
    while (tooMany - enough > 1) {
      const middle = (enough + tooMany) >> 1
      if (estimate(middle) === own) enough = middle
      else tooMany = middle
    }
    // What is there to fill up with is a field, a read and an object itself.
    return own * 1_000 - 1_002 - enough
  }

  test.each([
    ['a type name is nothing', '__typename', 0],
    ['a read, its field, its object and a field of it', 'effect(effectId: "1") { name }', 1_003],
    ['a list of texts counts once', 'effect(effectId: "1") { name tags }', 1_004],
    ['a list of texts with a read of its own', 'search(keyword: "a") { suggestions }', 1_003],
    [
      'a connection, its elements, and what is beside them',
      'soundLibrary(first: 3) { totalCount nodes { title } pageInfo { hasNextPage } }',
      1_002 + 1 + 4 + 3 + 3
    ],
    ['edges', 'soundLibrary(first: 3) { edges { cursor node { title } } }', 1_002 + 4 + 3 + 6 + 3],
    [
      'authors with what posts tell of them',
      'search(keyword: "a") { posts(first: 5) { nodes { author { username } } } }',
      2 + 1_002 + 6 + 10 + 5
    ],
    [
      'authors looked up, once for all fields',
      'search(keyword: "a") { posts(first: 5) { nodes { author { bio followersCount } } } }',
      2 + 1_002 + 6 + 10 + 5_000 + 10
    ],
    [
      'authors looked up through edges, with reads of their own',
      'search(keyword: "a") { posts(first: 5) { edges { node { author { bio isLive } } } } }',
      2 + 1_002 + 6 + 10 + 10 + 5_000 + 5 + 5_005
    ],
    [
      'rooms found by search, with what search tells',
      'search(keyword: "a") { live(first: 2) { nodes { title streamer { username } } } }',
      2 + 1_002 + 3 + 2 + 4 + 2
    ],
    [
      'rooms found by search through edges, with what it does not tell',
      'search(keyword: "a") { live(first: 2) { edges { node { likeCount streamer { username } } } } }',
      2 + 1_002 + 3 + 4 + 2_000 + 2 + 4 + 2
    ],
    ['a batch is a read an element', 'users(usernames: ["a", "b", "c"]) { bio }', 1 + 3_000 + 3 + 3],
    [
      'a field that makes two reads',
      'user(by: {username: "a"}) { scorecard { scores { engagementRate } } }',
      1_002 + 2_002 + 2 + 1
    ],
    [
      'lists within lists multiply',
      'user(by: {username: "a"}) { collections { posts(first: 2) { nodes { caption } } } }',
      1_002 + 1_021 + 20_040 + 60 + 40
    ],
    [
      'elements of a list, not of the connection around it',
      'soundLibrary(first: 3) { nodes { posts(first: 2) { nodes { hashtags { name } } } } }',
      1_002 + 4 + 3_006 + 9 + 66 + 60
    ],
    ['an interface without anything selected of it', 'node(id: "a") { __typename }', 1_002],
    [
      'the dearest type of an interface',
      'nodes(ids: ["a", "b"]) { id ... on Post { caption } ... on User { isLive } ... on Effect { name } }',
      1 + 2_000 + 2 + 2 + 2_002
    ]
  ])('%s', (_, selection, values) => {
    expect(valuesOf(selection)).toBe(values)
  })

  test('depends on the variables', () => {
    const query = 'soundLibrary(first: $n) { nodes { title } }'
    expect(valuesOf(query, '($n: Int)', { n: 4 })).toBe(1_002 + 5 + 4)
    expect(valuesOf(query, '($n: Int)', {})).toBe(valuesOf('soundLibrary { nodes { title } }'))
  })

  test('is what can be said of a query whose arguments are going to be refused', () => {
    expect(valuesOf('users(usernames: [$u]) { bio }', '($u: String = "a")', { u: null })).toBe(1)
  })

  test('goes up by one with each thousand values', () => {
    const withMore = (count: number) =>
      estimateCost(planOf(`{ effect(effectId: "1") { ${aliases(count, 'name')} } }`), {})
    expect([withMore(1), withMore(998), withMore(999)]).toEqual([2, 2, 3])
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

  test('has at most 50,000 selections, fragments written out', () => {
    const query = (more: number) =>
      `{ ${aliases(98, 'effect(effectId: "1") { ...F }')} ${'__typename '.repeat(more)} }
       fragment F on Effect { ${'name '.repeat(508)} }`
    const { size } = planOf(query(1))
    expect(size).toBe(98 * 510 + 1)
    expect(planOf(query(50_001 - size)).size).toBe(50_000)
    expect(() => planOf(query(50_002 - size))).toThrow(TooManySelections)
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
      const theirs = outcomeOf(() => getArgumentValues(field, node, variables))
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
    const plan = operation.plan({ a: true, b: false, n: 1 })
    expect(operation.plan({ a: true, b: false, n: 2 })).toBe(plan)
    expect(operation.plan({ a: true, b: true, n: 1 })).not.toBe(plan)
    expect(operation.plan({ a: false, b: true, n: 1 }).root.fields.map(({ name }) => name)).toEqual(['soundLibrary'])
    expect(operation.plan({ a: true, b: false, n: 1 })).toBe(plan)
  })

  test('keeps sixteen plans', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const operation = operationOf(
      `query (${names.map((name) => `$${name}: Boolean!`).join(' ')}) { ${names.map((name) => `${name}: __typename @skip(if: $${name})`).join(' ')} }`
    )
    const conditions = Array.from({ length: 17 }, (_, bits) =>
      Object.fromEntries(names.map((name, index) => [name, ((bits >> index) & 1) === 1]))
    )
    const plans = conditions.map((each) => operation.plan(each))
    const areKept = conditions.map((each, index) => operation.plan(each) === plans[index])
    expect(areKept).toEqual([...Array(16).fill(true), false])
  })

  test('does not keep plans that are far longer than its text', () => {
    const isKept = (selections: number) => {
      const operation = operationOf(
        `{ ${aliases(8, 'effect(effectId: "1") { ...F }')} more: effect(effectId: "1") { ${aliases(selections - 4_017, 'name')} } }
         fragment F on Effect { ${'name '.repeat(500)} }`
      )
      const plan = operation.plan({})
      expect(plan.size).toBe(selections)
      return operation.plan({}) === plan
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

  test('leaves what is more than text to the rules of its type', () => {
    const { coerce } = operationOf(
      'query ($u: [String!]!, $n: Int = 3) { users(usernames: $u) { id } soundLibrary(first: $n) { totalCount } }'
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

describe('documents', () => {
  test('are remembered from the second time they are met', () => {
    const documents = new Documents()
    const met = Array.from({ length: 3 }, () => documents.get('{ __typename }'))
    expect(met.map(({ isKnown }) => isKnown)).toEqual([false, true, true])
    expect(met[1]?.document).not.toBe(met[0]?.document)
    expect(met[2]?.document).toBe(met[1]?.document)
    expect(met[2]?.document.operation(null)).toBe(met[1]?.document.operation(null))
  })

  test('are forgotten for five hundred others', () => {
    const documents = new Documents()
    const isKnown = (index: number) => documents.get(`{ a${index}: __typename }`).isKnown
    for (let index = 0; index < 501; index += 1) isKnown(index)
    expect(isKnown(1)).toBe(true)
    expect(isKnown(0)).toBe(false)
  })

  test('of more than 50,000 characters are read each time', () => {
    const documents = new Documents()
    const isKnown = (length: number) => {
      const text = '{ __typename }'.padEnd(length)
      documents.get(text)
      return documents.get(text).isKnown
    }
    expect([isKnown(50_000), isKnown(50_001)]).toEqual([true, false])
  })

  test('have their operations by name, or the only one', () => {
    const { document } = new Documents().get('query A { a: __typename } query B { b: __typename }')
    expect(document.operation('B')?.definition.name?.value).toBe('B')
    expect(document.operation('A')).not.toBe(document.operation('B'))
    expect(document.operation(null)).toBe(null)
    expect(document.operation('C')).toBe(null)
    expect(new Documents().get('query A { a: __typename }').document.operation(null)?.definition.name?.value).toBe('A')
  })

  test('that cannot be read have one error and no operation', () => {
    const { document } = new Documents().get('{')
    expect(document).toMatchObject({ node: null, errors: [{ message: expect.stringContaining('Syntax Error') }] })
    expect(document.operation(null)).toBe(null)
  })

  test('have at most a hundred errors told, and 5,000 tokens', () => {
    const { document } = new Documents().get(`{ ${aliases(200, 'nothing')} }`)
    expect(document.errors).toHaveLength(101)
    expect(document.errors.at(-1)?.message).toContain('Too many validation errors')
    const tokens = (count: number) =>
      new Documents().get(
        `{ ${Array(count - 2)
          .fill('__typename')
          .join(' ')} }`
      ).document
    expect(tokens(5_000).node).not.toBe(null)
    expect(tokens(5_001).errors[0]?.message).toContain('5000 tokens')
  })
})
